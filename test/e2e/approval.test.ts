// Two persons at one window: one asks on Confirm, the other approves what the first one saw, and only then it can be paid. Their
// keys are in a keyring of the test.

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasSecretService } from '../platform/keychain/secret-service.ts';
import { axeFaults } from './axe.ts';
import { chooseIn, csvOf, expectShown, goTo, openRows } from './desk-page.ts';
import { DOOR } from './hosts.ts';
import { SESSION_STARTS_WITHIN_MS } from './page-session.ts';
import { openTeamSession, PASSPHRASES, type TeamSession } from './team.ts';

const RUNS_WITHIN_MS = 60_000;

const WHY_NOT = hasSecretService() ? DOOR.unavailable : 'gnome-keyring and dbus are not installed';

const ROWS = [
  'Asha Rao,asha.rao@sample,1000.50,Salary',
  'Ravi,ravi@sample,2000,Salary',
  'Meera,meera@sample,3000,Salary',
];

describe('A window where another person approves', { timeout: RUNS_WITHIN_MS * 2 }, () => {
  let session: TeamSession | null = null;
  let page: Page;

  beforeAll(async () => {
    session = WHY_NOT === null ? await openTeamSession() : null;
    if (session === null) return;
    await session.page.goto(session.link);
    await session.page.getByRole('button', { name: 'Use this account' }).click();
  }, SESSION_STARTS_WITHIN_MS * 2);
  afterAll(async () => {
    await session?.close();
  }, SESSION_STARTS_WITHIN_MS);
  beforeEach((context) => {
    context.skip(session === null, WHY_NOT ?? '');
    if (session !== null) ({ page } = session);
  });

  const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
  const dialog = (): Locator => page.getByRole('dialog');
  const confirm = async (rows: readonly string[]): Promise<void> => {
    await openRows(page, csvOf(rows));
    await button('Check and confirm').click();
  };
  /** Signs in the dialog that is open. */
  const sign = async (who: keyof typeof PASSPHRASES, act: string, passphrase: string = PASSPHRASES[who]) => {
    const name = dialog().getByRole('combobox');
    if (!((await name.textContent()) ?? '').includes(who)) await chooseIn(name, who);
    await dialog().getByLabel('Passphrase', { exact: true }).fill(passphrase);
    await dialog().getByRole('button', { name: act, exact: true }).click();
  };
  const ask = async (who: keyof typeof PASSPHRASES, amount: string): Promise<void> => {
    await button(`Ask for approval of ${amount}`).click();
    await sign(who, `Ask for approval of ${amount}`);
    await dialog().waitFor({ state: 'detached' });
  };
  const openRequest = async (request: number): Promise<void> => {
    await goTo(page, 'Requests');
    await button(`Open request ${request}`).first().click();
    await expectShown(page.getByText(new RegExp(`^Request ${request}, asked by`)));
  };
  const pay = (): Locator => page.getByRole('button', { name: /^Pay ₹/ });

  it('asks instead of paying, and says who may approve and until when', async () => {
    await confirm(ROWS);
    await expectShown(page.getByText('Another person must approve this first.'));
    await expectShown(page.getByText('May approve: Bala. A request is good for 3 days, for exactly this.'));
    expect(await axeFaults(page)).toEqual([]);
    expect(await pay().count()).toBe(0);
    await button('Ask for approval of ₹6,000.50').click();
    await sign('Asha', 'Ask for approval of ₹6,000.50', 'not her passphrase');
    await expectShown(dialog().getByText('That is not the passphrase of Asha.'));
    expect(await dialog().getByLabel('Passphrase', { exact: true }).inputValue()).toBe('');
    await sign('Asha', 'Ask for approval of ₹6,000.50');
    await expectShown(page.getByText('Request 3 is waiting. 0 of 1 approvals.'));
    await expectShown(page.getByText(/^Asked by Asha, valid until .*\. May approve: Bala\.$/));
    expect(await pay().count()).toBe(0);
  });

  it('shows the approver what its maker saw, and lets it be paid once approved, once', async () => {
    await openRequest(3);
    await expectShown(page.getByRole('heading', { name: '₹6,000.50 to 3 people from Salaries' }));
    await expectShown(page.getByRole('table', { name: 'Who is paid: 3 payments' }).getByText('asha.rao@sample'));
    expect(await axeFaults(page)).toEqual([]);
    await button('Approve').click();
    expect(await axeFaults(page)).toEqual([]);
    await sign('Bala', 'Approve');
    await dialog().waitFor({ state: 'detached' });
    await expectShown(page.getByText('Approved by Bala.'));

    await button('Go to Pay').click();
    await expectShown(page.getByText('Approved by Bala.'));
    expect(await pay().count()).toBe(0);
    await button('Unlock to pay').click();
    expect(await axeFaults(page)).toEqual([]);
    await sign('Asha', 'Unlock', 'not her passphrase');
    await expectShown(dialog().getByText('That is not the passphrase of Asha.'));
    await sign('Asha', 'Unlock');
    await dialog().waitFor({ state: 'detached' });
    await expectShown(page.getByText('Unlocked by Asha'));
    await expect.poll(() => pay().isDisabled()).toBe(true);
    await page.getByLabel(/Type the number of payments/).fill('3');
    await pay().dblclick();
    await expectShown(page.getByText(/^Finished: /), RUNS_WITHIN_MS);
    await openRequest(3);
    await expectShown(page.getByText('Approved by Bala, and carried out.'));
    expect(await button('Approve').count()).toBe(0);
    await button('Go to the batch').click();
    await expectShown(page.getByText(/^Finished: /));
  });

  it('is never approved by its maker, and says why', async () => {
    await confirm(['Omar,omar@sample,5000,Bonus']);
    await ask('Bala', '₹5,000.00');
    await button('Open request 4').first().click();
    await button('Approve').click();
    await expect.poll(() => dialog().getByRole('combobox').textContent()).toContain('Choose a name');
    await chooseIn(dialog().getByRole('combobox'), 'Bala');
    await expectShown(dialog().getByText('Bala made this request, and cannot approve it.'));
    await dialog().getByLabel('Passphrase', { exact: true }).fill(PASSPHRASES.Bala);
    expect(await dialog().getByRole('button', { name: 'Approve', exact: true }).isDisabled()).toBe(true);
    await page.keyboard.press('Enter');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await expectShown(page.getByText('0 of 1 approvals.'));
  });

  it('is void once a row changed: it is asked for again, and the old approval pays nothing', async () => {
    await confirm(['Nila,nila@sample,4000,Bonus', 'Uma,uma@sample,1000,Bonus']);
    await ask('Asha', '₹5,000.00');
    await openRequest(5);
    await button('Approve').click();
    await sign('Bala', 'Approve');
    await dialog().waitFor({ state: 'detached' });
    await button('Go to Pay').click();
    await expectShown(page.getByText('Approved by Bala.'));
    await button('Back to the rows').click();
    await page.getByRole('grid').getByText('1,000.00').dblclick();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('1001');
    await page.keyboard.press('Enter');
    await button('Check and confirm').click();
    await expectShown(button('Ask for approval of ₹5,001.00'));
    await expectShown(page.getByText('Another person must approve this first.'));
    expect(await pay().count()).toBe(0);
  });

  it('is rejected with a reason that its maker reads', async () => {
    await ask('Asha', '₹5,001.00');
    await button('Open request 6').first().click();
    await button('Reject').click();
    await dialog().getByLabel('Passphrase', { exact: true }).fill(PASSPHRASES.Bala);
    expect(await dialog().getByRole('button', { name: 'Reject', exact: true }).isDisabled()).toBe(true);
    await dialog().getByLabel('Reason', { exact: true }).fill('not our vendor');
    await sign('Bala', 'Reject');
    await dialog().waitFor({ state: 'detached' });
    await expectShown(page.getByText('Rejected by Bala: not our vendor'));
    expect(await button('Approve').count()).toBe(0);
  });

  it('approves several at once, none of them unseen', async () => {
    for (const amount of ['5001', '5002']) {
      await confirm([`Tara,tara${amount}@sample,${amount},Bonus`]);
      await ask('Asha', `₹5,00${amount.slice(-1)}.00`);
    }
    await goTo(page, 'Requests');
    for (const request of [4, 7, 8]) await page.getByLabel(`Choose request ${request}`).click();
    await expectShown(page.getByText('3 requests, ₹15,003.00 in all'));
    await expectShown(page.getByText('Open 7, 8 first: nothing is approved unseen.'));
    expect(await button('Approve 3').isDisabled()).toBe(true);
    for (const request of [7, 8]) await openRequest(request);
    await goTo(page, 'Requests');
    for (const request of [4, 7, 8]) await page.getByLabel(`Choose request ${request}`).click();
    expect(await axeFaults(page)).toEqual([]);
    await button('Approve 3').click();
    await sign('Bala', 'Approve 3');
    await dialog().waitFor({ state: 'detached' });
    await expectShown(page.getByText('Request 4: Bala made this request, and cannot approve it.'));
    expect(await page.getByText('Approved by Bala.').count()).toBeGreaterThan(1);
  });

  it('locks again, and adds a person and a tier that others approve', async () => {
    await button('Lock').click();
    await expectShown(page.getByText('Locked', { exact: true }));
    await goTo(page, 'Requests');
    await button('Add a person').click();
    await dialog().getByLabel('Name', { exact: true }).fill('Chitra');
    await dialog().getByLabel('New passphrase', { exact: true }).fill('a third passphrase');
    await dialog().getByLabel('The same again', { exact: true }).fill('a third passphrase');
    await chooseIn(dialog().getByRole('combobox', { name: 'Who asks' }), 'Asha');
    await dialog().getByLabel('Passphrase of who asks', { exact: true }).fill(PASSPHRASES.Asha);
    expect(await axeFaults(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Add a person' }).click();
    await dialog().waitFor({ state: 'detached' });
    await openRequest(9);
    await expectShown(page.getByRole('img', { name: /^QR code of the request / }));
    await button('Approve').click();
    await sign('Bala', 'Approve');
    await dialog().waitFor({ state: 'detached' });
    await goTo(page, 'Requests');
    await expectShown(page.getByRole('table', { name: 'Persons' }).getByText('Chitra'));
    await button('Change a tier').click();
    await dialog().getByLabel('From (rupees)').fill('1000');
    await chooseIn(dialog().getByRole('combobox', { name: 'Needs' }), 'No approval');
    await dialog().getByRole('button', { name: 'Set', exact: true }).click();
    await expectShown(dialog().getByText('Less would need approval: other persons approve that first.'));
    await dialog().getByRole('button', { name: 'Cancel' }).click();
  });

  it('lists who is enrolled, and never sends a passphrase to anybody', async () => {
    await goTo(page, 'Requests');
    await expectShown(page.getByRole('table', { name: 'Persons' }).getByText('Ask for payments'));
    await expectShown(page.getByText('Salaries: from ₹1,000.00 within 24 hours on, batches need 1 approval.'));
    expect(await axeFaults(page)).toEqual([]);
    const all = (await session?.received()) ?? '';
    for (const passphrase of Object.values(PASSPHRASES)) expect(all).not.toContain(passphrase);
  });
});
