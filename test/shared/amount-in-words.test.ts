// Amounts in words, read back by an independent reader: the words give exactly the amount.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountInWords } from '../../shared/amount-in-words.ts';
import { TOTAL_MAX_PAISE } from '../../shared/limits.ts';
import { asPaise } from '../../shared/money.ts';

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const VALUES = new Map<string, number>([
  ...ONES.split(' ').map((word, value) => [word, value] as const),
  ...'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, at) => [word, (at + 2) * 10] as const),
]);
const SCALES = [
  ['crore', 10_000_000n],
  ['lakh', 100_000n],
  ['thousand', 1_000n],
  ['hundred', 100n],
] as const;

/** Reads words from the largest scale down: the words before a scale say how many of it. */
function subscribe(words: readonly string[]): bigint {
  for (const [name, size] of SCALES) {
    const at = words.lastIndexOf(name);
    if (at !== -1) return subscribe(words.slice(0, at)) * size + subscribe(words.slice(at + 1));
  }
  return words.reduce((sum, word) => {
    const value = VALUES.get(word);
    if (value === undefined) throw new Error(`"${word}" is not a number`);
    return sum + BigInt(value);
  }, 0n);
}

function spokenPaise(sentence: string): bigint {
  expect(sentence.endsWith(' Only')).toBe(true);
  return sentence
    .slice(0, -' Only'.length)
    .split(' and ')
    .map((part) => {
      const isRupees = /^Rupees? /.test(part);
      expect(isRupees || / Pais[ae]$/.test(part)).toBe(true);
      const words = part
        .replace(/^Rupees? | Pais[ae]$/g, '')
        .toLowerCase()
        .split(' ');
      return subscribe(words) * (isRupees ? 100n : 1n);
    })
    .reduce((sum, part) => sum + part, 0n);
}

describe('amountInWords', () => {
  it.each([
    [10_000_050, 'Rupees One Lakh and Fifty Paise Only'],
    [0, 'Rupees Zero Only'],
    [1, 'One Paisa Only'],
    [2, 'Two Paise Only'],
    [100, 'Rupee One Only'],
    [101, 'Rupee One and One Paisa Only'],
    [2_100, 'Rupees Twenty One Only'],
    [11_900, 'Rupees One Hundred Nineteen Only'],
    [123_456_789, 'Rupees Twelve Lakh Thirty Four Thousand Five Hundred Sixty Seven and Eighty Nine Paise Only'],
    [10_000_000_000, 'Rupees Ten Crore Only'],
    [100_000_000_000_000, 'Rupees One Lakh Crore Only'],
  ])('says %d paise as %j', (paise, expected) => {
    expect(amountInWords(asPaise(paise))).toBe(expected);
  });

  it('speaks every paisa: what is heard is the amount', () => {
    const amounts = fc.oneof(
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.maxSafeInteger().map((n) => Math.abs(n) % (TOTAL_MAX_PAISE + 1)),
    );
    fc.assert(
      fc.property(amounts, (paise) => {
        expect(spokenPaise(amountInWords(asPaise(paise)))).toBe(BigInt(paise));
      }),
      { numRuns: 10_000 },
    );
  });
});
