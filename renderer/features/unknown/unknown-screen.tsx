// The desk of doubtful payouts: what is known about each, and the two decisions; below it the late news. It never offers to send
// again, decides nothing and marks nothing as read by itself.

import { CircleCheck } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import { type Book, bookOfBatch, environmentOf } from '../../../shared/books.ts';
import { NOTE_MAX_CHARACTERS, TYPED_TEXT_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { keepIntentions } from '../../bridge/intentions.ts';
import { type Question, useAsk, useChange, useDesk, useForget, useRemember } from '../../bridge/use-desk.ts';
import { evidenceWords, reasonWords } from '../../text/evidence.ts';
import { formatCount, formatDayAndTime, formatRupees, tooLong } from '../../text/format.ts';
import { UNKNOWN } from '../../text/payout.ts';
import { SHELL } from '../../text/shell.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { AreaField, SelectField, TextField } from '../../ui/field.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useAbove } from '../../ui/navigation.ts';
import { NotDoneNotice } from '../../ui/notice.tsx';
import { Card, Facts, Faint, Page, Row, Stack } from '../../ui/page.tsx';
import { EnvironmentBadge, StateMark } from '../../ui/status.tsx';
import { Table } from '../../ui/table.tsx';
import { decisionOf, earlyWords, groupNow, mayDecide, type TypedDecision, type UnknownGroup } from './decision.ts';
import styles from './unknown-screen.module.css';

/** Look-ups come seconds apart at first, then hours. */
const ASK_EVERY_MS = 15_000;

/** Reading the evidence of more than these takes the desk too long to do it for nobody's asking. */
const ASKED_BY_ITSELF = 500;

/** More names than these are a list nobody reads; Run has them all under its filter. */
const PAYOUTS_NAMED = 12;

export function UnknownScreen({ book }: { readonly book: Book }) {
  const question = useAsk('listUnknown', { book });
  useFreshEvidence(question);
  const [deciding, setDeciding] = useState<{ readonly group: UnknownGroup; readonly paid: boolean } | null>(null);
  return (
    <Page
      title={
        <>
          {UNKNOWN.title} <EnvironmentBadge environment={environmentOf(book)} />
        </>
      }
      about={UNKNOWN.about}
    >
      <Loaded of={question}>
        {({ groups }) =>
          groups.length === 0 ? (
            <Card>
              <Empty icon={CircleCheck} title={UNKNOWN.none}>
                {UNKNOWN.noneAbout}
              </Empty>
            </Card>
          ) : (
            <Stack>
              {groups.map((group) => (
                <GroupCard
                  key={group.payouts[0]}
                  group={group}
                  toldAtMs={question.askedAtMs}
                  onDecide={(paid) => setDeciding({ group, paid })}
                />
              ))}
            </Stack>
          )
        }
      </Loaded>
      <LateNewsCard book={book} />
      {deciding === null ? null : <DecisionDialog {...deciding} onClose={() => setDeciding(null)} />}
    </Page>
  );
}

/** Each look-up is evidence, and time opens a decision: neither is an event, so the question is asked again. */
function useFreshEvidence({ told, askedAtMs, again }: Question<AnswerOf<'listUnknown'>>): void {
  const count = told.kind === 'done' ? told.value.groups.reduce((sum, group) => sum + group.sum.count, 0) : 0;
  const isFew = count > 0 && count <= ASKED_BY_ITSELF;
  useEffect(() => {
    if (!isFew) return undefined;
    const timer = setTimeout(again, ASK_EVERY_MS);
    return () => clearTimeout(timer);
  }, [isFew, askedAtMs, again]);
}

interface GroupCardProps {
  readonly group: UnknownGroup;
  /** When the desk said so. */
  readonly toldAtMs: number;
  readonly onDecide: (paid: boolean) => void;
}

function GroupCard({ group, toldAtMs, onDecide }: GroupCardProps) {
  const { openPayout } = useAbove();
  const { sum, reason, evidence, refusedByRate, sentFromMs, sentToMs, notKnownAnswers, payouts } = group;
  const [sentFrom, sentTo] = [formatDayAndTime(sentFromMs), formatDayAndTime(sentToMs)];
  const early = earlyWords(group.notPaid, toldAtMs);
  return (
    <Card
      title={UNKNOWN.group(sum.count, formatRupees(sum.paise))}
      actions={
        <Row>
          <Button onClick={() => onDecide(true)}>{UNKNOWN.paid}</Button>
          <Button onClick={() => onDecide(false)}>{UNKNOWN.notPaid}</Button>
        </Row>
      }
    >
      <Stack isTight>
        <Facts
          facts={[
            [UNKNOWN.reason, reasonWords(reason)],
            [UNKNOWN.evidence, evidenceWords(evidence)],
            [UNKNOWN.sent, sentFrom === sentTo ? sentFrom : `${sentFrom} – ${sentTo}`],
            [UNKNOWN.notKnown(sum.count), formatCount(notKnownAnswers)],
            [
              UNKNOWN.payouts,
              <span key="payouts" className={styles.payouts}>
                {payouts.slice(0, PAYOUTS_NAMED).map((payout) => (
                  <button key={payout} type="button" className={styles.payout} onClick={() => openPayout(payout)}>
                    {payout}
                  </button>
                ))}
                {payouts.length > PAYOUTS_NAMED ? <span>{UNKNOWN.more(payouts.length - PAYOUTS_NAMED)}</span> : null}
              </span>,
            ],
          ]}
        />
        {refusedByRate ? <p>{UNKNOWN.refusedByRate(sum.count)}</p> : null}
        {early === null ? null : <p className={styles.early}>{early}</p>}
      </Stack>
    </Card>
  );
}

const COLUMNS = [
  { word: UNKNOWN.payout },
  { word: UNKNOWN.was },
  { word: UNKNOWN.is },
  { word: UNKNOWN.means },
  { word: UNKNOWN.heard },
  { word: UNKNOWN.read, isHidden: true, isNumber: true },
];

/** What the gateway said after a payout had come to its end. */
function LateNewsCard({ book }: { readonly book: Book }) {
  const { openPayout } = useAbove();
  const { told } = useAsk('listLateNews', { book });
  const mark = useChange('markLateNewsRead', 'listLateNews', 'readAttention');
  if (told.kind !== 'done' || told.value.news.length === 0) return null;
  const { news } = told.value;
  const unread = news.filter(({ readAtMs }) => readAtMs === null).map(({ news: number }) => number);
  const read = (numbers: readonly number[]): void => void mark.run({ book, news: [...numbers] });
  return (
    <Card
      title={UNKNOWN.lateNews}
      actions={
        unread.length > 1 ? (
          <Button isPending={mark.isPending} onClick={() => read(unread)}>
            {UNKNOWN.markAllRead}
          </Button>
        ) : undefined
      }
      isFlush
    >
      <p className={styles.about}>{UNKNOWN.lateNewsAbout}</p>
      <NotDoneNotice told={mark.told} />
      <Table
        label={UNKNOWN.lateNews}
        columns={COLUMNS}
        rows={news.map((one) => ({
          key: String(one.news),
          cells: [
            <span key="payout">
              <button type="button" className={styles.payout} onClick={() => openPayout(one.payout)}>
                {one.payout}
              </button>
              <br />
              {one.name === null ? null : `${one.name} · `}
              {formatRupees(one.amountPaise)}
            </span>,
            <StateMark key="from" state={one.from} />,
            one.isMismatch ? <Faint key="to">{UNKNOWN.otherPayment}</Faint> : <StateMark key="to" state={one.to} />,
            one.isPossibleDuplicate ? <strong key="means">{one.sentence}</strong> : one.sentence,
            formatDayAndTime(one.heardAtMs),
            one.readAtMs === null ? (
              <Button key="read" isPending={mark.isPending} onClick={() => read([one.news])}>
                {UNKNOWN.markRead}
              </Button>
            ) : (
              <Faint key="read">{one.readBy === null ? UNKNOWN.read : UNKNOWN.readBy(one.readBy)}</Faint>
            ),
          ],
        }))}
      />
    </Card>
  );
}

interface DecisionDialogProps {
  readonly group: UnknownGroup;
  readonly paid: boolean;
  readonly onClose: () => void;
}

/** No payout is called so. */
const ALL = 'all';

/** Payouts with equal evidence and which decision. It records no less than the desk wants: evidence, a note, the count. */
function DecisionDialog({ group: opened, paid, onClose }: DecisionDialogProps) {
  const form = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  const [intentions] = useState(keepIntentions);
  const resolve = useChange('resolvePayouts');
  const desk = useDesk();
  const forget = useForget();
  const remember = useRemember();
  const [group, setGroup] = useState(opened);
  const [typed, setTyped] = useState<TypedDecision>({ rrn: '', ticket: '', note: '', count: '' });
  // One transfer of the bank pays one payout; "not paid" may be true of all of them.
  const [first = ''] = group.payouts;
  const [chosen, setChosen] = useState(paid || group.payouts.length === 1 ? first : ALL);
  const payouts = chosen === ALL ? group.payouts : [chosen];
  const asked = { paid, count: payouts.length, isOpen: group.notPaid.isOpen };
  const isReady = mayDecide(typed, asked);
  /** What was refused may be about other payouts by now: they are shown as they are, and their count is typed anew. */
  const readAgain = async (decided: readonly string[]): Promise<void> => {
    const asked = { book: bookOfBatch(group.batch) };
    const fresh = await desk.ask('listUnknown', asked);
    if (fresh.kind !== 'done') return;
    remember('listUnknown', asked, fresh);
    const now = groupNow(fresh.value.groups, decided);
    if (now === null) return;
    setGroup(now);
    if (now.payouts.join() !== group.payouts.join()) setTyped({ ...typed, count: '' });
    if (chosen === ALL && now.payouts.length === 1) setChosen(now.payouts[0] ?? chosen);
  };
  const submit = async (event: Pick<Event, 'preventDefault'>): Promise<void> => {
    event.preventDefault();
    if (!isReady) return;
    const wish = { payouts: [...payouts], count: payouts.length, decision: decisionOf(typed, paid), note: typed.note };
    const told = await resolve.run(wish, intentions.idOf(wish));
    intentions.hear(wish, told);
    if (told.kind === 'refused') return readAgain(payouts);
    if (told.kind !== 'done') return;
    forget('listUnknown', 'readAttention', 'readBatch');
    onClose();
  };
  const set = (field: keyof TypedDecision) => (event: { readonly target: { readonly value: string } }) =>
    setTyped({ ...typed, [field]: event.target.value });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={paid ? UNKNOWN.decidePaid : UNKNOWN.decideNotPaid}
      firstFocus={cancel}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            {SHELL.cancel}
          </Button>
          <Button
            weight={paid ? 'primary' : 'danger'}
            type="submit"
            form={form}
            disabled={!isReady}
            isPending={resolve.isPending}
          >
            {UNKNOWN.decide}
          </Button>
        </>
      }
    >
      <p>{UNKNOWN.decideAbout(payouts.length)}</p>
      {paid ? null : <p>{UNKNOWN.decideNotPaidAbout(payouts.length)}</p>}
      <NotDoneNotice told={resolve.told} />
      <form id={form} onSubmit={(event) => void submit(event)}>
        {group.payouts.length === 1 ? null : (
          <SelectField label={UNKNOWN.which} value={chosen} onChange={(event) => setChosen(event.target.value)}>
            {paid ? null : <option value={ALL}>{UNKNOWN.all(group.payouts.length)}</option>}
            {group.payouts.map((payout) => (
              <option key={payout}>{payout}</option>
            ))}
          </SelectField>
        )}
        {paid ? (
          <TextField
            label={UNKNOWN.rrn}
            hint={UNKNOWN.rrnHint}
            error={tooLong(typed.rrn.trim(), TYPED_TEXT_MAX_CHARACTERS)}
            value={typed.rrn}
            onChange={set('rrn')}
          />
        ) : group.notPaid.isOpen ? null : (
          <TextField
            label={UNKNOWN.ticket}
            hint={UNKNOWN.ticketHint}
            error={tooLong(typed.ticket.trim(), TYPED_TEXT_MAX_CHARACTERS)}
            value={typed.ticket}
            onChange={set('ticket')}
          />
        )}
        <AreaField
          label={UNKNOWN.note}
          hint={UNKNOWN.noteHint}
          error={tooLong(typed.note.trim(), NOTE_MAX_CHARACTERS)}
          value={typed.note}
          onChange={set('note')}
        />
        {payouts.length === 1 ? null : (
          <TextField
            label={UNKNOWN.count(payouts.length)}
            inputMode="numeric"
            value={typed.count}
            onChange={set('count')}
          />
        )}
      </form>
    </Dialog>
  );
}
