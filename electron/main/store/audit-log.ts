// The audit log: a hash chain in which each entry covers the one before it, and the hash of every row that it leaves.
// A transaction that changed rows without an entry that a person would read ends with one that says nothing else.
//
// What a transaction changes of payouts is emitted to listeners once it is on disk, never when it was rolled back; and no
// fault of a listener reaches who committed: what was claimed must leave, whatever else breaks.

import { hash } from 'node:crypto';
import { invariant } from '../../../shared/failures.ts';
import type { Mid, PayoutId, Sha256 } from '../../../shared/ids.ts';
import { HOUR_MS } from '../../../shared/limits.ts';
import type { Environment } from '../../../shared/profiles.ts';
import type { StateKind } from '../../../shared/states.ts';
import type { Change, ChangeListener } from '../domain/ledger.ts';
import type { ChainEnd, HeadBatch } from '../domain/standing.ts';
import type { DeskDatabase } from './desk-database.ts';
import { watchRows } from './row-hashes.ts';

/** The hash before the first entry. */
export const GENESIS = '0'.repeat(64) as Sha256;

/** What is recorded. Shape: ids are this database's numbers, left out where the entry is about none. */
interface AuditEntry {
  readonly atMs: number;
  readonly what: string;
  readonly batchId?: number | null;
  readonly payoutId?: number | null;
  readonly detail?: object;
}

/** An entry as the chain has it. Shape: `detail` is JSON text, `rows` that of the rows that it leaves. */
interface ChainedEntry {
  readonly sequence: number;
  readonly atMs: number;
  readonly actor: string;
  readonly what: string;
  readonly batchId: number | null;
  readonly payoutId: number | null;
  readonly detail: string;
  readonly rows: string;
}

/** The last entry, and the last that a person would read. */
interface AuditHead extends ChainEnd {
  readonly lastRecord: number;
}

/** What an entry is called that says nothing but what rows it leaves. */
export const ROWS_ONLY = 'rows';

/** The hash of an entry over the one before it: SHA-256 of the previous hash, a newline and the entry as a JSON list. */
export function auditHash(previous: Sha256, entry: ChainedEntry): Sha256 {
  const { sequence, atMs, actor, what, batchId, payoutId, detail, rows } = entry;
  const canonical = JSON.stringify([sequence, atMs, actor, what, batchId, payoutId, detail, rows]);
  return hash('sha256', `${previous}\n${canonical}`, 'hex') as Sha256;
}

export interface AuditLog {
  /** Who stands in each entry as having done it. */
  readonly actor: string;
  /** Appends an entry, which names the rows that were changed so far, those of other batches aside. */
  append(entry: AuditEntry): void;
  /** Names the rows changed so far in an entry that says nothing else. */
  appendRows(about: { readonly atMs: number; readonly batchId: number | null }): void;
  /** What the transactions of this log change, emitted once they are on disk. */
  readonly changes: CommittedChanges;
  /** Calls back after each commit that appended what a person would read, before the call returns. It must not throw. */
  afterCommit(listen: () => void): void;
  head(): AuditHead;
  /** Makes of a function one transaction that may append; when it fails, what it appended is forgotten as well. */
  transaction<Arguments extends unknown[], Result>(
    act: (...given: Arguments) => Result,
  ): (...given: Arguments) => Result;
}

/**
 * Opens the log of a writable database; it keeps the head in memory because there is one writer, so that a second one that
 * slipped past the lock is refused.
 */
export function openAuditLog(database: DeskDatabase, actor: string): AuditLog {
  const newest = database.statement<[], AuditHead>(
    `SELECT sequence, hash, coalesce(
       (SELECT sequence FROM audit WHERE what <> '${ROWS_ONLY}' ORDER BY sequence DESC LIMIT 1), 0) AS lastRecord
     FROM audit ORDER BY sequence DESC LIMIT 1`,
  );
  // The sign keeps it from the index by batch, which would be sorted as a whole.
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
  // Null when it must be read again: after a rollback the disk's head is not the one remembered.
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
    // Before this entry is the newest itself.
    if (lastOfBatch === undefined) lastOfBatch = newestOfBatch.get() ?? null;
    insert.run(sequence, atMs, by, what, batchId, payoutId, text, rows, next);
    known = { sequence, hash: next, lastRecord: what === ROWS_ONLY ? lastRecord : sequence };
    if (batchId !== null && what !== ROWS_ONLY) noteClock({ sequence, atMs });
  };
  const appendRows = (about: { readonly atMs: number; readonly batchId: number | null }): void =>
    append({ ...about, what: ROWS_ONLY }, '');
  /** What no entry has named has no moment and no author of its own. */
  const appendRest = (): void => {
    while (!changed.isEmpty) appendRows({ atMs: newestAt.get() ?? 0, batchId: changed.firstBatch() });
  };

  return {
    actor,
    head,
    changes,
    append: (entry) => append(entry),
    appendRows,
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
        // Inside another transaction nothing is committed yet.
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

  /** How many changes the transaction under way has made so far. */
  get count(): number {
    return this.#underWay.length;
  }

  /** A payout was changed in the transaction under way. */
  note(change: Change): void {
    this.#underWay.push(change);
  }

  /** The transaction failed since it had made so many. */
  forgetAfter(count: number): void {
    this.#underWay.length = count;
  }

  /** The transaction is on disk. */
  emit(): void {
    if (this.#underWay.length === 0) return;
    const changes = this.#underWay;
    this.#underWay = [];
    // Whoever subscribes meanwhile has counted these already.
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

  /** Gives the way to stop. */
  subscribe(listeners: ChangeListener): () => void {
    this.#listeners.add(listeners);
    return () => void this.#listeners.delete(listeners);
  }
}

export interface ChainReading {
  readonly databaseId: string;
  end(): ChainEnd;
  /** The hash of an entry; the start of the chain for 0; null where there is no such entry. */
  hashAt(sequence: number): Sha256 | null;
  /** The batches whose number is above this one, in order. */
  batchesAfter(batch: number): HeadBatch[];
}

/** Prepares reading the chain. Shape: a database that has no name yet has an empty one. */
export function readChain(database: DeskDatabase): ChainReading {
  const id = database.prepare<[], string>('SELECT database_id FROM desk').pluck().get();
  const newest = database.statement<[], ChainEnd>('SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1');
  const hashAt = database.statement<[number], Sha256>('SELECT hash FROM audit WHERE sequence = ?').pluck();
  const batches = database.statement<[number], HeadBatch & { readonly mid: Mid; readonly environment: Environment }>(
    `SELECT batch_id AS batch, run_number AS runNumber, fingerprint, payout_count AS count, total_paise AS totalPaise,
            confirmed_at_ms AS confirmedAtMs, mid, environment
     FROM batches WHERE batch_id > ? ORDER BY batch_id`,
  );
  return {
    databaseId: id ?? '',
    end: () => newest.get() ?? { sequence: 0, hash: GENESIS },
    hashAt: (sequence) => (sequence === 0 ? GENESIS : (hashAt.get(sequence) ?? null)),
    batchesAfter: (batch) =>
      batches.all(batch).map(({ mid, environment, ...facts }) => (environment === 'LIVE' ? { ...facts, mid } : facts)),
  };
}

// Where the wall clock was set back between two records about batches. What is settled after that bears a time from before it
// was paid, and would look long ago as soon as the clock is right again; by the order of the records it is no older than what
// was written before it.

/** Smaller steps are the system's own corrections, and what several threads write in one turn. */
const SET_BACK_MS = HOUR_MS;

/** A record about a batch. */
export interface ClockRecord {
  readonly sequence: number;
  readonly atMs: number;
}

/** `sequence` is the first record after it, `fromMs` the time of the last one before it. */
export interface SetBack {
  readonly sequence: number;
  readonly fromMs: number;
}

/** Whether the clock was set back between two records that follow each other; null when it was not. */
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
 * Prepares asking when a payout was settled at the earliest: by its own time, and by what had been written before it. A time
 * that is later than `nowMs` was written by a clock that was ahead, and proves nothing. Null where nobody knows a time.
 */
export function prepareSettledNoEarlier(
  database: DeskDatabase,
): (payout: SettledPayout, nowMs: number) => number | null {
  // Nearly every desk has none, and then its payouts' records are not looked for.
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
