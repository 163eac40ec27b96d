// A thousand rows against a gateway that follows the specification: everyone is paid once, exactly, and the report agrees.

import { describe, expect, it } from 'vitest';
import { exportCsv, REPORT_COLUMNS, type ReportLine } from './csv-report.ts';
import { openDeskFor } from './desk-in-process.ts';
import { answerOf, BATCH, counts } from './json-answers.ts';
import {
  HEADERS,
  jsonAmountOf,
  makeRows,
  type PayoutRow,
  paiseOf,
  totalPaiseOf,
  writeCsv,
  writeXlsx,
} from './payout-files.ts';
import { type Desk, PATIENCE_MS } from './run-desk.ts';
import { type SpecGateway, startSpecGateway } from './spec-gateway.ts';
import { type Conduct, type Executed, type PayoutRequest, utrOf } from './spec-payouts.ts';

/** Half of the payouts end at once and half are looked up; only those lookups return the UTR. */
function halfAtOnce({ remark }: PayoutRequest): Partial<Conduct> {
  return Number(String(remark).at(-1)) % 2 === 0 ? {} : { word: 'accept', later: { afterMs: 50, word: 'success' } };
}

describe.concurrent('a run of 1,000 rows', { timeout: 2 * PATIENCE_MS }, () => {
  it('pays each row of a CSV file once and reports it to the paisa', async (test) => {
    const gateway = await startSpecGateway(test, { conduct: halfAtOnce });
    const desk = await openDeskFor(test, gateway);
    const rows = makeRows(1_000);
    const file = writeCsv(desk.folder, { name: 'salaries.csv', rows });
    expect(await runToTheEnd(desk, { gateway, rows, file })).toBe(1_000);
  });

  it('pays each row of a workbook once and reports it to the paisa', async (test) => {
    const gateway = await startSpecGateway(test, { conduct: halfAtOnce });
    const desk = await openDeskFor(test, gateway);
    const rows = makeRows(1_000, { label: 'xl' });
    const file = await writeXlsx(desk.folder, { name: 'salaries.xlsx', rows });
    expect(await runToTheEnd(desk, { gateway, rows, file })).toBe(1_000);
  });

  it("sends the sheet's own references as they stand", async (test) => {
    const gateway = await startSpecGateway(test, { conduct: halfAtOnce });
    const desk = await openDeskFor(test, gateway);
    const rows = makeRows(300, { label: 'own', references: true });
    await runToTheEnd(desk, { gateway, rows, file: writeCsv(desk.folder, { name: 'own.csv', rows }) });
    expect(new Set(gateway.executed.map(({ reference }) => reference))).toEqual(
      new Set(rows.map((row) => row.reference)),
    );
  });
});

describe.concurrent('an amount', { timeout: PATIENCE_MS }, () => {
  it('leaves as the shortest exact decimal, from one paisa to ten crore', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const amounts = ['0.01', '0.10', '1.05', '8589934.59', '90071.99', '99999999.99', '100000000.00'];
    const rows = makeRows(amounts.length).map((row, at) => ({ ...row, amount: amounts[at] ?? '' }));
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows });
    const ran = await desk.run('run', file, '--profile', 'acme', '--yes', '--accept-warnings', '--json');
    expect(answerOf(ran, BATCH).paise.success).toBe(totalPaiseOf(rows));
    const sent = gateway.executed.toSorted((a, b) => String(a.remark).localeCompare(String(b.remark)));
    expect(sent.map(({ amountText }) => amountText)).toEqual([
      '0.01',
      '0.1',
      '1.05',
      '8589934.59',
      '90071.99',
      '99999999.99',
      '100000000',
    ]);
    expect((await exportCsv(desk, 'B0001')).lines.map((line) => line['amount'])).toEqual(amounts);
  });
});

/** Runs a file and compares everything with everything. Returns how many payments were made, each under its own reference. */
async function runToTheEnd(
  desk: Desk,
  {
    gateway,
    rows,
    file,
  }: { readonly gateway: SpecGateway; readonly rows: readonly PayoutRow[]; readonly file: string },
): Promise<number> {
  const ran = await desk.run('run', file, '--profile', 'acme', '--yes', '--json');
  const view = answerOf(ran, BATCH);
  expect(ran.exitCode).toBe(0);
  expect(view).toMatchObject({
    batch: 'B0001',
    profile: 'acme',
    paused: null,
    counts: counts({ success: rows.length }),
  });
  expect(view.paise.success).toBe(totalPaiseOf(rows));

  expect(gateway.payoutPosts()).toHaveLength(rows.length);
  expect([...gateway.timesPosted().values()].every((times) => times === 1)).toBe(true);
  const sent = new Map(gateway.executed.map((made) => [made.remark, made]));
  for (const row of rows) expect(sent.get(row.remark)).toMatchObject(expectedPayout(row));

  const report = await exportCsv(desk, view.batch);
  expect(report.columns).toEqual([...REPORT_COLUMNS, ...HEADERS.map((header) => `source.${header}`)]);
  expect(report.lines).toHaveLength(rows.length);
  report.lines.forEach((line, at) => {
    const row = rows[at];
    const made = sent.get(row?.remark);
    if (row === undefined || made === undefined) throw new Error(`line ${at} is of no payout`);
    expect(line).toMatchObject(expectedLine(row, { made, number: at + 2, gateway }));
  });
  expect(report.lines.reduce((sum, line) => sum + paiseOf({ amount: line['amount'] ?? '' }), 0)).toBe(
    totalPaiseOf(rows),
  );
  return new Set(gateway.executed.map(({ reference }) => reference)).size;
}

function expectedPayout(row: PayoutRow): Partial<Executed> {
  const who =
    row.method === 'UPI'
      ? { upiId: row.upi, account: undefined }
      : { account: row.account, ifsc: row.ifsc, upiId: undefined };
  return { method: row.method, ...who, amountText: jsonAmountOf(row), remark: row.remark };
}

function expectedLine(
  row: PayoutRow,
  { made, number, gateway }: { readonly made: Executed; readonly number: number; readonly gateway: SpecGateway },
): ReportLine {
  const suffix = made.transactionId.slice(3);
  return {
    row: String(number),
    status: 'success',
    reference: made.reference ?? '',
    payment_method: row.method,
    beneficiary: row.method === 'UPI' ? row.upi : row.account,
    ifsc: row.ifsc,
    amount: row.amount,
    remark: row.remark,
    name: row.name,
    transaction_id: made.transactionId,
    rrn: `5${suffix}00`,
    utr: halfAtOnce(made).later === undefined ? '' : utrOf(made),
    log_number: `LOG${suffix}`,
    tran_ref_no: `REF${suffix}`,
    gateway_status: 'success',
    attempts: '1',
    retry_of: '',
    batch: 'B0001',
    profile: 'acme',
    mid: String(gateway.mid),
    environment: 'LIVE',
    'source.Account Number': row.account,
  };
}
