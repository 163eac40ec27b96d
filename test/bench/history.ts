// How long a desk with years of history takes to answer: `npm run bench -- --history 10000,100000,1000000`. Each database is made
// once, by the desk's own store, and kept out of git; a million payouts take some minutes to make.

import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../../build/repository.ts';
import { runChild } from './child.ts';
import { atMost, type Figure, reported, SHOW } from './figures.ts';
import type {
  ArchiveMeasured,
  HistoryAsked,
  HistoryTask,
  HistoryWork,
  HistoryWorked,
  SearchCompared,
} from './tasks.ts';

/** In milliseconds. */
const GOALS: readonly (readonly [RegExp, number])[] = [
  [/^open/, 1_000],
  [/^find by (?:UTR|RRN|reference|transaction id|account|name)$/, 100],
  [/^(?:first|middle|last) page of History$|^the failed$|^one month$/, 100],
  [/^list of batches$/, 20],
  [/^Payees$/, 300],
];
const MEGABYTES_MAX = 300;

/** Long works, with their goals in seconds at a million payouts, a tenth of which is one batch. */
const WORKS: readonly (readonly [name: string, goalSeconds: number, work: Omit<HistoryWork, 'folder'>])[] = [
  ['CSV of one batch', 1.3, { command: 'exportBatch', params: { batch: 'B0005', form: 'csv' } }],
  ['PDF of one batch', 2.7, { command: 'exportBatch', params: { batch: 'B0005', form: 'pdf' } }],
  ['XLSX of one batch', 7.6, { command: 'exportBatch', params: { batch: 'B0005', form: 'xlsx' } }],
  ['CSV of all', 12, { command: 'exportPayouts', params: { format: 'csv' } }],
  ['XLSX of all', 60, { command: 'exportPayouts', params: { format: 'xlsx' } }],
  ['backup', 60, { command: 'backUp', params: { book: 'live' } }],
  ['check of the audit log', 120, { command: 'verifyAudit', params: { book: 'live' } }],
];

const MAKING_MS = 1_800_000;
const WORK_MS = 600_000;
const FOLDER = join(REPOSITORY, 'node_modules', '.cache', 'bench-history');

export async function measureHistories(counts: readonly number[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const count of counts) {
    const folder = await historyOf(count);
    const task = { folder, count } satisfies HistoryTask;
    const whole = await runChild<HistoryWorked>('check-history', task, WORK_MS);
    const { asked, peakMegabytes } = await runChild<HistoryAsked>('ask-history', task);
    figures.push(
      reported(`${count.toLocaleString('en')} payouts: first time, again, processor of the first`, ''),
      reported('  whole check, once a week', `${SHOW.seconds(whole.seconds)}, ${SHOW.megabytes(whole.peakMegabytes)}`),
    );
    for (const { name, firstMs, firstCpuMs, againMs } of asked) {
      const goal = GOALS.find(([which]) => which.test(name))?.[1];
      const figure = [firstMs, againMs, firstCpuMs].map(SHOW.milliseconds).join(', ');
      const show = (): string => figure;
      figures.push(
        goal === undefined
          ? reported(`  ${name}`, figure)
          : { ...atMost(`  ${name}`, firstMs, { goal, show }), goal: `at most ${goal} ms` },
      );
    }
    const { lists } = await runChild<SearchCompared>('compare-search', task);
    for (const { what, megabytes, filledMs, foundMs, found } of lists)
      figures.push(
        reported(
          `  a part of a name by ${what}`,
          `${megabytes.toFixed(1)} MB, ${SHOW.milliseconds(filledMs)} to fill, ${SHOW.milliseconds(foundMs)} to find ${found}`,
        ),
      );
    figures.push(atMost('  memory at most', peakMegabytes, { goal: MEGABYTES_MAX, show: SHOW.megabytes }));
    figures.push(...(await measureArchive(folder, count)));
    for (const [name, goalSeconds, work] of WORKS) {
      const worked = await runChild<HistoryWorked>('work-history', { folder, ...work } satisfies HistoryWork, WORK_MS);
      const { seconds, cpuSeconds, peakMegabytes: megabytes } = worked;
      const show = (value: number): string =>
        value === goalSeconds
          ? SHOW.seconds(value)
          : `${SHOW.seconds(value)}, ${SHOW.seconds(cpuSeconds)} of the processor`;
      figures.push(
        atMost(`  ${name}`, seconds, { goal: goalSeconds, show }),
        atMost('    memory at most', megabytes, { goal: MEGABYTES_MAX, show: SHOW.megabytes }),
      );
    }
  }
  return figures;
}

const STEP_MS_MAX = 100;

/** Bytes that an archived payout may leave in the database: 400 MB for a million. */
const ARCHIVED_BYTES_MAX = 400;

async function measureArchive(folder: string, count: number): Promise<Figure[]> {
  const task = { folder, count } satisfies HistoryTask;
  const measured = await runChild<ArchiveMeasured>('archive-history', task, MAKING_MS);
  const { megabytesBefore, megabytesAfter, archivedMs, archivedCpuMs, longestStepMs, drawerMs, reportMs } = measured;
  const took = `${SHOW.seconds(archivedMs / 1_000)}, ${SHOW.seconds(archivedCpuMs / 1_000)} of the processor`;
  return [
    reported('  database before archiving', SHOW.megabytes(megabytesBefore)),
    atMost('  and after all batches', megabytesAfter, {
      goal: (ARCHIVED_BYTES_MAX * count) / 1e6,
      show: SHOW.megabytes,
    }),
    reported('  archiving them', took),
    atMost('  its longest step', longestStepMs, { goal: STEP_MS_MAX, show: SHOW.milliseconds }),
    reported('  first drawer of an archived batch', SHOW.milliseconds(drawerMs)),
    reported('  rows of its whole report', SHOW.milliseconds(reportMs)),
  ];
}

async function historyOf(count: number): Promise<string> {
  const folder = join(FOLDER, String(count));
  if (existsSync(folder)) return folder;
  const draft = `${folder}.making`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  process.stderr.write(`making a history of ${count.toLocaleString('en')} payouts ...\n`);
  await runChild('make-history', { folder: draft, count } satisfies HistoryTask, MAKING_MS);
  renameSync(draft, folder);
  return folder;
}
