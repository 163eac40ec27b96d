// A walk through every screen and state, at common sizes and in both themes: nothing is outside the window, every control can be
// reached uncovered, also at 200 %, and axe finds nothing wrong.

import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFaults, RULES_OF_SIZE } from './axe.ts';
import { cutNumbers } from './cut-numbers.ts';
import { csvOf, expectShown, openRows, startWithPractice } from './desk-page.ts';
import type { PageSession } from './page-session.ts';
import { tour } from './tour.ts';
import { useSession } from './use-session.ts';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;

/** 1280 x 800 at 200 %. */
const ZOOMED = { width: 640, height: 400 } as const;

/** Half a screen beside another program, and a small laptop's minus its bars. */
const SMALL = [
  { width: 640, height: 700 },
  { width: 1024, height: 600 },
] as const;

/** The header and three lines. */
const LIST_AT_LEAST_PX = 140;

/** A run goes on while one looks at it, and is looked at more closely once it is paused. */
const MOVING = 'run-sending';

/** From the screen's heading to its main button. */
const PRESSES_MOST = 6;

const TOUR_WITHIN_MS = 900_000;

/** Fewer would mean that the walk ended early without an error. */
const SCREENS_MIN = 25;
const RUNS_WITHIN_MS = 60_000;

/** Longer than any scroll into view takes; what is covered stays covered. */
const REACHED_WITHIN_MS = 15_000;

/** Inputs that a component keeps only for forms are hidden from everyone. */
const USABLE = 'button:enabled, a[href], input:enabled:not([type=file], [aria-hidden]), textarea:enabled';

describe('The window', () => {
  const visited = new Set<string>();
  const misplaced: string[] = [];
  const faults: string[] = [];
  const far: string[] = [];

  const look = async (session: PageSession): Promise<void> => {
    const { page } = session;
    await tour(session, async (name, { isMenu } = { isMenu: false }) => {
      visited.add(name);
      if (isMenu) return;
      faults.push(...(await axeFaults(page)).map((fault) => `${name} ${fault}`));
      const presses = name === MOVING ? 0 : await pressesToMain(page);
      if (presses > PRESSES_MOST) far.push(name);
      for (const size of [...SIZES, ...SMALL, ZOOMED]) {
        await page.setViewportSize(size);
        const { wide, tall } = await outsideByPx(page);
        if (wide > 0) misplaced.push(`${name} at ${size.width}: ${wide} px too wide`);
        if (tall > 0) misplaced.push(`${name} at ${size.width}: ${tall} px too tall`);
        const listPx = await lowestList(page);
        if (listPx < LIST_AT_LEAST_PX) misplaced.push(`${name} at ${size.width}: a list of ${listPx} px`);
        misplaced.push(...(await cutNumbers(page)).map((what) => `${name} at ${size.width}: cuts ${what}`));
        misplaced.push(...(await overlaps(page)).map((what) => `${name} at ${size.width}: ${what}`));
        if (name === MOVING || (size !== SIZES[1] && size !== ZOOMED)) continue;
        // One theme at a time, the other on the next screen: each costs a second.
        const themes = (visited.size % 2 === 0) === (size === ZOOMED) ? (['light'] as const) : (['dark'] as const);
        const ofSize = await axeFaults(page, { rules: RULES_OF_SIZE, themes });
        faults.push(...ofSize.map((fault) => `${name} at ${size.width}: ${fault}`));
      }
      misplaced.push(...(await outOfReach(page)).map((what) => `${name} at 200 %: ${what}`));
      await page.setViewportSize(SIZES[0]);
    });
  };
  useSession({ begin: look, beginsWithinMs: TOUR_WITHIN_MS });

  it('22: fits every screen, and covers nothing that can be used', () => {
    expect(visited.size).toBeGreaterThanOrEqual(SCREENS_MIN);
    expect(misplaced).toEqual([]);
  });

  it('22: leads to the main button of every screen with six presses of F6 or Tab', () => {
    expect(far).toEqual([]);
  });

  it('22: has nothing on any screen, in either theme, that axe finds wrong', () => {
    expect(faults).toEqual([]);
  });
});

describe('A line that scrolls', () => {
  const current = useSession();

  it('is reached by the keyboard though it holds no control', async () => {
    const { page } = current();
    await page.goto('about:blank');
    await page.setContent('<p id="line" style="overflow: auto; width: 40px; white-space: nowrap">Nothing was paid</p>');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement?.id')).toBe('line');
  });
});

describe('A run', () => {
  const current = useSession();

  it(
    'moves nothing on the screen when its numbers change',
    async () => {
      const { page, link } = current();
      await startWithPractice(page, link);
      const people = Array.from({ length: 60 }, (_, at) => `Person ${at},person${at}@sample,${9_990 + at},Salary`);
      await openRows(page, csvOf(people));
      await page.getByRole('button', { name: 'Check and confirm' }).click();
      await page.getByRole('button', { name: /^Pay ₹/ }).click();
      await expectShown(page.getByRole('grid').getByText('Paid').first(), RUNS_WITHIN_MS);
      const chips = page.getByRole('group', { name: 'Show payments' }).getByRole('button');
      const still = [...(await chips.all()), page.getByRole('img', { name: /^Paid/ })];
      const before = await placesOf([...still, page.getByRole('button', { name: 'Pause' })]);
      await expect
        .poll(() => page.getByText(/^\d+ of 60 paid/).textContent(), { timeout: RUNS_WITHIN_MS })
        .toMatch(/^(?:[3-9]\d|2[5-9]) of/);
      expect(await placesOf([...still, page.getByRole('button', { name: 'Pause' })])).toEqual(before);
    },
    RUNS_WITHIN_MS * 2,
  );
});

/** How far the page itself could be scrolled. `tall` is 0 when no frame surrounds the screen, as on the first run. */
async function outsideByPx(page: Page): Promise<{ readonly wide: number; readonly tall: number }> {
  const measure =
    '(({ scrollWidth, scrollHeight }, isFramed) => [scrollWidth - innerWidth, isFramed ? scrollHeight - innerHeight : 0])';
  const [wide, tall] = (await page.evaluate(
    `${measure}(document.documentElement, document.querySelector('#main') !== null)`,
  )) as [number, number];
  return { wide, tall };
}

/** The height of the lowest list of rows; infinite when there is none. */
async function lowestList(page: Page): Promise<number> {
  const boxes = await Promise.all((await page.getByRole('grid').all()).map((grid) => grid.boundingBox()));
  return Math.min(...boxes.map((box) => box?.height ?? 0));
}

/** Which two controls overlap. A grid's cells are not compared. */
async function overlaps(page: Page): Promise<string[]> {
  const found: unknown = await page.evaluate(`(${OVERLAPS})(${JSON.stringify(USABLE)})`);
  return found as string[];
}

/** Runs in the page. An edge covers what is scrolled under it, so only controls that scroll together are compared. */
const OVERLAPS = `(usable) => {
  const scroller = (one) => {
    const around = one.parentElement;
    if (around === null) return null;
    const { overflowY, position } = getComputedStyle(around);
    return /auto|scroll/.test(overflowY) || position === 'sticky' ? around : scroller(around);
  };
  const name = (one) => one.getAttribute('aria-label') ?? (one.innerText || one.id || one.tagName);
  const all = [...(document.querySelector('[role=dialog]') ?? document.body).querySelectorAll(usable)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.closest('[role=grid]') === null)
    .map((one) => ({ one, box: one.getBoundingClientRect(), in: scroller(one) }));
  return all.flatMap((left, at) => all.slice(at + 1).flatMap((right) => {
    const width = Math.min(left.box.right, right.box.right) - Math.max(left.box.left, right.box.left);
    const height = Math.min(left.box.bottom, right.box.bottom) - Math.max(left.box.top, right.box.top);
    const isOver = left.in === right.in && width > 2 && height > 2 && !left.one.contains(right.one);
    return isOver ? [name(left.one) + ' over ' + name(right.one)] : [];
  }));
}`;

/** What a page knows of one of its elements. */
interface Shown {
  readonly ownerDocument: { elementFromPoint(x: number, y: number): unknown };
  scrollIntoView(how: { readonly block: 'nearest'; readonly inline: 'nearest' }): void;
  getBoundingClientRect(): {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  };
  contains(other: unknown): boolean;
}

/** Runs in the page: whether a click in the middle of each, scrolled to, would hit it. */
function areMet(all: readonly Shown[]): boolean[] {
  return all.map((one) => {
    one.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const { left, top, width, height } = one.getBoundingClientRect();
    const met = one.ownerDocument.elementFromPoint(left + width / 2, top + height / 2);
    return met !== null && one.contains(met);
  });
}

/** Controls that cannot be clicked, because they cannot be scrolled to or something covers them. */
async function outOfReach(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog');
  const root = (await dialog.count()) > 0 ? dialog.last() : page.locator('body');
  const found: string[] = [];
  // The skip link is outside until it is focused.
  const usable = root.locator(USABLE).filter({ visible: true, hasNotText: 'Skip to the screen' });
  const met = await usable.evaluateAll(areMet);
  for (const [index, one] of (await usable.all()).entries()) {
    if (met[index] === true) continue;
    const isReached = await one.click({ trial: true, timeout: REACHED_WITHIN_MS }).then(
      () => true,
      () => false,
    );
    // A control that disappeared meanwhile, such as Pause at the end of a run, is not covered.
    if (!isReached && (await one.isVisible())) found.push(await nameOf(one));
  }
  return found;
}

/** How many presses of one key lead from the heading to the main button; 0 where there is none. */
async function pressesToMain(page: Page): Promise<number> {
  const dialog = page.getByRole('dialog');
  const root = (await dialog.count()) > 0 ? dialog.last() : page.locator('main');
  const main = root.locator('[data-main]:enabled').first();
  if ((await main.count()) === 0) return 0;
  const before = await page.evaluateHandle('document.activeElement');
  let fewest = PRESSES_MOST + 1;
  for (const key of ['F6', 'Tab']) {
    await root.locator('h1, h2').first().evaluate(restOn);
    for (let presses = 1; presses < fewest; presses += 1) {
      await page.keyboard.press(key);
      if ((await main.and(page.locator(':focus')).count()) > 0) fewest = presses;
    }
  }
  await before.evaluate(restOn);
  return fewest;
}

/** Runs in the page. */
function restOn(element: unknown): void {
  (element as { focus?: (how: { readonly preventScroll: boolean }) => void } | null)?.focus?.({ preventScroll: true });
}

async function nameOf(one: Locator): Promise<string> {
  return (await one.getAttribute('aria-label')) ?? (await one.innerText()).slice(0, 40);
}

async function placesOf(all: readonly Locator[]): Promise<unknown[]> {
  return Promise.all(all.map((one) => one.boundingBox()));
}
