// A person with a keyboard and no mouse.

import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectShown } from './desk-page.ts';

/** More than any screen needs; beyond this the focus goes in circles. */
const KEY_LOST_AFTER_MS = 5_000;
const STEPS_MAX = 90;

/** More than the controls of any dialog: once around and on. */
const ROUND_STEPS = 9;

/** Where the focus is. `isMarked` when the element, or the grid's cell around it, has a ring. */
interface Focus {
  readonly what: string;
  readonly isNowhere: boolean;
  readonly isSeen: boolean;
  readonly isMarked: boolean;
}

const READ_FOCUS = `(() => {
  const at = document.activeElement;
  const isNowhere = at === null || at === document.body || at === document.documentElement;
  const ringOf = (element) => {
    const style = getComputedStyle(element);
    return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
  };
  const box = isNowhere ? null : at.getBoundingClientRect();
  const cell = isNowhere ? null : at.closest('[role=gridcell], [role=columnheader]');
  return {
    what: isNowhere ? 'body' : at.tagName + ' ' + (at.getAttribute('aria-label') ?? at.textContent ?? '').slice(0, 60),
    isNowhere,
    isSeen: box !== null && box.width > 0 && box.height > 0 && box.bottom > 0 && box.right > 0 &&
      box.top < innerHeight && box.left < innerWidth && getComputedStyle(at).visibility === 'visible',
    isMarked: !isNowhere && (ringOf(at) || (cell !== null && ringOf(cell))),
  };
})()`;

export interface Keys {
  /** Goes to the element with Tab. Throws when Tab does not reach it. */
  readonly to: (wanted: Locator) => Promise<void>;
  /** Goes to the element with Shift+Tab. Throws as `to` does. */
  readonly back: (wanted: Locator) => Promise<void>;
  /** Goes to it and presses a key, Enter by default. */
  readonly act: (wanted: Locator, key?: string) => Promise<void>;
  /** Goes to a field and types over its content. */
  readonly fill: (field: Locator, text: string) => Promise<void>;
  /** Goes to a select, opens it and chooses with the arrow keys. */
  readonly choose: (select: Locator, word: string) => Promise<void>;
  readonly press: (key: string) => Promise<void>;
  /** Leaves a grid in which Tab goes from cell to cell: after the last one Tab goes on. */
  readonly leaveGrid: () => Promise<void>;
  /** Waits until this has the focus. */
  readonly expectAt: (wanted: Locator) => Promise<void>;
  /** Opens a dialog from its opener, checks that the focus stays in it, and that Escape returns it to the opener. */
  readonly visit: (opener: Locator, inside: Locator) => Promise<void>;
}

export function keysOf(page: Page): Keys {
  const focused = page.locator(':focus');
  // Listens from the start: a file dialog may be missed if it opens just when it is first listened for.
  page.on('filechooser', () => {});
  const isAt = async (wanted: Locator): Promise<boolean> => (await wanted.and(focused).count()) > 0;
  const readFocus = async (): Promise<Focus> => await page.evaluate<Focus>(READ_FOCUS);
  const expectSeen = async (): Promise<void> => {
    await expect.poll(readFocus, { timeout: 30_000 }).toMatchObject({ isNowhere: false, isSeen: true, isMarked: true });
  };
  const press = async (key: string): Promise<void> => {
    await page.keyboard.press(key);
    await expectSeen();
  };
  const step = async (key: string): Promise<void> => {
    await page.keyboard.press(key);
    // At the end of a dialog the focus is on its guard for a moment before it wraps around.
    await expect.poll(() => page.locator('[data-base-ui-focus-guard]:focus').count()).toBe(0);
  };
  const go = async (wanted: Locator, key: 'Tab' | 'Shift+Tab'): Promise<void> => {
    await expectShown(wanted);
    const way: string[] = [];
    for (let steps = 0; steps < STEPS_MAX; steps += 1) {
      if (await isAt(wanted)) return await expectSeen();
      await step(key);
      way.push((await readFocus()).what);
    }
    throw new Error(`${key} does not lead to ${String(wanted)}: ${way.join(' > ')}`);
  };
  const to = (wanted: Locator): Promise<void> => go(wanted, 'Tab');
  const expectAt = async (wanted: Locator): Promise<void> => {
    await expect.poll(async () => ((await isAt(wanted)) ? 'there' : (await readFocus()).what)).toBe('there');
    await expectSeen();
  };
  return {
    to,
    back: (wanted) => go(wanted, 'Shift+Tab'),
    press,
    leaveGrid: async () => {
      await press('ControlOrMeta+End');
      await press('Tab');
      await expect.poll(() => page.getByRole('grid').locator(':focus').count()).toBe(0);
    },
    expectAt,
    act: async (wanted, key = 'Enter') => {
      await to(wanted);
      await press(key);
    },
    fill: async (field, text) => {
      await to(field);
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(text);
      await expectSeen();
    },
    choose: async (select, word) => {
      await to(select);
      await page.keyboard.press('Enter');
      const marked = page.locator('[role=option][data-highlighted]');
      await expectShown(marked);
      const first = await page.getByRole('option').first().textContent();
      const markedAtHome = async (): Promise<string | null> => {
        await page.keyboard.press('Home');
        return marked.textContent();
      };
      await expect.poll(markedAtHome).toBe(first);
      const words = await page.getByRole('option').allTextContents();
      for (const next of words.slice(1, words.indexOf(word) + 1)) {
        await page.keyboard.press('ArrowDown');
        try {
          await expect.poll(() => marked.textContent(), { timeout: KEY_LOST_AFTER_MS }).toBe(next);
        } catch {
          // A list that is just being drawn loses the key: a person sees that nothing moved, and presses it again.
          await page.keyboard.press('ArrowDown');
          await expect.poll(() => marked.textContent()).toBe(next);
        }
      }
      await page.keyboard.press('Enter');
      await expect.poll(() => select.textContent()).toBe(word);
      await expectAt(select);
      await expectSeen();
    },
    visit: async (opener, inside) => {
      const dialog = page.getByRole('dialog');
      await to(opener);
      await press('Enter');
      await expectShown(inside);
      for (const key of ['Tab', 'Shift+Tab']) {
        for (let round = 0; round < ROUND_STEPS; round += 1) {
          await step(key);
          await expect.poll(() => dialog.locator(':focus').count()).toBe(1);
        }
        await expectSeen();
      }
      await page.keyboard.press('Escape');
      await expect.poll(() => dialog.count()).toBe(0);
      await expectAt(opener);
    },
  };
}
