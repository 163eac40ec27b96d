// Retrying the failed payouts, in a real browser on the built door with the practice gateway: from the result through Review and
// Confirm to a batch that pays the corrected people, and the link between both in the drawer.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { csvOf, expectShown, goTo, openRows, startWithPractice } from './desk-page.ts';
import { useSession } from './use-session.ts';

const RUNS_WITHIN_MS = 90_000;
const SHOWN_WITHIN_MS = 60_000;

describe('Retrying what failed', () => {
  let page: Page;
  const pay = () => page.getByRole('button', { name: /^Pay ₹/ });
  const cell = (text: string) => page.getByRole('grid').getByRole('gridcell', { name: text, exact: true });

  useSession({
    begin: async (session) => {
      ({ page } = session);
      // Wide enough for every column of Review: those out of sight are not on the page.
      await page.setViewportSize({ width: 1920, height: 1080 });
      await startWithPractice(page, session.link);
      await openRows(
        page,
        csvOf([
          'Asha,rejected.asha@practice,1000.50,Salary',
          'Ravi,failed.ravi@practice,2000,Salary',
          'Meera,success.meera@practice,3000,Salary',
        ]),
      );
      await page.getByRole('button', { name: 'Check and confirm' }).click();
      await pay().click();
      await expectShown(page.getByText(/^Finished: /), RUNS_WITHIN_MS);
      await page.getByRole('button', { name: 'See the result' }).click();
    },
    beginsWithinMs: RUNS_WITHIN_MS,
  });

  it(
    'opens the failed rows in Review, with what they were, and the amount closed',
    async () => {
      await page.getByRole('button', { name: /^Retry \d/ }).click();
      await expectShown(page.getByText(/^2 payments for ₹3,000.50 open in Review/));
      await page.getByRole('button', { name: 'Open them in Review' }).click();
      await expectShown(page.getByText(/^These rows were not paid in P0001/));
      await expectShown(cell('rejected.asha@practice'));

      await cell('₹1,000.50').dblclick();
      await expectShown(page.getByText(/cannot be changed in a retry/));
      expect(await page.getByRole('grid').locator('input:not([type=checkbox])').count()).toBe(0);

      await correct('rejected.asha@practice', 'success.asha@practice');
      await correct('failed.ravi@practice', 'success.ravi@practice');
      await expectShown(page.getByTitle('rejected.asha@practice → success.asha@practice'));
    },
    SHOWN_WITHIN_MS,
  );

  it(
    'shows on Confirm what is paid again and every corrected value, and pays the first one alone, once for two clicks',
    async () => {
      await page.getByRole('button', { name: 'Check and confirm' }).click();
      await expectShown(page.getByText('This is a retry: it pays again what was not paid in P0001.'));
      const corrected = page.getByRole('table', { name: '2 details corrected' });
      await expectShown(corrected.getByText('success.asha@practice'));
      await expectShown(corrected.getByText('rejected.asha@practice'));
      await expectShown(page.getByText(/^Rupees Three Thousand and Fifty Paise Only · /));
      await page.getByLabel(/^Pay the first one alone, then ask me/).check();
      await pay().dblclick();
      await expectShown(page.getByText(/^The first payment went out\. .* Nothing else was sent\./), RUNS_WITHIN_MS);
      await expectShown(page.getByRole('button', { name: 'Stop' }));
      await page.reload();
      await expectShown(page.getByText(/^The first payment went out\. /));
      await page.getByRole('button', { name: 'Resume' }).click();
      await expectShown(page.getByText(/^Finished: /), RUNS_WITHIN_MS);
      await expectShown(page.getByText('Pays again what failed in P0001.'));
      await goTo(page, 'Payouts');
      await expect.poll(() => page.getByRole('table', { name: 'Batches' }).getByRole('row').count()).toBe(3);
    },
    RUNS_WITHIN_MS * 2,
  );

  it(
    'shows the link both ways in the history',
    async () => {
      await goTo(page, 'History');
      await page.getByRole('grid').getByText('success.asha@practice').dblclick();
      await page.getByRole('dialog').getByRole('button', { name: 'P0001/2' }).click();
      await expectShown(page.getByRole('dialog').getByText('rejected.asha@practice').first());
      await page.getByRole('dialog').getByRole('button', { name: 'P0002/2' }).click();
      await expectShown(page.getByRole('dialog').getByText('success.asha@practice').first());
    },
    SHOWN_WITHIN_MS,
  );

  it(
    'says that nothing is left to retry, and why',
    async () => {
      await page.keyboard.press('Escape');
      await goTo(page, 'Payouts');
      await page.goto(`${page.url().split('#')[0]}#/batch/P0001/result`);
      await page.getByRole('button', { name: /^Retry \d/ }).click();
      await expectShown(page.getByText('2 payments will not be retried'));
      await expectShown(page.getByText('It was paid again, as P0002 row 2.'));
      await page.keyboard.press('Escape');
      await expectShown(page.getByText('Paid since, as P0002/2.'));
      await page.getByRole('button', { name: /^Retry \d/ }).click();
      await expect.poll(() => page.getByRole('button', { name: 'Open them in Review' }).isDisabled()).toBe(true);
    },
    SHOWN_WITHIN_MS,
  );

  it(
    'leaves out of a file what was paid lately, until its rows are ticked',
    async () => {
      await page.keyboard.press('Escape');
      await openRows(page, csvOf(['Meera,success.meera@practice,3000,Salary', 'Zoya,success.zoya@practice,10,Salary']));
      await page.getByRole('button', { name: 'Check and confirm' }).click();
      await expectShown(page.getByRole('button', { name: 'Pay ₹10.00 to 1 person' }));
      await page.getByLabel('Pay it in full').check();
      await expectShown(page.getByRole('button', { name: 'Pay ₹3,010.00 to 2 people' }));
      await expect.poll(() => page.getByLabel('Pay it in full').isChecked()).toBe(true);
      await page.getByLabel('Pay it in full').uncheck();
      await expectShown(page.getByRole('button', { name: 'Pay ₹10.00 to 1 person' }));
    },
    SHOWN_WITHIN_MS,
  );

  /** Types over a cell, as in a spreadsheet. */
  async function correct(before: string, after: string): Promise<void> {
    await cell(before).dblclick();
    const input = page.getByRole('grid').locator('input:not([type=checkbox])');
    await input.fill(after);
    await input.press('Enter');
    await expectShown(cell(after));
  }
});
