// The documents that a person gives to others, saved by the buttons of the built window, and the page that checks passports on a
// machine without the desk: opened as a file, in a browser without a network.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Download, Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CHECKER_PAGE, makeCheckerPage } from '../../build/passport-checker.ts';
import { csvOf, expectShown, openRows, startWithPractice } from './desk-page.ts';
import { useSession } from './use-session.ts';

const RUNS_WITHIN_MS = 90_000;
const SHOWN_WITHIN_MS = 60_000;

const ROWS = [
  'Asha,success.asha@practice,1000,Salary',
  'Ravi,success.ravi@practice,2000,Salary',
  'Tara,toomany.tara@practice,3000,Salary',
];

describe('The documents about a payment', () => {
  let page: Page;
  const folder = mkdtempSync(path.join(tmpdir(), 'documents-'));
  let passport = '';
  let hash = '';

  const savedAs = async (download: Download): Promise<string> => {
    const file = path.join(folder, download.suggestedFilename());
    await download.saveAs(file);
    return file;
  };
  const choose = async (menu: string, word: string): Promise<string> => {
    await page.getByRole('button', { name: menu }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: word, exact: true }).click(),
    ]);
    return await savedAs(download);
  };
  const openDrawer = async (name: string): Promise<Locator> => {
    await page.getByRole('group', { name: 'Show payments' }).getByRole('button', { name: /^All/ }).click();
    await page.getByRole('gridcell', { name, exact: true }).click();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog');
    await expectShown(drawer.getByText('What happened'));
    return drawer;
  };

  useSession({
    begin: async (session) => {
      ({ page } = session);
      await startWithPractice(page, session.link);
      await openRows(page, csvOf(ROWS));
      await page.getByRole('button', { name: 'Check and confirm' }).click();
      await page.getByRole('button', { name: /^Pay ₹/ }).click();
      await expectShown(page.getByText('2 of 3 paid'), RUNS_WITHIN_MS);
      await page.getByRole('button', { name: 'See the result' }).click();
    },
    beginsWithinMs: RUNS_WITHIN_MS,
  });

  it(
    'are saved from its drawer: the passport, with the hash that it is checked against',
    async () => {
      const drawer = await openDrawer('Asha');
      passport = await choose('Documents', 'Passport in English');
      expect(path.basename(passport)).toBe('PRACTICE P0001-2 passport.pdf');
      await expectShown(drawer.getByText(/^Checked against audit entry \d+\./));
      hash =
        (await drawer
          .locator('code')
          .filter({ hasText: /^[0-9a-f]{64}$/ })
          .textContent()) ?? '';
      expect(readFileSync(passport).subarray(0, 5).toString()).toBe('%PDF-');
      await page.keyboard.press('Escape');
      await expect.poll(() => drawer.count()).toBe(0);
    },
    SHOWN_WITHIN_MS,
  );

  it(
    'are saved from the result: the passports of all that are paid, with the page that checks them',
    async () => {
      const zip = await choose('Payment advice', 'Passports of all paid, in English');
      const names = execFileSync('unzip', ['-Z1', zip], { encoding: 'utf8' }).trim().split('\n');
      expect(names).toEqual(['P0001-2.pdf', 'P0001-3.pdf', 'passport-checker.html']);
      await expectShown(page.getByText(/^Checked against audit entry \d+\./));
    },
    SHOWN_WITHIN_MS,
  );

  it(
    'are saved from Needs review: everything for the gateway or a bank, as PDF and as ZIP',
    async () => {
      await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Needs review' }).click();
      await expectShown(page.getByRole('button', { name: 'Documents' }));
      const zip = await choose('Documents', 'Dispute for gateway or bank, as ZIP');
      expect(path.basename(zip)).toBe('PRACTICE P0001-4 dispute.zip');
      const names = execFileSync('unzip', ['-Z1', zip], { encoding: 'utf8' }).trim().split('\n');
      expect(names).toEqual([
        'dispute.pdf',
        'letter-en.txt',
        'letter-hi.txt',
        'evidence.txt',
        'evidence.json',
        'SHA256SUMS',
      ]);
      const pdf = await choose('Documents', 'Dispute for gateway or bank');
      expect(readFileSync(pdf).subarray(0, 5).toString()).toBe('%PDF-');
    },
    SHOWN_WITHIN_MS,
  );

  it(
    'are verified in Settings',
    async () => {
      await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('button', { name: 'Verify a report' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.locator('input[type=file]').setInputFiles(passport);
      await dialog.getByRole('button', { name: 'Verify', exact: true }).click();
      const verdict = dialog.getByText('Passport of P0001/2: as this desk wrote it. Nothing has changed since.');
      await expectShown(verdict);
      // The verdict on one file does not stay beside another one.
      const another = { name: 'another.pdf', mimeType: 'application/pdf', buffer: readFileSync(passport) };
      await dialog.locator('input[type=file]').setInputFiles(another);
      await expect.poll(() => verdict.count()).toBe(0);
      await page.keyboard.press('Escape');
    },
    SHOWN_WITHIN_MS,
  );

  describe('The page that checks passports', () => {
    let checker: Page;
    const requests: string[] = [];
    const verdict = (): Locator => checker.locator('#verdict');
    const openFile = async (file: string): Promise<void> => {
      await checker.locator('#file').setInputFiles(file);
    };

    it('is what its sources make', async () => {
      expect(await makeCheckerPage()).toBe(readFileSync(CHECKER_PAGE, 'utf8'));
    });

    it('calls nothing right without the hash that the payer tells, and asks nobody', async () => {
      checker = await page.context().newPage();
      checker.on('request', (request) => requests.push(request.url()));
      await checker.goto(pathToFileURL(CHECKER_PAGE).href);
      await openFile(passport);
      await expectShown(verdict().getByText(/^Not checked yet\./));
      await expectShown(checker.getByText('₹1,000.00'));
      await expectShown(checker.getByText('PRACTICE: no money was moved.'));
      await checker.locator('#head').fill('0'.repeat(64));
      await expectShown(verdict().getByText(/^DOES NOT MATCH/));
      expect(await checker.getByText('₹1,000.00').count()).toBe(0);
      await checker.locator('#head').fill(hash.slice(0, 10));
      await expectShown(checker.getByText('That is no hash, or too few digits of one.'));
      await checker.locator('#head').fill(hash);
      await expectShown(verdict().getByText(/^Recorded by the payer/));
      await checker.getByRole('button', { name: 'हिन्दी' }).click();
      await expectShown(verdict().getByText(/^सही मिला/));
      await checker.getByRole('button', { name: 'English' }).click();
      expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([]);
    });

    it('calls a page changed whose text was changed, and takes the text of the QR code', async () => {
      const text = readFileSync(passport, 'latin1');
      const forged = path.join(folder, 'forged.pdf');
      writeFileSync(forged, text.replace('/CreationDate', '/CreationDatE'), 'latin1');
      await openFile(forged);
      await expectShown(verdict().getByText(/^CHANGED:/));
      // A text longer than any QR code, right after a sound one.
      await openFile(passport);
      await expectShown(verdict().getByText(/^Recorded by the payer/));
      const long = path.join(folder, 'long.pdf');
      writeFileSync(long, text.replace(/"remark":"[^"]*"/, `"remark":"${'x'.repeat(4_000)}"`), 'latin1');
      await openFile(long);
      await expectShown(verdict().getByText(/^CHANGED:/));
      const [code = ''] = /\{"passport":[^\n]*/.exec(text) ?? [];
      await checker.locator('#text').fill(code);
      await expectShown(verdict().getByText(/^Recorded by the payer/));
      await expectShown(checker.getByText(/^Only the text was checked\./));
      await checker.locator('#text').fill(code.replace('100000', '900000'));
      await expectShown(verdict().getByText(/^CHANGED:/));
      await checker.locator('#text').fill('hello');
      await expectShown(verdict().getByText('This is no payment passport.'));
      expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([]);
      await checker.close();
    });
  });
});
