import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { BatchReport } from '../../electron/main/domain/report.ts';
import { exportReport } from '../../electron/main/reports/export-report.ts';
import { asPaise, parseRupees } from '../../shared/money.ts';
import { NO_IDS } from '../../shared/outcomes.ts';
import { reportFolder } from './report-folder.ts';
import { HEADERS, samplePayout, sampleReport } from './sample-report.ts';

// See CLI, CSV export columns.
const COLUMNS = (
  'row status reference payment_method beneficiary ifsc amount remark name transaction_id rrn utr log_number ' +
  'tran_ref_no gateway_status message attempts sent_at settled_at retry_of batch profile mid environment fee tax'
).split(' ');

describe('a CSV report', () => {
  it('has the documented columns in order, then those of the source file', async () => {
    const { table } = await written(sampleReport([samplePayout(3)]));
    expect(table[0]).toEqual([...COLUMNS, ...HEADERS.map((header) => `source.${header}`)]);
  });

  it('starts with one byte order mark and ends each line with CRLF', async () => {
    const { bytes } = await written(sampleReport([samplePayout(1), samplePayout(2)]));
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(bytes.subarray(3).toString().split('\r\n')).toHaveLength(4);
    expect(bytes.toString().endsWith('\r\n')).toBe(true);
  });

  it('writes one payout of each method as it is', async () => {
    const upi = samplePayout(2, { sentAtMs: 1_775_019_600_123, settledAtMs: null, amountPaise: asPaise(10_000_050) });
    const imps = samplePayout(3, { ids: { ...NO_IDS, utr: '12345678901234567890', rrn: '009' }, retryOf: 'B0001/12' });
    const { table } = await written(sampleReport([upi, imps]));
    const [first, second] = table
      .slice(1)
      .map((cells) => Object.fromEntries(COLUMNS.map((name, at) => [name, cells[at]])));
    expect(first).toMatchObject({
      row: '2',
      payment_method: 'UPI',
      beneficiary: 'payee2@bank',
      ifsc: '',
      amount: '100000.50',
      name: 'आशा 2',
      settled_at: '',
      batch: 'B0012',
      profile: 'acme',
      mid: '1234',
      environment: 'LIVE',
      fee: '',
      tax: '',
    });
    expect(first?.['sent_at']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.123[+-]\d\d:\d\d$/);
    expect(Date.parse(first?.['sent_at'] ?? '')).toBe(1_775_019_600_123);
    expect(second).toMatchObject({
      beneficiary: '0001000000000000003',
      ifsc: 'HDFC0000123',
      utr: '12345678901234567890',
      rrn: '009',
      retry_of: 'B0001/12',
    });
  });

  it('agrees with the confirmed total to the paisa', async () => {
    const payouts = Array.from({ length: 500 }, (_, index) => samplePayout(index + 1));
    const report = sampleReport(payouts);
    const { table } = await written(report);
    const sum = table.slice(1).reduce((total, cells) => total + paiseOf(cells[COLUMNS.indexOf('amount')] ?? ''), 0);
    expect(sum).toBe(report.head.confirmedPaise);
    expect(table).toHaveLength(501);
  });

  it('gives hostile text back exactly, and never as a formula', async () => {
    const hostile = fc.oneof(
      fc.constantFrom(
        '=1+1',
        '+91',
        '-5',
        '@SUM(A1)',
        "'=1",
        "''-",
        "'plain",
        '\t=1',
        '\r',
        '"',
        '""',
        'a,b',
        'a;=1+1;b',
        'a\t=1',
        'a|"=1',
        '＝1+1',
        '\n=1',
        'a\r\nb',
        ' x ',
        '',
      ),
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom('=', "'", '-', '＠', '"', ',', ';', '|', ' ', '\r', '\n', '\t', '\u0000', '\uFEFF', 'a'),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(hostile, hostile), { minLength: 1, maxLength: 8 }), async (texts) => {
        const payouts = texts.map(([remark, cell], index) => samplePayout(index + 1, { remark, source: [cell] }));
        const { bytes, table } = await written(sampleReport(payouts));
        for (const separator of [',', ';', '|', '\t', '\n']) {
          const cells = cellsSplitAt(separator, bytes.subarray(3).toString());
          expect(cells.filter((cell) => FORMULA.test(cell))).toEqual([]);
        }
        const back = table.slice(1).map((cells) => [cells[COLUMNS.indexOf('remark')], cells[COLUMNS.length]]);
        expect(back.map((pair) => pair.map((text) => unguard(text ?? '')))).toEqual(texts);
      }),
      { numRuns: 60 },
    );
  });

  it('quotes every text and no number', async () => {
    const { bytes } = await written(sampleReport([samplePayout(2, { remark: 'salary', sentAtMs: 1_775_019_600_123 })]));
    const [headers = '', line = ''] = bytes.subarray(3).toString().split('\r\n');
    expect(headers.split(',').every((cell) => /^"[^"]+"$/.test(cell))).toBe(true);
    expect(line).toMatch(/^2,"processing",.*,"payee2@bank",,\d+\.\d\d,"salary",/);
    expect(line).toMatch(/,\d,2026-\d\d-\d\dT[\d:.+-]+,/);
  });

  it('tells its size and hash', async () => {
    const folder = reportFolder();
    const writing = await exportReport(sampleReport([samplePayout(1)]), folder.file('report.CSV'));
    const bytes = readFileSync(folder.file('report.CSV'));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(writing).toEqual({ kind: 'written', path: folder.file('report.CSV'), sizeBytes: bytes.length, sha256 });
  });

  it('is for its writer alone', async () => {
    const folder = reportFolder();
    await exportReport(sampleReport([samplePayout(1)]), folder.file('report.csv'));
    expect(statSync(folder.file('report.csv')).mode & 0o777).toBe(0o600);
  });

  it('writes 100,000 payouts without holding them', async () => {
    const count = 100_000;
    const sample = samplePayout(1);
    let peakBytes = 0;
    const payouts = function* () {
      for (let row = 1; row <= count; row += 1) {
        if (row % 10_000 === 0) peakBytes = Math.max(peakBytes, process.memoryUsage().rss);
        yield sample;
      }
    };
    const paise = asPaise(sample.amountPaise * count);
    const head = sampleReport([sample]).head;
    const report = sampleReport(
      [],
      {
        confirmedCount: count,
        confirmedPaise: paise,
        counts: { ...head.counts, [sample.state]: count },
        paise: { ...head.paise, [sample.state]: paise },
      },
      { payouts },
    );
    const beforeBytes = process.memoryUsage().rss;
    const writing = await exportReport(report, reportFolder().file('large.csv'));
    expect(writing).toMatchObject({ kind: 'written' });
    expect(peakBytes - beforeBytes).toBeLessThan(150 * 1024 * 1024);
  });
});

async function written(report: BatchReport): Promise<{ bytes: Buffer; table: string[][] }> {
  const path = reportFolder().file('report.csv');
  const writing = await exportReport(report, path);
  expect(writing.kind).toBe('written');
  const bytes = readFileSync(path);
  const { data, errors } = Papa.parse<string[]>(bytes.subarray(3).toString(), {
    delimiter: ',',
    newline: '\r\n',
    skipEmptyLines: false,
  });
  expect(errors).toEqual([]);
  expect(data.pop()).toEqual(['']);
  return { bytes, table: data };
}

/** What a spreadsheet program executes: it may drop quotes and spaces before the sign, but no apostrophe. */
const FORMULA = /^[\s"]*[=+\-@＝＋－＠]/;

/** The cells of a program that splits at this separator even inside quotes: more cells than any real one finds. */
function cellsSplitAt(separator: string, text: string): string[] {
  return text.split('\r\n').flatMap((line) => line.split(separator));
}

/** How a reader restores a guarded text. */
function unguard(text: string): string {
  return text
    .replace(/^'(?='*[\t\r\n])/, '')
    .replaceAll(/(^|[,;|\t\r\n])'(?=(?:["']|[^\S\t\r\n])*[=+\-@＝＋－＠])/g, '$1');
}

function paiseOf(text: string): number {
  const reading = parseRupees(text);
  return reading.kind === 'exact' ? reading.paise : Number.NaN;
}
