// How far a run is, for the doors: not more often than anyone can see.
import type { DiskPatience } from '../domain/disk-patience.ts';
import type { RunProgress, RunRequest } from '../domain/run.ts';
import type { Traffic } from './exchange.ts';
import type { RunControl } from './run-control.ts';
import type { RunDemand, RunTotals } from './run-demand.ts';

/** The screen and the progress bar change at most this often. */
const PROGRESS_EVERY_MS = 100;

/** The rate that is shown is of so many seconds: fewer would jump with each burst, more would hide that it has changed. */
const SEND_RATE_SECONDS = 5;

interface ReportWorld {
  readonly control: RunControl;
  readonly demand: RunDemand;
  readonly totals: RunTotals;
  readonly traffic: Traffic;
  readonly patience: DiskPatience;
  readonly sendRate: SendRate;
  readonly startedMs: number;
  readonly onProgress: RunRequest['onProgress'];
}

/** Units: every `nowMs` is a time of the monotonic clock. */
export class ProgressReport {
  readonly #world: ReportWorld;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(world: ReportWorld) {
    this.#world = world;
  }

  /** If the last time was long enough ago. */
  emit(nowMs: number): void {
    if (nowMs - this.#lastMs >= PROGRESS_EVERY_MS) this.emitLast(nowMs);
  }

  /** In any case: the run ends. */
  emitLast(nowMs: number): void {
    const { control, demand, totals, traffic, patience, sendRate, startedMs, onProgress } = this.#world;
    const diskTrouble = patience.trouble(nowMs);
    this.#lastMs = nowMs;
    const progress: RunProgress = {
      ...totals.snapshot(),
      mode: control.mode.kind,
      inFlight: traffic.total,
      elapsedMs: nowMs - startedMs,
      sentPerSecond: sendRate.perSecond(nowMs),
      // A disk in trouble is not asked for more than it must be.
      nextLookupInMs: diskTrouble === null ? demand.nextDueInMs() : null,
      diskTrouble,
    };
    onProgress(progress);
  }
}

const SECOND_MS = 1_000;

/** How fast payouts leave: never more than in the busiest of those seconds, as a person holds it against the limit. Units: every `nowMs` is a time of the monotonic clock. */
export class SendRate {
  #firstMs: number | null = null;
  /** Those of the last seconds, oldest first. */
  #writes: readonly number[] = [];
  #fresh: number[] = [];

  /** A payout's bytes leave now. */
  written(nowMs: number): void {
    this.#firstMs ??= nowMs;
    this.#fresh.push(nowMs);
  }

  /** Over whole seconds, each with its beginning left out, so that no burst is counted in two of them. Shape: 0 in the first. */
  perSecond(nowMs: number): number {
    this.#writes = [...this.#writes, ...this.#fresh].filter((at) => nowMs - at < SEND_RATE_SECONDS * SECOND_MS);
    this.#fresh = [];
    const seconds = Math.min(SEND_RATE_SECONDS, Math.floor((nowMs - (this.#firstMs ?? nowMs)) / SECOND_MS));
    if (seconds === 0) return 0;
    return this.#writes.filter((at) => nowMs - at < seconds * SECOND_MS).length / seconds;
  }
}
