import { readFileSync } from 'node:fs';
import ExcelJS from 'exceljs';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { REMARK_USUAL_MAX_CHARACTERS } from '../../electron/main/import/check-row.ts';
import { writeTemplateFile } from '../../electron/main/reports/template.ts';
import { codeOf, reportFolder } from './report-folder.ts';

const HEADERS = ['Payment Method', 'UPI ID', 'Account Number', 'IFSC', 'Amount', 'Remark', 'Reference', 'Name'];

describe('the CSV template', () => {
  it('has the headers and one sample of each method', async () => {
    const folder = reportFolder();
    expect(codeOf(await writeTemplateFile(folder.file('template.csv')))).toBe('written');
    const bytes = readFileSync(folder.file('template.csv'));
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const { data } = Papa.parse<string[]>(bytes.subarray(3).toString(), { skipEmptyLines: true });
    expect(data[0]).toEqual(HEADERS);
    expect(data.slice(1).map((row) => row[0])).toEqual(['UPI', 'IMPS']);
    for (const row of data.slice(1)) {
      expect(row).toHaveLength(HEADERS.length);
      expect(row[4]).toBe('1.00');
      expect(row[5]?.length).toBeLessThanOrEqual(REMARK_USUAL_MAX_CHARACTERS);
    }
  });
});

describe('the XLSX template', () => {
  it('has one visible sheet with the headers, two samples and no other row', async () => {
    const sheet = await written();
    expect(sheet.workbook.worksheets.map(({ state }) => state)).toEqual(['visible']);
    expect(HEADERS.map((_, index) => sheet.getCell(1, index + 1).value)).toEqual(HEADERS);
    expect(sheet.rowCount).toBe(3);
    expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
  });

  it('keeps accounts and references as text, also in rows yet to be filled, and amounts as numbers', async () => {
    const sheet = await written();
    for (const column of ['Account Number', 'Reference', 'UPI ID', 'IFSC']) {
      expect(sheet.getColumn(HEADERS.indexOf(column) + 1).numFmt).toBe('@');
    }
    expect(sheet.getCell('C3').value).toBe('00000000000001');
    expect(sheet.getCell('E2').value).toBe(1);
  });

  it('offers UPI and IMPS in every row', async () => {
    const sheet = await written();
    for (const address of ['A2', 'A3', 'A5000']) {
      expect(sheet.getCell(address).dataValidation).toMatchObject({ type: 'list', formulae: ['"UPI,IMPS"'] });
    }
  });

  it('explains each column in a note on its header', async () => {
    const sheet = await written();
    const notes = HEADERS.map((_, index) => JSON.stringify(sheet.getCell(1, index + 1).note ?? null));
    expect(notes.every((note) => note.length > 20)).toBe(true);
  });
});

describe('writeTemplateFile', () => {
  it.each(['template.pdf', 'template'])('refuses %s by its name', async (name) => {
    const folder = reportFolder();
    expect(codeOf(await writeTemplateFile(folder.file(name)))).toBe('templateFormat');
    expect(folder.names()).toEqual([]);
  });

  it('refuses a missing folder', async () => {
    expect(codeOf(await writeTemplateFile(reportFolder().file('missing/template.xlsx')))).toBe('folderMissing');
  });
});

let sheet: Promise<ExcelJS.Worksheet> | undefined;

/** Read once: exceljs copies a list for a whole column to a million cells. */
function written(): Promise<ExcelJS.Worksheet> {
  sheet ??= read();
  return sheet;
}

async function read(): Promise<ExcelJS.Worksheet> {
  const path = reportFolder().file('template.xlsx');
  expect(codeOf(await writeTemplateFile(path))).toBe('written');
  const book = await new ExcelJS.Workbook().xlsx.readFile(path);
  const first = book.worksheets[0];
  if (first === undefined) throw new Error('no sheet');
  return first;
}
