// The rate: in any sliding second no more requests than the profile allows, by the monotonic clock at the write. A permit is
// taken before a request starts and counts until a full second after its bytes left, so the writes keep the rate however long
// connecting takes.
//
// A 429 is waited out, and halves the rate unless refusals are rare. A gateway under too many requests refuses several out of a
// few; one that refuses a stray request now and then does so at any rate, and slowing down would only lose time. After halving,
// a tenth of the configured rate comes back each minute, up to nine tenths of the refused rate, and all of it after an hour.
//
// Where several desks share the rate, a share of it caps the permits. A share that has run out may be another desk's by now, so
// that a request with a permit of before does not leave either.

import { invariant } from '../../../shared/failures.ts';
import { HOUR_MS } from '../../../shared/limits.ts';
import { type Pacer, type RateDemand, type RateRefused, type RateShare, ShareGone } from '../domain/run.ts';
import { RETRY_AFTER_MAX_MS } from '../gateway/answers.ts';
import type { Clock } from '../platform/clock.ts';

/** The wait after a 429 that gives no time, where refusals are not rare. */
const RETRY_AFTER_DEFAULT_MS = 5_000;

const RATE_WINDOW_REQUESTS = 200;

/**
 * Refusals are rare up to one in twenty of the last 200 requests. One stray refusal in a hundred exceeds that once in millions
 * of requests; a gateway that gets a tenth too many exceeds it within seconds.
 */
const RARE_REFUSAL_ONE_IN = 20;

const RATE_RECOVERS_PARTS = 10;

/** After a 429 halved the rate, a tenth of the configured rate comes back per minute. See DESIGN, Rate. */
const RATE_RECOVERS_EVERY_MS = 60_000;

/** The window of "requests per second", and the wait before the first request after a start. */
export const RATE_WINDOW_MS = 1_000;

/** Without a share, look again after this time. */
const SHARE_LOOK_MS = 200;

/** Drop the expired part of the list at this length. */
const COMPACT_AFTER = 4_096;

/** The state after a refused rate. `highest` is in requests per second; times are of the monotonic clock. */
interface Slowed {
  readonly refusedRate: number;
  readonly highest: number;
  readonly atMs: number;
  /** Refusals until then belong to requests that were already in flight. */
  readonly sameUntilMs: number;
  readonly nextStepMs: number;
}

export class RateWindow implements Pacer {
  readonly #configured: number;
  /** Requests per second, including the fraction that the next step completes. */
  #allowed: number;
  #slowed: Slowed | null = null;
  /** Writes since the rate last changed, and that count at each refusal. */
  #written = 0;
  #refusedAfter: number[] = [];
  #opensAtMs: number;
  #admitted = 0;
  #stamps: number[] = [];
  #oldest = 0;
  #share: ((nowMs: number) => RateShare) | null = null;
  /** The share at the last look. */
  #shared = Number.POSITIVE_INFINITY;
  #most = 0;
  #isShort = false;

  /**
   * A previous process may have written until now, so the first permit waits a full second. `refusedRate`: the rate refused
   * within the hour before, or null.
   */
  constructor({
    limitPerSecond,
    nowMs,
    refusedRate,
  }: {
    readonly limitPerSecond: number;
    readonly nowMs: number;
    readonly refusedRate: number | null;
  }) {
    this.#configured = limitPerSecond;
    this.#allowed = limitPerSecond;
    this.#opensAtMs = nowMs + RATE_WINDOW_MS;
    if (refusedRate === null) return;
    this.#slowed = slowedBy(Math.min(refusedRate, limitPerSecond), nowMs, nowMs);
    this.#allowed = this.#slowed.highest;
  }

  get limitPerSecond(): number {
    return Math.max(1, Math.min(this.#allowedNow, this.#shared));
  }

  get #allowedNow(): number {
    return Math.max(1, Math.floor(this.#allowed));
  }

  shareBy(share: ((nowMs: number) => RateShare) | null): void {
    this.#share = share;
    this.#shared = Number.POSITIVE_INFINITY;
  }

  demand(nowMs: number): RateDemand {
    this.#recover(nowMs);
    this.#forget(nowMs);
    const used = this.#used;
    const demand = { allowed: this.#allowedNow, used, most: Math.max(used, this.#most), isShort: this.#isShort };
    this.#most = 0;
    this.#isShort = false;
    return demand;
  }

  /** In flight without being written, and written within the last second. */
  get #used(): number {
    return this.#admitted + (this.#stamps.length - this.#oldest);
  }

  #limit(nowMs: number): number {
    if (this.#share === null) return this.#allowedNow;
    this.#shared = this.#share(nowMs).perSecond;
    return Math.min(this.#allowedNow, this.#shared);
  }

  get refusedRate(): number | null {
    return this.#slowed?.refusedRate ?? null;
  }

  /** `nowMs` is a time of the monotonic clock. */
  free(nowMs: number): number {
    if (nowMs < this.#opensAtMs) return 0;
    this.#recover(nowMs);
    this.#forget(nowMs);
    return Math.max(0, this.#limit(nowMs) - this.#used);
  }

  /** When the next permit becomes free by itself; null when that depends on a request in flight. */
  nextFreeAtMs(nowMs: number): number | null {
    if (nowMs < this.#opensAtMs) return this.#opensAtMs;
    this.#recover(nowMs);
    this.#forget(nowMs);
    const limit = this.#limit(nowMs);
    const over = this.#used - limit;
    if (over < 0) return nowMs;
    if (limit === 0) return nowMs + SHARE_LOOK_MS;
    const stamp = this.#stamps[this.#oldest + over];
    return stamp === undefined ? null : stamp + RATE_WINDOW_MS + 1;
  }

  admit(): void {
    this.#admitted += 1;
    this.#most = Math.max(this.#most, this.#used);
    if (this.#used >= this.#shared) this.#isShort = true;
  }

  /** The request's bytes leave now. Throws `ShareGone` for one that may not leave any more. */
  written(nowMs: number): void {
    invariant(this.#admitted > 0, 'a request was written without a permit');
    const share = this.#share?.(nowMs);
    if (share?.isLeased === false) {
      this.#forget(nowMs);
      if (this.#stamps.length - this.#oldest >= share.perSecond) throw new ShareGone('its share has run out');
    }
    this.#admitted -= 1;
    this.#written += 1;
    this.#stamps.push(nowMs);
  }

  /** The request never left. */
  withdraw(): void {
    invariant(this.#admitted > 0, 'a permit was given back that was never taken');
    this.#admitted -= 1;
  }

  refused(retryAfterMs: number | null, nowMs: number): RateRefused {
    this.#recover(nowMs);
    const named = retryAfterMs === null ? null : Math.min(retryAfterMs, RETRY_AFTER_MAX_MS);
    if (this.#slowed !== null && nowMs < this.#slowed.sameUntilMs) {
      return { untilMs: this.#wait(named ?? RETRY_AFTER_DEFAULT_MS, nowMs), refusedRate: null };
    }
    this.#refusedAfter = [...this.#refusedAfter, this.#written].filter(
      (after) => this.#written - after < RATE_WINDOW_REQUESTS,
    );
    if (this.#isRare()) return { untilMs: this.#wait(named ?? this.#rareWaitMs(), nowMs), refusedRate: null };
    const untilMs = this.#wait(named ?? RETRY_AFTER_DEFAULT_MS, nowMs);
    const refusedRate = this.#allowedNow;
    this.#slowed = slowedBy(refusedRate, nowMs, untilMs);
    this.#change(Math.max(1, Math.floor(refusedRate / 2)));
    return { untilMs, refusedRate };
  }

  closeUntil(atMs: number): void {
    this.#opensAtMs = Math.max(this.#opensAtMs, atMs);
  }

  #wait(ms: number, nowMs: number): number {
    this.closeUntil(nowMs + ms);
    return nowMs + ms;
  }

  /** Soon after the rate changed, one or two refusals may be stray; three are not. */
  #isRare(): boolean {
    const refusals = this.#refusedAfter.length;
    if (refusals < (this.#slowed === null ? 1 : 3)) return true;
    return refusals * RARE_REFUSAL_ONE_IN <= Math.min(this.#written, RATE_WINDOW_REQUESTS);
  }

  /** As long as the requests per rare refusal take, at most a second; longer when refusals come closer together. */
  #rareWaitMs(): number {
    const shareMs = (RARE_REFUSAL_ONE_IN * RATE_WINDOW_MS) / this.limitPerSecond;
    return Math.min(RETRY_AFTER_DEFAULT_MS, Math.min(RATE_WINDOW_MS, shareMs) * this.#refusedAfter.length);
  }

  /** Raises the rate by what the time since the last refusal allows. */
  #recover(nowMs: number): void {
    const slowed = this.#slowed;
    if (slowed === null) return;
    if (nowMs - slowed.atMs >= HOUR_MS) {
      this.#slowed = null;
      this.#change(this.#configured);
      return;
    }
    const steps = Math.floor((nowMs - slowed.nextStepMs) / RATE_RECOVERS_EVERY_MS) + 1;
    if (steps <= 0) return;
    this.#slowed = { ...slowed, nextStepMs: slowed.nextStepMs + steps * RATE_RECOVERS_EVERY_MS };
    const back = (steps * this.#configured) / RATE_RECOVERS_PARTS;
    this.#change(Math.max(this.#allowed, Math.min(slowed.highest, this.#allowed + back)));
  }

  /** A new rate is judged by its own requests only. */
  #change(allowed: number): void {
    const before = this.#allowedNow;
    this.#allowed = allowed;
    if (this.#allowedNow === before) return;
    this.#written = 0;
    this.#refusedAfter = [];
  }

  #forget(nowMs: number): void {
    // A write exactly one window ago still counts: both ends of a second belong to it.
    for (let stamp = this.#stamps[this.#oldest]; stamp !== undefined; stamp = this.#stamps[this.#oldest]) {
      if (nowMs - stamp <= RATE_WINDOW_MS) break;
      this.#oldest += 1;
    }
    if (this.#oldest > COMPACT_AFTER) {
      this.#stamps = this.#stamps.slice(this.#oldest);
      this.#oldest = 0;
    }
  }
}

function slowedBy(refusedRate: number, atMs: number, untilMs: number): Slowed {
  return {
    refusedRate,
    highest: Math.max(1, Math.floor(refusedRate - refusedRate / RATE_RECOVERS_PARTS)),
    atMs,
    sameUntilMs: Math.max(atMs + RATE_WINDOW_MS, untilMs),
    nextStepMs: untilMs + RATE_RECOVERS_EVERY_MS,
  };
}

/** Makes an admitted request: records when it is written, or returns its permit if it never left. */
export async function stamped<Answer>(
  { pacer, clock }: { readonly pacer: Pacer; readonly clock: Clock },
  ask: (onWrite: () => void) => Promise<Answer>,
  onWritten: (nowMs: number) => void = () => {},
): Promise<Answer> {
  let isWritten = false;
  try {
    return await ask(() => {
      const nowMs = clock.monotonicMs();
      pacer.written(nowMs);
      isWritten = true;
      onWritten(nowMs);
    });
  } finally {
    if (!isWritten) pacer.withdraw();
  }
}

export class Permits {
  readonly #window: Pacer;
  readonly #onWaiting: () => void;
  readonly #waiting: (() => void)[] = [];

  constructor(window: Pacer, onWaiting: () => void) {
    this.#window = window;
    this.#onWaiting = onWaiting;
  }

  get areWanted(): boolean {
    return this.#waiting.length > 0;
  }

  /** Resolves once the rate grants one more request. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#onWaiting();
    });
  }

  /** Grants the permits that are free now. `nowMs` is a time of the monotonic clock. */
  grant(nowMs: number): void {
    for (let free = this.#window.free(nowMs); free > 0; free -= 1) {
      const grant = this.#waiting.shift();
      if (grant === undefined) return;
      this.#window.admit();
      grant();
    }
  }
}
