// The built command line at a real terminal, provided by `script` of util-linux, so that it may ask.

import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import type { TestContext } from 'vitest';
import { BUILT_CLI } from '../../build/fresh-build.ts';
import { type Desk, environmentIn, PINNED_NODE } from './run-desk.ts';

/** Whether this machine can give a program a terminal. */
export function hasTerminal(): boolean {
  const found = spawnSync('script', ['--version'], { encoding: 'utf8' });
  return found.status === 0 && found.stdout.includes('util-linux');
}

/** One question and the typed answer. `asks` is part of the question; `types` is without the Enter. */
export interface Turn {
  readonly asks: string;
  readonly types: string;
}

export interface Shown {
  readonly exitCode: number | null;
  readonly screen: string;
}

/** Runs a command line at a terminal. Never resolves when a question is not asked; the test's timeout ends it. */
export async function runAtTerminal(
  test: TestContext,
  desk: Desk,
  {
    words,
    turns,
    token,
  }: { readonly words: readonly string[]; readonly turns: readonly Turn[]; readonly token: string },
): Promise<Shown> {
  const line = [PINNED_NODE, BUILT_CLI, ...words, '--data', desk.data].map(quoted).join(' ');
  const child = spawn(
    'script',
    ['--quiet', '--return', '--flush', '--command', line, path.join(desk.folder, 'screen')],
    {
      cwd: desk.folder,
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...environmentIn(desk.folder), TERM: 'dumb', PAYOUT_DESK_TOKEN: token },
    },
  );
  test.onTestFinished(() => void child.kill('SIGKILL'));
  let screen = '';
  const waiting = [...turns];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
    const [next] = waiting;
    if (next === undefined || !screen.includes(next.asks)) return;
    waiting.shift();
    child.stdin.write(`${next.types}\r`);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, screen }));
  });
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
