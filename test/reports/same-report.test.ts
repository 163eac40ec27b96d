// What is called the same report, and what never is. npm run forge tries thousands of others.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { exportReport } from '../../electron/main/reports/export-report.ts';
import { isSameReport } from '../../electron/main/reports/same-report.ts';
import { WORKBOOKS } from '../forge/mutants.ts';
import { seededRandom } from '../seeded/random.ts';
import { reportFolder } from './report-folder.ts';
import { samplePayout, sampleReport } from './sample-report.ts';

const REPORT = sampleReport([2, 3, 4].map((row) => samplePayout(row)));

async function written(form: 'xlsx' | 'pdf', isToBeSigned = false): Promise<Buffer> {
  const path = reportFolder().file(`report.${form}`);
  await exportReport(REPORT, path, { form, look: { isToBeSigned } });
  return readFileSync(path);
}

const UNSEEN = ['packedAgain', 'anotherOrder', 'anotherTime', 'notPacked'];

it.each(Object.keys(WORKBOOKS))('of a workbook: %s', async (way) => {
  const made = await written('xlsx');
  const saved = WORKBOOKS[way]?.(made, seededRandom(1, way)) ?? made;
  expect(saved.equals(made)).toBe(false);
  expect(isSameReport('xlsx', saved, made)).toBe(UNSEEN.includes(way));
});

it('of a PDF: a signature in its place, and nothing between its brackets but its digits', async () => {
  const made = await written('pdf', true);
  const ready = made.toString('latin1').replace(/\n$/, '');
  const from = ready.lastIndexOf('/Contents <') + '/Contents '.length;
  const to = ready.indexOf('>', from) + 1;
  const range = ready.lastIndexOf('/ByteRange [');
  const end = ready.indexOf(']', range) + 1;
  const signedBy = (contents: string, beside = '') => {
    const numbers = `/ByteRange [0 ${from} ${to} ${ready.length - to}]${beside}`.padEnd(end - range);
    const place = `<${contents.padEnd(to - from - 2, '0')}>`;
    const saved = Buffer.from(
      ready.slice(0, range) + numbers + ready.slice(end, from) + place + ready.slice(to),
      'latin1',
    );
    return isSameReport('pdf', saved, made);
  };
  expect(signedBy('abcdef')).toBe(true);
  expect(signedBy('abcdef> /Annots [9 0 R] /X <')).toBe(false);
  expect(signedBy('abcdef', ' /X')).toBe(false);
});
