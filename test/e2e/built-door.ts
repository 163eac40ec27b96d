// The built browser door in its own folder, as a person starts it. Never reach into the desk here: use only what the door prints.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { BUILT_BROWSER_DOOR } from '../../build/fresh-build.ts';
import { shiftedBy } from './shifted-clock.ts';

/** A cold start reads the database and the page; on a busy machine that takes seconds. */
const STARTS_WITHIN_MS = 30_000;

export interface BuiltDoor {
  readonly link: string;
  readonly folder: string;
  /** Ends the process as a power cut would. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

interface DoorOptions {
  readonly port?: number;
  readonly token?: string;
  readonly folder?: string;
  readonly clockFile?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly program?: string;
}

/**
 * Starts the door. `token` goes into the environment, as on a machine without a keychain; `clockFile` shifts its wall clock,
 * empty for no shift; `env` adds to the environment; `program` is another build of the door. Rejects when it does not print its link in time.
 */
export async function startBuiltDoor({
  port = 0,
  token = '',
  folder = mkdtempSync(join(tmpdir(), 'payout-desk-page-')),
  clockFile = '',
  env = {},
  program = BUILT_BROWSER_DOOR,
}: DoorOptions = {}): Promise<BuiltDoor> {
  const args = [...shiftedBy(clockFile), program, '--quiet', '--data', folder, '--port', String(port)];
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      XDG_STATE_HOME: join(folder, 'state'),
      PAYOUT_DESK_TOKEN: token,
      TEST_CLOCK_FILE: clockFile,
      // No test touches the keychain of the person who runs it.
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
      ...env,
    },
  });
  const exited = once(child, 'exit');
  const link = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the door did not say its link in time')), STARTS_WITHIN_MS);
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /http:\/\/127\.0\.0\.1:\d+\/#key=\S+/.exec(line)?.[0];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    });
    child.once('exit', () => reject(new Error('the door ended before it said its link')));
  });
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
  };
  return {
    link,
    folder,
    kill: () => end('SIGKILL'),
    close: async () => {
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
