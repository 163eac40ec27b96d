// Writes one form of a report, with payouts one after the other, as the store returns them.

import { keepNurserySmall } from '../../../electron/main/platform/small-nursery.ts';
import { exportReport } from '../../../electron/main/reports/export-report.ts';
import { RefusedError } from '../../../shared/failures.ts';
import { asPaise } from '../../../shared/money.ts';
import { STATE_KINDS } from '../../../shared/states.ts';
import { samplePayout, sampleReport } from '../../reports/sample-report.ts';
import { peakMegabytes, readTask, report } from '../child.ts';
import type { ReadMeasured, ReportTask } from '../tasks.ts';

// As compose does.
keepNurserySmall();
const { form, count, path } = readTask<ReportTask>();
const counts = Object.fromEntries(STATE_KINDS.map((state) => [state, 0]));
const paise = { ...counts };
for (const { state, amountPaise } of payouts()) {
  counts[state] = (counts[state] ?? 0) + 1;
  paise[state] = (paise[state] ?? 0) + amountPaise;
}
const confirmedPaise = asPaise(Object.values(paise).reduce((sum, part) => sum + part, 0));
// Test data: counted over exactly these states.
const totals = { counts, paise, confirmedCount: count, confirmedPaise } as unknown as Parameters<
  typeof sampleReport
>[1];
const sample = sampleReport([], totals, { payouts });
const startedMs = performance.now();
const written = await exportReport(sample, path, { form });
if (written.kind !== 'written') throw new RefusedError(written.refusal);
report({ seconds: (performance.now() - startedMs) / 1_000, peakMegabytes: peakMegabytes() } satisfies ReadMeasured);

function* payouts() {
  for (let at = 0; at < count; at += 1) {
    const name = at % 7 === 0 ? `रवि कुमार ${at}` : `Asha Rao ${at}`;
    yield samplePayout(at + 2, { name, state: form.startsWith('advice') || at % 20 > 0 ? 'success' : 'failed' });
  }
}
