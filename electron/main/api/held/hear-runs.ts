// Rooms whose runs tell which payouts change, and that they begin. In: rooms and ears. Out: the same rooms, heard.
// This file must never change what a run does.

import { type BatchId, formatBatchId } from '../../../../shared/ids.ts';
import type { Change } from '../../../../shared/ledger.ts';
import type { Rooms } from '../ports.ts';

/** Who hears of runs. `onPrepared` comes before the run's first turn. */
export interface RunEars {
  readonly onPrepared: (batch: BatchId) => void;
  readonly onChanges: (changes: readonly Change[]) => void;
}

/** Shape: `isPractice` tells the practice desk's ledger from the live one's. */
export function hearRuns(
  rooms: Rooms,
  { onPrepared, onChanges, isPractice }: RunEars & { readonly isPractice: (ledger: object) => boolean },
): Rooms {
  const prepareRun: Rooms['prepareRun'] = (world, request) => {
    const { ledger } = world.store;
    const turn: typeof ledger.turn = (asked) => {
      const answer = ledger.turn(asked);
      if (answer.kind === 'committed') onChanges(answer.result.changes);
      return answer;
    };
    const interrupt: typeof ledger.interrupt = (reason, at) => {
      const changes = ledger.interrupt(reason, at);
      onChanges(changes);
      return changes;
    };
    const store = { ...world.store, ledger: { ...ledger, turn, interrupt } };
    const run = rooms.prepareRun({ ...world, store }, request);
    onPrepared(formatBatchId(isPractice(ledger) ? 'P' : 'B', request.batch));
    return run;
  };
  return { ...rooms, prepareRun };
}
