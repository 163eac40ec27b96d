// Payment advice of a file with two columns of e-mail addresses, in a real browser on the built door: a person says once which
// one is the payees' own, and no address is used before that.

import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chooseIn, expectShown, openRows, startWithPractice } from './desk-page.ts';
import { useSession } from './use-session.ts';

const RUNS_WITHIN_MS = 90_000;
const SHOWN_WITHIN_MS = 60_000;

const LINES = [
  'Name,UPI ID,Amount,Remark,Manager Email,Email',
  'Asha,success.asha@practice,1000,Salary,boss@firm.example,asha@home.example',
  'Ravi,success.ravi@practice,2000,Salary,boss@firm.example,ravi@home.example',
  '',
];

const OWN = { Asha: 'asha@home.example', Ravi: 'ravi@home.example' };

describe('Payment advice', () => {
  let page: Page;
  const dialog = (): Locator => page.getByRole('dialog', { name: 'Whose e-mail addresses?' });
  const make = (): Locator => dialog().getByRole('button', { name: 'Make them' });
  const askForList = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Payment advice' }).click();
    await page.getByRole('menuitem', { name: 'List for a mail merge (CSV)' }).click();
  };
  /** The addresses in the resulting list, by name. */
  const addressesAfter = async (act: () => Promise<void>): Promise<unknown> => {
    const [download] = await Promise.all([page.waitForEvent('download'), act()]);
    const text = readFileSync(await download.path(), 'utf8').replace(/^\uFEFF/, '');
    const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
    return Object.fromEntries(data.map(({ name, email }) => [name, email]));
  };

  useSession({
    begin: async (session) => {
      ({ page } = session);
      await startWithPractice(page, session.link);
      await openRows(page, { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(LINES.join('\n')) });
      await page.getByRole('button', { name: 'Check and confirm' }).click();
      await page.getByRole('button', { name: /^Pay ₹/ }).click();
      await expectShown(page.getByText(/^Finished: 2 paid/), RUNS_WITHIN_MS);
      await page.getByRole('button', { name: 'See the result' }).click();
    },
    beginsWithinMs: RUNS_WITHIN_MS,
  });

  it(
    'is made only once a person has chosen the column, and goes to nobody else',
    async () => {
      await askForList();
      await expectShown(dialog());
      expect(await make().isDisabled()).toBe(true);
      await chooseIn(dialog().getByLabel("Column with the payees' own addresses"), 'Email');
      expect(await addressesAfter(() => make().click())).toEqual(OWN);
      await expect.poll(() => dialog().count()).toBe(0);
    },
    SHOWN_WITHIN_MS,
  );

  it(
    'asks once for the file',
    async () => {
      expect(await addressesAfter(askForList)).toEqual(OWN);
      expect(await dialog().count()).toBe(0);
    },
    SHOWN_WITHIN_MS,
  );

  it(
    'is made without any address where a person says so',
    async () => {
      await page.reload();
      await askForList();
      await chooseIn(dialog().getByLabel("Column with the payees' own addresses"), 'None: make them without addresses');
      expect(await addressesAfter(() => make().click())).toEqual({ Asha: '', Ravi: '' });
    },
    SHOWN_WITHIN_MS,
  );
});
