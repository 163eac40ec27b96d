// Payouts in doubt and late news in a real browser on the built door: a payout with a lost reply stays in doubt until a person
// finds the transfer on the bank's statement, and a payment reversed a day later is an alarm until it is read.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../shared/limits.ts';
import { withAccount } from './accounts.ts';
import { type BuiltDoor, startBuiltDoor } from './built-door.ts';
import { chooseIn, csvOf, expectShown, openRows, startWithPractice } from './desk-page.ts';
import { useSession } from './use-session.ts';

const RUNS_WITHIN_MS = 60_000;
const TEST_WITHIN_MS = 150_000;

/** No lookup finds the lost reply before a person does. */
const POLL_FIRST_MS = 3_600_000;

describe('Payouts in doubt', () => {
  const place = mkdtempSync(path.join(tmpdir(), 'payout-desk-clock-'));
  const clockFile = path.join(place, 'clock');
  writeFileSync(clockFile, '0');
  let next: BuiltDoor | null = null;
  const current = useSession({
    clockFile,
    prepare: withAccount('Salaries', ['--poll-first-ms', String(POLL_FIRST_MS)]),
  });

  afterAll(async () => {
    await next?.close();
    rmSync(place, { recursive: true, force: true });
  });

  it(
    'are seen with their evidence, and decided "paid" with the number on the statement',
    async () => {
      const { page, link } = current();
      await startWithPractice(page, link);
      await chooseIn(page.getByRole('combobox', { name: 'Account' }), 'Salaries');
      await expectShown(page.getByRole('banner').getByText('LIVE'));
      await openRows(
        page,
        csvOf([
          'Asha,success@practice,1000,Salary',
          'Ravi,replylost@practice,2000.50,Salary',
          'Meera,latereversal@practice,3000,Salary',
        ]),
      );
      await page.getByRole('button', { name: 'Check and confirm' }).click();
      await page.getByLabel(/Type the number of payments/).fill('3');
      await page.getByRole('button', { name: /^Pay ₹/ }).click();
      await page.getByRole('button', { name: /^Needs review/ }).click({ timeout: RUNS_WITHIN_MS });

      await page.getByRole('heading', { level: 1, name: 'Needs review' }).waitFor();
      const list = page.getByRole('grid', { name: 'Payments not confirmed' });
      await expectShown(list.getByText('Ravi'));
      await expectShown(list.getByText('₹2,000.50'));
      const detail = page.getByRole('region', { name: 'What happened' });
      await expectShown(detail.getByRole('heading', { name: 'Ravi' }));
      await expectShown(detail.getByText('replylost@practice'));
      await expectShown(detail.getByText('The answer was cut off'));
      await expectShown(detail.getByText(/^Sent once/));
      await expectShown(detail.getByText(/^Mark not paid opens .* 5 more checks\. Sooner with a ticket number/));
      await page.getByRole('button', { name: 'Export for the gateway' }).click();
      const message = page.getByRole('dialog').getByLabel('Message');
      await expect.poll(() => message.inputValue()).toMatch(/Reference \w+, ₹2,000\.50, sent /);
      expect(await message.inputValue()).not.toContain('Ravi');
      await page.keyboard.press('Escape');
      await detail.getByRole('button', { name: 'B0001/3' }).click();
      await expectShown(page.getByRole('dialog').getByText('What happened'));
      await page.getByRole('button', { name: 'Close' }).click();

      await detail.getByRole('button', { name: 'Mark paid' }).click();
      await page.getByRole('dialog', { name: 'Mark paid: Ravi, ₹2,000.50' }).waitFor();
      const decide = page.getByRole('dialog').getByRole('button', { name: 'Mark paid' });
      await expect.poll(() => decide.isDisabled()).toBe(true);
      await page.getByLabel('RRN or UTR').fill('no such');
      await page.getByLabel('Note').fill('On the statement of the 2nd.');
      await decide.click();
      await expectShown(page.getByText('This is not an RRN or a UTR.'));
      // A refused decision does not block the right one.
      await page.getByLabel('RRN or UTR').fill('412345678901');
      await decide.click();
      await expectShown(page.getByText('Nothing needs review'));

      await page.goto(page.url().replace(/#.*/, '#/batch/B0001/run'));
      await expectShown(page.getByText(/^Finished: /), RUNS_WITHIN_MS);
      await page.getByRole('grid').getByText('Ravi').dblclick();
      await expectShown(page.getByRole('dialog').getByText('412345678901').first());
      await expectShown(
        page
          .getByRole('dialog')
          .getByText(/^Marked paid by/)
          .first(),
      );
      await page.getByRole('dialog').getByRole('button', { name: 'Take back the decision' }).click();
      const taking = page.getByRole('dialog', { name: 'Take back the decision: Ravi, ₹2,000.50' });
      await taking.getByLabel('Note').fill('It was another line of the statement.');
      await taking.getByRole('button', { name: 'Take back the decision' }).click();
      const drawer = page.getByRole('dialog', { name: 'B0001/3' });
      await expectShown(drawer.getByText('Decision taken back'));
      await expectShown(drawer.getByText('It may have been paid.'));
      await expect.poll(() => drawer.getByRole('button', { name: 'Take back the decision' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Close' }).click();
    },
    TEST_WITHIN_MS,
  );

  it(
    'and a payment that is taken back a day later is an alarm until somebody has read it',
    async () => {
      const { page, folder, gateway, kill } = current();
      await kill();
      writeFileSync(clockFile, String(DAY_MS + 60_000));
      next = await startBuiltDoor({ token: gateway.token, folder, clockFile });
      await page.goto('about:blank');
      await page.goto(next.link);
      await expectShown(page.getByText('The gateway changed its word about a payment.'), RUNS_WITHIN_MS);
      // Whichever account is chosen, an alarm about real money is shown.
      await chooseIn(page.getByRole('combobox', { name: 'Account' }), 'practice');
      await expectShown(page.getByRole('banner').getByText('PRACTICE', { exact: true }));
      const attention = page.getByRole('table', { name: 'Needs attention' });
      await expectShown(
        attention.getByRole('row', { name: /^LIVE The gateway changed its word about a payment\. ₹3,000\.00/ }),
      );
      await page.getByRole('button', { name: 'Read the news' }).click();
      const news = page.getByRole('table', { name: 'Late news' });
      await expectShown(news.getByText('Meera · ₹3,000.00'));
      await expectShown(news.getByText(/the gateway now says reversed/));
      await news.getByRole('button', { name: 'I have read this' }).click();
      await expectShown(news.getByText(/^Read by /));
      await page.reload();
      await expectShown(page.getByRole('table', { name: 'Late news' }).getByText(/^Read by /));
      await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Payouts' }).click();
      await page.getByRole('heading', { level: 1, name: 'Payouts' }).waitFor();
      await expect.poll(() => page.getByText('The gateway changed its word').count()).toBe(0);
    },
    TEST_WITHIN_MS,
  );
});
