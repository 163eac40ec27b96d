// What belongs to which account: a batch leads to its own token and its own doubts, whichever account is chosen at the top, and
// an alarm about real money is shown while practice is chosen.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type SpecGateway, startSpecGateway } from '../cli/spec-gateway.ts';
import { setAccount } from './accounts.ts';
import { chooseIn, csvOf, expectShown, goTo, openRows, startWithPractice } from './desk-page.ts';
import { DOOR } from './hosts.ts';

const TEST_WITHIN_MS = 180_000;
const RUNS_WITHIN_MS = 60_000;

/** No lookup finds the lost reply during the test. */
const POLL_FIRST_MS = 3_600_000;

const NEWER = 'tok-the-newer-one';

describe('A batch of one account while another is chosen', () => {
  it(
    'has its own token replaced, its own doubts decided, and its alarm counted beside practice',
    async (context) => {
      context.skip(DOOR.unavailable !== null, DOOR.unavailable ?? '');
      context.skip(process.platform !== 'linux', "this system's keychain cannot be hidden from a test");
      const acme = await startSpecGateway(context, {
        conduct: ({ reference }) => (reference === 'REF-2' ? { reply: 'lost' } : {}),
        onPayout: (count) => {
          if (count === 2) acme.changeToken(NEWER);
        },
      });
      const beta = await startSpecGateway(context, { mid: 815, token: 'tok-of-beta' });
      const folder = mkdtempSync(join(tmpdir(), 'payout-desk-page-'));
      setProfile(folder, { name: 'acme', gateway: acme });
      setProfile(folder, { name: 'beta', gateway: beta });
      const hosted = await DOOR.open({ token: '', folder, clockFile: '' });
      context.onTestFinished(() => hosted.close());
      const { page, link } = hosted;
      const account = page.getByRole('combobox', { name: 'Account' });

      await startWithPractice(page, link);
      await goTo(page, 'Settings');
      for (const [name, { token }] of [['acme', acme] as const, ['beta', beta] as const]) {
        await page.getByRole('button', { name: `Replace the token ${name}` }).click();
        await replaceToken(page, token);
      }
      await chooseIn(account, 'acme');
      await openRows(page, {
        ...csvOf([]),
        buffer: Buffer.from(
          [
            'Name,UPI ID,Amount,Remark,Reference',
            'Asha,asha@sample,1000,Salary,REF-1',
            'Ravi,ravi@sample,2000,Salary,REF-2',
            'Meera,meera@sample,3000,Salary,REF-3',
            '',
          ].join('\n'),
        ),
      });
      await page.getByRole('button', { name: 'Check and confirm' }).click();
      await page.getByLabel(/Type the number of payments/).fill('3');
      await page.getByRole('button', { name: /^Pay ₹/ }).click();
      const replace = page.getByRole('button', { name: 'Replace the token' });
      await expectShown(replace, RUNS_WITHIN_MS);

      await chooseIn(account, 'beta');
      await expectShown(page.getByRole('banner').getByText('815'));
      await replace.click();
      await expectShown(page.getByRole('dialog').getByText('Replace the token: acme'));
      await replaceToken(page, NEWER);

      await chooseIn(account, 'practice');
      await expectShown(page.getByRole('banner').getByText('PRACTICE', { exact: true }));
      const alarm = page
        .getByRole('navigation', { name: 'Screens' })
        .getByRole('button', { name: 'Needs review, LIVE' });
      await expectShown(alarm);
      await alarm.click();
      await expectShown(page.getByRole('heading', { level: 1, name: 'LIVE' }));
      await expectShown(page.getByRole('grid').getByText('₹2,000.00'));
      await page.reload();
      await expectShown(page.getByRole('grid').getByText('₹2,000.00'));

      await page.goto(page.url().replace(/#.*/, '#/batch/B0001/run'));
      await page.getByRole('button', { name: 'Resume', exact: true }).click();
      await expectShown(page.getByText(/^Finished: /), RUNS_WITHIN_MS);
      expect(acme.executed.map(({ reference }) => reference)).toEqual(['REF-1', 'REF-2', 'REF-3']);
      expect(beta.payoutPosts()).toEqual([]);
    },
    TEST_WITHIN_MS,
  );
});

async function replaceToken(page: Page, token: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New token').fill(token);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectShown(dialog.getByText('The gateway answered.'));
  await dialog.getByRole('button', { name: 'Close' }).click();
}

function setProfile(folder: string, { name, gateway }: { readonly name: string; readonly gateway: SpecGateway }): void {
  // One at a time, so that after the token change the next row is sent.
  const calmly = ['--in-flight', '1', '--poll-first-ms', String(POLL_FIRST_MS)];
  setAccount(folder, { name, url: gateway.url, mid: String(gateway.mid), more: calmly });
}
