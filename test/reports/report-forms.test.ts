// The other files made of a batch besides its report, read back by programs that are not ours.

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import yauzl from 'yauzl';
import type { BatchReport, ReportExcluded, ReportPayout } from '../../electron/main/domain/report.ts';
import { exportReport, type ReportLook } from '../../electron/main/reports/export-report.ts';
import { readReport } from '../../electron/main/reports/read-report.ts';
import { asPaise } from '../../shared/money.ts';
import type { ReportForm } from '../../shared/report-forms.ts';
import { codeOf, reportFolder } from './report-folder.ts';
import { samplePayout, sampleReport } from './sample-report.ts';

const isMissing = (program: string): boolean => spawnSync(program, ['--version']).error !== undefined;
const MISSING = ['pdftotext', 'pdfsig', 'qpdf', 'openssl'].find(isMissing);

const HEADERS = ['Name', 'E-mail'];
const ASHA = samplePayout(2, {
  name: 'Asha "A" Rao',
  state: 'success',
  amountPaise: asPaise(12_500_050),
  source: ['Asha', 'asha@example.com'],
});
const RAVI = samplePayout(3, {
  name: 'रवि कुमार',
  state: 'success',
  source: ['Ravi', 'ravi@example.com, boss@example.com'],
});
const FAILED = samplePayout(4, { state: 'failed', source: ['Meera', 'meera@example.com'] });
const REVERSED = samplePayout(5, { state: 'reversed', source: ['Kiran', ''] });
const PAYOUTS = [ASHA, RAVI, FAILED, REVERSED];
const REPORT = sampleReport(PAYOUTS, { headers: HEADERS });
const PRACTICE = sampleReport(PAYOUTS, { headers: HEADERS, environment: 'PRACTICE' });

beforeAll(() => void vi.stubEnv('TZ', 'Asia/Kolkata'));
afterAll(() => void vi.unstubAllEnvs());

interface Making {
  readonly form: ReportForm;
  readonly look?: Partial<ReportLook>;
  readonly report?: BatchReport;
}

async function made(name: string, { form, look = {}, report = REPORT }: Making): Promise<string> {
  const path = reportFolder().file(name);
  expect(codeOf(await exportReport(report, path, { form, look }))).toBe('written');
  return path;
}

interface AddressAsking {
  readonly emailColumn?: string | null;
  readonly change?: (at: number) => Partial<ReportPayout>;
  readonly excluded?: readonly ReportExcluded[];
}

async function rowsOf(making: Making): Promise<readonly Readonly<Record<string, string>>[]> {
  const text = readFileSync(await made('list.csv', making), 'utf8').replace('\uFEFF', '');
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
}

async function entriesOf(path: string): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true });
  const entries = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return entries;
}

function textOf(pdf: Buffer): string {
  return execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' });
}

/** A thousand slips take a minute beside many other tests. */
const PATIENTLY = { timeout: 240_000 };

describe('the other files of a batch', () => {
  it.each(['mail-merge', 'checksums'] as const)(
    'are not written as %s from payouts that change meanwhile',
    async (form) => {
      const folder = reportFolder();
      const changed = { ...REPORT, payouts: () => [...PAYOUTS, samplePayout(9, { state: 'success' })] };
      const path = folder.file(form === 'checksums' ? 'r.csv.sha256' : 'r.csv');
      expect(codeOf(await exportReport(changed, path, { form }))).toBe('changedWhileWriting');
      expect(folder.names()).toEqual([]);
    },
  );
});

const noSheets = (): never => {
  throw new Error('a CSV has no sheets');
};

describe('the checksums of a CSV', () => {
  it('are what sha256sum checks, and the summary that a report is verified by', async () => {
    const folder = reportFolder();
    const csv = folder.file('r.csv');
    await exportReport(REPORT, csv);
    await exportReport(REPORT, folder.file('r.csv.sha256'), { form: 'checksums' });
    const text = readFileSync(folder.file('r.csv.sha256'), 'utf8');
    expect(text.trim().split('\n').at(-1)).toBe(
      `${createHash('sha256').update(readFileSync(csv)).digest('hex')}  r.csv`,
    );
    const summary = new Map<string, readonly string[]>();
    for await (const { list, cells } of readReport(csv, noSheets))
      if (list === 'Summary') summary.set(cells[0] ?? '', cells.slice(1));
    expect(summary.get('Audit head, entry')).toEqual(['42']);
    expect(summary.get('success')).toEqual(['2', '125003.54']);
    expect(summary.get('Confirmed')).toEqual(['4', '125012.65']);
  });
});

describe('payment advice', () => {
  it('is a list for a mail merge, with one address or none, and no account in full', async () => {
    const lines = await rowsOf({ form: 'mail-merge', look: { payer: 'Acme Ltd' } });
    expect(lines.map(({ payout, email, account }) => [payout, email, account])).toEqual([
      ['B0012/2', 'asha@example.com', 'payee2@bank'],
      ['B0012/3', '', '•••••••••••••••0003'],
    ]);
    expect(lines[0]).toMatchObject({
      paid_by: 'Acme Ltd',
      paid_on: '01-04-2026',
      amount: '125000.50',
      amount_in_words: 'Rupees One Lakh Twenty Five Thousand and Fifty Paise Only',
      amount_in_hindi_words: 'एक लाख पच्चीस हज़ार रुपये और पचास पैसे मात्र',
      'source.E-mail': 'asha@example.com',
    });
  });

  it('is a slip for each payout that is paid, two to a page, in the language that is asked for', async (test) => {
    test.skip(MISSING !== undefined, `skipped: no ${MISSING}`);
    const english = textOf(readFileSync(await made('a.pdf', { form: 'advice', look: { payer: 'Acme Ltd' } })));
    expect(english.split('\f')).toHaveLength(2);
    for (const said of ['Acme Ltd', 'Asha "A" Rao', '₹1,25,000.50', '•••••••••••••••0003', '01-04-2026', 'B0012/2'])
      expect(english).toContain(said);
    for (const unsaid of ['B0012/4', 'B0012/5', '1000000000000003', 'PRACTICE']) expect(english).not.toContain(unsaid);
    const path = await made('h.pdf', { form: 'advice', look: { language: 'hi' }, report: PRACTICE });
    const spoken = execFileSync('qpdf', ['--json', path], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    for (const said of ['भुगतान सूचना', 'एक लाख पच्चीस हज़ार रुपये और पचास पैसे मात्र', 'hi-IN']) expect(spoken).toContain(said);
    // On the page, and on the part to cut off.
    expect(textOf(readFileSync(path)).match(/PRACTICE/g)).toHaveLength(2);
    expect(execFileSync('qpdf', ['--check', path], { encoding: 'utf8' })).toContain(
      'No syntax or stream encoding errors',
    );
  });

  it('is a draft with the slip in it where the sheet has one address, and the slip alone where not', async (test) => {
    test.skip(MISSING !== undefined, `skipped: no ${MISSING}`);
    const path = await made('a.zip', { form: 'advice-files', report: PRACTICE });
    const entries = await entriesOf(path);
    expect([...entries.keys()]).toEqual(['B0012-2 Asha A Rao.eml', 'B0012-3 रवि कुमार.pdf']);
    const draft = entries.get('B0012-2 Asha A Rao.eml')?.toString('latin1') ?? '';
    expect(draft).toMatch(/^X-Unsent: 1\r\n/);
    expect(draft).toContain('\r\nTo: asha@example.com\r\n');
    expect(draft).toContain('PRACTICE: no money was moved');
    expect(draft).not.toMatch(/^Bcc|^Cc|^From/im);
    const attached = /filename="B0012-2 Asha A Rao\.pdf"\r\n\r\n([\w+/=\r\n]+)\r\n--/.exec(draft)?.[1] ?? '';
    expect(textOf(Buffer.from(attached, 'base64'))).toContain('₹1,25,000.50');
    expect(textOf(entries.get('B0012-3 रवि कुमार.pdf') ?? Buffer.alloc(0))).toContain('•••••••••••••••0003');
    const again = await entriesOf(await made('a.zip', { form: 'advice-files', report: PRACTICE }));
    expect(again.get('B0012-3 रवि कुमार.pdf')?.equals(entries.get('B0012-3 रवि कुमार.pdf') ?? Buffer.alloc(0))).toBe(
      true,
    );
  });

  it('is a ZIP of PDFs to print for any number, each slip once, in the order of the file', PATIENTLY, async (test) => {
    test.skip(MISSING !== undefined, `skipped: no ${MISSING}`);
    const paid = Array.from({ length: 1_001 }, (_, at) => samplePayout(at + 2, { state: 'success' }));
    const entries = await entriesOf(
      await made('a.zip', { form: 'advice-parts', report: sampleReport([...paid, FAILED]) }),
    );
    expect([...entries.keys()]).toEqual([
      'B0012 000001-000500.pdf',
      'B0012 000501-001000.pdf',
      'B0012 001001-001001.pdf',
    ]);
    const named = [...entries.values()].flatMap((pdf) => textOf(pdf).match(/\(B0012\/\d+\)/g) ?? []);
    expect(named).toEqual(paid.map(({ rowNumber }) => `(B0012/${rowNumber})`));
    const tags = execFileSync('pdfinfo', ['-'], { input: [...entries.values()][2], encoding: 'utf8' });
    expect(tags).toMatch(/^Tagged: +yes$/m);
  });

  it('is not written in parts where nobody is paid, or when the payouts change meanwhile', async () => {
    const folder = reportFolder();
    const write = (report: BatchReport): ReturnType<typeof exportReport> =>
      exportReport(report, folder.file('a.zip'), { form: 'advice-parts' });
    expect(codeOf(await write(sampleReport([FAILED])))).toBe('nothingPaid');
    expect(codeOf(await write({ ...REPORT, payouts: () => [ASHA] }))).toBe('changedWhileWriting');
    expect(folder.names()).toEqual([]);
  });

  it('is refused where nobody is paid, and for more than one file can hold', async () => {
    const nobody = sampleReport([FAILED]);
    const many = sampleReport(Array.from({ length: 20_001 }, (_, at) => samplePayout(at + 2, { state: 'success' })));
    for (const [form, name] of [
      ['advice', 'a.pdf'],
      ['advice-files', 'a.zip'],
    ] as const) {
      const folder = reportFolder();
      expect(codeOf(await exportReport(nobody, folder.file(name), { form }))).toBe('nothingPaid');
      expect(codeOf(await exportReport(many, folder.file(name), { form }))).toBe('tooManySlips');
      expect(folder.names()).toEqual([]);
    }
  });
});

describe('the address of a payment advice', () => {
  const addressed = async (
    headers: readonly string[],
    rows: readonly (readonly string[])[],
    { emailColumn = null, change = () => ({}), excluded = [] }: AddressAsking = {},
  ): Promise<readonly (string | undefined)[] | string> => {
    const payouts = rows.map((source, at) => samplePayout(at + 2, { state: 'success', source, ...change(at) }));
    const report = sampleReport(payouts, { headers }, { excluded: () => excluded });
    const path = reportFolder().file('list.csv');
    const written = await exportReport(report, path, { form: 'mail-merge', look: { emailColumn } });
    if (codeOf(written) !== 'written') return codeOf(written);
    const text = readFileSync(path, 'utf8').replace('\uFEFF', '');
    const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
    return data.map(({ email }) => email);
  };
  const TWO = [
    ['boss@firm.example', 'asha@firm.example'],
    ['boss2@firm.example', 'ravi@firm.example'],
  ];

  it.each([
    [['Manager Email', 'Email']],
    [['Email', 'Email 2']],
    [['Email', 'Mail ID']],
    [['Email', 'CC e-mail']],
    [['Name', 'Manager Email']],
    [['Name', 'HR mail id']],
    [['Name', 'Approver_Email']],
    [['Name', 'Reporting e-mail']],
    [['Name', 'प्रबंधक का ईमेल']],
  ])('is not taken from %j before a person has chosen', async (headers) => {
    expect(await addressed(headers, TWO)).toBe('emailColumn');
  });

  it.each([['Email'], ['E-mail ID'], ['Employee Email Address'], ['mail_id'], ['Official E Mail'], ['ईमेल']])(
    'is taken from the only column, %s',
    async (header) => {
      expect(await addressed(['Name', header], TWO)).toEqual(['asha@firm.example', 'ravi@firm.example']);
    },
  );

  it('is taken from the column that a person chose, from none where they chose none, never from one that is not there', async () => {
    const headers = ['Manager Email', 'Email'];
    expect(await addressed(headers, TWO, { emailColumn: 'email' })).toEqual(['asha@firm.example', 'ravi@firm.example']);
    expect(await addressed(headers, TWO, { emailColumn: '' })).toEqual(['', '']);
    expect(await addressed(headers, TWO, { emailColumn: 'Mail' })).toBe('emailColumn');
  });

  it('is not one that two payees have, in whatever state and spelling, nor one in a row left out that is another payee’s', async () => {
    const rows = [['x@f.example'], ['x+ravi@F.example'], ['meera@f.example'], ['left@f.example'], ['own@f.example']];
    const states = ['success', 'failed', 'success', 'success', 'success'] as const;
    const excluded = [
      { rowNumber: 9, source: ['left@f.example', 'somebody@bank'], issues: [] },
      { rowNumber: 10, source: ['own@f.example', 'payee6@bank'], issues: [] },
    ];
    const change = (at: number) => ({ state: states[at] ?? 'failed' });
    expect(await addressed(['Email', 'UPI'], rows, { change, excluded })).toEqual([
      '',
      'meera@f.example',
      '',
      'own@f.example',
    ]);
  });

  it('may stand beside two payments to one payee', async () => {
    const change = () => ({ beneficiary: { method: 'UPI', upiId: 'asha@bank' } }) as const;
    expect(await addressed(['Email'], [['asha@f.example'], ['asha@f.example']], { change })).toEqual([
      'asha@f.example',
      'asha@f.example',
    ]);
  });

  it.each(['hr@f.example', 'HR.Dept@f.example', 'all-staff@f.example', 'payroll@f.example', 'no-reply@f.example'])(
    'is never a mailbox that many read: %s',
    async (address) => {
      expect(await addressed(['Email'], [[address]])).toEqual(['']);
    },
  );

  it("may be a paid firm's office, and not the office of a firm in which other payees have theirs", async () => {
    expect(await addressed(['Email'], [['accounts@one.example'], ['info@two.example']])).toEqual([
      'accounts@one.example',
      'info@two.example',
    ]);
    expect(await addressed(['Email'], [['accounts@one.example'], ['ravi@one.example']])).toEqual([
      '',
      'ravi@one.example',
    ]);
  });

  it('is told where it was withheld, in the archive', async () => {
    const shared = sampleReport(
      [2, 3].map((row) => samplePayout(row, { state: 'success', source: ['x@f.example'] })),
      { headers: ['Email'] },
    );
    const entries = await entriesOf(await made('a.zip', { form: 'advice-files', report: shared }));
    expect([...entries.keys()].filter((name) => name.endsWith('.eml'))).toEqual([]);
    expect(entries.get('Without e-mail.txt')?.toString('utf8')).toContain('B0012/2\tx@f.example\r\nB0012/3\t');
  });
});

describe('a signature', () => {
  it('is told valid by poppler, and broken by one byte; what cannot sign writes nothing', async (test) => {
    test.skip(MISSING !== undefined, `skipped: no ${MISSING}`);
    const folder = reportFolder();
    const [key, certificate, p12] = ['k.pem', 'c.pem', 'c.p12'].map((name) => folder.file(name)) as [
      string,
      string,
      string,
    ];
    const quietly = { stdio: 'ignore' } as const;
    const made = [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-keyout',
      key,
      '-out',
      certificate,
      '-days',
      '2',
      '-nodes',
      '-subj',
      '/CN=Asha Auditor',
    ];
    execFileSync('openssl', made, quietly);
    execFileSync(
      'openssl',
      ['pkcs12', '-export', '-out', p12, '-inkey', key, '-in', certificate, '-passout', 'pass:open'],
      quietly,
    );
    const signedBy = (passphrase: string) => ({ certificate: { p12: readFileSync(p12), passphrase } });
    const path = folder.file('signed.pdf');
    expect(codeOf(await exportReport(REPORT, path, signedBy('wrong')))).toBe('cannotSign');
    expect(folder.names()).not.toContain('signed.pdf');
    expect(codeOf(await exportReport(REPORT, path, signedBy('open')))).toBe('written');
    const verified = (file: string): string => spawnSync('pdfsig', ['-nocert', file], { encoding: 'utf8' }).stdout;
    expect(verified(path)).toMatch(/Asha Auditor[\s\S]*Total document signed[\s\S]*Signature is Valid/);
    const altered = Buffer.from(readFileSync(path));
    altered[2_000] = (altered[2_000] ?? 0) ^ 1;
    writeFileSync(folder.file('altered.pdf'), altered);
    expect(verified(folder.file('altered.pdf'))).toContain('Digest Mismatch');
  });
});
