// Moves what only reports, drawers and the audit read of an old batch into an archive. A crash at any point loses nothing:
//
// 1. The rows are copied into a draft, which is synced, closed, opened again and compared with the database row by row.
// 2. The draft gets its name, which is its hash, and the folder is synced. Nobody knows it yet.
// 3. One transaction writes the archive's hash as a row and an audit entry. From now on the batch is read there as well.
// 4. The file is hashed once more, then the rows are deleted, some thousand payouts at a time. Triggers refuse any other row.
// 5. The database gives its free pages back.
//
// Until 3 the database has everything, and the draft or the unknown file is thrown away or written again. From 3 on both have the
// rows, until 4 has deleted them; whoever archives next goes on there. Deleting never begins without the archive in its place.

import { closeSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { invariant } from '../../../shared/failures.ts';
import { type BatchId, formatBatchId } from '../../../shared/ids.ts';
import { msg } from '../../../shared/messages/message.ts';
import type { Refusal } from '../../../shared/rows.ts';
import { syncFolder } from '../platform/sync-folder.ts';
import {
  ARCHIVED_TABLES,
  type ArchiveRow,
  archiveFolder,
  archiveName,
  COPYING,
  hashInSteps,
  listArchives,
  openArchive,
  sealArchive,
  wholeInSteps,
} from './archives.ts';
import type { AuditLog } from './audit-log.ts';
import { prepareCheckInSteps } from './check-batch.ts';
import { DeskDatabase } from './desk-database.ts';
import { ArchiveUnusable } from './disk-refusals.ts';
import { saying } from './steps.ts';

/** Why a batch stays where it is. */
export type StaysBecause = 'young' | 'open' | 'followed' | 'alarm' | 'unpaid';

/** A batch that may be archived, or why not. `unpaid`: payments that ended unpaid and were not paid again. */
export interface ArchivableBatch {
  readonly batch: number;
  readonly id: BatchId;
  readonly name: string;
  readonly payments: number;
  readonly paise: number;
  readonly lastAtMs: number;
  readonly unpaid: number;
  readonly stays: StaysBecause | null;
}

/** `unfinished`: archives whose rows were not all deleted yet. `bytes`: about how much leaves the database. */
export interface ArchivePlan {
  readonly batches: readonly ArchivableBatch[];
  readonly unfinished: readonly number[];
  readonly bytes: number;
}

export interface ArchiveQuestion {
  /** Only batches whose last event is older. */
  readonly beforeMs: number;
  /** Whether batches with payments that ended unpaid, and may still be paid again, are included. */
  readonly withUnpaid: boolean;
  readonly nowMs: number;
}

/** `only`: just this batch. */
export type PlanArchive = (question: ArchiveQuestion, only?: number | null) => ArchivePlan;

interface FactsRow {
  readonly batch: number;
  readonly name: string;
  readonly payments: number;
  readonly paise: number;
  readonly lastAtMs: number;
  readonly open: number;
  readonly followed: 0 | 1;
  readonly alarmed: 0 | 1;
  readonly unpaid: number;
}

const PAYOUTS_OF = 'p.payout_id BETWEEN b.first_payout_id AND b.first_payout_id + b.payout_count - 1';

/** A batch's last event, by the clock and by record order: what was written after a set-back is no older than what came before. */
const LAST_EVENT = `max(b.confirmed_at_ms, b.active_at_ms,
  coalesce((SELECT at_ms FROM audit WHERE sequence = (SELECT max(sequence) FROM audit WHERE batch_id = b.batch_id)), 0),
  coalesce((SELECT max(max(coalesce(p.settled_at_ms, 0), coalesce(p.sent_at_ms, 0))) FROM payouts p WHERE ${PAYOUTS_OF}), 0),
  coalesce((SELECT max(max(n.heard_at_ms, coalesce(n.read_at_ms, 0))) FROM late_news n JOIN payouts p USING (payout_id) WHERE ${PAYOUTS_OF}), 0),
  coalesce((SELECT max(from_ms) FROM clock_set_backs WHERE from_ms <= @nowMs
    AND sequence <= (SELECT max(sequence) FROM audit WHERE batch_id = b.batch_id)), 0))`;

const UNPAID_AND_NOT_AGAIN = `p.state IN ('failed', 'rejected', 'reversed')
  AND NOT EXISTS (SELECT 1 FROM payouts next WHERE next.retry_of = p.payout_id AND next.retry_of IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM payout_relations r WHERE r.earlier_id = p.payout_id AND r.relation IN ('unpaid', 'again', 'name'))`;

/** How many of a batch's payouts are weighed for an estimate. */
const WEIGHED = 100;

/** Prepares the plan of what may be archived. What is followed is asked twice, once for each of two partial indexes. */
export function prepareArchivePlan(database: DeskDatabase, prefix: 'B' | 'P'): PlanArchive {
  const facts = database.statement<[{ nowMs: number; beforeMs: number; only: number | null }], FactsRow>(
    `SELECT b.batch_id AS batch, b.name, b.payout_count AS payments, b.total_paise AS paise, ${LAST_EVENT} AS lastAtMs,
       (SELECT sum(count) FROM batch_sums s WHERE s.batch_id = b.batch_id
          AND s.state IN ('queued', 'sending', 'processing', 'unknown')) AS open,
       EXISTS (SELECT 1 FROM payouts WHERE batch_id = b.batch_id AND next_lookup_at_ms IS NOT NULL AND settled_at_ms IS NULL)
         OR EXISTS (SELECT 1 FROM payouts WHERE batch_id = b.batch_id AND next_lookup_at_ms IS NOT NULL
           AND settled_at_ms IS NOT NULL) AS followed,
       EXISTS (SELECT 1 FROM late_news n JOIN payouts p USING (payout_id)
         WHERE n.read_at_ms IS NULL AND p.batch_id = b.batch_id) AS alarmed,
       (SELECT count(*) FROM payouts p WHERE ${PAYOUTS_OF} AND ${UNPAID_AND_NOT_AGAIN}) AS unpaid
     FROM batches b WHERE b.batch_id NOT IN (SELECT batch_id FROM archives) AND (@only IS NULL OR b.batch_id = @only)
       AND b.confirmed_at_ms < @beforeMs ORDER BY b.batch_id`,
  );
  const weigh = database
    .statement<[{ batch: number; count: number }], number | null>(
      `WITH some AS (SELECT p.payout_id FROM batches b JOIN payouts p ON ${PAYOUTS_OF}
         WHERE b.batch_id = @batch ORDER BY p.payout_id LIMIT @count)
       SELECT
         (SELECT coalesce(sum(length(detail) + length(rows_json) + 130), 0) FROM some JOIN audit USING (payout_id))
         + (SELECT coalesce(sum(length(answer) + 100), 0) FROM some JOIN attempts USING (payout_id)
              JOIN attempt_results USING (attempt_id))
         + (SELECT coalesce(sum(coalesce(length(answer), 0) + 350), 0) FROM some JOIN lookups USING (payout_id))`,
    )
    .pluck();
  return ({ beforeMs, withUnpaid, nowMs }, only = null) => {
    const batches = facts
      .all({ nowMs, beforeMs, only })
      .map(({ batch, open, followed, alarmed, ...row }): ArchivableBatch => {
        const reasons: readonly (readonly [StaysBecause, boolean])[] = [
          ['young', row.lastAtMs >= beforeMs],
          ['open', open > 0],
          ['followed', followed === 1],
          ['alarm', alarmed === 1],
          ['unpaid', row.unpaid > 0 && !withUnpaid],
        ];
        const [stays] = reasons.find(([, holds]) => holds) ?? [null];
        return { ...row, batch, id: formatBatchId(prefix, batch), stays };
      });
    const bytes = batches
      .filter(isArchivable)
      .map(({ batch, payments }) => {
        const count = Math.min(payments, WEIGHED);
        return ((weigh.get({ batch, count }) ?? 0) / count) * payments;
      })
      .reduce((sum, one) => sum + one, 0);
    return { batches, unfinished: unfinishedArchives(database).map(({ batch }) => batch), bytes: Math.round(bytes) };
  };
}

/** Source cells are deleted last: while a batch has them, its archive is not finished. */
function unfinishedArchives(database: DeskDatabase): readonly ArchiveRow[] {
  const left = database
    .prepare<[number], 1>(
      `SELECT 1 FROM batches b JOIN payout_sources s
         ON s.first_payout_id BETWEEN b.first_payout_id AND b.first_payout_id + b.payout_count - 1
       WHERE b.batch_id = ? LIMIT 1`,
    )
    .pluck();
  return listArchives(database).filter(({ batch }) => left.get(batch) === 1);
}

export type ArchiveStep = 'copy' | 'compare' | 'delete' | 'compact';

/** How far the batch under way is: payouts of all. */
export interface ArchiveProgress {
  readonly batch: number;
  readonly step: ArchiveStep;
  readonly done: number;
  readonly of: number;
}

export interface Archiving {
  /**
   * Archives one batch, step by step. Stop calling between two steps and nothing is lost. Throws on a disk error, and
   * ArchiveUnusable when the plan no longer has the batch, or the copy is not what the database has.
   */
  archive(batch: number, question: ArchiveQuestion): Generator<ArchiveProgress>;
  /** Deletes what an earlier archiving left in the database. Throws ArchiveUnusable if its archive is not in its place. */
  finish(batch: number): Generator<ArchiveProgress>;
  /** Gives the free pages back to the disk. Needs as much free space as the database has left. Throws on a disk error. */
  compact(): void;
}

/** Payouts whose rows, or entries that, are copied, compared or deleted in one step: some ten milliseconds. */
const PAYOUTS_PER_STEP = 500;

/** Prepares archiving with the database's one writer. */
export function openArchiving(
  database: DeskDatabase,
  { audit, prefix }: { readonly audit: AuditLog; readonly prefix: 'B' | 'P' },
): Archiving {
  const insert = database.statement<[ArchiveRow]>(
    `INSERT INTO archives (batch_id, sha256, bytes, entry_count, first_sequence, last_lookup_id, sequence)
     VALUES (@batch, @sha256, @bytes, @entryCount, @firstSequence, @lastLookup, @sequence)`,
  );
  const deletions = DELETIONS.map((sql) => database.statement<[DeletedRange]>(sql));
  const deleteSources = database.statement<[DeletedRange]>(
    'DELETE FROM payout_sources WHERE first_payout_id BETWEEN @first AND @last',
  );
  const deleteListings = database.statement<[DeletedRange]>(
    `DELETE FROM audit WHERE sequence IN (SELECT sequence FROM audit
       WHERE batch_id = @batch AND payout_id IS NULL AND what = 'rows' AND sequence < @sequence
       ORDER BY sequence LIMIT ${PAYOUTS_PER_STEP})`,
  );
  const record = audit.transaction((archive: Omit<ArchiveRow, 'sequence'>, atMs: number): ArchiveRow => {
    const { batch, sha256, bytes, entryCount } = archive;
    const written = { ...archive, sequence: audit.head().sequence + 1 };
    insert.run(written);
    const file = archiveName(written, prefix);
    audit.append({ atMs, what: ARCHIVED, batchId: batch, detail: { file, sha256, bytes, entries: entryCount } });
    invariant(audit.head().sequence === written.sequence, 'an archive is named by another entry than its own');
    return written;
  });
  const plan = prepareArchivePlan(database, prefix);
  const newest = database
    .statement<[number], number | null>('SELECT max(sequence) FROM audit WHERE batch_id = ?')
    .pluck();
  const remove = audit.transaction(
    (range: DeletedRange, statements: readonly { run(range: DeletedRange): { readonly changes: number } }[]): number =>
      statements.reduce((removed, statement) => removed + statement.run(range).changes, 0),
  );

  function* finish(archive: ArchiveRow): Generator<ArchiveProgress> {
    const { batch, sequence } = archive;
    const { first, count } = rangeOf(database, batch);
    yield* saying({ batch, step: 'delete', done: 0, of: count }, wholeInSteps(database.name, archive, prefix));
    for (let done = 0; done < count; done += PAYOUTS_PER_STEP) {
      yield { batch, step: 'delete', done, of: count };
      const last = first + Math.min(count, done + PAYOUTS_PER_STEP) - 1;
      remove({ batch, sequence, first: first + done, last }, deletions);
    }
    const range = { batch, sequence, first, last: first + count - 1 };
    do yield { batch, step: 'delete', done: count, of: count };
    while (remove(range, [deleteListings]) > 0);
    remove(range, [deleteSources]);
  }

  return {
    *archive(batch, question) {
      invariant(!database.inTransaction, 'a batch is archived step by step');
      const folder = archiveFolder(database.name);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const draft = join(folder, `${formatBatchId(prefix, batch)}${COPYING}`);
      sweepDrafts(folder);
      try {
        const range = rangeOf(database, batch);
        const named = formatBatchId(prefix, batch);
        const changed = yield* saying(
          { batch, step: 'copy', done: 0, of: range.count },
          checkInSteps(database, { batch, named }),
        );
        if (changed !== null) throw new ArchiveUnusable(changed);
        const counted = yield* copyBatch(database.name, { draft, batch, newest: newest.get(batch) ?? 0, ...range });
        sealArchive(draft);
        const sha256 = yield* saying({ batch, step: 'compare', done: 0, of: range.count }, hashInSteps(draft));
        yield* compareCopy(database.name, { draft, batch, ...range });
        // The comparison counted the entries last, and there is no step between that and the record: whatever is written about the
        // batch has an entry.
        if (plan(question, batch).batches.find(isArchivable) === undefined) throw notPlanned(batch, prefix);
        const archive = { batch, sha256, bytes: statSync(draft).size, ...counted };
        renameSync(draft, join(folder, archiveName(archive, prefix)));
        syncFolder(folder);
        yield* finish(record(archive, question.nowMs));
      } finally {
        rmSync(draft, { force: true });
      }
    },
    *finish(batch) {
      const archive = listArchives(database).find((one) => one.batch === batch);
      invariant(archive !== undefined, 'a batch that is not archived is finished');
      yield* finish(archive);
    },
    compact: () => {
      database.exec('VACUUM');
      database.pragma('wal_checkpoint(TRUNCATE)');
    },
  };
}

export function isArchivable({ stays }: ArchivableBatch): boolean {
  return stays === null;
}

function notPlanned(batch: number, prefix: 'B' | 'P'): ArchiveUnusable {
  const message = msg('archive.notPlanned', { batch: formatBatchId(prefix, batch) });
  return new ArchiveUnusable({ code: 'archiveNotPlanned', message, cure: msg('cure.planArchiveAgain') });
}

function copyDiffers(path: string): ArchiveUnusable {
  const message = msg('archive.copyDiffers', { path });
  return new ArchiveUnusable({ code: 'archiveCopyDiffers', message, cure: msg('cure.archiveCopyDiffers') });
}

/** Names the audit entry with an archive's hash. */
const ARCHIVED = 'archived';

/** Left by a process that died: nothing knows these files. */
function sweepDrafts(folder: string): void {
  for (const name of readdirSync(folder)) if (name.includes(COPYING)) rmSync(join(folder, name), { force: true });
}

interface BatchRange {
  readonly first: number;
  readonly count: number;
}

function rangeOf(database: DeskDatabase, batch: number): BatchRange {
  const range = database
    .prepare<[number], BatchRange>(
      'SELECT first_payout_id AS first, payout_count AS count FROM batches WHERE batch_id = ?',
    )
    .get(batch);
  invariant(range !== undefined, 'a batch that is not in the store is archived');
  return range;
}

/** Conditions on a row of the database's own table, as `l`. */
const OF_RANGE: Readonly<Record<(typeof ARCHIVED_TABLES)[number], string>> = {
  attempts: 'l.payout_id BETWEEN @first AND @last',
  attempt_results: 'l.attempt_id IN (SELECT attempt_id FROM desk.attempts WHERE payout_id BETWEEN @first AND @last)',
  lookups: 'l.payout_id BETWEEN @first AND @last',
  payout_sources: 'l.first_payout_id BETWEEN @first AND @last',
  audit: 'l.batch_id = @batch',
};

type Copying = BatchRange & { readonly draft: string; readonly batch: number };

/** Opens a file with the database attached as `desk`. `draft` is written without a journal: a torn one is thrown away. */
function openBeside(databasePath: string, draft: string): DeskDatabase {
  const archive = new DeskDatabase(draft);
  archive.pragma('journal_mode = OFF');
  archive.pragma('temp_store = MEMORY');
  archive.prepare('ATTACH ? AS desk').run(databasePath);
  return archive;
}

/** Copies all rows of the batch into the draft, in the order of their keys. */
function* copyBatch(
  databasePath: string,
  { draft, batch, first, count, newest }: Copying & { readonly newest: number },
): Generator<ArchiveProgress, Pick<ArchiveRow, 'entryCount' | 'firstSequence' | 'lastLookup'>> {
  rmSync(draft, { force: true });
  closeSync(openSync(draft, 'wx', 0o600));
  const archive = openBeside(databasePath, draft);
  try {
    for (const table of ARCHIVED_TABLES) archive.exec(bareTable(archive, table));
    // Filled row by row: making one over all rows would be one long step.
    archive.exec(`CREATE UNIQUE INDEX attempts_by_payout ON attempts (payout_id, number);
      CREATE INDEX lookups_by_payout ON lookups (payout_id);
      CREATE INDEX audit_by_payout ON audit (payout_id) WHERE payout_id IS NOT NULL;`);
    const copies = ARCHIVED_TABLES.filter((table) => table !== 'audit').map((table) =>
      archive.prepare<[{ first: number; last: number }]>(
        `INSERT INTO main.${table} SELECT l.* FROM desk.${table} l WHERE ${OF_RANGE[table]} ORDER BY 1`,
      ),
    );
    for (let done = 0; done < count; done += PAYOUTS_PER_STEP) {
      yield { batch, step: 'copy', done, of: count };
      const range = { first: first + done, last: first + Math.min(count, done + PAYOUTS_PER_STEP) - 1 };
      for (const copy of copies) copy.run(range);
    }
    const entriesAfter = archive.prepare<[{ batch: number; after: number; newest: number; limit: number }]>(
      `INSERT INTO main.audit SELECT l.* FROM desk.audit l WHERE ${OF_RANGE.audit} AND l.sequence > @after
         AND l.sequence <= @newest ORDER BY l.sequence LIMIT @limit`,
    );
    const last = archive.prepare<[], number>('SELECT coalesce(max(sequence), 0) FROM main.audit').pluck();
    for (let copied = 1; copied > 0; ) {
      yield { batch, step: 'copy', done: count, of: count };
      copied = entriesAfter.run({ batch, after: last.get() ?? 0, newest, limit: PAYOUTS_PER_STEP }).changes;
    }
    const counted = archive
      .prepare<[], Pick<ArchiveRow, 'entryCount' | 'firstSequence' | 'lastLookup'>>(
        `SELECT count(*) AS entryCount, coalesce(min(sequence), 0) AS firstSequence,
           (SELECT coalesce(max(lookup_id), 0) FROM main.lookups) AS lastLookup FROM main.audit`,
      )
      .get();
    invariant(counted !== undefined, 'an archive cannot be counted');
    return counted;
  } finally {
    archive.close();
  }
}

/** The table's columns and key, without references, which would lead nowhere. */
function bareTable(archive: DeskDatabase, table: string): string {
  const columns = archive
    .prepare<[string], { readonly name: string; readonly type: string; readonly pk: number }>(
      `SELECT name, type, pk FROM pragma_table_info(?, 'desk') ORDER BY cid`,
    )
    .all(table);
  const lines = columns.map(({ name, type, pk }) => `${name} ${type}${pk > 0 ? ' PRIMARY KEY' : ''}`);
  return `CREATE TABLE main.${table} (${lines.join(', ')}) STRICT`;
}

/** Reads the closed draft again, and compares every value of every row with the database, both ways. Throws unless all agree. */
function* compareCopy(databasePath: string, { draft, batch, first, count }: Copying): Generator<ArchiveProgress, void> {
  const archive = openArchive(draft);
  try {
    archive.pragma('temp_store = MEMORY');
    archive.prepare('ATTACH ? AS desk').run(databasePath);
    const comparisons = ARCHIVED_TABLES.map((table) => ({ table, agree: prepareAgreement(archive, table) }));
    for (let done = 0; done < count; done += PAYOUTS_PER_STEP) {
      yield { batch, step: 'compare', done, of: count };
      const range = { batch, first: first + done, last: first + Math.min(count, done + PAYOUTS_PER_STEP) - 1 };
      for (const { table, agree } of comparisons) {
        if (table !== 'audit' && !agree({ ...range, after: 0, upTo: 0 })) throw copyDiffers(draft);
      }
    }
    const nth = archive
      .prepare<[number, number], number | null>(
        'SELECT sequence FROM main.audit WHERE sequence > ? ORDER BY sequence LIMIT 1 OFFSET ?',
      )
      .pluck();
    const entries = comparisons.find(({ table }) => table === 'audit');
    for (let after = 0; after < Number.MAX_SAFE_INTEGER; ) {
      yield { batch, step: 'compare', done: count, of: count };
      const upTo = nth.get(after, PAYOUTS_PER_STEP) ?? Number.MAX_SAFE_INTEGER;
      if (entries?.agree({ batch, first, last: first + count - 1, after, upTo }) !== true) throw copyDiffers(draft);
      after = upTo;
    }
    const sizes = compareSizes(archive, { draft, batch, first, count });
    yield* saying({ batch, step: 'compare', done: count, of: count }, sizes);
  } finally {
    archive.close();
  }
}

/** Throws unless the archive has as many rows of each table as the database has of the batch. */
function* compareSizes(archive: DeskDatabase, { draft, batch, first, count }: Copying): Generator<void> {
  for (const table of ARCHIVED_TABLES) {
    const sizeOf = (side: 'main' | 'desk', within: string) =>
      archive.prepare<[object], number>(`SELECT count(*) FROM ${side}.${table} l WHERE ${within}`).pluck();
    const copied = sizeOf('main', 'true').get({}) ?? 0;
    const within = sizeOf('desk', OF_RANGE[table]);
    // The entries, which come last, are counted at once.
    const width = table === 'audit' ? count : PAYOUTS_PER_STEP;
    let size = 0;
    for (let done = 0; done < count; done += width) {
      yield;
      size += within.get({ batch, first: first + done, last: first + Math.min(count, done + width) - 1 }) ?? 0;
    }
    if (copied !== size) throw copyDiffers(draft);
  }
}

/** The batch as the log left it, in steps that see one moment. */
function* checkInSteps(
  { name }: DeskDatabase,
  batch: { readonly batch: number; readonly named: string },
): Generator<void, Refusal | null> {
  const reading = new DeskDatabase(name, { readonly: true, fileMustExist: true });
  try {
    reading.exec('BEGIN');
    return yield* prepareCheckInSteps(reading)(batch);
  } finally {
    reading.close();
  }
}

interface ComparedRange {
  readonly batch: number;
  readonly first: number;
  readonly last: number;
  readonly after: number;
  readonly upTo: number;
}

/** Prepares comparing a table's rows within a range: as many in both, and every value the same. */
function prepareAgreement(
  archive: DeskDatabase,
  table: (typeof ARCHIVED_TABLES)[number],
): (range: ComparedRange) => boolean {
  const columns = archive
    .prepare<[string], { readonly name: string; readonly pk: number }>(
      `SELECT name, pk FROM pragma_table_info(?, 'desk')`,
    )
    .all(table);
  const key = columns.find(({ pk }) => pk === 1)?.name ?? '';
  const same = columns.map(({ name }) => `c.${name} IS l.${name}`).join(' AND ');
  const within =
    table === 'audit' ? `${OF_RANGE.audit} AND l.sequence > @after AND l.sequence <= @upTo` : OF_RANGE[table];
  const count = (sql: string) => archive.prepare<[ComparedRange], number>(sql).pluck();
  const kept = count(`SELECT count(*) FROM desk.${table} l WHERE ${within}`);
  const agreeing = count(
    `SELECT count(*) FROM desk.${table} l JOIN main.${table} c ON c.${key} = l.${key} WHERE ${within} AND ${same}`,
  );
  const copied = count(
    table === 'audit'
      ? 'SELECT count(*) FROM main.audit WHERE sequence > @after AND sequence <= @upTo'
      : `SELECT count(*) FROM desk.${table} l JOIN main.${table} c ON c.${key} = l.${key} WHERE ${within}`,
  );
  return (range) => {
    const rows = kept.get(range);
    return copied.get(range) === rows && agreeing.get(range) === rows;
  };
}

interface DeletedRange {
  readonly batch: number;
  readonly first: number;
  readonly last: number;
  readonly sequence: number;
}

const UNDECIDED = `p.decided_by IS NULL AND NOT EXISTS (SELECT 1 FROM decisions d WHERE d.payout_id = p.payout_id)`;
const RESTING = `SELECT payout_id FROM payouts p WHERE payout_id BETWEEN @first AND @last AND ${UNDECIDED}`;

/** What triggers let go, in the schema's words. */
const DELETIONS: readonly string[] = [
  `DELETE FROM attempt_results WHERE attempt_id IN (SELECT attempt_id FROM attempts WHERE payout_id IN (${RESTING} AND state = 'success'))`,
  `DELETE FROM attempts WHERE payout_id IN (${RESTING} AND state = 'success')`,
  `DELETE FROM lookups WHERE payout_id IN (${RESTING} AND state = 'success')
     AND lookup_id <= (SELECT last_lookup_id FROM archives WHERE batch_id = @batch)`,
  `DELETE FROM audit WHERE payout_id IN (${RESTING}) AND batch_id = @batch AND sequence < @sequence`,
];
