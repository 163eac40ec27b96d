// What Settings says is true of the account or book it is beside: a tested connection of the current account, a checked log of
// the chosen book. In a real Chromium on the built door.

import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { chooseIn, csvOf, expectShown, goTo, openRows } from './desk-page.ts';
import type { PageSession } from './page-session.ts';
import { useSession } from './use-session.ts';

const TEST_WITHIN_MS = 60_000;

describe('A wrong token', { timeout: TEST_WITHIN_MS }, () => {
  const current = useSession();
  const WRONG = 'not-the-token-of-this-gateway';

  it('is said at its field on the first run, keeps what was typed, and sends nobody elsewhere', async () => {
    const { page, gateway, link } = current();
    const token = page.getByLabel('Token', { exact: true });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.goto(link);
    await page.getByLabel('Name of this account').fill('Salaries');
    await page.getByLabel("Gateway's address").fill(gateway.url);
    await page.getByLabel('Merchant id (mid)').fill(gateway.mid);
    await token.fill(WRONG);
    await button('Save and test connection').click();
    await expectShown(page.getByText('Token refused.'));
    expect(await token.getAttribute('aria-invalid')).toBe('true');
    expect(await token.inputValue()).toBe(WRONG);
    expect(
      await page
        .getByText(/in Settings\.$/)
        .filter({ hasText: 'Replace the token' })
        .count(),
    ).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);

    // It is chosen whole, to be typed over.
    await page.keyboard.type(gateway.token);
    await expect.poll(() => page.getByText('Token refused.').count()).toBe(0);
    await page.keyboard.press('Enter');
    await expectShown(page.getByText(/The gateway answered\.$/));
    expect(await token.inputValue()).toBe('');
    await button('Use this account').click();
    await expectShown(page.getByRole('banner').getByText('LIVE'));
  });

  it('is said at its field where it is replaced, and gone from the page once the dialog is closed', async () => {
    const { page, gateway } = current();
    const dialog = page.getByRole('dialog');
    await goTo(page, 'Settings');
    const open = () => page.getByRole('button', { name: 'Replace the token Salaries' }).click();
    await open();
    await dialog.getByLabel('New token').fill(WRONG);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expectShown(dialog.getByText('Token refused.'));
    expect(await dialog.getByLabel('New token').inputValue()).toBe(WRONG);
    expect(await dialog.getByText('Press Replace the token').count()).toBe(0);
    // It is stored all the same, and the one before is gone: there is nothing to cancel.
    expect(await dialog.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await open();
    expect(await dialog.getByLabel('New token').inputValue()).toBe('');
    await dialog.getByLabel('New token').fill(gateway.token);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expectShown(dialog.getByText(/The gateway answered\.$/));
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  it('leaves a way back from connecting another account', async () => {
    const { page } = current();
    await page.getByRole('button', { name: 'Connect another account' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });
});

describe('Settings', { timeout: TEST_WITHIN_MS }, () => {
  const current = useSession();
  let session: PageSession;
  let page: Page;
  const connected = () => page.getByText(/The gateway answered\.$/);
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  beforeEach(() => {
    session = current();
    ({ page } = session);
  });

  it('call an account connected until another address, merchant id or token is typed', async () => {
    const { gateway } = session;
    await page.goto(session.link);
    await page.getByLabel('Name of this account').fill('Salaries');
    for (const [label, other] of [
      ["Gateway's address", `${gateway.url}x`],
      ['Merchant id (mid)', '999'],
      ['Token', 'another-token'],
    ] as const) {
      await page.getByLabel("Gateway's address").fill(gateway.url);
      await page.getByLabel('Merchant id (mid)').fill(gateway.mid);
      await page.getByLabel('Token').fill(gateway.token);
      await button('Save and test connection').click();
      await expectShown(connected());
      await expectShown(button('Use this account'));
      await page.getByLabel(label).fill(other);
      await expect.poll(() => connected().count()).toBe(0);
      expect(await button('Use this account').count()).toBe(0);
    }
    await page.getByLabel('Token').fill(gateway.token);
    await button('Save and test connection').click();
    await button('Use this account').click();
    await expectShown(page.getByRole('banner').getByText('LIVE'));
  });

  it('call it connected until its token is replaced or forgotten', async () => {
    const { gateway } = session;
    await goTo(page, 'Settings');
    const replace = async (token: string): Promise<void> => {
      await button('Replace the token Salaries').click();
      await page.getByLabel('New token').fill(token);
      await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
      await expectShown(
        page.getByRole('dialog').getByRole('status').or(page.getByRole('dialog').getByRole('alert')).last(),
      );
      await expect.poll(() => page.getByRole('dialog').locator('[aria-busy=true]').count()).toBe(0);
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    };
    await button('Test connection Salaries').click();
    await expectShown(connected());
    await replace('not-the-token-of-this-gateway');
    await expect.poll(() => connected().count()).toBe(0);

    await replace(gateway.token);
    await button('Test connection Salaries').click();
    await expectShown(connected());
    await button('Forget the token Salaries').click();
    await button('Forget it').click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await expect.poll(() => connected().count()).toBe(0);
  });

  it('say of one book only that its log is unbroken', async () => {
    await goTo(page, 'Settings');
    await button('Check the audit log').click();
    await expectShown(page.getByText(/no change found\.$/));
    await chooseIn(page.getByRole('combobox', { name: 'Account' }), 'practice');
    await expectShown(page.getByRole('heading', { level: 2, name: 'Data PRACTICE' }));
    await expect.poll(() => page.getByText(/no change found\.$/).count()).toBe(0);
  });

  it('pay from another account once it is added and used', async () => {
    const { gateway } = session;
    await chooseIn(page.getByRole('combobox', { name: 'Account' }), 'practice');
    await goTo(page, 'Settings');
    await button('Connect another account').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name of this account').fill('Refunds');
    await dialog.getByLabel("Gateway's address").fill(gateway.url);
    await dialog.getByLabel('Merchant id (mid)').fill(gateway.mid);
    await dialog.getByLabel('Token').fill(gateway.token);
    await button('Save and test connection').click();
    await button('Use this account').click();
    await expect.poll(() => dialog.count()).toBe(0);
    await expect.poll(() => page.getByRole('combobox', { name: 'Account' }).textContent()).toBe('Refunds');
    await expectShown(page.getByRole('banner').getByText('LIVE'));
    await button('Pay from practice').click();
    await expectShown(page.getByRole('banner').getByText('PRACTICE', { exact: true }));
    await button('Pay from Refunds').click();
    await expectShown(page.getByRole('banner').getByText('LIVE'));
    await openRows(page, csvOf(['Asha,asha.uses@sample,100,Refund']));
    await button('Check and confirm').click();
    await expectShown(page.getByRole('main').getByText('Refunds').first());
  });
});
