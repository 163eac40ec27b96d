// Payment advice by e-mail in a real browser on the built door: the mail server is set up and tested, who gets a mail and who not
// is shown before anything leaves, and who got it afterwards.

import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openSmtpServer } from '../mail/smtp-server.ts';
import { chooseIn, expectShown, goTo, openRows, startWithPractice } from './desk-page.ts';
import { useSession } from './use-session.ts';

const WITHIN_MS = 120_000;

const LINES = [
  'Name,UPI ID,Amount,Remark,Email',
  'Asha,success.asha@practice,1000,Salary,asha@home.example',
  'Ravi,success.ravi@practice,2000,Salary,',
  'Meena,failed.meena@practice,3000,Salary,meena@home.example',
  '',
];

describe('Payment advice by e-mail', () => {
  let page: Page;
  const field = (name: string): Locator => page.getByLabel(name, { exact: true });
  useSession({
    begin: async (session) => {
      ({ page } = session);
      await startWithPractice(page, session.link);
    },
    beginsWithinMs: WITHIN_MS,
  });

  it(
    'is sent to whom the person saw, and to nobody else',
    async () => {
      const server = await openSmtpServer();
      await goTo(page, 'Settings');
      await field('Server').fill('smtp.example.com');
      await chooseIn(field('Encryption'), 'None, only on this computer');
      await field('Port').fill(String(server.port));
      await field('Sender').fill('accounts@firm.example');
      const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Mail server' }) });
      await card.getByRole('button', { name: 'Save' }).click();
      // Nothing goes unencrypted beyond this computer.
      await expectShown(page.getByText('Mails and their password would travel unencrypted.'));
      await field('Server').fill('127.0.0.1');
      await card.getByRole('button', { name: 'Save' }).click();
      await card.getByRole('button', { name: 'Send a test mail to myself' }).click();
      await expectShown(page.getByText('A test mail went to accounts@firm.example.'));
      await openRows(page, { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(LINES.join('\n')) });
      await page.getByRole('button', { name: 'Check and confirm' }).click();
      await page.getByRole('button', { name: /^Pay ₹/ }).click();
      await expectShown(page.getByText(/^Finished: 2 paid/), WITHIN_MS);
      await page.getByRole('button', { name: 'See the result' }).click();
      await page.getByRole('button', { name: 'Payment advice' }).click();
      await page.getByRole('menuitem', { name: 'Send by e-mail, English' }).click();
      const dialog = page.getByRole('dialog', { name: 'Send payment advice' });
      await expectShown(dialog.getByText('Practice: every mail goes to accounts@firm.example, not to the payees.'));
      await expectShown(dialog.getByText('No e-mail address in the sheet (1)'));
      await expectShown(dialog.getByText('Not paid, or not known to be (1)'));
      expect(server.taken).toHaveLength(1);
      await dialog.getByRole('button', { name: 'Send 1 mail' }).click();
      await expectShown(page.getByText('Payment advice sent to 1 payee'));
      expect(server.taken.slice(1).map(({ to }) => to)).toEqual(['accounts@firm.example']);
      await page.getByRole('button', { name: 'Who got it' }).click();
      const list = page.getByRole('dialog', { name: 'Who got it by e-mail' });
      await expectShown(list.getByText('Asha'));
      await expectShown(list.getByText(/^250 /));
    },
    WITHIN_MS,
  );
});
