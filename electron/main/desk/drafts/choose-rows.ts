// Which rows of a checked file may become payouts, by their own errors and by the desk's history.

import type { CheckView } from '../../../../shared/api/views.ts';
import { invariant } from '../../../../shared/failures.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import { type Paise, sumPaise } from '../../../../shared/money.ts';
import type { Ticks } from '../../../../shared/repeats.ts';
import type { CheckedFile, CheckedRow, Issue } from '../../../../shared/rows.ts';
import type { ExcludedRow } from '../../domain/batches.ts';
import type { HeadedWriter } from '../../store/store.ts';
import type { HistoryPlace } from './row-history.ts';
import { type ScreenedRows, screenRows } from './screen-rows.ts';

/** A message that a person must have read. `row` is null if it is about the whole batch. */
export interface Warning {
  readonly code: string;
  readonly row: number | null;
  readonly message: Message;
}

/** Chooses the payable rows. Every row of the file is in `rows` or in `excluded`. */
export function chooseRows(
  store: HeadedWriter,
  checked: CheckedFile,
  place: HistoryPlace & { readonly ticks: Ticks },
): ScreenedRows {
  const payable = checked.rows.filter((row) => row.kind === 'payable');
  const screened = screenRows(store, payable, place);
  return { ...screened, excluded: [...blockedRows(checked), ...screened.excluded].toSorted(inFileOrder) };
}

/** The rows that the file itself speaks against. */
function blockedRows(checked: CheckedFile): readonly ExcludedRow[] {
  const reasons = groupByRow(whyUnpaid(checked));
  return checked.rows.flatMap(({ kind, rowNumber, source }) =>
    kind === 'blocked' ? [{ rowNumber, source, issues: reasons.get(rowNumber) ?? [] }] : [],
  );
}

/** By row number, as the rows of a file stand. */
export function inFileOrder(one: ExcludedRow, other: ExcludedRow): number {
  return one.rowNumber - other.rowNumber;
}

/** The file's own reasons against paying rows: errors, and what the lines that are no payments are. */
export function whyUnpaid({ rows, issues }: Pick<CheckedFile, 'rows' | 'issues'>): readonly Issue[] {
  const lines = noPaymentsOf(rows);
  return issues.filter(({ severity, row }) => severity === 'error' || (severity === 'notice' && lines.has(row)));
}

/** The row numbers of lines that pay nobody, such as totals. */
export function noPaymentsOf(rows: readonly CheckedRow[]): ReadonlySet<number> {
  return new Set(rows.flatMap((row) => (row.kind === 'blocked' && row.isNoPayment === true ? [row.rowNumber] : [])));
}

/** How many there are, for a view; absent if none. */
export function noPaymentCount({ rows }: Pick<CheckedFile, 'rows'>): { readonly noPayments?: number } {
  const { size } = noPaymentsOf(rows);
  return size === 0 ? {} : { noPayments: size };
}

/** The view of a checked file. `more`: findings from the desk's history. */
export function checkView(checked: CheckedFile, more: readonly Issue[] = []): CheckView {
  const columns = Object.fromEntries(
    Object.entries(checked.columns).map(([field, { header, how }]) => [field, { header, how }]),
  );
  const blockedByDesk = new Set(more.filter((issue) => issue.severity === 'error').map((issue) => issue.row));
  const payable = checked.rows.filter((row) => row.kind === 'payable' && !blockedByDesk.has(row.rowNumber));
  return {
    file: checked.file.name,
    sha256: checked.file.sha256,
    sheet: checked.sheet,
    rows: checked.rows.length,
    payable: payable.length,
    ...noPaymentCount(checked),
    totalPaise: payable.reduce((total, row) => total + (row.kind === 'payable' ? row.payment.amountPaise : 0), 0),
    columns,
    issues: [...checked.issues, ...more],
  };
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

/** Returns the issue if this amount is above the ceiling, else null. `ceiling` is null if there is none. */
export function aboveCeiling(row: number, amountPaise: Paise, ceiling: Paise | null): Issue | null {
  if (ceiling === null || amountPaise <= ceiling) return null;
  return {
    row,
    cell: null,
    field: null,
    severity: 'error',
    code: 'aboveCeiling',
    message: msg('repeat.aboveCeiling', { amount: amountPaise, ceiling }),
    cure: msg('cure.aboveCeiling'),
  };
}

/** The file as if it had been checked under this ceiling. Returns the same object if nothing is above it. */
export function underCeiling(checked: CheckedFile, ceiling: Paise | null): CheckedFile {
  if (ceiling === null) return checked;
  const issues: Issue[] = [];
  const rows = checked.rows.map((row): CheckedRow => {
    if (row.kind === 'blocked') return row;
    const { rowNumber, source, hidden, payment } = row;
    const issue = aboveCeiling(rowNumber, payment.amountPaise, ceiling);
    if (issue === null) return row;
    issues.push(issue);
    return { kind: 'blocked', rowNumber, source, hidden, aboveCeiling: payment };
  });
  if (issues.length === 0) return checked;
  const payable = rows.filter((row) => row.kind === 'payable');
  const totalPaise = sumPaise(payable.map(({ payment }) => payment.amountPaise));
  invariant(totalPaise !== null, 'a part of a total is more than the total');
  return { ...checked, rows, issues: [...checked.issues, ...issues], payableCount: payable.length, totalPaise };
}
