// From the first start to the result by keyboard alone: Tab, Enter and nothing else.

import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectShown } from './desk-page.ts';
import { HOSTS } from './hosts.ts';
import { useSession } from './use-session.ts';

/** More than any screen needs; beyond this the focus goes in circles. */
const TABS_MAX = 80;
const RUNS_WITHIN_MS = 90_000;

describe.each(HOSTS)('The keyboard alone on the $name', (host) => {
  let page: Page;
  useSession({
    host,
    begin: async (session) => {
      ({ page } = session);
      await page.goto(session.link);
    },
  });

  it(
    '23: pays the sample on the practice gateway, from the first start to what needs a person',
    async () => {
      await press(page, 'Start with practice');
      await press(page, 'Open the sample');
      await expectShown(page.getByRole('grid').getByText('Ready').first());
      await press(page, 'Check and confirm');
      await expectShown(page.getByText(/^Rupees .* Only · /));
      await expect.poll(() => page.locator(':focus').textContent()).toBe('Back to the rows');
      await press(page, /^Pay ₹/);
      // In the sample one payment fails, and one needs a person.
      await expectShown(page.getByRole('button', { name: /^Needs review/ }).getByText('1'), RUNS_WITHIN_MS);
      await press(page, /^Needs review/);
      await expectShown(page.getByRole('button', { name: 'Mark not paid' }));
    },
    RUNS_WITHIN_MS * 2,
  );

  it('goes through a grid with one press of Tab, and moves in it with the arrows', async () => {
    await page.keyboard.press('Alt+2');
    await expectShown(page.getByRole('grid').getByText('Paid').first());
    await tabTo(page, page.getByRole('columnheader').first());
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expectShown(page.getByRole('dialog').getByText('What happened'));
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await expect.poll(() => page.getByRole('grid').locator(':focus').count()).toBe(1);
    await page.keyboard.press('Tab');
    await expect.poll(() => page.getByRole('grid').locator(':focus').count()).toBe(0);
  });
});

async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name });
  await expectShown(button);
  await tabTo(page, button);
  await page.keyboard.press('Enter');
}

async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    if ((await wanted.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not lead there');
}
