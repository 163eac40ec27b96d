// The modes of a run, in prose. A run is in exactly one; it changes only through the functions of run-control, which assert.
//
// proving    One payout at a time, until the gateway has accepted one and knows it by our reference. Leaves to flowing, or
//            to stopping when the gateway does not know it within a minute and nobody accepted that, or when a person
//            asked to be asked after the first payout.
// flowing    Everything the rate and the in-flight limit allow. Leaves to doubting or stopping when a breaker trips.
// doubting   Too many answers were lost. Reads only; after ten good ones in a minute one payout goes alone, and when it is
//            accepted the run flows again, at most three times a batch. Otherwise it stops.
// following  Look-ups only: nothing of this batch is sent.
// stopping   No new request. Ends when the last one in flight has come back and is on disk.

import type { Pause } from '../../../shared/failures.ts';
import type { LookupKey } from '../../../shared/gateway-calls.ts';
import type { PayoutId } from '../../../shared/ids.ts';
import type { RunEnd } from '../../../shared/run.ts';

/** The first accepted payout, being asked for by its reference. Units: milliseconds of the monotonic clock. */
export interface Proof {
  readonly payoutId: PayoutId;
  readonly key: LookupKey;
  readonly sinceMs: number;
  readonly nextMs: number;
  readonly delayMs: number;
}

/** Shape: `isAlone` once one payout may go alone; `loneId` while that one is on its way. */
export interface Doubting {
  readonly kind: 'doubting';
  readonly pause: Pause;
  readonly sinceMs: number;
  readonly goodReads: number;
  readonly isAlone: boolean;
  readonly loneId: PayoutId | null;
}

export type RunMode =
  | { readonly kind: 'proving'; readonly proof: Proof | null }
  | { readonly kind: 'flowing' }
  | Doubting
  | { readonly kind: 'following' }
  | { readonly kind: 'stopping'; readonly end: RunEnd };

/** What a run begins with whose look-ups have proved nothing yet. */
export const UNPROVEN: RunMode = { kind: 'proving', proof: null };
