import type { Pause } from '../../../shared/failures.ts';
import type { Clock } from '../platform/clock.ts';
import { OFFLINE_PAUSE_MS } from './breakers.ts';

/** The wall and the monotonic clock further apart than this: the machine slept, or the clock was set. */
const CLOCK_JUMP_MS = 30_000;

/** Shape: `aheadMs` is positive when the wall clock went further than the monotonic one. `pause` when a person must look. */
interface ClockJump {
  readonly aheadMs: number;
  readonly pause: Pause | null;
}

/** Notices that the machine slept or that its clock was set: the two clocks then moved apart, or nobody looked for long. */
export class SleepWatch {
  readonly #clock: Clock;
  #wallMs: number;
  #monotonicMs: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#wallMs = clock.nowMs();
    this.#monotonicMs = clock.monotonicMs();
  }

  /** The jump since the last look; null when the clocks went on together. */
  look(): ClockJump | null {
    const wallMs = this.#clock.nowMs();
    const monotonicMs = this.#clock.monotonicMs();
    const skewMs = wallMs - this.#wallMs - (monotonicMs - this.#monotonicMs);
    // Where the monotonic clock goes on while the machine sleeps (macOS, Windows), only the long silence tells.
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
    ? { code: 'slept', message: `The computer slept, or its clock was set ahead, by ${minutes} minutes.` }
    : { code: 'clockJumped', message: `The computer's clock was set back by ${minutes} minutes.` };
}
