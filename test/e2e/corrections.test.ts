// A corrected file in a real browser on the built door with the practice gateway: Review and Confirm show what was paid before,
// then and now, and pay only what a person chooses.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { csvOf, expectShown, openRows, startWithPractice } from './desk-page.ts';
import { useSession } from './use-session.ts';

const RUNS_WITHIN_MS = 90_000;
const SHOWN_WITHIN_MS = 60_000;

const ROWS = ['Asha', 'Ravi', 'Meera', 'Vikram'].map(
  (name, at) => [name, `success.${name.toLowerCase()}@practice`, `${1000 + at * 100}`, 'Salary'] as const,
);
const lines = (rows: readonly (readonly string[])[]) => csvOf(rows.map((row) => row.join(',')));
const CORRECTED = ROWS.map(([name, upi, amount, remark], at) => [name, upi, at === 1 ? '1500' : amount, remark]);

describe('A corrected file', () => {
  let page: Page;
  const pay = () => page.getByRole('button', { name: /^Pay ₹/ });

  useSession({
    begin: async (session) => {
      ({ page } = session);
      await startWithPractice(page, session.link);
      await openRows(page, lines(ROWS));
      await page.getByRole('button', { name: 'Check and confirm' }).click();
      await pay().click();
      await expectShown(page.getByText(/^Finished: /), RUNS_WITHIN_MS);
      await openRows(page, lines(CORRECTED));
    },
    beginsWithinMs: RUNS_WITHIN_MS,
  });

  it(
    'says on Review what was paid before, and that nothing of it will be paid',
    async () => {
      await expectShown(page.getByText(/^4 rows \(₹5,000\.00\) may be paid twice/));
      await expectShown(page.getByText('0 payments'));
      await page.getByRole('button', { name: 'Then and now' }).click();
      const dialog = page.getByRole('dialog');
      const ravi = dialog.getByRole('row').filter({ hasText: /Ravi.*₹1,100\.00.* · P0001\/3₹1,500\.00/ });
      await expectShown(ravi.getByText('₹400.00', { exact: true }));
      await dialog.getByRole('checkbox', { name: /^Ravi, ₹400\.00$/ }).check();
      await page.keyboard.press('Escape');
      await expectShown(page.getByText('1 payment', { exact: true }));
    },
    SHOWN_WITHIN_MS,
  );

  it(
    'goes on to Confirm with what was said, and pays the difference alone',
    async () => {
      await page.getByRole('button', { name: 'Check and confirm' }).click();
      await expectShown(page.getByRole('heading', { name: /^Pay ₹400\.00 to 1 person/ }));
      expect(await page.getByRole('checkbox', { name: /^Ravi, ₹400\.00$/ }).isChecked()).toBe(true);
      await expectShown(page.getByText(/^3 rows left out/));
      await pay().click();
      await expectShown(page.getByText(/^Finished: 1 paid/), RUNS_WITHIN_MS);
    },
    SHOWN_WITHIN_MS,
  );
});
