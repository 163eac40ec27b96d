// Paying real money in a real Chromium, on the built door and in the built desktop app. The practice gateway at a separate
// address counts as LIVE for the desk. Everything the page receives is kept and searched for the token.

import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { chooseIn, csvOf, expectShown, goTo, openRows } from './desk-page.ts';
import { HOSTS } from './hosts.ts';
import type { PageSession } from './page-session.ts';
import { useSession } from './use-session.ts';

const RUNS_WITHIN_MS = 60_000;

/** The window's benchmark prints the actual time; waiting for the gateway would take far longer. */
const FIGURES_WITHIN_MS = 3_000;

describe.each(HOSTS)('Paying real money on the $name', (host) => {
  const current = useSession({ host });
  let page: Page;
  let gateway: PageSession['gateway'];
  const pay = () => page.getByRole('button', { name: /^Pay ₹/ });

  beforeEach(() => {
    ({ page, gateway } = current());
  });

  it('is set up on the first run, with a connection that is tried', async () => {
    await page.goto(current().link);
    await page.getByLabel('Name of this account').fill('Salaries');
    await page.getByLabel("Gateway's address").fill(gateway.url);
    await page.getByLabel('Merchant id (mid)').fill(gateway.mid);
    await page.getByRole('button', { name: 'Save and test connection' }).click();
    await expectShown(page.getByText('The gateway answered.'));
    await page.getByRole('button', { name: 'Use this account' }).click();
    await expectShown(page.getByRole('banner').getByText('LIVE'));
  });

  it('tests the connection of an account that is there already', async () => {
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Test connection Salaries' }).click();
    await expectShown(page.getByText('Salaries: The gateway answered.'));
    await expectShown(page.getByText(/^Connected\. Is [\d,]+ rupees or paise\?$/));
    await page.getByRole('button', { name: 'Rupees', exact: true }).click();
    await expectShown(page.getByText(/^Connected\. The wallet says ₹/));
  });

  it(
    '13: waits for the exact count, does not start on Enter, and pays once for two clicks',
    async () => {
      await openRows(
        page,
        csvOf([
          'Asha,asha.live@sample,1000.50,Salary',
          'Ravi,ravi.live@sample,2000,Salary',
          'Meera,meera.live@sample,3000,Salary',
        ]),
      );
      await page.getByRole('button', { name: 'Check and confirm' }).click();
      await expectShown(page.getByText(/^Rupees Six Thousand and Fifty Paise Only · /));
      await expect.poll(() => pay().isDisabled()).toBe(true);
      await expect.poll(() => page.locator(':focus').textContent()).toBe('Back to the rows');

      const count = page.getByLabel(/Type the number of payments/);
      await count.fill('30');
      await expect.poll(() => pay().isDisabled()).toBe(true);
      await count.fill('3');
      await expect.poll(() => pay().isDisabled()).toBe(false);
      await count.press('Enter');
      await expect.poll(() => page.url()).toContain('/confirm');

      await pay().dblclick();
      await expectShown(page.getByText(/^Finished: /), RUNS_WITHIN_MS);
      await page.getByRole('button', { name: 'See the result' }).click();
      await expectShown(page.getByText(/^Totals match/));
      await goTo(page, 'Payouts');
      await expect.poll(() => page.getByRole('table', { name: 'Batches' }).getByRole('row').count()).toBe(2);
      await goTo(page, 'History');
      await expectShown(page.getByText('3 payments · ₹6,000.50'));
    },
    RUNS_WITHIN_MS * 2,
  );

  it('12: warns that the file was run before and wants a tick', async () => {
    await openRows(
      page,
      csvOf([
        'Asha,asha.live@sample,1000.50,Salary',
        'Ravi,ravi.live@sample,2000,Salary',
        'Meera,meera.live@sample,3000,Salary',
      ]),
    );
    await page.getByRole('button', { name: 'Check and confirm' }).click();
    await expectShown(page.getByText(/Run before on .* as B0001: 3 of 3 paid\./));
    await expectShown(page.getByRole('heading', { name: 'Nothing to pay' }));
    await expect.poll(() => pay().count()).toBe(0);
  });

  it('forgets what was ticked for one account when another one was chosen', async () => {
    const account = page.getByRole('banner').getByRole('combobox');
    const again = page.getByLabel('Pay these 3 in full');
    await again.check();
    await expectShown(page.getByText(/^Rupees Six Thousand and Fifty Paise Only · /));
    await expect.poll(() => again.isChecked()).toBe(true);
    await chooseIn(account, 'practice');
    await expectShown(page.getByRole('button', { name: 'Pay ₹6,000.50 to 3 people' }));
    await expect.poll(() => again.count()).toBe(0);
    await chooseIn(account, 'Salaries');
    await expectShown(again);
    await expect.poll(() => again.isChecked()).toBe(false);
    await expect.poll(() => pay().count()).toBe(0);
  });

  it('13: shows the figures at once while the gateway does not answer', async () => {
    gateway.freeze();
    try {
      await openRows(page, csvOf(['Omar,omar.live@sample,10,Salary']));
      const from = performance.now();
      await page.getByRole('button', { name: 'Check and confirm' }).click();
      await expectShown(page.getByRole('heading', { name: 'Pay ₹10.00 to 1 person from Salaries' }));
      expect(performance.now() - from).toBeLessThan(FIGURES_WITHIN_MS);
      await expectShown(page.getByText('Asking the gateway'));
    } finally {
      gateway.thaw();
    }
  });

  it('never sends the token to the page', async () => {
    const all = await current().received();
    expect(all.length).toBeGreaterThan(1_000);
    expect(all).not.toContain(gateway.token);
  });
});
