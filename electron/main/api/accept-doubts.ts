// What a person accepts before money moves, and which doubt stands all the same. In: doubts, and what was ticked.
// Out: the first doubt that nobody accepted. This file must never let one tick stand for the other.

import type { BatchRecord } from '../../../shared/batches.ts';
import type { Pause } from '../../../shared/failures.ts';

/**
 * Shape: `acceptsUnprovable` when lost answers may stay unrecoverable; absent where one word accepts everything, as at the
 * command line.
 */
export interface Acceptance {
  readonly acceptWarnings: boolean;
  readonly acceptsUnprovable?: boolean | undefined;
}

export function acceptsUnprovable({ acceptWarnings, acceptsUnprovable: unprovable }: Acceptance): boolean {
  return unprovable ?? acceptWarnings;
}

/** The first doubt that was not accepted; null when none is left. */
export function unaccepted(doubts: readonly (Pause | null)[], acceptance: Acceptance): Pause | null {
  const stands = ({ code }: Pause): boolean =>
    UNPROVABLE.includes(code) ? !acceptsUnprovable(acceptance) : !acceptance.acceptWarnings;
  return doubts.find((doubt) => doubt !== null && stands(doubt)) ?? null;
}

/** Where look-ups prove nothing. */
const UNPROVABLE: readonly Pause['code'][] = ['lookupsUnreliable', 'lostAnswersUnrecoverable'];

/**
 * The doubt a batch stopped with that only a payout more could put to the test again: it stands until somebody accepts it,
 * whatever a door showed. Every other doubt is asked of the gateway anew before anything is sent. Shape: null without one.
 */
export function doubtOnRecord({ pause }: Pick<BatchRecord, 'pause'>): Pause | null {
  return pause?.code === 'lostAnswersUnrecoverable' ? pause : null;
}
