// The heading that the focus rests on where no control should have it: a new screen, a card whose button is gone.
// In: what it heads. Out: the focus there, read aloud, and the name of the window. This file must never add a stop to the
// way of Tab.

import { type RefObject, useEffect, useRef } from 'react';
import { SHELL } from '../text/shell.ts';

/** Shape: a screen's own heading, else the first one inside; null where there is none. */
export function headingOf(place: Element | null): HTMLElement | null {
  return place?.querySelector<HTMLElement>('h1') ?? place?.querySelector<HTMLElement>('h2') ?? null;
}

export function restAt(heading: HTMLElement | null): void {
  if (heading === null) return;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus();
}

/**
 * A screen's heading takes the focus when the screen opens with the focus nowhere, so that keyboard and screen reader start
 * there; the window is called after it.
 */
export function useScreenHeading(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) heading.current?.focus();
  }, []);
  useEffect(() => {
    document.title = SHELL.titleOf(heading.current?.textContent ?? '');
  });
  return heading;
}
