// What no fuzz reaches: values from outside the unions, which the types forbid and only our own bug could bring, and what
// is asked of kept look-ups alone.

import { InvariantError } from '../../shared/failures.ts';
import { isSilence } from '../../shared/outcomes.ts';
import { type PayoutEvent, type PayoutState, transition } from '../../shared/states.ts';

const OUTSIDE: readonly (readonly [state: string, event: string])[] = [
  ['{"kind":"queued"}', '{"kind":"wished"}'],
  ['{"kind":"sending"}', '{"kind":"answered","outcome":{"kind":"wished"}}'],
  ['{"kind":"sending"}', '{"kind":"answered","outcome":{"kind":"refused","state":"wished"}}'],
  ['{"kind":"wished"}', '{"kind":"lookedUp","finding":{"kind":"notKnown"}}'],
  ['{"kind":"unknown"}', '{"kind":"lookedUp","finding":{"kind":"state","state":"wished"}}'],
];

const KEPT = [
  ['notKnown', true],
  ['unproven', true],
  ['success', false],
  [null, false],
] as const;

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
  for (const [finding, silent] of KEPT) {
    if (isSilence(finding) !== silent) throw new Error(`${finding} is ${silent ? 'a' : 'no'} silence`);
  }
}
