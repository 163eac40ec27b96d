// Archives: files beside the database with what only reports, drawers and the audit read of an old batch. Each is a SQLite file of
// one batch, named after the hash of its bytes, which is also a row of the database and so in the audit chain. It is never written
// again. Before anything is read from it, its bytes are hashed and compared: a file that is missing, older, of another batch or
// changed anywhere is not read, and whoever needs it is refused. Nothing that a payment depends on is ever in an archive.

import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { formatBatchId, type Sha256 } from '../../../shared/ids.ts';
import { msg } from '../../../shared/messages/message.ts';
import type { Refusal } from '../../../shared/rows.ts';
import { syncFile, syncFolder } from '../platform/sync-folder.ts';
import { type ChainEntry, ENTRY_AT } from './audit-log.ts';
import { DeskDatabase } from './desk-database.ts';
import { ArchiveUnusable } from './disk-refusals.ts';
import { atOnce } from './steps.ts';

/** The tables that an archive has, in an order in which rows may be deleted from the database. */
export const ARCHIVED_TABLES = ['attempt_results', 'attempts', 'lookups', 'payout_sources', 'audit'] as const;

/** An archive as the database knows it. `sequence`: the audit entry that names it; all of its own entries are older. */
export interface ArchiveRow {
  readonly batch: number;
  readonly sha256: Sha256;
  readonly bytes: number;
  readonly entryCount: number;
  readonly firstSequence: number;
  readonly lastLookup: number;
  readonly sequence: number;
}

const COLUMNS = `batch_id AS batch, sha256, bytes, entry_count AS entryCount, first_sequence AS firstSequence,
  last_lookup_id AS lastLookup, sequence`;

/** In the order of their first entries. */
export function listArchives(database: DeskDatabase): readonly ArchiveRow[] {
  return database.prepare<[], ArchiveRow>(`SELECT ${COLUMNS} FROM archives ORDER BY first_sequence`).all();
}

/** The folder of a database's archives. They have one place, so a data folder can be moved as a whole. */
export function archiveFolder(databasePath: string): string {
  return join(dirname(databasePath), 'archives');
}

/** Two files of one name have the same bytes, so none ever takes another's place. */
export function archiveName({ batch, sha256 }: Pick<ArchiveRow, 'batch' | 'sha256'>, prefix: 'B' | 'P'): string {
  return `${formatBatchId(prefix, batch)}-${sha256.slice(0, 16)}.archive`;
}

export type ArchiveState = 'whole' | 'missing' | 'altered';

/** Hashes the file and compares it. A file that has not been touched since this process hashed it is not read again. */
export function stateOfArchive(path: string, archive: Pick<ArchiveRow, 'sha256' | 'bytes'>): ArchiveState {
  return atOnce(stateInSteps(path, archive));
}

/** The same, step by step: a large file takes longer than a window may wait. */
function* stateInSteps(
  path: string,
  { sha256, bytes }: Pick<ArchiveRow, 'sha256' | 'bytes'>,
): Generator<void, ArchiveState> {
  const touched = touchOf(path);
  if (touched === null) return 'missing';
  if (touched.size !== bytes) return 'altered';
  const known = HASHED.get(path);
  const hash = known?.mark === touched.mark ? known.hash : yield* hashInSteps(path);
  HASHED.set(path, { mark: touched.mark, hash });
  return hash === sha256 ? 'whole' : 'altered';
}

function touchOf(path: string): { readonly mark: string; readonly size: number } | null {
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts === undefined || !facts.isFile()) return null;
  const { dev, ino, size, mtimeMs, ctimeMs } = facts;
  return { mark: [dev, ino, size, mtimeMs, ctimeMs].join(' '), size };
}

const HASHED = new Map<string, { readonly mark: string; readonly hash: Sha256 }>();

const CHUNK_BYTES = 1 << 20;
/** Some ten milliseconds. */
const CHUNKS_PER_STEP = 8;

/** Throws on a disk error. */
function hashOfFile(path: string): Sha256 {
  return atOnce(hashInSteps(path));
}

/** Throws on a disk error. */
export function* hashInSteps(path: string): Generator<void, Sha256> {
  const digest = createHash('sha256');
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let chunks = 0;
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      digest.update(chunk.subarray(0, read));
      chunks += 1;
      if (chunks % CHUNKS_PER_STEP === 0) yield;
    }
  } finally {
    closeSync(file);
  }
  // Decodes to 64 lower-case hex digits of SHA-256.
  return digest.digest('hex') as Sha256;
}

/** Opens an archive whose bytes were compared. Nothing can be written through it. */
export function openArchive(path: string): DeskDatabase {
  return new DeskDatabase(path, { readonly: true, fileMustExist: true });
}

/** Where archived batches are read. */
export interface Resting {
  /** The database as it was with this batch's archived rows in it; null when the batch is not archived. Throws ArchiveUnusable. */
  placeOf(batch: number): DeskDatabase | null;
  /** The archived batch of a payout; null when it is not archived. */
  batchOf(payoutId: number): number | null;
  /** An archived entry; null when none has this number. Throws ArchiveUnusable when that cannot be known. */
  entryAt(sequence: number): ChainEntry | null;
  /** Whether a batch's archive can be read; null when the batch has none. */
  stateOf(batch: number): ArchiveState | null;
  close(): void;
}

/** A person who leafs through archived batches keeps this many open. */
const PLACES_MAX = 4;

/** `prefix`: of the batches' names. */
export function openResting(database: DeskDatabase, prefix: 'B' | 'P'): Resting {
  const find = database.statement<[number], ArchiveRow>(`SELECT ${COLUMNS} FROM archives WHERE batch_id = ?`);
  const batchOf = database
    .statement<[number], number>('SELECT batch_id FROM archives JOIN payouts USING (batch_id) WHERE payout_id = ?')
    .pluck();
  const around = database.statement<[number, number], ArchiveRow>(
    `SELECT ${COLUMNS} FROM archives WHERE first_sequence <= ? AND sequence > ? ORDER BY first_sequence DESC`,
  );
  const wholePath = (archive: ArchiveRow): string => wholeArchive(database.name, archive, prefix);
  const places = new Map<number, DeskDatabase>();
  return {
    entryAt: (sequence) => {
      for (const archive of around.all(sequence, sequence)) {
        const archived = openArchive(wholePath(archive));
        try {
          const entry = archived.prepare<[number], ChainEntry>(ENTRY_AT).get(sequence);
          if (entry !== undefined) return entry;
        } finally {
          archived.close();
        }
      }
      return null;
    },
    stateOf: (batch) => {
      const archive = find.get(batch);
      return archive === undefined ? null : stateOfArchive(pathOfArchive(database.name, archive, prefix), archive);
    },
    placeOf: (batch) => {
      const archive = find.get(batch);
      if (archive === undefined) return null;
      const path = wholePath(archive);
      const open = places.get(batch) ?? openPlace(database.name, path, archive);
      places.delete(batch);
      places.set(batch, open);
      const [oldest] = places.keys();
      if (places.size > PLACES_MAX && oldest !== undefined) {
        places.get(oldest)?.close();
        places.delete(oldest);
      }
      return open;
    },
    batchOf: (payoutId) => batchOf.get(payoutId) ?? null,
    close: () => {
      for (const place of places.values()) place.close();
      places.clear();
    },
  };
}

function pathOfArchive(databasePath: string, archive: ArchiveRow, prefix: 'B' | 'P'): string {
  return join(archiveFolder(databasePath), archiveName(archive, prefix));
}

/** The path of an archive that can be read. Throws ArchiveUnusable. */
function wholeArchive(databasePath: string, archive: ArchiveRow, prefix: 'B' | 'P'): string {
  return atOnce(wholeInSteps(databasePath, archive, prefix));
}

/** The same, step by step. */
export function* wholeInSteps(databasePath: string, archive: ArchiveRow, prefix: 'B' | 'P'): Generator<void, string> {
  const path = pathOfArchive(databasePath, archive, prefix);
  const state = yield* stateInSteps(path, archive);
  if (state !== 'whole') throw new ArchiveUnusable(archiveRefusal(state, archive, prefix, path));
  return path;
}

/** Names the file that is wanted, so that a person can find it in a backup. */
export function archiveRefusal(
  state: Exclude<ArchiveState, 'whole'>,
  { batch }: Pick<ArchiveRow, 'batch'>,
  prefix: 'B' | 'P',
  path: string,
): Refusal {
  const named = { batch: formatBatchId(prefix, batch), path };
  return state === 'missing'
    ? { code: 'archiveMissing', message: msg('archive.missing', named), cure: msg('cure.archive') }
    : { code: 'archiveAltered', message: msg('archive.altered', named), cure: msg('cure.archive') };
}

/**
 * A reading connection on which each archived table is what the batch had, and what was added since. The archive has all rows of
 * the batch; the database may still have some of them. Requests are never added, because nothing of an archived batch is sent.
 */
function openPlace(databasePath: string, path: string, { batch, sequence, lastLookup }: ArchiveRow): DeskDatabase {
  const place = new DeskDatabase(databasePath, { readonly: true, fileMustExist: true });
  try {
    place.pragma('trusted_schema = OFF');
    place.pragma('temp_store = MEMORY');
    // Read-only as well, like the connection.
    place.prepare('ATTACH ? AS resting').run(path);
    for (const table of ['attempts', 'attempt_results', 'payout_sources'])
      place.exec(`CREATE TEMP VIEW ${table} AS SELECT * FROM resting.${table}`);
    place.exec(`CREATE TEMP VIEW lookups AS SELECT * FROM resting.lookups
      UNION ALL SELECT * FROM main.lookups WHERE lookup_id > ${lastLookup}`);
    place.exec(`CREATE TEMP VIEW audit AS SELECT * FROM resting.audit
      UNION ALL SELECT * FROM main.audit WHERE sequence >= ${sequence} OR batch_id IS NOT ${batch}`);
    return place;
  } catch (error) {
    place.close();
    throw error;
  }
}

/** Prepares reading a batch wherever its rows are. The returned function throws ArchiveUnusable. */
export function perBatch<Prepared>(
  { database, resting }: { readonly database: DeskDatabase; readonly resting: Resting },
  prepare: (database: DeskDatabase) => Prepared,
): (batch: number) => Prepared {
  const own = prepare(database);
  const prepared = new WeakMap<DeskDatabase, Prepared>();
  return (batch) => {
    const place = resting.placeOf(batch);
    if (place === null) return own;
    const there = prepared.get(place) ?? prepare(place);
    prepared.set(place, there);
    return there;
  };
}

/** What became of the archives that a database needs: `missing` names those that are neither here nor there. */
export interface BroughtArchives {
  readonly brought: number;
  readonly missing: readonly string[];
}

/**
 * Copies the archives that a database needs from one folder into another, each once: a file that is there already, and whole, is
 * left. What stands under an archive's name and is not that archive is kept under another. Throws on a disk error.
 */
export function bringArchives(
  archives: readonly ArchiveRow[],
  { from, to, prefix }: { readonly from: string; readonly to: string; readonly prefix: 'B' | 'P' },
): BroughtArchives {
  const missing: string[] = [];
  let brought = 0;
  for (const archive of archives) {
    const name = archiveName(archive, prefix);
    const [source, target] = [join(from, name), join(to, name)];
    const state = stateOfArchive(target, archive);
    if (state === 'whole') continue;
    if (stateOfArchive(source, archive) !== 'whole') {
      missing.push(name);
      continue;
    }
    mkdirSync(to, { recursive: true, mode: 0o700 });
    const draft = `${target}${COPYING}`;
    rmSync(draft, { force: true });
    try {
      copyFileSync(source, draft, constants.COPYFILE_FICLONE);
      sealArchive(draft);
      if (hashOfFile(draft) !== archive.sha256)
        throw new ArchiveUnusable(archiveRefusal('altered', archive, prefix, source));
      if (state === 'altered') renameSync(target, `${target}.${hashOfFile(target).slice(0, 16)}`);
      renameSync(draft, target);
      syncFolder(to);
    } finally {
      rmSync(draft, { force: true });
    }
    brought += 1;
  }
  return { brought, missing };
}

/** Ends the name of an archive that is not whole yet. */
export const COPYING = '.copying';

/** Fsyncs a file that nobody writes to from here on. Throws on a disk error. */
export function sealArchive(path: string): void {
  chmodSync(path, 0o600);
  syncFile(path);
  chmodSync(path, 0o400);
}
