// Where the focus goes when a screen opens, and when what had it is no longer there: a row that was closed, a notice
// that was answered, a button whose work is done. It never goes to what sends, stops or decides: a second press of
// Enter would do it.

import { useEffect, useRef } from 'react';
import type { ScreenRoute } from '../ui/navigation.ts';
import { headingOf, restAt } from '../ui/page.tsx';

/** In a row the first of these opens something; what changes anything stands behind it, also while the first may not be pressed. */
const CONTROLS = 'a[href], button, input, select';
const ITEMS = 'tr, li';
const REGIONS = 'section, aside, main, [role="dialog"]';

/** Where the focus was, in words that outlive it. Shape: `at` is the item's place in its list; regions nearest first. */
interface FocusPlace {
  readonly element: Element;
  readonly item: Element | null;
  readonly list: Element | null;
  readonly at: number;
  readonly regions: readonly Element[];
}

/** How long a dialog of the screen before may take to vanish, and how often that is looked at. */
const DIALOG_GONE_WITHIN_MS = 1_000;
const LOOKED_EVERY_MS = 40;

/** A new screen begins at its heading, or where it says so, wherever the focus was before. */
export function useScreenFocus(route: ScreenRoute): void {
  const shown = useRef(route);
  useEffect(() => {
    if (shown.current === route) return undefined;
    shown.current = route;
    const untilMs = performance.now() + DIALOG_GONE_WITHIN_MS;
    let timer: ReturnType<typeof setTimeout>;
    // A dialog of the screen before gives the focus back as it vanishes, to what is no longer there: the screen comes after it.
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
    // From here on a person says where the focus goes.
    for (const press of ['keydown', 'pointerdown'] as const)
      document.addEventListener(press, leave, { capture: true, once: true, signal: stop.signal });
    return () => {
      leave();
      stop.abort();
    };
  }, [route]);
}

/** To the heading of the screen, or to what it marks as its first, unless a question must be answered first. */
export function restOnScreen(): void {
  if (document.querySelector('[role="dialog"]') !== null) return;
  const main = document.querySelector('main');
  const first = main?.querySelector<HTMLElement>('[data-first-focus]') ?? null;
  if (first === null) restAt(headingOf(main));
  else first.focus();
}

/** What vanishes with the focus leaves it beside where it was. */
export function useKeptFocus(): void {
  useEffect(() => {
    let place: FocusPlace | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remember = ({ target }: FocusEvent): void => {
      place = target instanceof Element ? placeOf(target) : null;
    };
    // A press of the mouse on nothing takes the focus away because a person wants it so.
    const leave = ({ target }: PointerEvent): void => {
      if (!(target instanceof Node) || place?.element.contains(target) !== true) place = null;
    };
    const mend = (): void => {
      if (place !== null && isLost(place)) restBeside(place);
    };
    const observer = new MutationObserver(() => {
      if (place === null || !isLost(place)) return;
      // A dialog that closes gives the focus back by itself, and a screen that opens takes it: both come first.
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

/** Headings show that they have the focus to whoever uses keys, and to nobody else. */
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

/** What the row opens, else the row itself: the same one, else the one that took its place, else the heading of what it stood in. */
function restBeside({ item, list, at, regions }: FocusPlace): void {
  const rows = list?.isConnected === true ? [...list.children] : [];
  const row = item?.isConnected === true ? item : rows[Math.min(at, rows.length - 1)];
  const control = row?.querySelector<HTMLElement>(CONTROLS);
  if (control?.matches(':disabled') === false) return control.focus();
  if (row instanceof HTMLElement) return restAt(row);
  const headings = regions.filter((region) => region.isConnected).map(headingOf);
  restAt(headings.find((heading) => heading !== null) ?? headingOf(document.querySelector('main')));
}
