// A list's rows are spelt without exceljs, and must be what exceljs would have written.

import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openBook, writeListSheet } from '../../electron/main/reports/report-book.ts';
import type { CellKind, CellValue, Column } from '../../electron/main/reports/report-payouts.ts';
import { fillByExceljs } from './exceljs-list.ts';
import { reportFolder } from './report-folder.ts';
import { workbookParts } from './workbook-parts.ts';

type Row = readonly CellValue[];

const KINDS = [
  'integer',
  'text',
  'rupees',
  'text',
  'time',
  ...Array.from({ length: 24 }, () => 'text' as const),
] as const;
const COLUMNS = KINDS.map(
  (kind, index): Column<Row> => ({ name: `c${index}`, kind, read: (row) => row[index] ?? null }),
);
const LOOK = { madeAtMs: 1_775_000_000_000, offsetMinutes: 330, left: 'left', title: 'title' };

function cell(kind: CellKind): fc.Arbitrary<CellValue> {
  if (kind === 'text') {
    const odd = fc.string({
      unit: fc.constantFrom(...Array.from('a<>&"\'\n\r\t _x0041_\u007f\u0000é आ')),
      maxLength: 8,
    });
    return fc.option(fc.oneof(fc.string(), odd, fc.constant('_x000D_')), { freq: 3 });
  }
  const max = kind === 'time' ? 4_000_000_000_000 : 10 ** 12;
  return fc.option(fc.integer({ min: kind === 'rupees' ? -max : 0, max }), { freq: 3 });
}

it('spells the rows of a list as exceljs does, in every part of the book', async () => {
  const rows = fc.sample(fc.tuple(...KINDS.map(cell)), { numRuns: 300, seed: 33 });
  const none = KINDS.map(() => null);
  const all = [none, ...rows, none];
  const { path: folder } = reportFolder();
  const ours = await partsOf(join(folder, 'ours.xlsx'), async (sink) => {
    const book = await openBook(LOOK, { sink, signal: new AbortController().signal });
    await writeListSheet(book, { name: 'List', columns: COLUMNS, rows: all });
    await book.finish();
  });
  const theirs = await partsOf(join(folder, 'theirs.xlsx'), async (sink) => {
    const book = await openBook(LOOK, { sink, signal: new AbortController().signal });
    await fillByExceljs(book, { name: 'List', columns: COLUMNS, rows: all });
    await book.finish();
  });
  expect([...ours.keys()].sort()).toEqual([...theirs.keys()].sort());
  const differing = [...theirs].filter(([name, part]) => ours.get(name) !== part).map(([name]) => name);
  expect(differing).toEqual([]);
  expect(theirs.get('xl/worksheets/sheet1.xml')).toContain('AC');
});

async function partsOf(
  path: string,
  fill: (sink: ReturnType<typeof createWriteStream>) => Promise<void>,
): Promise<ReadonlyMap<string, string>> {
  const sink = createWriteStream(path);
  await fill(sink);
  await finished(sink);
  return await workbookParts(path);
}
