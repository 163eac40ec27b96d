// Statement 30: mixed errors corrected by keyboard alone. Every key counts, each letter of a typed text too.

import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { chip, expectShown, goTo, openRows, startWithPractice } from './desk-page.ts';
import { useSession } from './use-session.ts';

const WITHIN_MS = 120_000;
/** What an accounts person needs to find a key and press it. */
const PRESSED_IN_MS = 200;

interface Row {
  readonly method: string;
  readonly upiId?: string;
  readonly account?: string;
  readonly ifsc?: string;
  readonly amount?: string;
  readonly remark?: string;
}

/** Each kind of error, and how often it occurs among 32. All but the last three have one right fix. */
const KINDS: readonly (readonly [times: number, wrong: (at: number) => Row])[] = [
  [5, (at) => ({ method: 'IMPS', account: `5010 0${100_000 + at}`, ifsc: 'HDFC0000001' })],
  [5, (at) => ({ method: 'IMPS', account: `00${50_100_000 + at}`, ifsc: 'HDFCO000001' })],
  [4, (at) => ({ method: 'UPI', upiId: `person${at}@@sample` })],
  [2, (at) => ({ method: 'UPI', upiId: `per\u200bson${at}@sample` })],
  [4, (at) => ({ method: '', upiId: `person${at}@sample` })],
  [3, (at) => ({ method: 'UPI', upiId: `person${at}@sample`, amount: `${1_500 + at}.4567` })],
  [2, (at) => ({ method: 'UPI', upiId: `person${at}@sample`, amount: '"41.500,00"' })],
  [3, (at) => ({ method: 'UPI', upiId: `person${at}@sample`, remark: '' })],
  [2, (at) => ({ method: 'UPI', upiId: `person${at}@sample`, amount: 'hold' })],
  [2, (at) => ({ method: 'IMPS', account: '', ifsc: `HDFC000000${at % 10}` })],
];
const MIXED = KINDS.flatMap(([times, wrong]) => Array.from({ length: times }, () => wrong));

/** The errors lie among right rows, one here and one there; `step` has no factor in common with their number. */
function mixed(rows: number, { errors, step }: { readonly errors: number; readonly step: number }) {
  const every = Math.floor(rows / errors);
  const lines = Array.from({ length: rows }, (_, at) => {
    const wrong =
      at % every === 1 && at < every * errors ? MIXED[(Math.floor(at / every) * step) % MIXED.length] : null;
    const row = wrong?.(at) ?? { method: 'UPI', upiId: `person${at}@sample` };
    const { method, upiId = '', account = '', ifsc = '', amount = String(1_000 + at), remark = 'Salary Nov' } = row;
    return [`Person ${at}`, method, upiId, account, ifsc, amount, remark].join(',');
  });
  const text = ['Name,Payment Method,UPI ID,Account Number,IFSC,Amount,Remark', ...lines, ''].join('\n');
  return { name: `mixed-${rows}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) };
}

const current = useSession({ begin: async ({ page, link }) => await startWithPractice(page, link) });

beforeEach(async () => {
  await goTo(current().page, 'Payouts');
});

it('30: fixes 32 mixed errors of 305 rows by keyboard alone, in under two minutes and 90 keys', async () => {
  const file = mixed(305, { errors: 32, step: 5 });
  const { keys, ms } = await expectCorrected(file, { errors: 32, withoutAccount: 2, paid: '303 payments' });
  expect(keys).toBeLessThan(90);
  expect(ms).toBeLessThan(WITHIN_MS);
});

it('30: fixes 160 mixed errors of 1,500 rows too: a kind with one right fix needs no more keys for more rows', async () => {
  const file = mixed(1_500, { errors: 160, step: 5 });
  const { keys, ms } = await expectCorrected(file, { errors: 160, withoutAccount: 10, paid: '1,490 payments' });
  expect(keys).toBeLessThan(160);
  expect(ms).toBeLessThan(WITHIN_MS);
});

async function expectCorrected(
  file: ReturnType<typeof mixed>,
  { errors, withoutAccount, paid }: { readonly errors: number; readonly withoutAccount: number; readonly paid: string },
): Promise<{ readonly keys: number; readonly ms: number }> {
  const { page } = current();
  await openRows(page, file);
  await expect.poll(() => chip(page, 'Errors')).toBe(errors);
  // A fix for many rows names the first change, and how many more it makes: what one row needs is true of none of the others.
  await expectShown(page.getByText(/ → \S+ and \d+ more$/));
  const taken = await correct(page, withoutAccount);
  await expect.poll(() => chip(page, 'Left out')).toBe(withoutAccount);
  await expectShown(page.getByText(paid));
  return taken;
}

/** What the person does about each kind, and what it takes. */
async function correct(page: Page, withoutAccount: number): Promise<{ readonly keys: number; readonly ms: number }> {
  const beganMs = performance.now();
  let keys = 0;
  const press = async (key: string): Promise<void> => {
    keys += 1;
    await page.keyboard.press(key);
    await page.waitForTimeout(PRESSED_IN_MS);
  };
  const dialog = page.getByRole('dialog');
  const said = page.locator('[role=status]', { has: page.locator('strong') });
  const read = async (): Promise<string> => ((await said.count()) === 0 ? '' : ((await said.textContent()) ?? ''));
  /** Presses F8, and reads what it leads to. */
  const nextIssue = async (): Promise<string> => {
    const before = await read();
    await press('F8');
    await expect.poll(read).not.toBe(before);
    return await read();
  };
  for (let before = await chip(page, 'Errors'); before > withoutAccount; before = await chip(page, 'Errors')) {
    const issue = await nextIssue();
    // Nobody knows it yet: these rows are left out in the end.
    if (issue.includes('account number is missing')) continue;
    if (issue.includes('Remark missing')) {
      // As the row above.
      await press('ControlOrMeta+D');
    } else if (issue.includes('not a number')) {
      for (const key of ['1', '5', '0', '0', 'Enter']) await press(key);
    } else {
      await press('Shift+F9');
      await expect.poll(() => dialog.getByRole('button', { name: /^Fix all/ }).isEnabled()).toBe(true);
      await press('Enter');
      await expect.poll(() => dialog.count()).toBe(0);
    }
    await expect.poll(() => chip(page, 'Errors')).toBeLessThan(before);
  }
  await press('F6');
  await press('Enter');
  await expect.poll(() => chip(page, 'Errors')).toBe(0);
  return { keys, ms: performance.now() - beganMs };
}
