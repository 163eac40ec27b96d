// What an office's corrections leave unchanged.

import { describe, expect, it } from 'vitest';
import { CORRECTION_KINDS, CORRECTIONS } from './corrections.ts';
import { drawRows, forAnotherPurpose, type OfficeRow } from './office.ts';
import { randomFrom } from './random.ts';

const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);

function intentions(rows: readonly OfficeRow[]): string[] {
  return rows.map(({ intention }) => intention).toSorted();
}

/** What differs between the rows of one intention. */
function changed(before: readonly OfficeRow[], after: readonly OfficeRow[]): Set<string> {
  const fields = ['amountPaise', 'person', 'name', 'remark', 'reference'] as const;
  return new Set(
    before.flatMap((row) => {
      const now = after.find(({ intention }) => intention === row.intention);
      return now === undefined ? [] : fields.filter((field) => now[field] !== row[field]);
    }),
  );
}

describe('a correction', () => {
  it.each(CORRECTION_KINDS)('%s keeps every intention that it keeps at all', (kind) => {
    for (const seed of SEEDS) {
      const random = randomFrom(seed);
      const rows = drawRows('Salary 1', seed % 2 === 0 ? 'SAL1' : null, random);
      const after = CORRECTIONS[kind](rows, random);
      const stored = intentions(after).filter((one) => intentions(rows).includes(one));
      expect(stored.length).toBe(Math.min(rows.length, after.length));
      expect(new Set(intentions(after)).size).toBe(after.length);
    }
  });

  it.each([
    ['amounts', ['amountPaise']],
    ['details', ['person']],
    ['names', ['name']],
    ['order', []],
    ['oneMore', []],
    ['oneFewer', []],
  ] as const)('%s changes nothing else', (kind, fields) => {
    for (const seed of SEEDS) {
      const random = randomFrom(seed);
      const rows = drawRows('Salary 1', null, random);
      expect([...changed(rows, CORRECTIONS[kind](rows, random))]).toEqual(fields);
    }
  });
});

describe('another purpose', () => {
  it('is another intention for each of the same people, at the same amount', () => {
    const rows = drawRows('Salary 1', 'SAL1', randomFrom(3));
    const after = forAnotherPurpose(rows, 'Salary 2', 'SAL2');
    expect(after.map(({ person, amountPaise }) => [person, amountPaise])).toEqual(
      rows.map(({ person, amountPaise }) => [person, amountPaise]),
    );
    expect(intentions(after).filter((one) => intentions(rows).includes(one))).toEqual([]);
  });
});
