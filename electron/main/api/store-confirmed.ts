// Storing what a person confirmed, in turns, and reading it back. In: a confirmation, what its rows were judged by, and
// whether it still stands. Out: the batch's record, or why nothing was stored.
// This file must never go on with a batch that is not in the store, nor store one that was stopped meanwhile.

import type { Follower } from '../../../shared/api/following.ts';
import type { BatchRecord, Confirmation, Judged } from '../../../shared/batches.ts';
import type { CommandTicket } from '../../../shared/commands.ts';
import { invariant, unreachable } from '../../../shared/failures.ts';
import type { Refusal } from '../../../shared/issues.ts';
import type { Rooms, Writer } from './ports.ts';
import { CHANGED_WHILE_STARTING, CUT_SHORT, HISTORY_CHANGED } from './start-refusals.ts';

interface Storing {
  readonly store: Writer;
  readonly follower: Follower;
  readonly ticket: CommandTicket | null;
  readonly judged: Pick<Judged, 'at' | 'stands'>;
  /** Whether what was confirmed still stands; absent where nothing can change it. */
  readonly stillStands: (() => boolean) | undefined;
}

/** Stores a batch: the whole of it, or nothing. */
export async function storeConfirmed(
  rooms: Rooms,
  confirmation: Confirmation,
  { store, follower, ticket, judged, stillStands }: Storing,
): Promise<
  { readonly kind: 'stored'; readonly batch: BatchRecord } | { readonly kind: 'refused'; readonly refusal: Refusal }
> {
  let isCutShort = false;
  const stopListening = follower.onPauseAsked(() => {
    isCutShort = true;
  });
  try {
    const ready = await rooms.inTurns(store.readyRows(confirmation));
    const isStillWanted = (): boolean => !isCutShort && stillStands?.() !== false;
    const stored = await rooms.inTurns(
      store.confirmJudged({ ...confirmation, ready }, ticket, { ...judged, isStillWanted }),
    );
    switch (stored.kind) {
      case 'stored': {
        const batch = store.batches.find(stored.batch);
        invariant(batch !== null, 'a confirmed batch is not in the store');
        return { kind: 'stored', batch };
      }
      case 'historyChanged':
        return { kind: 'refused', refusal: HISTORY_CHANGED };
      case 'notWanted':
        return { kind: 'refused', refusal: isCutShort ? CUT_SHORT : CHANGED_WHILE_STARTING };
      default:
        return unreachable(stored);
    }
  } finally {
    stopListening();
  }
}
