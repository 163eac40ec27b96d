// Spreads seeds over processes. Each worker gets a few seeds at a time, so that none waits for another. Never lose a seed: a
// worker that dies is reported.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SeedResult } from './seed-run.ts';
import type { Mix } from './world.ts';

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url));

/** Seeds in one message: some seconds of work, so that messages cost nothing and workers end together. */
const SEEDS_AT_ONCE = 10;

/** A seed's objects are short-lived: with more room the collector runs a tenth as often. */
const NURSERY = ['--max-semi-space-size=64'];

/** Runs the seeds. `take` returns true to stop early. Rejects when a worker dies. */
export async function runInWorkers(
  seeds: readonly number[],
  { workerCount, mix }: { readonly workerCount: number; readonly mix: Mix },
  take: (result: SeedResult) => boolean,
): Promise<void> {
  const waiting = [...seeds];
  let stopped = false;
  const work = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = fork(WORKER, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: NURSERY });
      let owed = 0;
      const next = (): void => {
        const batch = stopped ? [] : waiting.splice(0, SEEDS_AT_ONCE);
        owed = batch.length;
        worker.send({ seeds: batch, mix });
      };
      worker.on('message', (message: { readonly result: SeedResult }) => {
        owed -= 1;
        if (take(message.result)) stopped = true;
        if (owed === 0) next();
      });
      worker.once('error', reject);
      worker.once('exit', (code) => {
        if (code === 0 && owed === 0) resolve();
        else reject(new Error(`a worker of the simulation died with ${owed} seeds in hand (exit code ${code})`));
      });
      next();
    });
  await Promise.all(Array.from({ length: Math.min(workerCount, seeds.length) }, work));
}
