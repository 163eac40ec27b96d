// Builds the desk's system from this machine: the real clock, disk, keychain, network and randomness.

import { randomInt } from 'node:crypto';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Message } from '../../shared/messages/message.ts';
import { isOnlyMerchants } from './desk/profiles/manage-profiles.ts';
import type { FindRoute } from './domain/addresses.ts';
import { BatchRun } from './engine/batch-run.ts';
import { lookUpOnce, preflight } from './engine/preflight.ts';
import { RateWindow } from './engine/rate-window.ts';
import { createGatewayClient } from './gateway/client.ts';
import { openSocket, trustedContext } from './gateway/transport.ts';
import { checkFile } from './import/open-sheet.ts';
import { readXlsxTexts } from './import/read-xlsx.ts';
import { createMailer } from './mail/mailer.ts';
import { systemClock } from './platform/clock.ts';
import {
  dataFolderOf,
  defaultStateFolder,
  headFolder,
  headIds,
  holdDataFolder,
  isSenderLockHeld,
  prepareDataFolder,
  shareSenderLock,
  takeStateFolder,
} from './platform/data-folder.ts';
import { type AskKeychain, createKeychainVault, forkKeychain } from './platform/keychain/keychain-vault.ts';
import {
  createSessionVault,
  servesFirstAsked,
  servesUntilReplaced,
  type TokenVault,
  withEnvironmentToken,
  withSessionFallback,
} from './platform/keychain/vault.ts';
import { type Log, openLog } from './platform/log.ts';
import { actorName, machineId } from './platform/machine-id.ts';
import { findEnvironmentRoute, readSystemRoute } from './platform/proxy-route.ts';
import { settingsFile } from './platform/settings-file.ts';
import { keepNurserySmall } from './platform/small-nursery.ts';
import { sweepTempFiles, trackTempFiles } from './platform/temp-files.ts';
import { workerFiles } from './platform/worker-files.ts';
import { startPracticeGatewayInWorker } from './practice/start-practice-gateway.ts';
import { type DeskFiles, databaseOf, openReader, openWriter, type System } from './session/system.ts';
import { fileWork, startWholeCheck } from './store/file-work.ts';
import type { HeadPlace } from './store/heads.ts';
import { peekProfiles } from './store/merchants-and-profiles.ts';
import { inventReference } from './store/references.ts';

export interface ComposeOptions {
  /** Null for the user's application folder. */
  readonly dataFolder: string | null;
  /** Where the heads of databases are stored; null for the user's state folder. */
  readonly stateFolder: string | null;
  /** The token from this process's environment; never stored. */
  readonly environmentToken: string | null;
  /** The mail server's password from this process's environment; never stored. */
  readonly environmentPassword?: string | null;
  /** The secret of the register from this process's environment; never stored. */
  readonly environmentRegisterSecret?: string | null;
  /** Whose token that is: by default that of the only merchant, else that of the account a command asks for first. */
  readonly tokenServes?: 'onlyMerchant' | 'firstAsked';
  /** The system's proxy settings for an address; null if only the environment can be used. */
  readonly systemProxy: ((url: string) => Promise<string>) | null;
  /** The random wait before a start's second lookup; some seconds by default. */
  readonly secondLook?: System['secondLook'];
  /** How the keychain is called; by default in a fork of this Node. */
  readonly askKeychain?: AskKeychain;
  /** Called with what a person should know about the data folder. */
  readonly onWarning: (warning: Message) => void;
}

/** A random wait, so that two people who start one file in the same second seldom look at the same moment. */
const SECOND_LOOK = { leastMs: 2_000, mostMs: 8_000 };

/** A sample in which one payment fails and one is not confirmed. The path is right from this file and from the built one. */
const SAMPLE = new URL('../../samples/first-run.csv', import.meta.url);
const CHECKER = new URL('../../docs/passport-checker.html', import.meta.url);

/** The system for a door that opens the desk for one command. */
export function compose(options: ComposeOptions): System {
  keepNurserySmall();
  return systemOf(options);
}

/** What a door needs that keeps the desk open. */
export interface WindowParts {
  readonly system: System;
  readonly dataFolder: string;
  readonly actor: string;
  readonly log: Log;
}

export function composeForWindows(options: ComposeOptions): WindowParts {
  const system = systemOf(options);
  const { dataFolder } = system.files;
  const log = openLog(dataFolder, () => systemClock.nowMs());
  // A window stays open, so tokens kept in memory are there for the next command.
  const tokens = withSessionFallback(system.tokens, createSessionVault());
  const passwords = withSessionFallback(system.passwords, createSessionVault());
  return { system: { ...system, tokens, passwords }, dataFolder, actor: actorName(), log };
}

function systemOf(options: ComposeOptions): System {
  const { systemProxy } = options;
  const workers = workerFiles();
  const files = filesOf(options);
  const { dataFolder } = files;
  const keychainPath = fileURLToPath(workers.keychain);
  const findRoute: FindRoute =
    systemProxy === null ? findEnvironmentRoute : async (url) => readSystemRoute(await systemProxy(url));
  return {
    clock: systemClock,
    tokens: tokensOf(options, { keychainPath, dataFolder }),
    passwords: passwordsOf(options, keychainPath),
    signingKeys: createKeychainVault({ ask: options.askKeychain ?? forkKeychain(keychainPath) }),
    registerSecrets: registerSecretsOf(options, keychainPath),
    files,
    openReader: (book) => openReader(files, book),
    openWriter: (book) => openWriter(files, book, systemClock),
    isDeskHeld: () => isSenderLockHeld(dataFolder),
    checkFile: (request) => checkFile({ nowMs: systemClock.nowMs(), ...request }, { xlsxWorkerUrl: workers.xlsx }),
    readSheet: (request) => readXlsxTexts(request, workers.xlsx),
    workOnFile: (task, follower) => fileWork(workers.fileWork, task, follower),
    checkWhole: (path) => startWholeCheck(workers.fileWork, path),
    startPractice: async ({ port }) => {
      const folder = prepareDataFolder(join(dataFolder, 'practice'));
      if (folder.kind === 'refused') return folder;
      const databasePath = join(folder.path, 'gateway.db');
      return startPracticeGatewayInWorker({ workerUrl: workers.practice, databasePath, port: port ?? 0 });
    },
    connect: (asked) => createGatewayClient({ ...asked, findRoute }),
    openMailer: (server, password) => {
      const secureContext = trustedContext();
      return createMailer({
        server,
        password,
        tls: { secureContext },
        openSocket: (address, signal) => openSocket(address, { findRoute, secureContext, signal }),
      });
    },
    lendPacer: ({ limitPerSecond, refusedRate }) => ({
      pacer: new RateWindow({ limitPerSecond, refusedRate, nowMs: systemClock.monotonicMs() }),
      release: () => {},
    }),
    engine: { preflight, lookUpOnce, newRun: (world, request) => new BatchRun(world, request) },
    inventReference,
    secondLook: options.secondLook ?? SECOND_LOOK,
    randomBelow: (limit) => randomInt(limit),
  };
}

function filesOf({ dataFolder: data, stateFolder: state, onWarning }: ComposeOptions): DeskFiles {
  const dataFolder = dataFolderOf(data);
  const stateFolder = resolve(state ?? defaultStateFolder(process.env, process.platform));
  sweepTempFiles(dataFolder);
  const takeLock = shareSenderLock();
  let place: HeadPlace | null = null;
  return {
    dataFolder,
    // On first use: code that touches no database does not need the machine's id.
    heads: () =>
      (place ??= {
        machine: machineId(stateFolder, { platform: process.platform }),
        folder: stateFolder,
        list: () => headIds(stateFolder),
        folderOf: (databaseId) => headFolder(stateFolder, databaseId),
        take: (databaseId) => takeStateFolder(headFolder(stateFolder, databaseId)),
      }),
    hold: (book) => holdDataFolder(dataFolder, { book, takeLock, onWarning }),
    track: trackTempFiles(dataFolder),
    settings: settingsFile(join(dataFolder, 'settings.json')),
    recentFiles: settingsFile(join(dataFolder, 'recent-files.json')),
    samplePath: fileURLToPath(SAMPLE),
    checkerPath: fileURLToPath(CHECKER),
  };
}

/** The environment's token serves only this process; without one the keychain is asked. */
function tokensOf(
  { environmentToken, tokenServes = 'onlyMerchant', askKeychain }: ComposeOptions,
  { keychainPath, dataFolder }: { readonly keychainPath: string; readonly dataFolder: string },
): TokenVault {
  const vault = createKeychainVault({ ask: askKeychain ?? forkKeychain(keychainPath) });
  if (environmentToken === null) return vault;
  if (tokenServes === 'firstAsked') {
    return withEnvironmentToken(vault, { token: environmentToken, claim: servesFirstAsked() });
  }
  // Checked every time, because profiles change while a window is open.
  const serves = (account: string): boolean => {
    const profiles = peekProfiles(databaseOf(dataFolder, 'live').path);
    return profiles !== null && isOnlyMerchants(account, profiles);
  };
  return withEnvironmentToken(vault, { token: environmentToken, claim: servesUntilReplaced(serves) });
}

/** A password in the environment is that of the one mail server. It is kept as its vault keeps one: see setMailPassword(). */
function passwordsOf({ environmentPassword = null, askKeychain }: ComposeOptions, keychainPath: string): TokenVault {
  const vault = createKeychainVault({ ask: askKeychain ?? forkKeychain(keychainPath) });
  if (environmentPassword === null) return vault;
  const token = encodeURIComponent(environmentPassword.toWellFormed());
  return withEnvironmentToken(vault, { token, claim: servesUntilReplaced(() => true) });
}

/** The register's secret in the environment is that of the one register. */
function registerSecretsOf(
  { environmentRegisterSecret = null, askKeychain }: ComposeOptions,
  keychainPath: string,
): TokenVault {
  const vault = createKeychainVault({ ask: askKeychain ?? forkKeychain(keychainPath) });
  if (environmentRegisterSecret === null) return vault;
  return withEnvironmentToken(vault, { token: environmentRegisterSecret, claim: servesUntilReplaced(() => true) });
}
