// Every other place by keyboard alone: first run, drafts, Match, history, collect, both lookups, the wallet. A screen reader
// announces the focused heading and the window's title.

import ExcelJS from 'exceljs';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { csvOf, expectShown, sample } from './desk-page.ts';
import { holdCommand } from './hold-command.ts';
import { confirmAlone, openAlone, pressThrice, startAlone } from './keyboard-steps.ts';
import { type Keys, keysOf } from './keys.ts';
import type { PageSession } from './page-session.ts';
import { useSession } from './use-session.ts';

const RUNS_WITHIN_MS = 60_000;
const TEST_WITHIN_MS = 180_000;

const PLACES = ['Payouts', 'History', 'Payees', 'Collect', 'Lookups', 'Wallet', 'Settings'];

describe('The places by keyboard alone', { timeout: TEST_WITHIN_MS }, () => {
  const current = useSession();
  let session: PageSession;
  let page: Page;
  let keys: Keys;
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });

  beforeEach(() => {
    session = current();
    ({ page } = session);
    keys = keysOf(page);
  });

  it('are each led to by Alt and a number, from wherever the focus is, and say so', async () => {
    await startAlone(page, { keys, link: session.link });
    for (const [at, name] of PLACES.entries()) {
      await keys.to(button(/^Payouts/));
      await keys.press(`Alt+${at + 1}`);
      await keys.expectAt(heading(name));
      await expect.poll(() => page.title()).toMatch(new RegExp(`^${name}(?: PRACTICE)? · Payout Desk$`));
    }
    await keys.act(button(/^History/));
    await keys.expectAt(heading('History'));
  });

  it('begin at their heading after a reload, and the first stop skips what stands around them', async () => {
    await page.reload();
    await expectShown(heading('History').and(page.locator(':focus')));
    await keys.back(page.getByRole('link', { name: 'Skip to the screen' }));
    await keys.press('Enter');
    await keys.expectAt(heading('History'));
    expect(page.url()).toContain('#/history');
  });

  it('lead back to a draft, and close drafts one by one with the focus on the next', async () => {
    for (const name of ['one', 'two', 'three'])
      await openAlone(page, { keys, file: { ...csvOf([`Asha,asha.${name}@sample,100,Salary`]), name: `${name}.csv` } });
    await keys.press('Alt+1');
    const drafts = page.getByRole('table', { name: 'Needs attention' });
    const lines = drafts.getByRole('row');
    await expect.poll(() => lines.count()).toBe(4);
    await keys.act(lines.nth(1).getByRole('button', { name: /^Close/ }));
    await expect.poll(() => lines.count()).toBe(3);
    await keys.expectAt(lines.nth(1).getByRole('button', { name: 'Continue' }));
    await keys.to(lines.nth(2).getByRole('button', { name: /^Close/ }));
    await pressThrice(page, { keys, command: 'closeDraft' });
    await expect.poll(() => lines.count()).toBe(2);
    await keys.expectAt(lines.nth(1).getByRole('button', { name: 'Continue' }));
    await keys.press('Enter');
    await keys.expectAt(heading('Review and fix'));
    await keys.press('Alt+1');
    await keys.act(drafts.getByRole('button', { name: /^Close/ }));
    await expect.poll(() => drafts.count()).toBe(0);
    await keys.expectAt(heading('Payouts'));
  });

  it('close a draft while another one is still being closed', async () => {
    for (const name of ['one', 'two'])
      await openAlone(page, { keys, file: { ...csvOf([`Asha,asha.${name}@sample,200,Salary`]), name: `${name}.csv` } });
    await keys.press('Alt+1');
    const drafts = page.getByRole('table', { name: 'Needs attention' });
    await expect.poll(() => drafts.getByRole('row').count()).toBe(3);
    const closing = await holdCommand(page, 'closeDraft');
    for (const [at, name] of ['one', 'two'].entries()) {
      await keys.act(drafts.getByRole('button', { name: `Close ${name}.csv` }));
      await expect.poll(closing.count).toBe(at + 1);
    }
    await closing.goOn();
    await expect.poll(() => drafts.count()).toBe(0);
  });

  it('match the columns of a file with the keys of a select', async () => {
    const buffer = Buffer.from('Wer,Wohin,Wieviel,Wofuer\nAsha,asha.match@sample,100,Salary\n');
    const file = { name: 'codes.csv', mimeType: 'text/csv', buffer };
    await openAlone(page, { keys, file, leadsTo: 'Match the columns' });
    for (const [field, header] of [
      ['UPI ID', 'Wohin'],
      ['Amount', 'Wieviel'],
      ['Remark', 'Wofuer'],
    ] as const)
      await keys.choose(page.getByRole('combobox', { name: field, exact: true }), header);
    await keys.act(page.getByLabel('Use this for the next file with these headers'), 'Space');
    await keys.to(button('Check the rows'));
    await pressThrice(page, { keys, command: 'rereadDraft' });
    await keys.expectAt(heading('Review and fix'));
    await keys.act(button('Change the columns'));
    await keys.expectAt(heading('Match the columns'));
    await expect.poll(() => page.getByRole('combobox', { name: 'UPI ID', exact: true }).textContent()).toBe('Wohin');
  });

  it('read one sheet after the other with the arrow keys, and stay where they are chosen', async () => {
    const book = new ExcelJS.Workbook();
    for (const name of ['North', 'South', 'West']) {
      const sheet = book.addWorksheet(name);
      sheet.addRow(['Name', 'UPI ID', 'Amount', 'Remark']);
      sheet.addRow([name, `${name}@sample`, 100, 'Salary']);
    }
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const buffer = Buffer.from(await book.xlsx.writeBuffer());
    await openAlone(page, { keys, file: { name: 'sheets.xlsx', mimeType, buffer }, leadsTo: 'Match the columns' });
    const sheet = (name: string) => page.getByRole('radiogroup', { name: 'Sheet' }).getByRole('radio', { name });
    await keys.to(sheet('North'));
    await keys.press('Space');
    for (const name of ['North', 'South', 'West']) {
      await expectShown(page.getByRole('table', { name: 'First rows of the sheet' }).getByText(`${name}@sample`));
      await keys.expectAt(sheet(name));
      if (name !== 'West') await keys.press('ArrowRight');
    }
  });

  it('find a payout in the history, open it, and come back to its cell', async () => {
    await openAlone(page, { keys, file: sample('refunds.csv') });
    await confirmAlone(page, keys);
    await keys.act(button(/^Pay ₹/));
    await expectShown(page.getByText(/^Finished: /), RUNS_WITHIN_MS);
    await keys.press('Alt+2');
    const grid = page.getByRole('grid');
    await expectShown(grid.getByText('Paid').first());
    // Until a page of the list is read, its rows are drawn without cells.
    const nameCell = grid.getByRole('row').nth(1).getByRole('gridcell').nth(2);
    await expect.poll(() => nameCell.textContent()).not.toBe('');
    const name = (await nameCell.textContent()) ?? '';
    await keys.fill(page.getByRole('searchbox'), name);
    await expectShown(page.getByText(/^1 payment · /));
    await keys.choose(page.getByRole('combobox', { name: 'Status' }), 'Failed');
    await expectShown(page.getByText('Nothing found'));
    await keys.choose(page.getByRole('combobox', { name: 'Status' }), 'Any status');
    await expectShown(grid.getByText(name));
    await keys.fill(page.getByLabel('Amount from'), 'many');
    await expectShown(page.getByText('Not an amount in rupees.'));
    await keys.fill(page.getByLabel('Amount from'), '1');
    // Another filter shows another list, which has no rows until it has been read.
    await expectShown(grid.getByText(name));
    await keys.to(page.getByRole('columnheader').first());
    await keys.press('ArrowDown');
    await keys.press('ArrowRight');
    await keys.press('ArrowRight');
    const cell = grid.getByRole('gridcell').and(page.locator(':focus'));
    await expect.poll(() => cell.textContent()).toBe(name);
    await keys.press('Enter');
    const drawer = page.getByRole('dialog');
    await expectShown(drawer.getByText('What happened'));
    await keys.act(drawer.getByRole('button', { name: 'Copy Reference' }));
    await expectShown(drawer.getByRole('button', { name: 'Copied' }));
    const reference = String(await page.evaluate('navigator.clipboard.readText()'));
    await keys.press('Escape');
    await expect.poll(() => drawer.count()).toBe(0);
    await expect.poll(() => cell.textContent()).toBe(name);

    await keys.press('Alt+5');
    await keys.to(page.getByRole('radio', { name: 'Payment status' }));
    await keys.press('ArrowRight');
    await keys.fill(page.getByLabel('Transaction id or reference'), reference);
    await keys.to(button('Ask the gateway'));
    await pressThrice(page, { keys, command: 'lookUpPayout' });
    await expectShown(button('Open it'));
    await keys.expectAt(button('Ask the gateway'));
    await keys.visit(button('Open it'), drawer.getByText('What happened'));
    await keys.fill(page.getByLabel('Transaction id or reference'), 'NEVERHEARDOF');
    await keys.press('Enter');
    await expectShown(page.getByText('The gateway does not know it'));
  });

  it('collect, follow and look up an order', async () => {
    await keys.press('Alt+4');
    await keys.fill(page.getByLabel('Name of the payer'), 'Asha Rao');
    await keys.fill(page.getByLabel('Mobile number'), '9876543210');
    await keys.fill(page.getByLabel('Amount in rupees'), '1,250.50');
    await keys.fill(page.getByLabel('Customer id'), 'C-1041');
    await keys.act(page.getByText('More details'));
    await keys.fill(page.getByLabel('Own field 1'), 'Invoice 7');
    await keys.to(button('Create the order'));
    await pressThrice(page, { keys, command: 'createOrder' });
    await expectShown(page.getByRole('img', { name: /^QR code/ }));
    await keys.expectAt(button('Create the order'));
    await keys.act(button('Refresh'));
    await keys.expectAt(button('Refresh'));
    await keys.act(button('Copy PhonePe'));
    await expect.poll(async () => String(await page.evaluate('navigator.clipboard.readText()'))).toMatch(/^phonepe:/);
    const title = (await page.getByRole('heading', { level: 2, name: /^Order / }).textContent()) ?? '';
    await keys.press('Alt+5');
    await keys.fill(page.getByLabel('Order id'), title.replace('Order ', ''));
    await keys.press('Enter');
    await expectShown(page.getByText('Invoice 7').or(page.getByText('C-1041')).first());
    await keys.expectAt(page.getByLabel('Order id'));
    await keys.fill(page.getByLabel('Order id'), 'NOSUCHORDER');
    await keys.act(button('Ask the gateway'));
    await expectShown(page.getByRole('alert').first());
    await keys.expectAt(button('Ask the gateway'));
    // The first order again: it may have been paid meanwhile, so the gateway is asked again.
    await keys.fill(page.getByLabel('Order id'), title.replace('Order ', ''));
    await keys.to(button('Ask the gateway'));
    await pressThrice(page, { keys, command: 'readOrderStatus' });
    await expectShown(page.getByText('Invoice 7').or(page.getByText('C-1041')).first());
  });

  it('say when the wallet is low, and keep the focus on what was saved', async () => {
    await keys.press('Alt+6');
    await keys.to(button('Refresh'));
    await pressThrice(page, { keys, command: 'readWallet' });
    await keys.expectAt(button('Refresh'));
    await keys.fill(page.getByLabel('Warn when it is below'), '999999999');
    await keys.to(button('Save'));
    await pressThrice(page, { keys, command: 'saveLowBalance' });
    await expectShown(page.getByText('Low balance'));
    await expect.poll(() => button('Save').getAttribute('aria-disabled')).toBe('true');
    await keys.expectAt(button('Save'));
  });
});
