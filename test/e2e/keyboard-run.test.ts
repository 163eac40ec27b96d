// A batch by keyboard alone on the practice gateway: corrected, find and replace, paused, stopped, resumed with the required
// count and ticks, and its failed payouts retried.

import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { chip, csvOf, expectShown, sample } from './desk-page.ts';
import { confirmAlone, openAlone, pressThrice, startAlone } from './keyboard-steps.ts';
import { type Keys, keysOf } from './keys.ts';
import type { PageSession } from './page-session.ts';
import { useSession } from './use-session.ts';

const RUNS_WITHIN_MS = 60_000;
const TEST_WITHIN_MS = 180_000;

/** Enough that some are unsent when somebody presses Pause. */
const PEOPLE = 300;

/** Two of these are more than the practice wallet holds. */
const MUCH_RUPEES = 60_000_000;

describe('A batch by keyboard alone', { timeout: TEST_WITHIN_MS }, () => {
  const current = useSession();
  let session: PageSession;
  let page: Page;
  let keys: Keys;
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  const dialog = () => page.getByRole('dialog');
  const pay = () => button(/^Pay ₹/);
  const ended = () => page.getByText(/^Finished: /);

  beforeEach(() => {
    session = current();
    ({ page } = session);
    keys = keysOf(page);
  });

  it('is corrected: filters, issues, find and replace, undo until there is nothing to undo', async () => {
    await startAlone(page, { keys, link: session.link });
    await openAlone(page, { keys, file: sample('messy.csv') });
    await keys.visit(button('Find and replace'), dialog().getByLabel('Replace with'));
    await keys.press('Enter');
    await keys.choose(dialog().getByLabel('In the column'), 'Remark');
    await keys.fill(dialog().getByLabel('Find'), 'Salary');
    await keys.fill(dialog().getByLabel('Replace with'), 'Bonus');
    await keys.press('Enter');
    await expect.poll(() => dialog().count()).toBe(0);
    await expect.poll(() => chip(page, 'Edited')).toBeGreaterThan(0);
    await keys.expectAt(button('Find and replace'));
    await keys.back(button(/^Undo/));
    await keys.press('Enter');
    await expect.poll(() => chip(page, 'Edited')).toBe(0);
    await expect.poll(() => button('Undo').getAttribute('aria-disabled')).toBe('true');
    await keys.expectAt(button('Undo'));
    await keys.act(button('Next issue'));
    await expect.poll(() => page.getByRole('grid').locator(':focus').count()).toBe(1);
    await keys.press('F6');
    await keys.act(page.getByRole('button', { name: /^Fix/ }).first());
    await expect.poll(() => chip(page, 'Edited')).toBeGreaterThan(0);
    await expect.poll(() => page.getByRole('complementary').locator(':focus').count()).toBe(1);
    await keys.back(button('Leave out all rows with errors'));
    await keys.press('Enter');
    await expect.poll(() => chip(page, 'Errors')).toBe(0);
    await keys.expectAt(page.getByRole('heading', { level: 2, name: 'Issues' }));
    await keys.back(button(/^Left out/));
    await keys.press('Space');
    await keys.expectAt(button(/^Left out/));
  });

  it('is paused and stopped, and what is not sent is dropped only where a person says so', async () => {
    const people = Array.from({ length: PEOPLE }, (_, at) => `Person ${at},person${at}@sample,${100 + at},Salary`);
    await openAlone(page, { keys, file: csvOf(people) });
    await confirmAlone(page, keys);
    await keys.to(pay());
    await pressThrice(page, { keys, command: 'startBatch' });
    await expectShown(page.getByRole('grid').getByText('Paid').first(), RUNS_WITHIN_MS);
    await keys.act(button('Pause'));
    await expectShown(button('Resume'), RUNS_WITHIN_MS);
    await keys.expectAt(heading(/^people/));
    await keys.to(button('Stop'));
    await keys.press('Enter');
    await keys.expectAt(button('Keep it'));
    await keys.act(button('Stop and cancel the rest'));
    await expectShown(ended(), RUNS_WITHIN_MS);
    await keys.expectAt(heading(/^people/));
    await keys.to(button(/^All/));
    await keys.act(button(/^Paid/), 'Space');
    // The first payout goes alone, so it is surely paid when somebody pauses early.
    await keys.fill(page.getByRole('searchbox'), 'person0@sample');
    await expectShown(page.getByRole('grid').getByText('person0@sample'));
  });

  it('is resumed with the count typed and the low wallet accepted', async () => {
    const much = ['ravi', 'meera'].map((name) => `${name},success.${name}@practice,${MUCH_RUPEES},Salary`);
    await openAlone(page, { keys, file: csvOf(['Asha,success.first@practice,1,Salary', ...much]) });
    await confirmAlone(page, keys);
    await keys.back(page.getByLabel(/^Pay the first one alone/));
    await keys.press('Space');
    for (const tick of await page.getByRole('table', { name: 'Check and tick' }).getByRole('checkbox').all())
      if (!(await tick.isChecked())) {
        await keys.back(tick);
        await keys.press('Space');
      }
    await keys.act(pay());
    await expectShown(page.getByText(/^The first payment went out/), RUNS_WITHIN_MS);
    const run = page.url();
    await openAlone(page, { keys, file: csvOf(['Other,success.other@practice,5,Salary']) });
    await confirmAlone(page, keys);
    await keys.act(pay());
    await expectShown(ended(), RUNS_WITHIN_MS);
    await page.reload();
    await expectShown(page.locator('h1:focus'));
    await keys.press('Alt+1');
    await keys.act(button('Open P0002'));
    await expect.poll(() => page.url()).toBe(run);
    await keys.visit(button('Resume'), dialog().getByLabel(/^Type the number of payments not sent yet, 2/));
    await keys.press('Enter');
    await keys.expectAt(dialog().getByRole('button', { name: 'Cancel' }));
    await keys.fill(dialog().getByLabel(/^Type the number/), '2');
    await keys.press('Enter');
    await expect.poll(() => dialog().count()).toBe(1);
    await keys.to(dialog().getByRole('button', { name: 'Resume' }));
    await pressThrice(page, { keys, command: 'resumeBatch' });
    await expectShown(page.getByText(/^The wallet holds .*, less than the/), RUNS_WITHIN_MS);
    await expect.poll(() => dialog().count()).toBe(0);
    await keys.act(button('Resume'));
    await expectShown(dialog().getByLabel(/^Type the number/));
    expect(
      await dialog()
        .getByLabel(/^Type the number/)
        .inputValue(),
    ).toBe('');
    await keys.fill(dialog().getByLabel(/^Type the number/), '2');
    await keys.act(dialog().getByLabel(/^Pay as many as the balance allows/), 'Space');
    await keys.act(dialog().getByRole('button', { name: 'Resume' }));
    await expectShown(page.getByText(/^The wallet holds .*: nothing more was sent\./), RUNS_WITHIN_MS);
    await expect.poll(() => dialog().count(), { timeout: RUNS_WITHIN_MS }).toBe(0);
    await keys.press('Alt+1');
    await keys.expectAt(heading('Payouts'));
  });
});

describe('A retry by keyboard alone', { timeout: TEST_WITHIN_MS }, () => {
  const current = useSession();

  it('goes from the result over Review and Confirm to the end', async () => {
    const { page, link } = current();
    const keys = keysOf(page);
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
    const ended = page.getByText(/^Finished: /);
    await startAlone(page, { keys, link });
    const rows = ['Asha,rejected.asha@practice,1000.50,Salary', 'Meera,success.meera@practice,3000,Salary'];
    await openAlone(page, { keys, file: csvOf(rows) });
    await confirmAlone(page, keys);
    await keys.act(button(/^Pay ₹/));
    await expectShown(ended, RUNS_WITHIN_MS);
    await keys.act(button('See the result'));
    await keys.visit(button(/^Retry \d/), page.getByText(/opens? in Review/));
    await keys.press('Enter');
    await keys.to(button('Open them in Review'));
    await pressThrice(page, { keys, command: 'openRetry' });
    await keys.expectAt(page.getByRole('heading', { level: 1, name: 'Review and fix' }));

    const focused = page.getByRole('gridcell').and(page.locator(':focus-within'));
    await keys.to(page.getByRole('columnheader').first());
    await keys.press('ArrowDown');
    for (let step = 0; step < 12 && (await focused.textContent()) !== 'rejected.asha@practice'; step += 1)
      await keys.press('ArrowRight');
    await keys.press('F2');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('success.asha@practice');
    await keys.press('Enter');
    // Enter moved down and stays, because the list has no row below.
    await expectShown(page.getByRole('gridcell', { name: 'success.asha@practice' }));
    await expect.poll(() => chip(page, 'Edited')).toBe(1);
    await keys.leaveGrid();
    await confirmAlone(page, keys);
    await keys.act(button(/^Pay ₹/));
    await expectShown(ended, RUNS_WITHIN_MS);
    await expectShown(page.getByText('Pays again what failed in P0001.'));
  });
});
