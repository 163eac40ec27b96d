// Nothing here sends again, decides, or marks as read by itself, and nothing is filled in that a person has not typed.

import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { AnswerOf, ParamsOf } from '../../../shared/api/contract.ts';
import { countOf, formatCount } from '../../../shared/counts.ts';
import { NOTE_MAX_CHARACTERS, TYPED_TEXT_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { formatRupees } from '../../../shared/money.ts';
import { type Book, bookOfBatch, environmentOf } from '../../../shared/profiles.ts';
import { makeCommandIds } from '../../bridge/command-ids.ts';
import type { CommandResult } from '../../bridge/transport.ts';
import { type QuestionState, useAsk, useChange, useDesk, useRemember } from '../../bridge/use-desk.ts';
import { formatDayAndTime } from '../../text/format.ts';
import { evidenceWords, reasonWords, UNKNOWN } from '../../text/payouts.ts';
import { SHELL } from '../../text/shell.ts';
import { AreaField, Button, LinkButton, SelectField, TextField, useTyped } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useScreen } from '../../ui/navigation.ts';
import { Empty, Loaded, NotDoneNotice } from '../../ui/notice.tsx';
import { Card, Facts, Faint, Page, Row, Stack } from '../../ui/page.tsx';
import { StateMark } from '../../ui/status.tsx';
import { TableCard, type TableColumn } from '../../ui/table.tsx';

/** Look-ups come seconds apart at first, then hours. */
const ASK_EVERY_MS = 15_000;

/** Reading the evidence of more than these takes the desk too long to do it for nobody's asking. */
const ASKED_BY_ITSELF = 500;

/** More names than these are a list nobody reads; Run has them all under its filter. */
const PAYOUTS_NAMED = 12;

export function UnknownScreen({ book }: { readonly book: Book }) {
  const question = useAsk('listUnknown', { book }, { nextInMs: nextEvidenceInMs });
  const [deciding, setDeciding] = useState<{ readonly group: UnknownGroup; readonly paid: boolean } | null>(null);
  return (
    <Page
      title="Payouts in doubt"
      environment={environmentOf(book)}
      about="They may have been paid. The desk looks them up on and on and never sends them again; a person decides when the gateway cannot say."
    >
      <Loaded of={question}>
        {({ groups }) =>
          groups.length === 0 ? (
            <Card>
              <Empty
                icon={CircleCheck}
                title="No payout is in doubt"
                about="When an answer gets lost, the payout waits here with everything that is known about it."
              />
            </Card>
          ) : (
            <Stack>
              {groups.map((group) => (
                <GroupCard
                  key={group.payouts[0]}
                  group={group}
                  answeredAtMs={question.askedAtMs}
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
function nextEvidenceInMs(result: QuestionState<AnswerOf<'listUnknown'>>): number | null {
  const count = result.kind === 'done' ? result.value.groups.reduce((sum, group) => sum + group.sum.count, 0) : 0;
  return count > 0 && count <= ASKED_BY_ITSELF ? ASK_EVERY_MS : null;
}

interface GroupCardProps {
  readonly group: UnknownGroup;
  /** When the desk said so. */
  readonly answeredAtMs: number;
  readonly onDecide: (paid: boolean) => void;
}

function GroupCard({ group, answeredAtMs, onDecide }: GroupCardProps) {
  const { openPayout } = useScreen();
  const { sum, reason, evidence, refusedByRate, sentFromMs, sentToMs, notKnownAnswers, payouts } = group;
  const [sentFrom, sentTo] = [formatDayAndTime(sentFromMs), formatDayAndTime(sentToMs)];
  const early = earlyWords(group.notPaid, answeredAtMs);
  return (
    <Card
      title={`${countOf(sum.count, 'payout')} · ${formatRupees(sum.paise)}`}
      actions={
        <Row>
          <Button onClick={() => onDecide(true)}>It was paid</Button>
          <Button onClick={() => onDecide(false)}>It was not paid</Button>
        </Row>
      }
    >
      <Stack isTight>
        <Facts
          facts={{
            'What happened': reasonWords(reason),
            Evidence: evidenceWords(evidence),
            Sent: sentFrom === sentTo ? sentFrom : `${sentFrom} – ${sentTo}`,
            [UNKNOWN.notKnown(sum.count)]: formatCount(notKnownAnswers),
            Payouts: (
              <span className="row">
                {payouts.slice(0, PAYOUTS_NAMED).map((payout) => (
                  <LinkButton key={payout} className="mono" onClick={() => openPayout(payout)}>
                    {payout}
                  </LinkButton>
                ))}
                {payouts.length > PAYOUTS_NAMED ? (
                  <span>and {formatCount(payouts.length - PAYOUTS_NAMED)} more</span>
                ) : null}
              </span>
            ),
          }}
        />
        {refusedByRate ? <p>{UNKNOWN.refusedByRate(sum.count)}</p> : null}
        {early === null ? null : <p className="soft">{early}</p>}
      </Stack>
    </Card>
  );
}

/** What the gateway said after a payout had come to its end. */
function LateNewsCard({ book }: { readonly book: Book }) {
  const { openPayout } = useScreen();
  const news = useAsk('listLateNews', { book }).value?.news ?? [];
  const [marked, setMarked] = useState<CommandResult<unknown> | null>(null);
  if (news.length === 0) return null;
  const unread = news.filter(({ readAtMs }) => readAtMs === null).map(({ news: number }) => number);
  const columns: readonly TableColumn<(typeof news)[number]>[] = [
    {
      word: 'Payout',
      cell: ({ payout, name, amountPaise }) => (
        <>
          <LinkButton className="mono" onClick={() => openPayout(payout)}>
            {payout}
          </LinkButton>
          <br />
          {name === null ? null : `${name} · `}
          {formatRupees(amountPaise)}
        </>
      ),
    },
    { word: 'Was', cell: ({ from }) => <StateMark state={from} /> },
    {
      word: 'Now',
      cell: ({ isMismatch, to }) => (isMismatch ? <Faint>Not changed</Faint> : <StateMark state={to} />),
    },
    {
      word: 'What it means',
      cell: ({ isPossibleDuplicate, sentence }) => (isPossibleDuplicate ? <strong>{sentence}</strong> : sentence),
    },
    { word: 'Heard', cell: ({ heardAtMs }) => formatDayAndTime(heardAtMs) },
    {
      word: UNKNOWN.read,
      hasActs: true,
      cell: ({ news: number, readAtMs, readBy }) =>
        readAtMs === null ? (
          <ReadButton book={book} news={[number]} onResult={setMarked}>
            I have read this
          </ReadButton>
        ) : (
          <Faint>{readBy === null ? UNKNOWN.read : `Read by ${readBy}`}</Faint>
        ),
    },
  ];
  return (
    <TableCard
      label="Late news"
      actions={
        unread.length > 1 ? (
          <ReadButton book={book} news={unread} onResult={setMarked}>
            I have read them all
          </ReadButton>
        ) : undefined
      }
      columns={columns}
      rows={news}
      keyOf={(one) => one.news}
    >
      <p className="soft padded">What the gateway said after a payout had come to its end, or about another payment.</p>
      <NotDoneNotice result={marked} />
    </TableCard>
  );
}

interface ReadButtonProps {
  readonly book: Book;
  readonly news: readonly number[];
  /** Null while it is on its way. */
  readonly onResult: (result: CommandResult<unknown> | null) => void;
  readonly children: string;
}

/** Each has a pending mark of its own: reading one line does not hold up another. */
function ReadButton({ book, news, onResult, children }: ReadButtonProps) {
  const mark = useChange('markLateNewsRead');
  const read = async (): Promise<void> => {
    onResult(null);
    onResult(await mark.run({ book, news: [...news] }));
  };
  return (
    <Button isPending={mark.isPending} onClick={() => void read()}>
      {children}
    </Button>
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
  const [commandIds] = useState(makeCommandIds);
  const resolve = useChange('resolvePayouts');
  const desk = useDesk();
  const remember = useRemember();
  const [group, setGroup] = useState(opened);
  const { typed, setTyped, field } = useTyped({ rrn: '', ticket: '', note: '', count: '' });
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
  const submit = async (): Promise<void> => {
    if (!isReady) return;
    const request = {
      payouts: [...payouts],
      count: payouts.length,
      decision: decisionOf(typed, paid),
      note: typed.note,
    };
    const result = await resolve.run(request, commandIds.idOf(request));
    commandIds.settle(request, result);
    if (result.kind === 'refused') await readAgain(payouts);
    if (result.kind === 'done') onClose();
  };
  const choices = group.payouts.map((payout) => [payout, payout] as const);
  return (
    <Dialog
      onClose={onClose}
      title={paid ? 'Decide: it was paid' : 'Decide: it was not paid'}
      firstFocus="cancel"
      act={{
        word: 'Record the decision',
        weight: paid ? 'primary' : 'danger',
        isForm: true,
        disabled: !isReady,
        isPending: resolve.isPending,
        run: submit,
      }}
    >
      <p>
        Your decision about {countOf(payouts.length, 'payout')} is recorded with your name and stands in every report.
      </p>
      {paid ? null : <p>{UNKNOWN.decideNotPaidAbout(payouts.length)}</p>}
      <NotDoneNotice result={resolve.result} />
      <Stack isTight>
        {group.payouts.length === 1 ? null : (
          <SelectField
            label="About"
            options={paid ? choices : [[ALL, UNKNOWN.all(group.payouts.length)], ...choices]}
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
          />
        )}
        {paid ? (
          <TextField
            label="RRN or UTR"
            hint="From the bank's statement or the gateway."
            {...field('rrn', TYPED_TEXT_MAX_CHARACTERS)}
          />
        ) : group.notPaid.isOpen ? null : (
          <TextField
            label="Gateway's ticket number"
            hint="Needed while it is too early to decide without one."
            {...field('ticket', TYPED_TEXT_MAX_CHARACTERS)}
          />
        )}
        <AreaField label="Note" hint="How you know. Others will read this." {...field('note', NOTE_MAX_CHARACTERS)} />
        {payouts.length === 1 ? null : (
          <TextField label={SHELL.typeCount(payouts.length)} inputMode="numeric" {...field('count')} />
        )}
      </Stack>
    </Dialog>
  );
}

type TypedDecision = Readonly<Record<'rrn' | 'ticket' | 'note' | 'count', string>>;

/** Shape: `isOpen` when "not paid" needs no ticket now. */
interface AskedDecision {
  readonly paid: boolean;
  readonly count: number;
  readonly isOpen: boolean;
}

export function mayDecide(typed: TypedDecision, { paid, count, isOpen }: AskedDecision): boolean {
  const hasEvidence = paid ? typed.rrn.trim() !== '' : isOpen || typed.ticket.trim() !== '';
  const hasCount = count === 1 || typed.count.trim() === String(count);
  return hasEvidence && hasCount && typed.note.trim() !== '';
}

/** The group that now holds the first of these payouts that is still in doubt; null when none is. */
export function groupNow(groups: readonly UnknownGroup[], asked: readonly string[]): UnknownGroup | null {
  for (const payout of asked) {
    const group = groups.find(({ payouts }) => payouts.includes(payout));
    if (group !== undefined) return group;
  }
  return null;
}

export function decisionOf(typed: TypedDecision, paid: boolean): ParamsOf<'resolvePayouts'>['decision'] {
  if (paid) return { kind: 'paid', rrn: typed.rrn.trim() };
  const ticket = typed.ticket.trim();
  return { kind: 'notPaid', ticket: ticket === '' ? null : ticket };
}

/** Shape: null when a person may decide it now. Units: milliseconds. */
export function earlyWords(
  { isOpen, opensAtMs, answersMissing, rateOpensAtMs }: UnknownGroup['notPaid'],
  nowMs: number,
): string | null {
  if (isOpen) return null;
  const wants = wantsOf({ day: formatDayAndTime(opensAtMs), isWaiting: opensAtMs > nowMs, answersMissing });
  return rateOpensAtMs === null ? wants : `${wants} ${UNKNOWN.mayRate(formatDayAndTime(rateOpensAtMs))}`;
}

interface DecisionWait {
  readonly day: string;
  readonly isWaiting: boolean;
  readonly answersMissing: number;
}

/** What was told before its time came still names the time: nothing else is missing then. */
function wantsOf({ day, isWaiting, answersMissing }: DecisionWait): string {
  if (answersMissing === 0) return UNKNOWN.mayFrom(day);
  return isWaiting ? UNKNOWN.mayFromAfter(day, answersMissing) : UNKNOWN.mayAfter(answersMissing);
}

/** Payouts in doubt that can be decided together. */
export type UnknownGroup = AnswerOf<'listUnknown'>['groups'][number];
