// What a run of this process could not write before it ended because the disk refused: payouts that still say `sending` though
// nobody sends them, and why their batch is paused.

import type { Pause } from '../../../../shared/failures.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import { BOOKS, type Book, batchIdIn } from '../../../../shared/profiles.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import type { RunEnd } from '../../domain/run.ts';
import { interruptUnwritten } from '../../session/desks.ts';
import { diskFault, type System } from '../../session/system.ts';
import type { HeadedWriter } from '../../store/store.ts';

export interface LeftOverWorld {
  readonly system: Pick<System, 'clock' | 'files'>;
  readonly stores: Readonly<Record<Book, HeadedWriter>>;
  /** Something left over was written. */
  readonly onWritten: (book: Book) => void;
  /** The disk refuses. Called once per problem. */
  readonly onTrouble: (refusal: Refusal) => void;
}

export class LeftOver {
  readonly #world: LeftOverWorld;
  /** The pauses with which runs ended, only until they are written. */
  readonly #pauses = new Map<BatchId, Pause>();
  #mayBeThere = false;
  #isInTrouble = false;

  constructor(world: LeftOverWorld) {
    this.#world = world;
  }

  /** The pause of a batch that is not written yet, or null. */
  pauseOf(batch: BatchId): Pause | null {
    return this.#pauses.get(batch) ?? null;
  }

  /** A run begins, and may leave something unwritten. */
  begins(): void {
    this.#mayBeThere = true;
  }

  /** A run that sent has ended. */
  ended(batch: BatchId, end: RunEnd): void {
    if (end.kind === 'paused') this.#pauses.set(batch, end.pause);
  }

  /** Writes what is left, while nothing is in flight. Returns the disk's refusal, else null. Throws a bug of ours. */
  write(): Refusal | null {
    const { system, stores, onWritten, onTrouble } = this.#world;
    if (!this.#mayBeThere) return null;
    try {
      for (const book of BOOKS) {
        const store = stores[book];
        // Not written to a locked desk.
        if (store.standing.kind !== 'current') continue;
        const why = (batch: number): Pause | null => this.pauseOf(batchIdIn(book, batch));
        if (interruptUnwritten(system, store, why)) onWritten(book);
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
