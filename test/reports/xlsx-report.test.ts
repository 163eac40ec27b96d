import { PassThrough } from 'node:stream';
import ExcelJS from 'exceljs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BatchReport, ReportAttempt, ReportAuditEntry } from '../../electron/main/domain/report.ts';
import { exportReport } from '../../electron/main/reports/export-report.ts';
import { openReportBook, RUPEES_FORMAT, sheetText, writeListSheet } from '../../electron/main/reports/report-book.ts';
import { ENGLISH_VOICE } from '../../electron/main/reports/report-voice.ts';
import { AMOUNT_MAX_PAISE, CELL_MAX_CHARACTERS, SHEET_MAX_ROWS, TOTAL_MAX_PAISE } from '../../shared/limits.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { asPaise, decimalText, rupeesFromDouble } from '../../shared/money.ts';
import { NO_IDS } from '../../shared/outcomes.ts';
import type { Issue } from '../../shared/rows.ts';
import { reportFolder } from './report-folder.ts';
import { samplePayout, sampleReport } from './sample-report.ts';
import { cellsOf, workbookParts } from './workbook-parts.ts';

describe('an XLSX report', () => {
  it('has the five sheets in order', async () => {
    const book = await written(sampleReport([samplePayout(1)]));
    expect(book.worksheets.map((sheet) => sheet.name)).toEqual(['Summary', 'Payments', 'Attempts', 'Issues', 'Audit']);
  });

  it('carries in its summary whose batch it is and what it can be checked against', async () => {
    const report = sampleReport([samplePayout(4)], { retryOf: sampleReport([]).head.batch, runNumber: 2 });
    const facts = linesOf(sheetOf(await written(report), 'Summary'));
    const { head } = report;
    expect(facts).toMatchObject({
      Profile: 'acme',
      'Merchant ID (mid)': '1234',
      Environment: 'LIVE',
      'Base URL': 'https://gateway.example',
      File: 'salaries.xlsx',
      'File SHA-256': head.fileSha256,
      'Batch fingerprint': head.fingerprint,
      Batch: 'B0012',
      Run: '2',
      'Retry of': 'B0012',
      'Confirmed by': 'meera@desk-1',
      'Audit head, entry': '42',
      'Audit head, hash': head.auditHash,
    });
    expect(Date.parse(facts['As of'] ?? '')).toBe(report.asOfMs);
    expect(Date.parse(facts['Confirmed at'] ?? '')).toBe(head.confirmedAtMs);
  });

  it('sums up to the paisa in its summary and in its rows', async () => {
    const payouts = Array.from({ length: 200 }, (_, index) => samplePayout(index + 1));
    const report = sampleReport(payouts);
    const book = await written(report);
    const inRows = columnOf(book, 'Payments', 'amount').reduce((sum: number, rupees) => sum + paiseOf(rupees), 0);
    expect(inRows).toBe(report.head.confirmedPaise);
    const summary = sheetOf(book, 'Summary');
    const totals = totalsOf(summary);
    expect(totals['Confirmed']).toEqual([200, report.head.confirmedPaise]);
    expect(totals['Sum of the states']).toEqual([200, report.head.confirmedPaise]);
    expect(totals['success']).toEqual([report.head.counts.success, report.head.paise.success]);
    expect(linesOf(summary)['Reconciliation']).toMatch(/^Totals match: 200 payments of ₹/);
  });

  it('says loudly when the states do not sum up to what was confirmed', async () => {
    const off = sampleReport([samplePayout(1)], { confirmedPaise: asPaise(103) });
    const summary = sheetOf(await written(off), 'Summary');
    expect(linesOf(summary)['Reconciliation']).toBe(
      'TOTALS DO NOT MATCH: 1 payment of ₹1.03 confirmed, but 1 of ₹1.02 by state.',
    );
  });

  it('keeps accounts, identifiers and references as text, digit for digit, and amounts as numbers', async () => {
    const payout = samplePayout(3, {
      ids: { ...NO_IDS, utr: '12345678901234567890', rrn: '000123456789', transactionId: '1e5' },
      amountPaise: asPaise(1_234_567_89),
      source: ['IMPS', '00012', '1E+15'],
    });
    const { book, parts } = await writtenParts(sampleReport([payout]));
    const cell = (name: string) => columnOf(book, 'Payments', name)[0];
    expect(cell('beneficiary')).toBe('0001000000000000003');
    expect(cell('utr')).toBe('12345678901234567890');
    expect(cell('rrn')).toBe('000123456789');
    expect(cell('transaction_id')).toBe('1e5');
    expect(cell('reference')).toBe('REF00000000000000003');
    expect(cell('source.Payee')).toBe('00012');
    expect(cell('source.Amount')).toBe('1E+15');
    expect(cell('amount')).toBe(1_234_567.89);
    const sheet = sheetOf(book, 'Payments');
    // The library removes the backslashes of a format when it reads it.
    const shown = sheet.getCell(2, headerOf(sheet).indexOf('amount') + 1).numFmt;
    expect(shown).toBe(RUPEES_FORMAT.replaceAll('\\', ''));
    expect(parts.get('xl/styles.xml')).toContain(`formatCode="${RUPEES_FORMAT.replaceAll('>', '&gt;')}"`);
    expect(sheet.getCell(2, headerOf(sheet).indexOf('beneficiary') + 1).numFmt).toBe('@');
  });

  it('has a header that stays in view and filters every row', async () => {
    const sheet = sheetOf(await written(sampleReport([samplePayout(1), samplePayout(2)])), 'Payments');
    expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
    expect(sheet.autoFilter).toBe('A1:AE3');
    expect(sheet.pageSetup.printTitlesRow).toBe('1:1');
  });

  it('lists attempts, excluded rows with their reasons, and the audit', async () => {
    const attempt: ReportAttempt = {
      rowNumber: 4,
      reference: samplePayout(4).reference,
      sentAtMs: 1_775_019_600_000,
      answeredAtMs: null,
      outcome: 'unknown',
      httpStatus: 502,
      answer: '<html>',
    };
    const issue: Issue = {
      row: 9,
      cell: 'Sheet1!D9',
      field: 'amount',
      code: 'amountNegative',
      severity: 'error',
      message: verbatim('The amount is negative.'),
      cure: verbatim('Correct it.'),
    };
    const entry: ReportAuditEntry = {
      sequence: 42,
      atMs: 1_775_019_600_000,
      actor: 'meera',
      what: 'batchConfirmed',
      detail: '{"count":1}',
      hash: sampleReport([]).head.fileSha256,
    };
    const book = await written(
      sampleReport(
        [samplePayout(4)],
        {},
        {
          attempts: () => [attempt],
          excluded: () => [
            { rowNumber: 9, source: ['UPI', 'x', '-5'], issues: [issue, { ...issue, severity: 'warning' }] },
            { rowNumber: 10, source: ['UPI', 'y', '5'], issues: [] },
          ],
          audit: () => [entry],
        },
      ),
    );
    expect(columnOf(book, 'Attempts', 'http_status')).toEqual([502]);
    expect(columnOf(book, 'Attempts', 'answer')).toEqual(['<html>']);
    expect(columnOf(book, 'Issues', 'row')).toEqual([9, 9, 10]);
    expect(columnOf(book, 'Issues', 'cell')).toEqual(['Sheet1!D9', 'Sheet1!D9', '']);
    expect(columnOf(book, 'Issues', 'problem')[2]).toBe('Left out when the batch was confirmed');
    expect(columnOf(book, 'Issues', 'source.Amount')).toEqual(['-5', '-5', '5']);
    expect(columnOf(book, 'Audit', 'hash')).toEqual([entry.hash]);
  });

  it('says PRACTICE in the summary and on every page when no money moved', async () => {
    const practice = await written(sampleReport([samplePayout(1)], { environment: 'PRACTICE', profile: 'R&D' }));
    expect(titles(sheetOf(practice, 'Summary'))).toContain('PRACTICE: no money was moved');
    for (const sheet of practice.worksheets) {
      expect(sheet.headerFooter.oddHeader).toContain('PRACTICE');
      expect(sheet.headerFooter.oddFooter).toContain('PRACTICE');
      expect(sheet.headerFooter.oddHeader).toContain('R&&D');
    }
    const live = await written(sampleReport([samplePayout(1)]));
    for (const sheet of live.worksheets) expect(sheet.headerFooter.oddHeader).not.toContain('PRACTICE');
  });

  it('gives hostile text back as the same text, and has no formula', async () => {
    const hostile = fc.oneof(
      fc.constantFrom(
        '=1+1',
        '=cmd|calc',
        '+1',
        '-1',
        '@x',
        ' lead',
        'trail ',
        'a\r\nb',
        '\r',
        '\u0000',
        '\u007f',
        '\u0085',
        '_x0041_',
      ),
      fc.constantFrom(
        '_x005F_x0041_',
        '_x000d_',
        '__x0041_',
        '\ufffe\uffff',
        '\ud800',
        'a\udfff',
        '<b>&amp;"\'',
        ']]>',
        '\u2028',
      ),
      fc.string({ unit: 'binary' }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 30 }), async (texts) => {
        const payouts = texts.map((remark, index) => samplePayout(index + 1, { remark }));
        const { book, parts } = await writtenParts(sampleReport(payouts));
        expect(columnOf(book, 'Payments', 'remark')).toEqual(texts);
        const cells = cellsOf(parts.get('xl/worksheets/sheet2.xml') ?? '');
        expect(texts.map((_, index) => cells.get(`J${index + 2}`) ?? '')).toEqual(texts);
        expect(cells.has('formula')).toBe(false);
      }),
      { numRuns: 25 },
    );
  });

  it('writes every amount so that it reads back as the same paise', async () => {
    const amount = fc.oneof(
      fc.integer({ min: 1, max: AMOUNT_MAX_PAISE }),
      fc.constantFrom(1, 29, 57, 1_005, AMOUNT_MAX_PAISE),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(amount, { minLength: 50, maxLength: 300 }), async (amounts) => {
        const payouts = amounts.map((paise, index) => samplePayout(index + 1, { amountPaise: asPaise(paise) }));
        const book = await written(sampleReport(payouts));
        expect(columnOf(book, 'Payments', 'amount').map(paiseOf)).toEqual(amounts);
      }),
      { numRuns: 15 },
    );
  });

  it('holds totals up to the largest exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: TOTAL_MAX_PAISE }), (paise) => {
        const rupees = Number(decimalText(paise));
        expect(Math.round(rupees * 100)).toBe(paise);
        expect(Number(rupees.toPrecision(15))).toBe(rupees);
      }),
      { numRuns: 2_000 },
    );
  });

  it('refuses a list that has more rows than a sheet', async () => {
    const book = await openReportBook(sampleReport([]), {
      sink: new PassThrough().resume(),
      signal: new AbortController().signal,
      offsetMinutes: 330,
      voice: ENGLISH_VOICE,
    });
    const rows = (count: number) => Array.from({ length: count }).keys();
    const columns = [{ name: 'empty', kind: 'text', read: () => null }] as const;
    const fits = await writeListSheet(book, { name: 'Fits', columns, rows: rows(SHEET_MAX_ROWS - 1) });
    const tooMany = await writeListSheet(book, { name: 'Too many', columns, rows: rows(SHEET_MAX_ROWS) });
    expect([fits, tooMany?.code]).toEqual([null, 'tooManyRows']);
  });
});

describe('sheetText', () => {
  it('leaves plain text plain', () => {
    expect(['abc', '=1', 'a b', 'आशा', 'tab\there'].map(sheetText)).toEqual(['abc', '=1', 'a b', 'आशा', 'tab\there']);
  });

  it('makes no cell for an empty text', () => {
    expect(sheetText('')).toBeUndefined();
  });

  it('cuts what no cell can hold and says so', () => {
    expect(sheetText('x'.repeat(CELL_MAX_CHARACTERS))).toHaveLength(CELL_MAX_CHARACTERS);
    const cut = sheetText('x'.repeat(CELL_MAX_CHARACTERS + 1));
    expect(cut).toHaveLength(CELL_MAX_CHARACTERS);
    expect(cut).toMatch(/x \[cut here: the whole text has 32768 characters\]$/);
  });
});

async function written(report: BatchReport): Promise<ExcelJS.Workbook> {
  return (await writtenParts(report)).book;
}

async function writtenParts(report: BatchReport) {
  const path = reportFolder().file('report.xlsx');
  expect(await exportReport(report, path)).toMatchObject({ kind: 'written', path });
  const book = await new ExcelJS.Workbook().xlsx.readFile(path);
  return { book, parts: await workbookParts(path) };
}

function sheetOf(book: ExcelJS.Workbook, name: string): ExcelJS.Worksheet {
  const sheet = book.getWorksheet(name);
  if (sheet === undefined) throw new Error(`no sheet ${name}`);
  return sheet;
}

function headerOf(sheet: ExcelJS.Worksheet): string[] {
  return Array.from({ length: sheet.columnCount }, (_, index) => textOf(sheet.getCell(1, index + 1)));
}

/** A column's values: numbers as numbers, everything else as the text shown. */
function columnOf(book: ExcelJS.Workbook, name: string, header: string): (string | number)[] {
  const sheet = sheetOf(book, name);
  const column = headerOf(sheet).indexOf(header) + 1;
  expect(column).toBeGreaterThan(0);
  return Array.from({ length: sheet.rowCount - 1 }, (_, index) => {
    const cell = sheet.getCell(index + 2, column);
    return typeof cell.value === 'number' ? cell.value : textOf(cell);
  });
}

function textOf({ value }: ExcelJS.Cell): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object' && 'richText' in value) return value.richText.map((run) => run.text).join('');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function linesOf(sheet: ExcelJS.Worksheet): Record<string, string> {
  const lines: Record<string, string> = {};
  sheet.eachRow((row) => {
    lines[textOf(row.getCell(1))] = textOf(row.getCell(2));
  });
  return lines;
}

/** The summary's count and paise for each label. */
function totalsOf(sheet: ExcelJS.Worksheet): Record<string, [number, number]> {
  const totals: Record<string, [number, number]> = {};
  sheet.eachRow((row) => {
    const [count, rupees] = [row.getCell(2).value, row.getCell(3).value];
    if (typeof count === 'number' && typeof rupees === 'number') {
      totals[textOf(row.getCell(1))] = [count, Math.round(rupees * 100)];
    }
  });
  return totals;
}

function titles(sheet: ExcelJS.Worksheet): string[] {
  const found: string[] = [];
  sheet.eachRow((row) => {
    if (row.actualCellCount === 1) found.push(textOf(row.getCell(1)));
  });
  return found;
}

function paiseOf(rupees: string | number): number {
  const reading = typeof rupees === 'number' ? rupeesFromDouble(rupees) : { kind: 'refused' as const };
  return reading.kind === 'exact' ? reading.paise : Number.NaN;
}
