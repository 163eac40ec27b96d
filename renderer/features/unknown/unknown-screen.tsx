// Nothing here sends, decides or marks as read automatically, and no text is filled in that a person has not typed.

import { CircleCheck } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { GridLayout } from '../../../shared/api/desk-commands.ts';
import type { UnknownLine, UnknownSort } from '../../../shared/api/payout-commands.ts';
import type { BatchId } from '../../../shared/ids.ts';
import { DECIDED_TOGETHER_MAX } from '../../../shared/limits.ts';
import { decimalText, formatRupees } from '../../../shared/money.ts';
import { NEEDS, type Need } from '../../../shared/needs-you.ts';
import { type Book, environmentOf } from '../../../shared/profiles.ts';
import { UNKNOWN_SORTS } from '../../../shared/sorts.ts';
import { formatDayAndTime } from '../../../shared/text/format.ts';
import { evidenceWords, outcomeWords, reasonWords, UNKNOWN } from '../../../shared/text/payouts.ts';
import { SHELL } from '../../../shared/text/shell.ts';
import type { CommandResult } from '../../bridge/desk-transport.ts';
import { type RowWindow, useGridRows, useRowList, useRows } from '../../bridge/row-list.ts';
import { useAsk, useChange, useDesk } from '../../bridge/use-desk.ts';
import { useNeeds } from '../../bridge/use-needs.ts';
import { say } from '../../language.ts';
import { AreaField, Button, Chips, LinkButton } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Grid } from '../../ui/grid/grid.tsx';
import { type GridColumn, useGridLayout } from '../../ui/grid/grid-columns.ts';
import { go, useScreen } from '../../ui/navigation.ts';
import { Empty, Loaded, NotDoneNotice } from '../../ui/notice.tsx';
import { DecidedElsewhere } from '../../ui/other-desks.tsx';
import { Card, Facts, Faint, Page, Row, Stack, WordForWord } from '../../ui/page.tsx';
import { PayoutPapers } from '../../ui/payout-papers.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { StateMark } from '../../ui/status.tsx';
import { TableCard, type TableColumn } from '../../ui/table.tsx';
import {
  type Decided,
  DecisionDialog,
  earlyWords,
  isOpenFor,
  PaymentTable,
  paymentsWords,
  payToWords,
} from './decision-dialog.tsx';
import styles from './unknown-screen.module.css';

/** Lookups add evidence and time opens a decision, but neither is an event, so what is in sight is refetched. */
const READ_EVERY_MS = 15_000;

const TOPICS = ['unknown', 'payouts', 'profiles'] as const;

/** Payments with one `evidenceKey` can be decided together. */
interface Choice extends Decided {
  readonly batch: UnknownLine['batch'];
  readonly evidenceKey: string;
  readonly isOpen: boolean;
  /** Whether "paid" needs no ticket now. */
  readonly isOpenAsPaid: boolean;
}

type OpenDialog =
  | { readonly kind: 'paid' | 'notPaid' | 'payAgain'; readonly about: readonly Choice[] }
  | { readonly kind: 'export' };

interface UnknownScreenProps {
  readonly book: Book;
  /** Null for all of the book. */
  readonly batch: BatchId | null;
}

export function UnknownScreen({ book, batch }: UnknownScreenProps) {
  const desk = useDesk();
  const layout = useGridLayout('unknown', { keepsSort: false });
  const sort = useSort(layout.layout.sort);
  const needs = useNeeds(book, batch);
  const whole = useNeeds(book, null);
  const [wanted, setWanted] = useState<Need>('decide');
  // Where one group is empty the other one is shown.
  const need = needs[wanted].count > 0 ? wanted : (NEEDS.find((one) => needs[one].count > 0) ?? wanted);
  const filter = useMemo(() => ({ book, batch, need }), [book, batch, need]);
  const read = useCallback(
    (window: RowWindow) => desk.ask('listUnknown', { ...filter, sort, window }),
    [filter, desk, sort],
  );
  const list = useRowList<UnknownLine>({ version: `${book} ${need}`, topics: TOPICS, batch: null, load: read });
  useEffect(() => {
    const timer = setInterval(() => list.renewWithin(READ_EVERY_MS), READ_EVERY_MS);
    return () => clearInterval(timer);
  }, [list]);
  const { total, rows, failure } = useRows(list);
  const [shown, setShown] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ReadonlyMap<string, Choice>>(new Map());
  const [asking, setAsking] = useState<OpenDialog | null>(null);
  const first = rows[0]?.row ?? null;
  const gridRows = useGridRows(list);
  const tick = (lines: readonly UnknownLine[], isTicked: boolean): void => {
    const next = new Map(chosen);
    for (const line of lines) {
      if (isTicked) next.set(line.payout, choiceOf(line));
      else next.delete(line.payout);
    }
    setChosen(next);
  };
  const tickAll = async (): Promise<void> => {
    const lines = await list.readRows({ from: 0, count: Math.min(total ?? 0, DECIDED_TOGETHER_MAX) });
    if (lines !== null) tick(lines, true);
  };
  return (
    <Page
      isFilled
      title={UNKNOWN.title}
      environment={environmentOf(book)}
      about={[...(batch === null ? [] : [batch]), UNKNOWN.about].join(' · ')}
      actions={
        <>
          {batch === null ? null : (
            <Button onClick={() => go({ at: 'unknown', book })}>
              {UNKNOWN.allBatches(whole.decide.count + whole.checking.count)}
            </Button>
          )}
          {total === null || total === 0 ? null : (
            <Button onClick={() => setAsking({ kind: 'export' })}>{UNKNOWN.export}</Button>
          )}
        </>
      }
    >
      <NotDoneNotice result={failure} />
      <DecidedElsewhere book={book} />
      {total === 0 ? (
        <Card>
          <Empty icon={CircleCheck} title={UNKNOWN.none} about={UNKNOWN.noneAbout} />
        </Card>
      ) : (
        <div className={styles.split}>
          <div className={styles.list}>
            <Row>
              <Chips
                label={UNKNOWN.show}
                chips={NEEDS.map((key) => ({ key, word: UNKNOWN.needs[key], count: needs[key].count }))}
                chosen={need}
                onChoose={(key) => {
                  setWanted(key);
                  setShown(null);
                  setChosen(new Map());
                }}
              />
              <span className="soft">{formatRupees(needs[need].paise)}</span>
            </Row>
            <Grid<UnknownLine>
              {...gridRows}
              {...layout}
              label={UNKNOWN.label}
              columns={COLUMNS[need]}
              keyOf={keyOf}
              empty={null}
              onActive={(cell) => {
                if (cell?.row !== undefined) setShown(cell.row.payout);
              }}
              ticks={{
                isTicked: ({ payout }) => chosen.has(payout),
                onTick: tick,
                all: chosen.size === 0 ? false : chosen.size === total ? true : 'some',
                onTickAll: (isTicked) => {
                  if (!isTicked) setChosen(new Map());
                  else void tickAll();
                },
                label: ({ name, payout }) => UNKNOWN.choose(name ?? payout),
                allLabel: UNKNOWN.chooseAll,
              }}
            />
            {chosen.size === 0 ? null : (
              <Row>
                <span>{chosenWords(chosen)}</span>
                <LinkButton onClick={() => setChosen(new Map())}>{UNKNOWN.clear}</LinkButton>
              </Row>
            )}
          </div>
          <Detail
            payout={shownOf(chosen, shown) ?? first?.payout ?? null}
            chosen={chosen}
            onGone={() => setShown(null)}
            onChoose={setChosen}
            onDecide={(kind, about) => setAsking({ kind, about })}
          />
        </div>
      )}
      <LateNewsCard book={book} />
      {asking === null ? null : asking.kind === 'export' ? (
        <ExportDialog
          filter={filter}
          payouts={[...chosen.keys()]}
          count={chosen.size || (total ?? 0)}
          onClose={() => setAsking(null)}
        />
      ) : (
        <DecisionDialog
          payments={asking.about}
          paid={asking.kind === 'paid'}
          retryBatch={asking.kind === 'payAgain' ? (asking.about[0]?.batch ?? null) : null}
          isOpen={asking.about.every((one) => (asking.kind === 'paid' ? one.isOpenAsPaid : one.isOpen))}
          onClose={() => {
            setAsking(null);
            setChosen(new Map());
          }}
        />
      )}
    </Page>
  );
}

/** The payment to show: one of the chosen payments, if any are chosen. */
function shownOf(chosen: ReadonlyMap<string, Choice>, shown: string | null): string | null {
  const [first = null] = chosen.keys();
  return first === null || (shown !== null && chosen.has(shown)) ? shown : first;
}

function choiceOf(line: UnknownLine): Choice {
  const { payout, batch, name, beneficiary, ifsc, bank, amountPaise, paidAgainAs, evidenceKey } = line;
  const open = { isOpen: isOpenFor(line, false), isOpenAsPaid: isOpenFor(line, true) };
  return { payout, batch, name, beneficiary, ifsc, bank, amountPaise, paidAgainAs, evidenceKey, ...open };
}

function chosenWords(chosen: ReadonlyMap<string, Choice>): string {
  const paise = [...chosen.values()].reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  return UNKNOWN.chosen(chosen.size, formatRupees(paise));
}

interface DetailProps {
  readonly payout: string | null;
  readonly chosen: ReadonlyMap<string, Choice>;
  readonly onGone: () => void;
  readonly onChoose: (chosen: ReadonlyMap<string, Choice>) => void;
  readonly onDecide: (kind: 'paid' | 'notPaid' | 'payAgain', about: readonly Choice[]) => void;
}

/** One payment with all its evidence, and the decision about it or about the selected ones. */
function Detail({ payout, ...props }: DetailProps) {
  return (
    <section className={`stack ${styles.detail}`} aria-label={UNKNOWN.happened}>
      {payout === null ? null : <Evidence payout={payout} {...props} />}
    </section>
  );
}

function Evidence({ payout, chosen, onGone, onChoose, onDecide }: DetailProps & { readonly payout: string }) {
  const { openPayout } = useScreen();
  const question = useAsk('readUnknown', { payout }, { nextInMs: () => READ_EVERY_MS, isFresh: true });
  const story = useAsk('readPayout', { payout }).value;
  const known = question.value;
  const isGone = known !== null && known.unknown === null;
  useEffect(() => {
    if (isGone) onGone();
  }, [isGone, onGone]);
  if (known === null || known.unknown === null)
    return <NotDoneNotice result={question.result.kind === 'waiting' ? null : question.result} />;
  const { line, together } = known.unknown;
  const equal = together.map((one) => ({ ...choiceOf(line), ...one }));
  // Since they were chosen, a decision may have opened.
  const asNow = new Map(equal.map((one) => [one.payout, one]));
  const about = chosen.size === 0 ? [choiceOf(line)] : [...chosen.values()].map((one) => asNow.get(one.payout) ?? one);
  const isEqual = about.every(({ evidenceKey }) => evidenceKey === about[0]?.evidenceKey);
  const early = earlyWords(line.notPaid, question.askedAtMs);
  const { notPaid, isRefused } = line;
  // Those that are chosen, or all that were refused alike.
  const again = chosen.size === 0 ? equal : about;
  const chooseEqual = (): void => onChoose(new Map(equal.map((one) => [one.payout, one])));
  return (
    <>
      {chosen.size < 2 ? (
        <>
          <Stack isTight>
            <h2>
              <PersonName>{line.name ?? line.payout}</PersonName>
            </h2>
            <strong>{formatRupees(line.amountPaise)}</strong>
          </Stack>
          <Facts
            facts={{
              [UNKNOWN.payTo]: payToWords(line),
              [UNKNOWN.sent]: formatDayAndTime(line.sentAtMs),
              [UNKNOWN.batch]: <LinkButton onClick={() => openPayout(line.payout)}>{line.payout}</LinkButton>,
              [UNKNOWN.happened]: reasonWords(line.reason),
              [UNKNOWN.checked]: evidenceWords(line.evidence, say),
            }}
          />
        </>
      ) : (
        <>
          <h2>{paymentsWords(about)}</h2>
          <PaymentTable payments={about} />
        </>
      )}
      {early === null || !isEqual ? null : <p>{early}</p>}
      {line.waitsForAnswer ? <p>{UNKNOWN.waitsForAnswer}</p> : null}
      {together.length < 2 ? null : <Button onClick={chooseEqual}>{UNKNOWN.chooseEqual(together.length)}</Button>}
      {isRefused && notPaid.isOpen && isEqual ? (
        <Button title={paymentsWords(again)} onClick={() => onDecide('payAgain', again)}>
          {UNKNOWN.payAgain(again.length)}
        </Button>
      ) : null}
      {chosen.size < 2 ? null : <p>{isEqual ? UNKNOWN.oneByOne : UNKNOWN.unequal}</p>}
      <Row>
        <Button disabled={about.length !== 1} title={paymentsWords(about)} onClick={() => onDecide('paid', about)}>
          {UNKNOWN.paid}
        </Button>
        <Button disabled={!isEqual} title={paymentsWords(about)} onClick={() => onDecide('notPaid', about)}>
          {UNKNOWN.notPaid}
        </Button>
      </Row>
      {chosen.size < 2 ? <PayoutPapers batch={line.batch} rowNumber={line.rowNumber} /> : null}
      {story === null ? null : (
        <details>
          <summary>{UNKNOWN.answers}</summary>
          {[
            ...story.attempts.map(({ atMs, outcome, answer }) => ({ atMs, finding: outcome ?? '', answer })),
            ...story.answers,
          ].map(({ atMs, finding, answer }) => (
            <div key={atMs} className={styles.answer}>
              <span className="soft">
                {formatDayAndTime(atMs)} · {outcomeWords(finding)}
              </span>
              <WordForWord text={answer} />
            </div>
          ))}
        </details>
      )}
    </>
  );
}

function openWords({ notPaid: { isOpen, opensAtMs, answersMissing, lookupsProven } }: UnknownLine): string {
  if (isOpen) return UNKNOWN.now;
  if (!lookupsProven) return UNKNOWN.withTicket;
  return opensAtMs > Date.now() || answersMissing === 0
    ? formatDayAndTime(opensAtMs)
    : UNKNOWN.answersMissing(answersMissing);
}

function useSort(sort: GridLayout['sort']): UnknownSort | null {
  return useMemo(() => {
    const by = UNKNOWN_SORTS.find((known) => known === sort?.key);
    return sort === null || by === undefined ? null : { by, direction: sort.direction };
  }, [sort]);
}

const DECIDE: GridColumn<UnknownLine> = { key: 'decide', header: UNKNOWN.decide, width: 104, text: openWords };
const NEXT_CHECK: GridColumn<UnknownLine> = {
  key: 'nextCheck',
  header: UNKNOWN.nextCheck,
  width: 104,
  isWhole: true,
  text: ({ nextLookupAtMs }) => (nextLookupAtMs === null ? UNKNOWN.noCheck : formatDayAndTime(nextLookupAtMs)),
};

/** The one date of each payment: when a person may decide, or when the desk asks again. */
const columnsOf = (date: GridColumn<UnknownLine>): readonly GridColumn<UnknownLine>[] => [
  {
    key: 'name',
    header: UNKNOWN.name,
    width: 144,
    frozen: 'left',
    canHide: false,
    text: ({ name, payout }) => name ?? payout,
    render: ({ name, payout }) => <PersonName>{name ?? payout}</PersonName>,
  },
  { key: 'payTo', header: UNKNOWN.payTo, width: 176, text: payToWords },
  date,
  { key: 'happened', header: UNKNOWN.happened, width: 176, grow: true, text: ({ reason }) => reasonWords(reason) },
  { key: 'sent', header: UNKNOWN.sent, width: 128, text: ({ sentAtMs }) => formatDayAndTime(sentAtMs) },
  { key: 'batch', header: UNKNOWN.batch, width: 72, text: ({ batch }) => batch },
  {
    key: 'amount',
    header: UNKNOWN.amount,
    width: 120,
    frozen: 'right',
    paise: ({ amountPaise }) => amountPaise,
    text: ({ amountPaise }) => decimalText(amountPaise),
    render: ({ amountPaise }) => formatRupees(amountPaise),
  },
];

const COLUMNS = { decide: columnsOf(DECIDE), checking: columnsOf(NEXT_CHECK) } satisfies Record<Need, unknown>;

interface ExportDialogProps {
  readonly filter: { readonly book: Book; readonly batch: BatchId | null; readonly need: Need };
  /** Empty means all that match. */
  readonly payouts: readonly string[];
  readonly count: number;
  readonly onClose: () => void;
}

/** The message to the gateway's support, and its table. */
function ExportDialog({ filter, payouts, count, onClose }: ExportDialogProps) {
  const desk = useDesk();
  const question = useAsk('exportUnknown', { ...filter, payouts: [...payouts] }, { isFresh: true });
  const [isCopied, setCopied] = useState(false);
  return (
    <Dialog title={UNKNOWN.export} act={null} cancel={SHELL.close} onClose={onClose}>
      <p>{UNKNOWN.exportAbout(count)}</p>
      <Loaded of={question}>
        {(file) => (
          <Stack>
            <AreaField label={UNKNOWN.message} readOnly rows={8} value={file.message} />
            <Row>
              <Button
                weight="primary"
                onClick={() => void navigator.clipboard.writeText(file.message).then(() => setCopied(true))}
              >
                {isCopied ? UNKNOWN.copied : UNKNOWN.copy}
              </Button>
              <Button onClick={() => void desk.saveDownload(file)}>{UNKNOWN.saveCsv}</Button>
            </Row>
          </Stack>
        )}
      </Loaded>
    </Dialog>
  );
}

/** What the gateway said about a payout after it had ended. */
function LateNewsCard({ book }: { readonly book: Book }) {
  const { openPayout } = useScreen();
  const news = useAsk('listLateNews', { book }).value?.news ?? [];
  const [marked, setMarked] = useState<CommandResult<unknown> | null>(null);
  if (news.length === 0) return null;
  const unread = news.filter(({ readAtMs }) => readAtMs === null).map(({ news: number }) => number);
  const columns: readonly TableColumn<(typeof news)[number]>[] = [
    {
      word: UNKNOWN.newsColumns.payout,
      cell: ({ payout, name, amountPaise }) => (
        <LinkButton onClick={() => openPayout(payout)}>
          <PersonName>{`${name ?? payout} · ${formatRupees(amountPaise)}`}</PersonName>
        </LinkButton>
      ),
    },
    { word: UNKNOWN.newsColumns.was, cell: ({ from }) => <StateMark state={from} /> },
    {
      word: UNKNOWN.newsColumns.now,
      cell: ({ subject, to }) => (subject === null ? <StateMark state={to} /> : <Faint>{UNKNOWN.unchanged}</Faint>),
    },
    {
      word: UNKNOWN.newsColumns.means,
      cell: ({ isPossibleDuplicate, sentence }) =>
        isPossibleDuplicate ? <strong>{say(sentence)}</strong> : say(sentence),
    },
    { word: UNKNOWN.newsColumns.heard, cell: ({ heardAtMs }) => formatDayAndTime(heardAtMs) },
    {
      word: UNKNOWN.read,
      hasActs: true,
      cell: ({ news: number, readAtMs, readBy }) =>
        readAtMs === null ? (
          <ReadButton book={book} news={[number]} onResult={setMarked}>
            {UNKNOWN.readOne}
          </ReadButton>
        ) : (
          <Faint>{readBy === null ? UNKNOWN.read : UNKNOWN.readBy(readBy)}</Faint>
        ),
    },
  ];
  return (
    <TableCard
      label={UNKNOWN.news}
      actions={
        unread.length > 1 ? (
          <ReadButton book={book} news={unread} onResult={setMarked}>
            {UNKNOWN.readAll}
          </ReadButton>
        ) : undefined
      }
      columns={columns}
      rows={news}
      keyOf={(one) => one.news}
    >
      <p className="soft padded">{UNKNOWN.newsAbout}</p>
      <NotDoneNotice result={marked} />
    </TableCard>
  );
}

interface ReadButtonProps {
  readonly book: Book;
  readonly news: readonly number[];
  /** Null while it is pending. */
  readonly onResult: (result: CommandResult<unknown> | null) => void;
  readonly children: string;
}

/** Each has its own pending state, so marking one line does not block another. */
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

function keyOf({ payout }: UnknownLine): string {
  return payout;
}
