// Drives one run of the engine for a front door: starts it, passes its progress on, lets a person pause it, and says how
// it ended. In: an open desk, a session and a batch. Out: the batch's view. This file must never decide what to send.

import type { Follower, RunReport } from '../../../shared/api/following.ts';
import type { ProgressView } from '../../../shared/api/views.ts';
import type { BatchRecord } from '../../../shared/batches.ts';
import type { Pause } from '../../../shared/failures.ts';
import type { Profile } from '../../../shared/profiles.ts';
import type { RunProgress } from '../../../shared/run.ts';
import { alarmed } from './late-news.ts';
import type { KnownWallet } from '../../../shared/wallet.ts';
import { tallyInDoubt } from './left-in-doubt.ts';
import type { Reader, Rooms, Writer } from './ports.ts';
import type { Session } from './session.ts';
import { batchView } from './views.ts';
import { whyStanding } from './why-standing.ts';

export interface DriveRequest {
  readonly batch: BatchRecord;
  readonly profile: Profile;
  readonly session: Session;
  readonly send: boolean;
  readonly until: 'sent' | 'settled';
  readonly forMs: number | null;
  readonly notKnown: string | null;
  /** Goes on where a lost answer could not be looked up. */
  readonly acceptsUnprovable: boolean;
  readonly lookUpAll: boolean;
  readonly firstAlone?: boolean;
  readonly wallet: KnownWallet | null;
  readonly follower: Follower;
}

/** Why a run stops when a person asks for it. */
export const ASKED: Pause = { code: 'person', message: 'Paused by a person. Resume sends what is left.' };

/** Runs the batch to its end. Errors: throws only for a bug of ours. */
export async function driveRun(
  { rooms, store }: { rooms: Rooms; store: Writer },
  request: DriveRequest,
): Promise<RunReport> {
  const { batch, profile, session, follower } = request;
  const run = rooms.prepareRun(
    { store, gateway: session.gateway, pacer: session.pacer },
    {
      batch: batch.batch,
      send: request.send,
      inFlightMax: profile.inFlightMax,
      pace: { firstMs: profile.pollFirstMs, maxMs: profile.pollMaxMs },
      until: request.until,
      forMs: request.forMs,
      notKnown: request.notKnown,
      lookupsProven: batch.lookupsProven,
      liftsUsed: batch.ambiguityLifts,
      acceptWarnings: request.acceptsUnprovable,
      lookUpAll: request.lookUpAll,
      firstAlone: request.firstAlone === true,
      wallet: request.wallet,
      onProgress: (progress) => follower.onProgress(progressView(store, request, progress)),
    },
  );
  const stopListening = follower.onPauseAsked((wish) => {
    if (wish === 'makeWay') run.makeWay();
    // The run counts what is left of its time itself.
    else if (wish !== 'timeOver') run.pause(ASKED);
  });
  try {
    const end = await run.run();
    const pause = end.kind === 'paused' ? end.pause : null;
    // An answer that a full disk did not take any more is in doubt from now on.
    const tally = tallyInDoubt(store.tally(batch.batch));
    const stands = whyStanding(store, batch.batch, tally.counts);
    // A run that only followed has stopped nothing; one that sent says why itself, also where that could not be noted.
    const paused = stands !== null && request.send ? (pause ?? stands) : stands;
    const view = alarmed(store, batch, batchView(batch, { tally, pause: paused, active: false }));
    return { view, end: end.kind, pause };
  } finally {
    stopListening();
  }
}

function progressView(
  store: Reader,
  { batch, send }: Pick<DriveRequest, 'batch' | 'send'>,
  progress: RunProgress,
): ProgressView {
  const { counts, paise, inFlight, elapsedMs, sentPerSecond, nextLookupInMs, diskTrouble } = progress;
  const isSending = send && counts.queued + counts.sending > 0;
  const pause = send ? null : whyStanding(store, batch.batch, counts);
  return {
    phase: isSending ? 'sending' : 'settling',
    note: diskTrouble === null ? NOTES[progress.mode] : waitingForDisk(diskTrouble),
    view: batchView(batch, { tally: { counts, paise }, pause, active: send }),
    total: batch.payoutCount,
    inFlight,
    elapsedMs,
    // What has come to a stop foretells nothing.
    sentPerSecond: diskTrouble === null ? sentPerSecond : 0,
    nextLookupInMs,
  };
}

function waitingForDisk(trouble: string): string {
  return `${trouble}. Nothing more is sent; what came back is kept, and written as soon as that works`;
}

const NOTES: Readonly<Record<RunProgress['mode'], string | null>> = {
  proving: 'the first payout goes alone and is looked up',
  flowing: null,
  doubting: 'too many answers were lost: only looking up for a moment',
  following: null,
  stopping: 'waiting for the requests in flight',
};
