// What refuses, fails, hangs or cannot start has not passed.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Gate, runGate } from '../../build/gates.ts';

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
});
