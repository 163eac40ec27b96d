// The long lists of the window in a real browser on the built door: each value belongs to the row and the moment it is shown for,
// also after a correction, beside another tab, and while scrolling fast.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { withAccount } from './accounts.ts';
import { chip, chooseIn, csvOf, expectShown, goTo, openRows, startWithPractice, typeOver } from './desk-page.ts';
import { holdCommand } from './hold-command.ts';
import { useSession } from './use-session.ts';

const TEST_WITHIN_MS = 90_000;
/** For what takes its own time on a busy machine. */
const SOON = { timeout: 30_000 };
const ROWS = 3_000;

/** No lookup finds a lost reply before a person does. */
const POLL_FIRST_MS = 3_600_000;

describe('The rows of Review', () => {
  let page: Page;
  const cell = (text: string) => page.getByRole('grid').getByRole('gridcell', { name: text, exact: true });

  useSession({
    begin: async (session) => {
      ({ page } = session);
      await startWithPractice(page, session.link);
    },
  });

  beforeEach(async () => {
    await goTo(page, 'Payouts');
  });

  it(
    'are spoken of as they stand: a corrected one stays, and the next is what is left out',
    async () => {
      await openRows(page, wrongRows('left', 3));
      await cell('left0').click();
      await expectShown(page.getByText('Row 2 · Amount'));
      await typeOver(page, '10');
      await page.keyboard.press('Enter');
      await expectShown(page.getByText('Row 3 · Amount'));
      // An issue of the row just selected counts as the next one.
      const found = page.waitForResponse(
        (response) => response.request().postData()?.includes('findNextIssue') === true,
      );
      await page.keyboard.press('F8');
      await found;
      await expectShown(page.getByText('Row 3 · Amount'));
      await page.getByRole('button', { name: 'Leave this row out' }).click();
      await expect.poll(() => chip(page, 'Left out'), SOON).toBe(1);
      await expect.poll(() => chip(page, 'Errors'), SOON).toBe(1);
      await expect.poll(() => chip(page, 'Ready'), SOON).toBe(1);

      await page.getByRole('group', { name: 'Show rows' }).getByRole('button', { name: 'All' }).click();
      await cell('left1').click();
      await page.getByRole('button', { name: 'Include this row' }).click();
      await expectShown(page.getByRole('button', { name: 'Leave this row out' }));
      await expect.poll(() => chip(page, 'Errors'), SOON).toBe(2);
    },
    TEST_WITHIN_MS,
  );

  it('are saved as a file in the order they are shown in, those that were not read yet among them', async () => {
    const people = Array.from({ length: 1_200 }, (_, at) => `Saved ${at},saved${at}@sample,${100 + at}.50,Salary`);
    await openRows(page, csvOf(people));
    await cell('Saved 0').click({ button: 'right' });
    const coming = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Save the list as CSV' }).click();
    const lines = readFileSync(await (await coming).path(), 'utf8')
      .trim()
      .split('\r\n');
    await expectShown(page.getByRole('status').filter({ hasText: 'Saved 1,200 rows.' }));
    expect(lines).toHaveLength(1_201);
    expect(
      lines.slice(1).every((line, at) => line.includes(`"saved${at}@sample"`) && line.includes(`${100 + at}.50`)),
    ).toBe(true);
  });

  it('say that they are being sorted once it takes long, and go back to their order when that is cancelled', async () => {
    await openRows(page, csvOf(['Asha,asha.sort@sample,300,Salary', 'Ravi,ravi.sort@sample,100,Salary']));
    const header = page.getByRole('columnheader', { name: 'Amount' });
    const reading = await holdCommand(page, 'readDraftRows');
    await header.click();
    const sign = page.getByRole('status').filter({ hasText: /^Sorting$/ });
    await expectShown(sign);
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await header.getAttribute('aria-sort')).toBe(null);
    await reading.goOn();
    const amounts = page.getByRole('grid').getByText(/^₹[13]00\.00$/);
    await expect.poll(() => amounts.allTextContents()).toEqual(['₹300.00', '₹100.00']);
    expect(await sign.count()).toBe(0);
    await header.click();
    await expect.poll(() => amounts.allTextContents()).toEqual(['₹100.00', '₹300.00']);
  });

  it('take another text for a cell whose first one is not shown yet', async () => {
    await openRows(page, csvOf(['Asha,asha.twice@sample,100,Salary']));
    await page.getByRole('gridcell', { name: 'asha.twice@sample' }).click();
    const typed = await holdCommand(page, 'readDraftRows');
    await typeOver(page, 'asha.first@sample');
    await page.keyboard.press('Enter');
    await expect.poll(() => chip(page, 'Edited')).toBe(1);
    await expectShown(page.getByRole('gridcell', { name: 'asha.twice@sample' }));
    await typeOver(page, 'asha.second@sample');
    await page.keyboard.press('Enter');
    await expectShown(page.getByRole('button', { name: 'Undo: Edit 1 cell' }));
    await typed.goOn();
    await expectShown(page.getByRole('gridcell', { name: 'asha.second@sample' }));
    expect(await page.getByText('this was changed after you saw it', { exact: false }).count()).toBe(0);
  });

  it('lead nobody away who has begun to type when the next issue is found', async () => {
    await openRows(page, csvOf(['Asha,asha.jump@sample,100,Salary', 'Ravi,ravi.jump@sample,none,Salary']));
    await page.getByRole('group', { name: 'Show rows' }).getByRole('button', { name: 'All' }).click();
    // In a narrow window the issues are over the rows.
    await page.getByRole('button', { name: 'Hide the issues' }).click();
    await cell('asha.jump@sample').click();
    const found = await holdCommand(page, 'findNextIssue');
    await page.keyboard.press('F8');
    await page.keyboard.press('F2');
    await found.goOn();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('asha.typed@sample');
    await page.keyboard.press('Enter');
    await expectShown(cell('asha.typed@sample'));
    await expectShown(cell('none'));
  });

  it(
    'take a pasted block on those that it was meant for, though one above is corrected and not shown as such yet',
    async () => {
      await openRows(page, wrongRows('paste', 4));
      await page.evaluate("navigator.clipboard.writeText('11\\n12')");
      await cell('paste0').click();
      const rows = await holdCommand(page, 'readDraftRows');
      await typeOver(page, '10');
      await page.keyboard.press('Enter');
      await expect.poll(() => chip(page, 'Errors'), SOON).toBe(3);
      await cell('paste1').click();
      await page.keyboard.press('ControlOrMeta+V');
      await rows.goOn();
      await expect.poll(() => chip(page, 'Errors'), SOON).toBe(1);
      const amounts = page.locator('[role=rowgroup] [role=row] > [role=gridcell]:last-child');
      await expect.poll(() => amounts.allTextContents()).toEqual(['₹10.00', '₹11.00', '₹12.00', 'paste3']);
    },
    TEST_WITHIN_MS,
  );

  it(
    'are filled down also where they have not been read yet',
    async () => {
      await openRows(page, manyRows('fill'));
      await cell('Salary of 0').click();
      await page.keyboard.press('ControlOrMeta+Shift+ArrowDown');
      await page.keyboard.press('ControlOrMeta+D');
      await expect.poll(() => chip(page, 'Edited'), SOON).toBe(ROWS - 1);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => chip(page, 'Edited'), SOON).toBe(0);
    },
    TEST_WITHIN_MS,
  );

  it(
    'are counted alike in another tab',
    async () => {
      await openRows(page, wrongRows('tabs', 3));
      const other = await page.context().newPage();
      try {
        await other.goto(page.url());
        await expect.poll(() => chip(other, 'Errors'), SOON).toBe(3);
        await cell('tabs1').click();
        await typeOver(page, '10');
        await page.keyboard.press('Enter');
        await expect.poll(() => chip(other, 'Errors'), SOON).toBe(2);
        await expect.poll(() => other.getByRole('gridcell', { name: 'tabs1' }).count(), SOON).toBe(0);
        // What this tab does next is not based on an older draft.
        await other.getByRole('gridcell', { name: 'tabs0' }).click();
        await typeOver(other, '20');
        await other.keyboard.press('Enter');
        await expect.poll(() => chip(page, 'Errors'), SOON).toBe(1);
      } finally {
        await other.close();
      }
    },
    TEST_WITHIN_MS,
  );

  it(
    'fly past light and stop whole, with the selected cell where it was',
    async () => {
      await openRows(page, manyRows('fly'));
      await cell('Salary of 1').click();
      const steady = await scroll(page, 3);
      expect(steady).toEqual({ light: 0, hasFocus: true });
      const flying = await scroll(page, 60);
      expect(flying.light).toBeGreaterThan(10);
      expect(flying.hasFocus).toBe(true);
      await expect.poll(() => page.locator(LIGHT).count(), SOON).toBe(0);
      await page.getByRole('grid').evaluate('(grid) => { grid.scrollTop = 0; }');
      await page.keyboard.press('ArrowDown');
      await expectShown(page.getByText('Row 4 · Remark'));
    },
    TEST_WITHIN_MS,
  );
});

describe('The rows of Run and History', () => {
  const current = useSession({ prepare: withAccount('Salaries', ['--poll-first-ms', String(POLL_FIRST_MS)]) });

  it(
    'say what another tab decided, whatever they heard of the payout before',
    async () => {
      const { page, link } = current();
      await startWithPractice(page, link);
      await chooseIn(page.getByRole('combobox', { name: 'Account' }), 'Salaries');
      await expectShown(page.getByRole('banner').getByText('LIVE'));
      await openRows(page, csvOf(['Asha,success@practice,1000,Salary', 'Ravi,replylost@practice,2000.50,Salary']));
      await page.getByRole('button', { name: 'Check and confirm' }).click();
      await page.getByLabel(/Type the number of payments/).fill('2');
      await page.getByRole('button', { name: /^Pay ₹/ }).click();
      const ravi = page.getByRole('grid').getByRole('row', { name: /Ravi/ });
      await expectShown(ravi.getByText('Not confirmed'), TEST_WITHIN_MS);
      await page.getByRole('button', { name: /^Needs review/ }).waitFor({ timeout: TEST_WITHIN_MS });

      const history = await page.context().newPage();
      const desk = await page.context().newPage();
      try {
        await history.goto(page.url().replace(/#.*/, '#/history'));
        await chooseIn(history.getByLabel('Status'), 'Not confirmed');
        await expectShown(history.getByText('1 payment · ₹2,000.50'));
        await desk.goto(page.url().replace(/#.*/, '#/unknown'));
        await desk.getByRole('button', { name: 'Mark paid' }).click();
        await desk.getByLabel('RRN or UTR').fill('412345678901');
        await desk.getByLabel('Note').fill('On the statement of the 2nd.');
        await desk.getByRole('dialog').getByRole('button', { name: 'Mark paid' }).click();
        await expectShown(desk.getByText('Nothing needs review'));
        await expectShown(ravi.getByText(/^Marked paid by/));
        await expect.poll(() => ravi.getByText('Not confirmed').count(), SOON).toBe(0);
        await expectShown(history.getByText('0 payments · ₹0.00'));
      } finally {
        await history.close();
        await desk.close();
      }
    },
    2 * TEST_WITHIN_MS,
  );
});

/** A row drawn simply: one cell over all columns. */
const LIGHT = '[role=gridcell][aria-colspan]';

/** Scrolls down step by step. Returns the most simply drawn rows at once, and whether the focus stayed on a cell all the time. */
async function scroll(page: Page, rowsPerFrame: number): Promise<{ light: number; hasFocus: boolean }> {
  return (await page.evaluate(`new Promise((resolve) => {
    const grid = document.querySelector('[role=grid]');
    const seen = { light: 0, hasFocus: true };
    let frames = 30;
    const step = () => {
      seen.light = Math.max(seen.light, grid.querySelectorAll('${LIGHT}').length);
      seen.hasFocus &&= document.activeElement?.getAttribute('role') === 'gridcell';
      if (frames-- === 0) return resolve(seen);
      grid.scrollTop += ${rowsPerFrame * 32};
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  })`)) as { light: number; hasFocus: boolean };
}

function wrongRows(word: string, count: number) {
  return csvOf(Array.from({ length: count }, (_, row) => `Person ${row},${word}.${row}@sample,${word}${row},Salary`));
}

function manyRows(word: string) {
  return csvOf(
    Array.from({ length: ROWS }, (_, row) => `${word} ${row},${word}.${row}@sample,${100 + row},Salary of ${row}`),
  );
}
