// Which rows of a checked file may become payouts: the desk's history has a word in it. In: a checked file, the store and
// what a person ticked. Out: the rows to pay, the rows left out with their reasons, and what a tick would still let through.
// This file must never let a guarded row through that a person did not tick by its number.

import type { ExcludedRow, Judged } from '../../../shared/batches.ts';
import type { Book } from '../../../shared/books.ts';
import type { Issue } from '../../../shared/issues.ts';
import { CONFIRM_ROWS_PER_TURN } from '../../../shared/limits.ts';
import type { CheckedFile, PayableRow } from '../../../shared/rows.ts';
import { atOnce, type Steps } from '../../../shared/steps.ts';
import { NO_TICKS, type TickRow, type Ticks } from '../../../shared/ticks.ts';
import type { Writer } from './ports.ts';
import { type HistoryFinding, historyOf } from './row-history.ts';

/** Shape: `ticked` is what was needed of the ticks given; `tickable` the rows that only a missing tick keeps out. */
export interface Chosen {
  readonly rows: readonly PayableRow[];
  readonly excluded: readonly ExcludedRow[];
  /** What the desk's history found against the rows left out, as their issues. */
  readonly findings: readonly Issue[];
  readonly ticked: Ticks;
  readonly tickable: readonly TickRow[];
  /** The desk's last record when the first row was judged: while it is the last, every row stands as it was judged. */
  readonly judgedAt: number;
}

/** Where rows would be paid. Shape: `merchantId` null for a merchant that was never paid through. */
export interface ChoosingPlace {
  readonly merchantId: number | null;
  readonly book: Book;
  readonly nowMs: number;
}

/** Chooses the payable rows. Shape: every row of the file is in `rows` or in `excluded`. */
export function* chooseRows(
  store: Writer,
  checked: CheckedFile,
  { ticks = NO_TICKS, ...place }: ChoosingPlace & { readonly ticks?: Ticks },
): Steps<Chosen> {
  const payable = checked.rows.filter((row) => row.kind === 'payable');
  yield;
  const judged = yield* judgeRows(store, payable, { ...place, ticks });
  yield;
  const excluded = yield* excludedRows(checked, judged);
  yield;
  return { ...judged, excluded };
}

/** The rows of a file that were not chosen, with all that stands against each. */
function* excludedRows(
  checked: CheckedFile,
  { rows, findings }: Pick<Chosen, 'rows' | 'findings'>,
): Steps<readonly ExcludedRow[]> {
  const errors = checked.issues.filter((issue) => issue.severity === 'error');
  const reasons = groupByRow([...errors, ...findings]);
  const excluded: ExcludedRow[] = [];
  let next = 0;
  for (const [index, row] of checked.rows.entries()) {
    if (index % CONFIRM_ROWS_PER_TURN === CONFIRM_ROWS_PER_TURN - 1) yield;
    const { rowNumber, source } = row;
    if (row === rows[next]) next += 1;
    else excluded.push({ rowNumber, source, issues: reasons.get(rowNumber) ?? [] });
  }
  return excluded;
}

/** Judges payable rows by the desk's history and the ticks given. */
export function* judgeRows(
  store: Writer,
  payable: readonly PayableRow[],
  { merchantId, ticks, ...at }: ChoosingPlace & { readonly ticks: Ticks },
): Steps<Omit<Chosen, 'excluded'>> {
  const judgedAt = store.lastRecord();
  const given = { paidBefore: new Set(ticks.paidBefore), accountChanged: new Set(ticks.accountChanged) };
  const rows: PayableRow[] = [];
  const findings: Issue[] = [];
  const tickable: TickRow[] = [];
  const ticked = { paidBefore: [] as number[], accountChanged: [] as number[] };
  for (const [index, row] of payable.entries()) {
    if (index % CONFIRM_ROWS_PER_TURN === CONFIRM_ROWS_PER_TURN - 1) yield;
    const against = merchantId === null ? [] : historyOf(store, row, { merchantId, ...at });
    const { rowNumber } = row;
    const isLifted = ({ tick }: HistoryFinding): boolean => tick !== null && given[tick].has(rowNumber);
    if (against.every(isLifted)) {
      rows.push(row);
      for (const { tick } of against) if (tick !== null) ticked[tick].push(rowNumber);
      continue;
    }
    const left = against.filter((finding) => !isLifted(finding));
    findings.push(...left.map(({ issue }) => issue));
    const asked = tickRow(row, against);
    if (asked !== null) tickable.push(asked);
  }
  return { rows, findings, ticked, tickable, judgedAt };
}

/** What the transaction that stores these rows asks: whether each would be chosen again now, by the same rules and ticks. */
export function asJudged(
  store: Writer,
  { rows, ticked, judgedAt }: Pick<Chosen, 'rows' | 'ticked' | 'judgedAt'>,
  place: ChoosingPlace,
): Pick<Judged, 'at' | 'stands'> {
  const again = (): number => atOnce(judgeRows(store, rows, { ...place, ticks: ticked })).rows.length;
  return { at: judgedAt, stands: () => again() === rows.length };
}

/** The row as a person is asked about it; null when something stands against it that no tick lifts. */
function tickRow({ rowNumber, payment }: PayableRow, against: readonly HistoryFinding[]): TickRow | null {
  const reasons = against.map(({ tick }) => tick).filter((tick) => tick !== null);
  if (reasons.length < against.length) return null;
  const { name, amountPaise } = payment;
  return { rowNumber, name, amountPaise, reasons, messages: against.map(({ issue }) => issue.message) };
}

function groupByRow(issues: readonly Issue[]): Map<number, Issue[]> {
  const byRow = new Map<number, Issue[]>();
  for (const issue of issues) {
    const ofRow = byRow.get(issue.row);
    if (ofRow === undefined) byRow.set(issue.row, [issue]);
    else ofRow.push(issue);
  }
  return byRow;
}
