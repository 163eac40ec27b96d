// Charts with their tables, and a payee's own page, on a desk with a year of payments.

import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { machineId } from '../../electron/main/platform/machine-id.ts';
import { DeskDatabase } from '../../electron/main/store/desk-database.ts';
import { openHeadedWriter } from '../../electron/main/store/store.ts';
import type { Mid } from '../../shared/ids.ts';
import { formatRupees } from '../../shared/money.ts';
import { fillYear } from '../desk/paid-year.ts';
import { headPlaceIn } from '../fixtures/head-place.ts';
import { setAccount } from './accounts.ts';
import { axeFaults } from './axe.ts';
import { chooseIn, expectShown, goTo, startWithPractice } from './desk-page.ts';
import type { PracticeProcess } from './practice-gateway.ts';
import { useSession } from './use-session.ts';

const TEST_WITHIN_MS = 120_000;
const WAITS = { timeout: 30_000 };

/** The folder of the desk. */
let desk = '';

function fill(folder: string, { url, mid }: PracticeProcess): void {
  desk = folder;
  setAccount(folder, { name: 'Salaries', url, mid, more: [] });
  const state = join(folder, 'state', 'payout-desk');
  const place = headPlaceIn(state, machineId(state, { platform: process.platform }));
  const who = { actor: 'asha@desk', nowMs: Date.now(), monotonicMs: () => performance.now(), place };
  const opening = openHeadedWriter({ path: join(folder, 'desk.db'), prefix: 'B' }, who);
  if (opening.kind !== 'open') throw new Error(`the desk is ${opening.kind}`);
  const { store } = opening;
  const merchant = { baseUrl: url, mid: Number(mid) as Mid };
  fillYear(store, { merchant, profile: 'Salaries', environment: 'LIVE' }, Date.now());
  const known = store.profiles.find('Salaries');
  if (known !== null) store.saveProfile({ ...known, walletUnit: 'rupees' }, Date.now());
  store.close();
}

/** One figure of the database. */
function figure(sql: string): number {
  const database = new DeskDatabase(join(desk, 'desk.db'), { readonly: true });
  const value = Number(database.prepare(`SELECT ${sql}`).pluck().get());
  database.close();
  return value;
}

const PAID_TO_ASHA = "FROM payouts WHERE state = 'success' AND account_number LIKE '%50100123450'";

/** The texts of a table's rows. */
async function rowsOf(table: Locator): Promise<readonly (readonly string[])[]> {
  await expect.poll(() => table.getByRole('row').count(), WAITS).toBeGreaterThan(1);
  return Promise.all((await table.getByRole('row').all()).map(async (row) => row.locator('th, td').allTextContents()));
}

describe('A year of payments', { timeout: TEST_WITHIN_MS }, () => {
  const current = useSession({ prepare: fill });
  let page: Page;
  const payroll = (): Locator => page.getByRole('table', { name: 'Paid per month' });
  const wallet = (): Locator => page.getByRole('table', { name: 'Balance over time' });
  beforeAll(async () => {
    ({ page } = current());
    await startWithPractice(page, current().link);
    await chooseIn(page.getByRole('combobox', { name: 'Account' }), 'Salaries');
  });

  it('is a chart whose table has the figures of the database, seen or only heard, by keyboard', async () => {
    await goTo(page, 'Payees');
    const heard = await rowsOf(payroll());
    const total = formatRupees(figure("sum(amount_paise) FROM payouts WHERE state = 'success'"));
    const count = figure("count(*) FROM payouts WHERE state = 'success'");
    expect(heard.at(-1)?.slice(-2)).toEqual([String(count), total]);
    await expectShown(page.getByText(`· ${total} paid`));
    const refunds = formatRupees(
      figure("sum(amount_paise) FROM payouts WHERE state = 'success' AND remark LIKE 'Refund %'"),
    );
    expect(heard.at(-1)?.[heard[0]?.indexOf('Refunds') ?? -1]).toBe(refunds);
    // The last month before this one, by local time.
    const [, month] = heard.slice(1);
    const before = new Date(new Date().getFullYear(), new Date().getMonth() - 1, 1).getTime();
    const inMonth = figure(`sum(amount_paise) FROM payouts WHERE state = 'success' AND settled_at_ms >= ${before}`);
    expect(month?.at(-1)).toBe(formatRupees(inMonth));

    const show = page.getByRole('button', { name: 'Show “Paid per month” as a table' });
    await show.focus();
    await page.keyboard.press('Enter');
    await expectShown(page.getByRole('region', { name: 'Paid per month' }));
    expect(await rowsOf(payroll())).toEqual(heard);
    expect(await page.getByRole('figure').locator('svg text').count()).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expectShown(page.getByRole('figure').locator('svg text'));
  });

  it('has the wallet’s balances with the batches on them, on Wallet and small on Home', async () => {
    await goTo(page, 'Wallet');
    const rows = (await rowsOf(wallet())).slice(1);
    const batches = rows.filter(([, , batch]) => batch !== '');
    expect(batches.length).toBe(figure('count(*) FROM batches'));
    const salaries = batches.find(([, , batch]) => batch === 'B0002 Salaries');
    expect(salaries?.[3]).toBe(
      formatRupees(figure("sum(amount_paise) FROM payouts WHERE state = 'success' AND batch_id = 2")),
    );
    // The gateway reports the wallet of today, and it is the last one that was stored.
    await expect.poll(async () => (await rowsOf(wallet()))[1]?.[1], WAITS).toBe('₹10,00,00,000.00');
    await page.getByRole('button', { name: 'Show “Balance over time” as a table' }).click();
    expect(await axeFaults(page)).toEqual([]);
    await goTo(page, 'Payouts');
    expect((await rowsOf(wallet())).length).toBe(rows.length + 1);
    expect((await rowsOf(payroll())).length).toBeGreaterThan(11);
  });

  it('has a page of each payee, opened from the list and by Ctrl+K, with their accounts, months and payments', async () => {
    await goTo(page, 'Payees');
    await page.getByLabel('Search payees').fill('0050100123450');
    const cell = page.getByRole('grid', { name: 'Payees' }).getByText('Asha Rao');
    await cell.click();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Asha Rao' }).waitFor();
    await expectShown(page.getByText('Also written Asha R Rao'));
    const paid = formatRupees(figure(`sum(amount_paise) ${PAID_TO_ASHA}`));
    await expectShown(page.getByText(paid, { exact: true }));
    const [, newer, older, , others] = await rowsOf(page.getByRole('table', { name: 'Accounts and UPI IDs used' }));
    expect([newer?.[0], older?.[0], others?.[0]]).toEqual([
      '0050100123450HDFC0000060',
      '50100123450HDFC0000001',
      'asha.rao@okbank',
    ]);
    expect((await rowsOf(payroll())).at(-1)?.at(-1)).toBe(paid);
    const grid = page.getByRole('grid', { name: 'Payments to this payee' });
    await expect
      .poll(() => grid.getAttribute('aria-rowcount'), WAITS)
      .toBe(String(1 + figure(`count(*) ${PAID_TO_ASHA}`)));
    await grid.getByText('B0002/2', { exact: true }).dblclick();
    await page.getByRole('dialog').getByText('What happened').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'asha.rao@okbank' }).click();
    await expectShown(page.getByRole('button', { name: '0050100123450' }));
    await page.getByRole('heading', { level: 1, name: 'Asha Rao' }).focus();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { level: 1, name: 'Payees' }).waitFor();

    await page.keyboard.press('ControlOrMeta+K');
    await page.getByRole('combobox', { name: 'Type a place, a command, a batch or a payee' }).fill('nisha');
    await page.getByRole('option', { name: /Nisha/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Nisha' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Nisha' }).waitFor();
    await page.evaluate("window.location.hash = '#/payee/live/upi:nobody@bank'");
    await expectShown(page.getByText('This desk has no payment to this payee.'));
  });
});
