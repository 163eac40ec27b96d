// Payouts in doubt and late news in a real browser on the built door: a reply that got lost stays in doubt until a
// person finds the transfer on the bank's statement, and a payment that is taken back a day later is an alarm until it
// is read.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../shared/limits.ts';
import { withAccount } from './accounts.ts';
import { type BuiltDoor, startBuiltDoor } from './built-door.ts';
import { csvOf, expectShown, openRows, startWithPractice } from './desk-page.ts';
import { useSession } from './use-session.ts';

const RUNS_WITHIN_MS = 60_000;
const TEST_WITHIN_MS = 150_000;

/** No look-up finds the lost reply before a person does. */
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
      await page.getByRole('combobox', { name: 'Profile' }).selectOption('Salaries');
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
      await page.getByLabel(/Type the number of payouts/).fill('3');
      await page.getByRole('button', { name: /^Pay ₹/ }).click();
      await page.getByRole('button', { name: /^Decide about/ }).click({ timeout: RUNS_WITHIN_MS });

      await expectShown(page.getByRole('heading', { name: '1 payout · ₹2,000.50' }));
      await expectShown(page.getByText('The answer was cut off'));
      await expectShown(page.getByText(/^1 request/));
      await expectShown(page.getByText(/"Not paid" can be decided without a ticket from .* 5 more answers/));
      await page.getByRole('button', { name: 'B0001/3' }).click();
      await expectShown(page.getByRole('dialog').getByText('What happened'));
      await page.getByRole('button', { name: 'Close' }).click();

      await page.getByRole('button', { name: 'It was paid', exact: true }).click();
      const decide = page.getByRole('button', { name: 'Record the decision' });
      await expect.poll(() => decide.isDisabled()).toBe(true);
      await page.getByLabel('RRN or UTR').fill('no such');
      await page.getByLabel('Note').fill('On the statement of the 2nd.');
      await decide.click();
      await expectShown(page.getByText('This is not an RRN or a UTR.'));
      // What was refused does not stand in the way of what is right.
      await page.getByLabel('RRN or UTR').fill('412345678901');
      await decide.click();
      await expectShown(page.getByText('No payout is in doubt'));

      await page.goto(page.url().replace(/#.*/, '#/batch/B0001/run'));
      await expectShown(page.getByText('Every payout has come to its end.'), RUNS_WITHIN_MS);
      await page.getByRole('grid').getByText('Ravi').dblclick();
      await expectShown(page.getByRole('dialog').getByText('412345678901').first());
      await expectShown(page.getByRole('dialog').getByText('Decided by').first());
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
      await expectShown(page.getByText('The gateway changed its word about a payout.'), RUNS_WITHIN_MS);
      // Whichever account is chosen: an alarm about real money is an alarm.
      await page.getByRole('combobox', { name: 'Profile' }).selectOption('practice');
      await expectShown(page.getByRole('banner').getByText('PRACTICE', { exact: true }));
      await expectShown(page.getByText('The gateway changed its word about a payout. LIVE'));
      await page.getByRole('button', { name: 'Read the news' }).click();
      const news = page.getByRole('table', { name: 'Late news' });
      await expectShown(news.getByText('B0001/4'));
      await expectShown(news.getByText('Meera'));
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
