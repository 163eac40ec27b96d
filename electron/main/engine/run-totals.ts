// The batch counted by state while it runs, so that nobody has to count 100,000 rows ten times a second.
// In: what the ledger counted at the start, then every change it tells, whoever caused it. Out: counts and paise.
// This file must never guess.

import type { Tally } from '../../../shared/batches.ts';
import { invariant } from '../../../shared/failures.ts';
import type { Change } from '../../../shared/ledger.ts';
import type { Paise } from '../../../shared/money.ts';
import type { StateKind } from '../../../shared/states.ts';

export class RunTotals {
  readonly #counts: Record<StateKind, number>;
  readonly #paise: Record<StateKind, Paise>;

  constructor({ counts, paise }: Tally) {
    this.#counts = { ...counts };
    this.#paise = { ...paise };
  }

  get queued(): number {
    return this.#counts.queued;
  }

  /** The counts as they are now, not as they will be. */
  snapshot(): Tally {
    return { counts: { ...this.#counts }, paise: { ...this.#paise } };
  }

  apply({ from, to, amountPaise }: Change): void {
    if (from === to) return;
    this.#counts[from] -= 1;
    this.#counts[to] += 1;
    this.#paise[from] = (this.#paise[from] - amountPaise) as Paise;
    this.#paise[to] = (this.#paise[to] + amountPaise) as Paise;
    invariant(this.#counts[from] >= 0 && this.#paise[from] >= 0, `more payouts left ${from} than were in it`);
  }
}
