// The reports of a large batch: time and memory for each form.

import { join } from 'node:path';
import type { ReportForm } from '../../shared/report-forms.ts';
import { runChild } from './child.ts';
import { atMost, type Figure, reported, SHOW } from './figures.ts';
import type { Plan } from './plan.ts';
import type { ReadMeasured, ReportTask } from './tasks.ts';

/** From issue 13. */
const GOALS = { seconds: 60, megabytes: 300 } as const;

const FORMS: readonly (readonly [form: ReportForm, ending: string])[] = [
  ['csv', 'csv'],
  ['checksums', 'sha256'],
  ['xlsx', 'xlsx'],
  ['pdf', 'pdf'],
  ['mail-merge', 'csv'],
  ['advice', 'pdf'],
  ['advice-parts', 'zip'],
  ['advice-files', 'zip'],
];

/** As many slips as one PDF holds. */
const SLIPS = 2_000;

export async function measureReports({ rowCount }: Plan, folder: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [form, ending] of FORMS) {
    const count = form === 'advice' || form === 'advice-files' ? Math.min(SLIPS, rowCount) : rowCount;
    const path = join(folder, `${form}.${ending}`);
    const { seconds, peakMegabytes } = await runChild<ReadMeasured>('write-report', {
      form,
      count,
      path,
    } satisfies ReportTask);
    const name = `${form} of ${count} payouts`;
    figures.push(
      atMost(name, seconds, { goal: GOALS.seconds, show: SHOW.seconds }),
      atMost(`  memory at most`, peakMegabytes, { goal: GOALS.megabytes, show: SHOW.megabytes }),
    );
    if (form !== 'xlsx') continue;
    const back = await runChild<ReadMeasured>('read-report', { form, count, path } satisfies ReportTask);
    const figure = `${SHOW.seconds(back.seconds)}, ${SHOW.megabytes(back.peakMegabytes)}`;
    figures.push(reported(`  read back, as it is verified`, figure));
  }
  return [reported('reports, each in a process of its own', ''), ...figures];
}
