// V8's nursery, where new objects live until they die or are moved.

import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the nursery at the size it has now. Unbounded it grows to three times 16 MB, and what dies in it is held until then.
 * Source: V8 reads this factor each time it would grow the nursery, so it works in a running process, and in Electron's.
 */
export function keepNurserySmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
