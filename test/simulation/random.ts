/** Draws from one seed. `int` is from 0 to below its limit; `chance` is true this often. */
export interface Random {
  int(limit: number): number;
  chance(share: number): boolean;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** One of the names by weight; names of weight zero never come. */
  weighted<Name extends string>(weights: Readonly<Partial<Record<Name, number>>>, fallback: NoInfer<Name>): Name;
  /** A separate stream of numbers: draws from it do not affect this one. */
  fork(): Random;
}

/** Mulberry32 by Tommy Ettinger, public domain: 32 bits of state are plenty for some thousand draws. */
export function randomFrom(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (limit: number): number => Math.floor(next() * limit);
  return {
    int,
    chance: (share) => next() < share,
    pick: (items) => items[int(items.length)] ?? items[0],
    weighted: <Name extends string>(
      weights: Readonly<Partial<Record<Name, number>>>,
      fallback: NoInfer<Name>,
    ): Name => {
      const entries = Object.entries<number | undefined>(weights).map(([name, weight]) => ({
        name: name as Name,
        weight: weight ?? 0,
      }));
      let left = next() * entries.reduce((sum, { weight }) => sum + weight, 0);
      for (const { name, weight } of entries) {
        left -= weight;
        if (left < 0) return name;
      }
      return fallback;
    },
    fork: () => randomFrom(int(4_294_967_296)),
  };
}
