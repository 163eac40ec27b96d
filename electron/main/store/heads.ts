// The head: how far a desk's audit chain had come and which batches were confirmed, noted outside the data folder. It decides
// whether a database may send, and nothing leaves the machine before the head has seen it.
//
// The position is written to two slots in turn, each with a checksum. A torn write leaves the other slot whole, because the
// newest whole slot is never overwritten. Each batch is a line with its own checksum; a torn line is ignored and its batch is
// written again. A write is done once it is synced. A head also notes where its database was: a database that has gone from its
// folder must not be replaced by one that knows nothing of what was paid.
//
// The head is written and synced after each commit with an audit entry for people. Only then is a claim handed out. If the head
// cannot be written, claims are taken back, since no request has left. So the database may be ahead of its head, and whatever is
// ahead has not left the machine. A database that lacks what its head has seen is locked: its head stays unchanged and nothing is
// claimed. A fault of the head never undoes a commit.

import { hash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { invariant } from '../../../shared/failures.ts';
import { formatBatchId, type Mid, type Sha256 } from '../../../shared/ids.ts';
import { msg } from '../../../shared/messages/message.ts';
import type { Paise } from '../../../shared/money.ts';
import type { Refusal } from '../../../shared/rows.ts';
import {
  type Claimed,
  type Ledger,
  type LedgerFailure,
  type News,
  neverLeft,
  type TurnAnswer,
  type TurnRequest,
} from '../domain/ledger.ts';
import {
  batchesInWords,
  type ChainEnd,
  type HeadBatch,
  type LostBatch,
  type OtherDesk,
  type OutsideHead,
  type Standing,
} from '../domain/standing.ts';
import type { Held } from '../platform/data-folder.ts';
import { syncFolder } from '../platform/sync-folder.ts';
import type { ChainReading } from './audit-log.ts';
import type { DeskDatabase } from './desk-database.ts';
import { peek } from './open-database.ts';

const PRIVATE_MODE = 0o600;

/** One sector: a disk writes it whole or not at all, and the checksum catches a disk that does not. */
const SLOT_BYTES = 512;

/** Each slot has a page to itself, so writing one never touches the other. */
const SLOT_OFFSETS = [0, 4_096] as const;

/** Room for both slots only. The file never grows, so writing a slot needs no free space. */
const HEAD_FILE_BYTES = 8_192;

/** Enough hex digits of SHA-256 that a torn line never matches by chance. */
const CHECKSUM_DIGITS = 16;

/** The content of a head's folder. `head` is null when there is no whole one. */
export interface HeadReading {
  readonly head: OutsideHead | null;
  readonly batches: readonly HeadBatch[];
}

export interface HeadFile extends HeadReading {
  /** Writes the next head over the older slot and syncs it. Throws on a disk error; the newest slot stays whole. */
  write(head: Omit<OutsideHead, 'generation'>): void;
  /** Appends confirmed batches and syncs them. Throws on a disk error. */
  append(batches: readonly HeadBatch[]): void;
  close(): void;
}

/** Reads a head while another process may keep it. Throws when a file exists and cannot be read. */
export function readHeadFolder(folder: string): HeadReading {
  const path = join(folder, 'head');
  const head = existsSync(path) ? decodeHead(readFileSync(path)) : null;
  const list = join(folder, 'batches');
  return { head, batches: existsSync(list) ? decodeBatchLines(readFileSync(list, 'utf8')) : [] };
}

/** Opens a database's head for its one keeper. Throws on a disk error. */
export function openHeadFile(folder: string): HeadFile {
  const path = join(folder, 'head');
  // The file has its full size from the start.
  if (!existsSync(path)) writeWhole(path, Buffer.alloc(HEAD_FILE_BYTES));
  const { head, batches } = readHeadFolder(folder);
  const slots = openSync(path, 'r+', PRIVATE_MODE);
  const list = openSync(join(folder, 'batches'), 'a', PRIVATE_MODE);
  let generation = head?.generation ?? 0;
  return {
    head,
    batches,
    write: (next) => {
      const bytes = encodeSlot({ ...next, generation: generation + 1 });
      invariant(writeSync(slots, bytes, 0, bytes.length, slotOffset(generation + 1)) === bytes.length, SHORT);
      fdatasyncSync(slots);
      generation += 1;
    },
    append: (added) => {
      // Starts on a new line, because a torn write may have left a partial one.
      const text = added.map((batch) => `\n${encodeBatchLine(batch)}\n`).join('');
      invariant(writeSync(list, text) === Buffer.byteLength(text), SHORT);
      fdatasyncSync(list);
    },
    close: () => {
      closeSync(slots);
      closeSync(list);
    },
  };
}

const SHORT = 'a write of some hundred bytes was cut short without an error';

/** The file gets its name only once it is on disk. Syncing the folder makes the new name survive a power cut. */
function writeWhole(path: string, content: Buffer): void {
  const draft = `${path}.new`;
  writeFileSync(draft, content, { mode: PRIVATE_MODE, flush: true });
  renameSync(draft, path);
  syncFolder(dirname(path));
}

/** If two histories of one database use the same batch number, the rows or the time differ. */
function batchIdentity({ batch, fingerprint, confirmedAtMs }: HeadBatch): string {
  return `${batch} ${fingerprint} ${confirmedAtMs}`;
}

function distinctBatches<Batch extends HeadBatch>(batches: readonly Batch[]): readonly Batch[] {
  return [...new Map(batches.map((batch) => [batchIdentity(batch), batch])).values()];
}

/** The byte offset of a generation's slot. */
function slotOffset(generation: number): number {
  return SLOT_OFFSETS[generation % 2 === 0 ? 0 : 1];
}

/** The checksum, a space, the head as JSON, padded with spaces, and a final newline. */
function encodeSlot(head: OutsideHead): Buffer {
  const { generation, databaseId, machine, sequence, hash: end } = head;
  const text = JSON.stringify({ generation, databaseId, machine, sequence, hash: end });
  const line = `${hash('sha256', text, 'hex')} ${text}`;
  return Buffer.from(`${line.padEnd(SLOT_BYTES - 1)}\n`, 'ascii');
}

/** Reads the newest whole slot; null when neither is whole. */
function decodeHead(bytes: Buffer): OutsideHead | null {
  const slots = SLOT_OFFSETS.map((offset) => decodeSlot(bytes.subarray(offset, offset + SLOT_BYTES)));
  return slots.reduce(
    (best, slot) => (slot !== null && slot.generation > (best?.generation ?? -1) ? slot : best),
    null,
  );
}

function decodeSlot(bytes: Buffer): OutsideHead | null {
  const line = bytes.toString('ascii').trimEnd();
  const text = line.slice(65);
  if (line[64] !== ' ' || hash('sha256', text, 'hex') !== line.slice(0, 64)) return null;
  const { generation, databaseId, machine, sequence, hash: end } = JSON.parse(text) as Record<string, unknown>;
  const isWhole =
    Number.isSafeInteger(generation) &&
    Number.isSafeInteger(sequence) &&
    typeof databaseId === 'string' &&
    typeof machine === 'string' &&
    typeof end === 'string';
  if (!isWhole) return null;
  return { generation: Number(generation), databaseId, machine, sequence: Number(sequence), hash: end as Sha256 };
}

/** One batch as a line without its newline. Amounts in paise, times in milliseconds since 1970 UTC. */
function encodeBatchLine(batch: HeadBatch): string {
  const { batch: number, runNumber, fingerprint, count, totalPaise, confirmedAtMs, from, mid } = batch;
  const text = JSON.stringify({ batch: number, runNumber, fingerprint, count, totalPaise, confirmedAtMs, from, mid });
  return `${checksum(text)} ${text}`;
}

/** Skips lines that are torn. */
function decodeBatchLines(text: string): readonly HeadBatch[] {
  return text
    .split('\n')
    .map(decodeLine)
    .filter((batch) => batch !== null);
}

function decodeLine(line: string): HeadBatch | null {
  const text = line.slice(CHECKSUM_DIGITS + 1);
  if (text === '' || checksum(text) !== line.slice(0, CHECKSUM_DIGITS)) return null;
  const fields = JSON.parse(text) as Readonly<Record<string, unknown>>;
  return {
    batch: Number(fields['batch']),
    runNumber: Number(fields['runNumber']),
    fingerprint: String(fields['fingerprint']) as Sha256,
    count: Number(fields['count']),
    totalPaise: Number(fields['totalPaise']) as Paise,
    confirmedAtMs: Number(fields['confirmedAtMs']),
    ...(typeof fields['from'] === 'string' ? { from: fields['from'] } : {}),
    ...(Number.isSafeInteger(fields['mid']) ? { mid: Number(fields['mid']) as Mid } : {}),
  };
}

function checksum(text: string): string {
  return hash('sha256', text, 'hex').slice(0, CHECKSUM_DIGITS);
}

/**
 * Where heads are kept. `folder` holds all of them; `list` returns the id of every database that has one; `folderOf` returns a
 * database's folder; `take` creates that folder and locks it against other processes.
 */
export interface HeadPlace {
  readonly machine: string;
  readonly folder: string;
  list(): readonly string[];
  folderOf(databaseId: string): string;
  take(databaseId: string): Held;
}

/** A database file. `databaseId` is empty when the file has no id or does not exist. */
export interface PlacedDatabase {
  readonly databaseId: string;
  readonly path: string;
  readonly prefix: 'B' | 'P';
}

/** What is noted outside a database. `gone`: the batches of other databases that were at its path. */
export interface Noted extends HeadReading {
  readonly gone: readonly HeadBatch[];
}

/** Reads what is noted about a database. Throws when a file exists and cannot be read. */
export function readNoted(place: HeadPlace, database: PlacedDatabase): Noted {
  const { databaseId } = database;
  const own = databaseId === '' ? NOTHING : readHeadFolder(place.folderOf(databaseId));
  return { ...own, gone: batchesGone(place, database) };
}

const NOTHING: HeadReading = { head: null, batches: [] };

/** The batches of databases that used to be at this path. Empty for practice, which needs no such care. */
export function batchesGone(place: HeadPlace, { databaseId, path, prefix }: PlacedDatabase): readonly HeadBatch[] {
  if (prefix === 'P') return [];
  const at = canonicalPath(path);
  const gone = place
    .list()
    .filter((id) => id !== databaseId && readPaths(place.folderOf(id)).includes(at))
    .flatMap((id) => readHeadFolder(place.folderOf(id)).batches.map((batch) => ({ from: id, ...batch })));
  return distinctBatches(gone);
}

/**
 * This user's other databases that paid from this merchant id, at any address, since `sinceMs`. Empty for practice, which needs
 * no such care. Leaves out databases that were at this path: batchesGone() reports those.
 */
export function otherDesks(
  place: HeadPlace,
  { databaseId, path, prefix }: PlacedDatabase,
  { mid, sinceMs }: { readonly mid: Mid; readonly sinceMs: number },
): readonly OtherDesk[] {
  if (prefix === 'P') return [];
  const at = canonicalPath(path);
  return place
    .list()
    .filter((id) => id !== databaseId)
    .flatMap((id) => {
      const folder = place.folderOf(id);
      const paid = readHeadFolder(folder).batches.filter((one) => one.mid === mid && one.confirmedAtMs >= sinceMs);
      const paths = readPaths(folder);
      if (paid.length === 0 || paths.includes(at)) return [];
      const confirmedAtMs = Math.max(...paid.map((one) => one.confirmedAtMs));
      return [{ path: paths.at(-1) ?? null, count: distinctBatches(paid).length, confirmedAtMs }];
    });
}

/** Why a database that used to be here cannot be read; null when there never was one. Throws as readNoted does. */
export function goneRefusal(place: HeadPlace, file: Omit<PlacedDatabase, 'databaseId'>): Refusal | null {
  const gone = batchesGone(place, { databaseId: '', ...file });
  if (gone.length === 0) return null;
  return {
    code: 'databaseGone',
    message: msg('store.databaseGone', { path: file.path, batches: batchesInWords(gone) }),
    cure: msg('cure.databaseGone'),
  };
}

/** Notes that a database is at this path, and drops paths where it no longer is: it was moved. Throws on a disk error. */
export function notePath(folder: string, { databaseId, path }: PlacedDatabase): void {
  const at = canonicalPath(path);
  const known = readPaths(folder);
  if (known.includes(at)) return;
  const still = known.filter((other) => liesAt(other, databaseId));
  writeWhole(join(folder, 'paths'), Buffer.from(JSON.stringify([...still, at])));
}

/** Whether that database is at the path. True also when that cannot be determined. */
function liesAt(path: string, databaseId: string): boolean {
  if (!existsSync(path)) return false;
  const idOf = (database: DeskDatabase): unknown => database.prepare('SELECT database_id FROM desk').pluck().get();
  return peek(path, (database) => idOf(database) === databaseId) ?? true;
}

/** The one name of a file, by whatever path its folder is reached. Works even if the folder is gone. */
function canonicalPath(path: string): string {
  const whole = resolve(path);
  return join(canonicalFolder(dirname(whole)), basename(whole));
}

function canonicalFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isGone || dirname(folder) === folder) throw error;
    return join(canonicalFolder(dirname(folder)), basename(folder));
  }
}

/** The paths where a database has been used; empty when none were noted or the note is unreadable. */
function readPaths(folder: string): readonly string[] {
  const file = join(folder, 'paths');
  if (!existsSync(file)) return [];
  try {
    const paths: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** Judges a database. One without a batch holds nothing that could be sent, so it needs no head. */
export function judgeStanding(
  chain: ChainReading,
  { head, batches, gone, machine }: Noted & { readonly machine: string },
): Standing {
  const isEmpty = chain.batchesAfter(0).length === 0;
  if (head === null || head.databaseId !== chain.databaseId) {
    if (!isEmpty) return { kind: 'locked', reason: 'noHead' };
  } else {
    if (head.sequence > chain.end().sequence) return { kind: 'locked', reason: 'older' };
    if (chain.hashAt(head.sequence) !== head.hash) return { kind: 'locked', reason: 'forked' };
    if (head.machine !== machine && !isEmpty) return { kind: 'locked', reason: 'otherMachine' };
  }
  // A person was shown the batches that its own head knows when the database was unlocked.
  const known = new Set([...chain.batchesAfter(0), ...batches].map(batchIdentity));
  return gone.every((batch) => known.has(batchIdentity(batch)))
    ? { kind: 'current' }
    : { kind: 'locked', reason: 'gone' };
}

/** The batches that are noted outside but missing from the database. */
export function lostBatches(
  chain: ChainReading,
  { batches, gone, prefix }: Omit<Noted, 'head'> & { readonly prefix: 'B' | 'P' },
): readonly LostBatch[] {
  const held = new Set(chain.batchesAfter(0).map(batchIdentity));
  const lost = [...batches, ...gone].filter((batch) => !held.has(batchIdentity(batch)));
  return distinctBatches(lost).map((batch) => ({ ...batch, id: formatBatchId(prefix, batch.batch) }));
}

export interface HeadKeeper {
  readonly standing: Standing;
  readonly lost: readonly LostBatch[];
  /** Brings the head up to the last commit. Returns the failure, if any; then nothing may be sent. */
  catchUp(): LedgerFailure | null;
  /** Accepts the database as the true one, whatever the head says. Returns the failure, if any; then it stays locked. */
  adopt(): LedgerFailure | null;
  /**
   * The database was seen further on elsewhere: nothing is sent any more, and it is locked when it is opened again. Returns why
   * that could not be noted.
   */
  wasFurther(seen: ChainEnd): LedgerFailure | null;
  close(): void;
}

export interface KeeperWorld {
  readonly chain: ChainReading;
  readonly file: HeadFile;
  /** The batches of other databases that were at its path. */
  readonly gone: readonly HeadBatch[];
  /** Notes the database's path, once it is the true one. Throws on a disk error. */
  readonly notePath: () => void;
  readonly machine: string;
  readonly prefix: 'B' | 'P';
}

/** Judges the database and keeps its head from now on. */
export function keepHead({ chain, file, gone, notePath, machine, prefix }: KeeperWorld): HeadKeeper {
  const standing = judgeStanding(chain, { head: file.head, batches: file.batches, gone, machine });
  let isFollowing = standing.kind === 'current';
  let written: string | null = file.head === null ? null : nameOf({ ...file.head });
  let lastBatch = newestKept(chain, file.batches);
  let isPlaced = false;
  let isBehind = false;

  const append = (batches: readonly HeadBatch[]): LedgerFailure | null => {
    try {
      if (batches.length > 0) file.append(batches);
      return null;
    } catch (error) {
      return failureOf(error);
    }
  };
  const write = (): LedgerFailure | null => {
    try {
      if (!isPlaced) notePath();
      isPlaced = true;
      const next = { databaseId: chain.databaseId, machine, ...chain.end() };
      if (nameOf(next) === written) return null;
      // Batches go first: a head that has seen a batch must also list it.
      const added = chain.batchesAfter(lastBatch);
      if (added.length > 0) file.append(added);
      lastBatch = added.at(-1)?.batch ?? lastBatch;
      file.write(next);
      written = nameOf(next);
      return null;
    } catch (error) {
      return failureOf(error);
    }
  };

  return {
    standing,
    lost: lostBatches(chain, { batches: file.batches, gone, prefix }),
    catchUp: () => (isBehind ? BEHIND : isFollowing ? write() : null),
    adopt: () => {
      invariant(!isFollowing, 'only a locked database is adopted');
      written = null;
      // The head lists them itself from now on, so they do not lock the database again.
      const failure = append(gone) ?? write();
      isFollowing = failure === null;
      return failure;
    },
    wasFurther: (seen) => {
      isBehind = true;
      try {
        file.write({ databaseId: chain.databaseId, machine, sequence: seen.sequence, hash: seen.hash });
        return null;
      } catch (error) {
        return failureOf(error);
      }
    },
    close: () => file.close(),
  };
}

/** The head is further on than the database, so it cannot follow it. */
const BEHIND: LedgerFailure = { kind: 'headUnwritable', code: 'BEHIND' };

function nameOf({ databaseId, machine, sequence, hash }: Parameters<HeadFile['write']>[0]): string {
  return `${databaseId} ${machine} ${sequence} ${hash}`;
}

/** The last batch up to which both agree. Later ones are written again, after a torn line or a restore. */
function newestKept(chain: ChainReading, known: readonly HeadBatch[]): number {
  const kept = new Set(known.map(batchIdentity));
  let newest = 0;
  for (const batch of chain.batchesAfter(0)) {
    if (!kept.has(batchIdentity(batch))) break;
    newest = batch.batch;
  }
  return newest;
}

/** Disk faults are returned as failures. Everything else is our bug and is thrown. */
function failureOf(error: unknown): LedgerFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  if (code === null || code.startsWith('ERR_')) throw error;
  return { kind: 'headUnwritable', code };
}

/** Puts the head between the commit and the sockets. The store itself updates the head after each commit. */
export function sendAfterHead(ledger: Ledger, keeper: HeadKeeper): Ledger {
  const takeBack = (claimed: readonly Claimed[], { nowMs, backoff }: TurnRequest): TurnAnswer =>
    ledger.turn({ nowMs, backoff, news: claimed.map((claim) => answerOf(claim, nowMs)), claim: null });
  return {
    ...ledger,
    turn: (request) => {
      if (request.claim !== null) {
        invariant(keeper.standing.kind === 'current', 'a locked database sends nothing');
        const behind = keeper.catchUp();
        if (behind !== null) return behind;
      }
      const answer = ledger.turn(request);
      if (answer.kind !== 'committed' || answer.result.claimed.length === 0) return answer;
      const { result } = answer;
      try {
        if (keeper.catchUp() === null) return answer;
      } catch (bug) {
        takeBack(result.claimed, request);
        throw bug;
      }
      const back = takeBack(result.claimed, request);
      // They stay `sending` on disk and become unknown at the next start. Nothing of them leaves now either.
      if (back.kind !== 'committed') return { kind: 'committed', result: { ...result, claimed: [] } };
      return {
        kind: 'committed',
        result: { ...result, claimed: [], changes: [...result.changes, ...back.result.changes] },
      };
    },
  };
}

/** The answer for a claim whose request was never written to a socket. */
function answerOf({ payoutId, attemptId }: Claimed, atMs: number): News {
  return { kind: 'answer', payoutId, attemptId, ...neverLeft(NEVER_LEFT), atMs };
}

const NEVER_LEFT = msg('notSent.noteUnwritable');
