// What the focus rests on where no control should have it: the heading of a new screen or of a card whose button is gone, a row
// whose button may not be pressed. It adds no stop to the way of Tab.

import { type RefObject, useEffect, useRef } from 'react';
import { SHELL } from '../text/shell.ts';

/** Shape: a screen's own heading, else the first one inside; null where there is none. */
export function headingOf(place: Element | null): HTMLElement | null {
  return place?.querySelector<HTMLElement>('h1') ?? place?.querySelector<HTMLElement>('h2') ?? null;
}

export function restAt(place: HTMLElement | null): void {
  if (place === null) return;
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
  place.focus();
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
