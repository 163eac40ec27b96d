import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeRowsLeft, rowHash } from '../../electron/main/store/row-hashes.ts';

const HASH = rowHash('payouts', 'payout_id=1');

/** As JSON alone says. */
function plainly(json: string): unknown {
  try {
    const rows: unknown = JSON.parse(json);
    return Array.isArray(rows) ? rows : null;
  } catch {
    return null;
  }
}

describe('the rows that an audit entry names', () => {
  it.each([
    '[]',
    `[["payouts",[1],"${HASH}"]]`,
    `[["batches",[5],"${HASH}"],["payouts",[400001],"${HASH}"],["excluded_rows",[5,17],"${HASH}"]]`,
    `[["profiles",["acme"],"${HASH}"],["payouts",[1],"${HASH}"]]`,
    `[["profiles",["a],\\"],"],"${HASH}"]]`,
    `[["payouts",[1],"short"]]`,
    `[["payouts",[007],"${HASH}"]]`,
    `[["payouts",[12345678901234567890],"${HASH}"]]`,
    `[["payouts",[-1],"${HASH}"],["payouts",[1.5],"${HASH}"],["payouts",[null],"${HASH}"]]`,
    `[["payouts",[],"${HASH}"]]`,
    `[ ["payouts",[1],"${HASH}"] ]`,
    `[["payouts",[1],"${HASH}"],]`,
    `[["payouts",[1],"${HASH}"]]]`,
    `[["payouts",[1],"${HASH}"]`,
    `["payouts",[1],"${HASH}"]`,
    `[["pay\\u006futs",[1],"${HASH}"]]`,
    `[["payouts",[1],"${'\n'.repeat(HASH.length)}"]]`,
    '{}',
    '',
    '[',
  ])('are what JSON says: %s', (json) => {
    expect(decodeRowsLeft(json)).toStrictEqual(plainly(json));
  });

  it('are what JSON says of any text with a letter changed, left out or put in', () => {
    const key = fc.oneof(fc.nat(), fc.maxSafeNat(), fc.string({ maxLength: 4 }), fc.constant(null));
    const row = fc.tuple(
      fc.constantFrom('payouts', 'batches', 'profiles', 'a"b'),
      fc.array(key, { maxLength: 3 }),
      fc.oneof(fc.constant(HASH), fc.string({ minLength: 42, maxLength: 44 })),
    );
    const edit = fc.record({
      at: fc.nat(400),
      out: fc.nat(2),
      put: fc.constantFrom('', '"', '[', ']', ',', '\\', '0', ' ', '\n', 'é'),
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 4 }), fc.array(edit, { maxLength: 2 }), (rows, edits) => {
        let json = JSON.stringify(rows);
        for (const { at, out, put } of edits) json = json.slice(0, at) + put + json.slice(at + out);
        expect(decodeRowsLeft(json)).toStrictEqual(plainly(json));
      }),
      { numRuns: 3_000 },
    );
  });
});
