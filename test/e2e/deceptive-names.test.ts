// A name that is not what it looks like has its sign wherever a person decides by it. In a real Chromium on the built door.

import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { NAMES } from '../../shared/text/controls.ts';
import { csvOf, expectShown, goTo, openRows, startWithPractice } from './desk-page.ts';
import { useSession } from './use-session.ts';

const TEST_WITHIN_MS = 180_000;
const RUNS_WITHIN_MS = 60_000;

/** The second letter is Cyrillic. */
const NAME = 'R\u0430vi';

describe('A name with letters of two scripts', { timeout: TEST_WITHIN_MS }, () => {
  let page: Page;
  useSession({
    begin: async (session) => {
      ({ page } = session);
      await startWithPractice(page, session.link);
    },
  });
  const signed = (within: Locator): Promise<void> =>
    expectShown(within.getByTitle(NAMES.deceptive).filter({ hasText: NAME }));

  it('has a sign in rows, titles, dialogs, notices and what is found by it', async () => {
    await openRows(page, csvOf([`${NAME},servererror.ravi@practice,1000,Salary`, 'Asha,asha@sample,2000,Salary']));
    await signed(page.getByRole('grid'));
    await page.getByRole('button', { name: 'Check and confirm' }).click();
    await page.getByRole('button', { name: /^Pay ₹/ }).click();
    await expectShown(page.getByText(/1 payment is being checked|^Finished/), RUNS_WITHIN_MS);
    await signed(page.getByRole('grid'));

    await goTo(page, 'Payees');
    await page.getByRole('grid').getByText(NAME).dblclick();
    await signed(page.getByRole('heading', { level: 1 }));

    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.type('servererror');
    await signed(page.getByRole('option', { name: /Show payee/ }));
    await page.keyboard.press('Escape');

    // The same person once more: the table of who was paid before.
    await openRows(page, csvOf([`${NAME},servererror.ravi@practice,1000,Salary`, 'Mina,mina@sample,2000,Salary']));
    const show = page.getByRole('main').getByRole('button', { name: 'Show', exact: true }).first();
    if (await show.isVisible()) await show.click();
    await page.getByRole('button', { name: 'Check and confirm' }).click();
    await signed(page.getByRole('main'));
  });

  it('is never taken for one in a sentence of the window', async () => {
    for (const place of ['Payouts', 'Payees', 'History', 'Wallet', 'Settings']) {
      await goTo(page, place);
      const others = page.getByRole('main').getByTitle(NAMES.deceptive).filter({ hasNotText: NAME });
      expect(await others.count()).toBe(0);
    }
  });
});
