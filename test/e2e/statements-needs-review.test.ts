// Statements of the window about payments that are not confirmed, and about the lists of what was paid, on both hosts.

import { describe, expect, it } from 'vitest';
import { withAccount } from './accounts.ts';
import { chooseIn, csvOf, expectShown, goTo, openRows, startWithPractice } from './desk-page.ts';
import { HOSTS } from './hosts.ts';
import { useSession } from './use-session.ts';

const TEST_WITHIN_MS = 240_000;
const RUNS_WITHIN_MS = 150_000;

/** Nothing is looked up before a person decides. */
const POLL_FIRST_MS = 3_600_000;

/** Ten that no answer confirms, each beside one that is paid: several lost answers in a row would pause the run. */
const ROWS = Array.from({ length: 10 }, (_, at) => [
  `Paid ${at},success.p${at}@practice,500,Salary`,
  `Lost ${at},toomany.p${at}@practice,1${at}00,Salary`,
]).flat();

describe.each(HOSTS)('The $name', { timeout: TEST_WITHIN_MS }, (host) => {
  const current = useSession({ host, prepare: withAccount('Salaries', ['--poll-first-ms', String(POLL_FIRST_MS)]) });

  it('19: decides ten payments with equal evidence in one step, by their names and amounts', async () => {
    const { page, link } = current();
    await startWithPractice(page, link);
    await chooseIn(page.getByRole('combobox', { name: 'Account' }), 'Salaries');
    await expectShown(page.getByRole('banner').getByText('LIVE'));
    await openRows(page, csvOf(ROWS));
    await page.getByRole('button', { name: 'Check and confirm' }).click();
    await page.getByLabel(/Type the number of payments/).fill('20');
    await page.getByRole('button', { name: /^Pay ₹/ }).click();
    await page.getByText('10 payments are being checked').waitFor({ timeout: RUNS_WITHIN_MS });
    await goTo(page, 'Needs review');
    const list = page.getByRole('grid', { name: 'Payments not confirmed' });
    const detail = page.getByRole('region', { name: 'What happened' });
    await expectShown(detail.getByRole('heading', { name: 'Lost 0' }));
    await expectShown(detail.getByText('₹1,000.00'));
    await expectShown(detail.getByText('toomany.p0@practice'));
    await list.getByText('Lost 7').click();
    await expectShown(detail.getByRole('heading', { name: 'Lost 7' }));

    await detail.getByRole('button', { name: 'Choose all 10 with equal evidence' }).click();
    await expectShown(page.getByText('10 chosen · ₹14,500.00'));
    expect(await detail.getByRole('button', { name: 'Mark paid' }).isDisabled()).toBe(true);
    await detail.getByRole('button', { name: 'Mark not paid' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mark not paid: 10 payments, ₹14,500.00' });
    await expectShown(dialog.getByText('Lost 9'));
    await expectShown(dialog.getByText('₹1,900.00'));
    await dialog.getByLabel('Gateway ticket number').fill('T-10');
    await dialog.getByLabel('Note').fill('They told us on the phone.');
    const decide = dialog.getByRole('button', { name: 'Mark not paid' });
    await expect.poll(() => decide.isDisabled()).toBe(true);
    await dialog.getByLabel(/Type the number of payments/).fill('10');
    await decide.click();
    await expectShown(page.getByText('Nothing needs review'), RUNS_WITHIN_MS);
  });

  it('18: names the same counts and sums in History, in its batches and in Payees', async () => {
    const { page } = current();
    await goTo(page, 'History');
    await expectShown(page.getByText('20 payments · ₹19,500.00'));
    await page.getByRole('grid').getByText('Lost 7').waitFor();
    await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'Batches' }).click();
    await expectShown(page.getByText('1 batch · ₹19,500.00'));
    const batch = page.getByRole('grid', { name: 'Batches' }).getByRole('row', { name: /B0001/ });
    await expectShown(batch.getByText('₹5,000.00'));
    await expectShown(batch.getByText('₹14,500.00'));
    await goTo(page, 'Payees');
    await expectShown(page.getByText('20 payees · ₹5,000.00 paid'));
    await page.getByLabel('Search payees').fill('paid 3');
    await expectShown(page.getByText('1 payee · ₹500.00 paid'));
    await page.getByRole('grid', { name: 'Payees' }).getByText('Paid 3').dblclick();
    await page.getByRole('heading', { level: 1, name: 'Paid 3 LIVE' }).waitFor();
    await expectShown(
      page.getByRole('table', { name: 'Paid per month' }).getByRole('row').last().getByText('₹500.00').last(),
    );
  });
});
