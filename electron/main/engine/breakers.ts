// The breakers: why the desk stops sending by itself, and what it says then.

import type { Pause } from '../../../shared/failures.ts';
import { areSameWords, type Message, msg } from '../../../shared/messages/message.ts';
import type { UnknownReason } from '../../../shared/outcomes.ts';
import type { SettlingOutcome } from '../../../shared/states.ts';
import type { Clock } from '../platform/clock.ts';

/** Being offline for less than this does not pause. See DESIGN, The engine. */
export const OFFLINE_PAUSE_MS = 1_800_000;

/** Five refusals in a row with the same words look like a low wallet. See DESIGN, The engine. */
const SAME_REFUSALS_IN_A_ROW = 5;

const AMBIGUITY_SHARE_PERCENT = 2;

const AMBIGUITY_SHARE_OF = 500;

const AMBIGUITY_UNRESOLVED = 20;

/** Ambiguity: three unknown answers in a row, or 20 unresolved, or 2 % of at least 500. See DESIGN, The engine. */
const AMBIGUITY_IN_A_ROW = 3;

/** What is remembered between answers since the last Resume. `offlineSinceMs` is a time of the monotonic clock. */
export interface Watch {
  readonly answered: number;
  readonly unknownInARow: number;
  readonly refusal: Message | null;
  readonly refusalsInARow: number;
  readonly offlineSinceMs: number | null;
}

export const FRESH_WATCH: Watch = {
  answered: 0,
  unknownInARow: 0,
  refusal: null,
  refusalsInARow: 0,
  offlineSinceMs: null,
};

/** Whether nobody knows what became of the request. A 401 does not prove that it was not executed. */
export function isDoubt({ kind }: SettlingOutcome): boolean {
  return kind === 'unknown' || kind === 'tokenRefused' || kind === 'tokenDoubted';
}

export function countOutcome(watch: Watch, outcome: SettlingOutcome, nowMs: number): Watch {
  if (outcome.kind === 'notSent') return { ...watch, offlineSinceMs: watch.offlineSinceMs ?? nowMs };
  const refusal = outcome.kind === 'refused' ? refusalOf(outcome) : null;
  return {
    answered: watch.answered + 1,
    unknownInARow: isDoubt(outcome) ? watch.unknownInARow + 1 : 0,
    refusal,
    refusalsInARow: refusal === null ? 0 : isSame(refusal, watch.refusal) ? watch.refusalsInARow + 1 : 1,
    offlineSinceMs: null,
  };
}

function refusalOf({ state, message: said }: Extract<SettlingOutcome, { kind: 'refused' }>): Message {
  return msg('part.refusedAs', { state: msg(`state.${state}`), said });
}

function isSame(refusal: Message, before: Message | null): boolean {
  return before !== null && areSameWords(refusal, before);
}

/** Why this single outcome stops the batch; null when it does not. */
export function stopOf(outcome: SettlingOutcome): Pause | null {
  if (outcome.kind === 'tokenRefused') return TOKEN_REFUSED;
  if (outcome.kind === 'tokenDoubted') return TOKEN_DOUBTED;
  if (outcome.kind === 'notSent' && outcome.cause === 'certificate') {
    return { code: 'certificate', message: msg('pause.certificate.sending', { why: outcome.message }) };
  }
  if (outcome.kind !== 'unknown') return null;
  return STOPS[outcome.reason] ?? null;
}

/** A request in flight when the token was refused may have been executed. */
const TOKEN_REFUSED: Pause = { code: 'tokenRefused', message: msg('pause.tokenRefused.sending') };
const TOKEN_DOUBTED: Pause = { code: 'tokenRefused', message: msg('pause.tokenRefused.doubted') };

/** Answers of which one alone stops the batch. */
const STOPS: Readonly<Partial<Record<UnknownReason, Pause>>> = {
  echoMismatch: { code: 'echoMismatch', message: msg('pause.echoMismatch') },
  invalidMid: { code: 'invalidMid', message: msg('pause.invalidMid') },
  wrongUrl: { code: 'wrongUrl', message: msg('pause.wrongUrl') },
};

/** `unresolved`: payouts that came into doubt since the last Resume and still are. */
export interface Judgement {
  readonly unresolved: number;
  readonly nowMs: number;
}

/** Why the answers taken together stop the batch; null when they do not. */
export function trip(watch: Watch, judgement: Judgement): Pause | null {
  return ambiguityOf(watch, judgement.unresolved) ?? obstacleOf(watch, judgement.nowMs);
}

/** Too many answers were lost. */
function ambiguityOf(watch: Watch, unresolved: number): Pause | null {
  const isShareOfMany =
    watch.answered >= AMBIGUITY_SHARE_OF && unresolved * 100 >= watch.answered * AMBIGUITY_SHARE_PERCENT;
  if (watch.unknownInARow < AMBIGUITY_IN_A_ROW && unresolved < AMBIGUITY_UNRESOLVED && !isShareOfMany) return null;
  return { code: 'ambiguity', message: msg('pause.ambiguity', { count: unresolved }) };
}

/** What blocks every payout, whether or not answers were lost: a low wallet, or an unreachable gateway. */
export function obstacleOf(watch: Watch, nowMs: number): Pause | null {
  if (watch.refusalsInARow >= SAME_REFUSALS_IN_A_ROW) {
    const message = msg('pause.sameRefusals', { count: watch.refusalsInARow, words: watch.refusal ?? '' });
    return { code: 'sameRefusals', message };
  }
  return watch.offlineSinceMs === null ? null : offlineTooLong(watch.offlineSinceMs, nowMs);
}

/** Why a gateway out of reach since `sinceMs` stops the batch; null while it may still come back. */
export function offlineTooLong(sinceMs: number, nowMs: number): Pause | null {
  if (nowMs - sinceMs <= OFFLINE_PAUSE_MS) return null;
  return { code: 'offline', message: msg('pause.offline') };
}

/** If the wall clock and the monotonic clock differ by more, the machine slept or the clock was set. */
const CLOCK_JUMP_MS = 30_000;

/** `aheadMs` is positive when the wall clock is ahead of the monotonic one. `pause` is set when a person has to look. */
interface ClockJump {
  readonly aheadMs: number;
  readonly pause: Pause | null;
}

/** Notices that the machine slept or its clock was set: the two clocks diverged, or look() was not called for long. */
export class SleepWatch {
  readonly #clock: Clock;
  #wallMs: number;
  #monotonicMs: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#wallMs = clock.nowMs();
    this.#monotonicMs = clock.monotonicMs();
  }

  /** The jump since the last call; null when the clocks advanced together. */
  look(): ClockJump | null {
    const wallMs = this.#clock.nowMs();
    const monotonicMs = this.#clock.monotonicMs();
    const skewMs = wallMs - this.#wallMs - (monotonicMs - this.#monotonicMs);
    // Where the monotonic clock runs on during sleep (macOS, Windows), only the long gap between calls shows it.
    const silenceMs = monotonicMs - this.#monotonicMs;
    const aheadMs = Math.abs(skewMs) <= CLOCK_JUMP_MS && silenceMs > CLOCK_JUMP_MS ? silenceMs : skewMs;
    this.#wallMs = wallMs;
    this.#monotonicMs = monotonicMs;
    return Math.abs(aheadMs) > CLOCK_JUMP_MS ? { aheadMs, pause: pauseOf(aheadMs) } : null;
  }
}

function pauseOf(aheadMs: number): Pause | null {
  if (Math.abs(aheadMs) <= OFFLINE_PAUSE_MS) return null;
  const minutes = Math.round(Math.abs(aheadMs) / 60_000);
  return aheadMs > 0
    ? { code: 'slept', message: msg('pause.slept', { minutes }) }
    : { code: 'clockJumped', message: msg('pause.clockJumped', { minutes }) };
}
