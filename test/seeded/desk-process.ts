// The built command line in a separate process, for drivers that are not tests. Never reach into the program here: a driver sees
// what a shell sees.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BUILT_CLI } from '../../build/fresh-build.ts';

export interface Ended {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Launched {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** Everything of this desk is in `folder`, including its home; `data` is its data folder. */
export interface DeskPlace {
  readonly folder: string;
  readonly data: string;
  readonly token: string;
}

/** Creates the folders of a desk without the desk and keychain of the person who runs it. */
export function makeDeskPlace(folder: string, token: string): DeskPlace {
  mkdirSync(path.join(folder, 'home'), { recursive: true });
  return { folder, data: path.join(folder, 'data'), token };
}

/** Starts one command. */
export function launch(
  { folder, data, token }: DeskPlace,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input = '',
): Launched {
  const home = path.join(folder, 'home');
  const child = spawn(process.execPath, [BUILT_CLI, ...words, '--data', data], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...bareEnvironment(home), PAYOUT_DESK_TOKEN: token, ...environment },
  });
  const said = { stdout: '', stderr: '' };
  // A killed process no longer reads its input, which is no fault of the driver.
  child.stdin.on('error', () => undefined).end(input);
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (said.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (said.stderr += text));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, signal) => resolve({ exitCode, signal, ...said }));
  });
  return { child, ended };
}

function bareEnvironment(home: string): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: home, XDG_RUNTIME_DIR: home, TMPDIR: tmpdir() };
}

/** Runs one command to its end. */
export function runDesk(place: DeskPlace, words: readonly string[]): Promise<Ended> {
  return launch(place, words).ended;
}

/** The single JSON object at the end of a command's output. Throws with the output when there is none. */
export function jsonOf({ stdout, stderr, exitCode, signal }: Ended): unknown {
  try {
    return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
  } catch (cause) {
    const said = `${stdout.slice(-300)}\n${stderr.slice(-600)}`;
    throw new Error(`no JSON from a command that ended with ${exitCode ?? signal}: ${said}`, { cause });
  }
}
