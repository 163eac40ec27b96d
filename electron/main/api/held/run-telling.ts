// One job - a run, or a watch of several batches - as the windows follow it, and how it is asked to pause. In: progress,
// changes and ends. Out: events. This file must never hold back a progress, carry the changes of another job, nor forget a
// wish to pause because nobody listens at that moment: whoever listens later hears of it at once.

import type { DeskEvent, Progress } from '../../../../shared/api/events.ts';
import type { Follower, RunReport } from '../../../../shared/api/following.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import type { Change } from '../../../../shared/ledger.ts';
import type { StateKind } from '../../../../shared/states.ts';

export class RunTelling {
  readonly #publish: (event: DeskEvent) => void;
  readonly #onBegun: (batch: BatchId) => void;
  readonly #pauses = new Set<() => void>();
  #progress: Progress | null = null;
  #changes = new Map<number, StateKind>();
  #isPauseAsked = false;

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
    return this.#isPauseAsked;
  }

  /** A run of it begins: what the one before changed is no news of this one. */
  begin(batch: BatchId): void {
    this.#changes = new Map();
    this.#onBegun(batch);
  }

  hear(changes: readonly Change[]): void {
    for (const { rowNumber, to } of changes) this.#changes.set(rowNumber, to);
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
      onPauseAsked: (pause) => {
        this.#pauses.add(pause);
        if (this.#isPauseAsked) pause();
        return () => void this.#pauses.delete(pause);
      },
    };
  }

  askPause(): void {
    this.#isPauseAsked = true;
    for (const pause of this.#pauses) pause();
  }

  end({ view, end, pause }: RunReport): void {
    this.#publish({ kind: 'ended', view, end, pause });
    this.#publish({ kind: 'changed', book: null, topics: ['batches', 'payouts', 'unknown', 'lateNews'] });
  }
}
