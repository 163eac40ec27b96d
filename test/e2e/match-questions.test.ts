// What a file makes the desk ask, answered on Match as somebody would who has never seen it.

import ExcelJS from 'exceljs';
import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { chip, expectShown, goTo, startWithPractice } from './desk-page.ts';
import { useSession } from './use-session.ts';

const PEOPLE = ['Ramesh Patil', 'Sunita Devi', 'Imran Shaikh', 'Lakshmi Iyer', 'Gurpreet Singh', 'Kavita Joshi'];

type Cells = readonly (string | number)[];

/** A wage register of 30 columns, whose net pay, advance and remainder are far right, with methods and words of its own. */
const REGISTER_HEADERS =
  'Sl No|Emp Code|Emp Name|Father Name|Dept|Designation|DOJ|PF No|ESI No|Days|Basic|DA|HRA|Conv|Special|Gross|PF|ESI|PT|Total Ded|Bank|A/C No|IFSC Code|Mode|Net Pay|Adv.|Payable|Remarks|Place|Payment Status';

function registerRow(name: string, at: number): Cells {
  const [basic, gross] = [12_000 + 300 * at, 18_300 + 300 * at];
  const [pf, esi] = [1_440 + 36 * at, 150];
  const net = gross - pf - esi - 200;
  const parts = [basic, 2_000, 3_000, 800, 500, gross, pf, esi, 200, pf + esi + 200];
  const who = [
    at + 1,
    `E${100 + at}`,
    name,
    'Shri R',
    'Ops',
    'Guard',
    '01/04/2022',
    `MH/${1_000 + at}`,
    `31100${at}`,
    26,
  ];
  const account = `5010023456${7_812 + 7 * at}`;
  const adv = at % 2 === 0 ? 1_000 : 1_500;
  const status = at === 4 ? 'next wk' : '';
  return [...who, ...parts, 'HDFC', account, 'HDFC0000240', 'NEFT', net, adv, net - adv, 'Wages Nov', 'Pune', status];
}

async function workbook(sheets: Readonly<Record<string, readonly Cells[]>>): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = book.addWorksheet(name);
    for (const row of rows) sheet.addRow([...row]);
  }
  return Buffer.from(await book.xlsx.writeBuffer());
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const payRows = (month: string): readonly Cells[] => [
  ['Name', 'UPI ID', 'Amount', 'Remark'],
  ...PEOPLE.map((name, at) => [name, `person${at}@okaxis`, 15_000 + at, `Salary ${month}`]),
];

describe('Questions on Match', { timeout: 90_000 }, () => {
  let page: Page;
  useSession({
    begin: async (session) => {
      ({ page } = session);
      await page.setViewportSize({ width: 1280, height: 800 });
      await startWithPractice(page, session.link);
    },
  });
  beforeEach(() => goTo(page, 'Payouts'));

  const give = async (name: string, content: string | Buffer): Promise<void> => {
    const mimeType = typeof content === 'string' ? 'text/csv' : XLSX;
    await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(content) });
  };
  const heading = (name: string): Locator => page.getByRole('heading', { level: 1, name });
  const next = (): Locator => page.getByRole('button', { name: 'Check the rows' });
  const answer = (question: string, words: string): Promise<void> =>
    page.getByRole('radiogroup', { name: question }).getByRole('radio', { name: words }).click();

  it('28: asks everything at once, with its columns in sight, the sums on the buttons and what proves one of them', async () => {
    const rows = [['M/s Om Sai Facility Services'], REGISTER_HEADERS.split('|'), ...PEOPLE.map(registerRow)];
    const file = await workbook({ 'Nov 2026': rows });
    await give('register.xlsx', file);
    await heading('Match the columns').waitFor();
    await expectShown(page.getByText('3 questions above are not answered yet.'));
    const preview = page.getByRole('table', { name: 'First rows of the sheet' });
    const box = await preview.locator('..').boundingBox();
    for (const header of ['Net Pay', 'Adv.', 'Payable', 'Payment Status']) {
      const cell = await preview.getByRole('cell', { name: header, exact: true }).boundingBox();
      if (box === null || cell === null) throw new Error(`${header} is not shown`);
      expect(cell.x).toBeGreaterThanOrEqual(box.x);
      expect(cell.x + cell.width).toBeLessThanOrEqual(box.x + box.width + 1);
    }
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    const amount = page.getByRole('radiogroup', { name: 'Amount' });
    await expect
      .poll(() => amount.getByRole('radio').allTextContents())
      .toEqual(['Net Pay ₹1,03,020.00', 'Adv. ₹7,500.00', 'Payable ₹95,520.00']);
    await expectShown(amount.getByText('= "Net Pay" - "Adv." in every row'));
    for (const question of await page.getByRole('radiogroup').all()) {
      const shown = await question.boundingBox();
      expect(shown === null ? 0 : shown.y + shown.height).toBeLessThan(743);
    }

    await answer('Amount', 'Payable');
    await expectShown(page.getByText('2 questions above are not answered yet.'));
    await answer('NEFT · 6 rows', 'Pay by IMPS');
    await answer('Payment Status: next wk · 1 row', 'Leave unpaid');
    await next().click();
    await heading('Review and fix').waitFor();
    await expect.poll(() => chip(page, 'Left out')).toBe(1);

    await goTo(page, 'Payouts');
    await give('register-again.xlsx', file);
    await heading('Review and fix').waitFor();
  });

  it('28: keeps one question open while another is answered, and asks again about money that nobody saw', async () => {
    const csv = (bal: string): string =>
      [
        'Name,UPI ID,Amount,Adv.,Bal.,Order ID,Client Reference,Remark',
        ...PEOPLE.map((name, at) => `${name},p${at}@sample,${5_000 + at},100,${bal},OD${at},C${at},Nov`),
        '',
      ].join('\n');
    await give('oct.csv', csv(''));
    await answer('Reference', 'No column');
    await expectShown(page.getByText('1 question above is not answered yet.'));
    expect(await next().isDisabled()).toBe(true);
    await answer('Amount', 'Amount');
    await next().click();
    await heading('Review and fix').waitFor();

    await goTo(page, 'Payouts');
    await give('nov.csv', csv(''));
    await heading('Review and fix').waitFor();
    await goTo(page, 'Payouts');
    await give('dec.csv', csv('4900'));
    await heading('Match the columns').waitFor();
    await expectShown(page.getByRole('radiogroup', { name: 'Amount' }).getByRole('radio', { name: 'Bal.' }));
    await expectShown(page.getByText('As last time').first());
  });

  it('28: offers the columns of money where none is named as the amount', async () => {
    const lines = PEOPLE.map((name, at) => [
      `MH12 ${at}`,
      name,
      `d${at}@sample`,
      4 + at,
      3_500,
      3_500 * (4 + at),
      'Nov',
    ]);
    await give('freight.csv', ['Vehicle No,Driver,UPI ID,Trips,Rate,Freight,Remark', ...lines, ''].join('\n'));
    await expectShown(page.getByRole('heading', { name: 'Amount: which column?' }));
    await expectShown(page.getByText('= "Trips" × "Rate" in every row'));
    expect(await page.getByText('adds up to').count()).toBe(0);
    await answer('Amount', 'Freight');
    await next().click();
    await heading('Review and fix').waitFor();
  });

  it('28: opens a workbook on the sheet that looks like payments, and asks where two do', async () => {
    const others = {
      Instructions: [['How to fill this sheet'], ['Write one line per employee.']],
      Master: [['Emp Code', 'Name', 'Dept'], ...PEOPLE.map((name, at) => [`E${at}`, name, 'Ops'])],
    };
    await give('one.xlsx', await workbook({ ...others, Pay: payRows('Nov') }));
    await heading('Match the columns').waitFor();
    const sheet = page.getByRole('radiogroup', { name: 'Sheet' });
    expect(await sheet.getByRole('radio', { name: 'Pay' }).getAttribute('aria-checked')).toBe('true');

    await goTo(page, 'Payouts');
    await give('two.xlsx', await workbook({ ...others, 'Oct Pay': payRows('Oct'), 'Nov Pay': payRows('Nov') }));
    await expectShown(page.getByRole('heading', { name: 'Which sheet is paid?' }));
    await expectShown(page.getByText('1 question above is not answered yet.'));
    await sheet.getByRole('radio', { name: 'Nov Pay' }).click();
    await expectShown(page.getByRole('table', { name: 'First rows of the sheet' }).getByText('Salary Nov').first());
  });
});
