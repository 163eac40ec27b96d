// What the run screen says while payouts are followed or a clock is set back: the reason for a pause stays, and the figures are
// those of the run. In a real Chromium on the built door.

import type { Page, Response } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { csvOf, expectShown, openRows, passMatch, startWithPractice } from './desk-page.ts';
import { dropFile } from './dropped-file.ts';
import { holdCommand } from './hold-command.ts';
import { useSession } from './use-session.ts';

const RUNS_WITHIN_MS = 60_000;
const SET_BACK_MS = 600_000;
const PEOPLE = 200;
const FIRST_WENT_OUT = /^The first payment went out/;

function isRowsRead(response: Response): boolean {
  const asked = response.request().postData() ?? '';
  return response.url().endsWith('/api/command') && asked.includes('"readPayouts"');
}

describe('The run screen', () => {
  let page: Page;
  useSession({
    begin: async (session) => {
      ({ page } = session);
      await startWithPractice(page, session.link);
    },
  });

  it(
    'keeps saying why a batch is paused while it is followed, and that one may leave once nothing is left to send',
    async () => {
      await openRows(
        page,
        csvOf(['Asha,stuck@practice,1000,Salary', 'Ravi,ravi@sample,2000,Salary', 'Mina,mina@sample,3000,Salary']),
      );
      await page.getByRole('button', { name: 'Check and confirm' }).click();
      await page.getByRole('checkbox', { name: /first one alone/ }).check();
      await page.getByRole('button', { name: /^Pay ₹/ }).click();
      await expectShown(page.getByText(FIRST_WENT_OUT), RUNS_WITHIN_MS);
      for (const isReloaded of [false, true]) {
        if (isReloaded) await page.reload();
        // The rows are refetched only on news of the batch, so by then the page has events from its watch.
        for (let readings = 0; readings < 3; readings += 1) await page.waitForResponse(isRowsRead, { timeout: 30_000 });
        await expectShown(page.getByText(FIRST_WENT_OUT));
      }
      await page.getByRole('main').getByRole('button', { name: 'Stop', exact: true }).click();
      await expectShown(page.getByText(/^2 payments not sent yet are cancelled\./));
      const cancelling = await holdCommand(page, 'cancelBatch');
      await expectShown(page.getByRole('dialog').getByRole('button', { name: 'Keep it' }));
      await page.getByRole('button', { name: 'Stop and cancel the rest' }).click();
      // It is too late to keep it: the dialog can only be closed.
      await expectShown(page.getByRole('dialog').getByRole('button', { name: 'Close' }));
      expect(await page.getByRole('button', { name: 'Keep it' }).count()).toBe(0);
      await cancelling.goOn();
      await expectShown(page.getByText(/You can close Payout Desk; checking goes on when it opens\./));
    },
    RUNS_WITHIN_MS * 2,
  );

  it('leaves a file open that was dropped while the payment was being started', async () => {
    // Enough of them that the run is still seen.
    const rows = Array.from({ length: 8 }, (_, at) => `Uma ${at},uma${at}@sample,${200 + at},Salary`);
    await openRows(page, csvOf(rows));
    await page.getByRole('button', { name: 'Check and confirm' }).click();
    const starting = await holdCommand(page, 'startBatch');
    await page.getByRole('button', { name: /^Pay ₹/ }).click();
    await expect.poll(starting.count).toBe(1);
    await dropFile(page, { ...csvOf(['Zoya,zoya@sample,20,Salary']), name: 'dropped.csv' });
    await passMatch(page);
    await starting.goOn();
    await expectShown(page.getByRole('contentinfo').getByText(/^(Sending|Paying|Checking)/));
    await expectShown(page.getByRole('grid').getByText('Zoya'));
    expect(await page.evaluate('window.location.hash')).toMatch(/^#\/draft/);
  });

  it(
    'goes on with the figures of the run when the clock is set back',
    async () => {
      const rows = Array.from({ length: PEOPLE }, (_, at) => `Person ${at},back${at}@sample,${100 + at},Salary`);
      await openRows(page, csvOf(rows));
      await page.getByRole('button', { name: 'Check and confirm' }).click();
      await page.getByRole('button', { name: /^Pay ₹/ }).click();
      await expectShown(page.getByRole('button', { name: 'Pause' }), RUNS_WITHIN_MS);
      await page.evaluate(`(() => { const real = Date.now; Date.now = () => real() - ${SET_BACK_MS}; })()`);
      const paid = page.getByText(new RegExp(`^\\d+ of ${PEOPLE} paid$`));
      const soFar = async (): Promise<number> =>
        Number.parseInt((await paid.textContent({ timeout: 1_000 })) ?? '', 10);
      await expect.poll(soFar, { timeout: 30_000 }).toBeGreaterThan(PEOPLE / 3);
      expect(await soFar()).toBeLessThan(PEOPLE);
      await expectShown(page.getByText(/^Finished: /), RUNS_WITHIN_MS);
    },
    RUNS_WITHIN_MS * 2,
  );
});
