// The books in a real browser on the built door: rules are made in Settings, a batch is booked from its result, the rest of the
// account from History, and an export is saved again.

import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type BookedVoucher, readBookedFile } from '../desk/booked-file.ts';
import { chooseIn, expectShown, goTo, openRows, startWithPractice } from './desk-page.ts';
import { useSession } from './use-session.ts';

const RUNS_WITHIN_MS = 90_000;
const SHOWN_WITHIN_MS = 60_000;

const LINES = [
  'Name,UPI ID,Amount,Remark,Department',
  'Asha & Co,success.asha@practice,1000,Salary,Sales',
  'Ravi,success.ravi@practice,2000.50,Salary,Stores',
  '',
];

describe('The books', () => {
  let page: Page;
  const saved = async (act: () => Promise<void>): Promise<{ readonly name: string; readonly text: string }> => {
    const [download] = await Promise.all([page.waitForEvent('download'), act()]);
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
  };
  const ledgersIn = (vouchers: readonly BookedVoucher[]): unknown =>
    vouchers.map(({ number, sides }) => [number, ...sides.map(({ ledger, paise }) => `${ledger} ${paise}`)]);
  const saveReport = async (form: string): Promise<void> => {
    await page.getByRole('button', { name: 'Save report' }).click();
    await page.getByRole('menuitem', { name: form }).click();
  };
  const dialog = (name: string): Locator => page.getByRole('dialog', { name });

  useSession({
    begin: async (session) => {
      ({ page } = session);
      await startWithPractice(page, session.link);
      await openRows(page, { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(LINES.join('\n')) });
      await page.getByRole('button', { name: 'Check and confirm' }).click();
      await page.getByRole('button', { name: /^Pay ₹/ }).click();
      await expectShown(page.getByText(/^Finished: 2 paid/), RUNS_WITHIN_MS);
    },
    beginsWithinMs: RUNS_WITHIN_MS,
  });

  it(
    'take their ledgers from rules that a person makes, in their order',
    async () => {
      await goTo(page, 'Settings');
      const rule = async (column: string, value: string, debit: string): Promise<void> => {
        await page.getByRole('button', { name: 'Add a rule' }).click();
        const form = dialog('Add a rule');
        await form.getByLabel('Column of the sheet').fill(column);
        await form.getByLabel('Holds').fill(value);
        await form.getByLabel('Debit').fill(debit);
        if (column === '') await chooseIn(form.getByLabel('What it is for'), 'Salary');
        await form.getByRole('button', { name: 'Save' }).click();
        await expect.poll(() => form.count()).toBe(0);
      };
      await rule('', '', 'Salaries');
      await rule('Department', 'sales', 'Sales pay');
      const rules = page.getByRole('table', { name: 'Ledger rules' });
      await expectShown(rules.getByText('Department = sales'));
      await page.getByRole('button', { name: 'Move rule 2 up' }).click();
      await expect.poll(() => rules.locator('tbody tr').first().textContent()).toContain('Sales pay');
    },
    SHOWN_WITHIN_MS,
  );

  it(
    'have what a batch paid, once',
    async () => {
      await goTo(page, 'History');
      await page.getByRole('button', { name: 'Batches' }).click();
      await page.getByText('P0001').first().dblclick();
      const { name, text } = await saved(() => saveReport('Vouchers for Tally (XML)'));
      expect(name).toBe('PRACTICE P0001 Tally 1.xml');
      const vouchers = readBookedFile(text);
      expect(ledgersIn(vouchers)).toEqual([
        ['P0001/2', 'Sales pay 100000', 'Gateway wallet -100000'],
        ['P0001/3', 'Salaries 200050', 'Gateway wallet -200050'],
      ]);
      expect(vouchers[0]?.narration).toMatch(/^PRACTICE: no money was moved, .*Asha & Co/);
      await expectShown(page.getByText('Export 1 saved'));
      await saveReport('Journal (CSV)');
      await expectShown(page.getByText('Everything paid here is booked already.'));
    },
    SHOWN_WITHIN_MS,
  );

  it(
    'are got again from History, the same file',
    async () => {
      await goTo(page, 'History');
      await page.getByRole('button', { name: 'Journal' }).click();
      const books = dialog('Journal for your books');
      await expectShown(books.getByText('Everything is booked.'));
      expect(await books.getByRole('button', { name: 'Book and save' }).isDisabled()).toBe(true);
      const { name, text } = await saved(() => books.getByRole('button', { name: 'Save again' }).click());
      expect([name, readBookedFile(text).length]).toEqual(['PRACTICE P0001 Tally 1.xml', 2]);
      await expectShown(books.getByText('Export 1 saved'));
      await books.getByRole('button', { name: 'Close' }).last().click();
    },
    SHOWN_WITHIN_MS,
  );
});
