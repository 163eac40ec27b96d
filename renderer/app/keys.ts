// Keys that mean the same on every screen. None of them moves money: where the main button pays, they only focus it.

import { useEffect, useEffectEvent } from 'react';
import { PLACES, type Place } from '../../shared/api/window.ts';
import { unreachable } from '../../shared/failures.ts';
import { go, HOME, type ScreenRoute } from '../ui/navigation.ts';
import { restOnScreen } from './keep-focus.ts';

interface ShellKeys {
  readonly route: ScreenRoute;
  readonly openPalette: () => void;
  readonly openKeys: () => void;
}

export function useShellKeys({ route, openPalette, openKeys }: ShellKeys): void {
  const act = useEffectEvent((event: KeyboardEvent): void => {
    const isCtrl = (event.ctrlKey || event.metaKey) && !event.altKey;
    const place = placeAt(event);
    if (place !== undefined) {
      event.preventDefault();
      go({ at: 'place', place });
      return restOnScreen();
    }
    if (isCtrl && !event.shiftKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      return isAbove() ? undefined : openPalette();
    }
    if (event.key === 'F6') {
      event.preventDefault();
      return nextRegion(event.shiftKey ? -1 : 1);
    }
    if (isCtrl && !event.shiftKey && event.key.toLowerCase() === 'f') {
      const field = searchField();
      field?.focus();
      field?.select();
      return field === null ? undefined : event.preventDefault();
    }
    if (isTyping(event.target)) return;
    const isAccept = isCtrl && !event.shiftKey && event.key.toLowerCase() === 'a';
    // In a grid the key selects, as in Excel.
    if (isAccept && !isInGrid(event.target) && pressMain()) return event.preventDefault();
    if (isAbove()) return;
    if (event.key === '?') return openKeys();
    const back = event.key === 'Escape' ? stepBack(route) : null;
    // The screen's own use of the key comes first.
    if (back !== null) setTimeout(() => (event.defaultPrevented ? undefined : go(back)), 0);
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => act(event);
    // In the capture phase, while what Escape is about to close is still open.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);
}

/** The keys to show. A browser uses Ctrl and a number for its own tabs; the desktop app takes both. */
export function placeModifier(): 'Alt' | 'Ctrl' {
  return window.desk === undefined ? 'Alt' : 'Ctrl';
}

function placeAt({ altKey, ctrlKey, metaKey, shiftKey, code }: KeyboardEvent): Place | undefined {
  const isCtrl = ctrlKey || metaKey;
  const isHeld = altKey ? !isCtrl : isCtrl && placeModifier() === 'Ctrl';
  // By its place on the keyboard: with Alt some systems type another character.
  return isHeld && !shiftKey && code.startsWith('Digit') ? PLACES[Number(code.slice(5)) - 1] : undefined;
}

function isInGrid(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="grid"]') !== null;
}

/** The search of the dialog above the screen, or of the screen; null when there is none. */
function searchField(): HTMLInputElement | null {
  const above = [...document.querySelectorAll(DIALOG)].at(-1) ?? document.querySelector('main');
  return above?.querySelector<HTMLInputElement>('input[type="search"]') ?? null;
}

const TEXT_FIELDS = 'input:not([type="checkbox"], [type="radio"]), textarea, [contenteditable="true"]';

/** Whether a field has the keys and the clipboard. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TEXT_FIELDS) !== null;
}

/** A toast is a dialog too, but never blocks anything. */
const DIALOG = '[role="dialog"]:not([aria-modal="false"])';

/** Whether something above the screen has the keys. A select that was opened once stays in the page, hidden. */
function isAbove(): boolean {
  return [...document.querySelectorAll(`${DIALOG}, [role="menu"], [role="listbox"]`)].some((one) =>
    one.checkVisibility(),
  );
}

/** Presses the main button of the screen, or of the dialog above it. Returns false when there is none. */
function pressMain(): boolean {
  const above = [...document.querySelectorAll(DIALOG)].at(-1) ?? document.querySelector('main');
  const main = above?.querySelector<HTMLElement>('[data-main]') ?? null;
  if (main === null) return false;
  // When a Pay button waits for the typed count, focus the count field.
  const field = main.matches(':disabled') ? main.closest('footer')?.querySelector('input') : null;
  (field ?? main).focus();
  if (main.dataset['main'] === 'press') main.click();
  return true;
}

/** Where Escape leads; null when there is nowhere to go back to. */
function stepBack(route: ScreenRoute): ScreenRoute | null {
  switch (route.at) {
    case 'draft':
      return route.step === 'confirm' ? { ...route, step: 'review' } : HOME;
    case 'batch':
      return route.view === 'result' ? { ...route, view: 'run' } : HOME;
    case 'place':
      return route.place === 'payouts' ? null : HOME;
    case 'order':
      return { at: 'place', place: 'history' };
    case 'payee':
      return { at: 'place', place: 'payees' };
    case 'request':
      return { at: 'requests' };
    case 'requests':
    case 'unknown':
    case 'guide':
    case 'history':
      return HOME;
    default:
      return unreachable(route);
  }
}

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), textarea, [tabindex="0"]';

/** Moves to the next region in page order: rail, screen, grid, panel, actions. */
function nextRegion(by: 1 | -1): void {
  const above = [...document.querySelectorAll(DIALOG)].at(-1) ?? document;
  const regions = [...above.querySelectorAll<HTMLElement>('[data-region], [role="grid"]')].filter(
    (region) => region.offsetParent !== null && region.querySelector(FOCUSABLE) !== null,
  );
  const here = regions.findLastIndex((region) => region.contains(document.activeElement));
  const next = here === -1 && by === -1 ? regions.at(-1) : regions.at((here + by) % regions.length);
  const main = next?.querySelector<HTMLElement>('[data-main], [aria-current="page"]');
  (main ?? next?.querySelector<HTMLElement>(FOCUSABLE))?.focus();
}
