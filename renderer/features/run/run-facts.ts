import type { LiveProgress } from '../../../shared/api/events.ts';
import type { BatchView } from '../../../shared/api/views.ts';
import type { Pause } from '../../../shared/failures.ts';
import {
  type PaymentResult,
  RESULT_WORDS,
  STATE_WORDS,
  type StateKind,
  statesOf,
  sumResults,
} from '../../../shared/states.ts';
import { RUN } from '../../../shared/text/payouts.ts';
import type { LiveBatch } from '../../bridge/live-state.ts';
import type { Tone } from '../../ui/status.tsx';

/** Money that is not confirmed never stands together with money that is known not to be paid. */
interface RunGroup {
  readonly word: string;
  readonly states: readonly StateKind[];
  readonly tone: Tone;
  /** Shown also while nothing is in it, so that the others keep their places. */
  readonly isAlways: boolean;
}

export type RunGroups = Readonly<Record<string, RunGroup>>;

/** In the order of the bar: what is paid first, what has not been sent last. */
export const RUN_GROUPS = {
  success: { word: STATE_WORDS.success, states: ['success'], tone: 'paid', isAlways: true },
  processing: { word: STATE_WORDS.processing, states: ['sending', 'processing'], tone: 'moving', isAlways: true },
  unknown: { word: STATE_WORDS.unknown, states: ['unknown'], tone: 'doubt', isAlways: true },
  failed: { word: RUN.failedOrRejected, states: ['failed', 'rejected'], tone: 'wrong', isAlways: true },
  reversed: { word: STATE_WORDS.reversed, states: ['reversed'], tone: 'back', isAlways: false },
  queued: { word: STATE_WORDS.queued, states: ['queued'], tone: 'quiet', isAlways: true },
  cancelled: { word: STATE_WORDS.cancelled, states: ['cancelled'], tone: 'quiet', isAlways: false },
} as const satisfies RunGroups;

/** The results that accountants act on: only what is known not to be paid may be paid elsewhere. */
export const RESULT_GROUPS = {
  paid: { word: RESULT_WORDS.paid, states: statesOf('paid'), tone: 'paid', isAlways: true },
  notPaid: { word: RESULT_WORDS.notPaid, states: statesOf('notPaid'), tone: 'wrong', isAlways: true },
  notSettled: { word: RESULT_WORDS.notSettled, states: statesOf('notSettled'), tone: 'doubt', isAlways: true },
  notSent: { word: RESULT_WORDS.notSent, states: statesOf('notSent'), tone: 'quiet', isAlways: false },
} as const satisfies Record<PaymentResult, RunGroup>;

/** What a result shows first: what a person can act on, then what they wait for; nothing is chosen where all is paid. */
export function firstShown({ counts }: Pick<BatchView, 'counts'>): readonly StateKind[] {
  const sums = sumResults(counts);
  const first = (['notPaid', 'notSettled', 'notSent'] as const).find((result) => sums[result] > 0);
  return first === undefined ? [] : statesOf(first);
}

/** The groups that are shown. Units: paise. */
export function groupsOf({ counts, paise }: Pick<BatchView, 'counts' | 'paise'>, groups: RunGroups) {
  return Object.entries(groups).flatMap(([key, { word, tone, isAlways, states }]) => {
    const count = states.reduce((sum, state) => sum + counts[state], 0);
    const worth = states.reduce((sum, state) => sum + paise[state], 0);
    return count > 0 || isAlways ? [{ key, word, tone, states, count, paise: worth }] : [];
  });
}

/** The first seconds hold the proof of the first payout: a rate before that says nothing. */
const KNOWN_AFTER_MS = 3_000;

/** Shape: null while nobody can know. A handful of payouts promises no time. */
export function timeLeftMs({ view, sentPerSecond, elapsedMs, phase }: LiveProgress): number | null {
  if (phase !== 'sending' || elapsedMs < KNOWN_AFTER_MS || sentPerSecond <= 0) return null;
  return Math.ceil(view.counts.queued / sentPerSecond) * 1000;
}

/** Units: `wallMs` since 1970, which the desk goes by for days ahead; `monotonicMs` since the page began. */
interface Clocks {
  readonly wallMs: number;
  readonly monotonicMs: number;
}

export function readClocks(): Clocks {
  return { wallMs: Date.now(), monotonicMs: performance.now() };
}

/**
 * Shape: null when none is due; not above 0 when it is due now. What is followed now tells its own wait, held against the
 * monotonic clock, which cannot be set back.
 */
export function nextLookupInMs(
  { live, atMs }: { readonly live: LiveBatch | null; readonly atMs: number | null },
  { wallMs, monotonicMs }: Clocks,
): number | null {
  const reportedMs = live === null || live.progress.phase === 'done' ? null : live.progress.nextLookupInMs;
  if (live !== null && reportedMs !== null) return live.receivedAtMs + reportedMs - monotonicMs;
  return atMs === null ? null : atMs - wallMs;
}

/** A tick never stands for a doubt that its sentence does not name. */
export type ResumeTick = keyof typeof RUN.resumeTicks;

/** Shape: `ticks` in the order in which they are offered; with `mustTick` nothing goes on without the first. */
export interface ResumeTicks {
  readonly ticks: readonly ResumeTick[];
  readonly mustTick: boolean;
}

/**
 * Where the cause can be mended the tick is a choice: without it, Resume looks whether it is mended. A wallet that holds too
 * little may come to light only once the look-ups were accepted, so both are offered there.
 */
const OFFERED: Readonly<Partial<Record<Pause['code'], readonly ResumeTick[]>>> = {
  lostAnswersUnrecoverable: ['unsureLookups', 'warnings'],
  lookupsUnreliable: ['unsureLookups', 'warnings'],
  walletLow: ['warnings'],
  walletFall: ['walletFall', 'warnings'],
};

export function resumeTicksOf(code: Pause['code']): ResumeTicks {
  return { ticks: OFFERED[code] ?? [], mustTick: code === 'lostAnswersUnrecoverable' || code === 'walletFall' };
}
