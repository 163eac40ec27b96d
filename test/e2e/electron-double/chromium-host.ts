// The one Chromium behind all windows of this process.

import type { Chromium } from './cdp.ts';

const opened = Promise.withResolvers<Chromium>();

/** Resolves when the launcher has started Chromium. */
export function openedChromium(): Promise<Chromium> {
  return opened.promise;
}

export function tellChromiumOpened(chromium: Chromium): void {
  opened.resolve(chromium);
}
