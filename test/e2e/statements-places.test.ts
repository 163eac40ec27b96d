// Statements of the window about collecting and looking up, and the faults that must not come back.

import type { Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltDoor, startBuiltDoor } from './built-door.ts';
import { csvOf, expectShown, goTo, openRows, startWithPractice } from './desk-page.ts';
import { HOSTS } from './hosts.ts';
import { useSession } from './use-session.ts';

const RUNS_WITHIN_MS = 90_000;

async function createOrder(page: Page, name: string): Promise<void> {
  await goTo(page, 'Collect');
  await page.getByLabel('Name of the payer').fill(name);
  await page.getByLabel('Mobile number').fill('9876543210');
  await page.getByLabel('Amount in rupees').fill('1,250.50');
  await page.getByLabel('Customer id').fill('C-1041');
  await page.getByRole('button', { name: 'Create the order' }).click();
  await expectShown(page.getByRole('img', { name: 'QR code to pay ₹1,250.50' }));
}

describe.each(HOSTS)('Collect and Lookups on the $name', { timeout: RUNS_WITHIN_MS }, (host) => {
  let page: Page;
  useSession({
    host,
    begin: async (session) => {
      ({ page } = session);
      await startWithPractice(page, session.link);
    },
  });

  it('fault 17: keeps every order when the screen is left, and shows its code again', async () => {
    await createOrder(page, 'Asha Rao');
    const orders = page.getByRole('grid', { name: 'Orders' });
    await expectShown(orders.getByText('Asha Rao'));
    await createOrder(page, 'Ravi Iyer');
    await goTo(page, 'Wallet');
    await goTo(page, 'Collect');
    await expectShown(page.getByRole('img', { name: /^QR code/ }));
    const titles = new Set<string | null>();
    for (const name of ['Ravi Iyer', 'Asha Rao']) {
      await orders.getByText(name).click();
      await expectShown(
        page
          .getByRole('region', { name: /^Order / })
          .or(page.getByRole('main'))
          .getByText(name),
      );
      // The previous one is still there for a moment.
      const title = (): Promise<string | null> =>
        page.getByRole('heading', { level: 2, name: /^Order / }).textContent();
      await expect.poll(async () => titles.has(await title())).toBe(false);
      titles.add(await title());
    }
    expect(titles.size).toBe(2);

    await goTo(page, 'History');
    await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'Orders' }).click();
    await expectShown(page.getByText('2 orders · ₹2,501.00'));
    await page.getByLabel('Search', { exact: true }).fill('asha');
    await expectShown(page.getByText('1 order · ₹1,250.50'));
    const filters = (): Promise<void> => page.getByRole('button', { name: 'Saved filters' }).click();
    await filters();
    await page.getByRole('menuitem', { name: 'Save these filters' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Only Asha');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'Payments' }).click();
    await page.getByLabel('Search', { exact: true }).fill('');
    await page.reload();
    await filters();
    await page.getByRole('menuitem', { name: 'Only Asha', exact: true }).click();
    await expectShown(page.getByText('1 order · ₹1,250.50'));
    await filters();
    await page.getByRole('menuitem', { name: 'Remove “Only Asha”' }).click();
    await filters();
    await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual(['Save these filters']);
    await page.keyboard.press('Escape');
    await orders.getByText('Asha Rao').dblclick();
    await expectShown(page.getByRole('heading', { level: 1, name: 'Collect' }));
    await expectShown(page.getByRole('main').getByText('Asha Rao').first());
  });

  it('17: says that there is no such order where the gateway answers 401 to a payment status', async () => {
    await goTo(page, 'Lookups');
    await page.getByLabel('Order id').fill('NOSUCHORDER');
    await page.getByRole('button', { name: 'Ask the gateway' }).click();
    await expectShown(page.getByRole('alert').getByText(/no such order/));
    expect(await page.getByText(/token/i).count()).toBe(0);
  });

  const pay = async (row: string): Promise<void> => {
    await openRows(page, csvOf([row]));
    await page.getByRole('button', { name: 'Check and confirm' }).click();
    await page.getByRole('button', { name: /^Pay ₹/ }).click();
    await expectShown(page.getByText(/^Finished: /), RUNS_WITHIN_MS);
  };

  it('fault 8: knows its own payout by whatever a person has in hand', async () => {
    await pay('Meera Nair,meera.eight@sample,421,Salary');
    await page.getByRole('grid').getByText('Meera Nair').dblclick();
    const drawer = page.getByRole('dialog');
    await expectShown(drawer.getByText('What happened'));
    const inHand = ['P0001/2'];
    for (const label of ['Copy Reference', 'Copy Transaction id', 'Copy UTR']) {
      const code = drawer.getByRole('button', { name: label }).locator('xpath=preceding-sibling::code');
      inHand.push((await code.textContent()) ?? '');
    }
    await page.keyboard.press('Escape');
    await goTo(page, 'Lookups');
    await page.getByRole('radio', { name: 'Payment', exact: true }).click();
    for (const text of inHand) {
      await page.getByLabel('Transaction id or reference').fill(text);
      await page.getByRole('button', { name: 'Ask the gateway' }).click();
      await expectShown(page.getByText('Meera Nair · ₹421.00'));
      await expectShown(page.getByText('success'));
      expect(await page.getByText('This desk did not send it.').count()).toBe(0);
    }
  });

  it('are reached by the palette, and so is whoever was paid', async () => {
    await pay('Kavita Shah,kavita.palette@sample,422,Salary');
    await page.keyboard.press('ControlOrMeta+k');
    const field = page.getByRole('combobox', { name: 'Type a place, a command, a batch or a payee' });
    await field.fill('kavita');
    await expectShown(page.getByRole('option', { name: 'Show payee Kavita Shah, kavita.palette@sample' }));
    await field.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Kavita Shah' }).waitFor();
    await expectShown(page.getByRole('grid').getByText('₹422.00'));
    await page.keyboard.press('ControlOrMeta+k');
    await field.fill('go to wallet');
    await field.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Wallet' }).waitFor();
  });
});

describe('Orders of a desk that ended', () => {
  const current = useSession();
  let next: BuiltDoor | null = null;

  beforeEach(async () => {
    await startWithPractice(current().page, current().link);
  });
  afterAll(() => next?.close());

  it(
    'fault 17: are there when it starts again',
    async () => {
      const { page, folder, kill } = current();
      await createOrder(page, 'Asha Rao');
      await kill();
      next = await startBuiltDoor({ folder });
      await page.goto('about:blank');
      await page.goto(next.link);
      await goTo(page, 'Collect');
      await expectShown(page.getByRole('grid', { name: 'Orders' }).getByText('Asha Rao'));
      await expectShown(page.getByRole('img', { name: 'QR code to pay ₹1,250.50' }));
    },
    RUNS_WITHIN_MS,
  );
});

describe.each(HOSTS)('An account that is added in Settings on the $name', { timeout: RUNS_WITHIN_MS }, (host) => {
  const current = useSession({
    host,
    begin: async ({ page, link }) => {
      await startWithPractice(page, link);
    },
  });

  it('fault 7: pays from there once it is used, in the rail and on Confirm', async () => {
    const { page, gateway } = current();
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Connect another account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name of this account').fill('Salaries HDFC');
    await dialog.getByLabel("Gateway's address").fill(gateway.url);
    await dialog.getByLabel('Merchant id (mid)').fill(gateway.mid);
    await dialog.getByRole('button', { name: 'Save and test connection' }).click();
    await dialog.getByRole('button', { name: 'Use this account' }).click();
    const rail = page.getByRole('banner');
    await expectShown(rail.getByText('LIVE'));
    await expect.poll(() => rail.getByRole('combobox').textContent()).toContain('Salaries HDFC');
    await openRows(page, csvOf(['Asha,asha.seven@sample,100,Salary']));
    await page.getByRole('button', { name: 'Check and confirm' }).click();
    await expectShown(page.getByRole('heading', { name: 'Pay ₹100.00 to 1 person from Salaries HDFC' }));
  });
});
