// What the desk's history says against paying a row now: a reference that was used, the same amount under way or lately
// paid, a payee who was paid elsewhere before. In: a row and the store. Out: findings, each with what would lift it, and the
// earlier payouts that are looked up before the row is paid. This file must never lift anything.

import { batchIdIn, type Book } from '../../../shared/books.ts';
import { unreachable } from '../../../shared/failures.ts';
import { type GuardHit, whomOf } from '../../../shared/guards.ts';
import type { BatchId, Mid, PayoutId } from '../../../shared/ids.ts';
import type { Issue } from '../../../shared/issues.ts';
import { accountKey, personKey } from '../../../shared/person-key.ts';
import type { PayableRow } from '../../../shared/rows.ts';
import type { TickReason } from '../../../shared/ticks.ts';
import type { Writer } from './ports.ts';

/** A row that repeats what was paid long ago: all such rows are accepted together. */
export interface UsualRepeat {
  readonly rowNumber: number;
  readonly batch: BatchId;
  /** Long ago only if this computer's date is right. */
  readonly byRecord: boolean;
}

/** One finding. Shape: `tick` null when no tick of its row lifts it; `usual` when one tick lifts it with all of its kind. */
export interface HistoryFinding {
  readonly issue: Issue;
  readonly tick: TickReason | null;
  readonly usual?: UsualRepeat;
}

/**
 * Where and as what a row would be paid. Shape: `called` what the batch (null while nobody has named it) and its file are called, absent where every repeat is
 * a near one; `retryOf` what each row pays again; `repeats` batches that are repeated knowingly, however old.
 */
export interface HistoryPlace {
  readonly mid: Mid;
  readonly book: Book;
  readonly nowMs: number;
  readonly called?: { readonly batchName: string | null; readonly fileName: string };
  readonly retryOf?: ReadonlyMap<number, PayoutId>;
  readonly repeats?: ReadonlySet<number>;
}

/** Shape: `earlier` all that must be looked up before the row is paid. */
export interface RowHistory {
  readonly findings: readonly HistoryFinding[];
  readonly earlier: readonly PayoutId[];
}

/** Everything the desk knows against paying this row. */
export function historyOf(store: Writer, row: PayableRow, place: HistoryPlace): RowHistory {
  const used = referenceUsed(store, row, place);
  if (used !== null) return { findings: [{ issue: used, tick: null }], earlier: [] };
  const { mid, book, nowMs, called, retryOf, repeats } = place;
  const { name, beneficiary, amountPaise, remark } = row.payment;
  const { hit, unpaid } = store.guard({
    mid,
    batch: Number.MAX_SAFE_INTEGER,
    personKey: personKey(beneficiary),
    amountPaise,
    repeatTicked: false,
    nowMs,
    retryOf: retryOf?.get(row.rowNumber) ?? null,
    ...(called === undefined ? {} : { named: { remark, ...called } }),
    ...(repeats === undefined ? {} : { repeats }),
  });
  const findings: HistoryFinding[] = [];
  if (hit !== null) findings.push(guardFinding(store, row, { hit, batch: batchIdIn(book, hit.batch) }));
  if (name !== null && store.payees.accountChanged({ mid, name, accountKey: accountKey(beneficiary) })) {
    const issue = {
      ...about(row),
      field: 'name',
      code: 'payeeChanged',
      message: `${name} was paid before, to another account.`,
      cure: 'Ask the payee by a way you know. If it is right, tick it when it is confirmed: in the window, or at a terminal without --yes.',
    } as const;
    findings.push({ issue, tick: 'accountChanged' });
  }
  return { findings, earlier: unpaid };
}

function referenceUsed(store: Writer, row: PayableRow, { mid }: HistoryPlace): Issue | null {
  const { reference } = row.payment;
  if (reference === null || !store.referenceTaken(mid, reference)) return null;
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
  { hit, batch }: { readonly hit: GuardHit; readonly batch: BatchId },
): HistoryFinding {
  const { rowNumber } = row;
  const words = hit.elsewhere === true ? guardedElsewhere(store, hit, batch) : guarded(hit, batch);
  const issue = { ...about(row), field: null, ...words };
  if (hit.kind === 'news' || (hit.kind === 'open' && hit.elsewhere !== true)) return { issue, tick: null };
  const isUsual = hit.kind === 'paidLongAgo' || hit.kind === 'paidByRecord';
  if (!isUsual) return { issue, tick: 'paidBefore' };
  return { issue, tick: null, usual: { rowNumber, batch, byRecord: hit.kind === 'paidByRecord' } };
}

type Words = Pick<Issue, 'code' | 'message' | 'cure'>;

/** Why a guard stops a row, and what helps. */
function guarded(hit: GuardHit, batch: BatchId): Words {
  switch (hit.kind) {
    case 'open':
      return {
        code: 'inFlightElsewhere',
        message: `The same amount to ${whomOf(hit)} is not settled yet in batch ${batch}.`,
        cure: `Wait until it is settled (\`watch ${batch}\`), or leave this row out.`,
      };
    case 'news':
      return {
        code: 'unreadNews',
        message: `Late news about the same amount to ${whomOf(hit)} in batch ${batch} has not been read.`,
        cure: 'Read the news first: it may have been paid.',
      };
    case 'paid':
    case 'paidLongAgo':
    case 'paidByRecord':
      return {
        code: 'paidBefore',
        message: `The same amount was paid to ${whomOf(hit)} in the last 30 days, ${inBatch(hit, batch)}.`,
        cure: 'Leave this row out. If it is meant, tick it when it is confirmed: in the window, or at a terminal without --yes.',
      };
    default:
      return unreachable(hit.kind);
  }
}

/** The same of another merchant of this desk, which is named: a person may know why both pay. */
function guardedElsewhere(store: Writer, hit: GuardHit, batch: BatchId): Words {
  const account = store.batches.find(hit.batch)?.profile ?? 'another account';
  if (hit.kind === 'news') return guarded(hit, batch);
  const message =
    hit.kind === 'open'
      ? `The same amount to ${whomOf(hit)} is not settled yet in batch ${batch} of account ${account}.`
      : `Account ${account} paid the same amount to ${whomOf(hit)} in the last 30 days, ${inBatch(hit, batch)}.`;
  return {
    code: 'paidBefore',
    message,
    cure: 'Leave this row out. If it is meant, tick it when it is confirmed: in the window, or at a terminal without --yes.',
  };
}

function inBatch({ alsoPaid = 0 }: GuardHit, batch: BatchId): string {
  if (alsoPaid === 0) return `in batch ${batch}`;
  return `in batch ${batch} and ${alsoPaid === 1 ? 'once' : `${alsoPaid} times`} more`;
}

function about({ rowNumber }: PayableRow): { readonly row: number; readonly cell: null; readonly severity: 'error' } {
  return { row: rowNumber, cell: null, severity: 'error' };
}
