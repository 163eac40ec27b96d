// Rooms whose runs tell that they begin and are over, and desks whose ledgers tell what they change. In: rooms, stores and
// ears. Out: the same, heard. This file must never change what a run does.

import { type BatchId, formatBatchId } from '../../../../shared/ids.ts';
import type { Change } from '../../../../shared/ledger.ts';
import type { Book, Rooms, Writer } from '../ports.ts';

/** Who hears. `onPrepared` comes before the run's first turn, `onOver` after its last; `onChanges` once they are on disk. */
export interface RunEars {
  readonly onPrepared: (batch: BatchId) => void;
  readonly onOver: () => void;
  readonly onChanges: (book: Book, changes: readonly Change[]) => void;
}

/** Shape: `isPractice` tells the practice desk's ledger from the live one's. */
export function hearRuns(
  rooms: Rooms,
  { onPrepared, onOver, isPractice }: Pick<RunEars, 'onPrepared' | 'onOver'> & Asked,
): Rooms {
  const prepareRun: Rooms['prepareRun'] = (world, request) => {
    const run = rooms.prepareRun(world, request);
    onPrepared(formatBatchId(isPractice(world.store.ledger) ? 'P' : 'B', request.batch));
    return {
      run: () => run.run().finally(onOver),
      pause: (pause) => run.pause(pause),
      makeWay: () => run.makeWay(),
      get inFlight() {
        return run.inFlight;
      },
    };
  };
  return { ...rooms, prepareRun };
}

interface Asked {
  readonly isPractice: (ledger: object) => boolean;
}

/** Hears a desk for as long as it is open. `onFault` gets what goes wrong while it is told. */
export function hearDesk(
  { onChanges, onFault }: Pick<RunEars, 'onChanges'> & { readonly onFault: (error: unknown) => void },
  book: Book,
  { ledger }: Writer,
): void {
  ledger.hear({ onChanges: (changes) => onChanges(book, changes), onFault });
}
