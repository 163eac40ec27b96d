// The reference of a payout that pays another one again. In: the merchant id and the reference of the payout before it.
// Out: the same word on every machine. A payout has one successor whatever is corrected about it, so the corrections are
// left out on purpose: two computers that retry the same payout make the same reference, and the second finds it known.
// This file must never use randomness, a clock or anything but these two.

import { hash } from 'node:crypto';
import type { Mid, Reference } from '../../../shared/ids.ts';

/** 25 hex digits are 100 bits, which fit into 20 characters of A-Z and 0-9, as every reference of ours has them. */
const REFERENCE_HEX_DIGITS = 25;
const REFERENCE_CHARACTERS = 20;

/** Makes the reference. Shape: 20 characters of A-Z and 0-9. */
export function retryReference({ mid, retryOf }: { readonly mid: Mid; readonly retryOf: Reference }): Reference {
  // References are compared without case, so two spellings of one have the same successor.
  const digest = hash('sha256', `retry\u0000${mid}\u0000${retryOf.toUpperCase()}`, 'hex');
  const text = BigInt(`0x${digest.slice(0, REFERENCE_HEX_DIGITS)}`)
    .toString(36)
    .toUpperCase();
  return text.padStart(REFERENCE_CHARACTERS, '0') as Reference;
}
