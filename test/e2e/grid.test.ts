// The grid in a real Chromium, through the rows of Review: moving, selecting, copying, pasting and editing as in Excel.

import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { axeFaults } from './axe.ts';
import { chip, expectShown, goTo, openRows, startWithPractice } from './desk-page.ts';
import { HOSTS } from './hosts.ts';
import { useSession } from './use-session.ts';

const SOON = { timeout: 30_000 };
const ROWS = 1_500;

describe.each(HOSTS)('A grid on the $name', (host) => {
  let page: Page;
  let file = 0;
  const cell = (text: string) => page.getByRole('grid').getByRole('gridcell', { name: text, exact: true });
  const focused = () => page.evaluate('document.activeElement.textContent');
  const keys = async (...all: readonly string[]): Promise<void> => {
    for (const key of all) await page.keyboard.press(key);
  };
  const status = (text: string) => page.getByRole('status').filter({ hasText: text });

  useSession({
    host,
    begin: async (session) => {
      ({ page } = session);
      await startWithPractice(page, session.link);
    },
  });

  /** Every row has two amounts and an account number with leading zeros. */
  const openPeople = async (count: number): Promise<void> => {
    file += 1;
    const lines = Array.from(
      { length: count },
      (_, at) => `Person ${at},001234567${String(at * 3).padStart(4, '0')},HDFC0000001,${100 + at}.10,Salary ${file}`,
    );
    const text = ['Name,Account Number,IFSC,Amount,Remark', ...lines, ''].join('\n');
    await openRows(page, { name: `people${file}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) });
  };

  beforeEach(async () => {
    await goTo(page, 'Payouts');
  });

  it('9: copies a range to Excel with its zeros and headers, and pastes it as one step of undo', async () => {
    await openPeople(4);
    await cell('0012345670000').click();
    await keys('Shift+ArrowRight', 'Shift+ArrowDown', 'ControlOrMeta+C');
    await expectShown(status('Copied 2 rows, 2 columns.'));
    expect(await onClipboard(page)).toEqual({
      text: '0012345670000\tHDFC0000001\r\n0012345670003\tHDFC0000001',
      html: expect.stringContaining(`<td style='mso-number-format:"\\@"'>0012345670000</td>`) as string,
    });
    await cell('0012345670006').click();
    await keys('ControlOrMeta+V');
    await expect.poll(() => chip(page, 'Edited'), SOON).toBe(2);
    await expect.poll(() => cell('0012345670003').count()).toBe(2);
    await keys('ControlOrMeta+Z');
    await expect.poll(() => chip(page, 'Edited'), SOON).toBe(0);
    await expect.poll(() => cell('0012345670000').count()).toBe(1);

    await cell('0012345670000').click();
    await keys('Shift+F10');
    await page.getByRole('menuitem', { name: 'Copy with headers' }).click();
    await expectShown(status('Copied 1 row, 1 column.'));
    expect((await onClipboard(page)).text).toBe('Account number\r\n0012345670000');
  });

  it('copies and cuts rows that were not read yet', async () => {
    await openPeople(ROWS);
    await cell('₹100.10').click();
    await keys('ControlOrMeta+Shift+ArrowDown', 'ControlOrMeta+C');
    await expectShown(status('Copied 1,500 rows, 1 column.'));
    const { text } = await onClipboard(page);
    expect(text.split('\r\n')).toEqual(Array.from({ length: ROWS }, (_, at) => `${100 + at}.10`));
    await keys('ControlOrMeta+X');
    await expect.poll(() => chip(page, 'Errors'), SOON).toBe(ROWS);
    await keys('ControlOrMeta+Z');
    await expect.poll(() => chip(page, 'Errors'), SOON).toBe(0);
  });

  it('says what a range comes to, chosen with Shift and the mouse or with the keys for rows and columns', async () => {
    await openPeople(3);
    await cell('₹100.10').click();
    await cell('₹102.10').click({ modifiers: ['Shift'] });
    await expectShown(status('3 rows, 1 column · 3 amounts, ₹303.30'));
    await cell('Person 0').hover();
    await page.mouse.down();
    await cell('0012345670003').hover();
    await page.mouse.up();
    await expectShown(status('2 rows, 3 columns'));
    await cell('₹101.10').click();
    await keys('ControlOrMeta+Space');
    await expectShown(status('3 rows, 1 column · 3 amounts, ₹303.30'));
    await cell('₹101.10').click();
    await keys('Shift+Space');
    await expectShown(status('1 amount, ₹101.10'));
  });

  it('is walked, filled and cleared by keyboard', async () => {
    await openPeople(3);
    await cell('0012345670000').click();
    await keys('Tab');
    expect(await focused()).toBe('HDFC0000001');
    await keys('Shift+Tab', 'Enter', 'Enter', 'Shift+Enter');
    expect(await focused()).toBe('0012345670003');
    await page.keyboard.type('55');
    await keys('Escape');
    expect(await focused()).toBe('0012345670003');
    await keys('ControlOrMeta+D');
    await expect.poll(() => cell('0012345670000').count(), SOON).toBe(2);
    await keys('Shift+ArrowDown', 'Delete');
    await expect.poll(() => chip(page, 'Errors'), SOON).toBe(2);
    await keys('ControlOrMeta+Z');
    await expect.poll(() => chip(page, 'Errors'), SOON).toBe(0);
    await keys('ControlOrMeta+End');
    expect(await focused()).toBe('₹102.10');
    await keys('ControlOrMeta+Home', 'End');
    expect(await focused()).toBe('₹100.10');
  });

  it('fills a chosen range with the one value that is pasted, and shifts none past a column that takes none', async () => {
    await openPeople(3);
    await cell('₹100.10').click();
    await keys('ControlOrMeta+C');
    await cell('₹101.10').click();
    await keys('Shift+ArrowDown', 'ControlOrMeta+V');
    await expect.poll(() => cell('₹100.10').count(), SOON).toBe(3);
    await cell('HDFC0000001').first().click();
    await keys('Shift+ArrowRight', 'Shift+ArrowRight', 'ControlOrMeta+C', 'ArrowDown', 'ControlOrMeta+V');
    await expectShown(page.getByText(/^1 cell of the copied block would fall outside/));
    await page.getByRole('button', { name: 'Close' }).click();
  });

  it('keeps the widths and the hidden columns that a person gave it', async () => {
    await openPeople(2);
    const bank = page.getByRole('columnheader', { name: 'Bank' });
    await bank.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Hide column' }).click();
    await bank.waitFor({ state: 'detached' });
    const ifsc = page.getByRole('columnheader', { name: 'IFSC' });
    const before = await ifsc.boundingBox();
    if (before === null) throw new Error('no IFSC column is shown');
    await page.mouse.move(before.x + before.width - 2, before.y + 10);
    await page.mouse.down();
    await page.mouse.move(before.x + before.width + 58, before.y + 10, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => (await ifsc.boundingBox())?.width).toBe(before.width + 60);

    await openPeople(1);
    expect(await bank.count()).toBe(0);
    expect((await ifsc.boundingBox())?.width).toBe(before.width + 60);
    await ifsc.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Columns' }).click();
    await page.getByRole('menuitem', { name: 'Reset the columns' }).click();
    await expectShown(bank);
    await keys('Escape');
    expect(await axeFaults(page)).toEqual([]);
  });
});

/** What a program would get by pasting now; reading it otherwise is not permitted. */
async function onClipboard(page: Page): Promise<{ text: string; html: string }> {
  await page.evaluate(`void (window.pasted = new Promise((resolve) => window.addEventListener('paste', (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    const { clipboardData } = event;
    resolve({ text: clipboardData.getData('text/plain'), html: clipboardData.getData('text/html') });
  }, { capture: true, once: true })))`);
  await page.keyboard.press('ControlOrMeta+V');
  return (await page.evaluate('window.pasted')) as { text: string; html: string };
}
