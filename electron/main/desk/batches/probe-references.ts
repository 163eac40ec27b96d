// Which of a batch's references are looked up before money moves: the first, as a run sends in file order, the last,
// the largest and some at random; and the first under the names of the next runs, as another computer may have repeated
// the file. What the gateway said it knows already is among them, so that it is asked about again.

import type { Mid, Reference, Sha256 } from '../../../../shared/ids.ts';
import type { Payment } from '../../../../shared/rows.ts';
import type { QueuedReference } from '../../domain/ledger.ts';
import { referenceMaker } from '../../store/references.ts';

const NEXT_RUNS_PROBED = 2;

/** So many of the first rows are looked up under the names they would have in the next runs of the same file as well. */
export const ROWS_PROBED_IN_NEXT_RUNS = 3;

const RANDOM_REFERENCES_PROBED = 4;

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

interface ReferencedPayment {
  readonly payment: Payment;
  readonly reference: Reference;
}

/**
 * What the first rows would be called in the next runs of their file. Shape: by that name the reference of this run; nothing of
 * a row whose reference was not made from its file.
 */
export function namesInNextRuns(
  run: { readonly mid: Mid; readonly fingerprint: Sha256; readonly runNumber: number },
  rows: readonly ReferencedPayment[],
): ReadonlyMap<Reference, Reference> {
  const names = new Map<Reference, Reference>();
  for (const { payment, reference } of rows.slice(0, ROWS_PROBED_IN_NEXT_RUNS)) {
    const own = referenceMaker(run);
    const later = Array.from({ length: NEXT_RUNS_PROBED }, (_, at) =>
      referenceMaker({ ...run, runNumber: run.runNumber + 1 + at }),
    );
    // Which of several alike it is in its file, its own name tells.
    for (let alike = 0; alike < ALIKE_MAX; alike += 1) {
      const isFound = own(payment) === reference;
      const named = later.map((make) => make(payment));
      if (!isFound) continue;
      for (const name of named) names.set(name, reference);
      break;
    }
  }
  return names;
}

/** Nobody is paid the same amount more often than this in one file. */
const ALIKE_MAX = 100;
