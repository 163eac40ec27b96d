// Which batches this process has found to be what was confirmed, or has confirmed itself. In: an open desk and a batch. Out:
// whether it was found so already. A long batch takes long to check, and what only looks up asks for it again and again.
// This file must never be asked before anything is sent: then it is checked anew.

import type { Writer } from './ports.ts';

/** By the desk's own ledger, which is the same for all who have it open in this process. */
const known = new WeakMap<Writer['ledger'], Set<number>>();

export function isCheckedHere({ ledger }: Pick<Writer, 'ledger'>, batch: number): boolean {
  return known.get(ledger)?.has(batch) === true;
}

export function noteChecked({ ledger }: Pick<Writer, 'ledger'>, batch: number): void {
  const batches = known.get(ledger) ?? new Set();
  known.set(ledger, batches.add(batch));
}
