// How a front door follows a run, and how reads are cut short that a person, or the time they gave, wants ended. Nothing
// that sends may be cut short like this: only what was read has changed nothing.

import type { Answer } from '../../../shared/api/contract.ts';
import type { LiveProgress } from '../../../shared/api/events.ts';
import type { BatchView } from '../../../shared/api/views.ts';
import type { Pause } from '../../../shared/failures.ts';
import type { BatchId } from '../../../shared/ids.ts';
import type { Words } from '../../../shared/messages/message.ts';
import type { RunEnd } from '../domain/run.ts';
import type { Clock } from '../platform/clock.ts';

/**
 * Why a run is to end before its time. `pause`: a person wants it. `makeWay`: what only looks up stands in the way.
 * `timeOver`: the time that the person gave it is over.
 */
export type StopReason = 'pause' | 'makeWay' | 'timeOver';

/** How a person follows and stops a run. */
export interface Follower {
  onProgress(progress: LiveProgress): void;
  /** Called with a whole sentence while something takes long before there is progress; absent where nobody reads it. */
  onNote?(note: Words): void;
  /** Called before the first turn of each run; what it gives is called with how the run ended, null where it broke. */
  onRun?(run: { readonly batch: BatchId; readonly send: boolean }): (end: RunEnd | null) => void;
  /** Aborted, with `makeWay` or `pause` as its reason, when the run is to end before its time. */
  readonly signal: AbortSignal;
}

/**
 * How a command that runs or follows a batch ended. Shape: `pause` what stopped the command, null when nothing did; why the
 * batch itself stands still is in its view. `leftOut` payouts that were asked for and not paid, by a retry.
 */
export interface RunReport {
  readonly view: BatchView;
  readonly end: RunEnd['kind'];
  readonly pause: Pause | null;
  readonly leftOut?: number;
}

/** The questions before a run may take so much longer than the time given: they are seconds, and a run of seconds is meant. */
const QUESTIONS_TAKE_MS = 30_000;

/** Who follows a run, and how long the run itself may take. Shape: `forMs` null without a bound. */
export interface Bounded {
  readonly follower: Follower;
  readonly forMs: number | null;
}

/**
 * Gives what cuts the questions before a run short: the follower, or the time given, counted from now on. The run counts its
 * own time from its own beginning.
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
 * Does the reads. Shape: null when they were cut short, before or meanwhile; the session is then closed by its owner. `onLate`
 * gets what comes all the same, for its owner to close.
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
    // What fails late concerns nobody any more.
    reading.then(onLate, () => {});
    return null;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Shape: `reports` one for each batch that was followed; `refused` why the first of the others was not, null where none was refused. */
export interface Watched {
  readonly reports: readonly RunReport[];
  readonly refused: Exclude<Answer<RunReport>, { kind: 'done' }> | null;
}

// Questions about a draft that take a while and that nobody wants answered twice: a newer one of the same page ends the
// older, and closing the desk ends them all. Nothing that sends is ever ended like this: what is followed only reads.

/** Shape: `asker` names the page, null where none is named. */
interface Asking {
  readonly draft: string;
  readonly asker: string | null;
}

export class NewestQuestion {
  readonly #open = new Map<string, { readonly draft: string; readonly ending: AbortController }>();
  #isClosed = false;

  /**
   * Follows the reads of one question, and ends an older one of the same page about the same draft: two pages that are shown
   * the same draft would else end each other's for ever. Shape: null when it was ended itself.
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
