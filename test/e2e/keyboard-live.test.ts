// Real money by keyboard alone: the way to Pay, the first payment alone, the run's dialogs and grid, the report. Wherever money
// could leave, the test checks what one key press too many does.

import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { withAccount } from './accounts.ts';
import { csvOf, expectShown } from './desk-page.ts';
import { confirmAlone, openAlone, pressThrice, startAlone } from './keyboard-steps.ts';
import { type Keys, keysOf } from './keys.ts';
import type { PageSession } from './page-session.ts';
import { useSession } from './use-session.ts';

const RUNS_WITHIN_MS = 60_000;
const TEST_WITHIN_MS = 180_000;

describe('Real money by keyboard alone', { timeout: TEST_WITHIN_MS }, () => {
  const current = useSession({ prepare: withAccount('Salaries') });
  let session: PageSession;
  let page: Page;
  let keys: Keys;
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const pay = () => button(/^Pay ₹/);
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  const cell = () => page.getByRole('grid').getByRole('gridcell').and(page.locator(':focus'));

  beforeEach(() => {
    session = current();
    ({ page } = session);
    keys = keysOf(page);
  });

  it('comes to Confirm with the focus on Cancel, where Enter pays nothing', async () => {
    await startAlone(page, { keys, link: session.link });
    await keys.choose(page.getByRole('combobox', { name: 'Account' }), 'Salaries');
    await expectShown(page.getByRole('banner').getByText('LIVE'));
    const rows = ['Asha,success.asha@practice,1000.50,Salary', 'Ravi,success.ravi@practice,2000,Salary'];
    await openAlone(page, { keys, file: csvOf([...rows, 'Meera,rejected.meera@practice,3000,Salary']) });
    await confirmAlone(page, keys);
    await keys.press('Enter');
    await keys.expectAt(heading('Review and fix'));
    await confirmAlone(page, keys);
    await expect.poll(() => pay().isDisabled()).toBe(true);
  });

  it('takes the count without paying on Enter, and pays once for three presses', async () => {
    await keys.back(page.getByLabel(/^Pay the first one alone/));
    await keys.press('Space');
    await keys.fill(page.getByLabel(/Type the number of payments/), '3');
    await keys.press('Enter');
    await expect.poll(() => pay().isDisabled()).toBe(false);
    await keys.expectAt(page.getByLabel(/Type the number of payments/));
    expect(page.url()).toContain('/confirm');
    await keys.to(pay());
    await pressThrice(page, { keys, command: 'startBatch' });
    await expectShown(page.getByText(/^The first payment went out\. .* Nothing else was sent\./), RUNS_WITHIN_MS);
    await keys.expectAt(heading(/^people/));
  });

  it('asks before it stops, with the focus on keeping it, and goes on with Resume', async () => {
    await keys.to(button('Stop'));
    await keys.press('Enter');
    await keys.expectAt(button('Keep it'));
    await keys.press('Enter');
    await keys.expectAt(button('Stop'));
    await keys.visit(button('Stop'), button('Stop and cancel the rest'));
    await keys.back(button('Resume'));
    await pressThrice(page, { keys, command: 'resumeBatch' });
    await expectShown(page.getByText(/^Finished: /), RUNS_WITHIN_MS);
    await keys.expectAt(heading(/^people/));
  });

  it("opens a payout from the run's grid, copies from it, and comes back to the same cell", async () => {
    await keys.to(page.getByRole('columnheader').first());
    await keys.press('ArrowDown');
    await keys.press('ArrowRight');
    await keys.press('ArrowRight');
    await expect.poll(() => cell().textContent()).toBe('Asha');
    await keys.press('Enter');
    const drawer = page.getByRole('dialog');
    await expectShown(drawer.getByText('What happened'));
    await keys.act(drawer.getByRole('button', { name: 'Copy Paid to' }));
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('success.asha@practice');
    await keys.act(drawer.getByText('Answer, word for word').first());
    await expectShown(drawer.locator('pre').first());
    await keys.press('Escape');
    await expect.poll(() => drawer.count()).toBe(0);
    await expect.poll(() => cell().textContent()).toBe('Asha');
    await keys.press('Shift+Tab');
    await expect.poll(() => cell().count()).toBe(0);
    await keys.press('Tab');
    await expect.poll(() => cell().textContent()).toBe('Asha');
    // The grid is the last element of the page, so the next tab stop is the window's own.
    await page.keyboard.press('Tab');
    await expect.poll(() => cell().count()).toBe(0);
  });

  it('goes to the result, saves the report, and sees what a retry would pay', async () => {
    await keys.back(button('See the result'));
    await keys.press('Enter');
    await keys.expectAt(heading(/^people/));
    await expectShown(page.getByText(/^Totals match/));
    await keys.act(button('Save report'));
    await expectShown(page.getByRole('menuitem', { name: 'CSV' }));
    await page.keyboard.press('ArrowDown');
    const saving = page.waitForEvent('download');
    await keys.press('Enter');
    await saving;
    await keys.expectAt(button('Save report'));
    await keys.visit(button(/^Retry \d/), page.getByText(/^1 payment for ₹3,000.00 open/));
  });

  it('leaves a dialog and its screen with Ctrl and a number, to the heading of the next', async () => {
    await keys.press('Enter');
    await expectShown(page.getByText(/^1 payment for ₹3,000.00 open/));
    await keys.press('Alt+2');
    await keys.expectAt(heading('History'));
    await keys.to(page.getByRole('columnheader').first());
    await keys.press('ArrowDown');
    await keys.press('Enter');
    await expectShown(page.getByRole('dialog').getByText('What happened'));
    await keys.press('Alt+6');
    await keys.expectAt(heading('Wallet'));
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await expect.poll(() => page.title()).toBe('Wallet · Payout Desk');
  });
});
