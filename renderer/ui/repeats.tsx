// The rows of a file that repeat earlier payments, then and now: row by row, or for an earlier batch as a whole. They are left
// out unless a person ticks them, on Review and on Confirm alike; only rows that are listed can be ticked.

import type { ReactNode } from 'react';
import type { ConfirmationView } from '../../shared/api/batch-commands.ts';
import { formatRupees } from '../../shared/money.ts';
import { type Ticks, withDifference, withRowTicks } from '../../shared/repeats.ts';
import { CONFIRM } from '../text/drafts.ts';
import { formatDay } from '../text/format.ts';
import { Button, Tick } from './controls.tsx';
import { Card } from './page.tsx';
import styles from './repeats.module.css';
import { Table, type TableColumn } from './table.tsx';

/** What is ticked of the rows as they are at one revision of a draft, and the way to tick there. */
export type TicksAt = (revision: number) => readonly [ticks: Ticks, onTick: (ticks: Ticks) => void];

interface RepeatCardsProps {
  readonly repeats: Pick<ConfirmationView, 'tickable' | 'questions'>;
  readonly ticks: Ticks;
  readonly onTick: (ticks: Ticks) => void;
  readonly onMore: () => void;
}

export function RepeatCards({ repeats: { tickable, questions }, ...ways }: RepeatCardsProps) {
  return (
    <>
      {questions.map((question) => (
        <QuestionCard key={question.batch} question={question} {...ways} />
      ))}
      {tickable.map((kind) => (
        <RowTicksCard key={kind.reason} kind={kind} {...ways} />
      ))}
    </>
  );
}

type Ways = Omit<RepeatCardsProps, 'repeats'>;
type Kind = ConfirmationView['tickable'][number];
type TickableRow = Kind['rows'][number];
type Question = ConfirmationView['questions'][number];

interface RepeatCardProps {
  readonly title: string;
  readonly hiddenCount: number;
  readonly onMore: () => void;
  readonly table: ReactNode;
  /** What is ticked for the rows as a whole. */
  readonly children: ReactNode;
}

/** Some rows under one title, with what is ticked for all of them above. */
function RepeatCard({ title, hiddenCount, onMore, table, children }: RepeatCardProps) {
  return (
    <Card title={title} isFlush>
      <div className={styles.acts}>
        {hiddenCount > 0 ? <Button onClick={onMore}>{CONFIRM.showMoreRows(hiddenCount)}</Button> : null}
        {children}
      </div>
      <div className={styles.rows}>{table}</div>
    </Card>
  );
}

/** Rows that are left out unless a person ticks them: paid already, or a payee whose account is another one now. */
function RowTicksCard({ kind: { reason, sum, rows }, ticks, onTick, onMore }: Ways & { readonly kind: Kind }) {
  const title = CONFIRM.tickable[reason](sum.count, formatRupees(sum.paise));
  const columns = rowColumns({ reason, rows, ticks, onTick });
  const table = <Table label={title} columns={columns} rows={rows} keyOf={({ rowNumber }) => rowNumber} />;
  return (
    <RepeatCard title={title} hiddenCount={sum.count - rows.length} onMore={onMore} table={table}>
      <Tick
        checked={rows.every(({ rowNumber }) => ticks[reason].includes(rowNumber))}
        onTick={(isTicked) => onTick(withRowTicks(ticks, { reason, rows }, isTicked))}
      >
        {CONFIRM.tickKind[reason](rows.length)}
      </Tick>
      {reason === 'paidBefore' ? (
        <Button
          aria-pressed={ticks.paidBefore.length + ticks.difference.length === 0}
          onClick={() => onTick({ ...ticks, paidBefore: [], difference: [] })}
        >
          {CONFIRM.leaveOutPaid(sum.count)}
        </Button>
      ) : null}
    </RepeatCard>
  );
}

function rowColumns({
  reason,
  rows,
  ticks,
  onTick,
}: Pick<Ways, 'ticks' | 'onTick'> & Pick<Kind, 'reason' | 'rows'>): readonly TableColumn<TickableRow>[] {
  const nameOf = ({ name, rowNumber }: TickableRow): string => name ?? CONFIRM.rowName(rowNumber);
  const tick: TableColumn<TickableRow> = {
    word: reason === 'paidBefore' ? CONFIRM.columns.inFull : CONFIRM.columns.tick,
    cell: (row) => (
      <Tick
        aria-label={CONFIRM.tickRow(nameOf(row), formatRupees(row.paise))}
        checked={ticks[reason].includes(row.rowNumber)}
        onTick={(isTicked) => onTick(withRowTicks(ticks, { reason, rows: [row] }, isTicked))}
      >
        {null}
      </Tick>
    ),
  };
  const difference: TableColumn<TickableRow> = {
    word: CONFIRM.columns.difference,
    isNumber: true,
    cell: ({ rowNumber, differencePaise, ...row }) =>
      differencePaise === null ? null : (
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
    { word: CONFIRM.columns.name, cell: (row) => <span className={styles.name}>{nameOf(row)}</span> },
    {
      word: CONFIRM.columns.before,
      isNumber: true,
      cell: ({ earlier: [first] }) => (first === undefined ? '' : thenOf(first)),
    },
    { word: CONFIRM.columns.now, isNumber: true, cell: ({ paise }) => formatRupees(paise) },
    ...(rows.some(({ differencePaise }) => differencePaise !== null) ? [difference] : []),
    { word: CONFIRM.columns.why, cell: ({ message }) => message },
  ];
}

const QUESTION_COLUMNS: readonly TableColumn<Question['rows'][number]>[] = [
  { word: CONFIRM.columns.row, isNumber: true, cell: ({ rowNumber }) => rowNumber },
  { word: CONFIRM.columns.name, cell: ({ rowNumber, name }) => name ?? CONFIRM.rowName(rowNumber) },
  { word: CONFIRM.columns.before, isNumber: true, cell: ({ earlier }) => thenOf(earlier) },
  { word: CONFIRM.columns.now, isNumber: true, cell: ({ paise }) => formatRupees(paise) },
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

function thenOf({ paise, atMs }: TickableRow['earlier'][number]): string {
  return atMs === null ? formatRupees(paise) : `${formatRupees(paise)} · ${formatDay(atMs)}`;
}

/** One question for an earlier batch whose people are paid again. They are left out until it is answered. */
function QuestionCard({
  question: { batch, name, confirmedAtMs, kind, sum, rows },
  ticks,
  onTick,
  onMore,
}: Ways & { readonly question: Question }) {
  const title = CONFIRM.question[kind]([batch, name, formatDay(confirmedAtMs)].join(' · '));
  const table = <Table label={title} columns={QUESTION_COLUMNS} rows={rows} keyOf={({ rowNumber }) => rowNumber} />;
  return (
    <RepeatCard title={title} hiddenCount={sum.count - rows.length} onMore={onMore} table={table}>
      <Tick
        checked={ticks.batches.includes(batch)}
        onTick={(isTicked) => {
          const others = ticks.batches.filter((one) => one !== batch);
          onTick({ ...ticks, batches: isTicked ? [...others, batch] : others });
        }}
      >
        {CONFIRM.anotherPayment(sum.count, formatRupees(sum.paise))}
      </Tick>
    </RepeatCard>
  );
}
