/** The cache is emptied at this size. */
const TEXTS_MAX = 1_000;

/** For so many texts nothing is cached after a cache of which hardly anything came back. */
const TEXTS_UNCACHED = 20_000;

/**
 * Caches a function of one text, because a column has the same few texts in all its rows. A column of names or numbers would only
 * fill and empty the cache, so it rests then.
 */
export function remembering<Answer>(find: (text: string) => Answer): (text: string) => Answer {
  const answers = new Map<string, Answer>();
  let foundCount = 0;
  let uncached = 0;
  return (text) => {
    if (uncached > 0) {
      uncached -= 1;
      return find(text);
    }
    const before = answers.get(text);
    if (before !== undefined || answers.has(text)) {
      foundCount += 1;
      return before as Answer;
    }
    const answer = find(text);
    if (answers.size === TEXTS_MAX) {
      if (foundCount < TEXTS_MAX) uncached = TEXTS_UNCACHED;
      foundCount = 0;
      answers.clear();
    }
    answers.set(text, answer);
    return answer;
  };
}
