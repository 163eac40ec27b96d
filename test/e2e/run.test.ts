// A run in a real Chromium, on the built door and in the built desktop app: a page reloaded in the middle, a file dropped
// meanwhile, pause.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { csvOf, expectShown, openRows, startWithPractice } from './desk-page.ts';
import { HOSTS } from './hosts.ts';
import { useSession } from './use-session.ts';

const RUNS_WITHIN_MS = 90_000;
const PEOPLE = 200;

describe.each(HOSTS)('A run on the $name', (host) => {
  let page: Page;
  useSession({
    host,
    begin: async (session) => {
      ({ page } = session);
      await startWithPractice(page, session.link);
      await openRows(
        page,
        csvOf(Array.from({ length: PEOPLE }, (_, index) => `Person ${index},run${index}@sample,${100 + index},Salary`)),
      );
      await page.getByRole('button', { name: 'Check and confirm' }).click();
      await page.getByRole('button', { name: /^Pay ₹/ }).click();
      await expectShown(page.getByRole('button', { name: 'Pause' }));
    },
  });

  it(
    '14: pauses at once, says so in plain words, and goes on with the next row',
    async () => {
      await page.getByRole('button', { name: 'Pause' }).click();
      await expectShown(page.getByRole('button', { name: 'Resume' }), RUNS_WITHIN_MS);
      await expectShown(page.getByText(/^Paused\. \d+ not sent \(₹[\d,.]+\)\.$/));
      await page.getByRole('button', { name: 'Resume' }).click();
      await expectShown(page.getByRole('button', { name: 'Pause' }), RUNS_WITHIN_MS);
    },
    RUNS_WITHIN_MS,
  );

  it(
    'goes on while the page is reloaded, and the page catches up exactly',
    async () => {
      await page.reload();
      await expectShown(page.getByText(/^Finished: /), RUNS_WITHIN_MS);
      const paid = await page
        .getByRole('group', { name: 'Show payments' })
        .getByRole('button', { name: 'Paid' })
        .textContent();
      expect(paid).toMatch(new RegExp(`^Paid ${PEOPLE} ₹`));
      await page.getByRole('button', { name: 'See the result' }).click();
      await expectShown(page.getByText(/^Totals match/));
      await expectShown(page.getByRole('button', { name: 'See the payments' }));
      expect(await page.getByRole('button', { name: /^Retry \d/ }).count()).toBe(0);
    },
    RUNS_WITHIN_MS,
  );
});
