// Statements of the window about a run and what it leaves.

import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import ExcelJS from 'exceljs';
import Papa from 'papaparse';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { type BuiltDoor, startBuiltDoor } from './built-door.ts';
import { csvOf, expectShown, goTo, openRows, startWithPractice } from './desk-page.ts';
import { useSession } from './use-session.ts';

const RUNS_WITHIN_MS = 90_000;

const ZEROS = '00123456789';

const hasPdfReader = spawnSync('pdftotext', ['-v']).error === undefined;

/** The payouts of the practice gateway: one entry for each request that it executed. */
function executed(folder: string): { readonly account: string | null; readonly reference: string }[] {
  const database = new Database(join(folder, 'practice', 'gateway.db'), { readonly: true });
  try {
    const rows = database.prepare('SELECT account_number AS account, udf1 AS reference FROM payouts').all();
    return rows as { readonly account: string | null; readonly reference: string }[];
  } finally {
    database.close();
  }
}

async function payAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check and confirm' }).click();
  await page.getByRole('button', { name: /^Pay ₹/ }).click();
}

async function saved(page: Page, format: 'CSV' | 'Excel (.xlsx)' | 'PDF'): Promise<string> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save report' }).click();
  await page.getByRole('menuitem', { name: format, exact: true }).click();
  return (await coming).path();
}

describe('A batch from end to end', () => {
  let page: Page;
  const current = useSession({
    begin: async (session) => {
      ({ page } = session);
      await startWithPractice(page, session.link);
    },
  });

  it(
    '6, 21: keeps zeros and totals the same on the screen, at the gateway, in history, CSV, XLSX and PDF',
    async () => {
      const text = [
        'Name,Mode,UPI ID,Account Number,IFSC,Amount,Remark',
        `Asha,IMPS,,${ZEROS},HDFC0000001,1000.05,Salary`,
        'Ravi,UPI,ravi.five@sample,,,2000.10,Salary',
        'Meera,UPI,rejected@practice,,,300.15,Salary',
        '',
      ].join('\n');
      await openRows(page, { name: 'zeros.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
      await payAll(page);
      await expectShown(page.getByText(/^Finished: /), RUNS_WITHIN_MS);
      expect(executed(current().folder).map(({ account }) => account)).toContain(ZEROS);
      await page.getByRole('button', { name: 'See the result' }).click();
      await expectShown(page.getByText(/^Totals match/));
      await expectShown(page.getByText('Totals match: ₹3,300.30'));
      const totals = page.getByRole('group', { name: 'Show payments' });
      await expectShown(totals.getByRole('button', { name: 'Paid 2 ₹3,000.15' }));
      await expectShown(totals.getByRole('button', { name: 'Not paid 1 ₹300.15' }));
      await expectShown(totals.getByRole('button', { name: 'Not settled yet 0 ₹0.00' }));

      const csv = await readCsv(await saved(page, 'CSV'));
      expect(csv.find(({ beneficiary }) => beneficiary === ZEROS)).toMatchObject({ amount: '1000.05' });
      expect(sumOf(csv.map(({ amount }) => amount))).toBe(330_030);
      expect(sumOf(csv.filter(({ status }) => status === 'success').map(({ amount }) => amount))).toBe(300_015);

      const report = await saved(page, 'Excel (.xlsx)');
      const cells = await readCells(report);
      expect(cells).toContain(ZEROS);
      expect(cells).toContain(3300.3);
      expect(cells).toContain(3000.15);

      const paper = await saved(page, 'PDF');
      expect(readFileSync(paper).subarray(0, 8).toString()).toBe('%PDF-1.7');
      if (hasPdfReader) {
        const words = execFileSync('pdftotext', ['-layout', paper, '-'], { encoding: 'utf8' }).replaceAll(/\s+/g, ' ');
        expect(words).toContain(`Asha · ${ZEROS}`);
        expect(words).toContain('Paid 2 ₹3,000.15');
        expect(words).toContain('All 3 ₹3,300.30');
        expect(words).toContain('PRACTICE: no money was moved');
      }

      await goTo(page, 'History');
      await page.getByRole('searchbox').fill(ZEROS);
      await expectShown(page.getByRole('grid').getByText(ZEROS));
      await expectShown(page.getByText('1 payment · ₹1,000.05'));

      await goTo(page, 'Settings');
      await page.getByRole('button', { name: 'Verify a report' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Report or passport (.xlsx, .csv, .pdf or .json)').setInputFiles(report);
      await dialog.getByRole('button', { name: 'Verify', exact: true }).click();
      await expectShown(dialog.getByText('This is the report of P0001, unaltered.'));
      await page.keyboard.press('Escape');
    },
    RUNS_WITHIN_MS * 2,
  );

  it(
    '20: saves a report and offers the retry while payments still settle, and says as of when',
    async () => {
      await openRows(page, csvOf(['Stuck,stuck@practice,50,Salary', 'Meera,rejected@practice,300,Salary']));
      await payAll(page);
      const chips = page.getByRole('group', { name: 'Show payments' });
      await expectShown(chips.getByRole('button', { name: 'Failed or rejected 1 ₹300.00' }), RUNS_WITHIN_MS);
      await page.getByRole('link', { name: 'Result' }).click();
      await expectShown(page.getByText(/^as of \d\d:\d\d/));
      const payee = (name: string) => page.getByRole('grid').getByText(`${name}@practice`);
      await expectShown(payee('rejected'));
      expect(await payee('stuck').count()).toBe(0);
      await expectShown(chips.getByRole('button', { name: 'Not paid 1 ₹300.00', pressed: true }));
      await chips.getByRole('button', { name: 'Not settled yet 1 ₹50.00' }).click();
      await expectShown(payee('stuck'));
      expect(await payee('rejected').count()).toBe(0);
      const csv = await readCsv(await saved(page, 'CSV'));
      expect(csv.map(({ status }) => status)).toEqual(['processing', 'rejected']);
      await page.getByRole('button', { name: 'Retry 1' }).click();
      const retried = page
        .getByRole('table', { name: 'Retry what failed' })
        .getByRole('row')
        .filter({ hasText: 'Meera' });
      await expectShown(retried.getByText('₹300.00'));
      expect(await retried.getByRole('cell').nth(2).textContent()).toMatch(/\w/);
      await page.getByRole('button', { name: 'Open them in Review' }).click();
      await page.getByRole('button', { name: 'Check and confirm' }).click();
      await expectShown(page.getByText('No detail was corrected: the same people are paid the same way again.'));
      await expectShown(page.getByRole('heading', { name: '1 row left out (₹50.00)' }));
      const leftOut = page.locator('tbody', { hasText: '1 row · ₹50.00 · The gateway still works on it.' });
      await expectShown(leftOut.getByRole('row', { name: /^2 Stuck .*₹50\.00/ }));
    },
    RUNS_WITHIN_MS * 2,
  );

  it(
    '16: shows a word that it never heard as written, as neither paid nor failed, and follows it',
    async () => {
      await openRows(page, csvOf(['Odd,oddword@practice,77,Salary', ...many(12)]));
      await payAll(page);
      const chips = page.getByRole('group', { name: 'Show payments' });
      await chips.getByRole('button', { name: 'Processing' }).click();
      await expectShown(page.getByRole('grid').getByText('oddword@practice'), RUNS_WITHIN_MS);
      await page.getByRole('grid').getByText('oddword@practice').dblclick();
      await expectShown(page.getByRole('dialog').getByText('What happened'));
      await expectShown(
        page
          .getByRole('dialog')
          .getByText(/under_review/)
          .first(),
      );
      await page.getByRole('button', { name: 'Close' }).click();
      await expectShown(page.getByText(/^Finished: /), RUNS_WITHIN_MS);
    },
    RUNS_WITHIN_MS * 2,
  );
});

describe('A desk that dies in the middle of a run', () => {
  const current = useSession();
  let next: BuiltDoor | null = null;

  afterAll(() => next?.close());

  it(
    '14, 15: pauses at once and goes on with the next row, and after a kill offers the batch and pays nobody twice',
    async () => {
      const { page, folder, link, kill } = current();
      const people = 90;
      await startWithPractice(page, link);
      await openRows(page, csvOf(many(people)));
      await payAll(page);
      await expectShown(page.getByRole('grid').getByText('Paid').first(), RUNS_WITHIN_MS);
      await page.getByRole('button', { name: 'Pause' }).click();
      await expectShown(page.getByRole('button', { name: 'Resume' }), RUNS_WITHIN_MS);
      const atPause = executed(folder).length;
      await expectShown(page.getByText(/^Paused\. \d+ not sent/));
      expect(executed(folder)).toHaveLength(atPause);
      await page.getByRole('button', { name: 'Resume' }).click();
      await expect.poll(() => executed(folder).length, { timeout: RUNS_WITHIN_MS }).toBeGreaterThan(atPause + 5);
      await kill();

      next = await startBuiltDoor({ folder });
      await page.goto('about:blank');
      await page.goto(next.link);
      await page.getByRole('button', { name: 'Open P0001' }).click();
      await page.getByRole('button', { name: 'Resume' }).click();
      await expectShown(page.getByText(/^Finished: |payments? (?:is|are) being checked/), RUNS_WITHIN_MS);
      // A claimed payout may not have reached the gateway yet, so count once all have come back.
      await expect.poll(() => notBack(statesOf(folder)), { timeout: RUNS_WITHIN_MS }).toBe(0);

      const references = executed(folder).map(({ reference }) => reference);
      expect(new Set(references).size).toBe(references.length);
      const states = statesOf(folder);
      expect(Object.values(states).reduce((sum, count) => sum + count, 0)).toBe(people);
      const notAtTheGateway = people - references.length;
      expect(states['unknown'] ?? 0).toBeGreaterThanOrEqual(notAtTheGateway);
    },
    RUNS_WITHIN_MS * 4,
  );
});

describe('A refused token', () => {
  const current = useSession();
  let next: BuiltDoor | null = null;

  afterAll(() => next?.close());

  it(
    '17: pauses the batch and says to replace it, while a payment status that is not known says so',
    async () => {
      const { page, gateway, folder, link, kill } = current();
      await page.goto(link);
      await page.getByLabel('Name of this account').fill('Salaries');
      await page.getByLabel("Gateway's address").fill(gateway.url);
      await page.getByLabel('Merchant id (mid)').fill(gateway.mid);
      await page.getByRole('button', { name: 'Save and test connection' }).click();
      await expectShown(page.getByText('The gateway answered.'));
      await page.getByRole('button', { name: 'Use this account' }).click();
      await goTo(page, 'Lookups');
      await page.getByLabel('Order id').fill('NOSUCHORDER');
      await page.getByRole('button', { name: 'Ask the gateway' }).click();
      await expectShown(page.getByRole('alert').getByText(/no such order/));

      await openRows(page, csvOf(many(40)));
      await page.getByRole('button', { name: 'Check and confirm' }).click();
      await page.getByLabel(/Type the number of payments/).fill('40');
      await page.getByRole('button', { name: /^Pay ₹/ }).click();
      await expectShown(page.getByRole('grid').getByText('Paid').first(), RUNS_WITHIN_MS);
      await page.getByRole('button', { name: 'Pause' }).click();
      await expectShown(page.getByRole('button', { name: 'Resume' }), RUNS_WITHIN_MS);
      await kill();

      next = await startBuiltDoor({ folder, token: 'another-token-than-the-gateways' });
      await page.goto('about:blank');
      await page.goto(next.link);
      await page.getByRole('button', { name: 'Open B0001' }).click();
      await page.getByRole('button', { name: 'Resume' }).click();
      await expectShown(page.getByText('Token refused: replace it, then resume.'), RUNS_WITHIN_MS);
      await expectShown(page.getByRole('button', { name: 'Replace the token' }));
    },
    RUNS_WITHIN_MS * 3,
  );
});

function many(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `Person ${at},person${at}.many@sample,${100 + at},Salary`);
}

/** The practice desk's own states, read beside it. */
function statesOf(folder: string): Record<string, number> {
  const database = new Database(join(folder, 'practice', 'desk.db'), { readonly: true });
  try {
    const rows = database.prepare('SELECT state, count(*) AS count FROM payouts GROUP BY state').all();
    return Object.fromEntries((rows as { state: string; count: number }[]).map(({ state, count }) => [state, count]));
  } finally {
    database.close();
  }
}

function notBack({ queued = 0, sending = 0 }: Record<string, number>): number {
  return queued + sending;
}

type Line = Readonly<Record<'beneficiary' | 'amount' | 'status', string>>;

async function readCsv(path: string): Promise<readonly Line[]> {
  const text = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
  return Papa.parse<Line>(text, { header: true, skipEmptyLines: true }).data;
}

async function readCells(path: string): Promise<readonly unknown[]> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.readFile(path);
  const cells: unknown[] = [];
  book.eachSheet((sheet) => sheet.eachRow((row) => row.eachCell((cell) => void cells.push(cell.value))));
  return cells;
}

/** In paise. */
function sumOf(rupees: readonly string[]): number {
  return rupees.reduce((sum, text) => sum + Math.round(Number(text) * 100), 0);
}
