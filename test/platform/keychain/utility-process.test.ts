import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { forkKeychain } from '../../../electron/main/platform/keychain/keychain-vault.ts';
import type { StartChild } from '../../../electron/main/platform/start-child.ts';

const SCRIPT = fileURLToPath(new URL('../../../electron/main/platform/keychain/keychain-process.ts', import.meta.url));
const PORT = new URL('./utility-port.ts', import.meta.url).href;

/** A cold process on a busy machine. */
const ANSWERS_WITHIN_MS = 30_000;

describe('the keychain’s process as one of Electron’s utility processes', () => {
  it.runIf(process.platform === 'linux')(
    'answers over its port, and stays until its parent ends it',
    async () => {
      const ends: string[] = [];
      const start: StartChild = ({ script, environment }, listeners) => {
        const { DBUS_SESSION_BUS_ADDRESS: _bus, XDG_RUNTIME_DIR: _runtime, ...env } = environment;
        const child = fork(script, [], {
          execArgv: ['--import', PORT],
          env,
          stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        });
        child.once('spawn', listeners.onSpawn);
        child.once('message', listeners.onMessage);
        child.once('exit', (_code, signal) => {
          ends.push(signal ?? 'by itself');
          listeners.onEnd();
        });
        return { send: (message) => void child.send(message), kill: () => void child.kill('SIGKILL') };
      };
      const ask = forkKeychain(SCRIPT, start);
      expect(await ask({ kind: 'read', account: 'acme' }, ANSWERS_WITHIN_MS)).toEqual({ kind: 'noKeychain' });
      await expect.poll(() => ends, { timeout: ANSWERS_WITHIN_MS }).toEqual(['SIGKILL']);
    },
    2 * ANSWERS_WITHIN_MS,
  );
});
