// The rows of a file that repeat earlier payments, then and now, row by row or per earlier batch. On Review and on Confirm they
// are left out unless a person ticks them, and only listed rows can be ticked.

import type { ReactNode } from 'react';
import type { ConfirmationView } from '../../shared/api/batch-commands.ts';
import type { Message } from '../../shared/messages/message.ts';
import { formatRupees } from '../../shared/money.ts';
import { isClaimTicked, type Ticks, withClaimTicks, withDifference, withRowTicks } from '../../shared/repeats.ts';
import { STATE_WORDS } from '../../shared/states.ts';
import { CONFIRM } from '../../shared/text/drafts.ts';
import { formatDay, formatDayAndTime } from '../../shared/text/format.ts';
import { say } from '../language.ts';
import { Button, GivenTick, Tick } from './controls.tsx';
import { PersonName } from './person-name.tsx';
import styles from './repeats.module.css';
import { type TableColumn, WideTable } from './table.tsx';

/** The ticks for the rows of one draft revision, the function that sets them, and how many ticks an edit undid. */
export type TicksAt = (revision: number) => readonly [ticks: Ticks, onTick: (ticks: Ticks) => void, undone: number];

interface RepeatGroupsProps {
  readonly repeats: Pick<ConfirmationView, 'tickable' | 'questions'> & Partial<Pick<ConfirmationView, 'claimed'>>;
  readonly ticks: Ticks;
  readonly onTick: (ticks: Ticks) => void;
  readonly onMore: () => void;
  /** The ticks are given, and cannot be changed. */
  readonly isGiven?: boolean;
}

/** Groups of one card: what is asked per earlier batch, then row by row, then about other desks. */
export function RepeatGroups({ repeats: { tickable, questions, claimed }, ...ways }: RepeatGroupsProps) {
  return (
    <>
      {questions.map((question) => (
        <QuestionGroup key={question.batch} question={question} {...ways} />
      ))}
      {tickable.map((kind) => (
        <RowTicksGroup key={kind.reason} kind={kind} {...ways} />
      ))}
      {claimed === undefined || claimed.rows.length === 0 ? null : <ClaimedGroup claimed={claimed} {...ways} />}
    </>
  );
}

type Ways = Omit<RepeatGroupsProps, 'repeats'>;
type Kind = ConfirmationView['tickable'][number];
type TickableRow = Kind['rows'][number];
type Earlier = TickableRow['earlier'][number];
type Question = ConfirmationView['questions'][number];

type Claimed = ConfirmationView['claimed'];
type ClaimedRow = Claimed['rows'][number];

/** Rows that other desks pay or paid as well, left out unless a person says that each is another payment. */
function ClaimedGroup({
  claimed: { sum, rows },
  ticks,
  onTick,
  onMore,
  isGiven = false,
}: Ways & { readonly claimed: Claimed }) {
  const title = CONFIRM.claimed(sum.count, formatRupees(sum.paise));
  const ticked = (row: ClaimedRow): boolean => isClaimTicked(ticks, row);
  const columns: readonly TableColumn<ClaimedRow>[] = [
    {
      word: CONFIRM.columns.tick,
      cell: (row) => {
        const label = CONFIRM.tickRow(row.name ?? CONFIRM.rowName(row.rowNumber), formatRupees(row.paise));
        if (isGiven) return <GivenTick isTicked={ticked(row)} label={label} />;
        return (
          <Tick
            aria-label={label}
            checked={ticked(row)}
            onTick={(isTicked) => onTick(withClaimTicks(ticks, [row], isTicked))}
          >
            {null}
          </Tick>
        );
      },
    },
    { word: CONFIRM.columns.row, isNumber: true, cell: ({ rowNumber }) => rowNumber },
    {
      word: CONFIRM.columns.name,
      cell: ({ name, rowNumber, payTo }) => (
        <span className={styles.name}>
          <PersonName>{name ?? CONFIRM.rowName(rowNumber)}</PersonName>
          <PayTo payTo={payTo} />
        </span>
      ),
    },
    {
      word: CONFIRM.columns.otherDesk,
      cell: ({ others }) => others.map((other) => <AtOtherDesk key={other.payment} other={other} />),
    },
    { word: CONFIRM.columns.now, isNumber: true, cell: ({ paise }) => formatRupees(paise) },
  ];
  const table = (
    <WideTable
      className={styles.rows}
      label={title}
      columns={columns}
      rows={rows}
      keyOf={({ rowNumber }) => rowNumber}
    />
  );
  return (
    <RepeatGroup title={title} hiddenCount={sum.count - rows.length} onMore={onMore} table={table}>
      {isGiven ? null : (
        <Tick checked={rows.every(ticked)} onTick={(isTicked) => onTick(withClaimTicks(ticks, rows, isTicked))}>
          {CONFIRM.tickClaimed(rows.length)}
        </Tick>
      )}
    </RepeatGroup>
  );
}

/** What the other desk has: how much, in which state, since when, and who claimed it on which computer. */
function AtOtherDesk({ other }: { readonly other: ClaimedRow['others'][number] }) {
  const { payment, by, state, paise, atMs, isPayee, name } = other;
  return (
    <div>
      <span className="medium">{payment}</span> {formatRupees(paise)}
      <div className="soft small">{[STATE_WORDS[state], formatDayAndTime(atMs), by].join(' · ')}</div>
      {isPayee ? null : <div className="small">{CONFIRM.otherAccount(name)}</div>}
    </div>
  );
}

interface RepeatGroupProps {
  readonly title: string;
  readonly hiddenCount: number;
  readonly onMore: () => void;
  readonly table: ReactNode;
  /** The tick for the rows as a whole. */
  readonly children: ReactNode;
}

/** Rows under one title, with the tick for all of them. */
function RepeatGroup({ title, hiddenCount, onMore, table, children }: RepeatGroupProps) {
  return (
    <section>
      <div className={styles.heading}>
        <h3>{title}</h3>
        {children}
        {hiddenCount > 0 ? <Button onClick={onMore}>{CONFIRM.showMoreRows(hiddenCount)}</Button> : null}
      </div>
      {table}
    </section>
  );
}

/** How many rows of a kind the ticks let through. A row with several reasons is paid once each of them is ticked. */
function choiceOf({ sum, rows }: Kind, ticks: Ticks) {
  const difference = new Set(ticks.difference);
  const ticked = {
    paidBefore: new Set([...ticks.paidBefore, ...difference]),
    accountChanged: new Set(ticks.accountChanged),
    heldName: new Set(ticks.heldName),
  };
  const paid = rows.filter(({ rowNumber, reasons }) => reasons.every((reason) => ticked[reason].has(rowNumber)));
  const inFull = paid.reduce((total, { paise }) => total + paise, 0);
  const paise = paid.reduce(
    (total, row) => total + (difference.has(row.rowNumber) ? (row.differencePaise ?? 0) : row.paise),
    0,
  );
  return {
    paid: { count: paid.length, rupees: formatRupees(paise) },
    leftOut: { count: sum.count - paid.length, rupees: formatRupees(sum.paise - inFull) },
  };
}

/** Rows left out unless a person ticks them: already paid, or a payee whose account has changed. */
function RowTicksGroup({ kind, ticks, onTick, onMore, isGiven = false }: Ways & { readonly kind: Kind }) {
  const { reason, sum, rows } = kind;
  const title = CONFIRM.tickable[reason](sum.count, choiceOf(kind, ticks));
  const columns = rowColumns({ reason, rows, ticks, onTick, isGiven });
  const table = (
    <WideTable
      className={styles.rows}
      label={title}
      columns={columns}
      rows={rows}
      keyOf={({ rowNumber }) => rowNumber}
    />
  );
  return (
    <RepeatGroup title={title} hiddenCount={sum.count - rows.length} onMore={onMore} table={table}>
      {isGiven ? null : (
        <Tick
          checked={rows.every(({ rowNumber }) => ticks[reason].includes(rowNumber))}
          onTick={(isTicked) => onTick(withRowTicks(ticks, { reason, rows }, isTicked))}
        >
          {CONFIRM.tickKind[reason](rows.length)}
        </Tick>
      )}
      {reason === 'paidBefore' && !isGiven ? (
        <Button
          // They are left out until something is ticked.
          disabled={ticks.paidBefore.length + ticks.difference.length === 0}
          onClick={() => onTick({ ...ticks, paidBefore: [], difference: [] })}
        >
          {CONFIRM.leaveOutPaid(sum.count)}
        </Button>
      ) : null}
    </RepeatGroup>
  );
}

function rowColumns({
  reason,
  rows,
  ticks,
  onTick,
  isGiven,
}: Pick<Ways, 'ticks' | 'onTick' | 'isGiven'> & Pick<Kind, 'reason' | 'rows'>): readonly TableColumn<TickableRow>[] {
  const nameOf = ({ name, rowNumber }: TickableRow): string => name ?? CONFIRM.rowName(rowNumber);
  const tick: TableColumn<TickableRow> = {
    word: reason === 'paidBefore' ? CONFIRM.columns.inFull : CONFIRM.columns.tick,
    cell: (row) => {
      const label = CONFIRM.tickRow(nameOf(row), formatRupees(row.paise));
      const isTicked = ticks[reason].includes(row.rowNumber);
      if (isGiven === true) return <GivenTick isTicked={isTicked} label={label} />;
      const tick = (next: boolean): void => onTick(withRowTicks(ticks, { reason, rows: [row] }, next));
      return (
        <Tick aria-label={label} checked={isTicked} onTick={tick}>
          {null}
        </Tick>
      );
    },
  };
  const difference: TableColumn<TickableRow> = {
    word: CONFIRM.columns.difference,
    isNumber: true,
    cell: ({ rowNumber, differencePaise, ...row }) =>
      differencePaise === null ? null : isGiven === true ? (
        <span className="row nowrap gap-1">
          <GivenTick isTicked={ticks.difference.includes(rowNumber)} label={CONFIRM.columns.difference} />
          {formatRupees(differencePaise)}
        </span>
      ) : (
        <Tick
          aria-label={CONFIRM.tickRow(nameOf({ rowNumber, differencePaise, ...row }), formatRupees(differencePaise))}
          checked={ticks.difference.includes(rowNumber)}
          onTick={(isTicked) => onTick(withDifference(ticks, rowNumber, isTicked))}
        >
          {formatRupees(differencePaise)}
        </Tick>
      ),
  };
  return [
    tick,
    { word: CONFIRM.columns.row, isNumber: true, cell: ({ rowNumber }) => rowNumber },
    {
      word: CONFIRM.columns.name,
      cell: (row) => (
        <span className={styles.name}>
          <PersonName>{nameOf(row)}</PersonName>
        </span>
      ),
    },
    {
      word: CONFIRM.columns.before,
      isNumber: true,
      cell: (row) => {
        const earlier = closestOf(row, reason);
        return earlier === undefined ? null : (
          <Then earlier={earlier} payTo={row.payTo} place={`${earlier.batch}/${earlier.rowNumber}`} />
        );
      },
    },
    {
      word: CONFIRM.columns.now,
      isNumber: true,
      cell: (row) => <Now paise={row.paise} payTo={row.payTo} earlier={closestOf(row, reason)} />,
    },
    ...(rows.some(({ differencePaise }) => differencePaise !== null) ? [difference] : []),
    ...(rows.some((row) => whyOf(row) !== '') ? [{ word: CONFIRM.columns.why, cell: whyOf }] : []),
  ];
}

/** What the other columns do not say: they have the amounts, the days, the accounts, the names and the earlier payment. */
function whyOf({ message, reasons }: TickableRow): string {
  const { place } = message.params;
  const isShown = SHOWN.has(message.code) && typeof place === 'object' && 'code' in place;
  const said = !isShown ? say(message) : place.code === 'place.row' ? '' : say(place);
  return [said, ...(reasons.length > 1 ? [CONFIRM.needsBoth] : [])].filter((part) => part !== '').join(' ');
}

const SHOWN: ReadonlySet<Message['code']> = new Set([
  'repeat.paidBefore',
  'repeat.paidBefore.more',
  'repeat.paidBefore.less',
  'repeat.paidBefore.otherDetails',
  'repeat.paidBefore.otherName',
  'repeat.paidBefore.otherNameOfUpi',
  'repeat.payeeChanged',
  'repeat.sameName',
] as const);

/** The earlier payment to show first; for a changed account, one that went to the old account. */
function closestOf({ earlier, payTo }: TickableRow, reason: Kind['reason']): Earlier | undefined {
  const moved = reason === 'accountChanged' ? earlier.find((one) => one.payTo !== payTo) : undefined;
  return moved ?? earlier[0];
}

const QUESTION_COLUMNS: readonly TableColumn<Question['rows'][number]>[] = [
  { word: CONFIRM.columns.row, isNumber: true, cell: ({ rowNumber }) => rowNumber },
  {
    word: CONFIRM.columns.name,
    cell: ({ rowNumber, name }) => <PersonName>{name ?? CONFIRM.rowName(rowNumber)}</PersonName>,
  },
  {
    word: CONFIRM.columns.before,
    isNumber: true,
    cell: ({ earlier, payTo }) => <Then earlier={earlier} payTo={payTo} place={null} />,
  },
  { word: CONFIRM.columns.now, isNumber: true, cell: (row) => <Now {...row} /> },
  {
    word: CONFIRM.columns.difference,
    isNumber: true,
    cell: ({ paise, earlier }) => differenceWords(paise - earlier.paise),
  },
];

function differenceWords(byPaise: number): string {
  if (byPaise === 0) return CONFIRM.sameAsThen;
  const amount = formatRupees(Math.abs(byPaise));
  return byPaise > 0 ? CONFIRM.moreThanThen(amount) : CONFIRM.lessThanThen(amount);
}

interface ThenProps {
  readonly earlier: Earlier;
  /** Where the row pays now, shown when the earlier payment went elsewhere. */
  readonly payTo: string;
  /** The earlier payment's name; null where the heading says its batch. */
  readonly place: string | null;
}

function Then({ earlier: { paise, atMs, state, payTo, otherName }, payTo: nowTo, place }: ThenProps) {
  const when = [
    ...(atMs === null ? [] : [formatDay(atMs)]),
    ...(state === 'success' ? [] : [STATE_WORDS[state]]),
    ...(place === null ? [] : [place]),
  ];
  return (
    <>
      {formatRupees(paise)}
      <div className="soft small">{when.join(' · ')}</div>
      {otherName === null ? null : (
        <div className="medium">
          <PersonName>{otherName}</PersonName>
        </div>
      )}
      {payTo === nowTo ? null : <PayTo payTo={payTo} />}
    </>
  );
}

/** An account above its IFSC: side by side they leave no room for the reason. */
function PayTo({ payTo }: { readonly payTo: string }) {
  return (
    <div className="medium">
      {payTo.split(' ').map((part) => (
        <div key={part}>{part}</div>
      ))}
    </div>
  );
}

interface NowProps {
  readonly paise: number;
  readonly payTo: string;
  readonly earlier: Earlier | undefined;
}

function Now({ paise, payTo, earlier }: NowProps) {
  return (
    <>
      {formatRupees(paise)}
      {earlier === undefined || earlier.payTo === payTo ? null : <PayTo payTo={payTo} />}
    </>
  );
}

/** One question for an earlier batch whose people are paid again. They are left out until it is answered. */
function QuestionGroup({
  question: { batch, name, confirmedAtMs, kind, sum, rows },
  ticks,
  onTick,
  onMore,
  isGiven = false,
}: Ways & { readonly question: Question }) {
  const isTicked = ticks.batches.includes(batch);
  const title = CONFIRM.question[kind]([batch, name, formatDay(confirmedAtMs)].join(' · '), isTicked);
  const table = (
    <WideTable
      className={styles.rows}
      label={title}
      columns={QUESTION_COLUMNS}
      rows={rows}
      keyOf={({ rowNumber }) => rowNumber}
    />
  );
  return (
    <RepeatGroup title={title} hiddenCount={sum.count - rows.length} onMore={onMore} table={table}>
      {isGiven ? null : (
        <Tick
          checked={isTicked}
          onTick={(isTicked) => {
            const others = ticks.batches.filter((one) => one !== batch);
            onTick({ ...ticks, batches: isTicked ? [...others, batch] : others });
          }}
        >
          {CONFIRM.anotherPayment(sum.count, formatRupees(sum.paise))}
        </Tick>
      )}
    </RepeatGroup>
  );
}
