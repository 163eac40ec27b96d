// The whole check that a desk makes once a week, of a long history. What it finds is noted, so that what is measured after it does
// not share the machine with it.

import { join } from 'node:path';
import { peakMegabytes, readTask, report } from '../child.ts';
import { openBenchStore } from '../confirmed-batch.ts';
import type { HistoryTask, HistoryWorked } from '../tasks.ts';

const { folder } = readTask<HistoryTask>();
const store = openBenchStore(join(folder, 'desk.db'));
const startedMs = performance.now();
const before = process.cpuUsage();
if (store.checkIndexes({ nowMs: Date.now(), batch: null }) !== null) throw new Error('the history is damaged');
const { user, system } = process.cpuUsage(before);
const seconds = (performance.now() - startedMs) / 1_000;
store.close();
report({ seconds, cpuSeconds: (user + system) / 1e6, peakMegabytes: peakMegabytes() } satisfies HistoryWorked);
