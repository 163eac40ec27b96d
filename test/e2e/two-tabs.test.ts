// Two tabs of one desk in a real Chromium: what one typed, the other does not overwrite unseen; what one pays, the other's Confirm
// shows at once, and a refused Pay is read where it was pressed.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltDoor, startBuiltDoor } from './built-door.ts';
import { findChromium, NO_CHROMIUM, openChromium } from './chromium.ts';
import { chip, csvOf, expectShown, openRows, startWithPractice } from './desk-page.ts';
import { SESSION_STARTS_WITHIN_MS } from './page-session.ts';

const TEST_WITHIN_MS = 120_000;

/** Enough that the run is still under way when the other tab has read and clicked, on a slow machine as well. */
const OTHERS = 1_500;

describe('Two tabs of the browser door', () => {
  let browser: Browser | null = null;
  let door: BuiltDoor | null = null;
  let context: BrowserContext;
  let pages: readonly [Page, Page] | null = null;

  beforeAll(async () => {
    const executable = findChromium();
    if (executable === null) return;
    browser = await openChromium(executable);
    door = await startBuiltDoor();
    context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
    pages = [await context.newPage(), await context.newPage()];
    await startWithPractice(pages[0], door.link);
    await pages[1].goto(door.link.replace(/#.*/, ''));
  }, SESSION_STARTS_WITHIN_MS);

  afterAll(async () => {
    await browser?.close();
    await door?.close();
  });

  beforeEach((test) => test.skip(door === null, NO_CHROMIUM));

  const tabs = (): readonly [Page, Page] => {
    if (pages === null) throw new Error(NO_CHROMIUM);
    return pages;
  };
  const confirm = async (page: Page, rows: readonly string[]): Promise<void> => {
    await openRows(page, csvOf(rows));
    await page.getByRole('button', { name: 'Check and confirm' }).click();
    await expectShown(page.getByText(/^Rupees .* Only$/));
  };
  const pay = (page: Page) => page.getByRole('button', { name: /^Pay ₹/ });

  it(
    'change no cell that the other has changed since it was seen, and show what stands there now',
    async () => {
      const [one, other] = tabs();
      await openRows(one, csvOf(['Asha,asha.seen@sample,100,Salary', 'Ravi,ravi.seen@sample,200,Salary']));
      await other.goto(one.url());
      const cell = (page: Page, text: string) => page.getByRole('gridcell', { name: text, exact: true });
      const typeOver = async (page: Page, { at, text }: { readonly at: string; readonly text: string }) => {
        await cell(page, at).click();
        await page.keyboard.press('F2');
        await page.keyboard.press('ControlOrMeta+A');
        await page.keyboard.type(text);
      };
      await typeOver(other, { at: 'asha.seen@sample', text: 'asha.other@sample' });
      await typeOver(one, { at: 'asha.seen@sample', text: 'asha.one@sample' });
      await one.keyboard.press('Enter');
      await expect.poll(() => chip(other, 'Edited')).toBe(1);
      await other.keyboard.press('Enter');
      await expectShown(other.getByText('Row 2, UPI ID: this was changed after you saw it, so nothing was changed.'));
      await expectShown(other.getByText('It is now “asha.one@sample”. Look at it, and do it again.'));
      expect(await other.getByLabel('What you typed').inputValue()).toBe('asha.other@sample');
      await expectShown(cell(other, 'asha.one@sample'));
      await other.getByRole('button', { name: 'Close' }).click();

      // What is seen by now may be typed over, and another cell than the one that changed.
      await typeOver(one, { at: 'asha.one@sample', text: 'asha.two@sample' });
      await typeOver(other, { at: 'ravi.seen@sample', text: 'ravi.other@sample' });
      await one.keyboard.press('Enter');
      await expectShown(cell(other, 'asha.two@sample'));
      await other.keyboard.press('Enter');
      await expectShown(cell(one, 'ravi.other@sample'));
      await typeOver(other, { at: 'asha.two@sample', text: 'asha.other@sample' });
      await other.keyboard.press('Enter');
      await expectShown(cell(one, 'asha.other@sample'));
      expect(await other.getByText('so nothing was changed', { exact: false }).count()).toBe(0);
    },
    TEST_WITHIN_MS,
  );

  it(
    'show what the other pays before Pay is pressed, and keep why Pay was refused',
    async () => {
      const [one, other] = tabs();
      await confirm(other, ['Asha,asha.tabs@sample,100,Salary', 'Ravi,ravi.tabs@sample,200,Salary']);
      await expectShown(other.getByRole('button', { name: 'Pay ₹300.00 to 2 beneficiaries' }));

      const others = Array.from({ length: OTHERS }, (_, at) => `Person ${at},tabs${at}@sample,${at + 1},Salary`);
      await confirm(one, ['Asha,asha.tabs@sample,100,Salary', ...others]);
      await pay(one).click();
      await expectShown(one.getByRole('button', { name: 'Pause' }));

      await expectShown(other.getByText('What would be paid has changed since you looked.'));
      await other.getByRole('button', { name: 'Pay ₹200.00 to 1 beneficiary' }).click();
      await expectShown(other.getByText('A batch is being sent.'));

      await one.getByRole('button', { name: 'Pause' }).click();
      await expectShown(one.getByRole('button', { name: 'Resume' }));
      // Asked again after the pause: the first one is paid by now.
      await expectShown(other.getByText(/the same amount went to the same person in the last 30 days/));
      await expectShown(other.getByText('A batch is being sent.'));
      await expectShown(other.getByText('Wait until it is sent, or pause it first.'));
      await expect.poll(() => pay(other).isEnabled()).toBe(true);
    },
    TEST_WITHIN_MS,
  );
});
