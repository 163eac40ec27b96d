// Settings by keyboard alone, on a desk that was set up by keyboard alone: appearance, accounts, limits, token, backup, audit,
// restore, and the resulting locked desk.

import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { csvOf, expectShown } from './desk-page.ts';
import { confirmAlone, openAlone, pressThrice } from './keyboard-steps.ts';
import { type Keys, keysOf } from './keys.ts';
import type { PageSession } from './page-session.ts';
import { useSession } from './use-session.ts';

const TEST_WITHIN_MS = 180_000;
const RUNS_WITHIN_MS = 60_000;

describe('Settings by keyboard alone', { timeout: TEST_WITHIN_MS }, () => {
  const current = useSession();
  let session: PageSession;
  let page: Page;
  let keys: Keys;
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog');

  beforeEach(() => {
    session = current();
    ({ page } = session);
    keys = keysOf(page);
  });

  it('begin with a real account: typed, tried with Enter, and used', async () => {
    const { gateway } = session;
    await page.goto(session.link);
    await expectShown(page.getByRole('heading', { level: 1 }));
    await expect.poll(() => page.locator('h1:focus').count()).toBe(1);
    await keys.fill(page.getByLabel('Name of this account'), 'Salaries');
    await keys.fill(page.getByLabel("Gateway's address"), gateway.url);
    await keys.fill(page.getByLabel('Merchant id (mid)'), gateway.mid);
    await keys.act(button('Save and test connection'));
    await expectShown(page.getByText('The gateway answered.'));
    await keys.expectAt(button('Save and test connection'));
    await keys.act(button('Use this account'));
    await expectShown(page.getByRole('banner').getByText('LIVE'));
    await keys.expectAt(page.getByRole('heading', { level: 1, name: 'Payouts' }));
  });

  it('change theme, density and masking', async () => {
    await keys.press('Alt+7');
    await keys.expectAt(page.getByRole('heading', { level: 1, name: 'Settings' }));
    const root = page.locator('html');
    await keys.act(button('Dark'));
    await expect.poll(() => root.getAttribute('data-theme')).toBe('dark');
    await keys.expectAt(button('Dark'));
    await keys.act(button('Compact'), 'Space');
    await expect.poll(() => root.getAttribute('data-density')).toBe('compact');
    await keys.back(button('Light'));
    await keys.press('Space');
    await expect.poll(() => root.getAttribute('data-theme')).toBe('light');
    const mask = page.getByRole('checkbox');
    const before = await mask.isChecked();
    await keys.act(mask, 'Space');
    await expect.poll(() => mask.isChecked()).toBe(!before);
    await keys.expectAt(mask);
  });

  it('hold the focus in the dialogs of an account, and give it back to what opened them', async () => {
    await keys.visit(button('Connect another account'), dialog().getByLabel('Name of this account'));
    await keys.visit(button('Limits Salaries'), dialog().getByLabel(/^Hours before/));
    await keys.visit(button('Replace the token Salaries'), dialog().getByLabel('New token'));
    await keys.back(button('Limits Salaries'));
    await keys.press('Enter');
    await keys.fill(dialog().getByLabel(/^Hours before/), '48');
    await keys.press('Enter');
    await expect.poll(() => dialog().count()).toBe(0);
    await keys.expectAt(button('Limits Salaries'));
  });

  it('replace the token, with the focus kept while it is tried', async () => {
    await keys.act(button('Replace the token Salaries'));
    await keys.fill(dialog().getByLabel('New token'), session.gateway.token);
    await keys.act(dialog().getByRole('button', { name: 'Save', exact: true }));
    await expectShown(dialog().getByText('The gateway answered.'));
    await keys.expectAt(dialog().getByRole('button', { name: 'Save', exact: true }));
    await keys.act(dialog().getByRole('button', { name: 'Close' }));
    await keys.expectAt(button('Replace the token Salaries'));
  });

  it('save backup and log and check the audit log, each once for a double press', async () => {
    for (const [name, command] of [
      ['Save a support file', 'exportLog'],
      ['Check the audit log', 'verifyAudit'],
      ['Make a backup', 'backUp'],
    ] as const) {
      await keys.back(button(name));
      const saved = command === 'verifyAudit' ? null : page.waitForEvent('download');
      await pressThrice(page, { keys, command });
      await saved;
      await expect.poll(() => button(name).getAttribute('aria-busy')).toBe('false');
      await keys.expectAt(button(name));
    }
    await expectShown(page.getByText(/no change found\.$/));
  });

  it('restore a backup by its typed word, and open the desk that is locked by it', async () => {
    await keys.choose(page.getByRole('combobox', { name: 'Account' }), 'practice');
    await keys.to(button('Make a backup'));
    const coming = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const backup = await (await coming).path();
    await openAlone(page, { keys, file: csvOf(['Nisha Comer,nisha.comer@sample,100,Salary']) });
    await confirmAlone(page, keys);
    await keys.act(button(/^Pay ₹/));
    await expectShown(page.getByText(/^Finished: /), RUNS_WITHIN_MS);

    await keys.press('Alt+7');
    await keys.visit(button('Restore a backup'), dialog().getByLabel('Backup file'));
    await keys.press('Enter');
    await keys.expectAt(dialog().getByRole('button', { name: 'Cancel' }));
    await keys.to(dialog().getByLabel('Backup file'));
    const choosing = page.waitForEvent('filechooser');
    await page.keyboard.press('Space');
    await (await choosing).setFiles(backup);
    await keys.fill(dialog().getByLabel('Type RESTORE'), 'RESTORE');
    await keys.press('Enter');
    await keys.act(dialog().getByRole('button', { name: 'Restore a backup' }));
    await expectShown(page.getByText('What was replaced is kept beside it'), RUNS_WITHIN_MS);
    await keys.expectAt(dialog());
    await keys.act(dialog().getByRole('button', { name: 'Close' }));
    await keys.expectAt(button('Restore a backup'));

    await expectShown(page.getByText('The practice desk is locked and sends nothing.'));
    await keys.visit(button('Unlock for new batches'), dialog().getByLabel('Note'));
    await keys.press('Enter');
    await keys.act(dialog().getByLabel(/^No other copy/), 'Space');
    await keys.fill(dialog().getByLabel('Note'), 'Restored by keyboard.');
    await keys.act(dialog().getByRole('button', { name: 'Unlock for new batches' }));
    await expect.poll(() => page.getByText('The practice desk is locked and sends nothing.').count()).toBe(0);
    await keys.expectAt(page.getByRole('heading', { level: 1, name: 'Settings' }));
  });
});
