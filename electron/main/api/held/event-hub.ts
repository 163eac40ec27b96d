// What the desk tells its windows, numbered and kept for a while. In: events. Out: the same to each window, in order; to one
// that comes back, what it missed, or a snapshot when that is no longer known. This file must never wait for a window.

import { randomUUID } from 'node:crypto';
import type { DeskEvent, EventPlace, NumberedEvent } from '../../../../shared/api/events.ts';
import { EVENTS_KEPT } from '../../../../shared/limits.ts';

export type EventListener = (event: NumberedEvent) => void;

export class EventHub {
  /** Names this process: numbers of another one mean nothing here. */
  readonly epoch = randomUUID();
  readonly #snapshot: (progressAt: number) => DeskEvent;
  readonly #listeners = new Set<EventListener>();
  #kept: NumberedEvent[] = [];
  #sequence = 0;
  #progressAt = 0;

  /** `snapshot` is told the number of the last progress. */
  constructor(snapshot: (progressAt: number) => DeskEvent) {
    this.#snapshot = snapshot;
  }

  /** How many windows listen. */
  get followers(): number {
    return this.#listeners.size;
  }

  /** Of the last event. */
  get place(): EventPlace {
    return { epoch: this.epoch, sequence: this.#sequence };
  }

  publish(event: DeskEvent): void {
    this.#sequence += 1;
    if (event.kind === 'progress') this.#progressAt = this.#sequence;
    const numbered = { epoch: this.epoch, sequence: this.#sequence, event };
    this.#kept.push(numbered);
    // Dropped by halves: shifting one by one would move the whole list each time.
    if (this.#kept.length >= 2 * EVENTS_KEPT) this.#kept = this.#kept.slice(-EVENTS_KEPT);
    for (const listener of this.#listeners) listener(numbered);
  }

  /** Tells all that follow. Shape: the way to stop; `after` the last event the window has seen, null for a window that knows nothing yet. */
  follow(listener: EventListener, after: EventPlace | null): () => void {
    const missed = this.#missedSince(after);
    if (missed === null) {
      listener({ epoch: this.epoch, sequence: this.#sequence, event: this.#snapshot(this.#progressAt) });
    } else {
      for (const event of missed) listener(event);
    }
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Null when it cannot be told: another process, a number that was never given, or too long ago. */
  #missedSince(after: EventPlace | null): readonly NumberedEvent[] | null {
    if (after === null || after.epoch !== this.epoch || after.sequence > this.#sequence) return null;
    const first = this.#kept[0]?.sequence ?? this.#sequence + 1;
    if (after.sequence < first - 1) return null;
    return this.#kept.filter(({ sequence }) => sequence > after.sequence);
  }
}
