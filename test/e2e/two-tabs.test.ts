// Two tabs of one desk in a real Chromium: what one pays, the other's Confirm shows at once, and a refused Pay is read where
// it was pressed.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { csvOf, expectShown, openRows, startWithPractice } from './desk-page.ts';
import { useSession } from './use-session.ts';

const TEST_WITHIN_MS = 120_000;

/** Enough that the run is still under way when the other tab has read and clicked, on a slow machine as well. */
const OTHERS = 1_500;

describe('Two tabs of the browser door', () => {
  const current = useSession();

  const confirm = async (page: Page, rows: readonly string[]): Promise<void> => {
    await openRows(page, csvOf(rows));
    await page.getByRole('button', { name: 'Check and confirm' }).click();
    await expectShown(page.getByText(/^Rupees .* Only$/));
  };
  const pay = (page: Page) => page.getByRole('button', { name: /^Pay ₹/ });

  it(
    'show what the other pays before Pay is pressed, and keep why Pay was refused',
    async () => {
      const { page: one, link } = current();
      const other = await one.context().newPage();
      await startWithPractice(one, link);
      await other.goto(link.replace(/#.*/, ''));
      await confirm(other, ['Asha,asha.tabs@sample,100,Salary', 'Ravi,ravi.tabs@sample,200,Salary']);
      await expectShown(other.getByRole('button', { name: 'Pay ₹300.00 to 2 beneficiaries' }));

      const others = Array.from({ length: OTHERS }, (_, at) => `Person ${at},tabs${at}@sample,${at + 1},Salary`);
      await confirm(one, ['Asha,asha.tabs@sample,100,Salary', ...others]);
      await pay(one).click();
      await expectShown(one.getByRole('button', { name: 'Pause' }));

      await expectShown(other.getByText('What would be paid has changed since you looked.'));
      await other.getByRole('button', { name: 'Pay ₹200.00 to 1 beneficiary' }).click();
      await expectShown(other.getByText('A batch is being sent.'));

      await one.getByRole('button', { name: 'Pause' }).click();
      await expectShown(one.getByRole('button', { name: 'Resume' }));
      // Asked again after the pause: the first one is paid by now.
      await expectShown(other.getByText(/the same amount went to the same person in the last 30 days/));
      await expectShown(other.getByText('A batch is being sent.'));
      await expectShown(other.getByText('Wait until it is sent, or pause it first.'));
      await expect.poll(() => pay(other).isEnabled()).toBe(true);
    },
    TEST_WITHIN_MS,
  );
});
