import type { Random } from '../seeded/random.ts';

/** A fuzzed rule. `check` draws one case, runs it, and returns what is wrong with the result in words, or null. */
export interface FuzzTarget {
  readonly name: string;
  check(random: Random): string | null | Promise<string | null>;
}

/** Text that resembles what goes wrong: pieces of the expected, in any order. */
export function pieces(random: Random, from: readonly [string, ...string[]], most: number): string {
  return Array.from({ length: random.below(most + 1) }, () => random.pick(from)).join('');
}
