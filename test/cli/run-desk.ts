// The built command line as scripts use it: `node out/main/cli.js` in a separate process, with its own data folder and home.
// Never reach into the program here: a test sees what a shell sees.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type TestContext } from 'vitest';
import { BUILT_CLI } from '../../build/fresh-build.ts';
import { REPOSITORY } from '../../build/repository.ts';
import type { AskKeychain } from '../../electron/main/platform/keychain/keychain-vault.ts';
import { expectToFit } from './fits-schema.ts';
import type { SpecGateway } from './spec-gateway.ts';

/** The Node version installed with the desk. */
export const PINNED_NODE = path.join(REPOSITORY, 'node_modules', '.bin', 'node');

const SHIFT_CLOCK = path.join(REPOSITORY, 'test', 'cli', 'shift-clock.ts');

/** A test starts a dozen processes, each of which waits a second before its first request; a busy machine takes longer. */
export const PATIENCE_MS = 60_000;

export interface Finished {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly finished: Promise<Finished>;
  /** Resolves as soon as either output contains this. */
  says(words: string): Promise<void>;
  /** Standard output so far. */
  stdoutSoFar(): string;
}

export interface DeskOptions {
  readonly data?: string;
  readonly token?: string | null;
  readonly node?: string;
  /** Piped into standard input; empty by default. */
  readonly input?: string;
  /** The wall clock it sees, which the test may set. */
  readonly clock?: ShiftedClock;
  /** The keychain of command lines that run in this process; by default there is none. */
  readonly askKeychain?: AskKeychain;
  /** More of its environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder for temporary files; by default the system's. */
  readonly temporary?: string;
}

/** The test's own wall clock; negative milliseconds set it back. */
export interface ShiftedClock {
  readonly file: string;
  setBy(ms: number): void;
  byMs(): number;
}

/** A wall clock that is right until it is set. */
export function makeClock(folder: string): ShiftedClock {
  const file = path.join(folder, 'clock');
  let byMs = 0;
  return {
    file,
    setBy: (ms) => {
      byMs = ms;
      writeFileSync(file, String(ms));
    },
    byMs: () => byMs,
  };
}

export interface Desk {
  /** A folder that is removed with the test; `data` is inside unless it was given. */
  readonly folder: string;
  readonly data: string;
  run(...words: readonly string[]): Promise<Finished>;
  start(...words: readonly string[]): Started;
  with(options: DeskOptions): Desk;
}

/** A desk for one test. */
export function openDesk(test: TestContext, options: DeskOptions = {}): Desk {
  const folder = mkdtempSync(path.join(tmpdir(), 'payout-desk-cli-'));
  mkdirSync(path.join(folder, 'home'));
  test.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return deskIn(test, { folder, options });
}

function deskIn(
  test: TestContext,
  { folder, options }: { readonly folder: string; readonly options: DeskOptions },
): Desk {
  const {
    data = path.join(folder, 'data'),
    token = null,
    node = PINNED_NODE,
    input = null,
    clock,
    temporary,
    env = {},
  } = options;
  const start = (...words: readonly string[]): Started => {
    const child = spawn(node, [BUILT_CLI, ...words, '--data', data], {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        ...environmentIn(folder),
        ...env,
        ...(token === null ? {} : { PAYOUT_DESK_TOKEN: token }),
        ...(temporary === undefined ? {} : { TMPDIR: temporary }),
        ...(clock === undefined ? {} : { NODE_OPTIONS: `--import=${SHIFT_CLOCK}`, TEST_CLOCK_FILE: clock.file }),
      },
    });
    test.onTestFinished(() => void child.kill('SIGKILL'));
    // A killed process no longer reads its input, which is no fault of the test.
    child.stdin.on('error', () => undefined).end(input ?? '');
    return follow(child);
  };
  return {
    folder,
    data,
    start,
    run: async (...words) => {
      const finished = await start(...words).finished;
      expectToFit(words, finished);
      return finished;
    },
    with: (others) => deskIn(test, { folder, options: { ...options, ...others } }),
  };
}

/** An environment without the desk and keychain of the person who runs the tests. */
export function environmentIn(folder: string): NodeJS.ProcessEnv {
  const home = path.join(folder, 'home');
  return { PATH: process.env['PATH'], HOME: home, XDG_RUNTIME_DIR: home, TMPDIR: tmpdir() };
}

function follow(child: ChildProcess): Started {
  let stdout = '';
  let stderr = '';
  const listeners = new Set<() => void>();
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    for (const listen of listeners) listen();
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    for (const listen of listeners) listen();
  });
  const finished = new Promise<Finished>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, signal) => resolve({ exitCode, signal, stdout, stderr }));
  });
  const says = (words: string): Promise<void> =>
    new Promise((resolve) => {
      const listen = (): void => {
        if (!stderr.includes(words) && !stdout.includes(words)) return;
        listeners.delete(listen);
        resolve();
      };
      listeners.add(listen);
      listen();
    });
  return { child, pid: child.pid ?? -1, finished, says, stdoutSoFar: () => stdout };
}

/** The options that let a test's batch run as fast as the machine can. */
export const FAST = ['--rate', '5000', '--in-flight', '32', '--poll-first-ms', '20', '--poll-max-ms', '200'] as const;

/** `options` are for `profile set`. */
export type ProfiledDeskOptions = DeskOptions & { readonly options?: readonly string[] };

/** A desk whose profile `acme` uses this gateway. */
export async function openDeskFor(
  test: TestContext,
  gateway: SpecGateway,
  { options = FAST, open = openDesk, ...others }: ProfiledDeskOptions & { readonly open?: typeof openDesk } = {},
): Promise<Desk> {
  const desk = open(test, { token: gateway.token, ...others });
  const words = ['--base-url', gateway.url, '--mid', String(gateway.mid), ...options];
  const made = await desk.run('profile', 'set', 'acme', ...words);
  expect(made).toMatchObject({ exitCode: 0, stderr: '' });
  return desk;
}
