// Reads a workbook back as `audit verify --report` does, which reads the given one and a newly made one.

import { readXlsxTexts } from '../../../electron/main/import/read-xlsx.ts';
import { keepNurserySmall } from '../../../electron/main/platform/small-nursery.ts';
import { workerFiles } from '../../../electron/main/platform/worker-files.ts';
import { readReport } from '../../../electron/main/reports/read-report.ts';
import { peakMegabytes, readTask, report } from '../child.ts';
import type { ReadMeasured, ReportTask } from '../tasks.ts';

keepNurserySmall();
const { path, count } = readTask<ReportTask>();
const { xlsx } = workerFiles();
const startedMs = performance.now();
const lines = [];
for await (const line of readReport(path, (request) => readXlsxTexts(request, xlsx))) lines.push(line);
if (lines.length < count) throw new Error('not every payout was read');
report({ seconds: (performance.now() - startedMs) / 1_000, peakMegabytes: peakMegabytes() } satisfies ReadMeasured);
