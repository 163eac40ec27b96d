// Who may use the browser door's page: its own tabs, also after a reload, and nobody who has only the cookie.

import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltDoor, startBuiltDoor } from './built-door.ts';
import { findChromium, NO_CHROMIUM, openChromium } from './chromium.ts';
import { expectShown, startWithPractice } from './desk-page.ts';
import { SESSION_STARTS_WITHIN_MS } from './page-session.ts';

const TEST_WITHIN_MS = 120_000;

describe('The session of the browser door', () => {
  let browser: Browser | null = null;
  let door: BuiltDoor | null = null;
  let context: BrowserContext;

  beforeAll(async () => {
    const executable = findChromium();
    if (executable === null) return;
    browser = await openChromium(executable);
    door = await startBuiltDoor();
    context = await browser.newContext();
    await startWithPractice(await context.newPage(), door.link);
  }, SESSION_STARTS_WITHIN_MS);

  afterAll(async () => {
    await browser?.close();
    await door?.close();
  });

  beforeEach((test) => test.skip(door === null, NO_CHROMIUM));

  const address = (): string => (door?.link ?? '').replace(/#.*/, '');
  const gone = 'This page is no longer connected to Payout Desk.';

  it(
    'outlives a reload and a return to the page in the same tab',
    async () => {
      const [page] = context.pages();
      if (page === undefined) throw new Error('the tab is gone');
      await page.reload();
      await expectShown(page.getByRole('heading', { level: 1, name: 'Payouts' }));
      await page.goto('about:blank');
      await page.goto(address());
      await expectShown(page.getByRole('heading', { level: 1, name: 'Payouts' }));
      expect(await page.getByText(gone).count()).toBe(0);
    },
    TEST_WITHIN_MS,
  );

  it(
    'is shared with another tab of the same browser, which hears the same events',
    async () => {
      const page = await context.newPage();
      await page.goto(address());
      await expectShown(page.getByRole('heading', { level: 1, name: 'Payouts' }));
      const events = page.waitForRequest((request) => request.url().endsWith('/api/events'));
      await page.reload();
      const headers = await (await events).allHeaders();
      expect(headers['x-desk-key']).toMatch(/^[\w-]{43}$/);
      expect((await (await events).response())?.status()).toBe(200);
      await page.close();
    },
    TEST_WITHIN_MS,
  );

  it(
    'is refused to who has its cookie alone',
    async () => {
      const stranger = await browser?.newContext();
      if (stranger === undefined) throw new Error(NO_CHROMIUM);
      await stranger.addCookies(await context.cookies());
      const page = await stranger.newPage();
      await page.goto(address());
      await expectShown(page.getByText(gone));
      await stranger.close();
    },
    TEST_WITHIN_MS,
  );
});
