// Steps on the page that every test shares. Never reach past the screen here: click, type and read what is shown.

import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { REPOSITORY } from '../../build/repository.ts';

export function sample(name: string): string {
  return path.join(REPOSITORY, 'samples', name);
}

/** Opens the link and starts with practice money. */
export async function startWithPractice(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Start with practice' }).click();
  await page.getByRole('heading', { level: 1, name: 'Payouts' }).waitFor();
}

/** Opens a file by name and bytes, and waits for its rows. */
export async function openRows(
  page: Page,
  file: string | { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await goTo(page, 'Payouts');
  await page.locator('input[type=file]').setInputFiles(file);
  await passMatch(page);
  // An unread row is one cell across all columns.
  await page.getByRole('grid').locator('[role=gridcell]:not([aria-colspan])').first().waitFor();
}

/** Goes to Review, through Match when these headers are not confirmed yet. Rows with words that it asks about stay unpaid. */
export async function passMatch(page: Page): Promise<void> {
  const heading = (name: string): Locator => page.getByRole('heading', { level: 1, name });
  await heading('Match the columns').or(heading('Review and fix')).first().waitFor();
  if (await heading('Match the columns').isVisible()) {
    const next = page.getByRole('button', { name: 'Check the rows' });
    // Rows without a method need no answer here.
    for (const answer of await page.getByRole('radio', { name: 'Leave unpaid' }).all())
      if (await next.isDisabled()) await answer.click();
    await next.click();
  }
  await heading('Review and fix').waitFor();
}

export async function goTo(page: Page, place: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: place }).click();
  await page.getByRole('heading', { level: 1, name: place }).waitFor();
}

export function csvOf(rows: readonly string[]): { name: string; mimeType: string; buffer: Buffer } {
  const text = ['Name,UPI ID,Amount,Remark', ...rows, ''].join('\n');
  return { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
}

/** Types over the selected cell of the grid, and stays in it. */
export async function typeOver(page: Page, text: string): Promise<void> {
  await page.keyboard.press('F2');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

/** The count on one of Review's chips. */
export async function chip(page: Page, word: string): Promise<number> {
  const text = await page.getByRole('group', { name: 'Show rows' }).getByRole('button', { name: word }).textContent();
  return Number((text ?? '').replace(word, '').replaceAll(',', ''));
}

/** Waits until something is on the screen. Rejects when it does not appear in time. */
export async function expectShown(what: Locator, withinMs = 30_000): Promise<void> {
  // The same words may also be in the bar below for a moment.
  await what.filter({ visible: true }).first().waitFor({ timeout: withinMs });
}

/** Opens a select and chooses an option. */
export async function chooseIn(select: Locator, word: string): Promise<void> {
  await select.click();
  await select.page().getByRole('option', { name: word, exact: true }).click();
  await select.filter({ hasText: word }).waitFor();
}
