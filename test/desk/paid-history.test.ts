// What charts and a payee's page show of a year, against the rows in the database.

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DeskDatabase } from '../../electron/main/store/desk-database.ts';
import { PAYMENT_KINDS } from '../../shared/payment-kinds.ts';
import { MERCHANT, NOW_MS } from '../store/desk-file.ts';
import { atTime, filledFolder } from './filled-desk.ts';
import { fillYear } from './paid-year.ts';
import { deskFor } from './window-desk.ts';

const PROFILE = {
  name: 'acme',
  ...MERCHANT,
  environment: 'LIVE',
  ratePerSecond: 5,
  inFlightMax: 4,
  pollFirstMs: 3_000,
  pollMaxMs: 3_600_000,
  timeoutMs: 30_000,
  maxPayoutPaise: null,
  maxBatchPaise: null,
  walletUnit: 'rupees',
} as const;

const ASHA = 'imps:HDFC:50100123450';

beforeAll(() => void vi.stubEnv('TZ', 'Asia/Kolkata'));
afterAll(() => void vi.unstubAllEnvs());

function yearFolder(): string {
  return filledFolder((writer) => {
    writer.saveProfile(PROFILE, NOW_MS);
    fillYear(writer, { merchant: MERCHANT, profile: 'acme', environment: 'LIVE' }, NOW_MS);
  });
}

interface Row {
  readonly remark: string;
  readonly paise: number;
  readonly settledAtMs: number;
}

/** The paid rows on disk, of one account or of all. */
function paidRows(folder: string, where = '1 = 1'): readonly Row[] {
  const database = new DeskDatabase(join(folder, 'desk.db'), { readonly: true });
  const rows = database
    .prepare<[], Row>(
      `SELECT remark, amount_paise AS paise, settled_at_ms AS settledAtMs FROM payouts WHERE state = 'success' AND ${where}`,
    )
    .all();
  database.close();
  return rows;
}

/** A second way to the same sums: by the text of the month in India, and by the first word of the fixture's remarks. */
function sumsOf(rows: readonly Row[]): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { remark, paise, settledAtMs } of rows) {
    const word = remark.split(' ')[0] ?? '';
    const kind = { Salary: 'salary', Refund: 'refund', Rent: 'other', Travel: 'expenses' }[word] ?? 'extra';
    const key = `${new Date(settledAtMs + 19_800_000).toISOString().slice(0, 7)} ${kind}`;
    sums[key] = (sums[key] ?? 0) + paise;
  }
  return sums;
}

describe('a year in the window', () => {
  it('sums what is really paid by month and kind, and so for one payee', async (test) => {
    const folder = yearFolder();
    const desk = deskFor(test, folder, { change: atTime(NOW_MS) });
    for (const [person, where] of [
      [null, '1 = 1'],
      [ASHA, "account_number LIKE '%50100123450'"],
    ] as const) {
      const { months } = await desk.ask('readPayroll', { book: 'live', person });
      const shown = Object.fromEntries(
        months.flatMap(({ fromMs, byKind }) =>
          PAYMENT_KINDS.flatMap((kind) => {
            const month = new Date(fromMs + 19_800_000).toISOString().slice(0, 7);
            return byKind[kind].count === 0 ? [] : [[`${month} ${kind}`, byKind[kind].paise]];
          }),
        ),
      );
      const rows = paidRows(folder, where);
      expect(rows.length).toBeGreaterThan(10);
      expect(shown).toEqual(sumsOf(rows));
      const count = months.flatMap(({ byKind }) => Object.values(byKind)).reduce((sum, one) => sum + one.count, 0);
      expect(count).toBe(rows.length);
    }
    expect((await desk.ask('readPayroll', { book: 'practice', person: null })).months).toEqual([]);
  });

  it('has the balances of the wallet, with what is paid of each batch', async (test) => {
    const folder = yearFolder();
    const desk = deskFor(test, folder, { change: atTime(NOW_MS) });
    const history = await desk.ask('readWalletHistory', { profile: 'acme' });
    expect(history.readings.length).toBeGreaterThan(20);
    expect(history.readings.every(({ reported, paise }) => paise === Math.round(Number(reported) * 100))).toBe(true);
    const times = history.readings.map(({ atMs }) => atMs);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    const repeated = history.readings.filter((one, at) => one.reported === history.readings[at - 1]?.reported);
    expect(repeated).toEqual([]);
    const paid = history.batches.reduce((sum, batch) => sum + batch.paid.paise, 0);
    expect(paid).toBe(paidRows(folder).reduce((sum, { paise }) => sum + paise, 0));
    expect(history.earlierBatches).toBe(0);
    expect(history.batches[0]).toMatchObject({ batch: 'B0001', name: 'Customers', paid: { count: 3 } });
    expect(await desk.refusalOf('readWalletHistory', { profile: 'nobody' })).toBe('unknownProfile');
  });

  it('has a page for each payee: names, accounts with first and last use, others of that name, each payment', async (test) => {
    const folder = yearFolder();
    const desk = deskFor(test, folder, { change: atTime(NOW_MS) });
    const { payee } = await desk.ask('readPayee', { book: 'live', person: ASHA });
    const rows = paidRows(folder, "account_number LIKE '%50100123450'");
    expect(payee).toMatchObject({
      line: { person: ASHA, name: 'Asha Rao', beneficiary: '0050100123450', unknown: 0, failed: 0 },
      names: ['Asha Rao', 'Asha R Rao'],
      accounts: [
        { beneficiary: '0050100123450', ifsc: 'HDFC0000060', bank: 'HDFC Bank' },
        { beneficiary: '50100123450', ifsc: 'HDFC0000001', payouts: 2 },
      ],
      sameName: [{ person: 'upi:asha.rao@okbank' }],
    });
    expect(payee?.line.paid).toEqual({ count: rows.length, paise: rows.reduce((sum, { paise }) => sum + paise, 0) });
    const [now, before] = payee?.accounts ?? [];
    expect(before?.lastAtMs).toBeLessThan(now?.firstAtMs ?? 0);
    const all = {
      book: 'live',
      states: [],
      search: '',
      amountFromPaise: null,
      amountToPaise: null,
      fromMs: null,
      toMs: null,
    };
    const found = await desk.ask('searchPayouts', {
      ...all,
      person: ASHA,
      sort: { by: 'rowNumber', direction: 'down' },
      window: { from: 0, count: 100 },
    });
    expect(found.sum).toEqual(payee?.line.paid);
    expect(new Set(found.rows.map(({ beneficiary }) => beneficiary))).toEqual(
      new Set(['0050100123450', '50100123450']),
    );
    const listed = await desk.ask('listPayees', {
      book: 'live',
      search: 'Joseph',
      sort: { by: 'paid', direction: 'down' },
      window: { from: 0, count: 10 },
    });
    // One of the eleven was reversed.
    expect(listed.rows).toMatchObject([
      { person: 'imps:HDFC:50100123455', payouts: 11, paid: { count: 10 }, failed: 1 },
    ]);
    expect(await desk.ask('readPayee', { book: 'live', person: 'upi:nobody@bank' })).toEqual({ payee: null });
  });
});
