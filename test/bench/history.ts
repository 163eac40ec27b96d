// How long a desk with years of history takes to answer: `npm run bench -- --history 10000,100000,1000000`. Each database is made
// once, by the desk's own store, and kept out of git; a million payouts take some minutes to make.

import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../../build/repository.ts';
import { runChild } from './child.ts';
import { atMost, type Figure, reported, SHOW } from './figures.ts';
import type { ArchiveMeasured, HistoryAsked, HistoryTask, SearchCompared } from './tasks.ts';

/** From issue 33, in milliseconds. */
const GOALS: readonly (readonly [RegExp, number])[] = [
  [/^open/, 1_000],
  [/^find by (?:UTR|RRN|reference|transaction id|account|name)$/, 100],
  [/^(?:first|middle|last) page of History$|^the failed$|^one month$/, 100],
  [/^list of batches$/, 20],
  [/^Payees$/, 300],
];
const MEGABYTES_MAX = 300;

const MAKING_MS = 1_800_000;
const FOLDER = join(REPOSITORY, 'node_modules', '.cache', 'bench-history');

export async function measureHistories(counts: readonly number[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const count of counts) {
    const folder = await historyOf(count);
    const { asked, peakMegabytes } = await runChild<HistoryAsked>('ask-history', {
      folder,
      count,
    } satisfies HistoryTask);
    figures.push(reported(`${count.toLocaleString('en')} payouts: first time, again`, ''));
    for (const { name, firstMs, againMs } of asked) {
      const goal = GOALS.find(([which]) => which.test(name))?.[1];
      const figure = `${SHOW.milliseconds(firstMs)}, ${SHOW.milliseconds(againMs)}`;
      const show = (): string => figure;
      figures.push(
        goal === undefined
          ? reported(`  ${name}`, figure)
          : { ...atMost(`  ${name}`, firstMs, { goal, show }), goal: `at most ${goal} ms` },
      );
    }
    const { lists } = await runChild<SearchCompared>('compare-search', { folder, count } satisfies HistoryTask);
    for (const { what, megabytes, filledMs, foundMs, found } of lists)
      figures.push(
        reported(
          `  a part of a name by ${what}`,
          `${megabytes.toFixed(1)} MB, ${SHOW.milliseconds(filledMs)} to fill, ${SHOW.milliseconds(foundMs)} to find ${found}`,
        ),
      );
    figures.push(atMost('  memory at most', peakMegabytes, { goal: MEGABYTES_MAX, show: SHOW.megabytes }));
    figures.push(...(await measureArchive(folder, count)));
  }
  return figures;
}

/** Bytes that an archived payout may leave in the database: from issue 33, 400 MB for a million. */
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
    reported('  its longest step', SHOW.milliseconds(longestStepMs)),
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
