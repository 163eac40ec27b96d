// How a gate is run: beside others it takes only what they leave idle, and what refuses, fails or cannot start has not passed.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { constants, getPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Gate, runGate } from '../../build/gates.ts';

const WITHIN_MS = 15_000;

function gate(text: string): Gate {
  const folder = mkdtempSync(path.join(tmpdir(), 'payout-desk-gate-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const script = path.join(folder, 'gate.mjs');
  writeFileSync(script, text);
  return { name: 'a gate', script, args: [] };
}

/** Says its own priority and that of a process it starts, some time after its start. */
const TELLS_PRIORITY = `
  import { execFileSync } from 'node:child_process';
  import { getPriority } from 'node:os';
  import { setTimeout } from 'node:timers/promises';
  await setTimeout(200);
  const started = execFileSync(process.execPath, ['-p', 'os.getPriority()'], { encoding: 'utf8' }).trim();
  console.log(getPriority() + ' ' + started);
`;

describe('A gate', () => {
  it('comes after all others, with what it starts, when it runs beside them', async () => {
    const first = await runGate(gate(TELLS_PRIORITY), WITHIN_MS);
    const beside = await runGate(gate(TELLS_PRIORITY), WITHIN_MS, 'beside');
    const { PRIORITY_LOW } = constants.priority;
    expect(first.lastLine).toBe(`${getPriority()} ${getPriority()}`);
    expect(beside).toMatchObject({ isPassed: true, lastLine: `${PRIORITY_LOW} ${PRIORITY_LOW}` });
  });

  it('has not passed where it refuses or is not there, beside others as well', async () => {
    for (const manner of ['first', 'beside'] as const) {
      expect((await runGate(gate('process.exitCode = 1'), WITHIN_MS, manner)).isPassed).toBe(false);
      const absent = { ...gate(''), script: '/nonexistent/gate.mjs' };
      expect((await runGate(absent, WITHIN_MS, manner)).isPassed).toBe(false);
      const hangs = gate('setInterval(() => undefined, 1000)');
      expect((await runGate(hangs, 300, manner)).isPassed).toBe(false);
    }
  });
});
