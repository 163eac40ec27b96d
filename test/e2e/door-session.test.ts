// Who may use the browser door's page: its own tabs, also after a reload, and nobody who only has the cookie.

import { describe, expect, it } from 'vitest';
import { expectShown, startWithPractice } from './desk-page.ts';
import { useSession } from './use-session.ts';

const TEST_WITHIN_MS = 120_000;

describe('The session of the browser door', () => {
  const current = useSession({ begin: ({ page, link }) => startWithPractice(page, link) });
  const address = (): string => current().link.replace(/#.*/, '');
  const gone = 'This page is no longer connected to Payout Desk.';

  it(
    'outlives a reload and a return to the page in the same tab',
    async () => {
      const { page } = current();
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
      const page = await current().page.context().newPage();
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
      const context = current().page.context();
      const stranger = await context.browser()?.newContext();
      if (stranger === undefined) throw new Error('the browser is gone');
      await stranger.addCookies(await context.cookies());
      const page = await stranger.newPage();
      await page.goto(address());
      await expectShown(page.getByText(gone));
      await stranger.close();
    },
    TEST_WITHIN_MS,
  );
});
