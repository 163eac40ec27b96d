// Payment advice by e-mail on Result: who gets it and who not, before anything leaves, how far it is, and who got it.

import { useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import type { AdviceLine, AdvicePlan } from '../../../shared/api/mail-commands.ts';
import type { BatchId } from '../../../shared/ids.ts';
import { WINDOW_ROWS_MAX } from '../../../shared/limits.ts';
import { ADVICE_UNDELIVERED, type AdviceUndelivered } from '../../../shared/mail.ts';
import { formatRupees } from '../../../shared/money.ts';
import type { Language } from '../../../shared/report-forms.ts';
import { formatDayAndTime } from '../../../shared/text/format.ts';
import { ADVICE } from '../../../shared/text/payouts.ts';
import { SHELL } from '../../../shared/text/shell.ts';
import { useAsk, useChange } from '../../bridge/use-desk.ts';
import { say } from '../../language.ts';
import { Button, Tick } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Loaded, NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { Faint, Row, Stack } from '../../ui/page.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';

type Payee = AdvicePlan['payees'][number];

const PAYEE_COLUMNS: readonly TableColumn<Payee>[] = [
  { word: ADVICE.name, cell: ({ name, payout }) => <PersonName>{name ?? payout}</PersonName> },
  { word: ADVICE.address, cell: ({ address }) => address },
  { word: ADVICE.amount, cell: ({ paise }) => formatRupees(paise), isNumber: true },
];

interface SendProps {
  readonly batch: BatchId;
  readonly language: Language;
  readonly emailColumn: string | null;
  readonly onClose: () => void;
}

export function SendAdviceDialog({ batch, language, emailColumn, onClose }: SendProps) {
  const [again, setAgain] = useState<readonly AdviceUndelivered[]>([]);
  const asked = { batch, language, emailColumn, again: [...again] };
  const question = useAsk('planAdvice', asked, { keepPrevious: true });
  const start = useChange('sendAdvice');
  const plan = question.value;
  const send = async (): Promise<void> => {
    if (plan === null) return;
    const result = await start.run({ ...asked, seal: plan.seal });
    if (result.kind === 'done') onClose();
  };
  const count = plan?.sum.count ?? 0;
  return (
    <Dialog
      isWide
      title={ADVICE.title}
      onClose={onClose}
      firstFocus="cancel"
      act={{
        word: ADVICE.sendNow(count),
        disabled: count === 0 || question.isAsking,
        isPending: start.isPending,
        run: send,
      }}
    >
      <NotDoneNotice result={start.result} />
      <Loaded of={question}>
        {(shown) => (
          <Stack>
            <p className="strong">{ADVICE.from(shown.from, shown.sum.count, formatRupees(shown.sum.paise))}</p>
            {shown.toSelf ? <Notice tone="note" title={ADVICE.toSelf(shown.from)} /> : null}
            <p>{ADVICE.about(Math.max(1, Math.ceil(shown.sum.count / shown.perMinute)))}</p>
            {ADVICE_UNDELIVERED.filter((why) => shown.undelivered[why] > 0).map((why) => (
              <Tick
                key={why}
                checked={again.includes(why)}
                onTick={(isTicked) =>
                  setAgain(ADVICE_UNDELIVERED.filter((one) => (one === why ? isTicked : again.includes(one))))
                }
              >
                {ADVICE.again[why](shown.undelivered[why])}
              </Tick>
            ))}
            <Table
              label={ADVICE.title}
              columns={PAYEE_COLUMNS}
              groups={groupsOf(shown)}
              keyOf={({ payout }) => payout}
            />
          </Stack>
        )}
      </Loaded>
    </Dialog>
  );
}

function groupsOf({ sum, payees, held }: AdvicePlan) {
  const kinds = [
    { key: 'gets', word: ADVICE.gets(sum.count), payees, count: sum.count },
    ...held.map(({ why, ...of }) => {
      return { key: why, word: ADVICE.holds[why](of.sum.count), payees: of.payees, count: of.sum.count };
    }),
  ];
  return kinds
    .filter(({ count }) => count > 0)
    .map(({ key, word, payees: rows, count }) => {
      const more = count - rows.length;
      const heading = more === 0 ? word : `${word} ${ADVICE.more(more)}`;
      return { key, heading, rows };
    });
}

/** How far the sending is, or what came of it. Nothing where none was sent. */
export function AdviceNotice({ batch, onShow }: { readonly batch: BatchId; readonly onShow: () => void }) {
  const { value } = useAsk('readAdvice', { batch, window: { from: 0, count: 1 } });
  const stop = useChange('stopAdvice');
  if (value === null || (value.total === 0 && value.progress === null)) return null;
  const { counts, progress } = value;
  const show = <Button onClick={onShow}>{ADVICE.show}</Button>;
  if (progress?.active === true) {
    return (
      <Notice
        tone="note"
        title={ADVICE.sending(progress.done, progress.total)}
        actions={
          <>
            <Button isPending={stop.isPending} onClick={() => void stop.run({ batch })}>
              {ADVICE.stop}
            </Button>
            {show}
          </>
        }
      />
    );
  }
  const others = (['refused', 'later', 'unsure', 'cameBack'] as const).flatMap((name) =>
    counts[name] === 0 ? [] : [ADVICE.others[name](counts[name])],
  );
  const ended = progress?.stop ?? null;
  const tone = ended !== null || others.length > 0 ? 'warning' : 'note';
  return (
    <Notice
      tone={tone}
      title={[ADVICE.sum(counts.sent), ...others].join(', ')}
      about={ended === null ? null : `${say(ended.message)} ${say(ended.cure)}`}
      actions={show}
    />
  );
}

const LINE_COLUMNS: readonly TableColumn<AdviceLine>[] = [
  { word: ADVICE.name, cell: ({ name, payout }) => <PersonName>{name ?? payout}</PersonName> },
  { word: ADVICE.address, cell: ({ address }) => address },
  { word: ADVICE.amount, cell: ({ paise }) => formatRupees(paise), isNumber: true },
  { word: ADVICE.state, cell: ({ state, cameBack }) => ADVICE.states[cameBack ? 'cameBack' : state] },
  { word: ADVICE.when, cell: ({ atMs }) => formatDayAndTime(atMs) },
  { word: ADVICE.answer, cell: ({ answer }) => <Faint>{answer}</Faint> },
];

export function AdviceListDialog({ batch, onClose }: { readonly batch: BatchId; readonly onClose: () => void }) {
  const [from, setFrom] = useState(0);
  const window = { from, count: WINDOW_ROWS_MAX };
  const question = useAsk('readAdvice', { batch, window }, { keepPrevious: true });
  return (
    <Dialog isWide title={ADVICE.who} onClose={onClose} cancel={SHELL.close} act={null}>
      <Loaded of={question}>{(advice) => <AdviceLines advice={advice} from={from} onFrom={setFrom} />}</Loaded>
    </Dialog>
  );
}

interface LinesProps {
  readonly advice: AnswerOf<'readAdvice'>;
  readonly from: number;
  readonly onFrom: (from: number) => void;
}

function AdviceLines({ advice: { lines, total }, from, onFrom }: LinesProps) {
  if (total === 0) return <p>{ADVICE.none}</p>;
  const next = from + WINDOW_ROWS_MAX;
  return (
    <Stack>
      {total <= WINDOW_ROWS_MAX ? null : (
        <Row>
          <span>{ADVICE.span(from + 1, Math.min(next, total), total)}</span>
          <Button disabled={from === 0} onClick={() => onFrom(Math.max(0, from - WINDOW_ROWS_MAX))}>
            {ADVICE.before}
          </Button>
          <Button disabled={next >= total} onClick={() => onFrom(next)}>
            {ADVICE.next}
          </Button>
        </Row>
      )}
      <Table label={ADVICE.who} columns={LINE_COLUMNS} rows={lines} keyOf={({ payout }) => payout} />
    </Stack>
  );
}
