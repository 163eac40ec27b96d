// Which batches this process has checked against what was confirmed: what it only looks up is checked once.

import type { HeadedWriter } from '../../store/store.ts';

/** By the desk's own ledger, which is the same for all who have it open in this process. */
const known = new WeakMap<HeadedWriter['ledger'], Set<number>>();

export function isCheckedHere({ ledger }: Pick<HeadedWriter, 'ledger'>, batch: number): boolean {
  return known.get(ledger)?.has(batch) === true;
}

export function noteChecked({ ledger }: Pick<HeadedWriter, 'ledger'>, batch: number): void {
  const batches = known.get(ledger) ?? new Set();
  known.set(ledger, batches.add(batch));
}
