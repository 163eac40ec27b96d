// Payments that the gateway refused at once and does not know ten minutes later, in a real browser on the built door: one button
// marks those that it shows not paid, and opens them for a retry.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { withAccount } from './accounts.ts';
import { type BuiltDoor, startBuiltDoor } from './built-door.ts';
import { chooseIn, csvOf, expectShown, goTo, openRows, startWithPractice } from './desk-page.ts';
import { useSession } from './use-session.ts';

const RUNS_WITHIN_MS = 60_000;
const TEST_WITHIN_MS = 180_000;

/** The least time between the two lookups that must not know it. */
const LATER_MS = 11 * 60_000;

async function pay(page: Page, rows: readonly string[]): Promise<void> {
  await openRows(page, csvOf(rows));
  await page.getByRole('button', { name: 'Check and confirm' }).click();
  await page.getByLabel(/Type the number of payments/).fill(String(rows.length));
  await page.getByRole('button', { name: /^Pay ₹/ }).click();
}

describe('Payments that were refused at once', () => {
  const place = mkdtempSync(path.join(tmpdir(), 'payout-desk-clock-'));
  const clockFile = path.join(place, 'clock');
  writeFileSync(clockFile, '0');
  let next: BuiltDoor | null = null;
  const current = useSession({ clockFile, prepare: withAccount('Salaries', ['--poll-first-ms', '200']) });

  afterAll(async () => {
    await next?.close();
    rmSync(place, { recursive: true, force: true });
  });

  it(
    'are marked not paid and opened to be paid again in one step, once two looks have not known them',
    async () => {
      const { page, link, folder, gateway, kill } = current();
      await startWithPractice(page, link);
      await chooseIn(page.getByRole('combobox', { name: 'Account' }), 'Salaries');
      await expectShown(page.getByRole('banner').getByText('LIVE'));
      // A payment that is accepted first and found paid later proves that lookups work.
      await pay(page, ['Asha,pending.asha@practice,1000,Bonus']);
      await expectShown(page.getByText(/^Finished: 1 paid/), RUNS_WITHIN_MS);
      await pay(page, [
        'Kiran,success.kiran@practice,10,Salary',
        'Ravi,toomany.ravi@practice,2000.50,Salary',
        'Meera,toomany.meera@practice,3000,Salary',
        'Zoya,toomany.zoya@practice,4000,Salary',
      ]);
      await page.getByRole('button', { name: /^Needs review/ }).click({ timeout: RUNS_WITHIN_MS });
      const detail = page.getByRole('region', { name: 'What happened' });
      // Each is looked up once before ten minutes pass.
      for (const name of ['Ravi', 'Meera', 'Zoya']) {
        await page.getByRole('gridcell', { name, exact: true }).click();
        await expectShown(detail.getByRole('heading', { name }));
        await expectShown(
          detail.getByText(/^Mark not paid opens .* if the gateway still can't find it/),
          RUNS_WITHIN_MS,
        );
      }
      const again = page.getByRole('button', { name: 'Not paid: open the retry' });
      expect(await again.count()).toBe(0);

      await kill();
      writeFileSync(clockFile, String(LATER_MS));
      next = await startBuiltDoor({ token: gateway.token, folder, clockFile });
      await page.goto('about:blank');
      await page.goto(next.link);
      await goTo(page, 'Needs review');
      await expectShown(again, RUNS_WITHIN_MS);
      expect(await again.textContent()).toBe('Not paid: open the retry of all 3');
      // Only those that are chosen, which are not the one whose evidence was shown.
      for (const name of ['Meera', 'Ravi']) await page.getByRole('checkbox', { name: `Choose ${name}` }).check();
      await expect.poll(() => again.textContent()).toBe('Not paid: open the retry of all 2');
      await again.click();
      const dialog = page.getByRole('dialog', { name: 'Not paid: open the retry: 2 payments, ₹5,000.50' });
      await expectShown(dialog.getByText('Ravi'));
      await expectShown(dialog.getByText('₹3,000.00'));
      expect(await dialog.getByText('Zoya').count()).toBe(0);
      const decide = dialog.getByRole('button', { name: 'Not paid: open the retry' });
      await dialog.getByLabel('Note').fill('Refused, and not known since.');
      await expect.poll(() => decide.isDisabled()).toBe(true);
      await dialog.getByLabel(/Type the number of payments/).fill('2');
      await decide.click();

      await expectShown(page.getByText(/^These rows were not paid in B0002/), RUNS_WITHIN_MS);
      await page.getByRole('button', { name: 'Check and confirm' }).click();
      await expectShown(page.getByRole('heading', { name: /^Pay ₹5,000\.50 to 2 people/ }), RUNS_WITHIN_MS);

      // Whoever was not chosen is not decided, and is retried alone.
      await goTo(page, 'Needs review');
      await expect.poll(() => again.textContent()).toBe('Not paid: open the retry');
      await again.click();
      await expectShown(page.getByRole('dialog', { name: 'Not paid: open the retry: Zoya, ₹4,000.00' }));
    },
    TEST_WITHIN_MS,
  );
});
