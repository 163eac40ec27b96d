// Drives one run of the engine for a front door: starts it, passes its progress on, lets a person pause it, and says
// how it ended.

import type { LiveProgress } from '../../../../shared/api/events.ts';
import type { Profile } from '../../../../shared/profiles.ts';
import type { KnownWallet } from '../../../../shared/wallet.ts';
import type { BatchRecord } from '../../domain/batches.ts';
import { paceOf } from '../../domain/poll-schedule.ts';
import type { RunEnd, RunHandle, RunProgress } from '../../domain/run.ts';
import type { Follower, RunReport } from '../../session/following.ts';
import type { Session } from '../../session/gateway-session.ts';
import { whyStanding } from '../../session/locked-desk.ts';
import type { System } from '../../session/system.ts';
import type { HeadedReader, HeadedWriter } from '../../store/headed-store.ts';
import { alarmed } from '../payouts/late-news.ts';
import { ASKED } from './patient-write.ts';
import { batchView, tallyInDoubt } from './views.ts';

interface DriveRequest {
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

/** Runs the batch to its end. Errors: throws only for a bug of ours. */
export async function driveRun(
  { system, store }: { system: System; store: HeadedWriter },
  request: DriveRequest,
): Promise<RunReport> {
  const { batch, profile, session, follower } = request;
  const { ledger, notes } = store;
  const { gateway, pacer: window } = session;
  const run = system.engine.newRun(
    { ledger, notes, gateway, clock: system.clock, window, invent: system.inventReference },
    {
      batch: batch.batch,
      send: request.send,
      inFlightMax: profile.inFlightMax,
      pace: paceOf(profile),
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
  const onEnded = follower.onRun?.({ batch: batch.id, send: request.send });
  const stopListening = follower.onPauseAsked((reason) => {
    if (reason === 'makeWay') run.makeWay();
    // The run counts what is left of its time itself.
    else if (reason !== 'timeOver') run.pause(ASKED);
  });
  try {
    const end = await endOf(run, onEnded);
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

async function endOf(run: RunHandle, onEnded: ReturnType<Required<Follower>['onRun']> = () => {}): Promise<RunEnd> {
  let end: RunEnd | null = null;
  try {
    return (end = await run.run());
  } finally {
    onEnded(end);
  }
}

function progressView(
  store: HeadedReader,
  { batch, send }: Pick<DriveRequest, 'batch' | 'send'>,
  progress: RunProgress,
): LiveProgress {
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
/** By the desk's own ledger, which is the same for all who have it open in this process. */
const known = new WeakMap<HeadedWriter['ledger'], Set<number>>();

export function isCheckedHere({ ledger }: Pick<HeadedWriter, 'ledger'>, batch: number): boolean {
  return known.get(ledger)?.has(batch) === true;
}

export function noteChecked({ ledger }: Pick<HeadedWriter, 'ledger'>, batch: number): void {
  const batches = known.get(ledger) ?? new Set();
  known.set(ledger, batches.add(batch));
}
