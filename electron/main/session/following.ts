// How a door follows a run, and how a person or a time limit cuts reads short. Nothing that sends may be cut short like this:
// only reads have changed nothing.

import type { Answer } from '../../../shared/api/contract.ts';
import type { LiveProgress } from '../../../shared/api/events.ts';
import type { BatchView } from '../../../shared/api/views.ts';
import type { Pause } from '../../../shared/failures.ts';
import type { BatchId } from '../../../shared/ids.ts';
import type { Message } from '../../../shared/messages/message.ts';
import type { RunEnd } from '../domain/run.ts';
import type { Clock } from '../platform/clock.ts';

/**
 * Why a run should end early. `pause`: a person wants it. `preempt`: a run that only looks up is blocking other work.
 * `timeOver`: the time a person gave is over.
 */
export type StopReason = 'pause' | 'preempt' | 'timeOver';

/** How a caller follows and stops a run. */
export interface Follower {
  onProgress(progress: LiveProgress): void;
  /** Called with a sentence while something takes long before there is progress; absent where nobody reads it. */
  onNote?(note: Message): void;
  /** Called before the first turn of each run. The returned function gets the run's end, or null if it failed. */
  onRun?(run: { readonly batch: BatchId; readonly send: boolean }): (end: RunEnd | null) => void;
  /** Aborted to end the run early, with `preempt` or `pause` as its reason. */
  readonly signal: AbortSignal;
}

/**
 * How a command that runs or follows a batch ended. `pause`: what stopped the command, or null; why the batch itself is stopped
 * is in its view. `leftOut`: payouts that a retry was asked for and did not pay.
 */
export interface RunReport {
  readonly view: BatchView;
  readonly end: RunEnd['kind'];
  readonly pause: Pause | null;
  readonly leftOut?: number;
}

/** How much longer than the given time the reads before a run may take. They need seconds, and the time is meant for the run. */
const QUESTIONS_TAKE_MS = 30_000;

/** Who follows a run, and how long it may take; `forMs` null means no limit. */
export interface Bounded {
  readonly follower: Follower;
  readonly forMs: number | null;
}

/**
 * Passes a signal that cuts the reads before a run short: by the follower, or when the given time is over, counted from now.
 * The run counts its own time from its start.
 */
export async function withinTime<Value>(
  clock: Clock,
  { follower, forMs }: Bounded,
  act: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  if (forMs === null) return act(follower.signal);
  const time = new AbortController();
  const callOff = clock.after(forMs + QUESTIONS_TAKE_MS, () => time.abort('timeOver' satisfies StopReason));
  try {
    return await act(AbortSignal.any([follower.signal, time.signal]));
  } finally {
    callOff();
  }
}

/**
 * Runs the reads. Returns null when they were cut short; the owner then closes the session. `onLate` gets a value that still
 * arrives, so that the owner can close it.
 */
export async function unlessCutShort<Value>(
  signal: AbortSignal,
  reads: () => Promise<Value>,
  onLate: (value: Value) => void = () => {},
): Promise<Value | null> {
  if (signal.aborted) return null;
  const cut = Promise.withResolvers<null>();
  const onAbort = (): void => cut.resolve(null);
  signal.addEventListener('abort', onAbort);
  try {
    const reading = reads();
    const value = await Promise.race([reading, cut.promise]);
    if (!signal.aborted) return value;
    // A late failure no longer matters.
    reading.then(onLate, () => {});
    return null;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** `reports`: one per batch that was followed. `refused`: why the first of the others was not; null if none was refused. */
export interface Watched {
  readonly reports: readonly RunReport[];
  readonly refused: Exclude<Answer<RunReport>, { kind: 'done' }> | null;
}

// Questions about a draft that take a while and need only the newest answer: a newer one from the same page ends the older, and
// closing the desk ends them all. Nothing that sends is ended like this: these only read.

/** `asker` is the page, null where none is named. */
interface Asking {
  readonly draft: string;
  readonly asker: string | null;
}

export class NewestQuestion {
  readonly #open = new Map<string, { readonly draft: string; readonly ending: AbortController }>();
  #isClosed = false;

  /**
   * Runs the reads of one question and ends an older one from the same page about the same draft. Keyed by page, because two
   * pages showing the same draft would keep ending each other's. Returns null when it was ended itself.
   */
  async ask<Answer>({ draft, asker }: Asking, read: (follower: Follower) => Promise<Answer>): Promise<Answer | null> {
    const ending = new AbortController();
    const question = { draft, ending };
    const key = `${draft} ${asker ?? ''}`;
    this.#open.get(key)?.ending.abort();
    this.#open.set(key, question);
    if (this.#isClosed) ending.abort();
    try {
      const answer = await read({ onProgress: () => {}, signal: ending.signal });
      return ending.signal.aborted ? null : answer;
    } finally {
      if (this.#open.get(key) === question) this.#open.delete(key);
    }
  }

  end(draft: string): void {
    for (const question of this.#open.values()) if (question.draft === draft) question.ending.abort();
  }

  close(): void {
    this.#isClosed = true;
    for (const { ending } of this.#open.values()) ending.abort();
  }
}
