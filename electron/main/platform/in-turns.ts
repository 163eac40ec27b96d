// Long work, a piece in each turn of the event loop. In: the work in steps. Out: its result, when the last one is done.
// Between two steps everything else gets its turn: what was read before a step may have changed after it.
// This file must never be used inside a transaction.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Steps } from '../../../shared/steps.ts';

/** Does one step after the other, letting others have a turn between them. Errors: what a step throws. */
export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}
