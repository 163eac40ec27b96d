// A report's payments as a workbook, written by the desk and by exceljs alone, by turns: docs/decisions/exceljs.md.

import { join } from 'node:path';
import { runChild } from './child.ts';
import { type Figure, median, reported, SHOW } from './figures.ts';
import type { Plan } from './plan.ts';
import type { ListTask, ListWritten } from './tasks.ts';

const WRITERS = ['desk', 'exceljs'] as const;

/** A file only for warming up. */
const WARM_ROWS = 100;

export async function measureWriters({ rowCount, xlsxRounds }: Plan, folder: string): Promise<Figure[]> {
  const rounds: Readonly<Record<ListTask['writer'], ListWritten[]>> = { desk: [], exceljs: [] };
  const write = (writer: ListTask['writer'], count: number): Promise<ListWritten> =>
    runChild('write-list', { writer, count, path: join(folder, `${writer}.xlsx`) } satisfies ListTask);
  for (const writer of WRITERS) await write(writer, WARM_ROWS);
  for (let round = 0; round < xlsxRounds; round += 1)
    for (const writer of WRITERS) rounds[writer].push(await write(writer, rowCount));
  const figures = WRITERS.map((writer) => {
    const of = (measure: keyof ListWritten): number => median(rounds[writer].map((round) => round[measure]));
    return reported(`  by ${writer}`, `${SHOW.seconds(of('cpuSeconds'))}, ${SHOW.megabytes(of('peakMegabytes'))}`);
  });
  return [reported(`${rowCount.toLocaleString('en')} payments as XLSX, processor and peak memory`, ''), ...figures];
}
