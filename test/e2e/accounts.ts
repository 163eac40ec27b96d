// A real account that exists before the desk opens, made at the command line as a person would. Never pass a token here: the desk
// gets its own.

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { BUILT_CLI } from '../../build/fresh-build.ts';

/** A new account sends five requests a second: most of a test would be waiting. The gateway of the tests takes any rate. */
const FAST = ['--rate', '500'];

interface AccountOptions {
  readonly name: string;
  readonly url: string;
  readonly mid: string;
  /** Further words of the command line, with a rate if it matters. */
  readonly more: readonly string[];
}

/** Throws with the command line's output when it refuses. */
export function setAccount(folder: string, { name, url, mid, more }: AccountOptions): void {
  const rate = more.includes('--rate') ? [] : FAST;
  const words = ['profile', 'set', name, '--base-url', url, '--mid', mid, '--data', folder, ...rate, ...more];
  const said = spawnSync(process.execPath, [BUILT_CLI, ...words], {
    env: { ...process.env, XDG_STATE_HOME: path.join(folder, 'state') },
    encoding: 'utf8',
  });
  if (said.status !== 0) throw new Error(said.stderr);
}

/** For a session's `prepare`: an account at its gateway. `more` are words of the command line. */
export function withAccount(name: string, more: readonly string[] = []) {
  return (folder: string, { url, mid }: { readonly url: string; readonly mid: string }): void =>
    setAccount(folder, { name, url, mid, more });
}
