// Steps that several keyboard tests share: the start, a file, a confirmation.

import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectShown } from './desk-page.ts';
import { holdCommand } from './hold-command.ts';
import type { Keys } from './keys.ts';

export async function startAlone(page: Page, { keys, link }: { readonly keys: Keys; readonly link: string }) {
  await page.goto(link);
  await keys.act(page.getByRole('button', { name: 'Start with practice' }));
  await keys.expectAt(page.getByRole('heading', { level: 1, name: 'Payouts' }));
}

/** Chooses a file in the system's own dialog, which is not part of the page, and goes to the next screen. */
export async function openAlone(
  page: Page,
  {
    keys,
    file,
    leadsTo = 'Review and fix',
  }: {
    readonly keys: Keys;
    readonly file: string | { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };
    readonly leadsTo?: string;
  },
): Promise<void> {
  await keys.press('Alt+1');
  await keys.expectAt(page.getByRole('heading', { level: 1, name: 'Payouts' }));
  await keys.to(page.getByRole('button', { name: 'Choose a file' }));
  const coming = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  await (await coming).setFiles(file);
  const heading = (name: string): Locator => page.getByRole('heading', { level: 1, name });
  if (leadsTo === 'Review and fix') {
    await heading('Match the columns').or(heading(leadsTo)).first().waitFor();
    // These headers are not confirmed yet.
    if (await heading('Match the columns').isVisible()) {
      await keys.expectAt(heading('Match the columns'));
      const method = page.getByRole('radio', { name: 'Pay by IMPS' });
      if ((await method.count()) > 0) {
        await keys.to(method);
        await keys.press('Space');
      }
      await keys.act(page.getByRole('button', { name: 'Check the rows' }));
    }
  }
  await keys.expectAt(heading(leadsTo));
}

/** From Review to Confirm, where the focus is on a control that pays nothing. */
export async function confirmAlone(page: Page, keys: Keys): Promise<void> {
  await keys.act(page.getByRole('button', { name: 'Check and confirm' }));
  await expectShown(page.getByText(/^Rupees .* Only · /));
  await keys.expectAt(page.getByRole('button', { name: 'Back to the rows' }));
}

/** Presses Enter, Enter and Space on the focused button while its command is held: it may be sent only once. */
export async function pressThrice(page: Page, { keys, command }: { readonly keys: Keys; readonly command: string }) {
  const asked = await holdCommand(page, command);
  const button = page.locator('button:focus');
  // The effect of the previous press may be on the screen before its answer has arrived.
  await expect.poll(() => button.getAttribute('aria-busy')).toBe('false');
  await page.keyboard.press('Enter');
  await expect.poll(() => button.getAttribute('aria-busy')).toBe('true');
  await keys.press('Enter');
  await keys.press('Space');
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
  await expect.poll(asked.count).toBe(1);
  await asked.goOn();
  expect(asked.count()).toBe(1);
}
