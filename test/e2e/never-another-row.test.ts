// Never another row, where a person sees only a part: a range that goes on out of sight, a list that is still being read, and a
// sort in the middle of a text. The walk does the same at random.

import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { chip, csvOf, expectShown, goTo, openRows, startWithPractice } from './desk-page.ts';
import { holdCommand } from './hold-command.ts';
import { useSession } from './use-session.ts';

const HIGH = { width: 1280, height: 3_200 };
const USUAL = { width: 1280, height: 520 };

const current = useSession({ begin: async ({ page, link }) => await startWithPractice(page, link) });

/** Sixty people in another order than their amounts; each tag makes another file. */
async function open(tag: string): Promise<Page> {
  const { page } = current();
  await page.setViewportSize(USUAL);
  await goTo(page, 'Payouts');
  await openRows(
    page,
    csvOf(Array.from({ length: 60 }, (_, at) => `Person ${at},${tag}${at}@sample,${1_000 + ((at * 37) % 60)},Salary`)),
  );
  return page;
}

const grid = (page: Page) => page.getByRole('grid');
const amount = (page: Page, row: number) =>
  grid(page)
    .getByRole('row', { name: `Person ${row} `, exact: false })
    .getByRole('gridcell')
    .last();

/** The amounts of all rows by name, once the window is high enough to show them. */
async function amounts(page: Page): Promise<Readonly<Record<string, string>>> {
  await page.setViewportSize(HIGH);
  await page.getByRole('group', { name: 'Show rows' }).getByRole('button', { name: 'All' }).click();
  await expect.poll(() => grid(page).locator('[role=rowgroup] [role=row]').count()).toBe(60);
  const read = await page.evaluate<
    [string, string][]
  >(`[...document.querySelectorAll('[role=rowgroup] [role=row]')].map((row) => {
    const cells = [...row.querySelectorAll('[role=gridcell]')].map((cell) => cell.textContent);
    return [cells.find((text) => text.startsWith('Person ')), cells.at(-1)];
  })`);
  return Object.fromEntries(read);
}

/** Every amount as the file has it, but these. */
function but(changed: Readonly<Record<number, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [
      `Person ${at}`,
      changed[at] ?? `₹${(1_000 + ((at * 37) % 60)).toLocaleString('en-IN')}.00`,
    ]),
  );
}

function emptied(from: number, to: number): Readonly<Record<number, string>> {
  return Object.fromEntries(Array.from({ length: to - from + 1 }, (_, at) => [from + at, '']));
}

beforeEach(async () => {
  await current().page.setViewportSize(USUAL);
});

it('25: clears a range that goes on out of sight, from its first to its last row, and no other', async () => {
  const page = await open('range');
  await amount(page, 2).click();
  for (let press = 0; press < 40; press += 1) await page.keyboard.press('Shift+ArrowDown');
  await expectShown(page.getByText(/^41 rows, 1 column/));
  // Only the ring's row and the first rows are drawn now.
  await page.evaluate('document.querySelector("[role=grid]").scrollTop = 0');
  await expect.poll(() => grid(page).locator('[role=gridcell][aria-selected=true]').count()).toBeLessThan(30);
  await page.keyboard.press('Delete');
  await expect.poll(() => chip(page, 'Edited')).toBe(41);
  expect(await amounts(page)).toEqual(but(emptied(2, 42)));
});

it('25: pastes nothing over rows that are still being read after a filter was pressed', async () => {
  const page = await open('filter');
  await amount(page, 3).click();
  await page.keyboard.press('Delete');
  await expect.poll(() => chip(page, 'Errors')).toBe(1);
  await page.evaluate('navigator.clipboard.writeText("7\\n8\\n9")');
  await amount(page, 5).click();
  const read = await holdCommand(page, 'readDraftRows');
  await page.getByRole('group', { name: 'Show rows' }).getByRole('button', { name: 'Errors' }).click();
  await grid(page).focus();
  await page.keyboard.press('ControlOrMeta+V');
  await read.goOn();
  await expect.poll(() => grid(page).locator('[role=rowgroup] [role=row]').count()).toBe(1);
  expect(await amounts(page)).toEqual(but({ 3: '' }));
});

it('25: writes what is being typed to its row when a header is pressed, and sorts by it', async () => {
  const page = await open('sort');
  await amount(page, 4).click();
  await page.keyboard.type('77777');
  await page.getByRole('columnheader', { name: 'Amount' }).click();
  await expect.poll(() => chip(page, 'Edited')).toBe(1);
  await expectShown(page.getByRole('columnheader', { name: 'Amount' }).and(page.locator('[aria-sort=ascending]')));
  await page.keyboard.type('5');
  expect(await amounts(page)).toEqual(but({ 4: '₹77,777.00' }));
});

describe('25: with a dialog that the browser has not drawn yet', () => {
  /** As on a busy machine: a script may run for long before the next frame. */
  const holdFrames = async (page: Page): Promise<void> =>
    await page.evaluate(`{
      const [draw, waiting] = [window.requestAnimationFrame, []];
      window.requestAnimationFrame = (run) => waiting.push(run);
      window.releaseFrames = () => {
        window.requestAnimationFrame = draw;
        for (const run of waiting) run(performance.now());
      };
    }`);
  const releaseFrames = async (page: Page): Promise<void> => await page.evaluate('window.releaseFrames()');

  it('types into the dialog, and not into the cell behind it', async () => {
    const page = await open('behind');
    await amount(page, 2).click();
    await holdFrames(page);
    await page.keyboard.press('ControlOrMeta+H');
    await expectShown(page.getByRole('dialog', { name: 'Find and replace' }));
    await page.keyboard.type('7');
    await releaseFrames(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await amounts(page)).toEqual(but({}));
  });

  it('makes the fix that Enter agrees to', async () => {
    const { page } = current();
    await goTo(page, 'Payouts');
    await openRows(page, csvOf(['Asha,asha@@sample,100,Salary', 'Ravi,ravi@@sample,200,Salary']));
    await expect.poll(() => chip(page, 'Errors')).toBe(2);
    const fix = page.getByRole('complementary', { name: 'Issues' }).getByRole('button', { name: 'Fix all 2' });
    await fix.focus();
    await holdFrames(page);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => chip(page, 'Errors'), { timeout: 10_000 }).toBe(0);
    await releaseFrames(page);
  });
});
