// What a run of this process could not write before it ended, because the disk took nothing more: payouts that still
// say `sending`, though nobody sends them, and why their batch stands still.

import type { Pause } from '../../../../shared/failures.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import { BOOKS, type Book, batchIdIn } from '../../../../shared/profiles.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import type { RunEnd } from '../../domain/run.ts';
import { takeStock } from '../../session/desks.ts';
import { diskFault, type System } from '../../session/system.ts';
import type { HeadedWriter } from '../../store/store.ts';

export interface LeftOverWorld {
  readonly system: Pick<System, 'clock' | 'files'>;
  readonly stores: Readonly<Record<Book, HeadedWriter>>;
  /** Something that was left is written now. */
  readonly onWritten: (book: Book) => void;
  /** The disk takes nothing. Called once for each trouble. */
  readonly onTrouble: (refusal: Refusal) => void;
}

export class LeftOver {
  readonly #world: LeftOverWorld;
  /** Why batches stand still, as their runs ended: only until that is written. */
  readonly #pauses = new Map<BatchId, Pause>();
  #mayBeThere = false;
  #isInTrouble = false;

  constructor(world: LeftOverWorld) {
    this.#world = world;
  }

  /** Why a batch stands still, as long as that is not written; null when no run of this process said so. */
  pauseOf(batch: BatchId): Pause | null {
    return this.#pauses.get(batch) ?? null;
  }

  /** A run begins, and may leave something. */
  begins(): void {
    this.#mayBeThere = true;
  }

  /** A run that sent has ended. */
  ended(batch: BatchId, end: RunEnd): void {
    if (end.kind === 'paused') this.#pauses.set(batch, end.pause);
  }

  /**
   * Writes what is left, while nothing is on its way. Shape: why the disk does not take it; null when nothing is left.
   * Errors: throws a bug of ours.
   */
  write(): Refusal | null {
    const { system, stores, onWritten, onTrouble } = this.#world;
    if (!this.#mayBeThere) return null;
    try {
      for (const book of BOOKS) {
        const store = stores[book];
        // A locked desk is written to by nobody but who unlocks it.
        if (store.standing.kind !== 'current') continue;
        const why = (batch: number): Pause | null => this.pauseOf(batchIdIn(book, batch));
        if (takeStock(system, store, why)) onWritten(book);
      }
      this.#pauses.clear();
      this.#mayBeThere = false;
      this.#isInTrouble = false;
      return null;
    } catch (error) {
      const refusal = diskFault(system, error);
      if (refusal === null) throw error;
      if (!this.#isInTrouble) onTrouble(refusal);
      this.#isInTrouble = true;
      return refusal;
    }
  }
}
