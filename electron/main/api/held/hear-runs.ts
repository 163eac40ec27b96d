// Rooms whose runs tell that they begin, how they end and that they are over, and desks whose ledgers tell what they change.
// In: rooms, stores and ears. Out: the same, heard. This file must never change what a run does.

import { batchIdIn, type Book } from '../../../../shared/books.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import type { Change } from '../../../../shared/ledger.ts';
import type { RunEnd } from '../../../../shared/run.ts';
import type { Rooms, Writer } from '../ports.ts';

/** Who hears. `onPrepared` comes before the run's first turn, `onOver` after its last; `onChanges` once they are on disk. */
export interface RunEars {
  readonly onPrepared: (batch: BatchId) => void;
  readonly onOver: () => void;
  readonly onChanges: (book: Book, changes: readonly Change[]) => void;
}

interface RunsHeard extends Pick<RunEars, 'onPrepared' | 'onOver'> {
  /** How those end that send. */
  readonly onEnded: (batch: BatchId, end: RunEnd) => void;
  /** Tells the practice desk's ledger from the live one's. */
  readonly bookOfLedger: (ledger: object) => Book;
}

/** The rooms, whose runs are heard. */
export function hearRuns(rooms: Rooms, { onPrepared, onOver, onEnded, bookOfLedger }: RunsHeard): Rooms {
  const prepareRun: Rooms['prepareRun'] = (world, request) => {
    const run = rooms.prepareRun(world, request);
    const batch = batchIdIn(bookOfLedger(world.store.ledger), request.batch);
    onPrepared(batch);
    return {
      run: async () => {
        try {
          const end = await run.run();
          if (request.send) onEnded(batch, end);
          return end;
        } finally {
          onOver();
        }
      },
      pause: (pause) => run.pause(pause),
      makeWay: () => run.makeWay(),
      get inFlight() {
        return run.inFlight;
      },
    };
  };
  return { ...rooms, prepareRun };
}

/** Hears a desk for as long as it is open. `onFault` gets what goes wrong while it is told. */
export function hearDesk(
  { onChanges, onFault }: Pick<RunEars, 'onChanges'> & { readonly onFault: (error: unknown) => void },
  book: Book,
  { ledger }: Writer,
): void {
  ledger.hear({ onChanges: (changes) => onChanges(book, changes), onFault });
}
