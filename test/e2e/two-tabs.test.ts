// Two tabs of one desk in a real Chromium: neither overwrites what the other typed without showing it; a payment in one appears
// at once on the other's Confirm, and a refused Pay is shown where it was pressed.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chip, csvOf, expectShown, goTo, openRows, startWithPractice, typeOver } from './desk-page.ts';
import { useSession } from './use-session.ts';

const TEST_WITHIN_MS = 120_000;

/** Enough that the run is still going after the other tab has read and clicked, also on a slow machine. */
const OTHERS = 1_500;

describe('Two tabs of the browser door', () => {
  let tabs: readonly [Page, Page];
  useSession({
    begin: async ({ page: one, link }) => {
      const other = await one.context().newPage();
      await startWithPractice(one, link);
      await other.goto(link.replace(/#.*/, ''));
      tabs = [one, other];
    },
  });

  const confirm = async (page: Page, rows: readonly string[]): Promise<void> => {
    await openRows(page, csvOf(rows));
    await page.getByRole('button', { name: 'Check and confirm' }).click();
    await expectShown(page.getByText(/^Rupees .* Only · /));
  };
  const pay = (page: Page) => page.getByRole('button', { name: /^Pay ₹/ });

  it(
    'change no cell that the other has changed since it was seen, and show what stands there now',
    async () => {
      const [one, other] = tabs;
      await openRows(one, csvOf(['Asha,asha.seen@sample,100,Salary', 'Ravi,ravi.seen@sample,200,Salary']));
      await other.goto(one.url());
      const cell = (page: Page, text: string) => page.getByRole('gridcell', { name: text, exact: true });
      const correct = async (page: Page, { at, text }: { readonly at: string; readonly text: string }) => {
        await cell(page, at).click();
        await typeOver(page, text);
      };
      await correct(other, { at: 'asha.seen@sample', text: 'asha.other@sample' });
      await correct(one, { at: 'asha.seen@sample', text: 'asha.one@sample' });
      await one.keyboard.press('Enter');
      await expect.poll(() => chip(other, 'Edited')).toBe(1);
      await other.keyboard.press('Enter');
      const contested = other.getByRole('alert').filter({ hasText: 'Keep theirs or yours?' });
      await expectShown(contested.getByText('Row 2, UPI ID: someone else changed it to “asha.one@sample”.'));
      expect(await other.getByLabel('What you typed').inputValue()).toBe('asha.other@sample');
      await expectShown(cell(other, 'asha.one@sample'));
      await contested.getByRole('button', { name: 'Keep theirs' }).click();

      // What is shown by now may be typed over, and so may another cell than the changed one.
      await correct(one, { at: 'asha.one@sample', text: 'asha.two@sample' });
      await correct(other, { at: 'ravi.seen@sample', text: 'ravi.other@sample' });
      await one.keyboard.press('Enter');
      await expectShown(cell(other, 'asha.two@sample'));
      await other.keyboard.press('Enter');
      await expectShown(cell(one, 'ravi.other@sample'));
      await correct(other, { at: 'asha.two@sample', text: 'asha.other@sample' });
      await other.keyboard.press('Enter');
      await expectShown(cell(one, 'asha.other@sample'));
      expect(await other.getByText('so nothing was changed', { exact: false }).count()).toBe(0);

      await correct(other, { at: 'asha.other@sample', text: 'asha.mine@sample' });
      await correct(one, { at: 'asha.other@sample', text: 'asha.theirs@sample' });
      await one.keyboard.press('Enter');
      await expectShown(one.getByText('asha.theirs@sample'));
      await other.keyboard.press('Enter');
      await contested.getByRole('button', { name: 'Keep mine' }).click();
      await expectShown(cell(one, 'asha.mine@sample'));
      expect(await contested.count()).toBe(0);
    },
    TEST_WITHIN_MS,
  );

  it(
    '25: write what is typed to nobody where the other has read another file: its rows are other people',
    async () => {
      const [one, other] = tabs;
      await openRows(one, csvOf(['Asha,asha.row@sample,,Salary', 'Ravi,ravi.row@sample,,Salary']));
      await other.goto(one.url());
      const amount = (page: Page, name: string) =>
        page.getByRole('row').filter({ hasText: name }).getByRole('gridcell').last();
      await amount(other, 'Ravi').click();
      await other.keyboard.type('500');
      const rows = ['Mina,mina.row@sample,,Salary', 'Asha,asha.row@sample,,Salary', 'Ravi,ravi.row@sample,,Salary'];
      await one.getByLabel('Choose the corrected file again').last().setInputFiles(csvOf(rows));
      await expect.poll(() => chip(one, 'All')).toBe(3);
      await expectShown(amount(other, 'Mina'));
      await other.keyboard.press('Enter');
      await amount(other, 'Mina').click();
      await other.keyboard.type('7');
      await other.keyboard.press('Enter');
      await expect.poll(() => amount(one, 'Mina').textContent()).toBe('₹7.00');
      expect(await amount(one, 'Asha').textContent()).toBe('');
      expect(await amount(one, 'Ravi').textContent()).toBe('');
    },
    TEST_WITHIN_MS,
  );

  it(
    '25: type to the row under the ring, though an edit of the other would sort it elsewhere',
    async () => {
      const [one, other] = tabs;
      const rows = Array.from({ length: 20 }, (_, at) => `Person ${at},sorted${at}@sample,${100 + at},Salary`);
      await openRows(one, csvOf(rows));
      await other.goto(one.url());
      const amount = (page: Page, name: string) =>
        page
          .getByRole('row')
          .filter({ has: page.getByRole('gridcell', { name, exact: true }) })
          .getByRole('gridcell')
          .last();
      await one.getByRole('columnheader', { name: 'Amount' }).click();
      await expectShown(one.locator('[role=columnheader][aria-sort=ascending]'));
      await amount(one, 'Person 5').click();
      // Now the first by its amount, and the one below the ring the last.
      await amount(other, 'Person 5').click();
      await other.keyboard.type('1');
      await other.keyboard.press('Enter');
      await other.keyboard.type('9000');
      await other.keyboard.press('Enter');
      await expectShown(amount(one, 'Person 5').filter({ hasText: '₹1.00' }));
      await expectShown(amount(one, 'Person 6').filter({ hasText: '₹9,000.00' }));
      await one.keyboard.type('555');
      await one.keyboard.press('Enter');
      await expect.poll(() => amount(other, 'Person 5').textContent()).toBe('₹555.00');
      for (const [name, is] of [
        ['Person 4', '₹104.00'],
        ['Person 6', '₹9,000.00'],
        ['Person 7', '₹107.00'],
      ] as const)
        expect(await amount(other, name).textContent()).toBe(is);
      await one.getByRole('columnheader', { name: 'Amount' }).click();
      await expectShown(one.locator('[role=columnheader][aria-sort=descending]'));
      await expect.poll(() => one.getByRole('row').nth(1).textContent()).toContain('Person 6');
    },
    TEST_WITHIN_MS,
  );

  it(
    'show what the other pays before Pay is pressed, and keep why Pay was refused',
    async () => {
      const [one, other] = tabs;
      await confirm(other, ['Asha,asha.tabs@sample,100,Salary', 'Ravi,ravi.tabs@sample,200,Salary']);
      await expectShown(other.getByRole('button', { name: 'Pay ₹300.00 to 2 people' }));

      const others = Array.from({ length: OTHERS }, (_, at) => `Person ${at},tabs${at}@sample,${at + 1},Salary`);
      await confirm(one, ['Asha,asha.tabs@sample,100,Salary', ...others]);
      await pay(one).click();
      await expectShown(one.getByRole('button', { name: 'Pause' }));

      await expectShown(other.getByText('What would be paid has changed since you looked.'));
      await other.getByRole('button', { name: 'Pay ₹200.00 to 1 person' }).click();
      await expectShown(other.getByText('A batch is being sent.'));

      await one.getByRole('button', { name: 'Pause' }).click();
      await expectShown(one.getByRole('button', { name: 'Resume' }));
      // Asked again after the pause, when the first one is paid.
      await expectShown(other.getByText(/^The same was paid on /));
      await expectShown(other.getByText('A batch is being sent.'));
      await expectShown(other.getByText('Wait until it is sent, or pause it first.'));
      await expect.poll(() => pay(other).isEnabled()).toBe(true);
    },
    TEST_WITHIN_MS,
  );

  it(
    '18: count the same payments and rupees, run, result and home alike',
    async () => {
      const [one, other] = tabs;
      await expectShown(one.getByText(/^Paused\. [\d,]+ not sent/));
      await other.goto(one.url());
      const figures = (page: Page) => page.getByRole('group', { name: 'Show payments' }).textContent();
      const areAlike = async (): Promise<boolean> => (await figures(one)) === (await figures(other));
      await expect.poll(areAlike).toBe(true);
      await goTo(other, 'Payouts');
      const paid = async (): Promise<string> => {
        const [, count] = /Paid ?([\d,]+) ₹/.exec((await figures(one)) ?? '') ?? [];
        return `${count} of 1,501 paid`;
      };
      const line = () => other.getByRole('table', { name: 'Batches' }).getByRole('row').nth(1).textContent();
      await expect.poll(async () => ((await line()) ?? '').includes(await paid())).toBe(true);
    },
    TEST_WITHIN_MS,
  );
});
