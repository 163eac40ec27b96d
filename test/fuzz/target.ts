// What a fuzzed rule is.

import type { Random } from '../seeded/random.ts';

/** Shape: `check` draws one case, runs it, and gives what is wrong with the result in words, or null. */
export interface FuzzTarget {
  readonly name: string;
  check(random: Random): string | null | Promise<string | null>;
}

/** Text with the shape of what goes wrong: pieces of the expected, put together in any order. */
export function pieces(random: Random, from: readonly [string, ...string[]], most: number): string {
  return Array.from({ length: random.below(most + 1) }, () => random.pick(from)).join('');
}
