// The built desktop app in its own folder, as a person starts it: in Electron if its runtime is installed, otherwise in its
// double. Never reach into the desk here: use only what Electron's own modules report.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { findRuntime } from '../../build/electron-runtime.ts';
import { REPOSITORY } from '../../build/repository.ts';
import { findChromium, NO_CHROMIUM } from './chromium.ts';

const DOUBLE = path.join(import.meta.dirname, 'electron-double', 'electron');

/** A cold start reads the database and the page; on a busy machine that takes many seconds. */
const STARTS_WITHIN_MS = 60_000;

/** It waits for requests in flight when asked to end; after this it is killed. */
const ENDS_WITHIN_MS = 10_000;

/** Chromium's last files disappear a moment after its process. */
const GONE_AFTER_TRIES = 10;

export interface BuiltDesktop {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** The page's own address, as Chromium knows it. */
  readonly link: string;
  readonly folder: string;
  /** Resolves to the exit code when the app has ended; null when it was killed. */
  readonly ended: Promise<number | null>;
  /** Ends the process as a power cut would. */
  kill(): Promise<void>;
  /** Quits, and removes the folder. */
  close(): Promise<void>;
}

/** What the desktop's tests run against on this machine. */
export const IS_REAL_ELECTRON = findRuntime().kind === 'ready';

/** Chromium refuses to start with its sandbox for root. */
const IS_SANDBOXED = process.getuid?.() !== 0;

/** Why there is no desktop to test here; null when there is. */
export function whyNoDesktop(): string | null {
  if (IS_REAL_ELECTRON) return null;
  if (process.platform === 'win32') return 'no Electron runtime, and its double does not run on Windows';
  return findChromium() === null ? NO_CHROMIUM : null;
}

/** The arguments for a first and a second start. */
function commandOf(folder: string, files: readonly string[], root = REPOSITORY) {
  return {
    args: [root, '--data', folder, ...files],
    env: {
      ...definedOnly(process.env),
      XDG_STATE_HOME: path.join(folder, 'state'),
      ELECTRON_DOUBLE_NODE: process.execPath,
      // No test touches the keychain of the person who runs it.
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
    },
  };
}

/** Starts the app a second time in the same folder. Returns the exit code of the second, which ends at once. */
export async function startSecond(folder: string, files: readonly string[]): Promise<number | null> {
  const runtime = findRuntime();
  const { args, env } = commandOf(folder, files);
  const sandbox = IS_SANDBOXED ? [] : ['--no-sandbox'];
  const second = spawn(runtime.kind === 'ready' ? runtime.executable : DOUBLE, [...args, ...sandbox], {
    env,
    stdio: 'ignore',
    timeout: STARTS_WITHIN_MS,
  });
  await once(second, 'exit');
  return second.exitCode;
}

/**
 * Starts it. `token` goes into the environment, as on a machine without a keychain; `files` are opened with the app; `root` is
 * another build's package. Rejects when it shows no page in time.
 */
export async function startBuiltDesktop({
  token = '',
  folder = mkdtempSync(path.join(tmpdir(), 'payout-desk-window-')),
  files = [],
  root = REPOSITORY,
}: {
  readonly token?: string;
  readonly folder?: string;
  readonly files?: readonly string[];
  readonly root?: string;
} = {}): Promise<BuiltDesktop> {
  const command = commandOf(folder, files, root);
  const app = await _electron.launch({
    ...command,
    ...(IS_REAL_ELECTRON ? {} : { executablePath: DOUBLE }),
    env: { ...command.env, PAYOUT_DESK_TOKEN: token },
    chromiumSandbox: IS_SANDBOXED,
    // The app's own theme is part of the test.
    colorScheme: null,
    timeout: STARTS_WITHIN_MS,
  });
  // Playwright forgets it once it has ended.
  const child = app.process();
  const ended = once(child, 'exit').then(() => child.exitCode);
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  const page = await showPage(app).catch(async (error: unknown) => {
    await kill();
    throw error;
  });
  return {
    app,
    page,
    link: page.url().replace(/#.*/, ''),
    folder,
    ended,
    kill,
    close: async () => {
      await Promise.race([quit(app), ended, patience()]);
      if (child.exitCode === null && child.signalCode === null) await kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: GONE_AFTER_TRIES });
    },
  };
}

async function showPage(app: ElectronApplication): Promise<Page> {
  const page = await app.firstWindow({ timeout: STARTS_WITHIN_MS });
  await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: STARTS_WITHIN_MS });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return page;
}

/** Quits, confirming every question. */
async function quit(app: ElectronApplication): Promise<void> {
  try {
    await app.evaluate(({ dialog }) => {
      dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false });
    });
    await app.close();
  } catch {
    // It had already ended.
  }
}

function patience(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ENDS_WITHIN_MS).unref();
  });
}

function definedOnly(variables: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
