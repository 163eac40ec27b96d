// The audit log: a hash chain. Each entry covers the entry before it and the hash of every row that its transaction changed.
// A transaction that changed rows without an entry for people ends with an entry of kind `rows`.
//
// Changes of payouts are emitted to listeners after the commit, never after a rollback. A listener's error never reaches the
// code that committed: a claimed payout must be sent, whatever else breaks.

import { hash } from 'node:crypto';
import { invariant } from '../../../shared/failures.ts';
import type { Mid, PayoutId, Sha256 } from '../../../shared/ids.ts';
import { HOUR_MS } from '../../../shared/limits.ts';
import { entryText, type HashedEntry } from '../../../shared/passport/passport.ts';
import type { Environment } from '../../../shared/profiles.ts';
import type { StateKind } from '../../../shared/states.ts';
import type { Change, ChangeListener } from '../domain/ledger.ts';
import type { ChainEnd, HeadBatch } from '../domain/standing.ts';
import type { DeskDatabase } from './desk-database.ts';
import { watchRows } from './row-hashes.ts';

export const GENESIS = '0'.repeat(64) as Sha256;

/** An entry to append. Ids are this database's numbers, left out when the entry is about none. */
interface AuditEntry {
  readonly atMs: number;
  readonly what: string;
  readonly batchId?: number | null;
  readonly payoutId?: number | null;
  readonly detail?: object;
}

/** The last entry; `lastRecord` is the last one meant for people. */
interface AuditHead extends ChainEnd {
  readonly lastRecord: number;
}

/** Names an entry that only lists changed rows. */
export const ROWS_ONLY = 'rows';

/** The hash of an entry: `detail` is JSON text, `rows` is JSON text of the rows that the entry names. */
export function auditHash(previous: Sha256, entry: HashedEntry): Sha256 {
  return hash('sha256', entryText(previous, entry), 'hex') as Sha256;
}

export interface AuditLog {
  /** Recorded in each entry as its author. */
  readonly actor: string;
  /** Appends an entry that names the rows changed so far, except those of other batches. */
  append(entry: AuditEntry): void;
  /** Appends an entry that only lists the rows changed so far. */
  appendRows(about: { readonly atMs: number; readonly batchId: number | null }): void;
  /** Appends an entry that names no author and no rows, because all of it is given to others. */
  appendPublic(entry: AuditEntry): void;
  /** What this log's transactions change, emitted after the commit. */
  readonly changes: CommittedChanges;
  /** Calls back after each commit with an entry for people, before the call returns. The callback must not throw. */
  afterCommit(listen: () => void): void;
  head(): AuditHead;
  /** Wraps a function in one transaction that may append. A failure rolls back its entries as well. */
  transaction<Arguments extends unknown[], Result>(
    act: (...given: Arguments) => Result,
  ): (...given: Arguments) => Result;
}

/**
 * Opens the log of a writable database. It keeps the head in memory because there is one writer; a second writer that slipped
 * past the lock is refused by the database.
 */
export function openAuditLog(database: DeskDatabase, actor: string): AuditLog {
  const newest = database.statement<[], AuditHead>(
    `SELECT sequence, hash, coalesce(
       (SELECT sequence FROM audit WHERE what <> '${ROWS_ONLY}' ORDER BY sequence DESC LIMIT 1), 0) AS lastRecord
     FROM audit ORDER BY sequence DESC LIMIT 1`,
  );
  // The plus sign keeps SQLite off the index by batch, which it would have to sort as a whole.
  const newestOfBatch = database.statement<[], ClockRecord>(
    `SELECT sequence, at_ms AS atMs FROM audit
     WHERE +batch_id IS NOT NULL AND what <> '${ROWS_ONLY}' ORDER BY sequence DESC LIMIT 1`,
  );
  const noteSetBack = database.statement('INSERT INTO clock_set_backs (sequence, from_ms) VALUES (?, ?)');
  const newestAt = database.statement<[], number>('SELECT at_ms FROM audit ORDER BY sequence DESC LIMIT 1').pluck();
  const insert = database.statement(
    `INSERT INTO audit (sequence, at_ms, actor, what, batch_id, payout_id, detail, rows_json, hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  // Null when it must be read again: after a rollback the remembered head is wrong.
  let known: AuditHead | null = null;
  const head = (): AuditHead => {
    known ??= newest.get() ?? { sequence: 0, hash: GENESIS, lastRecord: 0 };
    return known;
  };
  // The last record about a batch; undefined when it must be read again.
  let lastOfBatch: ClockRecord | null | undefined;
  const noteClock = (record: ClockRecord): void => {
    const setBack = setBackBetween(lastOfBatch ?? null, record);
    if (setBack !== null) noteSetBack.run(setBack.sequence, setBack.fromMs);
    lastOfBatch = record;
  };
  let depth = 0;
  const changed = watchRows(database, () => invariant(depth > 0, 'a row is written outside a transaction of the log'));
  let committed = (): void => undefined;
  let notifiedRecord = 0;
  const notifyCommitted = (): void => {
    const { lastRecord } = head();
    if (lastRecord === notifiedRecord) return;
    notifiedRecord = lastRecord;
    committed();
  };
  const changes = new CommittedChanges();

  const append = ({ atMs, what, batchId = null, payoutId = null, detail = {} }: AuditEntry, by = actor): void => {
    invariant(database.inTransaction, 'an audit entry needs the transaction of what it records');
    const { sequence: last, hash: previous, lastRecord } = head();
    const sequence = last + 1;
    const text = JSON.stringify(detail);
    const rows = changed.take(batchId);
    const next = auditHash(previous, { sequence, atMs, actor: by, what, batchId, payoutId, detail: text, rows });
    // Read before the insert, after which this entry would be the newest.
    if (lastOfBatch === undefined) lastOfBatch = newestOfBatch.get() ?? null;
    insert.run(sequence, atMs, by, what, batchId, payoutId, text, rows, next);
    known = { sequence, hash: next, lastRecord: what === ROWS_ONLY ? lastRecord : sequence };
    if (batchId !== null && what !== ROWS_ONLY) noteClock({ sequence, atMs });
  };
  const appendRows = (about: { readonly atMs: number; readonly batchId: number | null }): void =>
    append({ ...about, what: ROWS_ONLY }, '');
  /** For rows that no entry has named: the time of the newest entry, and no author. */
  const appendRest = (): void => {
    while (!changed.isEmpty) appendRows({ atMs: newestAt.get() ?? 0, batchId: changed.firstBatch() });
  };

  return {
    actor,
    head,
    changes,
    append: (entry) => append(entry),
    appendRows,
    appendPublic: (entry) => {
      invariant(changed.isEmpty, 'an entry that is given to others names no rows');
      append(entry, '');
    },
    afterCommit: (listen) => {
      committed = listen;
    },
    transaction: (act) => {
      const run = database.transaction((...given: Parameters<typeof act>) => {
        const result = act(...given);
        if (depth === 1) appendRest();
        return result;
      });
      const commit = (...given: Parameters<typeof act>): ReturnType<typeof act> => {
        const { count } = changes;
        depth += 1;
        try {
          return run.immediate(...given);
        } catch (error) {
          known = null;
          lastOfBatch = undefined;
          changes.forgetAfter(count);
          if (depth === 1) changed.forget();
          throw error;
        } finally {
          depth -= 1;
        }
      };
      return (...given) => {
        const result = commit(...given);
        // Inside an outer transaction nothing is committed yet.
        if (!database.inTransaction) {
          notifyCommitted();
          changes.emit();
        }
        return result;
      };
    },
  };
}

class CommittedChanges {
  readonly #listeners = new Set<ChangeListener>();
  #underWay: Change[] = [];

  /** How many changes the running transaction has made so far. */
  get count(): number {
    return this.#underWay.length;
  }

  /** Records a change of the running transaction. */
  note(change: Change): void {
    this.#underWay.push(change);
  }

  /** Drops the changes after the first `count`: the transaction that made them failed. */
  forgetAfter(count: number): void {
    this.#underWay.length = count;
  }

  /** Call once the transaction is on disk. */
  emit(): void {
    if (this.#underWay.length === 0) return;
    const changes = this.#underWay;
    this.#underWay = [];
    // A listener that subscribes meanwhile has already counted these changes.
    const listening = [...this.#listeners];
    for (const listeners of listening) {
      if (!this.#listeners.has(listeners)) continue;
      try {
        listeners.onChanges(changes);
      } catch (error) {
        listeners.onFault(error);
      }
    }
  }

  /** Returns the unsubscribe function. */
  subscribe(listeners: ChangeListener): () => void {
    this.#listeners.add(listeners);
    return () => void this.#listeners.delete(listeners);
  }
}

/** When an entry was written, by the clock of then. */
export interface ChainEntry {
  readonly hash: Sha256;
  readonly atMs: number;
}

export const ENTRY_AT = 'SELECT hash, at_ms AS atMs FROM audit WHERE sequence = ?';

export interface ChainReading {
  readonly databaseId: string;
  end(): ChainEnd;
  /** The hash of an entry; the genesis hash for 0; null when there is no such entry. */
  hashAt(sequence: number): Sha256 | null;
  entryAt(sequence: number): ChainEntry | null;
  /** The batches with a number above this one, in order. */
  batchesAfter(batch: number): HeadBatch[];
}

/** Prepares reading the chain. `databaseId` is empty while the database has no id. */
export function readChain(database: DeskDatabase): ChainReading {
  const id = database.prepare<[], string>('SELECT database_id FROM desk').pluck().get();
  const newest = database.statement<[], ChainEnd>('SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1');
  const entryAt = database.statement<[number], ChainEntry>(ENTRY_AT);
  const batches = database.statement<[number], HeadBatch & { readonly mid: Mid; readonly environment: Environment }>(
    `SELECT batch_id AS batch, run_number AS runNumber, fingerprint, payout_count AS count, total_paise AS totalPaise,
            confirmed_at_ms AS confirmedAtMs, mid, environment
     FROM batches WHERE batch_id > ? ORDER BY batch_id`,
  );
  return {
    databaseId: id ?? '',
    end: () => newest.get() ?? { sequence: 0, hash: GENESIS },
    hashAt: (sequence) => (sequence === 0 ? GENESIS : (entryAt.get(sequence)?.hash ?? null)),
    entryAt: (sequence) => entryAt.get(sequence) ?? null,
    batchesAfter: (batch) =>
      batches.all(batch).map(({ mid, environment, ...facts }) => (environment === 'LIVE' ? { ...facts, mid } : facts)),
  };
}

// Set-backs: where the wall clock was set back between two records about batches. A payout settled after a set-back carries a
// time from before it was paid, and would look old once the clock is right again. By record order it is no older than the
// entries before it.

/** Smaller steps are the system's own corrections, or several threads writing in one turn. */
const SET_BACK_MS = HOUR_MS;

/** The sequence and time of an entry about a batch. */
export interface ClockRecord {
  readonly sequence: number;
  readonly atMs: number;
}

/** `sequence` is the first record after the set-back, `fromMs` the time of the last record before it. */
export interface SetBack {
  readonly sequence: number;
  readonly fromMs: number;
}

/** The set-back between two consecutive records; null when the clock was not set back. */
export function setBackBetween(before: ClockRecord | null, { sequence, atMs }: ClockRecord): SetBack | null {
  return before !== null && atMs < before.atMs - SET_BACK_MS ? { sequence, fromMs: before.atMs } : null;
}

/** Every set-back, in order. */
export function readSetBacks(database: DeskDatabase): readonly SetBack[] {
  return database
    .prepare<[], SetBack>('SELECT sequence, from_ms AS fromMs FROM clock_set_backs ORDER BY sequence')
    .all();
}

export interface SettledPayout {
  readonly payoutId: PayoutId;
  readonly state: StateKind;
  readonly settledAtMs: number | null;
}

/**
 * Prepares finding the earliest time at which a payout can have been settled: by its own time, and by what was written before it.
 * A time later than `nowMs` came from a clock that was ahead, and proves nothing. Returns null when the payout has no time.
 */
export function prepareSettledNoEarlier(
  database: DeskDatabase,
): (payout: SettledPayout, nowMs: number) => number | null {
  // Nearly every desk has no set-backs and skips the query below.
  const any = database.statement<[], 1>('SELECT 1 FROM clock_set_backs LIMIT 1').pluck();
  const before = database
    .statement<[number, PayoutId, StateKind], number | null>(
      `SELECT max(from_ms) FROM clock_set_backs WHERE from_ms <= ? AND sequence <= (
         SELECT max(sequence) FROM audit WHERE payout_id = ? AND what = ?)`,
    )
    .pluck();
  return ({ payoutId, state, settledAtMs }, nowMs) => {
    if (settledAtMs === null || any.get() === undefined) return settledAtMs;
    return Math.max(settledAtMs, before.get(nowMs, payoutId, state) ?? settledAtMs);
  };
}
