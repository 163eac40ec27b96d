// Run under the system's limit on a file's size: exports a larger report and prints the result.

import { exportReport } from '../../electron/main/reports/export-report.ts';
import { samplePayout, sampleReport } from './sample-report.ts';

const payouts = Array.from({ length: 5_000 }, (_, index) => samplePayout(index + 1));
const writing = await exportReport(sampleReport(payouts), process.argv[2] ?? '', {
  existing: { force: true, isSource: () => false },
});
process.stdout.write(writing.kind === 'written' ? 'written' : writing.refusal.code);
