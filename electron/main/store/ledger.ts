// The engine's side of the store: one transaction per turn settles all news and claims all free slots. Also locks down a database
// that was restored or copied: nothing in it may be sent, because it may have been sent since.

import Database from 'better-sqlite3';
import { invariant } from '../../../shared/failures.ts';
import { type AttemptId, formatBatchId, type Mid, type PayoutId, type Reference } from '../../../shared/ids.ts';
import { msg } from '../../../shared/messages/message.ts';
import type { Paise } from '../../../shared/money.ts';
import { transition } from '../../../shared/states.ts';
import type {
  Change,
  Claimed,
  ClaimRequest,
  Ledger,
  LedgerFailure,
  LookUpFirst,
  News,
  QueuedReference,
  TurnAnswer,
  TurnRequest,
} from '../domain/ledger.ts';
import { type HeldBack, heldMessage } from '../domain/payee-hold.ts';
import type { PollBackoff } from '../domain/poll-schedule.ts';
import type { LockReason } from '../domain/standing.ts';
import type { AuditLog } from './audit-log.ts';
import type { BatchCounting } from './confirmed-batches.ts';
import type { DeskDatabase } from './desk-database.ts';
import { prepareDueLookups } from './due-lookups.ts';
import { type GuardHit, type GuardKind, HOLDS_BACK, type prepareGuard } from './guards.ts';
import { INTENTION_COLUMNS, type IntentionColumns, prepareIntentions } from './intentions.ts';
import type { PayeeHolds } from './payee-holds.ts';
import { decodeBeneficiary } from './payout-rows.ts';
import { prepareChainGuard } from './retry-reading.ts';
import { prepareSettlements } from './settlements.ts';
import { storedText } from './stored-messages.ts';

interface LedgerWorld {
  readonly audit: AuditLog;
  readonly prefix: 'B' | 'P';
  readonly counting: BatchCounting;
  readonly guard: ReturnType<typeof prepareGuard>;
  readonly holds: Pick<PayeeHolds, 'inForce' | 'peopleOf' | 'ticked'>;
}

export function openLedger(database: DeskDatabase, { audit, prefix, counting, guard, holds }: LedgerWorld): Ledger {
  const settlements = prepareSettlements(database, audit);
  const claims = prepareClaims(database, { audit, prefix, guard, holds, settlements });
  const due = prepareDueLookups(database);
  const sending = database.statement<[], PayoutId>(`SELECT payout_id FROM payouts WHERE state = 'sending'`).pluck();
  const queued = database.statement<[number], { payoutId: PayoutId; requestsLeft: number; isKnown: 0 | 1 }>(
    `SELECT payout_id AS payoutId, requests_left AS requestsLeft, hold IS 'referenceKnown' AS isKnown
     FROM payouts WHERE batch_id = ? AND state = 'queued'`,
  );
  const release = database.statement(
    `UPDATE payouts SET hold = NULL, message = NULL WHERE batch_id = ? AND hold IN ('guarded', 'referenceUnclear')`,
  );
  // A row whose sheet reference is known is not sent any more. A known reference of ours concerns the whole batch, so it is
  // looked up again.
  const references = database.statement<[number], Omit<QueuedReference, 'isKnown'> & { readonly isKnown: 0 | 1 }>(
    `SELECT payout_id AS payoutId, reference, amount_paise AS amountPaise, hold IS 'referenceKnown' AS isKnown FROM payouts
     WHERE batch_id = ? AND state = 'queued' AND requests_left = 0
       AND (hold IS NOT 'referenceKnown' OR reference_from = 'desk') ORDER BY payout_id`,
  );

  const commitTurn = audit.transaction((request: TurnRequest): TurnAnswer => {
    const changes = request.news.map((news) => settlements.settle(news, request.backoff));
    const isHeld = (news: News, index: number): boolean => news.kind === 'held' && changes[index]?.to === 'queued';
    const claimed: ClaimResult | null = request.claim === null ? null : claims(request.claim, request);
    return {
      kind: 'committed',
      result: {
        changes: claimed === null ? changes : [...changes, ...claimed.changes],
        claimed: claimed?.claimed ?? [],
        lookUpFirst: claimed?.lookUpFirst ?? [],
        heldCount: (claimed?.heldCount ?? 0) + request.news.filter(isHeld).length,
        shortPaise: claimed?.shortPaise ?? null,
      },
    };
  });
  const releaseAll = audit.transaction((act: () => void) => act());
  const commitAll = audit.transaction((commands: () => Change[]) => commands());

  return {
    turn: (request) => {
      // A disk failure is returned as data: an outer transaction would carry on and commit without the turn that was rolled back.
      invariant(!database.inTransaction, 'a turn is no part of another transaction');
      try {
        return commitTurn(request);
      } catch (error) {
        return failureOf(error);
      }
    },
    subscribe: (listeners) => audit.changes.subscribe(listeners),
    ...due,
    interrupt: (reason, { nowMs, backoff }) =>
      commitAll(() =>
        sending.all().map((id) => settlements.command(id, { kind: 'interrupted', reason }, { atMs: nowMs, backoff })),
      ),
    cancel: (batch, { nowMs, backoff }) =>
      commitAll(() => {
        const unsent = queued.all(batch);
        // If the gateway knows one of them, this batch was sent from elsewhere, and any of the others may be there as well.
        const isKnown = unsent.some((row) => row.isKnown === 1);
        return unsent.map(({ payoutId, requestsLeft }) => {
          const cancelled = { kind: 'cancelled', by: audit.actor, everAnswered: isKnown || requestsLeft > 0 } as const;
          return settlements.command(payoutId, cancelled, { atMs: nowMs, backoff });
        });
      }),
    releaseHeld: (batch, atMs) =>
      releaseAll(() => {
        const { changes: count } = release.run(batch);
        if (count > 0) audit.append({ atMs, what: 'released', batchId: batch, detail: { count } });
      }),
    queuedReferences: (batch) => references.all(batch).map((row) => ({ ...row, isKnown: row.isKnown === 1 })),
    ...counting,
  };
}

/** Returns disk faults as data. Everything else is our bug and is thrown. */
function failureOf(error: unknown): LedgerFailure {
  if (!(error instanceof Database.SqliteError)) throw error;
  if (error.code === 'SQLITE_FULL') return { kind: 'diskFull' };
  const isTheWorld = /^SQLITE_(?:IOERR|READONLY|CANTOPEN|BUSY|PROTOCOL|PERM)/.test(error.code);
  if (isTheWorld) return { kind: 'unwritable', code: error.code };
  throw error;
}

interface LockDownAt {
  readonly nowMs: number;
  readonly backoff: PollBackoff;
}

export interface LockDown {
  /** Makes every queued and sending payout unknown. Returns how many there were. */
  close(reason: LockReason, at: LockDownAt): number;
  /** Records that a backup replaced the database, with the names of the files. */
  noteRestored(from: { readonly file: string; readonly kept: string | null }, nowMs: number): void;
  /** Records that a person accepts this database as the true one. */
  open(why: { readonly reason: LockReason; readonly note: string }, nowMs: number): void;
}

/** Prepares the lock-down. Its statements are prepared only when it is called. */
export function prepareLockDown(database: DeskDatabase, audit: AuditLog): LockDown {
  return {
    close: audit.transaction((reason: LockReason, { nowMs, backoff }: LockDownAt) => {
      // No index serves both conditions. This runs once and reads every row.
      const unsent = database
        .prepare<[], PayoutId>(`SELECT payout_id FROM payouts WHERE state = 'queued' OR state = 'sending'`)
        .pluck()
        .all();
      if (unsent.length === 0) return 0;
      const settlements = prepareSettlements(database, audit);
      audit.append({ atMs: nowMs, what: 'locked', detail: { reason, count: unsent.length } });
      for (const id of unsent) settlements.command(id, { kind: 'restored' }, { atMs: nowMs, backoff });
      return unsent.length;
    }),
    noteRestored: audit.transaction((from: { file: string; kept: string | null }, atMs: number) =>
      audit.append({ atMs, what: 'restored', detail: from }),
    ),
    open: audit.transaction(({ reason, note }, atMs: number) =>
      audit.append({ atMs, what: 'unlocked', detail: { reason, note } }),
    ),
  };
}

// Claiming: queued payouts become `sending` in the caller's transaction, before any socket is opened for them. Each claim is a
// compare-and-set that must change exactly one row, so no payout is claimed twice.

interface CandidateRow extends IntentionColumns {
  readonly payoutId: PayoutId;
  readonly rowNumber: number;
  readonly amountPaise: Paise;
  readonly reference: Reference;
  readonly retryOf: PayoutId | null;
  readonly attempts: number;
  readonly requestsLeft: number;
}

/** The gateway may already have it: after a long break, or because the reference comes from the sheet. */
function isLookedUpFirst(row: CandidateRow, { lookUpAll, cleared }: ClaimRequest): boolean {
  return (lookUpAll || row.referenceFrom === 'sheet') && !cleared.has(row.payoutId);
}

/** What blocks a row. `chain`: the payout that it retries is no longer certainly unpaid. */
type Hit = Pick<GuardHit, 'payoutId' | 'batch'> & {
  readonly kind: GuardKind | 'chain';
  readonly rowNumber?: number;
  readonly amountPaise?: number;
};

interface ClaimedBatch {
  readonly batch: number;
  readonly mid: Mid;
}

interface ClaimResult {
  readonly changes: Change[];
  readonly claimed: Claimed[];
  readonly lookUpFirst: LookUpFirst[];
  heldCount: number;
  shortPaise: number | null;
}

/** Prepares claiming. The returned function must run inside the turn's transaction. */
function prepareClaims(
  database: DeskDatabase,
  {
    audit,
    prefix,
    guard,
    holds,
    settlements,
  }: Pick<LedgerWorld, 'audit' | 'prefix' | 'guard' | 'holds'> & {
    readonly settlements: ReturnType<typeof prepareSettlements>;
  },
): (request: ClaimRequest, at: Pick<TurnRequest, 'nowMs' | 'backoff'>) => ClaimResult {
  const intentionOf = prepareIntentions(database);
  const chainHit = prepareChainGuard(database);
  const factsOf = database.statement<[number], ClaimedBatch>(
    'SELECT batch_id AS batch, mid FROM batches WHERE batch_id = ?',
  );
  // The condition matches the partial index payouts_queued; any other spelling would scan the whole batch.
  const candidates = database.statement<[number, number], CandidateRow>(
    `SELECT payout_id AS payoutId, row_number AS rowNumber, ${INTENTION_COLUMNS}, retry_of AS retryOf, attempts,
            requests_left AS requestsLeft
     FROM payouts WHERE batch_id = ? AND state = 'queued' AND hold IS NULL ORDER BY payout_id LIMIT ?`,
  );
  const claim = database.statement(
    `UPDATE payouts SET state = 'sending', attempts = ?, sent_at_ms = ?, message = NULL
     WHERE payout_id = ? AND state = 'queued'`,
  );
  const insertAttempt = database.statement('INSERT INTO attempts (payout_id, number, claimed_at_ms) VALUES (?, ?, ?)');
  const hold = database.statement(
    `UPDATE payouts SET hold = 'guarded', message = ? WHERE payout_id = ? AND state = 'queued'`,
  );
  const touch = database.statement('UPDATE batches SET active_at_ms = ? WHERE batch_id = ?');

  /** What blocks a row, and which payouts must have been looked up before it is paid. */
  const inTheWay = (
    row: CandidateRow,
    { batch, mid }: ClaimedBatch,
    nowMs: number,
  ): { readonly hit: Hit | null; readonly unpaid: readonly PayoutId[] } => {
    const { payoutId, retryOf } = row;
    const movedOn = retryOf === null ? null : chainHit(retryOf);
    if (movedOn !== null) return { hit: { kind: 'chain', ...movedOn }, unpaid: [] };
    const { hits, unpaid } = guard({ mid, batch, row: intentionOf(row), payoutId, retryOf, nowMs });
    return { hit: hits.find(({ kind }) => HOLDS_BACK.has(kind)) ?? null, unpaid };
  };
  const sentenceOf = ({ kind, batch, rowNumber, amountPaise: amount }: Hit): string => {
    const id = formatBatchId(prefix, batch);
    const row =
      rowNumber === undefined ? msg('part.batch', { batch: id }) : msg('part.batchRow', { batch: id, row: rowNumber });
    const payment = amount === undefined ? row : msg('part.paymentOf', { payment: row, amount });
    return storedText(msg(`hold.${kind}`, { payment }));
  };

  /** What holds back the row's payee now. A name that a person saw with the row and confirmed as somebody else's does not. */
  const heldBack = (row: CandidateRow, against: ReturnType<PayeeHolds['inForce']>): HeldBack | null => {
    if (against === null) return null;
    const { payee, name } = intentionOf(row);
    const { payoutId, retryOf } = row;
    const found = against({ people: retryOf === null ? [payee] : holds.peopleOf(payoutId), name });
    const ticked = found.some(({ kind }) => kind === 'name') ? holds.ticked(payoutId) : null;
    return found.find(({ kind, hold: { hold } }) => kind === 'payee' || ticked?.has(hold) !== true) ?? null;
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
    // What has left never returns to the queue, so this is always the first request.
    const order = { beneficiary, amountPaise, remark, reference, firstRequest: true };
    return { payoutId, attemptId, rowNumber, order };
  };

  return (request, { nowMs, backoff }) => {
    const result: ClaimResult = { changes: [], claimed: [], lookUpFirst: [], heldCount: 0, shortPaise: null };
    const facts = factsOf.get(request.batch);
    if (facts === undefined) return result;
    let budgetPaise = request.budgetPaise ?? Number.POSITIVE_INFINITY;
    const onHold = holds.inForce(nowMs);
    for (const row of candidates.all(request.batch, request.count + request.busy.size)) {
      if (result.claimed.length + result.lookUpFirst.length >= request.count) break;
      const { payoutId, rowNumber, amountPaise } = row;
      if (request.busy.has(payoutId)) continue;
      if (row.requestsLeft > 0) {
        result.changes.push(settlements.command(payoutId, { kind: 'sentBefore' }, { atMs: nowMs, backoff }));
        continue;
      }
      const held = heldBack(row, onHold);
      if (held !== null) {
        const { kind, hold: of } = held;
        invariant(hold.run(storedText(heldMessage(held)), payoutId).changes === 1, 'a hold changed no row');
        const detail = { hit: kind === 'payee' ? 'payeeHeld' : 'heldName', hold: of.hold };
        audit.append({ atMs: nowMs, what: 'held', batchId: request.batch, payoutId, detail });
        result.heldCount += 1;
        continue;
      }
      const { hit, unpaid } = inTheWay(row, facts, nowMs);
      if (hit !== null) {
        const message = sentenceOf(hit);
        invariant(hold.run(message, payoutId).changes === 1, 'a hold changed no row');
        const detail = { hit: hit.kind, payout: hit.payoutId };
        audit.append({ atMs: nowMs, what: 'held', batchId: request.batch, payoutId, detail });
        result.heldCount += 1;
      } else if (!request.earlierStands(unpaid) || isLookedUpFirst(row, request)) {
        const earlier = request.earlierStands(unpaid) ? [] : unpaid;
        result.lookUpFirst.push({ payoutId, rowNumber, reference: row.reference, earlier });
      } else if (amountPaise > budgetPaise) {
        // In file order: a smaller payout further down does not overtake it.
        result.shortPaise = amountPaise;
        break;
      } else {
        budgetPaise -= amountPaise;
        // Before the first claim's audit entry, which then also names the batch's row.
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
