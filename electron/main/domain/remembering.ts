/** The cache is emptied at this size: columns with more texts hardly repeat them. */
const TEXTS_MAX = 1_000;

/** Caches a function of one text, because a column has the same few texts in all its rows. */
export function remembering<Answer>(find: (text: string) => Answer): (text: string) => Answer {
  const answers = new Map<string, Answer>();
  return (text) => {
    const before = answers.get(text);
    if (before !== undefined || answers.has(text)) return before as Answer;
    const answer = find(text);
    if (answers.size === TEXTS_MAX) answers.clear();
    answers.set(text, answer);
    return answer;
  };
}
