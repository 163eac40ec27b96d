// Ten thousand payouts through the engine, and their reports compared with the gateway's own books.

import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BatchReport } from '../../electron/main/domain/report.ts';
import { payoutIdentifiers } from '../../electron/main/practice/books.ts';
import { exportReport } from '../../electron/main/reports/export-report.ts';
import { openHeadedReader } from '../../electron/main/store/store.ts';
import { RefusedError } from '../../shared/failures.ts';
import { asPaise, decimalText } from '../../shared/money.ts';
import type { ReportForm } from '../../shared/report-forms.ts';
import { runChild, startChild } from '../bench/child.ts';
import type { Paid, PayTask, Served, ServeTask } from '../bench/tasks.ts';
import { headPlaceIn } from '../fixtures/head-place.ts';

const COUNT = 10_000;
const WALLET_PAISE = 1_000_000_000;

interface BookedPayout {
  readonly serial: number;
  readonly reference: string;
  readonly account: string;
  readonly ifsc: string | null;
  readonly paise: number;
  readonly remark: string;
}

describe('the reports of ten thousand payouts', { timeout: 180_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'payout-desk-ledger-'));
  const desk = join(folder, 'desk');
  let report: BatchReport;
  let close = (): void => undefined;
  let booked: ReadonlyMap<string, BookedPayout>;
  let series = '';
  let walletPaise = 0;

  beforeAll(async () => {
    mkdirSync(desk);
    const databasePath = join(folder, 'gateway.db');
    const gateway = await startChild<Served>('serve-practice', {
      databasePath,
      walletStartPaise: WALLET_PAISE,
    } satisfies ServeTask);
    await runChild<Paid>('run-engine', {
      ...gateway.report,
      folder: desk,
      count: COUNT,
      inFlightMax: 64,
    } satisfies PayTask);
    await gateway.stop();
    const books = new Database(databasePath, { readonly: true });
    const payouts = books
      .prepare<[], BookedPayout>(
        `SELECT serial, udf1 AS reference, coalesce(upi_id, account_number) AS account, ifsc, amount_paise AS paise, remark FROM payouts`,
      )
      .all();
    booked = new Map(payouts.map((payout) => [payout.reference, payout]));
    ({ series, walletPaise } = books
      .prepare<[], { series: string; walletPaise: number }>('SELECT series, wallet_paise AS walletPaise FROM merchant')
      .get() ?? { series: '', walletPaise: 0 });
    books.close();
    expect([payouts.length, booked.size]).toEqual([COUNT, COUNT]);
    const opening = openHeadedReader({ path: join(desk, 'desk.db'), prefix: 'B' }, headPlaceIn(join(desk, 'state')));
    if (opening.kind !== 'open') throw new RefusedError(opening.refusal);
    const [batch] = opening.store.batches.list();
    if (batch === undefined) throw new Error('there is no batch');
    report = opening.store.report(batch, Date.now());
    close = () => opening.store.close();
  }, 180_000);
  afterAll(() => {
    close();
    rmSync(folder, { recursive: true, force: true });
  });

  const rowsOf = async (form: ReportForm): Promise<readonly Readonly<Record<string, string>>[]> => {
    const path = join(folder, `${form}.csv`);
    expect((await exportReport(report, path, { form })).kind).toBe('written');
    return Papa.parse<Record<string, string>>(readFileSync(path, 'utf8').replace('\uFEFF', ''), {
      header: true,
      skipEmptyLines: true,
    }).data;
  };
  const sumOf = (texts: readonly (string | undefined)[]): string =>
    decimalText(asPaise(texts.reduce((sum, text) => sum + Number((text ?? '').replace('.', '')), 0)));

  it('say of each what the gateway booked: reference, account, amount, remark and each of its ids', async () => {
    const rows = await rowsOf('csv');
    expect(rows).toHaveLength(COUNT);
    for (const row of rows) {
      const payout = booked.get(row['reference'] ?? '');
      if (payout === undefined) throw new Error(`the gateway never booked ${row['reference']}`);
      const ids = payoutIdentifiers({ series, serial: payout.serial });
      expect(row).toMatchObject({
        status: 'success',
        beneficiary: payout.account,
        ifsc: payout.ifsc ?? '',
        amount: decimalText(asPaise(payout.paise)),
        remark: payout.remark,
        transaction_id: ids.transactionId,
        rrn: ids.rrn,
        log_number: ids.logNumber,
        tran_ref_no: ids.tranRefNo,
      });
    }
    expect(sumOf(rows.map(({ amount }) => amount))).toBe(decimalText(asPaise(WALLET_PAISE - walletPaise)));
  });

  it('sum up, as a list for a mail merge, to what the wallet lost', async () => {
    const rows = await rowsOf('mail-merge');
    expect(new Set(rows.map(({ reference }) => reference))).toEqual(new Set(booked.keys()));
    expect(sumOf(rows.map(({ amount }) => amount))).toBe(decimalText(asPaise(WALLET_PAISE - walletPaise)));
  });
});
