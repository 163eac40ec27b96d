// Which of a batch's references are looked up before money moves: the first, as a run sends in file order, the last,
// the largest and some at random. What the gateway said it knows already is among them, so that it is asked about again, and
// so are the references that the first rows would have on a computer that confirmed them before and did not send them.

import type { Mid, Reference } from '../../../../shared/ids.ts';
import type { Payment } from '../../../../shared/rows.ts';
import type { QueuedReference } from '../../domain/ledger.ts';
import { laterReferences } from '../../store/references.ts';

const RANDOM_REFERENCES_PROBED = 5;

/** In file order. */
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

/** This many of the first rows are also looked up under the next numbers of their content. */
export const ROWS_PROBED_LATER = 3;

/** The references that the first rows may have on another computer, each with the row's own. */
export function laterProbes(
  mid: Mid,
  rows: readonly { readonly payment: Payment; readonly reference: Reference }[],
): ReadonlyMap<Reference, Reference> {
  const first = rows.slice(0, ROWS_PROBED_LATER);
  return new Map(
    first.flatMap(({ payment, reference }) =>
      laterReferences(mid, payment, reference).map((later) => [later, reference] as const),
    ),
  );
}
