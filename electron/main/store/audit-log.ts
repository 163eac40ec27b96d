// The audit log: a hash chain in which each entry covers the one before it. In: who did what to which payout.
// Out: an entry written in the caller's transaction. This file must never write outside a transaction.

import { hash } from 'node:crypto';
import type Database from 'better-sqlite3';
import { invariant } from '../../../shared/failures.ts';
import type { Sha256 } from '../../../shared/ids.ts';
import type { Steps } from '../../../shared/steps.ts';
import { CommittedChanges } from './committed-changes.ts';

/** The hash before the first entry. */
export const GENESIS = '0'.repeat(64) as Sha256;

/** Shape: `detail` is JSON text; ids are this database's numbers, null where the entry is about none. */
export interface AuditEntry {
  readonly atMs: number;
  readonly actor: string;
  readonly what: string;
  readonly batchId: number | null;
  readonly payoutId: number | null;
  readonly detail: string;
}

export interface AuditHead {
  readonly sequence: number;
  readonly hash: Sha256;
}

/** The hash of an entry over the one before it: SHA-256 of the previous hash, a newline and the entry as a JSON list. */
export function auditHash(previous: Sha256, sequence: number, entry: AuditEntry): Sha256 {
  const { atMs, actor, what, batchId, payoutId, detail } = entry;
  const canonical = JSON.stringify([sequence, atMs, actor, what, batchId, payoutId, detail]);
  return hash('sha256', `${previous}\n${canonical}`, 'hex') as Sha256;
}

export interface AuditLog {
  append(entry: AuditEntry): void;
  /** What the transactions of this log change, told once they are on disk. */
  readonly changes: CommittedChanges;
  /** Calls back after each commit that may have appended, before its caller hears of it. It must not throw. */
  afterCommit(listen: () => void): void;
  head(): AuditHead;
  /** Goes on from where the log of the same writer's other connection stands. */
  goOnFrom(head: AuditHead): void;
  /** The same writer's other connection has committed, and stands there now. */
  committedBeside(head: AuditHead): void;
  /** When the newest entry was written; null when there is none. */
  newestAtMs(): number | null;
  /** Makes of a function one transaction that may append; when it fails, what it appended is forgotten as well. */
  transaction<Arguments extends unknown[], Result>(
    act: (...given: Arguments) => Result,
  ): (...given: Arguments) => Result;
  /** One transaction in steps, for a connection that does nothing else until it has ended. Shape: taken back unless `isKept`. */
  inSteps<Result>(act: Steps<Result>, isKept: (result: Result) => boolean): Steps<Result>;
}

/**
 * Opens the log of a writable database; it keeps the head in memory because there is one writer, so that a second one that
 * slipped past the lock is refused. `giveWay` is called before each transaction begins.
 */
export function openAuditLog(database: Database.Database, giveWay: () => void = () => {}): AuditLog {
  const newest = database.prepare<[], { sequence: number; hash: string }>(
    'SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1',
  );
  const insert = database.prepare(
    `INSERT INTO audit (sequence, at_ms, actor, what, batch_id, payout_id, detail, hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const read = (): AuditHead => {
    const row = newest.get();
    return row ? { sequence: row.sequence, hash: row.hash as Sha256 } : { sequence: 0, hash: GENESIS };
  };
  // Null when it must be read again: after a rollback the disk's head is not the one remembered.
  let known: AuditHead | null = null;
  const head = (): AuditHead => {
    known ??= read();
    return known;
  };
  const newestAt = database.prepare<[], number>('SELECT at_ms FROM audit ORDER BY sequence DESC LIMIT 1').pluck();
  let committed = (): void => undefined;
  const changes = new CommittedChanges();
  return {
    head,
    changes,
    goOnFrom: (other) => {
      known = other;
    },
    committedBeside: (other) => {
      known = other;
      committed();
    },
    afterCommit: (listen) => {
      committed = listen;
    },
    newestAtMs: () => newestAt.get() ?? null,
    transaction: (act) => {
      const run = database.transaction(act);
      const commit = (...given: Parameters<typeof act>): ReturnType<typeof act> => {
        const { count } = changes;
        try {
          return run.immediate(...given);
        } catch (error) {
          known = null;
          changes.forgetAfter(count);
          throw error;
        }
      };
      return (...given) => {
        giveWay();
        const result = commit(...given);
        // Inside another transaction nothing is committed yet.
        if (!database.inTransaction) {
          committed();
          changes.tell();
        }
        return result;
      };
    },
    *inSteps(act, isKept) {
      database.exec('BEGIN IMMEDIATE');
      try {
        const result = yield* act;
        if (isKept(result)) database.exec('COMMIT');
        if (!database.inTransaction) committed();
        return result;
      } finally {
        if (database.inTransaction) database.exec('ROLLBACK');
      }
    },
    append: (entry) => {
      invariant(database.inTransaction, 'an audit entry needs the transaction of what it records');
      const { sequence: last, hash: previous } = head();
      const sequence = last + 1;
      const next = auditHash(previous, sequence, entry);
      const { atMs, actor, what, batchId, payoutId, detail } = entry;
      insert.run(sequence, atMs, actor, what, batchId, payoutId, detail, next);
      known = { sequence, hash: next };
    },
  };
}
