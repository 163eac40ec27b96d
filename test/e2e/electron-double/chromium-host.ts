// The one Chromium behind all windows of this process. In: nothing. Out: it, once it listens; how it was asked to start is
// known to the launcher alone. This file must never start two.

import type { Chromium } from './cdp.ts';

const opened = Promise.withResolvers<Chromium>();

/** Settles when the launcher has started Chromium. */
export function openedChromium(): Promise<Chromium> {
  return opened.promise;
}

export function tellChromiumOpened(chromium: Chromium): void {
  opened.resolve(chromium);
}
