// Which rows of a checked file may become payouts: the desk's history has a word in it. In: a checked file and the store.
// Out: the rows to pay, the rows left out with their reasons. This file must never let a guarded row through.

import type { ExcludedRow } from '../../../shared/batches.ts';
import { unreachable } from '../../../shared/failures.ts';
import { type BatchId, formatBatchId } from '../../../shared/ids.ts';
import type { Issue } from '../../../shared/issues.ts';
import type { CheckedFile, PayableRow } from '../../../shared/rows.ts';
import { personKey } from '../../../shared/rows.ts';
import type { Book, GuardHit, Writer } from './ports.ts';

export interface Chosen {
  readonly rows: readonly PayableRow[];
  readonly excluded: readonly ExcludedRow[];
  /** What the desk's history found, as issues of the rows. */
  readonly findings: readonly Issue[];
}

/** Chooses the payable rows. Shape: every row of the file is in `rows` or in `excluded`. */
export function chooseRows(
  store: Writer,
  checked: CheckedFile,
  { merchantId, ...at }: { readonly merchantId: number | null; readonly book: Book; readonly nowMs: number },
): Chosen {
  const findings: Issue[] = [];
  const rows: PayableRow[] = [];
  const leftOut: { readonly rowNumber: number; readonly source: readonly string[] }[] = [];
  for (const row of checked.rows) {
    const finding = row.kind === 'payable' && merchantId !== null ? historyOf(store, row, { merchantId, ...at }) : null;
    if (finding !== null) findings.push(finding);
    if (row.kind === 'payable' && finding === null) rows.push(row);
    else leftOut.push(row);
  }
  const reasons = groupByRow([...checked.issues.filter((issue) => issue.severity === 'error'), ...findings]);
  const excluded = leftOut.map(({ rowNumber, source }) => ({
    rowNumber,
    source,
    issues: reasons.get(rowNumber) ?? [],
  }));
  return { rows, excluded, findings };
}

/** What the desk knows against paying this row; null when nothing. */
function historyOf(
  store: Writer,
  row: PayableRow,
  { merchantId, book, nowMs }: { merchantId: number; book: Book; nowMs: number },
): Issue | null {
  const { beneficiary, amountPaise, name, reference } = row.payment;
  const key = personKey(beneficiary);
  const about = { row: row.rowNumber, cell: null, severity: 'error' } as const;
  if (reference !== null && store.referenceTaken(merchantId, reference)) {
    return {
      ...about,
      field: 'reference',
      code: 'referenceUsed',
      message: `Reference ${reference} was used before in this desk.`,
      cure: 'Give the row a reference of its own, or leave it empty.',
    };
  }
  const everyBatchIsEarlier = Number.MAX_SAFE_INTEGER;
  const question = { merchantId, batch: everyBatchIsEarlier, personKey: key, amountPaise, repeatTicked: false, nowMs };
  const hit = store.guardHit(question);
  if (hit !== null) {
    const batch = formatBatchId(book === 'practice' ? 'P' : 'B', hit.batch);
    return { ...about, field: null, ...guarded(hit.kind, batch) };
  }
  if (name !== null && store.payees.accountChanged({ merchantId, name, personKey: key })) {
    return {
      ...about,
      field: 'name',
      code: 'payeeChanged',
      message: `${name} was paid before, to another account.`,
      cure: 'Ask the payee by a way you know, then pay this row from a file of its own with the name left empty.',
    };
  }
  return null;
}

/** Why a guard blocks a row, and what helps. */
function guarded(kind: GuardHit['kind'], batch: BatchId): Pick<Issue, 'code' | 'message' | 'cure'> {
  switch (kind) {
    case 'open':
      return {
        code: 'inFlightElsewhere',
        message: `The same amount to the same person is not settled yet in batch ${batch}.`,
        cure: `Wait until it is settled (\`watch ${batch}\`), or leave this row out.`,
      };
    case 'paid':
      return {
        code: 'paidBefore',
        message: `The same amount was paid to the same person in the last 30 days, in batch ${batch}.`,
        cure: 'Leave this row out.',
      };
    case 'paidByRecord':
      return {
        code: 'paidBefore',
        message: `The same amount was paid to the same person in batch ${batch}, within 30 days of the last time this desk was used.`,
        cure: "Check this computer's date. If it is right, run the file again: the desk has recorded today now. Else leave this row out.",
      };
    default:
      return unreachable(kind);
  }
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
