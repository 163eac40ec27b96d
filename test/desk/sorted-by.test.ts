import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortedBy } from '../../electron/main/desk/runtime/context.ts';

const ORDER = new Intl.Collator('en-IN', { numeric: true, sensitivity: 'base' });
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...Array.from('aAbBzZ0019 ')), maxLength: 8 }),
  fc.string({ unit: fc.constantFrom(...Array.from('aZ09 .-_éआ')), maxLength: 5 }),
  fc.bigInt({ min: 0n, max: 10n ** 60n }).map((number) => `Row ${number}`),
);

describe('a sorted list', () => {
  it.each(['up', 'down'] as const)(
    'is in the order of the language, and equal texts stay as they were, %s',
    (direction) => {
      const sign = direction === 'up' ? 1 : -1;
      fc.assert(
        fc.property(fc.array(fc.record({ text })), (rows) => {
          const expected = rows.toSorted((one, other) => sign * ORDER.compare(one.text, other.text));
          expect(sortedBy(rows, (row) => row.text, direction)).toEqual(expected);
        }),
        { numRuns: 500 },
      );
    },
  );

  it('ends with the rows without a value', () => {
    const rows = [null, 2, null, 10, 1];
    expect(sortedBy(rows, (row) => row, 'up')).toEqual([1, 2, 10, null, null]);
    expect(sortedBy(rows, (row) => row, 'down')).toEqual([10, 2, 1, null, null]);
  });
});
