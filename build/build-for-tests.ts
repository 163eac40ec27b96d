// Before the tests of the doors: they all run the program as it is built, and several at once must not build it.

import { ensureBuilt } from './fresh-build.ts';

export function setup(): void {
  if (!ensureBuilt()) throw new Error('the program could not be built');
}
