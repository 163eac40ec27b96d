// The import of large files, compared with bare libraries on the same file. Each side runs in a separate process, for its own
// peak memory. Never time a cold compiler: each side first reads a small file, which leaves its compiled code in the shared
// cache.

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from './child.ts';
import { atMost, type Figure, median, reported, SHOW } from './figures.ts';
import type { Plan } from './plan.ts';
import { writeSalaryCsv, writeSalaryXlsx } from './salary-files.ts';
import type { ReadMeasured, ReadTask } from './tasks.ts';

const GOALS = {
  csv: { beside: 1.8, megabytes: 200 },
  xlsx: { beside: 1, megabytes: 260 },
} as const;

/** A file only for warming up. */
const WARM_ROWS = 100;

interface Round {
  readonly ours: ReadMeasured;
  readonly bare: ReadMeasured;
}

/** Compares CSV import with papaparse and bare inserts, and XLSX import with exceljs's reading of a whole file and the same inserts. */
export async function measureImports(plan: Plan, folder: string): Promise<Figure[]> {
  const { rowCount, csvRounds, xlsxRounds } = plan;
  const csv = join(folder, 'salaries.csv');
  const xlsx = join(folder, 'salaries.xlsx');
  const rows = rowCount.toLocaleString('en');

  writeSalaryCsv(csv, WARM_ROWS);
  await writeSalaryXlsx(xlsx, WARM_ROWS);
  await measureRound('bare-csv', { folder, path: csv, rowCount: WARM_ROWS });
  await measureRound('bare-xlsx', { folder, path: xlsx, rowCount: WARM_ROWS });

  writeSalaryCsv(csv, rowCount);
  const csvMeasured = await measureRounds('bare-csv', csvRounds, { folder, path: csv, rowCount });
  await writeSalaryXlsx(xlsx, rowCount);
  const xlsxMeasured = await measureRounds('bare-xlsx', xlsxRounds, { folder, path: xlsx, rowCount });
  return [
    ...figuresOf(csvMeasured, { what: `${rows} CSV rows`, bare: 'papaparse and bare inserts', goals: GOALS.csv }),
    ...figuresOf(xlsxMeasured, {
      what: `${rows} XLSX rows`,
      bare: "exceljs's bare read and bare inserts",
      goals: GOALS.xlsx,
    }),
  ];
}

function figuresOf(
  rounds: readonly Round[],
  { what, bare, goals }: { what: string; bare: string; goals: { beside: number; megabytes: number } },
): Figure[] {
  const of = (side: keyof Round, measure: keyof ReadMeasured): number =>
    median(rounds.map((round) => round[side][measure]));
  const beside = median(rounds.map(({ ours, bare: other }) => ours.seconds / other.seconds));
  const tell = (side: keyof Round): string =>
    `${SHOW.seconds(of(side, 'seconds'))}, ${SHOW.megabytes(of(side, 'peakMegabytes'))}`;
  return [
    reported(`${what} checked and stored`, tell('ours')),
    reported(`  ${bare}`, tell('bare')),
    atMost(`${what} beside ${bare}`, beside, { goal: goals.beside, show: SHOW.times }),
    atMost(`${what}, peak memory`, of('ours', 'peakMegabytes'), { goal: goals.megabytes, show: SHOW.megabytes }),
  ];
}

type Bare = 'bare-csv' | 'bare-xlsx';

async function measureRounds(bare: Bare, count: number, task: ReadTask): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let round = 0; round < count; round += 1) rounds.push(await measureRound(bare, task));
  return rounds;
}

async function measureRound(bare: Bare, task: ReadTask): Promise<Round> {
  const ours = await measureOnce('import-file', task);
  return { ours, bare: await measureOnce(bare, task) };
}

/** Every run starts with an empty folder. */
async function measureOnce(script: string, task: ReadTask): Promise<ReadMeasured> {
  const folder = join(task.folder, script);
  mkdirSync(folder);
  try {
    return await runChild<ReadMeasured>(script, { ...task, folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
