// The recent files, as a person comes back to them: listed, run, found after a restart, reopened, removed.

import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { axeFaults } from './axe.ts';
import { expectShown, goTo, openRows, passMatch, startWithPractice } from './desk-page.ts';
import { DESKTOP, DOOR, HOSTS } from './hosts.ts';
import { SESSION_STARTS_WITHIN_MS } from './page-session.ts';
import { RestartedDesk } from './restarted-desk.ts';

const WAITS = { timeout: 30_000 };
const TEST_WITHIN_MS = 120_000;

/** Enough that some are unsent when somebody looks at the list. */
const PEOPLE = 300;

function salaries(count: number): string {
  const rows = Array.from({ length: count }, (_, at) => `Person ${at},person${at}@sample,${1000 + at},Salary`);
  return ['Name,UPI ID,Amount,Remark', ...rows, ''].join('\n');
}

/** The list is folded whenever the screen opens. */
async function goToRecent(page: Page): Promise<void> {
  await goTo(page, 'Payouts');
  await page.getByRole('button', { name: /^Recent files/, expanded: false }).click();
}
const lines = (page: Page): Locator => page.getByRole('table', { name: 'Recent files' }).getByRole('row');
const lineOf = (page: Page, name: string): Locator => lines(page).filter({ hasText: name });
const openButton = (page: Page, name: string): Locator =>
  lineOf(page, name).getByRole('button', { name: /^(Open|Choose)/ });

describe.each(HOSTS)('The files opened last on the $name', { timeout: TEST_WITHIN_MS }, (host) => {
  let place: RestartedDesk;
  let page: Page;
  let path = '';

  beforeAll(async () => {
    place = new RestartedDesk(host);
    path = join(place.disk, 'november.csv');
    writeFileSync(path, salaries(PEOPLE));
    if (host.unavailable !== null) return;
    const hosted = await place.open();
    ({ page } = hosted);
    await startWithPractice(page, hosted.link);
  }, SESSION_STARTS_WITHIN_MS);

  afterAll(() => place.close());

  beforeEach((context) => context.skip(host.unavailable !== null, host.unavailable ?? ''));

  it('are none at first, and listed with their rows and what can be paid once they were opened', async () => {
    await goToRecent(page);
    await expectShown(page.getByText('Files you open are listed here by name.', { exact: false }));
    await openRows(page, path);
    await goToRecent(page);
    const line = lineOf(page, 'november.csv');
    await expectShown(line.getByRole('cell', { name: String(PEOPLE), exact: true }));
    await expectShown(line.getByRole('cell', { name: '₹3,44,850.00', exact: true }));
    expect(await axeFaults(page)).toEqual([]);
  });

  it('can be opened while a batch is sent, and lead to the batch they became', async () => {
    for (const [at, name] of ['january.csv', 'february.csv', 'march.csv'].entries()) {
      writeFileSync(join(place.disk, name), salaries(3 + at));
      await openRows(page, join(place.disk, name));
    }
    await goTo(page, 'Payouts');
    const draft = page.getByRole('table', { name: 'Needs attention' }).getByRole('row', { name: /november\.csv/ });
    await draft.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Check and confirm' }).click();
    await page.getByRole('button', { name: /^Pay ₹/ }).click();
    await expectShown(page.getByRole('grid').getByText('Paid').first());
    await goToRecent(page);
    await expect.poll(() => openButton(page, 'november.csv').isDisabled(), WAITS).toBe(false);
    // A second Enter removes no second file from the list.
    await page.getByRole('button', { name: 'Take march.csv off the list' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => lineOf(page, 'march.csv').count(), WAITS).toBe(0);
    await expect.poll(() => openButton(page, 'february.csv').and(page.locator(':focus')).count(), WAITS).toBe(1);
    await page.keyboard.press('Tab');
    const takeOff = page.getByRole('button', { name: 'Take february.csv off the list' });
    await expect.poll(() => takeOff.and(page.locator(':focus')).count(), WAITS).toBe(1);
    await lineOf(page, 'november.csv')
      .getByRole('button', { name: /^Run before on .* as P0001: \d+ of 300 paid\.$/ })
      .click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await expectShown(page.getByRole('button', { name: 'Resume' }));
  });

  it('are there after a restart, and open again as they are by then', async () => {
    writeFileSync(path, salaries(2));
    page = await place.restart();
    await goToRecent(page);
    await expectShown(page.getByText(/^Run before on .* as P0001/));
    // If the desk does not know the file's path, the person chooses the file.
    page.once('filechooser', (chooser) => void chooser.setFiles(path));
    await openButton(page, 'november.csv').focus();
    await page.keyboard.press('Enter');
    await passMatch(page);
    await expectShown(page.getByText(/^november\.csv · .*2 rows/));
  });

  it('are forgotten one by one and all together', async () => {
    const other = join(place.disk, 'other.csv');
    writeFileSync(other, salaries(1));
    await openRows(page, other);
    await goToRecent(page);
    await page.getByRole('button', { name: 'Take other.csv off the list' }).click();
    await expect.poll(() => lineOf(page, 'other.csv').count(), WAITS).toBe(0);
    await expectShown(lineOf(page, 'november.csv').first());
    await page.getByRole('button', { name: 'Clear list' }).click();
    await expectShown(page.getByText('Files you open are listed here by name.', { exact: false }));
  });

  it('never tell the page where they lie', async () => {
    const all = await place.received();
    expect(all).toContain('november.csv');
    expect(all).not.toContain(place.disk);
  });
});

describe('A file that is not where it was', { timeout: TEST_WITHIN_MS }, () => {
  let place: RestartedDesk;
  let page: Page;

  beforeAll(async () => {
    place = new RestartedDesk(DESKTOP);
    if (DESKTOP.unavailable !== null) return;
    const hosted = await place.open();
    ({ page } = hosted);
    await startWithPractice(page, hosted.link);
  }, SESSION_STARTS_WITHIN_MS);

  afterAll(() => place.close());

  beforeEach((context) => context.skip(DESKTOP.unavailable !== null, DESKTOP.unavailable ?? ''));

  it('is said to be gone, and taken off the list by a click', async () => {
    const path = join(place.disk, 'november.csv');
    writeFileSync(path, salaries(2));
    await openRows(page, path);
    renameSync(path, join(place.disk, 'moved.csv'));
    await goToRecent(page);
    await openButton(page, 'november.csv').click();
    await expectShown(page.getByText('november.csv is no longer there.'));
    await expectShown(page.getByText('Look where it was moved to, and open it there.'));
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Take it off the list', exact: true }).click();
    await expectShown(page.getByText('Files you open are listed here by name.', { exact: false }));
    await expect.poll(() => page.getByText('november.csv is no longer there.').count(), WAITS).toBe(0);
  });

  it('was found by the place that the system told, and not by one that the page could name', async () => {
    const args = await page.evaluate(
      "window.desk.giveFile({ name: 'passwd', bytes: new Uint8Array(1) }, { path: '/etc/passwd' }).then((reply) => reply.kind)",
    );
    expect(args).toBe('done');
    const asked = await page.evaluate(
      "Promise.all(['/etc/passwd', '../november.csv', 'A'.repeat(22)].map((entry) => window.desk.openRecentFile({ entry, commandId: crypto.randomUUID() }).then((reply) => reply.refusal.code)))",
    );
    expect(asked).toEqual(['wrongValue', 'wrongValue', 'noSuchRecentFile']);
  });
});

describe('A file whose bytes alone the desk was given', { timeout: TEST_WITHIN_MS }, () => {
  let place: RestartedDesk;

  beforeAll(() => {
    place = new RestartedDesk(DOOR);
  });

  afterAll(() => place.close());

  beforeEach((context) => context.skip(DOOR.unavailable !== null, DOOR.unavailable ?? ''));

  it('is opened from its copy, which says that it is one', async () => {
    const { page, link } = await place.open();
    await startWithPractice(page, link);
    const path = join(place.disk, 'november.csv');
    writeFileSync(path, salaries(2));
    await openRows(page, path);
    writeFileSync(path, salaries(3));
    await goToRecent(page);
    await expectShown(page.getByText('Choose it again if it changed.', { exact: false }));
    await page.getByRole('button', { name: 'Open the copy of november.csv' }).click();
    await expectShown(page.getByText(/^november\.csv · .*2 rows/));
  });
});
