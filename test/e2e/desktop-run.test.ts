// A run as the system around the desktop window sees it: the taskbar, sleep, notifications, the question before quitting, and the
// window that reopens in the same place. One batch, across a restart of the app.

import type { JSHandle } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltDesktop, startBuiltDesktop, whyNoDesktop } from './built-desktop.ts';
import { csvOf, expectShown, openRows, passMatch, sample, startWithPractice } from './desk-page.ts';
import { SESSION_STARTS_WITHIN_MS } from './page-session.ts';
import { type Notes, watchDesktop } from './watch-desktop.ts';

/** Enough that the run is still going after it has been checked, asked about and quit, also on a slow machine. */
const PEOPLE = 150;
const RUNS_WITHIN_MS = 90_000;
const WAITS = { timeout: 30_000 };
const STAY = 0;
const PAUSE_AND_QUIT = 1;
const STOOD_AT = { x: 40, y: 50, width: 1100, height: 700 };

/** A name, a UPI ID, or digits as long as an account number or a reference. Rupees are of all payments together. */
const TELLS_A_PAYEE = /Person|@|\d{6,}/;
const TOTAL_PAID = /\b150 paid \(₹[\d,]+\.\d\d\)\./;

describe('A run on the desktop', { timeout: RUNS_WITHIN_MS }, () => {
  let desktop: BuiltDesktop | null = null;
  let notes: JSHandle<Notes>;

  const open = async (files: readonly string[]): Promise<void> => {
    desktop = await startBuiltDesktop(desktop === null ? { files } : { folder: desktop.folder, files });
    notes = await watchDesktop(desktop.app);
  };
  const current = (): BuiltDesktop => {
    if (desktop === null) throw new Error('there is no desktop');
    return desktop;
  };
  const read = async <Part extends keyof Notes>(part: Part): Promise<Notes[Part]> => (await notes.jsonValue())[part];

  beforeAll(async () => {
    if (whyNoDesktop() !== null) return;
    await open([]);
    const { page, link } = current();
    await startWithPractice(page, link);
    const people = Array.from(
      { length: PEOPLE },
      (_, index) => `Person ${index},run${index}@sample,${100 + index},Pay`,
    );
    await openRows(page, csvOf(people));
    await page.getByRole('button', { name: 'Check and confirm' }).click();
    await page.getByRole('button', { name: /^Pay ₹/ }).click();
    await expectShown(page.getByRole('button', { name: 'Pause' }));
  }, SESSION_STARTS_WITHIN_MS);

  afterAll(async () => {
    await desktop?.close();
  });

  beforeEach((context) => context.skip(desktop === null, whyNoDesktop() ?? ''));

  it('shows on the taskbar how far it is, and keeps the computer awake', async () => {
    await expect.poll(() => read('awake'), WAITS).toHaveLength(1);
    await expect.poll(async () => (await read('bars')).some((bar) => bar > 0 && bar < 1), WAITS).toBe(true);
  });

  it('asks before it is quit in the middle of sending, and stays when told to', async () => {
    await notes.evaluate((all, answer) => void (all.answer = answer), STAY);
    await current().app.evaluate(({ app }) => app.quit());
    await expect.poll(() => read('asked'), WAITS).toEqual(['A batch is not sent to its end.']);
    await expectShown(current().page.getByRole('button', { name: 'Pause' }));
  });

  it(
    'asks the same when its window is closed, pauses, and quits',
    async () => {
      const { app, ended } = current();
      await app.evaluate(({ BrowserWindow }, bounds) => {
        BrowserWindow.getAllWindows()[0]?.setBounds(bounds);
      }, STOOD_AT);
      await notes.evaluate((all, answer) => void (all.answer = answer), PAUSE_AND_QUIT);
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
      expect(await ended).toBe(0);
    },
    RUNS_WITHIN_MS,
  );

  it(
    'opens again where its window stood, with the file it was opened with',
    async () => {
      await open([sample('salary.csv')]);
      const { app, page } = current();
      const bounds = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds());
      expect(bounds).toEqual(STOOD_AT);
      await passMatch(page);
      await expectShown(page.getByText('salary.csv').first());
    },
    SESSION_STARTS_WITHIN_MS,
  );

  it(
    '31: sends nothing until Resume is pressed, then tells of the end, with rupees and without a payee, to a person who looks elsewhere',
    async () => {
      const { app, page } = current();
      expect(await read('awake')).toEqual([]);
      await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Payouts' }).click();
      await page.getByRole('table', { name: 'Batches' }).getByRole('row').nth(1).getByRole('button').first().click();
      await page.getByRole('button', { name: 'Resume' }).click();
      await expect.poll(() => read('awake'), WAITS).toHaveLength(1);
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.blur());
      await expectShown(page.getByText(/^Finished: /), RUNS_WITHIN_MS);
      await expect.poll(async () => (await read('notices')).length, WAITS).toBeGreaterThan(0);
      const ends = (await read('notices')).filter(({ body }) => TOTAL_PAID.test(body));
      expect(ends).toHaveLength(1);
      for (const { title, body } of await read('notices')) {
        expect(title).toContain('P0001');
        expect(`${title} ${body}`).not.toMatch(TELLS_A_PAYEE);
      }
      await expect.poll(() => read('awake'), WAITS).toEqual([]);
      expect((await read('bars')).at(-1)).toBe(-1);
    },
    RUNS_WITHIN_MS * 2,
  );
});
