// What a look-up proves, once it is compared with what the gateway says of a reference that does not exist.
// In: an answer and the not-known fingerprint. Out: a finding. This file must never let "not known" decide anything.

import type { LookupKey } from '../../../shared/gateway-calls.ts';
import type { LookupAnswer } from '../../../shared/outcomes.ts';
import type { Ending, Finding } from '../../../shared/states.ts';

export type AnsweredLookup = Extract<LookupAnswer, { kind: 'answered' }>;

/**
 * The finding of an answered look-up. An answer equal to the fingerprint means "not known", whatever words it uses.
 * Without a fingerprint an answer by reference proves nothing; by transaction id it still does, the gateway made that id.
 */
export function findingOf(
  answer: AnsweredLookup,
  { key, notKnown }: { key: LookupKey; notKnown: string | null },
): Finding {
  if (notKnown !== null && answer.fingerprint === notKnown) return { kind: 'notKnown' };
  const { meaning } = answer;
  if (meaning.kind !== 'state') return { kind: 'unclear' };
  if (notKnown === null && key.by === 'reference') return { kind: 'unclear' };
  return { kind: 'state', state: meaning.state, word: meaning.word };
}

/** Whether a state says that no money moved. */
export function isRefusal(state: 'processing' | Ending): boolean {
  return state === 'failed' || state === 'rejected';
}

/** Whether a state frees a payout to be paid again: no money moved, or it came back. */
export function freesToPayAgain(state: 'processing' | Ending): boolean {
  return isRefusal(state) || state === 'reversed';
}

/**
 * Whether a state is believed only beside an invented key: one that frees a payout to be paid again, and "under way" of a
 * payout in doubt, which nothing would bring back into doubt. A gateway may begin to say either of all that it does not know.
 */
export function needsWeighing(state: 'processing' | Ending, { inDoubt }: { readonly inDoubt: boolean }): boolean {
  return freesToPayAgain(state) || (inDoubt && state === 'processing');
}

/** What a finding is weighed with. Shape: `beside` what an invented key was answered in the same breath, null if none was asked. */
export interface Weights {
  readonly beside: LookupAnswer | null;
  readonly inDoubt: boolean;
}

/** The finding once more, when it needs weighing: it counts only if an invented key gets another answer. */
export function weighed(finding: Finding, answer: AnsweredLookup, { beside, inDoubt }: Weights): Finding {
  if (finding.kind !== 'state' || !needsWeighing(finding.state, { inDoubt })) return finding;
  if (beside?.kind !== 'answered' || !isDeliberate(beside)) return { kind: 'unclear' };
  return beside.fingerprint === answer.fingerprint ? { kind: 'notKnown' } : finding;
}

/** Whether an answer was meant as one: a wall's page, a 429 or a server fault says nothing about the payout asked for. */
export function isDeliberate(answer: AnsweredLookup): boolean {
  const status = answer.evidence.httpStatus ?? 0;
  return answer.fingerprint !== null && status >= 200 && status < 500 && status !== 429;
}
