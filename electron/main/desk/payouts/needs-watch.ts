// Notices when more payments need a person: by an answer, or because time has passed without one. Windows then read again, and
// the system's notification says it.

import type { DeskEvent } from '../../../../shared/api/events.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import { BOOKS, type Book } from '../../../../shared/profiles.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Doubts } from './doubts.ts';

/** A run writes many times a second. */
const GATHERED_MS = 1_000;

/** Reading thousands of doubts takes time that a run needs: at most this share of it. */
const READING_SHARE_OF = 20;

/** Payments become a person's one after another: they are said together, and further ones of the same batch much later. */
const SAID_TOGETHER_MS = 30_000;
const SAID_AGAIN_MS = 600_000;

/** The wall clock may jump, and a timer cannot wait for longer than this. */
const LOOKS_AGAIN_MS = 60_000;

interface NeedsWorld {
  readonly clock: Clock;
  readonly needs: Doubts['needs'];
  /** Not while a desk is closed for a moment. */
  readonly isReadable: () => boolean;
  readonly publish: (event: DeskEvent) => void;
  readonly onFault: (error: unknown) => void;
}

/** `said`: how many of the batch's payments were said. `mayAtMs`: from when more may be, on the monotonic clock. */
interface Waiting {
  readonly count: number;
  readonly said: number;
  readonly mayAtMs: number;
}

export class NeedsWatch {
  readonly #world: NeedsWorld;
  /** The batches with payments that needed a person when last read; none before the first reading. */
  readonly #known = new Map<Book, ReadonlyMap<BatchId, Waiting>>();
  #wait = (): void => undefined;
  #isSoon = false;
  #isOver = false;
  #tookMs = 0;

  constructor(world: NeedsWorld) {
    this.#world = world;
    this.#after(GATHERED_MS);
  }

  /** Something was written about a payment. */
  readonly onChanges = (): void => {
    if (this.#isSoon) return;
    this.#isSoon = true;
    this.#after(Math.max(GATHERED_MS, this.#tookMs * READING_SHARE_OF));
  };

  close(): void {
    this.#isOver = true;
    this.#wait();
  }

  #after(delayMs: number): void {
    this.#wait();
    if (!this.#isOver) this.#wait = this.#world.clock.after(delayMs, () => this.#look());
  }

  #look(): void {
    const { clock, isReadable, onFault } = this.#world;
    this.#isSoon = false;
    const beganMs = clock.monotonicMs();
    let nextInMs = LOOKS_AGAIN_MS;
    try {
      if (isReadable()) for (const book of BOOKS) nextInMs = Math.min(nextInMs, this.#read(book));
    } catch (error) {
      onFault(error);
    }
    this.#tookMs = clock.monotonicMs() - beganMs;
    this.#after(nextInMs);
  }

  /** Returns the wait until time alone may change it. */
  #read(book: Book): number {
    const { clock, needs: readNeeds, publish } = this.#world;
    const { needs, changesAtMs } = readNeeds(book);
    const nowMs = clock.monotonicMs();
    const before = this.#known.get(book);
    const now = new Map<BatchId, Waiting>();
    let nextInMs = changesAtMs === null ? LOOKS_AGAIN_MS : Math.max(0, changesAtMs - clock.nowMs()) + 1;
    for (const { batch, decide } of needs) {
      const { count } = decide;
      if (count === 0) continue;
      // What already waits when the desk is opened is on the screen.
      const old = before === undefined ? { count, said: count, mayAtMs: nowMs } : (before.get(batch) ?? UNSEEN);
      const said = Math.min(old.said, count);
      const isFirstMore = count > said && old.count <= old.said;
      const mayAtMs = isFirstMore ? Math.max(old.mayAtMs, nowMs + SAID_TOGETHER_MS) : old.mayAtMs;
      const isDue = count > said && nowMs >= mayAtMs;
      if (isDue) publish({ kind: 'needsPerson', batch, decide });
      else if (count > said) nextInMs = Math.min(nextInMs, mayAtMs - nowMs);
      now.set(batch, isDue ? { count, said: count, mayAtMs: nowMs + SAID_AGAIN_MS } : { count, said, mayAtMs });
    }
    this.#known.set(book, now);
    const isOther =
      before?.size !== now.size || [...now].some(([batch, { count }]) => before.get(batch)?.count !== count);
    if (before !== undefined && isOther) publish({ kind: 'changed', book, topics: ['unknown'] });
    return nextInMs;
  }
}

const UNSEEN: Waiting = { count: 0, said: 0, mayAtMs: 0 };
