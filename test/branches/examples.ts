// What no fuzz reaches: values outside the unions, which the types forbid and only our own bug could produce, and questions that
// only apply to stored lookups.

import { InvariantError } from '../../shared/failures.ts';
import { isSilence, isUnanswered, isWithoutWord, saysPending } from '../../shared/outcomes.ts';
import { type PayoutEvent, type PayoutState, transition } from '../../shared/states.ts';

const OUTSIDE: readonly (readonly [state: string, event: string])[] = [
  ['{"kind":"queued"}', '{"kind":"wished"}'],
  ['{"kind":"sending"}', '{"kind":"answered","outcome":{"kind":"wished"}}'],
  ['{"kind":"sending"}', '{"kind":"answered","outcome":{"kind":"refused","state":"wished"}}'],
  ['{"kind":"wished"}', '{"kind":"lookedUp","finding":{"kind":"notKnown"}}'],
  ['{"kind":"unknown"}', '{"kind":"lookedUp","finding":{"kind":"state","state":"wished"}}'],
];

const STORED = [
  { finding: 'notKnown', isSilent: true, isEmpty: false, hasNoWord: true },
  { finding: 'unproven', isSilent: true, isEmpty: false, hasNoWord: true },
  { finding: 'unanswered', isSilent: false, isEmpty: true, hasNoWord: true },
  { finding: 'mismatch', isSilent: false, isEmpty: false, hasNoWord: true },
  { finding: 'state refunded', isSilent: false, isEmpty: false, hasNoWord: true },
  { finding: 'state Success', isSilent: false, isEmpty: false, hasNoWord: false },
  { finding: null, isSilent: false, isEmpty: false, hasNoWord: null },
] as const;

/** Throws when one of them is accepted. */
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
  for (const { finding, isSilent, isEmpty, hasNoWord } of STORED) {
    const used = [isSilence(finding), isUnanswered(finding), finding === null ? null : isWithoutWord(finding)];
    if (String(used) !== String([isSilent, isEmpty, hasNoWord]))
      throw new Error(`${finding} is taken for ${used.join(', ')}`);
  }
  const pending = ['state Pending', 'state accept', 'state success', 'notKnown'].map(saysPending);
  if (String(pending) !== 'true,true,false,false')
    throw new Error(`what is pending is taken for ${pending.join(', ')}`);
}
