// Letters that UTF-16 writes as two halves: emoji, mathematical and ancient letters. A writer that cuts its text into pieces
// breaks those across a cut, about one in twenty thousand; the workbook library does so when it writes a whole workbook. A report
// is streamed as bytes, and every letter must arrive.

import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { openReportBook, writeListSheet } from '../../electron/main/reports/report-book.ts';
import type { Column } from '../../electron/main/reports/report-payouts.ts';
import { ENGLISH_VOICE } from '../../electron/main/reports/report-voice.ts';
import { writeTemplateFile } from '../../electron/main/reports/template.ts';
import { codeOf, reportFolder } from './report-folder.ts';
import { sampleReport } from './sample-report.ts';
import { cellsOf, workbookParts } from './workbook-parts.ts';

const ROWS = 25_000;
const COLUMNS = 8;
/** Four bytes each: letters and signs from the first to the last of Unicode's upper planes, and two adjacent ones. */
const LETTERS = ['😀', '𐀀', '𝒜', '🇮🇳', '👩🏽‍💻', '𠮷', '🫨', '\u{10FFFD}'] as const;

/** A text of such letters, unique to the cell and shifted by a few others, so that every cut is covered. */
function textOf(row: number, column: number): string {
  const index = row * COLUMNS + column;
  const shift = 'xय'.charAt(index % 2).repeat(index % 11);
  return (
    index + shift + [0, 1, 2, 3].map((step) => LETTERS[(index + step * (row % 7)) % LETTERS.length] ?? '').join('')
  );
}

const TEXTS: readonly Column<number>[] = Array.from({ length: COLUMNS }, (_, column): Column<number> => {
  return { name: `text ${column}`, kind: 'text', read: (row) => textOf(row, column) };
});

describe('a report of two hundred thousand cells of such letters', () => {
  it('holds each as it was', { timeout: 60_000 }, async () => {
    const path = reportFolder().file('astral.xlsx');
    const sink = createWriteStream(path);
    const book = await openReportBook(sampleReport([]), {
      sink,
      signal: AbortSignal.timeout(60_000),
      offsetMinutes: 330,
      voice: ENGLISH_VOICE,
    });
    const rows = Array.from({ length: ROWS }, (_, row) => row);
    expect(await writeListSheet(book, { name: 'Payouts', columns: TEXTS, rows })).toBeNull();
    await book.finish();
    await finished(sink);
    const cells = cellsOf((await workbookParts(path)).get('xl/worksheets/sheet1.xml') ?? '');
    expect(cells.size).toBe((ROWS + 1) * COLUMNS);
    const broken = rows.flatMap((row) =>
      TEXTS.flatMap((_, column) => {
        const address = `${String.fromCharCode(65 + column)}${row + 2}`;
        return cells.get(address) === textOf(row, column) ? [] : [[address, cells.get(address)]];
      }),
    );
    expect(broken).toEqual([]);
  });
});

describe('a template', () => {
  it('holds none of them, since it is written as a whole', async () => {
    const path = reportFolder().file('template.xlsx');
    expect(codeOf(await writeTemplateFile(path))).toBe('written');
    const parts = await workbookParts(path);
    expect([...parts].filter(([, xml]) => /[\u{10000}-\u{10FFFF}\u{FFFD}]/u.test(xml)).map(([name]) => name)).toEqual(
      [],
    );
    expect(parts.get('xl/sharedStrings.xml')).toContain('Sample Person');
  });
});
