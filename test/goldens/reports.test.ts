// The reports, frozen: the CSV byte for byte, the workbook's parts word for word. The time a workbook was made and the
// order of its zip are no part of what it says.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { exportReport } from '../../electron/main/reports/export-report.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { STATE_KINDS } from '../../shared/states.ts';
import { reportFolder } from '../reports/report-folder.ts';
import { samplePayout, sampleReport } from '../reports/sample-report.ts';
import { workbookParts } from '../reports/workbook-parts.ts';

// A report gives times as the machine has them.
beforeAll(() => void vi.stubEnv('TZ', 'Asia/Kolkata'));
afterAll(() => void vi.unstubAllEnvs());

const PAYOUTS = [
  ...STATE_KINDS.map((_, at) => samplePayout(at + 2)),
  samplePayout(20, {
    name: '=cmd|1',
    remark: 'a;b, "c"\td',
    message: verbatim('Decided by meera@desk-1: Insufficient balance'),
  }),
];

describe('The reports of a batch', () => {
  it.each(['LIVE', 'PRACTICE'] as const)('say of a %s batch what they always did', async (environment) => {
    const folder = reportFolder();
    const report = sampleReport(PAYOUTS, { environment });
    const [csv, xlsx] = [folder.file('report.csv'), folder.file('report.xlsx')];
    await exportReport(report, csv);
    await exportReport(report, xlsx);
    await expect(readFileSync(csv, 'utf8')).toMatchFileSnapshot(`report-${environment}.golden.csv`);
    const parts = [...(await workbookParts(xlsx))].toSorted(([one], [other]) => (one < other ? -1 : 1));
    const text = parts.map(([name, xml]) => `# ${name}\n${readable(xml)}\n`).join('\n');
    await expect(text).toMatchFileSnapshot(`report-${environment}.golden.txt`);
  });
});

/** One element a line, so that a difference can be read. */
function readable(xml: string): string {
  return xml.replace(/(<dcterms:(?:created|modified)[^>]*>)[^<]*/g, '$1TIME').replaceAll('><', '>\n<');
}
