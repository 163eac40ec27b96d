import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { KeyPart } from '../../electron/main/store/row-hashes.ts';
import { rowName } from '../../electron/main/store/row-hashes.ts';
import { type RowLeftOver, RowsLeft } from '../../electron/main/store/rows-left.ts';
import { newSeed, seededRandom } from '../seeded/random.ts';

const hashOf = (text: string): string => hash('sha256', text, 'base64url');

describe('the rows that the log has left', () => {
  it('are those of a plain map, whatever is named again or taken', () => {
    const seed = newSeed();
    const random = seededRandom(seed, 'rows');
    const rows = new RowsLeft();
    const map = new Map<string, RowLeftOver>();
    const keys = [
      () => [random.below(5_000)],
      () => [random.below(5)],
      () => [random.below(9) * 1_000_000_007],
      () => [`text ${random.below(9)}`],
      () => [random.below(3), random.below(3)],
    ] as const satisfies readonly (() => readonly KeyPart[])[];
    for (let step = 1; step <= 20_000; step += 1) {
      const table = random.pick(['payouts', 'attempts', 'commands']);
      const key = random.pick(keys)();
      const name = rowName(table, key);
      if (random.percent(70)) {
        const left = { hash: random.percent(98) ? hashOf(`${step}`) : `odd ${step}`, entry: step };
        rows.set(table, key, left);
        map.set(name, { table, key, ...left });
      } else {
        const expected = map.get(name);
        map.delete(name);
        const { hash: is, entry } = rows.take(table, key) ?? {};
        expect([is, entry], `seed ${seed}`).toEqual([expected?.hash, expected?.entry]);
      }
    }
    const rest = new Map([...rows.rest()].map((row) => [rowName(row.table, row.key), row]));
    expect(rest.size).toBeGreaterThan(1_000);
    for (const [name, { hash: is, entry, key }] of map) expect(rest.get(name)).toMatchObject({ hash: is, entry, key });
    expect(rest.size).toBe(map.size);
  });

  it('keep a hash as it was spelt, also one that reads as the same bytes', () => {
    const rows = new RowsLeft();
    const right = hashOf('a row');
    const last = right.at(-1) ?? '';
    const other = `${right.slice(0, -1)}${String.fromCharCode(last.charCodeAt(0) + 1)}`;
    rows.set('payouts', [1], { hash: other, entry: 1 });
    expect(rows.take('payouts', [1])).toMatchObject({ hash: other });
  });
});
