// A walk through every screen and its states, the way a person reaches them. Never judge anything here: the caller does.

import type { Page } from 'playwright-core';
import { chooseIn, csvOf, goTo, openRows, sample, startWithPractice } from './desk-page.ts';
import type { PageSession } from './page-session.ts';

/** `isMenu` when a menu is open, which takes the pointer and the focus, as its library does. */
export type Visit = (name: string, of?: { readonly isMenu: boolean }) => Promise<void>;

const RUNS_WITHIN_MS = 120_000;

/** Enough that the run is still going after somebody has looked at it, even on a slow machine. */
const OTHERS = 220;

/** Each test payee of the practice gateway once, so that a batch ends in every possible way. */
const ENDINGS = ['success', 'pending', 'failed', 'failed.two', 'rejected', 'reversed', 'stuck', 'oddword', 'toomany'];

export async function tour({ page, link, gateway }: PageSession, visit: Visit): Promise<void> {
  await page.goto(link);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await visit('first-run');
  await startWithPractice(page, page.url());
  await page.getByText('No batch yet').waitFor();
  await visit('open-empty');
  await tourDraft(page, visit);
  await tourRun(page, visit);
  await tourRepeats(page, visit);
  await tourPlaces(page, visit);
  await tourLive(page, { gateway, visit });
}

async function tourDraft(page: Page, visit: Visit): Promise<void> {
  await openRows(page, sample('messy.csv'));
  await visit('review-errors');
  await page.keyboard.press('F8');
  await page.getByText('Row 5 · Payment method').waitFor();
  await visit('review-cell');
  await page.getByRole('button', { name: 'Find and replace' }).click();
  await page.getByRole('dialog').waitFor();
  await visit('review-replace');
  await page.getByLabel('Find', { exact: true }).fill('a');
  await page.getByText('will change').waitFor();
  await visit('review-replace-preview');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('checkbox', { name: 'Tick all rows shown' }).click();
  await page.getByText('rows ticked').waitFor();
  await visit('review-ticked');
  await page.getByRole('button', { name: 'Change all rows shown' }).click();
  await page.getByRole('button', { name: /^Apply to/ }).waitFor();
  await visit('review-change');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await openRows(page, sample('refunds.csv'));
  await visit('review-ready');
  await page.getByRole('button', { name: 'Change the columns' }).click();
  await page.getByRole('heading', { level: 1, name: 'Match the columns' }).waitFor();
  await visit('match');
}

async function tourRun(page: Page, visit: Visit): Promise<void> {
  const endings = ENDINGS.map((word, index) => `Person ${index},${word}@practice,${1500 + index}.25,Salary`);
  const others = Array.from({ length: OTHERS }, (_, index) => colleague(index));
  const rows = [...endings, ...others].map((row, at) => `${row},p${at}@sample.example,manager@sample.example`);
  const lines = ['Name,UPI ID,Amount,Remark,Email,Manager Email', ...rows, ''].join('\n');
  await openRows(page, { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) });
  await page.getByRole('button', { name: 'Check and confirm' }).click();
  await page.getByText('Only · ').first().waitFor();
  await visit('confirm-practice');
  await page.getByRole('button', { name: /^Pay ₹/ }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.getByRole('grid').getByText('Paid').first().waitFor({ timeout: RUNS_WITHIN_MS });
  await visit('run-sending');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Resume' }).waitFor({ timeout: RUNS_WITHIN_MS });
  await visit('run-paused');
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('dialog').waitFor();
  await visit('run-stop');
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Check now' }).waitFor({ timeout: RUNS_WITHIN_MS });
  await page.getByRole('group', { name: 'Show payments' }).getByText('Failed or rejected').waitFor();
  await visit('run-settling');
  await page.getByRole('group', { name: 'Show payments' }).getByRole('button', { name: 'Not confirmed' }).click();
  await page.getByRole('grid').getByText('toomany@practice').dblclick();
  await page.getByRole('dialog').getByText('What happened').waitFor();
  await visit('payout-drawer');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: /^Needs review/ }).click();
  await page.getByRole('button', { name: 'Mark not paid' }).waitFor();
  await visit('unknown');
  await page.getByRole('button', { name: 'Mark not paid' }).click();
  await page.getByRole('dialog').waitFor();
  await visit('unknown-decision');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.goto(page.url().replace(/#.*/, '#/batch/P0001/result'));
  await page.getByText('Totals match').first().waitFor();
  await visit('result');
  for (const [button, name] of [
    ['Save report', 'result-report'],
    ['Payment advice', 'result-advice'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('menu').waitFor();
    await visit(name, { isMenu: true });
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: 'Payment advice' }).click();
  await page.getByRole('menuitem', { name: /Mail merge/i }).click();
  await page.getByRole('dialog').getByText('Whose e-mail addresses?').waitFor();
  await visit('result-email');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /^Retry \d/ }).click();
  await page.getByRole('dialog').getByText('open in Review').first().waitFor();
  await visit('result-retry');
  await page.getByRole('button', { name: 'Open them in Review' }).click();
  await page.getByText('These rows were not paid in').first().waitFor();
  await page.getByRole('grid').getByText('Ready').first().waitFor();
  await visit('review-retry');
  await page.getByRole('button', { name: 'Check and confirm' }).click();
  await page.getByText('This is a retry').first().waitFor({ timeout: RUNS_WITHIN_MS });
  await visit('confirm-retry');
}

function colleague(index: number, { more = 0, remark = 'Salary' } = {}): string {
  return `Colleague ${index},colleague${index}@sample,${20_000 + 37 * index + more},${remark}`;
}

/** A file: some rows correct earlier payments, some repeat them, and most have the same amounts for another purpose. */
async function tourRepeats(page: Page, visit: Visit): Promise<void> {
  const rows = Array.from({ length: 24 }, (_, index) =>
    colleague(index, index < 4 ? { more: 500 } : { remark: index < 8 ? 'Salary' : 'Diwali bonus' }),
  );
  await openRows(page, csvOf([...rows, 'New Joiner,new.joiner@sample,100,Salary']));
  await page.getByRole('button', { name: 'Then and now' }).waitFor();
  await visit('review-repeats');
  await page.getByRole('button', { name: 'Then and now' }).click();
  await page.getByRole('dialog').waitFor();
  await visit('review-then-and-now');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Check and confirm' }).click();
  await page.getByText('Only · ').first().waitFor();
  await visit('confirm-repeats');
}

async function tourPlaces(page: Page, visit: Visit): Promise<void> {
  await goTo(page, 'Payouts');
  await page.getByRole('table', { name: 'Batches' }).waitFor();
  await page.getByRole('button', { name: /^Recent files/ }).click();
  await page.getByRole('table', { name: 'Recent files' }).waitFor();
  await visit('open');
  await goTo(page, 'History');
  await page.getByRole('grid').getByText('Paid').first().waitFor();
  await visit('history');
  await page.getByRole('grid').getByText('Paid').first().click({ button: 'right' });
  await page.getByRole('menu').waitFor();
  await visit('history-menu', { isMenu: true });
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'Batches' }).click();
  await page.getByRole('grid', { name: 'Batches' }).getByText('P0001').waitFor();
  await visit('history-batches');
  await goTo(page, 'Payees');
  await page
    .getByRole('grid', { name: 'Payees' })
    .getByText('Person 0', { exact: true })
    .or(page.getByText(/^Colleague/))
    .first()
    .waitFor();
  await visit('payees');
  await page.getByRole('button', { name: 'Show “Paid per month” as a table' }).click();
  await page.getByRole('region', { name: 'Paid per month' }).waitFor();
  await visit('payees-table');
  await page.getByLabel('Search payees').fill('colleague7@sample');
  await page.getByRole('grid', { name: 'Payees' }).getByText('Colleague 7', { exact: true }).dblclick();
  await page.getByRole('grid', { name: 'Payments to this payee' }).getByText('Colleague 7').first().waitFor();
  await visit('payee');
  await goTo(page, 'Collect');
  await visit('collect-empty');
  await page.getByLabel('Name of the payer').fill('Asha Rao');
  await page.getByLabel('Mobile number').fill('9876543210');
  await page.getByLabel('Amount in rupees').fill('1,250.50');
  await page.getByLabel('Customer id').fill('C-1041');
  await page.getByRole('button', { name: 'Create the order' }).click();
  await page.getByRole('img', { name: /^QR code/ }).waitFor();
  await visit('collect');
  await goTo(page, 'History');
  await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'Orders' }).click();
  await page.getByRole('grid', { name: 'Orders' }).getByText('Asha Rao').waitFor();
  await visit('history-orders');
  await goTo(page, 'Lookups');
  await page.getByLabel('Order id').fill('NOSUCHORDER');
  await page.getByRole('button', { name: 'Ask the gateway' }).click();
  await page.getByRole('alert').waitFor();
  await visit('payment-status-not-found');
  await page.getByRole('radio', { name: 'Payment', exact: true }).click();
  await page.getByLabel('Transaction id or reference').fill('NEVERHEARDOF');
  await page.getByRole('button', { name: 'Ask the gateway' }).click();
  await page.getByText('The gateway does not know it').waitFor();
  await visit('payout-lookup-not-known');
  await goTo(page, 'Wallet');
  await page.getByText('Gateway message').waitFor();
  await visit('wallet');
  await page.getByRole('button', { name: 'Show “Balance over time” as a table' }).click();
  await page.getByRole('region', { name: 'Balance over time' }).waitFor();
  await visit('wallet-table');
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Check the audit log' }).click();
  await page.getByText('no change found.').first().waitFor();
  await visit('settings');
  await page.getByRole('button', { name: 'Licences' }).first().click();
  await page.getByText('better-sqlite3').first().waitFor();
  await visit('settings-licences');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'User guide' }).click();
  // It opens in the language of the window.
  await page.getByRole('article').waitFor();
  const isHindi = await page.locator('article[lang=hi]').isVisible();
  if (isHindi) await page.getByRole('button', { name: 'English', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'User guide' }).waitFor();
  await visit('guide');
  await page.getByRole('button', { name: 'हिन्दी' }).click();
  await page.getByRole('heading', { level: 1, name: 'उपयोग पुस्तिका' }).waitFor();
  await visit('guide-hindi');
  await goTo(page, 'Settings');
  await tourRestore(page, visit);
}

/** A backup that is older than the desk: it opens locked. */
async function tourRestore(page: Page, visit: Visit): Promise<void> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Make a backup' }).click(),
  ]);
  const backup = await download.path();
  await openRows(page, csvOf(['Nisha Comer,nisha.comer@sample,100,Salary']));
  await page.getByRole('button', { name: 'Check and confirm' }).click();
  await page.getByRole('button', { name: /^Pay ₹/ }).click();
  await page.getByText('Finished: ').first().waitFor({ timeout: RUNS_WITHIN_MS });
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Restore a backup' }).click();
  await page.getByLabel('Backup file').setInputFiles(backup);
  await page.getByLabel('Type RESTORE').fill('RESTORE');
  await visit('settings-restore');
  await page.getByRole('dialog').getByRole('button', { name: 'Restore a backup' }).click();
  await page.getByText('What was replaced is kept beside it').waitFor({ timeout: RUNS_WITHIN_MS });
  await visit('settings-restored');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByText('The practice desk is locked and sends nothing.').waitFor();
  await visit('locked');
  await page.getByRole('button', { name: 'Unlock for new batches' }).click();
  await page.getByText('No other copy of this desk is in use').waitFor();
  await visit('locked-open');
  await page.getByLabel('No other copy').check();
  await page.getByLabel('Note').fill('Restored to look at the screens.');
  await page.getByRole('dialog').getByRole('button', { name: 'Unlock for new batches' }).click();
  await page.getByText('The practice desk is locked and sends nothing.').waitFor({ state: 'detached' });
}

async function tourLive(
  page: Page,
  { gateway, visit }: Pick<PageSession, 'gateway'> & { readonly visit: Visit },
): Promise<void> {
  await page.getByRole('button', { name: 'Connect another account' }).click();
  await page.getByLabel('Name of this account').fill('Salaries HDFC');
  await page.getByLabel("Gateway's address").fill(gateway.url);
  await page.getByLabel('Merchant id (mid)').fill(gateway.mid);
  await page.getByRole('button', { name: 'Save and test connection' }).click();
  await page.getByText('The gateway answered.').waitFor();
  await visit('settings-account');
  await page.getByRole('button', { name: 'Use this account' }).click();
  await page.getByRole('button', { name: 'Limits Salaries HDFC' }).click();
  await page.getByLabel('Hours before').waitFor();
  await visit('settings-limits');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await chooseIn(page.getByRole('combobox', { name: 'Account' }), 'Salaries HDFC');
  await page.getByRole('banner').getByText('LIVE').waitFor();
  await openRows(page, sample('messy.csv'));
  await page.getByRole('button', { name: 'Check and confirm' }).click();
  await page.getByLabel('Type the number of payments').waitFor();
  await visit('confirm-live');
}
