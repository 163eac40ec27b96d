// Drives one run of the engine for a door: starts it, passes on its progress, lets a person pause it, and reports its end.

import type { LiveProgress } from '../../../../shared/api/events.ts';
import type { Pause } from '../../../../shared/failures.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import { bookOf, type Profile } from '../../../../shared/profiles.ts';
import type { BatchRecord } from '../../domain/batches.ts';
import { backoffOf } from '../../domain/poll-schedule.ts';
import type { RunEnd, RunHandle, RunProgress, RunRequest } from '../../domain/run.ts';
import { writeIfPossible } from '../../session/desks.ts';
import { type Bounded, type Follower, type RunReport, unlessCutShort } from '../../session/following.ts';
import { mustWait, type Session } from '../../session/gateway-session.ts';
import { whyStanding } from '../../session/locked-desk.ts';
import {
  claimBatch,
  claimTick,
  openRegister,
  type RegisterSession,
  type RegisterWatch,
  watchRegister,
} from '../../session/register-session.ts';
import type { System } from '../../session/system.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { type Acceptance, acceptsUnprovable } from './accept-doubts.ts';
import { batchView, reportOf } from './batch-views.ts';
import { type LookedUpAtMs, openEarlierLookups } from './look-earlier.ts';
import { ASKED } from './patient-write.ts';

interface DriveRequest
  extends Acceptance,
    Bounded,
    Pick<RunRequest, 'send' | 'until' | 'notKnown' | 'lookUpAll' | 'firstAlone' | 'wallet' | 'walletBefore'> {
  readonly system: System;
  readonly store: HeadedWriter;
  readonly batch: BatchRecord;
  readonly profile: Profile;
  readonly session: Session;
  /** Aborts the lookups of earlier payouts. */
  readonly signal: AbortSignal;
  readonly lookedUpAtMs: LookedUpAtMs;
}

/**
 * Runs the batch to its end. Nothing of it leaves before a register that the desk shares has its claims. Throws only for a bug of
 * ours.
 */
export async function driveRun(request: DriveRequest): Promise<RunReport> {
  const { system, store, batch, send } = request;
  const register = bookOf(batch) === 'live' ? await openRegister(system, store) : null;
  if (register === null) return runBatch(request, null);
  const isAway = 'code' in register;
  const pause = isAway ? register : send ? await claimIn(request, register) : null;
  if (send && pause !== null) {
    if (!isAway) await register.close();
    writeIfPossible(system, () => store.notes.pause(batch.batch, pause, system.clock.nowMs()));
    return reportOf(store, batch, { end: { kind: 'paused', pause }, sent: true });
  }
  const watch = isAway ? null : await watchRegister(system, { store, session: register, sends: send });
  try {
    return await runBatch(request, watch);
  } finally {
    await watch?.end();
  }
}

function claimIn(
  { system, store, batch, acceptClaims }: DriveRequest,
  session: RegisterSession,
): Promise<Pause | null> {
  const confirmed = store.register.acceptedClaims(batch.batch).map(claimTick);
  return claimBatch(system, { store, session, batch, acceptClaims: new Set([...confirmed, ...(acceptClaims ?? [])]) });
}

async function runBatch(request: DriveRequest, register: RegisterWatch | null): Promise<RunReport> {
  const { system, store, batch, profile, session, follower } = request;
  const { send, until, forMs, notKnown, lookUpAll, firstAlone, wallet, walletBefore } = request;
  const { ledger, notes } = store;
  const { gateway, pacer: window } = session;
  const earlier = openEarlierLookups({ ...request, reads: session.reads });
  const run = system.engine.newRun(
    { ledger, notes, gateway, clock: system.clock, window, invent: system.inventReference },
    {
      batch: batch.batch,
      send,
      inFlightMax: profile.inFlightMax,
      backoff: backoffOf(profile),
      until,
      forMs,
      notKnown,
      lookupsProven: batch.lookupsProven,
      liftsUsed: batch.ambiguityLifts,
      acceptsUnprovable: acceptsUnprovable(request),
      lookUpAll,
      looksFirst: send && profile.environment === 'LIVE',
      firstAlone,
      wallet,
      walletBefore,
      earlier,
      ...(register === null ? {} : { mayLeave: () => register.mayLeave() }),
      onProgress: (progress) => follower.onProgress(progressView(request, progress)),
    },
  );
  const onEnded = follower.onRun?.({ batch: batch.id, send });
  const { signal } = follower;
  const stop = (): void => {
    if (signal.reason === 'preempt') run.preempt();
    else run.pause(ASKED);
  };
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    const end = await endOf(run, onEnded);
    if (send && end.kind === 'reached') await readWalletAtEnd(request);
    return reportOf(store, batch, { end, sent: send });
  } finally {
    signal.removeEventListener('abort', stop);
    await earlier.close();
  }
}

/** Reads the wallet once after everything is sent, for the reconciliation. Skipped if the gateway asks for a long wait. */
async function readWalletAtEnd({ system, session, follower }: DriveRequest): Promise<void> {
  if (mustWait(system, session) !== null) return;
  await unlessCutShort(follower.signal, () => session.walletAtEnd());
}

async function endOf(run: RunHandle, onEnded: ReturnType<Required<Follower>['onRun']> = () => {}): Promise<RunEnd> {
  let end: RunEnd | null = null;
  try {
    return (end = await run.run());
  } finally {
    onEnded(end);
  }
}

function progressView({ store, batch, send }: DriveRequest, progress: RunProgress): LiveProgress {
  const { counts, paise, inFlight, elapsedMs, sentPerSecond, nextLookupInMs, diskTrouble, isSilent } = progress;
  const isSending = send && counts.queued + counts.sending > 0;
  const pause = send ? null : whyStanding(store, batch.batch, counts);
  return {
    phase: isSending ? 'sending' : 'settling',
    note:
      diskTrouble !== null
        ? msg('progress.disk', { trouble: diskTrouble })
        : isSilent && isSending && progress.mode !== 'stopping'
          ? msg('progress.silent')
          : NOTES[progress.mode],
    view: batchView(batch, { tally: { counts, paise }, pause, active: send }),
    total: batch.payoutCount,
    inFlight,
    elapsedMs,
    // Stalled: don't show an estimate.
    sentPerSecond: diskTrouble === null ? sentPerSecond : 0,
    nextLookupInMs,
  };
}

const NOTES: Readonly<Record<RunProgress['mode'], Message | null>> = {
  proving: msg('progress.proving'),
  flowing: null,
  doubting: msg('progress.doubting'),
  following: null,
  stopping: msg('progress.stopping'),
};
