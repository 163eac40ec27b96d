// The desk's events for its windows, numbered and kept for a while.

import { randomUUID } from 'node:crypto';
import type { DeskEvent, EventPlace, NumberedEvent } from '../../../../shared/api/events.ts';
import type { Log } from '../../platform/log.ts';

/** How many events are kept for windows that lost their connection: some minutes at ten a second, a few megabytes at most. */
const RECENT_EVENTS_MAX = 2_000;

type EventListener = (event: NumberedEvent) => void;

export class EventHub {
  /** Identifies this process: sequence numbers of another process mean nothing here. */
  readonly epoch = randomUUID();
  readonly #snapshot: (progressAt: number) => DeskEvent;
  readonly #nowMs: () => number;
  readonly #listeners = new Set<EventListener>();
  #recent: NumberedEvent[] = [];
  #sequence = 0;
  #progressAt = 0;
  #progressAtMs: number | null = null;

  /** `snapshot` gets the sequence number of the last progress event. */
  constructor(nowMs: () => number, snapshot: (progressAt: number) => DeskEvent) {
    this.#nowMs = nowMs;
    this.#snapshot = snapshot;
  }

  get followers(): number {
    return this.#listeners.size;
  }

  /** The place of the last event. */
  get place(): EventPlace {
    return { epoch: this.epoch, sequence: this.#sequence };
  }

  publish(event: DeskEvent): void {
    this.#sequence += 1;
    const atMs = this.#nowMs();
    if (event.kind === 'progress') [this.#progressAt, this.#progressAtMs] = [this.#sequence, atMs];
    const numbered = { epoch: this.epoch, sequence: this.#sequence, atMs, event };
    this.#recent.push(numbered);
    // Dropped by halves: shifting one by one would move the whole list each time.
    if (this.#recent.length >= 2 * RECENT_EVENTS_MAX) this.#recent = this.#recent.slice(-RECENT_EVENTS_MAX);
    for (const listener of this.#listeners) listener(numbered);
  }

  /** Subscribes and returns the function that unsubscribes. `after`: the last event the window has seen, or null. */
  follow(listener: EventListener, after: EventPlace | null): () => void {
    const missed = this.#missedSince(after);
    if (missed === null) {
      const atMs = this.#progressAtMs ?? this.#nowMs();
      listener({ epoch: this.epoch, sequence: this.#sequence, atMs, event: this.#snapshot(this.#progressAt) });
    } else {
      for (const event of missed) listener(event);
    }
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Returns null if the missed events are unknown: another process, an unknown sequence number, or too long ago. */
  #missedSince(after: EventPlace | null): readonly NumberedEvent[] | null {
    if (after === null || after.epoch !== this.epoch || after.sequence > this.#sequence) return null;
    const first = this.#recent[0]?.sequence ?? this.#sequence + 1;
    if (after.sequence < first - 1) return null;
    return this.#recent.filter(({ sequence }) => sequence > after.sequence);
  }
}

/** Writes an event to the desk's log: what began, how it ended, what a person had to see; without the frequent progress. */
export function logEvent(log: Log, event: DeskEvent): void {
  switch (event.kind) {
    case 'activity': {
      const { activity } = event;
      if (activity.kind === 'preparing' || activity.kind === 'sending') {
        const work = activity.kind === 'preparing' && activity.work !== 'pay' ? activity.work : activity.kind;
        log.note('run', `${work} ${activity.batch ?? (work === activity.kind ? 'a batch' : 'of a desk')}`);
      }
      return;
    }
    case 'ended': {
      const counts = Object.entries(event.view.counts).filter(([, count]) => count > 0);
      const states = counts.map(([state, count]) => `${count} ${state}`).join(', ');
      const why = event.pause === null ? '' : `, paused: ${event.pause.code}`;
      const how = event.end;
      log.note('run', `${event.view.batch} ${how}: ${states}${why}`);
      return;
    }
    case 'alarm':
      log.note('alarm', `${event.alarm} ${event.payout ?? event.batch}`);
      return;
    case 'needsPerson':
      log.note('alarm', `${event.batch} needs a person: ${event.decide.count} not confirmed`);
      return;
    case 'environment':
      if (event.about !== 'screening' && event.about !== 'screened') log.note('around', event.about);
      return;
    case 'gateways':
      log.note('around', gatewayWords(event));
      return;
    case 'snapshot':
    case 'progress':
    case 'changed':
  }
}

function gatewayWords({ unreached, unanswered }: Extract<DeskEvent, { kind: 'gateways' }>): string {
  if (unreached.length > 0) return `offline: ${unreached.length}`;
  return unanswered.length > 0 ? `no answer: ${unanswered.length}` : 'online';
}
