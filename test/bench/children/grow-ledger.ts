// How the cost per payout grows with the batch: only the ledger's turns.

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PRACTICE_MID } from '../../../shared/profiles.ts';
import { readTask, report } from '../child.ts';
import { confirmPaidAtOnce, openBenchStore } from '../confirmed-batch.ts';
import { measureGrowth } from '../growth.ts';
import { payAtOnce } from '../paid-at-once.ts';
import type { GrowTask } from '../tasks.ts';

const task = readTask<GrowTask>();
report(await measureGrowth(task, payAll));

/** Returns the seconds of the turns alone; confirming comes before. */
function payAll(count: number): number {
  const folder = join(task.folder, 'ledger');
  mkdirSync(folder);
  const store = openBenchStore(join(folder, 'desk.db'));
  const batch = confirmPaidAtOnce(store, { baseUrl: 'http://127.0.0.1:1', mid: PRACTICE_MID, count });
  const startedMs = performance.now();
  payAtOnce(store, { batch, count });
  const seconds = (performance.now() - startedMs) / 1_000;
  if (store.tally(batch).counts.success !== count) throw new Error('not every payout was paid');
  store.close();
  rmSync(folder, { recursive: true });
  return seconds;
}
