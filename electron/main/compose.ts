// Builds every room and hands each its dependencies: the only file that knows them all.
// In: where the data lies and what the environment says. Out: the desk, ready for a front door.
// This file must never hold a rule: it fits pieces together.

import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDesk } from './api/desk.ts';
import type { Book, Opening, Reader, Rooms, Tokens, Writer } from './api/ports.ts';
import { BatchRun } from './engine/batch-run.ts';
import { lookAgain } from './engine/look-again.ts';
import { preflight } from './engine/preflight.ts';
import { RateWindow } from './engine/rate-window.ts';
import { createGatewayClient } from './gateway/client.ts';
import { checkFile } from './import/check-file.ts';
import { readNamedColumns } from './import/named-columns.ts';
import { forkKeychain } from './keychain/fork-keychain.ts';
import { createKeychainVault } from './keychain/keychain-vault.ts';
import { checkToken } from './keychain/token-shape.ts';
import { systemClock } from './platform/clock.ts';
import { inventReference } from './platform/invent-reference.ts';
import { defaultDataFolder, prepareDataFolder } from './platform/data-folder.ts';
import { keepNurserySmall } from './platform/small-nursery.ts';
import { machineId } from './platform/machine-id.ts';
import { isSenderLockHeld, takeSenderLock } from './platform/sender-lock.ts';
import { defaultStateFolder, headFolder, takeStateFolder } from './platform/state-folder.ts';
import { startPracticeGatewayInWorker } from './practice/start-in-worker.ts';
import { backUp } from './store/back-up.ts';
import { type HeadPlace, openHeadedReader, openHeadedWriter, verifyHeaded } from './store/headed-store.ts';
import { faultOfDisk } from './store/open-database.ts';
import { batchFingerprint, referenceMaker } from './store/references.ts';
import { restore } from './store/restore.ts';
import { retryReference } from './store/retry-reference.ts';

/** Where the separately built workers lie. */
export interface WorkerUrls {
  readonly xlsx: URL;
  readonly practice: URL;
  readonly keychain: URL;
}

export interface ComposeOptions {
  /** Null for the user's application folder. */
  readonly dataFolder: string | null;
  /** Where the heads of databases are kept; null for the user's state folder. */
  readonly stateFolder: string | null;
  /** The token that the environment gives for this process; never stored. */
  readonly environmentToken: string | null;
  readonly workers: WorkerUrls;
  /** Hears what a person should know about the data folder. */
  readonly onWarning: (warning: string) => void;
}

/** Puts the desk together. */
export function compose(options: ComposeOptions): ReturnType<typeof createDesk> {
  keepNurserySmall();
  return createDesk(buildRooms(options));
}

function buildRooms(options: ComposeOptions): Rooms {
  const clock = systemClock;
  const dataFolder = resolve(options.dataFolder ?? defaultDataFolder(process.env, process.platform));
  const stateFolder = resolve(options.stateFolder ?? defaultStateFolder(process.env, process.platform));
  let place: HeadPlace | null = null;
  // What touches no database need not ask which computer this is.
  const heads = (): HeadPlace => (place ??= headPlace(stateFolder));
  return {
    clock,
    checkFile: async ({ columns, ...request }) => {
      const named = readNamedColumns(columns);
      if (named.kind === 'refused') return { ...named, fileName: basename(request.path) };
      return checkFile({ ...request, map: named.map }, { xlsxWorkerUrl: options.workers.xlsx });
    },
    openReader: (book) => openReader(deskOf(dataFolder, book), heads()),
    isDeskHeld: () => isSenderLockHeld(dataFolder),
    openWriter: (book) => openWriter(dataFolder, { book, onWarning: options.onWarning, place: heads() }),
    verify: (book) => verifyDesk(deskOf(dataFolder, book), heads()),
    backUp: (book, file) => {
      const { path: source, prefix } = deskOf(dataFolder, book);
      return existsSync(source) ? backUp({ source, target: file, prefix }) : { kind: 'absent' };
    },
    restore: (book, file) => restoreDesk(dataFolder, { book, file, onWarning: options.onWarning }),
    faultOfDisk: (error) => faultOfDisk(error, join(dataFolder, 'desk.db')),
    tokens: tokens(options),
    startPractice: async ({ port }) => {
      const folder = prepareDataFolder(join(dataFolder, 'practice'));
      if (folder.kind === 'refused') return folder;
      const start = await startPracticeGatewayInWorker({
        workerUrl: options.workers.practice,
        databasePath: join(folder.path, 'gateway.db'),
        port: port ?? 0,
      });
      return start.kind === 'started' ? { kind: 'started', practice: start.gateway } : start;
    },
    connect: createGatewayClient,
    pacer: (limitPerSecond) => new RateWindow({ limitPerSecond, nowMs: clock.monotonicMs() }),
    fingerprint: batchFingerprint,
    references: referenceMaker,
    retryReference,
    // The workbook writer takes as long to load as all the rest together: only who exports waits for it.
    exportReport: async (report, path) => (await import('./export/export-report.ts')).exportReport(report, path),
    writeTemplate: async (path) => (await import('./export/template.ts')).writeTemplate(path),
    preflight,
    lookAgain,
    inventReference,
    randomBelow: (limit) => randomInt(limit),
    prepareRun: ({ store, gateway, pacer }, request) =>
      new BatchRun(
        { ledger: store.ledger, notes: store.notes, gateway, clock, window: pacer, invent: inventReference },
        request,
      ),
  };
}

interface DeskFile {
  readonly path: string;
  readonly prefix: 'B' | 'P';
}

/** Live and practice never share a database. */
function deskOf(dataFolder: string, book: Book): DeskFile {
  return book === 'practice'
    ? { path: join(dataFolder, 'practice', 'desk.db'), prefix: 'P' }
    : { path: join(dataFolder, 'desk.db'), prefix: 'B' };
}

/** The heads of this user's databases, on this computer. */
function headPlace(stateFolder: string): HeadPlace {
  return {
    machine: machineId(stateFolder, { platform: process.platform }),
    folderOf: (databaseId) => headFolder(stateFolder, databaseId),
    take: (databaseId) => takeStateFolder(headFolder(stateFolder, databaseId)),
  };
}

function openReader(desk: DeskFile, place: HeadPlace): Opening<Reader> {
  return existsSync(desk.path) ? openHeadedReader(desk, place) : { kind: 'absent' };
}

function verifyDesk(desk: DeskFile, place: HeadPlace): ReturnType<Rooms['verify']> {
  return existsSync(desk.path) ? verifyHeaded(desk, place) : { kind: 'absent' };
}

/** Nobody may have the database open while another takes its place. */
function restoreDesk(
  dataFolder: string,
  { book, file, onWarning }: { book: Book; file: string; onWarning: (warning: string) => void },
): ReturnType<Rooms['restore']> {
  const held = holdDataFolder(dataFolder, { book, onWarning });
  if (held.kind !== 'held') return held;
  try {
    const { path: target, prefix } = deskOf(held.path, book);
    return restore({ file: resolve(file), target, prefix, nowMs: systemClock.nowMs() });
  } finally {
    held.release();
  }
}

function openWriter(
  dataFolder: string,
  { book, onWarning, place }: { book: Book; onWarning: (warning: string) => void; place: HeadPlace },
): Opening<Writer> {
  const held = holdDataFolder(dataFolder, { book, onWarning });
  if (held.kind !== 'held') return held;
  const who = { actor: actorName(), nowMs: systemClock.nowMs(), place };
  const opening = openHeadedWriter(deskOf(held.path, book), who);
  if (opening.kind !== 'open') {
    held.release();
    return opening;
  }
  const { store } = opening;
  const close = (): void => {
    store.close();
    held.release();
  };
  return { kind: 'open', store: { ...store, close } };
}

type Held =
  | { readonly kind: 'held'; readonly path: string; release(): void }
  | Exclude<Opening<never>, { kind: 'open' | 'absent' }>;

/** Makes the data folder ready and takes the sender's lock. */
function holdDataFolder(
  dataFolder: string,
  { book, onWarning }: { book: Book; onWarning: (warning: string) => void },
): Held {
  const folder = prepareDataFolder(dataFolder);
  if (folder.kind === 'refused') return folder;
  if (folder.warning !== null) onWarning(folder.warning);
  const lock = takeSenderLock(folder.path);
  if (lock.kind === 'busy') return lock;
  if (lock.kind === 'unusable') return { kind: 'refused', refusal: unusable(folder.path, lock.code) };
  const inner = book === 'practice' ? prepareDataFolder(join(folder.path, 'practice')) : folder;
  if (inner.kind === 'ready') return { kind: 'held', path: folder.path, release: () => lock.release() };
  lock.release();
  return inner;
}

function unusable(path: string, code: string): { code: string; message: string; cure: string } {
  return {
    code: 'dataFolder',
    message: `The data folder ${path} cannot be written${/^SQLITE_(?:FULL|CANTOPEN|READONLY|PERM)/.test(code) ? '' : ` (${code})`}.`,
    cure: 'Check that you may write there and that the disk has free space.',
  };
}

/** Who goes into the audit log: the system's user and the machine. */
function actorName(): string {
  return `${userInfo().username}@${hostname()}`;
}

/** The environment's token serves this process alone; without one the keychain is asked. */
function tokens({ environmentToken, workers }: ComposeOptions): Tokens {
  const vault = createKeychainVault({ ask: forkKeychain(fileURLToPath(workers.keychain)) });
  return {
    ...vault,
    read: async (account) => (environmentToken === null ? vault.read(account) : checkToken(environmentToken)),
  };
}
