// Long work in steps, so that a window's desk answers between two of them: a generator that yields, and returns its result.

/** Does all steps without a pause. */
export function atOnce<Result>(steps: Generator<unknown, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Yields the same word at each step. */
export function* saying<Word, Result>(word: Word, steps: Generator<unknown, Result>): Generator<Word, Result> {
  try {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      yield word;
    }
  } finally {
    steps[Symbol.dispose]();
  }
}
