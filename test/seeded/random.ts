// Repeatable randomness: the same seed draws the same numbers on every machine.

import { createHash, randomInt } from 'node:crypto';

export interface Random {
  /** A number from 0 up to but not including 1. */
  fraction(): number;
  /** A whole number from 0 up to but not including `below`. */
  below(below: number): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  /** True in `percent` of a hundred cases. */
  percent(percent: number): boolean;
  pick<Value>(values: readonly [Value, ...Value[]]): Value;
}

/** A separate stream for each name: draws of one part do not affect another. */
export function seededRandom(seed: number, name: string): Random {
  let state = createHash('sha256').update(`${seed}\n${name}`).digest().readUInt32LE(0);
  // mulberry32, public domain: 32 bits of state are plenty for choosing faults.
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(fraction() * limit);
  return {
    fraction,
    below,
    between: (least, most) => least + below(most - least + 1),
    percent: (percent) => fraction() * 100 < percent,
    pick: (values) => {
      const value = values[below(values.length)];
      return value === undefined ? values[0] : value;
    },
  };
}

/** A random seed; it is printed, so that it can be used again. */
export function newSeed(): number {
  return randomInt(1, 1_000_000_000);
}
