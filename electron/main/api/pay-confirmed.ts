// Paying what a person confirmed: it is stored in turns, the whole of it or nothing, and run. In: a confirmation, what its
// rows were judged by, and what the gateway said before. Out: how the run ended, or why nothing was stored.
// This file must never run a batch that is not in the store, nor store one that was stopped or changed meanwhile.

import type { Answer } from '../../../shared/api/answers.ts';
import type { Follower, RunReport } from '../../../shared/api/following.ts';
import type { BatchRecord, Confirmation, Judged } from '../../../shared/batches.ts';
import type { CommandTicket } from '../../../shared/commands.ts';
import { invariant, unreachable } from '../../../shared/failures.ts';
import type { Refusal } from '../../../shared/issues.ts';
import type { Profile } from '../../../shared/profiles.ts';
import { oneTurn } from '../../../shared/steps.ts';
import type { KnownWallet } from '../../../shared/wallet.ts';
import { type Acceptance, acceptsUnprovable } from './accept-doubts.ts';
import { noteChecked } from './checked-here.ts';
import { refused } from './desks.ts';
import { driveRun } from './drive-run.ts';
import { ifDiskTakes } from './if-disk-takes.ts';
import { onceBegun } from './once-begun.ts';
import type { Rooms, Writer } from './ports.ts';
import type { Session } from './session.ts';
import { CHANGED_WHILE_STARTING, CUT_SHORT, HISTORY_CHANGED } from './start-refusals.ts';

/** What a person wished of the run. Shape: `stillStands` absent where nothing can change what was confirmed. */
interface PayingWish extends Acceptance {
  readonly until: 'sent' | 'settled';
  readonly forMs: number | null;
  readonly follower: Follower;
  readonly stillStands?: () => boolean;
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

/** Stores a batch and runs it. Errors: refused with nothing stored. */
export async function payConfirmed(
  rooms: Rooms,
  confirmation: Confirmation,
  paying: Paying,
): Promise<Answer<RunReport>> {
  const { store, session, profile, wish, wallet, notKnown } = paying;
  const batch = await storeConfirmed(rooms, confirmation, paying);
  if ('code' in batch) return refused(batch, confirmation.fileName);
  // Storing has just handed a long batch to the disk, and a run begins by counting it.
  await rooms.inTurns(oneTurn());
  const { ratePerSecond } = profile;
  // The pacer keeps to the rate whether or not that is noted; the batch is stored, and is run.
  if (session.pacer.limitPerSecond < ratePerSecond) {
    ifDiskTakes(rooms, () => store.notes.refuseRate(batch.batch, ratePerSecond));
  }
  const { until, forMs, follower } = wish;
  const firstAlone = confirmation.marks?.firstAlone === true;
  const request = { batch, profile, session, send: true, until, forMs, follower, wallet, notKnown, firstAlone };
  const how = { lookUpAll: false, acceptsUnprovable: acceptsUnprovable(wish) };
  return onceBegun(rooms, async () => ({
    kind: 'done',
    value: await driveRun({ rooms, store }, { ...request, ...how }),
  }));
}

async function storeConfirmed(
  rooms: Rooms,
  confirmation: Confirmation,
  { store, ticket, judged, wish: { follower, stillStands } }: Paying,
): Promise<BatchRecord | Refusal> {
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
      case 'stored': {
        const batch = store.batches.find(stored.batch);
        invariant(batch !== null, 'a confirmed batch is not in the store');
        noteChecked(store, batch.batch);
        return batch;
      }
      case 'historyChanged':
        return HISTORY_CHANGED;
      case 'notWanted':
        return isCutShort ? CUT_SHORT : CHANGED_WHILE_STARTING;
      default:
        return unreachable(stored);
    }
  } finally {
    stopListening();
  }
}
