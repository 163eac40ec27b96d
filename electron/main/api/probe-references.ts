// Which of a batch's references are looked up before money moves: the first, the last, the largest and some at random.
// What the gateway was heard to know already is among them, so that it is asked about again. In: references. Out: at most REFERENCES_PROBED of them. This file must never ask the gateway.

import type { Reference } from '../../../shared/ids.ts';
import type { QueuedReference } from '../../../shared/ledger.ts';
import { REFERENCES_PROBED } from '../../../shared/limits.ts';

type Probed = Pick<QueuedReference, 'reference' | 'amountPaise'> & Partial<Pick<QueuedReference, 'isKnown'>>;

/** Chooses the references to look up, each once. Shape: `randomBelow` draws a whole number from 0 to below its argument. */
export function chooseProbes(references: readonly Probed[], randomBelow: (limit: number) => number): Reference[] {
  const first = references[0];
  const last = references.at(-1);
  if (first === undefined || last === undefined) return [];
  const largest = references.reduce((most, one) => (one.amountPaise > most.amountPaise ? one : most), first);
  const known = references.find(({ isKnown }) => isKnown === true) ?? first;
  const chosen = new Set<Reference>([known.reference, first.reference, last.reference, largest.reference]);
  const wanted = Math.min(REFERENCES_PROBED, references.length);
  while (chosen.size < wanted) {
    const one = references[randomBelow(references.length)];
    if (one !== undefined) chosen.add(one.reference);
  }
  return [...chosen];
}
