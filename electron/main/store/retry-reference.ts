// The reference of a payout that pays another one again. In: the merchant id and the reference of the payout before it.
// Out: the same word on every machine. A payout has one successor whatever is corrected about it, so the corrections are
// left out on purpose: two computers that retry the same payout make the same reference, and the second finds it known.
// This file must never use randomness, a clock or anything but these two.

import type { Mid, Reference } from '../../../shared/ids.ts';
import { hashedReference } from './references.ts';

/** Makes the reference. Shape: 20 characters of A-Z and 0-9. */
export function retryReference({ mid, retryOf }: { readonly mid: Mid; readonly retryOf: Reference }): Reference {
  // References are compared without case, so two spellings of one have the same successor.
  return hashedReference(`retry\u0000${mid}\u0000${retryOf.toUpperCase()}`);
}
