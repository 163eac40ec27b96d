// Statements of the window about opening and checking a file.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  chip,
  chooseIn,
  csvOf,
  expectShown,
  goTo,
  openRows,
  passMatch,
  sample,
  startWithPractice,
} from './desk-page.ts';
import { dropFile } from './dropped-file.ts';
import { useSession } from './use-session.ts';

const RUNS_WITHIN_MS = 90_000;

/** Headers as accounts teams write them, each with the field it must match. */
const HEADERS = [
  ['A/C No.', 'Account number'],
  ['IFSC Code', 'IFSC'],
  ['UPI ID', 'UPI ID'],
  ['Net Pay (Rs.)', 'Amount'],
  ['Narration', 'Remark'],
  ['MODE', 'Payment method'],
] as const;

describe('Opening a file', { timeout: RUNS_WITHIN_MS }, () => {
  let page: Page;
  useSession({
    begin: async (session) => {
      ({ page } = session);
      await startWithPractice(page, session.link);
    },
  });

  it.each(['salary.csv', 'salary.xlsx'])('1: opens %s, dropped on another screen', async (name) => {
    await goTo(page, 'History');
    await dropFile(page, { name, buffer: readFileSync(sample(name)) });
    await passMatch(page);
    await expectShown(page.getByText(new RegExp(`^${name} · .*\\d+ rows`)));
  });

  it('4: matches the usual headers by itself and shows how', async () => {
    const text = [
      HEADERS.map(([header]) => header).join(','),
      '00123456789,HDFC0000001,,100,Salary,IMPS',
      ',,asha@sample,200,Salary,UPI',
      '',
    ].join('\n');
    await openRows(page, { name: 'headers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.getByRole('button', { name: 'Change the columns' }).click();
    for (const [header, field] of HEADERS) {
      const line = page.getByRole('row').filter({ has: page.getByRole('combobox', { name: field, exact: true }) });
      await expect.poll(() => line.getByRole('combobox').textContent()).toBe(header);
      await expectShown(line.getByText('By its name'));
    }
  });

  it('4: shows what a doubtful column would pay, and takes nothing of it before a person chooses', async () => {
    const text = 'UPI ID,Amount (in paise),Remark\nasha@sample,50000,Salary\n';
    await goTo(page, 'Payouts');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'paise.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await expectShown(page.getByRole('heading', { level: 1, name: 'Match the columns' }));
    await expectShown(page.getByText('Taken as rupees, its first value pays ₹50,000.00.'));
    const amount = page.getByRole('combobox', { name: 'Amount', exact: true });
    expect(await amount.textContent()).toBe('No column');
    expect(await page.getByRole('button', { name: 'Check the rows' }).isDisabled()).toBe(true);
    await chooseIn(amount, 'Amount (in paise)');
    await page.getByRole('button', { name: 'Check the rows' }).click();
    await expectShown(page.getByRole('heading', { level: 1, name: 'Review and fix' }));
  });

  it('4: takes no column as an answer, and waits for it', async () => {
    const text = 'UPI ID,Account No (Old),Amount,Remark\nasha@sample,,500,Salary\n';
    await goTo(page, 'Payouts');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'earlier.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await expectShown(page.getByText('it says "Old".'));
    expect(await page.getByRole('button', { name: 'Check the rows' }).isDisabled()).toBe(true);
    await expectShown(page.getByText('1 question above is not answered yet.'));
    await page.getByRole('radiogroup', { name: 'Account number' }).getByRole('radio', { name: 'No column' }).click();
    await page.getByRole('button', { name: 'Check the rows' }).click();
    await expectShown(page.getByRole('heading', { level: 1, name: 'Review and fix' }));
  });

  it("4: asks once how the sheet's own methods are paid, and keeps the answer with the headers", async () => {
    const text = [
      'Payee,Mode,Account No,IFSC,Amount,Remark',
      'Asha,NEFT,50100123456789,HDFC0000001,100,Salary',
      'Ravi,Cash,50100123456780,HDFC0000001,200,Salary',
      '',
    ].join('\n');
    const file = { name: 'modes.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await goTo(page, 'Payouts');
    await page.locator('input[type=file]').setInputFiles(file);
    const answer = (word: string, as: string): Promise<void> =>
      page
        .getByRole('radiogroup', { name: `${word} · 1 row` })
        .getByRole('radio', { name: as })
        .click();
    await answer('NEFT', 'Pay by IMPS');
    expect(await page.getByRole('button', { name: 'Check the rows' }).isDisabled()).toBe(true);
    await expectShown(page.getByText('1 question above is not answered yet.'));
    await answer('CASH', 'Leave unpaid');
    await page.getByRole('button', { name: 'Check the rows' }).click();
    await expect.poll(() => chip(page, 'Ready')).toBe(1);
    await expect.poll(() => chip(page, 'Errors')).toBe(0);
    await goTo(page, 'Payouts');
    await page.locator('input[type=file]').setInputFiles(file);
    await expectShown(page.getByRole('heading', { level: 1, name: 'Review and fix' }));
    await expect.poll(() => chip(page, 'Ready')).toBe(1);
  });

  it('3: asks which row is the header where a row above it looks like a payment', async () => {
    const text = 'ravi@sample,700,Salary\nUPI ID,Amount,Remark\nasha@sample,500,Salary\n';
    await goTo(page, 'Payouts');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'two.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await expectShown(page.getByText('It is not clear which row is the header'));
    expect(await page.getByRole('button', { name: 'Check the rows' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Use row 2 as the header' }).click();
    await expectShown(page.getByText('Row 1 above it is not read.'));
    await page.getByRole('button', { name: 'Check the rows' }).click();
    await expectShown(page.getByRole('gridcell', { name: 'asha@sample' }));
    expect(await page.getByText('ravi@sample').count()).toBe(0);
  });

  it('5: skips Match for a remembered layout, until Reset forgets it', async () => {
    const file = {
      name: 'codes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Wer,Wohin,Wieviel,Wofuer\nAsha,asha@sample,100,Salary\n'),
    };
    await goTo(page, 'Payouts');
    await page.locator('input[type=file]').setInputFiles(file);
    await expectShown(page.getByRole('heading', { level: 1, name: 'Match the columns' }));
    for (const [field, header] of [
      ['UPI ID', 'Wohin'],
      ['Amount', 'Wieviel'],
      ['Remark', 'Wofuer'],
    ] as const) {
      await chooseIn(page.getByRole('combobox', { name: field, exact: true }), header);
    }
    await page.getByLabel('Use this for the next file with these headers').check();
    await page.getByRole('button', { name: 'Check the rows' }).click();
    await expectShown(page.getByRole('heading', { level: 1, name: 'Review and fix' }));

    await openRows(page, file);
    await page.getByRole('button', { name: 'Change the columns' }).click();
    await expectShown(page.getByText('As last time').first());
    await page.getByRole('button', { name: 'Forget what was remembered' }).click();
    await expect.poll(() => page.getByText('As last time').count()).toBe(0);

    await goTo(page, 'Payouts');
    await page.locator('input[type=file]').setInputFiles(file);
    await expectShown(page.getByRole('heading', { level: 1, name: 'Match the columns' }));
  });

  it('8: takes all that Fix did back in one step', async () => {
    const rows = Array.from({ length: 3 }, (_, at) => `Person ${at},50100123456${at},HDFCO00000${at + 1},100,Salary`);
    const text = ['Name,Account Number,IFSC,Amount,Remark', ...rows, ''].join('\n');
    await openRows(page, { name: 'letters.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await expect.poll(() => chip(page, 'Errors')).toBe(3);
    await page.getByRole('button', { name: 'Fix all 3' }).click();
    const changes = page.getByRole('dialog');
    await expectShown(changes.getByRole('row', { name: /Person 2 .*HDFCO000003 → HDFC0000003/ }));
    await changes.getByRole('button', { name: 'Fix all 3' }).click();
    await expect.poll(() => chip(page, 'Errors')).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => chip(page, 'Errors')).toBe(3);
    await expect.poll(() => chip(page, 'Edited')).toBe(0);
  });

  it('11: never sends a row with an error, and Confirm says how many are left out and why', async () => {
    await openRows(
      page,
      csvOf([
        'Asha,asha.eight@sample,100,Salary',
        'Ravi,no-at-sign,200,Salary',
        'Meera,meera.eight@sample,-5,Salary',
        'Kiran,kiran.eight@sample,300,Salary',
      ]),
    );
    await expect.poll(() => chip(page, 'Errors')).toBe(2);
    await page.getByRole('button', { name: 'Check and confirm' }).click();
    await expectShown(page.getByText(/^2 rows left out \(₹/));
    await expectShown(page.getByText('The UPI ID is not of the form name@bank.'));
    await expectShown(page.getByText('The amount is negative.'));
    await page.getByRole('button', { name: 'Pay ₹400.00 to 2 people' }).click();
    await expectShown(page.getByText(/^Finished: /), RUNS_WITHIN_MS);
    await goTo(page, 'History');
    await expectShown(page.getByText('2 payments · ₹400.00'));
  });

  it('12: wants a tick for each row that pays a person the same again, set one by one or together', async () => {
    const twice = ['Nina,nina.twelve@sample,111,Salary', 'Omar,omar.twelve@sample,222,Salary'];
    await openRows(page, csvOf([...twice, ...twice]));
    await page.getByRole('button', { name: 'Check and confirm' }).click();
    const ticks = page.getByRole('table', { name: /^\d may be paid twice/ });
    const pay = (words: string) => page.getByRole('button', { name: `Pay ${words}` });
    await expectShown(ticks.getByText('The same person gets the same amount in row 2.'));
    await ticks.getByRole('checkbox', { name: 'Nina, ₹111.00' }).check();
    await expectShown(pay('₹444.00 to 3 people'));
    await page.getByRole('checkbox', { name: 'Pay these 2 in full' }).check();
    for (const tick of await ticks.getByRole('checkbox').all()) expect(await tick.isChecked()).toBe(true);
    await expectShown(pay('₹666.00 to 4 people'));
  });
});
