// How the cost per row grows with the file: CSV files checked and stored, each in a new folder.

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readTask, report } from '../child.ts';
import { importFile, prepareDesk } from '../desk-without-gateway.ts';
import { measureGrowth } from '../growth.ts';
import { writeSalaryCsv } from '../salary-files.ts';
import type { GrowTask } from '../tasks.ts';

const task = readTask<GrowTask>();
for (const count of [task.smallCount, task.largeCount]) writeSalaryCsv(pathOf(count), count);
report(await measureGrowth(task, importOnce));

async function importOnce(rowCount: number): Promise<number> {
  const folder = join(task.folder, 'import');
  mkdirSync(folder);
  prepareDesk(folder);
  const seconds = await importFile({ folder, path: pathOf(rowCount), rowCount });
  rmSync(folder, { recursive: true });
  return seconds;
}

function pathOf(rowCount: number): string {
  return join(task.folder, `${rowCount}.csv`);
}
