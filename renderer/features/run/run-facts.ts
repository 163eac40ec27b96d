import type { LiveProgress } from '../../../shared/api/events.ts';
import type { BatchView } from '../../../shared/api/views.ts';
import type { Pause } from '../../../shared/failures.ts';
import type { Message } from '../../../shared/messages/message.ts';
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

/** A group never mixes money that is not confirmed with money known not to be paid. */
interface RunGroup {
  readonly word: string;
  readonly states: readonly StateKind[];
  readonly tone: Tone;
  /** Shown even when empty, so that the others stay in place. */
  readonly isAlways: boolean;
}

export type RunGroups = Readonly<Record<string, RunGroup>>;

/** In the order of the bar: paid first, not sent last. */
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

/** What a result shows first: what a person can act on, then what they wait for; no selection when all is paid. */
export function firstShown({ counts }: Pick<BatchView, 'counts'>): readonly StateKind[] {
  const sums = sumResults(counts);
  const first = (['notPaid', 'notSettled', 'notSent'] as const).find((result) => sums[result] > 0);
  return first === undefined ? [] : statesOf(first);
}

/** The groups to show, with their amounts in paise. */
export function groupsOf({ counts, paise }: Pick<BatchView, 'counts' | 'paise'>, groups: RunGroups) {
  return Object.entries(groups).flatMap(([key, { word, tone, isAlways, states }]) => {
    const count = states.reduce((sum, state) => sum + counts[state], 0);
    const worth = states.reduce((sum, state) => sum + paise[state], 0);
    return count > 0 || isAlways ? [{ key, word, tone, states, count, paise: worth }] : [];
  });
}

/** The first seconds go to proving the first payout, so a rate before that means nothing. */
const KNOWN_AFTER_MS = 3_000;

/** Returns null while it cannot be known. A handful of payouts is too few for an estimate. */
export function timeLeftMs({ view, sentPerSecond, elapsedMs, phase }: LiveProgress): number | null {
  if (phase !== 'sending' || elapsedMs < KNOWN_AFTER_MS || sentPerSecond <= 0) return null;
  return Math.ceil(view.counts.queued / sentPerSecond) * 1000;
}

/** What a result shows until a person chooses: what was first, or what is now, once nothing is left of that. */
export function stillShown(shown: readonly StateKind[], view: Pick<BatchView, 'counts'>): readonly StateKind[] {
  return shown.length > 0 && shown.every((state) => view.counts[state] === 0) ? firstShown(view) : shown;
}

/** `wallMs` since 1970, which the desk uses for days ahead; `monotonicMs` since the page started. */
interface Clocks {
  readonly wallMs: number;
  readonly monotonicMs: number;
}

export function readClocks(): Clocks {
  return { wallMs: Date.now(), monotonicMs: performance.now() };
}

/**
 * Returns null when no lookup is due, and 0 or less when one is due now. For a batch being followed, uses the wait it reported
 * and the monotonic clock, which cannot be set back.
 */
export function nextLookupInMs(
  { live, atMs }: { readonly live: LiveBatch | null; readonly atMs: number | null },
  { wallMs, monotonicMs }: Clocks,
): number | null {
  const reportedMs = live === null || live.progress.phase === 'done' ? null : live.progress.nextLookupInMs;
  if (live !== null && reportedMs !== null) return live.receivedAtMs + reportedMs - monotonicMs;
  return atMs === null ? null : atMs - wallMs;
}

/** A tick covers only the doubt that its sentence names. */
export type ResumeTick = keyof typeof RUN.resumeTicks;

/** `ticks` in the order offered. With `mustTick`, Resume needs the first one. */
export interface ResumeTicks {
  readonly ticks: readonly ResumeTick[];
  readonly mustTick: boolean;
}

/**
 * If the cause can be fixed, the tick is optional: without it, Resume checks whether it is fixed. A low wallet may only show once
 * the lookups were accepted, so both are offered there.
 */
const OFFERED: Readonly<Partial<Record<Pause['code'], readonly ResumeTick[]>>> = {
  lostAnswersUnrecoverable: ['unsureLookups', 'warnings'],
  lookupsUnreliable: ['unsureLookups', 'warnings'],
  walletLow: ['warnings'],
  walletFall: ['walletFall', 'warnings'],
};

/** What the tick of a pause accepts. A low wallet names the next payment and the balance. */
export function resumeTickWords(tick: ResumeTick, message: Message | null): string {
  const { next, holds } = message?.params ?? {};
  const isNamed = tick === 'warnings' && message?.code === 'pause.walletLow.next';
  return isNamed && typeof next === 'string' && typeof holds === 'string'
    ? RUN.asBalanceAllows(next, holds)
    : RUN.resumeTicks[tick];
}

export function resumeTicksOf(code: Pause['code']): ResumeTicks {
  return { ticks: OFFERED[code] ?? [], mustTick: code === 'lostAnswersUnrecoverable' || code === 'walletFall' };
}
