// Which of a batch's references are looked up before money moves: the first, as a run sends in file order, the last,
// the largest and some at random. What the gateway said it knows already is among them, so that it is asked about again.

import type { Reference } from '../../../../shared/ids.ts';
import type { QueuedReference } from '../../domain/ledger.ts';

const RANDOM_REFERENCES_PROBED = 5;

/** Of a batch's references these are looked up before confirming: the first, in file order, and some at random. */
const FIRST_REFERENCES_PROBED = 8;

type Probed = Pick<QueuedReference, 'reference' | 'amountPaise'> & Partial<Pick<QueuedReference, 'isKnown'>>;

/** Chooses the references to look up, each once. Shape: `randomBelow` draws a whole number from 0 to below its argument. */
export function chooseProbes(references: readonly Probed[], randomBelow: (limit: number) => number): Reference[] {
  const first = references[0];
  const last = references.at(-1);
  if (first === undefined || last === undefined) return [];
  const largest = references.reduce((most, one) => (one.amountPaise > most.amountPaise ? one : most), first);
  const known = references.find(({ isKnown }) => isKnown === true) ?? first;
  const begun = references.slice(0, FIRST_REFERENCES_PROBED).map(({ reference }) => reference);
  const chosen = new Set<Reference>([known.reference, ...begun, last.reference, largest.reference]);
  const wanted = Math.min(chosen.size + RANDOM_REFERENCES_PROBED, references.length);
  while (chosen.size < wanted) {
    const one = references[randomBelow(references.length)];
    if (one !== undefined) chosen.add(one.reference);
  }
  return [...chosen];
}
