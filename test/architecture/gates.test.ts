// A gate that refuses, fails, hangs or cannot start has not passed.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Gate, runGate } from '../../build/gates.ts';
import { REPOSITORY } from '../../build/repository.ts';

const WITHIN_MS = 60_000;

function gate(text: string): Gate {
  const folder = mkdtempSync(path.join(tmpdir(), 'payout-desk-gate-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const script = path.join(folder, 'gate.mjs');
  writeFileSync(script, text);
  return { name: 'a gate', script, args: [] };
}

describe('A gate', () => {
  it('has passed with the last line that it said', async () => {
    const result = await runGate(gate("console.log('much'); console.log('3 of 3')"), WITHIN_MS);
    expect(result).toMatchObject({ isPassed: true, lastLine: '3 of 3' });
  });

  it('has not passed where it refuses, hangs or is not there', async () => {
    expect((await runGate(gate('process.exitCode = 1'), WITHIN_MS)).isPassed).toBe(false);
    const absent = { ...gate(''), script: '/nonexistent/gate.mjs' };
    expect((await runGate(absent, WITHIN_MS)).isPassed).toBe(false);
    const hangs = gate('setInterval(() => undefined, 1000)');
    expect((await runGate(hangs, 300)).isPassed).toBe(false);
  });

  /** Starts another process, prints its pid, and runs forever, as the other one does. */
  const STARTS_ANOTHER = `
    import { spawn } from 'node:child_process';
    import { writeFileSync } from 'node:fs';
    const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
    writeFileSync(process.env.PID_FILE, String(child.pid));
    setInterval(() => undefined, 1000);`;

  it('is killed by its own clock in so many words, with what it started', async () => {
    const { pidFile, isGone } = watchPid();
    vi.stubEnv('PID_FILE', pidFile);
    const lines = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    onTestFinished(() => lines.mockRestore());
    expect((await runGate(gate(STARTS_ANOTHER), 3_000)).isPassed).toBe(false);
    expect(lines.mock.calls.flat().join()).toContain("not finished after 3 s: killed by the gate's own clock");
    await expect.poll(isGone).toBe(true);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'ends, with what it started, when %s ends who runs it',
    async (signal) => {
      const { pidFile, isGone } = watchPid();
      const { script } = gate(STARTS_ANOTHER);
      const gates = path.join(REPOSITORY, 'build', 'gates.ts');
      const runner = gate(`import { endGatesWithNpm, runGate } from ${JSON.stringify(pathToFileURL(gates).href)};
      endGatesWithNpm();
      await runGate({ name: 'hangs', script: ${JSON.stringify(script)}, args: [] }, 60_000);`);
      const child = spawn(process.execPath, [runner.script], { env: { ...process.env, PID_FILE: pidFile } });
      await expect.poll(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '').toBe(true);
      child.kill(signal);
      await expect.poll(isGone).toBe(true);
    },
  );
});

/** Where a gate writes the pid of the process it started, and whether that has ended. */
function watchPid(): { readonly pidFile: string; readonly isGone: () => boolean } {
  const folder = mkdtempSync(path.join(tmpdir(), 'payout-desk-pid-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const pidFile = path.join(folder, 'pid');
  const isGone = (): boolean => {
    try {
      process.kill(Number(readFileSync(pidFile, 'utf8')), 0);
      return false;
    } catch {
      return true;
    }
  };
  return { pidFile, isGone };
}
