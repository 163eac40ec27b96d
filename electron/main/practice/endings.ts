// Every way a practice payout can go, as a timetable of words and a manner of answering. In: an ending and an age.
// Out: the word the specification's `txn_status` shows then. This file must never read a clock: the caller knows the age.

import {
  PRACTICE_ENDS_AFTER_MS,
  PRACTICE_PENDING_AFTER_MS,
  PRACTICE_REVERSED_LATE_AFTER_MS,
} from '../../../shared/limits.ts';

/** From `afterMs` after the payout was received, `txn_status` is `word`. */
interface Step {
  readonly afterMs: number;
  readonly word: string;
}

/** How the create-payout call itself is answered. `tooMany` is the only one that executes nothing. */
type ReplyManner = 'plain' | 'cut' | 'serverError' | 'tooMany' | 'slow';

interface Plan {
  readonly steps: readonly [Step, ...Step[]];
  readonly reply: ReplyManner;
  /** The sentence of a payout that was not carried out. */
  readonly refusal?: string;
}

const AT_ONCE = { afterMs: 0, word: 'success' } as const;
const ACCEPTED = { afterMs: 0, word: 'accept' } as const;
const PENDING = { afterMs: PRACTICE_PENDING_AFTER_MS, word: 'pending' } as const;

const PLANS = {
  success: { steps: [AT_ONCE], reply: 'plain' },
  pendingThenSuccess: {
    steps: [ACCEPTED, PENDING, { afterMs: PRACTICE_ENDS_AFTER_MS, word: 'success' }],
    reply: 'plain',
  },
  failed: { steps: [ACCEPTED, PENDING, { afterMs: PRACTICE_ENDS_AFTER_MS, word: 'failed' }], reply: 'plain' },
  rejected: { steps: [{ afterMs: 0, word: 'rejected' }], reply: 'plain', refusal: 'Beneficiary details are invalid' },
  insufficientBalance: { steps: [{ afterMs: 0, word: 'rejected' }], reply: 'plain', refusal: 'Insufficient balance' },
  reversed: { steps: [ACCEPTED, PENDING, { afterMs: PRACTICE_ENDS_AFTER_MS, word: 'reversed' }], reply: 'plain' },
  reversedLate: {
    steps: [AT_ONCE, { afterMs: PRACTICE_REVERSED_LATE_AFTER_MS, word: 'reversed' }],
    reply: 'plain',
  },
  stuck: { steps: [ACCEPTED, PENDING], reply: 'plain' },
  unlistedWord: {
    steps: [
      { afterMs: 0, word: 'under_review' },
      { afterMs: PRACTICE_ENDS_AFTER_MS, word: 'success' },
    ],
    reply: 'plain',
  },
  replyLost: { steps: [AT_ONCE], reply: 'cut' },
  serverError: { steps: [AT_ONCE], reply: 'serverError' },
  tooManyRequests: { steps: [AT_ONCE], reply: 'tooMany' },
  slow: { steps: [AT_ONCE], reply: 'slow' },
} as const satisfies Record<string, Plan>;

export type PracticeEnding = keyof typeof PLANS;

/** Reads an ending's name from disk. Errors: null when it is not one. */
export function parseEnding(text: string): PracticeEnding | null {
  return Object.hasOwn(PLANS, text) ? (text as PracticeEnding) : null;
}

/** The `txn_status` of a payout at an age. A clock set back counts as age zero. */
export function wordAt(ending: PracticeEnding, ageMs: number): string {
  const { steps }: Plan = PLANS[ending];
  return (steps.findLast((step) => step.afterMs <= ageMs) ?? steps[0]).word;
}

/** How the create-payout call is answered. */
export function replyManner(ending: PracticeEnding): ReplyManner {
  return PLANS[ending].reply;
}

/** Why the gateway does not carry the payout out at all; null when it does. */
export function refusalOf(ending: PracticeEnding): string | null {
  const plan: Plan = PLANS[ending];
  return plan.refusal ?? null;
}

/** When the money of an executed payout comes back to the wallet, as an age; null when it never does. */
export function refundAfterMs(ending: PracticeEnding): number | null {
  const { steps }: Plan = PLANS[ending];
  return steps.find((step) => step.word === 'failed' || step.word === 'reversed')?.afterMs ?? null;
}

/** Whether the beneficiary's bank has the money at some time, so that a UTR exists from then on. */
export function wasPaidBy(ending: PracticeEnding, ageMs: number): boolean {
  const { steps }: Plan = PLANS[ending];
  return wordAt(ending, ageMs) === 'success' || steps.some((step) => step.word === 'success' && step.afterMs <= ageMs);
}
