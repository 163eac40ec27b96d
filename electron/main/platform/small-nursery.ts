// V8's nursery, where new objects live until they die or are moved.

import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the nursery at its current size. Otherwise it grows to three times 16 MB and holds garbage until then. V8 reads this
 * flag each time it would grow the nursery, so setting it works in a running process and in Electron's.
 */
export function keepNurserySmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
