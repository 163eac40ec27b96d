// Whether a report is what the desk wrote: one changed cell or line anywhere in it is found and named, and kept apart from what
// has since become of the payouts.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import ExcelJS from 'exceljs';
import Papa from 'papaparse';
import { describe, expect, it, type TestContext } from 'vitest';
import { VERIFIED_REPORT } from './audit-views.ts';
import { openDeskFor } from './desk-in-process.ts';
import { answerOf } from './json-answers.ts';
import { makeRows, writeCsv } from './payout-files.ts';
import { type Desk, PATIENCE_MS } from './run-desk.ts';
import { startSpecGateway } from './spec-gateway.ts';
import type { Conduct } from './spec-payouts.ts';

const A_DAY_MS = 86_400_000;

async function reportedDesk(test: TestContext) {
  const conduct = ({ remark }: { remark: unknown }): Partial<Conduct> => {
    const last = String(remark).at(-1);
    if (last === '3') return { word: 'failed' };
    return last === '2' ? { reply: 'lost', unknownForMs: A_DAY_MS } : {};
  };
  const gateway = await startSpecGateway(test, { conduct });
  const desk = await openDeskFor(test, gateway);
  const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(5) });
  await desk.run('run', file, '--profile', 'acme', '--yes', '--until', 'sent');
  await desk.run('watch', 'B0001', '--for', '2');
  const xlsx = path.join(desk.folder, 'report.xlsx');
  const csv = path.join(desk.folder, 'report.csv');
  for (const out of [xlsx, csv]) expect((await desk.run('export', 'B0001', '--out', out)).exitCode).toBe(0);
  return { desk, xlsx, csv };
}

async function verified(desk: Desk, report: string) {
  const ended = await desk.run('audit', 'verify', '--report', report, '--json');
  const { verdict, findings } = answerOf(ended, VERIFIED_REPORT).report;
  return { exitCode: ended.exitCode, verdict, messages: findings.map(({ message }) => message) };
}

/** Changes the workbook like somebody who wants to deceive an auditor. */
async function tamper(file: string, change: (book: ExcelJS.Workbook) => void): Promise<string> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.readFile(file);
  change(book);
  const changed = file.replace('.xlsx', '-changed.xlsx');
  await book.xlsx.writeFile(changed);
  return changed;
}

const sheet = (book: ExcelJS.Workbook, name: string): ExcelJS.Worksheet => {
  const found = book.getWorksheet(name);
  if (found === undefined) throw new Error(`no sheet ${name}`);
  return found;
};

const cellOf = (book: ExcelJS.Workbook, { list, row, column }: { list: string; row: number; column: string }) => {
  const header = sheet(book, list).getRow(1).values as readonly unknown[];
  return sheet(book, list).getRow(row).getCell(header.indexOf(column));
};

describe.concurrent('audit verify --report', { timeout: 3 * PATIENCE_MS }, () => {
  it('is content with a workbook and a list as the desk wrote them, and cannot compare what another program saved', async (test) => {
    const { desk, xlsx, csv } = await reportedDesk(test);
    const same = { exitCode: 0, verdict: 'same', messages: [] };
    expect(await verified(desk, xlsx)).toEqual(same);
    expect(await verified(desk, csv)).toEqual(same);
    expect(await verified(desk, await tamper(xlsx, () => undefined))).toEqual({
      exitCode: 2,
      verdict: 'notComparable',
      messages: [expect.stringMatching(/^Another program saved it, .* All cells that the desk wrote agree\.$/)],
    });
    const text = await desk.run('audit', 'verify', '--report', xlsx);
    expect(text.stdout).toContain('is what the desk wrote.');
  });

  it('knows a report in Hindi for its own, and names what was changed in it', async (test) => {
    const { desk, xlsx } = await reportedDesk(test);
    const [book, paper] = [xlsx.replace('.xlsx', '-hi.xlsx'), xlsx.replace('.xlsx', '-hi.pdf')];
    for (const out of [book, paper])
      expect((await desk.run('export', 'B0001', '--language', 'hi', '--out', out)).exitCode).toBe(0);
    const same = { exitCode: 0, verdict: 'same', messages: [] };
    expect([await verified(desk, book), await verified(desk, paper)]).toEqual([same, same]);
    const changed = await tamper(book, (one) =>
      sheet(one, 'Summary').eachRow((row) => row.getCell(1).value === 'खाता' && (row.getCell(2).value = 'x')),
    );
    const { verdict, messages } = await verified(desk, changed);
    expect([verdict, messages]).toEqual(['altered', [expect.stringMatching(/^खाता: the report says "x"/)]]);
  });

  it.for<readonly [string, (book: ExcelJS.Workbook) => void, RegExp]>([
    [
      'an amount',
      (book) => (cellOf(book, { list: 'Payments', row: 4, column: 'amount' }).value = 1),
      /^Row 4, amount: the report says "1", the desk says/,
    ],
    [
      'an account',
      (book) => (cellOf(book, { list: 'Payments', row: 2, column: 'beneficiary' }).value = 'thief@bank'),
      /^Row 2, beneficiary: the report says "thief@bank"/,
    ],
    [
      'a status without any entry of the log',
      (book) => (cellOf(book, { list: 'Payments', row: 4, column: 'status' }).value = 'success'),
      /^Row 4, status: the report says "success", the desk says "failed"\.$/,
    ],
    ['a payout that is gone', (book) => sheet(book, 'Payments').spliceRows(3, 1), /^Row 3 is not in the report\.$/],
    [
      'a payout put in',
      (book) => void sheet(book, 'Payments').addRow([99, 'success']),
      /^Row 99 is in the report, but/,
    ],
    [
      'a send that is gone',
      (book) => sheet(book, 'Attempts').spliceRows(2, 1),
      /^A send \(2, .*\) is not in the report/,
    ],
    [
      'who did something',
      (book) => (cellOf(book, { list: 'Audit', row: 2, column: 'who' }).value = 'nobody'),
      /^Audit entry \(.*\) says something else at this desk/,
    ],
    [
      'a fact of the summary',
      (book) =>
        sheet(book, 'Summary').eachRow((row) => row.getCell(1).value === 'Profile' && (row.getCell(2).value = 'x')),
      /^Profile: the report says "x", the desk says "acme"/,
    ],
    [
      'a total of the summary',
      (book) =>
        sheet(book, 'Summary').eachRow((row) => row.getCell(1).value === 'failed' && (row.getCell(3).value = 0)),
      /^failed: the report's summary is not what its own rows add up to/,
    ],
    [
      'a second status',
      (book) => (sheet(book, 'Payments').getRow(1).getCell(60).value = 'status'),
      /^Payments: the columns are not those that the desk writes\.$/,
    ],
    [
      'the missing number of the audit head',
      (book) =>
        sheet(book, 'Summary').eachRow(
          (row, at) => row.getCell(1).value === 'Audit head, entry' && sheet(book, 'Summary').spliceRows(at, 1),
        ),
      /^Audit head, entry: the report says ""/,
    ],
    [
      'the audit head',
      (book) =>
        sheet(book, 'Summary').eachRow(
          (row) => row.getCell(1).value === 'Audit head, hash' && (row.getCell(2).value = '0'.repeat(64)),
        ),
      /^The audit head of the report is no entry/,
    ],
  ])('names %s', async ([, change, named], test) => {
    const { desk, xlsx } = await reportedDesk(test);
    const found = await verified(desk, await tamper(xlsx, change));
    expect({ exitCode: found.exitCode, verdict: found.verdict }).toEqual({ exitCode: 2, verdict: 'altered' });
    expect(found.messages).toContainEqual(expect.stringMatching(named));
  });

  it.for<readonly [string, (book: ExcelJS.Workbook) => void]>([
    ['a sheet more', (book) => (book.addWorksheet('Note').getCell('A1').value = 'ALL PAID')],
    ['a row that is hidden', (book) => (sheet(book, 'Payments').getRow(3).hidden = true)],
    [
      'a value that is a formula',
      (book) => (sheet(book, 'Payments').getCell('A3').value = { formula: '1+1', result: 3 }),
    ],
    ['a note at a cell', (book) => (sheet(book, 'Summary').getCell('A3').note = 'all paid')],
    ['letters nobody sees', (book) => (sheet(book, 'Payments').getRow(3).font = { color: { argb: 'FFFFFFFF' } })],
  ])('never calls a workbook with %s the same', async ([, change], test) => {
    const { desk, xlsx } = await reportedDesk(test);
    const { exitCode, verdict } = await verified(desk, await tamper(xlsx, change));
    expect([exitCode, ['altered', 'notComparable'].includes(verdict)]).toEqual([2, true]);
  });

  it('never calls a list the same whose checksums were changed with it, or do not fit', async (test) => {
    const { desk, csv } = await reportedDesk(test);
    const text = readFileSync(csv, 'utf8');
    const beside = readFileSync(`${csv}.sha256`, 'utf8').replace('  report.csv', '  forged.csv');
    const forged = path.join(desk.folder, 'forged.csv');
    const verdictOf = async (list: string, checksums: string) => {
      writeFileSync(forged, list);
      writeFileSync(`${forged}.sha256`, checksums);
      return (await verified(desk, forged)).verdict;
    };
    const sha256 = (list: string) => createHash('sha256').update(list).digest('hex');
    const withSum = (list: string) => beside.replace(/^[0-9a-f]{64}/m, sha256(list));
    expect(await verdictOf(text, beside)).toBe('same');
    const lineMore = `${text.replace(/\r\n$/, '')}\r\n`.replace('"failed"', '"failed" ');
    expect(await verdictOf(lineMore, withSum(lineMore))).not.toBe('same');
    const amount = text.replace(/,(\d+)\.00,/, ',$1.50,');
    expect(amount).not.toBe(text);
    expect(await verdictOf(amount, withSum(amount))).toBe('altered');
    expect(await verdictOf(text, beside.replace(/^[0-9a-f]{64}/m, '0'.repeat(64)))).not.toBe('same');
    expect(await verdictOf(text, beside.replace('# Batch:', '# Paid in full:\tyes\n# Batch:'))).not.toBe('same');
  });

  it('says of a list of an earlier version, without fee and tax, that it cannot be compared, and never that it was altered', async (test) => {
    const { desk, csv } = await reportedDesk(test);
    const { data } = Papa.parse<string[]>(readFileSync(csv, 'utf8').slice(1), { skipEmptyLines: true });
    const at = (data[0] ?? []).indexOf('fee');
    const without = data.map((cells) => cells.toSpliced(at, 2));
    const earlier = path.join(desk.folder, 'earlier.csv');
    writeFileSync(earlier, `\uFEFF${Papa.unparse(without, { quotes: true })}\r\n`);
    const { exitCode, messages } = await verified(desk, earlier);
    expect([exitCode, messages]).toEqual([2, ['Another version of the desk wrote it, in another form.']]);
  });

  it('names one digit of a list, and refuses what is no report', async (test) => {
    const { desk, csv } = await reportedDesk(test);
    const text = readFileSync(csv, 'utf8');
    const changed = path.join(desk.folder, 'changed.csv');
    writeFileSync(changed, text.replace(/"row\.0001@okbank"/, '"row.0009@okbank"'));
    expect(await verified(desk, changed)).toMatchObject({
      exitCode: 2,
      messages: [expect.stringMatching(/^Row 2, beneficiary: the report says "row\.0009@okbank"/)],
    });
    const other = path.join(desk.folder, 'other.csv');
    writeFileSync(other, 'a,b\n1,2\n');
    expect((await desk.run('audit', 'verify', '--report', other)).exitCode).toBe(2);
  });

  it('is content with a PDF and with one that was signed, later too, and names a byte, an end put to it and another head', async (test) => {
    const { desk } = await reportedDesk(test);
    const [plain, signed, key, pem, p12, changed] = ['r.pdf', 's.pdf', 'k.pem', 'c.pem', 'c.p12', 'x.pdf'].map((name) =>
      path.join(desk.folder, name),
    ) as [string, string, string, string, string, string];
    const certificate = [
      '-x509',
      '-newkey',
      'rsa:2048',
      '-keyout',
      key,
      '-out',
      pem,
      '-days',
      '2',
      '-nodes',
      '-subj',
      '/CN=A',
    ];
    execFileSync('openssl', ['req', ...certificate], { stdio: 'ignore' });
    execFileSync('openssl', ['pkcs12', '-export', '-out', p12, '-inkey', key, '-in', pem, '-passout', 'pass:open']);
    expect((await desk.run('export', 'B0001', '--out', plain)).exitCode).toBe(0);
    const signing = desk.with({ input: 'open\n' });
    expect((await signing.run('export', 'B0001', '--out', signed, '--sign', p12)).exitCode).toBe(0);
    // The log continues with other entries.
    expect(
      (await desk.run('profile', 'set', 'other', '--base-url', 'https://gateway.example', '--mid', '7')).exitCode,
    ).toBe(0);
    const same = { exitCode: 0, verdict: 'same', messages: [] };
    expect(await verified(desk, plain)).toEqual(same);
    expect(await verified(desk, signed)).toEqual(same);
    for (const file of [plain, signed]) {
      const altered = Buffer.from(readFileSync(file));
      altered[3_000] = (altered[3_000] ?? 0) ^ 1;
      writeFileSync(changed, altered);
      expect(await verified(desk, changed)).toMatchObject({ exitCode: 2, verdict: 'altered' });
      writeFileSync(changed, Buffer.concat([readFileSync(file), Buffer.from('\n9 0 obj\n<<>>\nendobj\n')]));
      expect(await verified(desk, changed)).toMatchObject({ exitCode: 2, verdict: 'altered' });
      const head = readFileSync(file, 'latin1').replace(/at audit entry \d/, 'at audit entry 9');
      writeFileSync(changed, head, 'latin1');
      expect(await verified(desk, changed)).toMatchObject({ exitCode: 2, verdict: 'altered' });
    }
    await desk.run('resolve', 'B0001/3', '--paid', '--rrn', '412345678901', '--note', 'Seen');
    expect(await verified(desk, plain)).toEqual({
      exitCode: 4,
      verdict: 'outdated',
      messages: [expect.stringMatching(/^Row 3 has changed since audit entry \d+\.$/)],
    });
  });

  it('tells what payouts have become since from what was altered, with the entry', async (test) => {
    const { desk, xlsx } = await reportedDesk(test);
    expect((await desk.run('resolve', 'B0001/3', '--paid', '--rrn', '412345678901', '--note', 'Seen')).exitCode).toBe(
      0,
    );
    const found = await verified(desk, xlsx);
    expect({ exitCode: found.exitCode, verdict: found.verdict }).toEqual({ exitCode: 4, verdict: 'outdated' });
    expect(found.messages).toContainEqual(
      expect.stringMatching(
        /^Row 3, status: the report says "unknown", the desk says "success" since audit entry \d+\.$/,
      ),
    );
  });

  it('says that it is the database where that was altered', async (test) => {
    const { desk, xlsx } = await reportedDesk(test);
    const raw = new Database(path.join(desk.data, 'desk.db'));
    raw.exec(`UPDATE payouts SET state = 'success' WHERE row_number = 4`);
    raw.close();
    const ended = await desk.run('audit', 'verify', '--report', xlsx);
    expect(ended.exitCode).toBe(2);
    expect(ended.stderr + ended.stdout).toContain('Row 4 of B0001 is not as audit entry');
  });
});
