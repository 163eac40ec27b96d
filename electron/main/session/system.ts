// What the desk gets from its machine: clock, disk, keychain, network and randomness. Built once per process, and the only
// thing that tests and the simulation replace. Live and practice never share a database.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Refused } from '../../../shared/failures.ts';
import type { MailServer } from '../../../shared/mail.ts';
import { BOOKS, type Book, type Merchant } from '../../../shared/profiles.ts';
import type { Refusal } from '../../../shared/rows.ts';
import type { TrackTempFile } from '../domain/file-state.ts';
import type { FileFollower } from '../domain/file-work.ts';
import type { ReadSheet } from '../domain/report.ts';
import type { Pacer, RunHandle, RunRequest } from '../domain/run.ts';
import type { RunWorld } from '../engine/batch-run.ts';
import type { lookUpOnce, preflight } from '../engine/preflight.ts';
import type { GatewayClient, GatewayClientOptions } from '../gateway/client.ts';
import type { CheckRequest, CheckResult } from '../import/open-sheet.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Clock } from '../platform/clock.ts';
import type { Held } from '../platform/data-folder.ts';
import type { TokenVault } from '../platform/keychain/vault.ts';
import { actorName } from '../platform/machine-id.ts';
import type { SmallFile } from '../platform/settings-file.ts';
import type { PracticeStart } from '../practice/start-practice-gateway.ts';
import { type BackUp, backUp, type CopyAndVerify, type Restored, restore } from '../store/backups.ts';
import { faultOfDisk } from '../store/disk-refusals.ts';
import type { FileResult, FileTask, WholeChecking } from '../store/file-work.ts';
import { goneRefusal, type HeadPlace } from '../store/heads.ts';
import { type HeadedReader, type HeadedWriter, openHeadedReader, openHeadedWriter } from '../store/store.ts';

export type Opening<Store> =
  | { readonly kind: 'open'; readonly store: Store }
  | { readonly kind: 'absent' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** `isFresh`: nobody in this process had the desk open before, so a `sending` payout was left by a dead process. */
export type WriterOpening =
  | { readonly kind: 'open'; readonly store: HeadedWriter; readonly isFresh: boolean }
  | Exclude<Opening<HeadedWriter>, { kind: 'open' }>;

/** A merchant's rate, lent to one session. */
export interface PacerLease {
  readonly pacer: Pacer;
  readonly release: () => void;
}

/** Where this desk's files are. */
export interface DeskFiles {
  readonly dataFolder: string;
  /** The heads of this user's databases on this computer. */
  readonly heads: () => HeadPlace;
  /** Prepares the data folder and takes the sender's lock. */
  readonly hold: (book: Book) => Held;
  readonly track: TrackTempFile;
  /** What the window remembers. */
  readonly settings: SmallFile;
  /** Recently opened files. */
  readonly recentFiles: SmallFile;
  /** A sample spreadsheet for the practice gateway. */
  readonly samplePath: string;
  /** The page that checks payment passports without a desk. */
  readonly checkerPath: string;
}

/** What drives a gateway. Replaced only in tests of the desk alone. */
export interface Engine {
  readonly preflight: typeof preflight;
  readonly lookUpOnce: typeof lookUpOnce;
  readonly newRun: (world: RunWorld, request: RunRequest) => RunHandle;
}

export interface System {
  readonly clock: Clock;
  readonly tokens: TokenVault;
  /** The passwords of mail servers. */
  readonly passwords: TokenVault;
  /** The sealed signing keys of persons. */
  readonly signingKeys: TokenVault;
  /** The team keys and passwords of registers; see registerSecret(). */
  readonly registerSecrets: TokenVault;
  readonly files: DeskFiles;
  readonly openReader: (book: Book) => Opening<HeadedReader>;
  /** Takes the sender's lock and opens the database; closing releases both. */
  readonly openWriter: (book: Book) => WriterOpening;
  /** Whether some process, perhaps this one, has a desk of this data folder open for writing. */
  readonly isDeskHeld: () => boolean;
  readonly checkFile: (request: CheckRequest) => Promise<CheckResult>;
  readonly readSheet: ReadSheet;
  /** Does long work on a database file, and refuses when its follower stops it. */
  readonly workOnFile: <Work extends 'verify' | 'copy'>(
    task: FileTask<Work>,
    follower?: FileFollower,
  ) => Promise<FileResult<Work> | Refused>;
  /** Checks a whole database on a thread of its own. */
  readonly checkWhole: (path: string) => WholeChecking;
  readonly startPractice: (options: { readonly port: number | null }) => Promise<PracticeStart>;
  readonly connect: (
    options: Pick<GatewayClientOptions, 'baseUrl' | 'mid' | 'token' | 'timeoutMs' | 'onAnswer'>,
  ) => GatewayClient;
  readonly openMailer: (server: MailServer, password: string | null) => Mailer;
  /**
   * The rate of a merchant, shared by all sessions of a process. `refusedRate`: the rate that the gateway refused within the
   * last hour, as far as known from before this process.
   */
  readonly lendPacer: (asked: {
    readonly merchant: Merchant;
    readonly limitPerSecond: number;
    readonly refusedRate: number | null;
  }) => PacerLease;
  readonly engine: Engine;
  /** A random reference, never used. */
  readonly inventReference: () => string;
  /** How long a start waits before it checks again whether another computer pays the same: a random time in this range. */
  readonly secondLook: { readonly leastMs: number; readonly mostMs: number };
  /** A random integer from 0 up to, but not including, the limit. */
  readonly randomBelow: (limit: number) => number;
}

interface DatabaseFile {
  readonly path: string;
  readonly prefix: 'B' | 'P';
}

export function databaseOf(dataFolder: string, book: Book): DatabaseFile {
  return book === 'practice'
    ? { path: join(dataFolder, 'practice', 'desk.db'), prefix: 'P' }
    : { path: join(dataFolder, 'desk.db'), prefix: 'B' };
}

export function openReader({ dataFolder, heads }: DeskFiles, book: Book): Opening<HeadedReader> {
  const database = databaseOf(dataFolder, book);
  return existsSync(database.path) ? openHeadedReader(database, heads()) : absent(database, heads);
}

/** Takes the sender's lock and opens the database; closing releases both. */
export function openWriter({ hold, heads }: DeskFiles, book: Book, clock: Clock): WriterOpening {
  const place = heads();
  const held = hold(book);
  if (held.kind !== 'held') return held;
  const who = { actor: actorName(), nowMs: clock.nowMs(), monotonicMs: () => clock.monotonicMs(), place };
  const opening = openHeadedWriter(databaseOf(held.path, book), who);
  if (opening.kind !== 'open') {
    held.release();
    return opening;
  }
  const { store } = opening;
  const close = (): void => {
    store.close();
    held.release();
  };
  return { kind: 'open', store: { ...store, close }, isFresh: true };
}

type NotThere = Extract<Opening<never>, { kind: 'absent' | 'refused' }>;

/** Verifies a desk's audit, even while it is in use. */
export async function verifyDatabaseOf(
  { files: { dataFolder, heads }, clock, workOnFile }: Pick<System, 'files' | 'clock' | 'workOnFile'>,
  book: Book,
  follower?: FileFollower,
): Promise<FileResult<'verify'> | NotThere> {
  const database = databaseOf(dataFolder, book);
  if (!existsSync(database.path)) return absent(database, heads);
  const { machine, folder } = heads();
  return workOnFile({ work: 'verify', ...database, place: { machine, folder }, nowMs: clock.nowMs() }, follower);
}

/** Writes a verified copy of a desk's database, even while it is in use. */
export async function copyDatabase(
  { files: { dataFolder, heads, track }, workOnFile }: Pick<System, 'files' | 'workOnFile'>,
  { book, file, withArchives }: { readonly book: Book; readonly file: string; readonly withArchives: boolean },
  follower?: FileFollower,
): Promise<BackUp | NotThere> {
  const database = databaseOf(dataFolder, book);
  if (!existsSync(database.path)) return absent(database, heads);
  const copy: CopyAndVerify = (task) => workOnFile({ work: 'copy', ...task }, follower);
  return backUp(database, { target: file, track, withArchives, copy });
}

/** Replaces a desk's database with a copy; nobody may have it open meanwhile. `kept`: where the replaced one is. */
export function replaceDatabase(
  { hold }: DeskFiles,
  { book, file, nowMs }: { readonly book: Book; readonly file: string; readonly nowMs: number },
): Restored | { readonly kind: 'busy' } {
  const held = hold(book);
  if (held.kind !== 'held') return held;
  try {
    const { path: target, prefix } = databaseOf(held.path, book);
    return restore({ file: resolve(file), target, prefix, nowMs });
  } finally {
    held.release();
  }
}

/** Whether the data folder has a desk, or had one that is gone. */
export function holdsDesk({ dataFolder, heads }: DeskFiles): boolean {
  return BOOKS.some((book) => {
    const database = databaseOf(dataFolder, book);
    return existsSync(database.path) || goneRefusal(heads(), database) !== null;
  });
}

/** A database that is not there either never existed or is gone. */
function absent(database: DatabaseFile, heads: DeskFiles['heads']): NotThere {
  const refusal = goneRefusal(heads(), database);
  return refusal === null ? { kind: 'absent' } : { kind: 'refused', refusal };
}

/** Why a write failed and was rolled back, if the disk is to blame; null for a bug of ours. */
export function diskFault({ files }: Pick<System, 'files'>, error: unknown): Refusal | null {
  return faultOfDisk(error, databaseOf(files.dataFolder, 'live').path);
}
