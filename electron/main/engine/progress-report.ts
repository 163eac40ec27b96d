// Tells the front door how far a run is, not more often than anyone can see. In: the run's figures. Out: progress.
// This file must never count anything itself.

import { PROGRESS_EVERY_MS } from '../../../shared/limits.ts';
import type { RunProgress, RunRequest } from '../../../shared/run.ts';
import type { DiskPatience } from '../../../shared/disk-patience.ts';
import type { RunControl } from './run-control.ts';
import type { RunDemand } from './run-demand.ts';
import type { RunTotals } from './run-totals.ts';
import type { SendRate } from './send-rate.ts';
import type { Traffic } from './traffic.ts';

export interface ReportWorld {
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

  /** Tells it if the last time was long enough ago. */
  tell(nowMs: number): void {
    if (nowMs - this.#lastMs >= PROGRESS_EVERY_MS) this.tellLast(nowMs);
  }

  /** Tells it in any case: the run ends. */
  tellLast(nowMs: number): void {
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
