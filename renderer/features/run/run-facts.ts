import type { LiveProgress } from '../../../shared/api/events.ts';
import type { BatchView } from '../../../shared/api/views.ts';
import type { Pause } from '../../../shared/failures.ts';
import { STATE_KINDS, STATE_WORDS, type StateKind } from '../../../shared/states.ts';
import type { LiveBatch } from '../../bridge/live-state.ts';
import { RUN } from '../../text/payouts.ts';
import type { Tone } from '../../ui/status.tsx';

/** What accounts people tell apart. Money that is not confirmed never stands together with money that is not. */
interface RunGroup {
  readonly word: string;
  readonly states: readonly StateKind[];
  readonly tone: Tone;
  /** Shown also while nothing is in it, so that the others keep their places. */
  readonly isAlways: boolean;
}

/** In the order of the bar: what is paid first, what has not been sent last. */
export const RUN_GROUPS = {
  success: { word: STATE_WORDS.success, states: ['success'], tone: 'paid', isAlways: true },
  processing: { word: STATE_WORDS.processing, states: ['sending', 'processing'], tone: 'moving', isAlways: true },
  unknown: { word: STATE_WORDS.unknown, states: ['unknown'], tone: 'doubt', isAlways: true },
  failed: { word: RUN.failedOrRejected, states: ['failed', 'rejected'], tone: 'wrong', isAlways: true },
  reversed: { word: STATE_WORDS.reversed, states: ['reversed'], tone: 'back', isAlways: false },
  queued: { word: STATE_WORDS.queued, states: ['queued'], tone: 'quiet', isAlways: true },
  cancelled: { word: STATE_WORDS.cancelled, states: ['cancelled'], tone: 'quiet', isAlways: false },
} as const satisfies Record<string, RunGroup>;
type RunGroupKey = keyof typeof RUN_GROUPS;

export const RUN_GROUP_KEYS = Object.keys(RUN_GROUPS) as readonly RunGroupKey[];

/** All that is not paid, for whatever reason. */
export const NOT_PAID: readonly StateKind[] = STATE_KINDS.filter((kind) => kind !== 'success');

/** The groups that are shown. Units: paise. */
export function groupsOf({ counts, paise }: Pick<BatchView, 'counts' | 'paise'>) {
  return RUN_GROUP_KEYS.flatMap((key) => {
    const { word, tone, isAlways, states }: RunGroup = RUN_GROUPS[key];
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
