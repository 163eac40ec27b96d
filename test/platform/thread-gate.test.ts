// Ending a thread that unpacks never ends the program, at any moment. Without the gate it does; once it no longer does, the gate
// can go.

import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const GATE = new URL('../../electron/main/platform/thread-gate.ts', import.meta.url).href;

/** Starts threads that only create unpackers, and ends each after some random milliseconds. */
function program(end: string): string {
  return `
    import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
    import { createInflateRaw } from 'node:zlib';
    import { setTimeout as wait } from 'node:timers/promises';
    import { endThread, makeWhole, openGate, passGates } from '${GATE}';
    if (isMainThread) {
      for (let thread = 0; thread < 80; thread += 1) {
        const gate = openGate();
        const worker = new Worker(new URL(import.meta.url), { workerData: { gate } });
        await new Promise((resolve) => worker.once('message', resolve));
        await wait(Math.random() * 10);
        ${end};
      }
    } else {
      passGates([workerData.gate]);
      parentPort.postMessage('it runs');
      for (;;) makeWhole(() => createInflateRaw()).close();
    }`;
}

function run(end: string): number | null {
  const source = `data:text/javascript,${encodeURIComponent(program(end))}`;
  return spawnSync(process.execPath, ['--input-type=module', '--eval', `await import(${JSON.stringify(source)})`])
    .status;
}

const isUnclean = (status: number | null): boolean => status !== 0;

/** The fault is a matter of chance: now and then 80 threads end without meeting it. */
const ATTEMPTS_MAX = 8;

describe('ending a thread that unpacks', () => {
  it('leaves the program alive', { timeout: 120_000 }, () => {
    expect(run('await endThread(worker, gate)')).toBe(0);
  });

  it('would end the program without the gate', { timeout: 120_000 }, () => {
    const statuses: (number | null)[] = [];
    while (statuses.length < ATTEMPTS_MAX && !statuses.some(isUnclean)) statuses.push(run('await worker.terminate()'));
    expect(statuses.some(isUnclean)).toBe(true);
  });
});
