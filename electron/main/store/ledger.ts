// The engine's side of the store: one transaction per turn settles all news and claims all free slots. And what happens
// to a database that was restored or copied: nothing in it may be sent, because it may have been sent since.

import Database from 'better-sqlite3';
import { invariant } from '../../../shared/failures.ts';
import type { PayoutId } from '../../../shared/ids.ts';
import type {
  Change,
  Ledger,
  LedgerFailure,
  News,
  QueuedReference,
  TurnAnswer,
  TurnRequest,
} from '../domain/ledger.ts';
import type { PollPace } from '../domain/poll-schedule.ts';
import type { LockReason } from '../domain/standing.ts';
import type { AuditLog } from './audit-log.ts';
import type { BatchCounting } from './batches.ts';
import { type ClaimResult, prepareClaims } from './claims.ts';
import { prepareDueLookups } from './due-lookups.ts';
import { prepareSettlements } from './settlements.ts';

interface LedgerWorld {
  readonly audit: AuditLog;
  readonly prefix: 'B' | 'P';
  readonly counting: BatchCounting;
}

/** Opens the ledger of a writable database. */
export function openLedger(database: Database.Database, { audit, prefix, counting }: LedgerWorld): Ledger {
  const claims = prepareClaims(database, { audit, prefix });
  const settlements = prepareSettlements(database, audit);
  const due = prepareDueLookups(database);
  const sending = database.prepare<[], PayoutId>(`SELECT payout_id FROM payouts WHERE state = 'sending'`).pluck();
  const queued = database.prepare<[number], { payoutId: PayoutId; requestsLeft: number; isKnown: 0 | 1 }>(
    `SELECT payout_id AS payoutId, requests_left AS requestsLeft, hold IS 'referenceKnown' AS isKnown
     FROM payouts WHERE batch_id = ? AND state = 'queued'`,
  );
  const release = database.prepare(
    `UPDATE payouts SET hold = NULL, message = NULL WHERE batch_id = ? AND hold IN ('guarded', 'referenceUnclear')`,
  );
  // A row whose own reference is known is no longer sent; one of ours tells about the whole batch, and is asked about again.
  const references = database.prepare<[number], Omit<QueuedReference, 'isKnown'> & { readonly isKnown: 0 | 1 }>(
    `SELECT payout_id AS payoutId, reference, amount_paise AS amountPaise, hold IS 'referenceKnown' AS isKnown FROM payouts
     WHERE batch_id = ? AND state = 'queued' AND requests_left = 0
       AND (hold IS NOT 'referenceKnown' OR reference_from = 'desk') ORDER BY payout_id`,
  );

  const commitTurn = audit.transaction((request: TurnRequest): TurnAnswer => {
    const changes = request.news.map((news) => settlements.settle(news, request.pace));
    const isHeld = (news: News, index: number): boolean => news.kind === 'held' && changes[index]?.to === 'queued';
    const claimed: ClaimResult | null = request.claim === null ? null : claims(request.claim, request.nowMs);
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
      // The disk's refusal comes back as data: around it others would go on without the transaction that was taken back.
      invariant(!database.inTransaction, 'a turn is no part of another transaction');
      try {
        return commitTurn(request);
      } catch (error) {
        return failureOf(error);
      }
    },
    subscribe: (listeners) => audit.changes.subscribe(listeners),
    ...due,
    interrupt: (reason, { nowMs, pace }) =>
      commitAll(() =>
        sending.all().map((id) => settlements.command(id, { kind: 'interrupted', reason }, { atMs: nowMs, pace })),
      ),
    cancel: (batch, { nowMs, pace }) =>
      commitAll(() => {
        const unsent = queued.all(batch);
        // A gateway that knows one of them was sent this batch from elsewhere: nobody knows which of the others it has as well.
        const isKnown = unsent.some((row) => row.isKnown === 1);
        return unsent.map(({ payoutId, requestsLeft }) => {
          const cancelled = { kind: 'cancelled', by: audit.actor, everAnswered: isKnown || requestsLeft > 0 } as const;
          return settlements.command(payoutId, cancelled, { atMs: nowMs, pace });
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

/** Faults of the disk are the world's and come back as data; everything else is our bug and is thrown. */
function failureOf(error: unknown): LedgerFailure {
  if (!(error instanceof Database.SqliteError)) throw error;
  if (error.code === 'SQLITE_FULL') return { kind: 'diskFull' };
  const isTheWorld = /^SQLITE_(?:IOERR|READONLY|CANTOPEN|BUSY|PROTOCOL|PERM)/.test(error.code);
  if (isTheWorld) return { kind: 'unwritable', code: error.code };
  throw error;
}

interface LockDownAt {
  readonly nowMs: number;
  readonly pace: PollPace;
}

export interface LockDown {
  /** Every queued and sending payout becomes unknown. Shape: how many there were. */
  close(reason: LockReason, at: LockDownAt): number;
  /** Records that a backup took the place of the database. Shape: the names of the files. */
  noteRestored(from: { readonly file: string; readonly kept: string | null }, nowMs: number): void;
  /** Records that a person takes this database for the true one. */
  open(why: { readonly reason: LockReason; readonly note: string }, nowMs: number): void;
}

/** Prepares both; what they need of the database is prepared only when one of them is called. */
export function prepareLockDown(database: Database.Database, audit: AuditLog): LockDown {
  return {
    close: audit.transaction((reason: LockReason, { nowMs, pace }: LockDownAt) => {
      // Two conditions that no index serves together: this is done once, and reads every row.
      const unsent = database
        .prepare<[], PayoutId>(`SELECT payout_id FROM payouts WHERE state = 'queued' OR state = 'sending'`)
        .pluck()
        .all();
      if (unsent.length === 0) return 0;
      const settlements = prepareSettlements(database, audit);
      audit.append({ atMs: nowMs, what: 'locked', detail: { reason, count: unsent.length } });
      for (const id of unsent) settlements.command(id, { kind: 'restored' }, { atMs: nowMs, pace });
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
