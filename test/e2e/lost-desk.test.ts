// What the page says when the desk behind it is gone, and when another one stands in its place.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltDoor, startBuiltDoor } from './built-door.ts';
import { expectShown, startWithPractice } from './desk-page.ts';
import { NO_CHROMIUM, openPageSession, type PageSession, SESSION_STARTS_WITHIN_MS } from './page-session.ts';

describe('A page without its desk', () => {
  let session: PageSession | null = null;
  let next: BuiltDoor | null = null;
  let page: Page;

  beforeAll(async () => {
    session = await openPageSession();
    if (session === null) return;
    ({ page } = session);
    await startWithPractice(page, session.door.link);
  }, SESSION_STARTS_WITHIN_MS);

  afterAll(async () => {
    await next?.close();
    await session?.close();
  });

  beforeEach((context) => context.skip(session === null, NO_CHROMIUM));

  it(
    'says that it cannot reach it, and asks for a new start when another one answers',
    async () => {
      if (session === null) throw new Error(NO_CHROMIUM);
      const { door } = session;
      await door.kill();
      await expectShown(page.getByText('This page cannot reach Payout Desk.').first());
      const port = Number(new URL(door.link).port);
      next = await startBuiltDoor({ port, folder: door.folder });
      await expectShown(page.getByText('This page is no longer connected to Payout Desk.'));
      await startWithPracticeAgain(page, next.link);
      expect(page.url()).not.toContain('key=');
    },
    SESSION_STARTS_WITHIN_MS,
  );
});

/** The profile was chosen before: the window opens where it was. */
async function startWithPracticeAgain(page: Page, link: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(link);
  await expectShown(page.getByRole('heading', { level: 1, name: 'Payouts' }));
}
