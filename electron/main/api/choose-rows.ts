// Which rows of a checked file may become payouts: the desk's history has a word in it. In: a checked file, the store and
// what a person ticked. Out: the rows to pay, the rows left out with their reasons, and what a tick would still let through.
// This file must never let a guarded row through that a person did not tick by its number.

import type { ExcludedRow } from '../../../shared/batches.ts';
import type { Issue } from '../../../shared/issues.ts';
import type { CheckedFile, PayableRow } from '../../../shared/rows.ts';
import { NO_TICKS, type TickRow, type Ticks } from '../../../shared/ticks.ts';
import type { Book, Writer } from './ports.ts';
import { type HistoryFinding, historyOf } from './row-history.ts';

/** Shape: `ticked` is what was needed of the ticks given; `tickable` the rows that only a missing tick keeps out. */
export interface Chosen {
  readonly rows: readonly PayableRow[];
  readonly excluded: readonly ExcludedRow[];
  /** What the desk's history found against the rows left out, as their issues. */
  readonly findings: readonly Issue[];
  readonly ticked: Ticks;
  readonly tickable: readonly TickRow[];
}

/** Where rows would be paid. Shape: `merchantId` null for a merchant that was never paid through. */
export interface ChoosingPlace {
  readonly merchantId: number | null;
  readonly book: Book;
  readonly nowMs: number;
}

/** Chooses the payable rows. Shape: every row of the file is in `rows` or in `excluded`. */
export function chooseRows(
  store: Writer,
  checked: CheckedFile,
  { ticks = NO_TICKS, ...place }: ChoosingPlace & { readonly ticks?: Ticks },
): Chosen {
  const payable = checked.rows.filter((row) => row.kind === 'payable');
  const judged = judgeRows(store, payable, { ...place, ticks });
  const kept = new Set(judged.rows.map(({ rowNumber }) => rowNumber));
  const errors = checked.issues.filter((issue) => issue.severity === 'error');
  const reasons = groupByRow([...errors, ...judged.findings]);
  const excluded = checked.rows
    .filter(({ rowNumber }) => !kept.has(rowNumber))
    .map(({ rowNumber, source }) => ({ rowNumber, source, issues: reasons.get(rowNumber) ?? [] }));
  return { ...judged, excluded };
}

/** Judges payable rows by the desk's history and the ticks given. */
export function judgeRows(
  store: Writer,
  payable: readonly PayableRow[],
  { merchantId, ticks, ...at }: ChoosingPlace & { readonly ticks: Ticks },
): Omit<Chosen, 'excluded'> {
  const given = { paidBefore: new Set(ticks.paidBefore), accountChanged: new Set(ticks.accountChanged) };
  const rows: PayableRow[] = [];
  const findings: Issue[] = [];
  const tickable: TickRow[] = [];
  const ticked = { paidBefore: [] as number[], accountChanged: [] as number[] };
  for (const row of payable) {
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
  return { rows, findings, ticked, tickable };
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
