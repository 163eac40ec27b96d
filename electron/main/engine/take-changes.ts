// What the ledger told, taken into a run's own account. In: changes that are on disk, the run's own and those that anybody
// else made. Out: totals, breakers and held rows as they are now. This file must never take a change of another batch.

import type { Change } from '../../../shared/ledger.ts';
import type { RunControl } from './run-control.ts';
import type { RunDemand } from './run-demand.ts';
import type { RunTotals } from './run-totals.ts';

export interface Accounts {
  readonly totals: RunTotals;
  readonly control: RunControl;
  readonly demand: RunDemand;
}

/** Takes what was changed of the batch. Errors: throws InvariantError where it cannot be true. */
export function takeChanges({ totals, control, demand }: Accounts, batch: number, told: readonly Change[]): void {
  const changes = told.filter((change) => change.batch === batch);
  for (const change of changes) {
    totals.apply(change);
    control.changed(change);
  }
  // Only a person takes rows out of the queue like this: those on hold among them wait for nobody any more.
  if (changes.some(({ from, to }) => from === 'queued' && to !== 'queued' && to !== 'sending')) demand.recountHeld();
}
