// What somebody most likely meant. In: a word and the words there are. Out: the nearest, or null when none is near.
// This file must never decide anything: what it finds is offered to a person, never done.

/** One slip for each three letters: more is another word. */
const LETTERS_PER_SLIP = 3;

/** The candidate that the word begins, or that is a slip or two away from it. */
export function nearestName(word: string, candidates: readonly string[]): string | null {
  const typed = word.toLowerCase();
  const begun = candidates.filter((candidate) => typed.length > 1 && candidate.startsWith(typed));
  if (begun[0] !== undefined) return begun[0];
  let best: string | null = null;
  let bestSlips = Math.max(1, Math.floor(typed.length / LETTERS_PER_SLIP)) + 1;
  for (const candidate of candidates) {
    const slips = slipsBetween(typed, candidate);
    if (slips < bestSlips) [best, bestSlips] = [candidate, slips];
  }
  return best;
}

/** How many letters are missing, too many, wrong or swapped with their neighbour (optimal string alignment). */
function slipsBetween(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
        swapped ? at(beforeLast, column - 2) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, to.length);
}

function at(costs: readonly number[], index: number): number {
  return costs[index] ?? Infinity;
}
