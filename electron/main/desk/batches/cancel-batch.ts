import type { Answer } from '../../../../shared/api/contract.ts';
import type { BatchView } from '../../../../shared/api/views.ts';
import type { BatchId, CommandId } from '../../../../shared/ids.ts';
import { bookOfBatch } from '../../../../shared/profiles.ts';
import type { BatchRecord } from '../../domain/batches.ts';
import { changeOnce, findBatch, onceWithWriter } from '../../session/desks.ts';
import type { System } from '../../session/system.ts';
import type { HeadedReader } from '../../store/store.ts';
import { alarmed, batchView } from './views.ts';

/** Drops what has not been sent. Payouts that ever had an answer go into doubt instead. */
export function cancelBatch(
  system: System,
  id: BatchId,
  commandId: CommandId | null = null,
): Promise<Answer<BatchView>> {
  const viewOf = (store: HeadedReader, batch: BatchRecord): Answer<BatchView> => {
    const tally = store.tally(batch.batch);
    return { kind: 'done', value: alarmed(store, batch, batchView(batch, { tally, pause: null, active: false })) };
  };
  return onceWithWriter<BatchView>(
    system,
    { book: bookOfBatch(id), id: commandId, what: `cancel ${id}` },
    {
      stands: () => null,
      act: (store, ticket) => {
        const batch = findBatch(store, id);
        if ('kind' in batch) return batch;
        const pace = { firstMs: 0, maxMs: 0 };
        return changeOnce(system, { store, ticket }, () => {
          store.ledger.cancel(batch.batch, { nowMs: system.clock.nowMs(), pace });
          store.notes.pause(batch.batch, null, system.clock.nowMs());
          // What cannot be read is refused as well, and then nothing is cancelled.
          return viewOf(store, batch);
        });
      },
    },
  );
}
