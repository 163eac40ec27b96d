// Work that can be laid down and taken up again. In: a generator that yields where others may have a turn. Out: its result.
// Whoever does the work says where it may be interrupted; whoever asks for it says whether anybody gets a turn there.
// This file must never wait for anything.

/** Work in steps. Shape: it yields nothing, and returns the result. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Does all steps without letting anybody between. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Nothing but a turn for others. */
export function* oneTurn(): Steps<void> {
  yield;
}
