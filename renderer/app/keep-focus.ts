// Where the focus goes when a screen opens, and when the focused element disappears: a closed row, an answered notice, a button
// whose work is done. Never to a button that sends, stops or decides: a second press of Enter would trigger it.

import { useEffect, useRef } from 'react';
import type { ScreenRoute } from '../ui/navigation.ts';
import { headingOf, restAt } from '../ui/page.tsx';

/** The first of these in a row opens something. Controls that change anything come after it, even while the first is disabled. */
const CONTROLS = 'a[href], button, input, select';
const ITEMS = 'tr, li';
const REGIONS = 'section, aside, main, [role="dialog"]';

/**
 * Where the focus was, recorded so that it survives the element. `at` is the item's index in its list; `regions` are nearest
 * first.
 */
interface FocusPlace {
  readonly element: Element;
  readonly item: Element | null;
  readonly list: Element | null;
  readonly at: number;
  readonly regions: readonly Element[];
}

/** How long the previous screen's dialog may take to disappear, and how often to check. */
const DIALOG_GONE_WITHIN_MS = 1_000;
const LOOKED_EVERY_MS = 40;

/** A new screen starts at its heading, or at the element it marks as first, wherever the focus was before. */
export function useScreenFocus(route: ScreenRoute): void {
  const shown = useRef(route);
  useEffect(() => {
    if (shown.current === route) return undefined;
    shown.current = route;
    const untilMs = performance.now() + DIALOG_GONE_WITHIN_MS;
    let timer: ReturnType<typeof setTimeout>;
    // A closing dialog of the previous screen returns the focus to an element that is gone, so set the focus after that.
    const rest = (isSecondLook: boolean): void => {
      const isAbove = document.querySelector('[role="dialog"]') !== null;
      const isHere = document.querySelector('main')?.contains(document.activeElement) === true;
      if (!isAbove && !(isSecondLook && isHere)) restOnScreen();
      if ((isAbove || !isSecondLook) && performance.now() < untilMs)
        timer = setTimeout(() => rest(!isAbove), LOOKED_EVERY_MS);
    };
    const stop = new AbortController();
    const leave = (): void => clearTimeout(timer);
    timer = setTimeout(() => rest(false), 0);
    // From the first key or click on, the person decides where the focus goes.
    for (const press of ['keydown', 'pointerdown'] as const)
      document.addEventListener(press, leave, { capture: true, once: true, signal: stop.signal });
    return () => {
      leave();
      stop.abort();
    };
  }, [route]);
}

/** Focuses the screen's heading, or the element it marks as first, unless a dialog is open. */
export function restOnScreen(): void {
  if (document.querySelector('[role="dialog"]') !== null) return;
  const main = document.querySelector('main');
  const first = main?.querySelector<HTMLElement>('[data-first-focus]') ?? null;
  if (first === null) restAt(headingOf(main));
  else first.focus();
}

/** When the focused element disappears, moves the focus next to where it was. */
export function useStableFocus(): void {
  useEffect(() => {
    let place: FocusPlace | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remember = ({ target }: FocusEvent): void => {
      place = target instanceof Element ? placeOf(target) : null;
    };
    // Clicking on empty space removes the focus on purpose.
    const leave = ({ target }: PointerEvent): void => {
      if (!(target instanceof Node) || place?.element.contains(target) !== true) place = null;
    };
    const mend = (): void => {
      if (place !== null && isLost(place)) restBeside(place);
    };
    const observer = new MutationObserver(() => {
      if (place === null || !isLost(place)) return;
      // A closing dialog returns the focus itself, and an opening screen takes it: let both go first.
      clearTimeout(timer);
      timer = setTimeout(mend, 0);
    });
    document.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', leave);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', leave);
    };
  }, []);
}

/** Headings show their focus ring only to people who use the keyboard. */
export function useKeysMark(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    const keys = (): void => {
      dataset['by'] = 'keys';
    };
    const mouse = (): void => {
      delete dataset['by'];
    };
    const stop = new AbortController();
    const early = { capture: true, signal: stop.signal };
    document.addEventListener('keydown', keys, early);
    document.addEventListener('pointerdown', mouse, early);
    return () => stop.abort();
  }, []);
}

function placeOf(element: Element): FocusPlace {
  const item = element.closest(ITEMS);
  const list = item?.parentElement ?? null;
  const regions: Element[] = [];
  for (let region = element.closest(REGIONS); region !== null; region = region.parentElement?.closest(REGIONS) ?? null)
    regions.push(region);
  return { element, item, list, at: item === null ? 0 : [...(list?.children ?? [])].indexOf(item), regions };
}

function isLost({ element }: FocusPlace): boolean {
  return document.activeElement === document.body && !element.isConnected;
}

/**
 * Focuses what the row opens, or the row itself. If the row is gone, uses the row that took its place, or the heading of its
 * region.
 */
function restBeside({ item, list, at, regions }: FocusPlace): void {
  const rows = list?.isConnected === true ? [...list.children] : [];
  const row = item?.isConnected === true ? item : rows[Math.min(at, rows.length - 1)];
  const control = row?.querySelector<HTMLElement>(CONTROLS);
  if (control?.matches(':disabled') === false) return control.focus();
  if (row instanceof HTMLElement) return restAt(row);
  const headings = regions.filter((region) => region.isConnected).map(headingOf);
  restAt(headings.find((heading) => heading !== null) ?? headingOf(document.querySelector('main')));
}
