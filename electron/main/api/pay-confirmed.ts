// Paying what a person confirmed: it is stored in turns, the whole of it or nothing, and run. In: a confirmation, what its
// rows were judged by, and what the gateway said before. Out: how the run ended, or why nothing was stored.
// This file must never run a batch that is not in the store, nor store one that was stopped or changed meanwhile, nor call
// refused what is stored.

import type { Answer } from '../../../shared/api/answers.ts';
import type { Follower, RunReport } from '../../../shared/api/following.ts';
import type { Confirmation, Judged } from '../../../shared/batches.ts';
import { batchIdIn, bookOf } from '../../../shared/books.ts';
import type { CommandTicket } from '../../../shared/commands.ts';
import { invariant, unreachable } from '../../../shared/failures.ts';
import type { BatchId } from '../../../shared/ids.ts';
import type { Refusal } from '../../../shared/issues.ts';
import type { Profile } from '../../../shared/profiles.ts';
import { oneTurn } from '../../../shared/steps.ts';
import type { KnownWallet } from '../../../shared/wallet.ts';
import { type Acceptance, acceptsUnprovable } from './accept-doubts.ts';
import { noteChecked } from './checked-here.ts';
import { refused } from './desks.ts';
import { driveRun } from './drive-run.ts';
import { ifDiskTakes } from './if-disk-takes.ts';
import { keepWish } from './keep-wish.ts';
import { onceBegun } from './once-begun.ts';
import type { Rooms, Writer } from './ports.ts';
import type { Session } from './session.ts';
import { CHANGED_WHILE_STARTING, HISTORY_CHANGED, whyCutShort } from './start-refusals.ts';

/**
 * What a person wished of the run. Shape: `stillStands` absent where nothing can change what was confirmed; `onStored` hears
 * which batch it became, before anything else is done.
 */
interface PayingWish extends Acceptance {
  readonly until: 'sent' | 'settled';
  readonly forMs: number | null;
  readonly follower: Follower;
  readonly stillStands?: () => boolean;
  readonly onStored?: (batch: BatchId) => void;
}

interface Paying {
  readonly store: Writer;
  readonly session: Session;
  readonly profile: Profile;
  readonly wish: PayingWish;
  readonly ticket: CommandTicket | null;
  readonly judged: Pick<Judged, 'at' | 'stands'>;
  readonly wallet: KnownWallet | null;
  readonly notKnown: string | null;
}

/** Stores a batch and runs it. Errors: refused with nothing stored; unsure where the disk failed after that. */
export async function payConfirmed(
  rooms: Rooms,
  confirmation: Confirmation,
  paying: Paying,
): Promise<Answer<RunReport>> {
  // At a terminal a signal that nobody listens for ends the process: there is no gap between storing and running.
  const { follower, stopListening } = keepWish(paying.wish.follower);
  const heard = { ...paying, wish: { ...paying.wish, follower } };
  try {
    const stored = await storeConfirmed(rooms, confirmation, heard);
    if (typeof stored === 'object') return refused(stored, confirmation.fileName);
    return await onceBegun(rooms, async () => {
      paying.wish.onStored?.(batchIdIn(bookOf(confirmation), stored));
      return { kind: 'done', value: await runStored(rooms, confirmation, { ...heard, stored }) };
    });
  } finally {
    stopListening();
  }
}

/** Stores it, unless it is stopped or changed meanwhile. Shape: its number in the store. */
async function storeConfirmed(
  rooms: Rooms,
  confirmation: Confirmation,
  { store, ticket, judged, wish: { follower, stillStands } }: Paying,
): Promise<number | Refusal> {
  let isCutShort = false;
  const stopListening = follower.onPauseAsked(() => {
    isCutShort = true;
  });
  try {
    const ready = await rooms.inTurns(store.readyRows(confirmation));
    const isStillWanted = (): boolean => !isCutShort && stillStands?.() !== false;
    const asked = { ...judged, isStillWanted };
    const stored = await rooms.inTurns(store.confirmJudged({ ...confirmation, ready }, ticket, asked));
    switch (stored.kind) {
      case 'stored':
        return stored.batch;
      case 'historyChanged':
        return HISTORY_CHANGED;
      case 'notWanted':
        return isCutShort ? whyCutShort(follower) : CHANGED_WHILE_STARTING;
      default:
        return unreachable(stored);
    }
  } finally {
    stopListening();
  }
}

async function runStored(
  rooms: Rooms,
  { marks }: Confirmation,
  { stored, store, session, profile, wish, wallet, notKnown }: Paying & { readonly stored: number },
): Promise<RunReport> {
  const batch = store.batches.find(stored);
  invariant(batch !== null, 'a confirmed batch is not in the store');
  noteChecked(store, stored);
  // Storing has just handed a long batch to the disk, and a run begins by counting it.
  await rooms.inTurns(oneTurn());
  const { refusedRate } = session.pacer;
  // The pacer keeps to the rate whether or not that is noted; the batch is stored, and is run.
  if (refusedRate !== null) ifDiskTakes(rooms, () => store.notes.refuseRate(stored, refusedRate));
  const { until, forMs, follower } = wish;
  const firstAlone = marks?.firstAlone === true;
  const request = {
    batch,
    profile,
    session,
    send: true,
    until,
    forMs,
    follower,
    wallet,
    notKnown,
    firstAlone,
  };
  const how = { lookUpAll: false, acceptsUnprovable: acceptsUnprovable(wish) };
  return driveRun({ rooms, store }, { ...request, ...how });
}
