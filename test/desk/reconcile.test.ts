// What moved within some days, over all batches: entered in the store by hand, read from the file as an auditor would.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import Papa from 'papaparse';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { compose } from '../../electron/main/compose.ts';
import { reconcile } from '../../electron/main/desk/batches/export-batch.ts';
import type { System } from '../../electron/main/session/system.ts';
import { DAY_MS, HOUR_MS } from '../../shared/limits.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { asPaise } from '../../shared/money.ts';
import { NO_IDS } from '../../shared/outcomes.ts';
import { confirm } from '../store/confirm.ts';
import {
  answer,
  claimOne,
  confirmation,
  LOST,
  lookUp,
  MERCHANT,
  NOW_MS,
  PAID,
  payments,
  said,
  turn,
} from '../store/desk-file.ts';
import { filledFolder } from './filled-desk.ts';

/** The local day of NOW_MS, a Wednesday. */
const DAY = { fromMs: Date.UTC(2026, 3, 1) - 5.5 * HOUR_MS, toMs: Date.UTC(2026, 3, 2) - 5.5 * HOUR_MS - 1 };

const REFUSED = {
  kind: 'refused',
  state: 'rejected',
  word: 'rejected',
  ids: NO_IDS,
  message: verbatim('no such account'),
} as const;

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

beforeAll(() => void vi.stubEnv('TZ', 'Asia/Kolkata'));
afterAll(() => void vi.unstubAllEnvs());

describe('a reconciliation', () => {
  let folder: string;
  let system: System;
  const table = async (period = DAY): Promise<readonly Readonly<Record<string, string>>[]> => {
    const path = join(folder, `${period.fromMs}-${period.toMs}.csv`);
    expect(await reconcile(system, { book: 'live', path, ...period })).toMatchObject({ kind: 'done' });
    return Papa.parse<Record<string, string>>(readFileSync(path, 'utf8').replace('\uFEFF', ''), {
      header: true,
      skipEmptyLines: true,
    }).data;
  };

  beforeEach(() => {
    folder = filledFolder((writer) => {
      writer.saveProfile(PROFILE, NOW_MS);
      const keep = (balance: string, atMs: number): void =>
        writer.keepWalletReading({ merchant: MERCHANT, balance, readFor: 'person' }, atMs);
      keep('900', NOW_MS + 2 * HOUR_MS);
      keep('1250.05', NOW_MS - HOUR_MS);
      keep('1', DAY.toMs + 1);
      const merchantId = writer.merchants.ensure(MERCHANT);
      const paid = payments(6, { amountPaise: asPaise(10_001) });
      const batch = confirm(writer, confirmation({ store: writer, merchantId }, paid));
      const claimed = Array.from({ length: 5 }, () => claimOne(writer, batch));
      const [one, two, three, four, five] = claimed;
      if (one === undefined || two === undefined || three === undefined || four === undefined || five === undefined)
        throw new Error('too few were claimed');
      turn(writer, batch, {
        news: [answer(one, PAID), answer(two, PAID), answer(three, LOST), answer(four, PAID), answer(five, REFUSED)],
      });
      // One was paid and came back the next day; one failed; one is in doubt; one was never sent.
      turn(writer, batch, { news: [lookUp(four, said('reversed'), NOW_MS + DAY_MS)] });
      const other = confirm(
        writer,
        confirmation({ store: writer, merchantId }, payments(1, { remark: 'Bonus', amountPaise: asPaise(700) }), {
          fileName: 'later.csv',
          nowMs: NOW_MS + DAY_MS,
        }),
      );
      turn(writer, other, {
        news: turn(writer, other, { claim: 1, nowMs: NOW_MS + DAY_MS }).claimed.map((late) =>
          answer(late, PAID, NOW_MS + DAY_MS),
        ),
      });
    });
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    system = compose({
      dataFolder: folder,
      stateFolder: join(folder, 'state'),
      environmentToken: null,
      systemProxy: null,
      onWarning: () => {},
    });
  });

  it('has what came to its end within the days, beside what each batch was confirmed with', async () => {
    expect(await table()).toEqual([
      expect.objectContaining({
        batch: 'B0001',
        file: 'salaries.csv',
        confirmed_payouts: '6',
        confirmed: '600.06',
        stored_payouts: '6',
        stored: '600.06',
        difference: '0.00',
        paid_payouts: '2',
        paid: '200.02',
        paid_by_gateway: '200.02',
        paid_by_decision: '0.00',
        came_back: '0.00',
        failed: '100.01',
        open_payouts: '2',
        open: '200.02',
      }),
    ]);
    const both = await table({ fromMs: DAY.fromMs, toMs: DAY.toMs + DAY_MS });
    expect(both.map(({ batch, paid, came_back: back }) => [batch, paid, back])).toEqual([
      ['B0001', '200.02', '100.01'],
      ['B0002', '7.00', '0.00'],
    ]);
    expect(await table({ fromMs: 0, toMs: DAY.fromMs - 1 })).toEqual([]);
  });

  it('is refused for days that end before they begin, and where there is no desk, with no file written', async () => {
    const path = join(folder, 'none.csv');
    const reversed = { fromMs: DAY.toMs, toMs: DAY.fromMs };
    const refusal = (code: string) => ({ kind: 'refused', refusal: { code } });
    expect(await reconcile(system, { book: 'live', path, ...reversed })).toMatchObject(refusal('daysReversed'));
    expect(await reconcile(system, { book: 'practice', path, ...DAY })).toMatchObject(refusal('noBatches'));
    expect(existsSync(path)).toBe(false);
  });

  it('says of a wallet that was read twice what this desk does not explain of its change', async () => {
    const path = join(folder, 'day.xlsx');
    await reconcile(system, { book: 'live', path, ...DAY });
    const book = new ExcelJS.Workbook();
    await book.xlsx.readFile(path);
    const [, header = [], line = []] = book.getWorksheet('Wallets')?.getSheetValues() ?? [];
    const names = Array.isArray(header) ? header : [];
    const cells = Array.isArray(line) ? line : [];
    const of = (name: string): unknown => cells[names.indexOf(name)];
    // 350.05 less, of which two payouts and the one that came back only later are 300.03; the one in doubt may be the rest.
    expect([of('change'), of('paid_by_this_desk'), of('perhaps_paid_by_this_desk')]).toEqual([-350.05, 300.03, 100.01]);
    expect([of('came_back'), of('not_explained_by_this_desk')]).toEqual([0, -50.02]);
  });
});
