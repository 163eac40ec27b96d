// The workbook as LibreOffice opens it: every cell of every sheet, read by a program that is not ours.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type {
  BatchReport,
  ReportAttempt,
  ReportAuditEntry,
  ReportExcluded,
} from '../../electron/main/domain/report.ts';
import { exportReport } from '../../electron/main/reports/export-report.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import { asPaise } from '../../shared/money.ts';
import { STATE_KINDS, STATE_WORDS } from '../../shared/states.ts';
import { codeOf, reportFolder } from './report-folder.ts';
import { samplePayout, sampleReport } from './sample-report.ts';

const IS_MISSING = spawnSync('soffice', ['--version']).error !== undefined;

const ODD = [
  '=1+1',
  '-5',
  '00123',
  ' outer ',
  'a\nb',
  '1e5',
  '31/12/2025',
  'TRUE',
  "'quoted",
  'a,"b";c',
  '_x0041_',
  '😀 आशा',
  '€ & <b>',
];
const PAYOUTS = [
  ...STATE_KINDS.map((_, at) => samplePayout(at + 2)),
  ...ODD.map((text, at) =>
    samplePayout(at + 20, { name: text, remark: text, message: verbatim(text), source: [text, text, text] }),
  ),
  samplePayout(50, { amountPaise: asPaise(99_999_999_999), settledAtMs: 1_775_019_661_234 }),
];
const ATTEMPT = {
  rowNumber: 2,
  reference: 'REF',
  sentAtMs: 1_775_019_600_123,
  answeredAtMs: null,
  outcome: 'lost',
  httpStatus: null,
  answer: '{"a":1}',
};
const EXCLUDED = { rowNumber: 9, source: ['=x', '0012', ''], issues: [] };
const ENTRY = {
  sequence: 3,
  atMs: 1_775_019_600_000,
  actor: 'meera@desk-1',
  what: 'confirmed',
  detail: '{}',
  hash: 'ab',
};

beforeAll(() => void vi.stubEnv('TZ', 'Asia/Kolkata'));
afterAll(() => void vi.unstubAllEnvs());

interface SeenCell {
  /** As shown on the screen. */
  readonly text: string;
  readonly type: string;
}

/** The rows of each sheet, without empty ones at its end. */
async function opened(report: BatchReport): Promise<(sheet: string) => readonly (readonly SeenCell[])[]> {
  const folder = reportFolder();
  const path = folder.file('r.xlsx');
  expect(codeOf(await exportReport(report, path))).toBe('written');
  const profile = `-env:UserInstallation=${pathToFileURL(folder.file('profile')).href}`;
  const convert = ['--headless', '--convert-to', 'fods', '--outdir', folder.path, path];
  const run = spawnSync('soffice', [profile, ...convert], { encoding: 'utf8' });
  expect(run.status).toBe(0);
  // A missing Java says nothing about the file.
  expect(run.stderr.replace(/^Warning: failed to launch javaldx.*$/m, '')).not.toMatch(/error|warn|repair/i);
  const sheets = seenCells(readFileSync(folder.file('r.fods'), 'utf8'));
  return (name) => sheets.get(name) ?? [];
}

/** See Open Document Format 1.3, part 3, tables and paragraphs. */
function seenCells(xml: string): ReadonlyMap<string, readonly (readonly SeenCell[])[]> {
  const sheets = new Map<string, SeenCell[][]>();
  const parser = new SaxesParser();
  let rows: SeenCell[][] = [];
  let cell = { text: '', type: '', repeated: 1, paragraphs: 0, isOpen: false };
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'table:table') sheets.set(String(attributes['table:name']), (rows = []));
    if (name === 'table:table-row') rows.push([]);
    if (name === 'table:table-cell') {
      const repeated = Number(attributes['table:number-columns-repeated'] ?? 1);
      cell = { text: '', type: String(attributes['office:value-type'] ?? ''), repeated, paragraphs: 0, isOpen: false };
    }
    if (name === 'text:p') {
      if (cell.paragraphs > 0) cell.text += '\n';
      cell.paragraphs += 1;
      cell.isOpen = true;
    }
    if (name === 'text:s') cell.text += ' '.repeat(Number(attributes['text:c'] ?? 1));
    if (name === 'text:line-break') cell.text += '\n';
    if (name === 'text:tab') cell.text += '\t';
  });
  parser.on('text', (part) => {
    if (cell.isOpen) cell.text += part;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'text:p') cell.isOpen = false;
    // The last cell of a row stands for all remaining columns of the sheet.
    if (name === 'table:table-cell' && cell.repeated < 1_000)
      for (let at = 0; at < cell.repeated; at += 1) rows.at(-1)?.push({ text: cell.text, type: cell.type });
  });
  parser.write(xml).close();
  return sheets;
}

describe('a workbook in LibreOffice', { timeout: 120_000 }, () => {
  it('has every text as it was, amounts as numbers in lakhs, and times as dates of the desk’s zone', async (test) => {
    test.skip(IS_MISSING, 'skipped: no LibreOffice');
    const lists = {
      attempts: () => [ATTEMPT] as unknown as ReportAttempt[],
      excluded: () => [EXCLUDED] as unknown as ReportExcluded[],
      audit: () => [ENTRY] as unknown as ReportAuditEntry[],
    };
    const sheet = await opened(sampleReport(PAYOUTS, { excludedCount: 1 }, lists));
    const textsOf = (name: string, row: number): readonly string[] => sheet(name)[row]?.map(({ text }) => text) ?? [];
    const [header = [], ...rows] = sheet('Payments');
    expect(rows.filter((row) => row.some(({ text }) => text !== ''))).toHaveLength(PAYOUTS.length);
    for (const [at, payout] of PAYOUTS.entries()) {
      const cells = Object.fromEntries(header.map(({ text: name }, column) => [name, rows[at]?.[column]?.text ?? '']));
      const types = Object.fromEntries(header.map(({ text }, column) => [text, rows[at]?.[column]?.type]));
      expect(types).toMatchObject({
        amount: 'float',
        beneficiary: 'string',
        utr: 'string',
        sent_at: 'date',
        'source.Amount': 'string',
      });
      const { beneficiary, ids, source } = payout;
      expect(cells).toEqual({
        alarm: '',
        fee: 'not told',
        tax: 'not told',
        row: String(payout.rowNumber),
        status: payout.state,
        state: STATE_WORDS[payout.state],
        reference: payout.reference,
        payment_method: beneficiary.method,
        beneficiary: beneficiary.method === 'UPI' ? beneficiary.upiId : beneficiary.accountNumber,
        ifsc: beneficiary.method === 'UPI' ? '' : beneficiary.ifsc,
        amount: lakhs(payout.amountPaise),
        remark: payout.remark,
        name: payout.name ?? '',
        transaction_id: ids.transactionId ?? '',
        rrn: '',
        utr: ids.utr ?? '',
        log_number: '',
        tran_ref_no: '',
        gateway_status: payout.gatewayStatus ?? '',
        message: payout.message === null ? '' : inEnglish(payout.message),
        attempts: '1',
        sent_at: '2026-04-01 10:30:00',
        settled_at: payout.settledAtMs === null ? '' : '2026-04-01 10:31:01',
        retry_of: '',
        batch: 'B0012',
        profile: 'acme',
        mid: '1234',
        environment: 'LIVE',
        'source.Method': source[0],
        'source.Payee': source[1],
        'source.Amount': source[2],
      });
    }
    expect(textsOf('Attempts', 1)).toEqual(['2', 'REF', '2026-04-01 10:30:00', '', 'lost', '', '{"a":1}']);
    expect(textsOf('Issues', 1).slice(-3)).toEqual(['=x', '0012', '']);
    expect(textsOf('Audit', 1)).toEqual(['3', '2026-04-01 10:30:00', 'meera@desk-1', 'confirmed', '{}', 'ab']);
    const summary = new Map(
      sheet('Summary').map(([label, ...values]) => [label?.text ?? '', values.map(({ text }) => text)]),
    );
    expect(summary.get('Times')?.[0]).toBe('at +05:30 from UTC');
    const paid = PAYOUTS.filter(({ state }) => state === 'success');
    const paise = paid.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
    expect(summary.get('success')).toEqual([String(paid.length), lakhs(paise), 'Paid']);
  });
});

/** In the Indian format: `99,99,99,999.99`. */
function lakhs(paise: number): string {
  return new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 }).format(paise / 100);
}
