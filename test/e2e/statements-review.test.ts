// Statements of the window about Match and Review, and the faults that must not come back, on both hosts.

import ExcelJS from 'exceljs';
import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { chip, chooseIn, csvOf, expectShown, goTo, openRows, passMatch, startWithPractice } from './desk-page.ts';
import { HOSTS } from './hosts.ts';
import { useSession } from './use-session.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type SentFile = { name: string; mimeType: string; buffer: Buffer };

/** A register as payroll tools write it. */
async function register(): Promise<SentFile> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Nov 2026');
  sheet.addRow(['Sunrise Textiles Pvt Ltd']);
  sheet.addRow(['Salary register, November 2026']);
  sheet.addRow([]);
  sheet.addRow(['Emp Name', 'A/C No.', 'IFSC Code', 'Basic', 'PF', 'Net Pay (Rs.)', 'Narration']);
  for (let at = 0; at < 20; at += 1) {
    const row = sheet.addRow([`Person ${at}`, `0050100123${at * 3 + 10}`, 'HDFC0000001', 20_000 + at, 1_800]);
    row.getCell(6).value = { formula: `D${row.number}-E${row.number}`, result: 18_200 + at };
    row.getCell(7).value = 'Salary Nov';
  }
  sheet.addRow(['Total', '', '', 400_190, 36_000, { formula: 'SUM(F5:F24)', result: 364_190 }]);
  sheet.addRow(['Prepared by', '', '', '', '', '']);
  sheet.getRow(9).hidden = true;
  sheet.getColumn(5).hidden = true;
  return { name: 'register.xlsx', mimeType: XLSX, buffer: Buffer.from(await book.xlsx.writeBuffer()) };
}

function csv(name: string, lines: readonly string[]): SentFile {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(`${lines.join('\n')}\n`) };
}

/** Thirty errors of six kinds, each with one right fix. */
function mixed(): SentFile {
  const kinds = [
    (at: number) => `Spaces ${at},IMPS,,5010 0123 ${at + 10},HDFC0000001,100,Salary`,
    (at: number) => `Letter O ${at},IMPS,,50100123${at + 40},HDFCO000001,100,Salary`,
    (at: number) => `Two ats ${at},UPI,two.ats.${at}@@okaxis,,,100,Salary`,
    (at: number) => `Decimals ${at},UPI,decimals.${at}@okaxis,,,1000.1234,Salary`,
    (at: number) => `No method ${at},,method.${at}@okaxis,,,100,Salary`,
    (at: number) => `Hyphens ${at},IMPS,,50100123${at + 70},HDFC-0000001,100,Salary`,
  ];
  const rows = kinds.flatMap((line) => Array.from({ length: 5 }, (_, at) => line(at)));
  return csv('mixed.csv', ['Name,Method,UPI ID,Account Number,IFSC,Amount,Remark', ...rows]);
}

describe.each(HOSTS)('Match and Review on the $name', { timeout: 120_000 }, (host) => {
  let page: Page;
  useSession({
    host,
    begin: async (session) => {
      ({ page } = session);
      await startWithPractice(page, session.link);
    },
  });

  beforeEach(async () => {
    await goTo(page, 'Payouts');
  });

  const give = (file: SentFile): Promise<void> => page.locator('input[type=file]').setInputFiles(file);
  const panel = (): Locator => page.getByRole('complementary', { name: 'Issues' });
  const issue = (words: string): Locator => panel().getByRole('listitem').filter({ hasText: words });

  it('3, faults 1 and 10: reviews a register with titles, formulas, a total, signatures and a hidden row', async () => {
    await give(await register());
    await page.getByRole('heading', { level: 1, name: 'Match the columns' }).waitFor();
    const preview = page.getByRole('table', { name: 'First rows of the sheet' });
    await expectShown(preview.getByText('Sunrise Textiles Pvt Ltd'));
    await expectShown(preview.getByRole('button', { name: 'Row 4 is the header' }));
    await expectShown(preview.getByRole('button', { name: 'Net Pay (Rs.): Amount' }));
    await expectShown(preview.getByRole('button', { name: 'PF: Not sent' }));
    await passMatch(page);
    await expect.poll(() => chip(page, 'Errors')).toBe(0);
    await expect.poll(() => chip(page, 'Left out')).toBe(3);
    await expectShown(issue('Hidden row, left out'));
    await expectShown(issue('comes from formulas in 19 rows'));
    expect(await panel().getByText('in the sheet.').count()).toBe(0);

    await issue('Hidden row, left out').getByRole('button', { name: 'Include' }).click();
    await expect.poll(() => chip(page, 'Left out')).toBe(2);
    await expectShown(page.getByText('₹3,64,190.00').first());
    await page.getByRole('button', { name: 'Check and confirm' }).click();
    await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Review' }).waitFor();
    await expectShown(page.getByText('₹3,64,190.00').first());
    expect(await page.getByText('hidden rows').count()).toBe(0);
  });

  it('4: matches the usual headers, shows each in the sheet, and takes another column by a click', async () => {
    await give(
      csv('usual.csv', ['Person,UPI ID,Gross,Fee,Narration,Place', 'Asha,asha.four@sample,1200,500,Salary,Pune']),
    );
    const preview = page.getByRole('table', { name: 'First rows of the sheet' });
    await expectShown(preview.getByRole('button', { name: 'Place: Not sent' }));
    await preview.getByRole('button', { name: /^Fee: / }).click();
    await page.getByRole('menuitem', { name: 'Amount' }).click();
    await expectShown(preview.getByRole('button', { name: 'Fee: Amount' }));
    await expect.poll(() => page.getByRole('combobox', { name: 'Amount', exact: true }).textContent()).toBe('Fee');
    await passMatch(page);
    await expectShown(page.getByRole('gridcell', { name: '₹500.00' }));
  });

  it('5: skips Match for a layout that was confirmed, says so, and leads back to it', async () => {
    const file = csv('another.csv', ['Person,Handle,Rupees,Why', 'Asha,asha.five@sample,100,Salary']);
    await give(file);
    await page.getByRole('heading', { level: 1, name: 'Match the columns' }).waitFor();
    for (const [field, header] of [
      ['UPI ID', 'Handle'],
      ['Amount', 'Rupees'],
      ['Remark', 'Why'],
    ] as const)
      await chooseIn(page.getByRole('combobox', { name: field, exact: true }), header);
    await page.getByRole('button', { name: 'Check the rows' }).click();
    await page.getByRole('heading', { level: 1, name: 'Review and fix' }).waitFor();
    await goTo(page, 'Payouts');
    await give(file);
    await page.getByRole('heading', { level: 1, name: 'Review and fix' }).waitFor();
    await expectShown(page.getByText('columns as you confirmed before'));
    await page.getByRole('button', { name: 'Change the columns' }).click();
    await expectShown(page.getByText('As last time').first());
  });

  it('7: changes counts and totals with an edit, and takes it back with one undo', async () => {
    await openRows(page, csvOf(['Asha,asha.seven@sample,100,Salary', 'Ravi,ravi.seven@sample,200,Salary']));
    await page.getByRole('gridcell', { name: '₹200.00' }).click();
    await page.keyboard.type('250');
    await page.keyboard.press('Enter');
    await expectShown(page.getByText('₹350.00').first());
    await page.keyboard.press('ControlOrMeta+Z');
    await expectShown(page.getByText('₹300.00').first());
  });

  it('8, fault 11: fixes thirty mixed errors by keyboard alone, each kind in one step of undo', async () => {
    await openRows(page, mixed());
    await expect.poll(() => chip(page, 'Errors')).toBe(30);
    for (let left = 25; left >= 0; left -= 5) {
      const fixes = panel().getByRole('button', { name: 'Fix all 5' });
      await expect.poll(() => fixes.count()).toBe(left / 5 + 1);
      await fixes.first().focus();
      await page.keyboard.press('Enter');
      await expectShown(page.getByRole('dialog').getByRole('row', { name: /→/ }).nth(4));
      await page.keyboard.press('Enter');
      await expect.poll(() => chip(page, 'Errors')).toBe(left);
    }
    await page.getByRole('group', { name: 'Show rows' }).getByRole('button', { name: 'All' }).click();
    await expectShown(page.getByTitle(/two\.ats\.0@@okaxis → two\.ats\.0@okaxis/));
    await page.keyboard.press('ControlOrMeta+Z');
    await expect.poll(() => chip(page, 'Errors')).toBe(5);
    await page.keyboard.press('ControlOrMeta+Y');
    await expect.poll(() => chip(page, 'Errors')).toBe(0);
  });

  it('9: leads by F8 and Shift+F8, searches by Ctrl+F and replaces by Ctrl+H', async () => {
    await openRows(
      page,
      csvOf(['Asha,asha.nine,100,Salary', 'Ravi,ravi.nine@sample,200,Salary', 'Mina,mina,300,Salary']),
    );
    await page.keyboard.press('F8');
    await expectShown(page.getByText('Row 2 · UPI ID'));
    await page.keyboard.press('F8');
    await expectShown(page.getByText('Row 4 · UPI ID'));
    await page.keyboard.press('Shift+F8');
    await expectShown(page.getByText('Row 2 · UPI ID'));
    await page.keyboard.press('ControlOrMeta+F');
    await page.locator('input[type=search]:focus').waitFor();
    await page.keyboard.press('ControlOrMeta+H');
    await expectShown(page.getByRole('dialog', { name: 'Find and replace' }));
    await page.keyboard.press('Escape');
  });

  it('11: never pays a row with an error, and Leave out takes a kind of them out', async () => {
    await openRows(
      page,
      csvOf(['Asha,asha.eleven@sample,100,Salary', 'Ravi,no-at-sign,200,Salary', 'Mina,m@sample,0,Salary']),
    );
    await expect.poll(() => chip(page, 'Errors')).toBe(2);
    await issue('Amount is zero').getByRole('button', { name: 'Show', exact: true }).click();
    await expect.poll(() => page.getByRole('grid').getByText('Mina').count()).toBe(1);
    await expect.poll(() => page.getByRole('grid').getByText('Ravi').count()).toBe(0);
    await issue('Amount is zero').getByRole('button', { name: 'Leave out', exact: true }).click();
    await expect.poll(() => chip(page, 'Errors')).toBe(1);
    await expectShown(page.getByText('1 payment', { exact: true }));
  });

  it.each([
    [1280, 800],
    [1440, 900],
    [1920, 1080],
  ])('fault 6: keeps name and amount in sight at %i, up to the edge', async (width, height) => {
    await page.setViewportSize({ width, height });
    await openRows(page, csvOf(['Asha,asha.six@sample,100,Salary', 'Ravi,ravi.six@sample,200,Salary']));
    const grid = await page.getByRole('grid').boundingBox();
    const amount = await page.getByRole('gridcell', { name: '₹200.00' }).boundingBox();
    const name = await page.getByRole('gridcell', { name: 'Ravi', exact: true }).boundingBox();
    if (grid === null || amount === null || name === null) throw new Error('no grid is shown');
    expect(name.x).toBeGreaterThanOrEqual(grid.x);
    expect(grid.x + grid.width - (amount.x + amount.width)).toBeLessThan(20);
    expect(width - (grid.x + grid.width)).toBeLessThan(40);
  });

  it('fault 6: has the issues beside the rows only where every column of a payment stays in sight', async () => {
    const rows = ['Asha,0012345678901,HDFCO000001,100,Salary', 'Ravi,00 12345678902,HDFC0000001,200,Salary'];
    const text = ['Name,Account Number,IFSC,Amount,Remark', ...rows, ''].join('\n');
    await openRows(page, { name: 'docked.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    const panel = page.getByRole('complementary', { name: 'Issues' });
    for (const [width, height] of [
      [1280, 800],
      [1440, 900],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expectShown(page.getByRole('gridcell', { name: 'HDFCO000001' }));
      const [grid, issues, ifsc] = await Promise.all([
        page.getByRole('grid').boundingBox(),
        panel.boundingBox(),
        page.getByRole('gridcell', { name: 'HDFCO000001' }).boundingBox(),
      ]);
      if (grid === null || issues === null || ifsc === null) throw new Error('something is not shown');
      expect(issues.x >= grid.x + grid.width || issues.y >= grid.y + grid.height).toBe(true);
      expect(issues.x >= grid.x + grid.width).toBe(width === 1920);
      expect(ifsc.x + ifsc.width).toBeLessThanOrEqual(grid.x + grid.width);
    }
  });
});
