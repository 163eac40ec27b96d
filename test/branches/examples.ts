// What no fuzz reaches because the types forbid it: values from outside the unions, as only our own bug could bring
// them.

import { InvariantError } from '../../shared/failures.ts';
import { type PayoutEvent, type PayoutState, transition } from '../../shared/states.ts';

const OUTSIDE: readonly (readonly [state: string, event: string])[] = [
  ['{"kind":"queued"}', '{"kind":"wished"}'],
  ['{"kind":"sending"}', '{"kind":"answered","outcome":{"kind":"wished"}}'],
  ['{"kind":"sending"}', '{"kind":"answered","outcome":{"kind":"refused","state":"wished"}}'],
  ['{"kind":"wished"}', '{"kind":"lookedUp","finding":{"kind":"notKnown"}}'],
  ['{"kind":"unknown"}', '{"kind":"lookedUp","finding":{"kind":"state","state":"wished"}}'],
];

/** Errors: throws when one of them is taken for something. */
export function runExamples(): void {
  for (const [state, event] of OUTSIDE) {
    try {
      transition(JSON.parse(state) as PayoutState, JSON.parse(event) as PayoutEvent);
    } catch (error) {
      if (error instanceof InvariantError) continue;
      throw error;
    }
    throw new Error(`${event} was taken for an event of ${state}`);
  }
}
