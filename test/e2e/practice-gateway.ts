// The practice gateway in a separate process, so that a profile with its address counts as real money.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { BUILT_CLI } from '../../build/fresh-build.ts';
import { shiftedBy } from './shifted-clock.ts';

export interface PracticeProcess {
  readonly url: string;
  readonly mid: string;
  readonly token: string;
  /** From now on it accepts requests but answers none. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

/** Serves it. `clockFile` is as for a built door. Rejects when it ends before printing its address. */
export async function servePracticeGateway({ clockFile = '' } = {}): Promise<PracticeProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'payout-desk-gateway-'));
  const child = spawn(process.execPath, [...shiftedBy(clockFile), BUILT_CLI, 'practice', '--data', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TEST_CLOCK_FILE: clockFile },
  });
  const exited = once(child, 'exit');
  const said: Record<string, string> = {};
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, name, value] = /^(URL|mid|token)\s+(\S+)$/.exec(line.trim()) ?? [];
      if (name !== undefined && value !== undefined) said[name] = value;
      if (name === 'token') resolve();
    });
    child.once('exit', () => reject(new Error('the practice gateway ended before it said where it is')));
  });
  return {
    url: said['URL'] ?? '',
    mid: said['mid'] ?? '',
    token: said['token'] ?? '',
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    close: async () => {
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
