// What every change of a payout becomes once it is on disk: news for whoever hears, whatever caused it. In: changes of the
// transaction under way, and its end. Out: changes told. This file must never tell what was rolled back, nor let a listener's
// fault reach who committed: what was claimed must leave, whatever else breaks.

import type { Change, ChangeEars } from '../../../shared/ledger.ts';

export class CommittedChanges {
  readonly #ears = new Set<ChangeEars>();
  #underWay: Change[] = [];

  /** How many changes the transaction under way has made so far. */
  get count(): number {
    return this.#underWay.length;
  }

  /** A payout was changed in the transaction under way. */
  note(change: Change): void {
    this.#underWay.push(change);
  }

  /** The transaction failed since it had made so many. */
  forgetAfter(count: number): void {
    this.#underWay.length = count;
  }

  /** The transaction is on disk. */
  tell(): void {
    if (this.#underWay.length === 0) return;
    const changes = this.#underWay;
    this.#underWay = [];
    // Whoever begins to hear meanwhile has counted these already.
    const listening = [...this.#ears];
    for (const ears of listening) {
      if (!this.#ears.has(ears)) continue;
      try {
        ears.onChanges(changes);
      } catch (error) {
        ears.onFault(error);
      }
    }
  }

  /** Gives the way to stop hearing. */
  hear(ears: ChangeEars): () => void {
    this.#ears.add(ears);
    return () => void this.#ears.delete(ears);
  }
}
