// Archives all batches of a long history, then reads one of them as a window and a report do.

import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoreWriter } from '../../../electron/main/store/store.ts';
import { readTask, report } from '../child.ts';
import { openBenchStore } from '../confirmed-batch.ts';
import type { ArchiveMeasured, HistoryTask } from '../tasks.ts';

const { folder: original } = readTask<HistoryTask>();
const folder = mkdtempSync(join(tmpdir(), 'archive-history-'));
try {
  cpSync(original, folder, { recursive: true });
  report(measure());
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function measure(): ArchiveMeasured {
  const path = join(folder, 'desk.db');
  let store = openBenchStore(path);
  const megabytesBefore = statSync(path).size / 1e6;
  const nowMs = Date.now();
  const question = { beforeMs: nowMs, withUnpaid: true, nowMs };
  const { batches } = store.archives.plan(question);
  const started = process.cpuUsage();
  const startedMs = performance.now();
  let longestStepMs = 0;
  for (const { batch, stays } of batches) {
    if (stays !== null) continue;
    let stepMs = performance.now();
    for (const _ of store.archiving.archive(batch, question)) {
      longestStepMs = Math.max(longestStepMs, performance.now() - stepMs);
      stepMs = performance.now();
    }
  }
  store.archiving.compact();
  const { user, system } = process.cpuUsage(started);
  const archivedMs = performance.now() - startedMs;
  store.close();
  const megabytesAfter = statSync(path).size / 1e6;
  store = openBenchStore(path);
  const drawerMs = timed(() => store.payouts.story(5, 2));
  const reportMs = timed(() => readWhole(store, 5));
  store.close();
  return {
    megabytesBefore,
    megabytesAfter,
    archivedMs,
    archivedCpuMs: (user + system) / 1_000,
    longestStepMs,
    drawerMs,
    reportMs,
  };
}

function readWhole(store: StoreWriter, batch: number): void {
  const record = store.batches.find(batch);
  if (record === null) throw new Error('there is no such batch');
  const of = store.report(record, Date.now());
  for (const rows of [of.payouts(), of.attempts(), of.audit()]) for (const _ of rows);
}

function timed(act: () => unknown): number {
  const startedMs = performance.now();
  act();
  return performance.now() - startedMs;
}
