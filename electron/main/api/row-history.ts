// What the desk's history says against paying a row now: a reference that was used, the same amount under way or lately
// paid, a payee who was paid elsewhere before. In: a row and the store. Out: findings, each with the tick that would lift it.
// This file must never lift anything: it only says what stands in the way.

import { batchIdIn, type Book } from '../../../shared/books.ts';
import { unreachable } from '../../../shared/failures.ts';
import type { BatchId } from '../../../shared/ids.ts';
import type { Issue } from '../../../shared/issues.ts';
import { accountKey, personKey } from '../../../shared/person-key.ts';
import type { PayableRow } from '../../../shared/rows.ts';
import type { TickReason } from '../../../shared/ticks.ts';
import type { GuardHit, Writer } from './ports.ts';

/** One finding. Shape: `tick` null when no tick lifts it. */
export interface HistoryFinding {
  readonly issue: Issue;
  readonly tick: TickReason | null;
}

export interface HistoryPlace {
  readonly merchantId: number;
  readonly book: Book;
  readonly nowMs: number;
}

/** Everything the desk knows against paying this row; empty when nothing. */
export function historyOf(store: Writer, row: PayableRow, place: HistoryPlace): HistoryFinding[] {
  const used = referenceUsed(store, row, place);
  if (used !== null) return [{ issue: used, tick: null }];
  const findings: HistoryFinding[] = [];
  const guarded = guardFinding(store, row, place);
  if (guarded !== null) findings.push(guarded);
  const { name, beneficiary } = row.payment;
  const { merchantId } = place;
  if (name !== null && store.payees.accountChanged({ merchantId, name, accountKey: accountKey(beneficiary) })) {
    const issue = {
      ...about(row),
      field: 'name',
      code: 'payeeChanged',
      message: `${name} was paid before, to another account.`,
      cure: 'Ask the payee by a way you know. If it is right, tick it when it is confirmed: in the window, or at a terminal without --yes.',
    } as const;
    findings.push({ issue, tick: 'accountChanged' });
  }
  return findings;
}

function referenceUsed(store: Writer, row: PayableRow, { merchantId }: HistoryPlace): Issue | null {
  const { reference } = row.payment;
  if (reference === null || !store.referenceTaken(merchantId, reference)) return null;
  return {
    ...about(row),
    field: 'reference',
    code: 'referenceUsed',
    message: `Reference ${reference} was used before in this desk.`,
    cure: 'Give the row a reference of its own, or leave it empty.',
  };
}

function guardFinding(
  store: Writer,
  row: PayableRow,
  { merchantId, book, nowMs }: HistoryPlace,
): HistoryFinding | null {
  const { beneficiary, amountPaise } = row.payment;
  const everyBatchIsEarlier = Number.MAX_SAFE_INTEGER;
  const person = { personKey: personKey(beneficiary), amountPaise };
  const hit = store.guardHit({ merchantId, batch: everyBatchIsEarlier, ...person, repeatTicked: false, nowMs });
  if (hit === null) return null;
  const batch = batchIdIn(book, hit.batch);
  return {
    issue: { ...about(row), field: null, ...guarded(hit, batch) },
    tick: hit.kind === 'open' ? null : 'paidBefore',
  };
}

/** Why a guard blocks a row, and what helps. */
function guarded({ kind, alsoPaid = 0 }: GuardHit, batch: BatchId): Pick<Issue, 'code' | 'message' | 'cure'> {
  const inBatch =
    alsoPaid === 0
      ? `in batch ${batch}`
      : `in batch ${batch} and ${alsoPaid === 1 ? 'once' : `${alsoPaid} times`} more`;
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
        message: `The same amount was paid to the same person in the last 30 days, ${inBatch}.`,
        cure: 'Leave this row out. If it is meant, tick it when it is confirmed: in the window, or at a terminal without --yes.',
      };
    case 'paidByRecord':
      return {
        code: 'paidBefore',
        message: `The same amount was paid to the same person ${inBatch}, within 30 days of the last time this desk was used.`,
        cure: "Check this computer's date. If it is right, run the file again: the desk has recorded today now. Else leave this row out.",
      };
    default:
      return unreachable(kind);
  }
}

function about({ rowNumber }: PayableRow): { readonly row: number; readonly cell: null; readonly severity: 'error' } {
  return { row: rowNumber, cell: null, severity: 'error' };
}
