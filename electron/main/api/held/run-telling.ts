// What a run or a watch tells the windows while it goes on, and how it is asked to pause. In: progress, changes, alarms and
// ends. Out: events. This file must never hold back a progress, nor let one carry the changes of another run.

import type { DeskEvent, Progress } from '../../../../shared/api/events.ts';
import type { Follower, RunReport } from '../../../../shared/api/following.ts';
import type { Change } from '../../../../shared/ledger.ts';
import type { StateKind } from '../../../../shared/states.ts';

export class RunTelling {
  readonly #publish: (event: DeskEvent) => void;
  readonly #pauses = new Set<() => void>();
  #progress: Progress | null = null;
  /** A pause that was asked for holds for the whole job: between two of its reads nobody listens. */
  #isPauseAsked = false;
  #changes = new Map<number, StateKind>();

  constructor(publish: (event: DeskEvent) => void) {
    this.#publish = publish;
  }

  /** The last progress of what goes on now; null before the first. */
  get progress(): Progress | null {
    return this.#progress;
  }

  /** Nothing goes on any more, or something else begins. */
  forget(): void {
    this.#progress = null;
  }

  /** A run begins: what another one changed is no news of it. */
  begin(): void {
    this.#changes = new Map();
  }

  hear(changes: readonly Change[]): void {
    for (const { rowNumber, to } of changes) this.#changes.set(rowNumber, to);
  }

  /** What follows a job for the windows: a new one, of which no pause was asked yet. */
  follower(): Follower {
    this.#isPauseAsked = false;
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

  end({ view, end }: RunReport): void {
    this.#publish({ kind: 'ended', view, end, pause: view.paused });
    this.#publish({ kind: 'changed', book: null, topics: ['batches', 'payouts', 'unknown', 'lateNews'] });
  }
}
