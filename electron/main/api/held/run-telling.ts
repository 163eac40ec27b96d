// One job - a run, or a watch of several batches - as the windows follow it, and how it is asked to end. In: progress,
// changes and ends. Out: events. This file must never hold back a progress, carry the changes of another batch or job, nor
// forget a wish because nobody listens at that moment: whoever listens later hears of it at once.

import type { DeskEvent, Progress } from '../../../../shared/api/events.ts';
import type { Follower, RunReport, StopWish } from '../../../../shared/api/following.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import type { Change } from '../../../../shared/ledger.ts';
import type { StateKind } from '../../../../shared/states.ts';

export class RunTelling {
  readonly #publish: (event: DeskEvent) => void;
  readonly #onBegun: (batch: BatchId) => void;
  readonly #stops = new Set<(wish: StopWish) => void>();
  #progress: Progress | null = null;
  /** What is run now; null before and between runs. */
  #batch: BatchId | null = null;
  #changes = new Map<number, StateKind>();
  #wish: StopWish | null = null;

  /** `onBegun` hears of each run of it, before the run's first turn. */
  constructor(publish: (event: DeskEvent) => void, onBegun: (batch: BatchId) => void) {
    this.#publish = publish;
    this.#onBegun = onBegun;
  }

  /** Its last progress; null before the first. */
  get progress(): Progress | null {
    return this.#progress;
  }

  get isPauseAsked(): boolean {
    return this.#wish !== null;
  }

  /** A run of it begins: what the one before changed is no news of this one. */
  begin(batch: BatchId): void {
    this.#batch = batch;
    this.#changes = new Map();
    this.#onBegun(batch);
  }

  /** The run has told its last progress; what was changed since then is told in another way. */
  runOver(): void {
    this.#batch = null;
    if (this.#changes.size > 0) this.#publish(CHANGED);
    this.#changes = new Map();
  }

  /** Takes changes of the batch that is run, for its next progress. Shape: whether it does. */
  carries(batch: BatchId, changes: readonly Change[]): boolean {
    if (batch !== this.#batch) return false;
    for (const { rowNumber, to } of changes) this.#changes.set(rowNumber, to);
    return true;
  }

  /** What follows the job for the windows. */
  get follower(): Follower {
    return {
      onProgress: (progress) => {
        this.#progress = progress;
        const changes = [...this.#changes].map(([rowNumber, state]) => ({ rowNumber, state }));
        this.#changes = new Map();
        this.#publish({ kind: 'progress', progress, changes });
      },
      onPauseAsked: (stop) => {
        this.#stops.add(stop);
        if (this.#wish !== null) stop(this.#wish);
        return () => void this.#stops.delete(stop);
      },
    };
  }

  /** A person wants it to pause. */
  askPause(): void {
    this.#ask('pause');
  }

  /** Something else is to be done, and all it does is look up. */
  askWay(): void {
    this.#ask('makeWay');
  }

  end({ view, end, pause }: RunReport): void {
    this.#publish({ kind: 'ended', view, end, pause });
    this.#publish(CHANGED);
  }

  #ask(wish: StopWish): void {
    this.#wish ??= wish;
    for (const stop of this.#stops) stop(this.#wish);
  }
}

const CHANGED: DeskEvent = { kind: 'changed', book: null, topics: ['batches', 'payouts', 'unknown', 'lateNews'] };
