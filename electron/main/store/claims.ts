// Claiming: queued payouts become `sending` in the caller's transaction, before any socket is opened for them. Each claim
// is a compare-and-set that must change exactly one row: no payout is claimed twice.

import type Database from 'better-sqlite3';
import { invariant } from '../../../shared/failures.ts';
import { type AttemptId, formatBatchId, type Mid, type PayoutId, type Reference } from '../../../shared/ids.ts';
import type { Paise } from '../../../shared/money.ts';
import { transition } from '../../../shared/states.ts';
import { type GuardHit, type GuardKind, whomOf } from '../domain/guards.ts';
import type { Change, Claimed, ClaimRequest, LookUpFirst } from '../domain/ledger.ts';
import { personKey } from '../domain/person-key.ts';
import type { AuditLog } from './audit-log.ts';
import { prepareGuard } from './guards.ts';
import { BENEFICIARY_COLUMNS, type BeneficiaryColumns, decodeBeneficiary } from './payout-rows.ts';
import { prepareChainGuard } from './retry-reading.ts';

interface CandidateRow extends BeneficiaryColumns {
  readonly payoutId: PayoutId;
  readonly rowNumber: number;
  readonly amountPaise: Paise;
  readonly remark: string;
  readonly reference: Reference;
  readonly referenceFrom: 'desk' | 'sheet';
  readonly repeatTicked: 0 | 1;
  readonly retryOf: PayoutId | null;
  readonly attempts: number;
  readonly requestsLeft: number;
}

/** What may be at the gateway: after a long break, under a reference of the sheet's own, or because a request of it has left. */
function isLookedUpFirst(row: CandidateRow, { lookUpAll, cleared }: ClaimRequest): boolean {
  return (lookUpAll || row.referenceFrom === 'sheet' || row.requestsLeft > 0) && !cleared.has(row.payoutId);
}

/** What stands in a row's way. `chain`: the payout that it pays again is no longer surely unpaid. */
type Hit = GuardHit | (Omit<GuardHit, 'kind'> & { readonly kind: 'chain' });

interface ClaimedBatch {
  readonly batch: number;
  readonly mid: Mid;
}

export interface ClaimResult {
  readonly changes: Change[];
  readonly claimed: Claimed[];
  readonly lookUpFirst: LookUpFirst[];
  heldCount: number;
  shortPaise: number | null;
}

const WHY_HELD: Readonly<Record<GuardKind, string>> = {
  open: 'is not settled yet',
  news: 'ended unpaid, and late news about it is unread',
  paid: 'was paid in the last 30 days',
  paidLongAgo: 'was paid in the last 30 days',
  paidByRecord: "was paid within 30 days of the desk's last record: check this computer's date",
};

/** Prepares claiming. The returned function must run inside the turn's transaction. */
export function prepareClaims(
  database: Database.Database,
  { audit, prefix }: { readonly audit: AuditLog; readonly prefix: 'B' | 'P' },
): (request: ClaimRequest, nowMs: number) => ClaimResult {
  const guard = prepareGuard(database);
  const chainHit = prepareChainGuard(database);
  const factsOf = database.prepare<[number], ClaimedBatch>(
    'SELECT batch_id AS batch, mid FROM batches WHERE batch_id = ?',
  );
  // The condition is written as in the partial index payouts_queued: any other spelling would scan the whole batch.
  const candidates = database.prepare<[number, number], CandidateRow>(
    `SELECT payout_id AS payoutId, row_number AS rowNumber, ${BENEFICIARY_COLUMNS}, amount_paise AS amountPaise, remark,
            reference, reference_from AS referenceFrom, repeat_ticked AS repeatTicked, retry_of AS retryOf, attempts,
            requests_left AS requestsLeft
     FROM payouts WHERE batch_id = ? AND state = 'queued' AND hold IS NULL ORDER BY payout_id LIMIT ?`,
  );
  const claim = database.prepare(
    `UPDATE payouts SET state = 'sending', attempts = ?, sent_at_ms = ?, message = NULL
     WHERE payout_id = ? AND state = 'queued'`,
  );
  const insertAttempt = database.prepare('INSERT INTO attempts (payout_id, number, claimed_at_ms) VALUES (?, ?, ?)');
  const hold = database.prepare(
    `UPDATE payouts SET hold = 'guarded', message = ? WHERE payout_id = ? AND state = 'queued'`,
  );
  const touch = database.prepare('UPDATE batches SET active_at_ms = ? WHERE batch_id = ?');

  /** What stands in a row's way, and what must have been looked up before it is paid. */
  const inTheWay = (
    row: CandidateRow,
    { batch, mid }: ClaimedBatch,
    nowMs: number,
  ): { readonly hit: Hit | null; readonly unpaid: readonly PayoutId[] } => {
    const { amountPaise, retryOf } = row;
    const movedOn = retryOf === null ? null : chainHit(retryOf);
    if (movedOn !== null) return { hit: { kind: 'chain', ...movedOn }, unpaid: [] };
    const repeatTicked = row.repeatTicked === 1;
    const person = personKey(decodeBeneficiary(row));
    return guard({ mid, batch, personKey: person, amountPaise, repeatTicked, retryOf, nowMs });
  };
  const sentenceOf = (hit: Hit): string => {
    const { kind } = hit;
    const id = formatBatchId(prefix, hit.batch);
    if (kind === 'chain') return `The payout of batch ${id} that this one pays again may have been paid after all.`;
    return `The same amount to ${whomOf(hit)} in batch ${id} ${WHY_HELD[kind]}.`;
  };

  const claimOne = (row: CandidateRow, batch: number, nowMs: number): Claimed => {
    invariant(
      transition({ kind: 'queued' }, { kind: 'claimed' }).to.kind === 'sending',
      'a claim does not lead to sending',
    );
    const { payoutId, rowNumber, amountPaise, remark, reference } = row;
    const number = row.attempts + 1;
    const changed = claim.run(number, nowMs, payoutId).changes;
    invariant(changed === 1, 'a claim changed no row');
    const attemptId = Number(insertAttempt.run(payoutId, number, nowMs).lastInsertRowid) as AttemptId;
    audit.append({ atMs: nowMs, what: 'sending', batchId: batch, payoutId, detail: { attempt: number } });
    const beneficiary = decodeBeneficiary(row);
    const firstRequest = row.requestsLeft === 0;
    return { payoutId, attemptId, rowNumber, order: { beneficiary, amountPaise, remark, reference, firstRequest } };
  };

  return (request, nowMs) => {
    const result: ClaimResult = { changes: [], claimed: [], lookUpFirst: [], heldCount: 0, shortPaise: null };
    const facts = factsOf.get(request.batch);
    if (facts === undefined) return result;
    let budgetPaise = request.budgetPaise ?? Number.POSITIVE_INFINITY;
    for (const row of candidates.all(request.batch, request.count + request.busy.size)) {
      if (result.claimed.length + result.lookUpFirst.length >= request.count) break;
      const { payoutId, rowNumber, amountPaise } = row;
      if (request.busy.has(payoutId)) continue;
      const { hit, unpaid } = inTheWay(row, facts, nowMs);
      if (hit !== null) {
        const message = sentenceOf(hit);
        invariant(hold.run(message, payoutId).changes === 1, 'a hold changed no row');
        const detail = { hit: hit.kind, payout: hit.payoutId };
        audit.append({ atMs: nowMs, what: 'held', batchId: request.batch, payoutId, detail });
        result.heldCount += 1;
      } else if (!request.earlierStands(unpaid) || isLookedUpFirst(row, request)) {
        const wasSent = row.requestsLeft > 0;
        const earlier = request.earlierStands(unpaid) ? [] : unpaid;
        result.lookUpFirst.push({ payoutId, rowNumber, reference: row.reference, wasSent, earlier });
      } else if (amountPaise > budgetPaise) {
        // In the order of the file: a smaller payout behind it does not go first.
        result.shortPaise = amountPaise;
        break;
      } else {
        budgetPaise -= amountPaise;
        // Before the first claim's entry, which names the batch's row as well.
        if (result.claimed.length === 0) touch.run(nowMs, request.batch);
        result.claimed.push(claimOne(row, request.batch, nowMs));
        const { batch } = request;
        const moved = { from: 'queued', to: 'sending', late: false, echoMismatch: false } as const;
        const change = { payoutId, batch, rowNumber, amountPaise, ...moved };
        audit.changes.note(change);
        result.changes.push(change);
      }
    }
    return result;
  };
}
