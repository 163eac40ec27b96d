// Builds every room and hands each its dependencies: the only file that knows them all.
// In: where the data lies and what the environment says. Out: the desk, ready for a front door.
// This file must never hold a rule: it fits pieces together.

import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Book } from '../../shared/books.ts';
import type { FindRoute } from '../../shared/proxies.ts';
import { createDesk } from './api/desk.ts';
import type { Opening, Reader, Rooms, Tokens, WriterOpening } from './api/ports.ts';
import { isOnlyMerchants } from './api/whose-token.ts';
import { BatchRun } from './engine/batch-run.ts';
import { lookAgain } from './engine/look-again.ts';
import { preflight } from './engine/preflight.ts';
import { RateWindow } from './engine/rate-window.ts';
import { createGatewayClient } from './gateway/client.ts';
import { checkFile } from './import/check-file.ts';
import { bankOf } from './import/ifsc-list.ts';
import { openRows, openSheet } from './import/open-sheet.ts';
import { readNamedColumns } from './import/field-names.ts';
import { copyAtomically } from './export/atomic-file.ts';
import { actorName } from './platform/actor-name.ts';
import { systemClock } from './platform/clock.ts';
import { inTurns } from './platform/in-turns.ts';
import { inventReference } from './platform/invent-reference.ts';
import { defaultDataFolder, holdDataFolder, type HoldWish, prepareDataFolder } from './platform/data-folder.ts';
import {
  type EnvironmentClaim,
  servesFirstAsked,
  servesUntilReplaced,
  withEnvironmentToken,
} from './platform/keychain/environment-token.ts';
import { forkKeychain, type StartKeychainChild } from './platform/keychain/fork-keychain.ts';
import { createKeychainVault } from './platform/keychain/keychain-vault.ts';
import { createSessionVault, withSessionFallback } from './platform/keychain/session-vault.ts';
import { type Log, openLog } from './platform/log.ts';
import { findEnvironmentRoute, readSystemRoute } from './platform/proxy-route.ts';
import { keepNurserySmall } from './platform/small-nursery.ts';
import { machineId } from './platform/machine-id.ts';
import { isSenderLockHeld, shareSenderLock } from './platform/sender-lock.ts';
import { settingsFile } from './platform/settings-file.ts';
import { defaultStateFolder, headFolder, headIds, takeStateFolder } from './platform/state-folder.ts';
import { sweepTempFiles, trackTempFiles } from './platform/temp-files.ts';
import { type WorkerUrls, workerFiles } from './platform/worker-files.ts';
import { startPracticeGatewayInWorker } from './practice/start-in-worker.ts';
import { backUp } from './store/back-up.ts';
import { faultOfDisk } from './store/disk-refusals.ts';
import { goneRefusal, type HeadPlace } from './store/head-place.ts';
import { openHeadedReader, openHeadedWriter, verifyHeaded } from './store/headed-store.ts';
import { peekProfiles } from './store/merchants-and-profiles.ts';
import { fingerprintSteps, referenceMaker } from './store/references.ts';
import { restore } from './store/restore.ts';
import { retryReference } from './store/retry-reference.ts';

export interface ComposeOptions {
  /** Null for the user's application folder. */
  readonly dataFolder: string | null;
  /** Where the heads of databases are kept; null for the user's state folder. */
  readonly stateFolder: string | null;
  /** The token that the environment gives for this process; never stored. */
  readonly environmentToken: string | null;
  /** Whose that token is: the only merchant's there is when nothing is said, or the account a command asks for first. */
  readonly tokenServes?: 'onlyMerchant' | 'firstAsked';
  /** What the system's settings say of the way to an address; null where only the environment can be asked. */
  readonly systemProxy: ((url: string) => Promise<string>) | null;
  /** How the keychain's process is started; a fork of this Node when nothing is said. */
  readonly startKeychainChild?: StartKeychainChild;
  /** Hears what a person should know about the data folder. */
  readonly onWarning: (warning: string) => void;
}

/** A spreadsheet to try the desk with. It lies as far from this file as from the built one. */
const SAMPLE = new URL('../../samples/salary.csv', import.meta.url);

/** Puts the desk together. */
export function compose(options: ComposeOptions): ReturnType<typeof createDesk> {
  keepNurserySmall();
  return createDesk(buildRooms(options));
}

/** What a door that holds the desk open needs. */
export interface WindowParts {
  readonly rooms: Rooms;
  readonly dataFolder: string;
  readonly actor: string;
  readonly log: Log;
}

/** Builds every room, for a door of windows. */
export function composeForWindows(options: ComposeOptions): WindowParts {
  const dataFolder = folderOf(options);
  const log = openLog(dataFolder, () => systemClock.nowMs());
  const rooms = buildRooms(options);
  // A window stays open: what it remembers is there for the next command.
  const tokens = withSessionFallback(rooms.tokens, createSessionVault());
  return { rooms: { ...rooms, tokens }, dataFolder, actor: actorName(), log };
}

function folderOf({ dataFolder }: ComposeOptions): string {
  return resolve(dataFolder ?? defaultDataFolder(process.env, process.platform));
}

function buildRooms(options: ComposeOptions): Rooms {
  const clock = systemClock;
  const workers = workerFiles();
  const takeLock = shareSenderLock();
  const dataFolder = folderOf(options);
  sweepTempFiles(dataFolder);
  const track = trackTempFiles(dataFolder);
  const stateFolder = resolve(options.stateFolder ?? defaultStateFolder(process.env, process.platform));
  let place: HeadPlace | null = null;
  // What touches no database need not ask which computer this is.
  const heads = (): HeadPlace => (place ??= headPlace(stateFolder));
  return {
    clock,
    checkFile: async ({ columns, ...request }) => {
      const named = readNamedColumns(columns);
      if (named.kind === 'refused') return { ...named, fileName: basename(request.path) };
      return checkFile({ ...request, map: named.map }, { xlsxWorkerUrl: workers.xlsx });
    },
    openSheet: (wish) => openSheet(wish, { xlsxWorkerUrl: workers.xlsx }),
    openRows,
    bankOf,
    openReader: (book) => openReader(deskOf(dataFolder, book), heads()),
    isDeskHeld: () => isSenderLockHeld(dataFolder),
    openWriter: (book) => openWriter(dataFolder, { book, takeLock, onWarning: options.onWarning, place: heads() }),
    verify: (book) => verifyDesk(deskOf(dataFolder, book), heads()),
    backUp: (book, file) => {
      const desk = deskOf(dataFolder, book);
      const { path: source, prefix } = desk;
      return existsSync(source) ? backUp({ source, target: file, prefix, track }) : absent(desk, heads());
    },
    restore: (book, file) => restoreDesk(dataFolder, { book, file, takeLock, onWarning: options.onWarning }),
    faultOfDisk: (error) => faultOfDisk(error, join(dataFolder, 'desk.db')),
    tokens: tokens(options, { workers, liveDesk: deskOf(dataFolder, 'live') }),
    startPractice: async ({ port }) => {
      const folder = prepareDataFolder(join(dataFolder, 'practice'));
      if (folder.kind === 'refused') return folder;
      const start = await startPracticeGatewayInWorker({
        workerUrl: workers.practice,
        databasePath: join(folder.path, 'gateway.db'),
        port: port ?? 0,
      });
      return start.kind === 'started' ? { kind: 'started', practice: start.gateway } : start;
    },
    connect: (wish) => createGatewayClient({ ...wish, findRoute: routes(options) }),
    lendPacer: ({ limitPerSecond, refusedRate }) => ({
      pacer: new RateWindow({ limitPerSecond, refusedRate, nowMs: clock.monotonicMs() }),
      release: () => {},
    }),
    inTurns,
    fingerprint: fingerprintSteps,
    references: referenceMaker,
    retryReference,
    // The workbook writer takes as long to load as all the rest together: only who exports waits for it.
    exportReport: async (report, path, existing) =>
      (await import('./export/export-report.ts')).exportReport(report, path, { existing, track }),
    writeTemplate: async (path, existing) => (await import('./export/template.ts')).writeTemplate(path, { existing }),
    saveCopy: (files, existing) => copyAtomically({ ...files, existing, track }),
    exportProblemRows: async (rows, path) => (await import('./export/problem-rows.ts')).writeProblemRows(rows, path),
    settings: settingsFile(join(dataFolder, 'settings.json')),
    recentFiles: settingsFile(join(dataFolder, 'recent-files.json')),
    samplePath: fileURLToPath(SAMPLE),
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

function routes({ systemProxy }: ComposeOptions): FindRoute {
  return systemProxy === null ? findEnvironmentRoute : async (url) => readSystemRoute(await systemProxy(url));
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
    folder: stateFolder,
    list: () => headIds(stateFolder),
    folderOf: (databaseId) => headFolder(stateFolder, databaseId),
    take: (databaseId) => takeStateFolder(headFolder(stateFolder, databaseId)),
  };
}

function openReader(desk: DeskFile, place: HeadPlace): Opening<Reader> {
  return existsSync(desk.path) ? openHeadedReader(desk, place) : absent(desk, place);
}

function verifyDesk(desk: DeskFile, place: HeadPlace): ReturnType<Rooms['verify']> {
  return existsSync(desk.path) ? verifyHeaded(desk, place) : absent(desk, place);
}

/** Where there is no database there was none, or it is gone. */
function absent(desk: DeskFile, place: HeadPlace): Extract<Opening<never>, { kind: 'absent' | 'refused' }> {
  const refusal = goneRefusal(place, desk);
  return refusal === null ? { kind: 'absent' } : { kind: 'refused', refusal };
}

/** Nobody may have the database open while another takes its place. */
function restoreDesk(
  dataFolder: string,
  { file, ...wish }: HoldWish & { readonly file: string },
): ReturnType<Rooms['restore']> {
  const held = holdDataFolder(dataFolder, wish);
  if (held.kind !== 'held') return held;
  try {
    const { path: target, prefix } = deskOf(held.path, wish.book);
    return restore({ file: resolve(file), target, prefix, nowMs: systemClock.nowMs() });
  } finally {
    held.release();
  }
}

function openWriter(
  dataFolder: string,
  { book, takeLock, onWarning, place }: HoldWish & { readonly place: HeadPlace },
): WriterOpening {
  const held = holdDataFolder(dataFolder, { book, takeLock, onWarning });
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
  return { kind: 'open', store: { ...store, close }, isFresh: true };
}

/** The environment's token serves this process alone; without one the keychain is asked. */
function tokens(
  { environmentToken, tokenServes = 'onlyMerchant', startKeychainChild }: ComposeOptions,
  { workers, liveDesk }: { readonly workers: WorkerUrls; readonly liveDesk: DeskFile },
): Tokens {
  const vault = createKeychainVault({ ask: forkKeychain(fileURLToPath(workers.keychain), startKeychainChild) });
  if (environmentToken === null) return vault;
  const claim = tokenServes === 'firstAsked' ? servesFirstAsked() : servesUntilReplaced(servesOnlyMerchant(liveDesk));
  return withEnvironmentToken(vault, { token: environmentToken, claim });
}

/** Asked anew each time: profiles come and change while a window is open. */
function servesOnlyMerchant({ path }: DeskFile): EnvironmentClaim['serves'] {
  return (account) => {
    const profiles = peekProfiles(path);
    return profiles !== null && isOnlyMerchants(account, profiles);
  };
}
