// The browser door whose terminal, or whose reader, is gone: it ends as it would with both, without an internal fault.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { BUILT_BROWSER_DOOR } from '../../build/fresh-build.ts';

const TEST_WITHIN_MS = 60_000;

/** Runs a program in a terminal until told to close it, and then says how the program ended. */
const TERMINAL = `
import os, pty, select, sys
pid, terminal = pty.fork()
if pid == 0: os.execvp(sys.argv[1], sys.argv[1:])
while True:
  ready, _, _ = select.select([terminal, 0], [], [])
  if terminal in ready: os.write(1, os.read(terminal, 4096))
  if 0 in ready: break
os.close(terminal)
_, status = os.waitpid(pid, 0)
sys.exit(os.waitstatus_to_exitcode(status) & 255)
`;

interface OpenDoor {
  readonly child: ChildProcess;
  readonly errors: () => string;
}

async function openDoor(test: TestContext, { inTerminal }: { readonly inTerminal: boolean }): Promise<OpenDoor> {
  const folder = mkdtempSync(join(tmpdir(), 'payout-desk-terminal-'));
  const door = [process.execPath, BUILT_BROWSER_DOOR, '--quiet', '--data', folder, '--port', '0'];
  const [program = '', ...words] = inTerminal ? ['python3', '-c', TERMINAL, ...door] : door;
  const child = spawn(program, words, {
    env: {
      ...process.env,
      XDG_STATE_HOME: join(folder, 'state'),
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
    },
  });
  test.onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });
  let said = '';
  let errors = '';
  child.stdout.on('data', (chunk) => (said += String(chunk)));
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  await expect.poll(() => said, { timeout: 30_000 }).toContain('Ctrl+C to end');
  return { child, errors: () => errors };
}

describe('The browser door', () => {
  it.for(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'ends well on %s when nobody reads what it says any more',
    { timeout: TEST_WITHIN_MS },
    async (signal, test) => {
      const { child, errors } = await openDoor(test, { inTerminal: false });
      const exited = once(child, 'exit');
      child.stdout?.destroy();
      child.kill(signal);
      expect([(await exited)[0], errors()]).toEqual([0, '']);
    },
  );

  it(
    'ends well when its terminal is closed',
    async (test) => {
      test.skip(spawnSync('python3', ['-c', 'import pty']).status !== 0, 'no Python to open a terminal with');
      const { child, errors } = await openDoor(test, { inTerminal: true });
      const exited = once(child, 'exit');
      child.stdin?.end('close\n');
      expect([(await exited)[0], errors()]).toEqual([0, '']);
    },
    TEST_WITHIN_MS,
  );
});
