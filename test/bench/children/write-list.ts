// Writes a report's payments as one sheet: by the desk, which spells the rows, or by exceljs alone. Some of the texts are those that
// a careless writer changes.

import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { ReportPayout } from '../../../electron/main/domain/report.ts';
import { keepNurserySmall } from '../../../electron/main/platform/small-nursery.ts';
import { openBook, writeListSheet } from '../../../electron/main/reports/report-book.ts';
import { payoutColumns } from '../../../electron/main/reports/report-payouts.ts';
import { ENGLISH_VOICE } from '../../../electron/main/reports/report-voice.ts';
import { invariant } from '../../../shared/failures.ts';
import { fillByExceljs } from '../../reports/exceljs-list.ts';
import { samplePayout, sampleReport } from '../../reports/sample-report.ts';
import { peakMegabytes, readTask, report } from '../child.ts';
import type { ListTask, ListWritten } from '../tasks.ts';

const LOOK = { madeAtMs: 1_775_000_000_000, offsetMinutes: 330, left: 'B0012  acme', title: 'Payments' };

/** Digits that are no number, formulas that are none, outer spaces, characters that XML lacks or changes. */
const ODD = [
  '00123456789012345678',
  '=1+1',
  '+91 98765',
  '-2-3',
  '@SUM(A1)',
  '1E5',
  ' Asha Rao ',
  'one\ntwo',
  'a\r\nb\tc',
  '_x000D_',
  '&amp;<b>"\'',
  'bell \u0007',
  'रवि 👩‍💻',
  'TRUE',
  '2026-04-01',
] as const;

// As compose does.
keepNurserySmall();
const { writer, count, path } = readTask<ListTask>();
const started = process.cpuUsage();
const sink = createWriteStream(path);
const book = await openBook(LOOK, { sink, signal: new AbortController().signal });
const list = { name: 'Payments', columns: payoutColumns(sampleReport([]).head, ENGLISH_VOICE), rows: payouts() };
if (writer === 'desk') invariant((await writeListSheet(book, list)) === null, 'a sheet cannot hold so many payouts');
else await fillByExceljs(book, list);
await book.finish();
await finished(sink);
const { user, system } = process.cpuUsage(started);
report({ cpuSeconds: (user + system) / 1_000_000, peakMegabytes: peakMegabytes() } satisfies ListWritten);

function* payouts(): Generator<ReportPayout> {
  for (let at = 0; at < count; at += 1) {
    const odd = ODD[at % (ODD.length * 4)] ?? `Asha Rao ${at}`;
    yield samplePayout(at + 2, { name: odd, remark: at % 3 === 0 ? odd : `Salary ${at}` });
  }
}
