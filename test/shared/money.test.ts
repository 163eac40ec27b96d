// Money at its edges: every amount from a paisa to ten crore rupees stays exact through text, numbers and sums.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AMOUNT_MAX_PAISE, TOTAL_MAX_PAISE } from '../../shared/limits.ts';
import {
  asPaise,
  decimalText,
  formatRupees,
  type Paise,
  parseRupees,
  parseTotalRupees,
  rupeesFromDouble,
  shortestDecimal,
  sumPaise,
} from '../../shared/money.ts';

const RUNS = { numRuns: 20_000 };
const paise = fc
  .oneof(
    fc.integer({ min: 1, max: AMOUNT_MAX_PAISE }),
    fc.integer({ min: 1, max: 100_000 }),
    fc.integer({ min: AMOUNT_MAX_PAISE - 100_000, max: AMOUNT_MAX_PAISE }),
    fc.integer({ min: 1, max: 100_000_000 }).map((rupees) => rupees * 100),
  )
  .map(asPaise);

describe('every amount from 0.01 to 10,00,00,000.00', () => {
  it('survives being shown to a person and read again', () => {
    fc.assert(
      fc.property(paise, (amount) => {
        expect(parseRupees(formatRupees(amount))).toEqual({ kind: 'exact', paise: amount, cleaned: true });
      }),
      RUNS,
    );
  });

  it('survives its plain and its shortest decimal', () => {
    fc.assert(
      fc.property(paise, (amount) => {
        const exact = { kind: 'exact', paise: amount, cleaned: false };
        expect(parseRupees(decimalText(amount))).toEqual(exact);
        expect(parseRupees(shortestDecimal(amount))).toEqual(exact);
        expect(parseTotalRupees(decimalText(amount))).toEqual(exact);
      }),
      RUNS,
    );
  });

  it('leaves as the shortest JSON number that says exactly this amount', () => {
    fc.assert(
      fc.property(paise, (amount) => {
        const text = shortestDecimal(amount);
        expect(Math.round(Number(text) * 100)).toBe(amount);
        // A reader that shares no code with ours: the digits themselves, moved by two places.
        const [whole = '', decimals = ''] = text.split('.');
        expect(BigInt(whole + decimals.padEnd(2, '0'))).toBe(BigInt(amount));
        expect(JSON.stringify(JSON.parse(text))).toBe(text);
      }),
      RUNS,
    );
  });

  it('has two decimals for machines', () => {
    fc.assert(
      fc.property(paise, (amount) => {
        expect(decimalText(amount)).toBe(
          (BigInt(amount) / 100n).toString() + '.' + String(amount % 100).padStart(2, '0'),
        );
      }),
      RUNS,
    );
  });

  it('is read exactly from the double a spreadsheet holds, whatever digits the file spells it with', () => {
    fc.assert(
      fc.property(paise, (amount) => {
        const cell = Number(decimalText(amount));
        const exact = { kind: 'exact', paise: amount, cleaned: false };
        expect(rupeesFromDouble(cell)).toEqual(exact);
        expect(rupeesFromDouble(Number(cell.toPrecision(17)))).toEqual(exact);
        expect(rupeesFromDouble(Number(cell.toExponential(16)))).toEqual(exact);
      }),
      RUNS,
    );
  });

  it('is refused when the double lies beside it, so a lost digit never becomes another amount', () => {
    fc.assert(
      fc.property(paise, (amount) => {
        const cell = Number(decimalText(amount));
        for (const beside of [nextDouble(cell, 1n), nextDouble(cell, -1n)]) {
          expect(rupeesFromDouble(beside)).toEqual({
            kind: 'refused',
            problem: expect.stringMatching(/tooManyDecimals|tooLarge/),
          });
        }
      }),
      { numRuns: 5_000 },
    );
  });

  it('is grouped in lakhs as a person groups it', () => {
    fc.assert(
      fc.property(paise, (amount) => {
        const rupees = BigInt(amount) / 100n;
        const indian = new Intl.NumberFormat('en-IN').format(rupees);
        expect(formatRupees(amount)).toBe(`₹${indian}.${String(amount % 100).padStart(2, '0')}`);
      }),
      RUNS,
    );
  });
});

function nextDouble(value: number, by: bigint): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + by);
  return view.getFloat64(0);
}

describe('parseRupees', () => {
  it.each([
    ['1,00,000.50', 10_000_050, true],
    ['100,000.50', 10_000_050, true],
    ['Rs. 500/-', 50_000, true],
    ['rs 500', 50_000, true],
    ['Rs.500.5', 50_050, true],
    ['INR 500 /-', 50_000, true],
    ['500.00 INR', 50_000, true],
    ['500 only', 50_000, true],
    ['Rs. 500/- only', 50_000, true],
    ['5000 ₹', 500_000, true],
    ['1,00,000.-', 10_000_000, true],
    ['500/=', 50_000, true],
    ['₹ 1,000', 100_000, true],
    ['₹1000', 100_000, true],
    ['500', 50_000, false],
    ['  500  ', 50_000, false],
    ['\u00a0500\u00a0', 50_000, false],
    ['0.01', 1, false],
    ['0.1', 10, false],
    ['5.5', 550, false],
    ['10,00,00,000.00', 10_000_000_000, true],
    ['100,000,000', 10_000_000_000, true],
    ['12,34,567', 123_456_700, true],
    ['1,234,567.89', 123_456_789, true],
  ])('reads %j', (text, expected, cleaned) => {
    expect(parseRupees(text)).toEqual({ kind: 'exact', paise: expected, cleaned });
  });

  it.each([
    ['', 'empty'],
    ['  \u00a0', 'empty'],
    ['15.-/-', 'negative'],
    ['15/-.-', 'negative'],
    ['1e5', 'scientific'],
    ['1.5E+3', 'scientific'],
    ['(500)', 'negative'],
    ['-500', 'negative'],
    ['500-', 'negative'],
    ['-₹500', 'negative'],
    ['₹-500', 'negative'],
    ['₹ (1,000)', 'negative'],
    ['5.001', 'tooManyDecimals'],
    ['5.000', 'tooManyDecimals'],
    ['1,000.005', 'tooManyDecimals'],
    ['1.000,50', 'grouping'],
    ['1,000,50', 'grouping'],
    ['10,00', 'grouping'],
    ['1,23,456,789', 'grouping'],
    ['1,2345', 'grouping'],
    [',500', 'grouping'],
    ['500,', 'grouping'],
    ['1,,000', 'grouping'],
    ['1234,567', 'grouping'],
    ['0', 'zero'],
    ['0.00', 'zero'],
    ['Rs. 0/-', 'zero'],
    ['100000000.01', 'tooLarge'],
    ['10,00,00,000.01', 'tooLarge'],
    ['9'.repeat(14), 'tooLarge'],
    ['9'.repeat(400), 'tooLarge'],
    ['0x10', 'notAnAmount'],
    ['17/04/2026', 'notAnAmount'],
    ['2026-04-17', 'notAnAmount'],
    ['#N/A', 'notAnAmount'],
    ['#REF!', 'notAnAmount'],
    ['500.', 'notAnAmount'],
    ['.50', 'notAnAmount'],
    ['0500', 'notAnAmount'],
    ['0,500', 'notAnAmount'],
    ['+500', 'notAnAmount'],
    ['5 00', 'notAnAmount'],
    ['5_00', 'notAnAmount'],
    ['5\n00', 'notAnAmount'],
    ['500\n\n1', 'notAnAmount'],
    ['१००', 'notAnAmount'],
    ['５００', 'notAnAmount'],
    ['5०0', 'notAnAmount'],
    ['−500', 'notAnAmount'],
    ['$500', 'notAnAmount'],
    ['500 USD', 'notAnAmount'],
    ['Rs. Rs. 500', 'notAnAmount'],
    ['/-', 'notAnAmount'],
    ['only', 'notAnAmount'],
    ['500-', 'negative'],
    ['500 Cr', 'notAnAmount'],
    ['500/-/-', 'negative'],
    ['-', 'notAnAmount'],
    ['Rs.', 'notAnAmount'],
    ['NaN', 'notAnAmount'],
    ['Infinity', 'notAnAmount'],
    ['1n', 'notAnAmount'],
    ['five hundred', 'notAnAmount'],
  ])('refuses %j as %s', (text, problem) => {
    expect(parseRupees(text)).toEqual({ kind: 'refused', problem });
  });

  it('never throws, and never finds an amount that its digits do not spell', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom(...'0123456789.,-+() ₹RsINR/e'.split('')), maxLength: 14 }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const reading = parseRupees(text);
        const [whole = '', decimals = ''] = text
          .replace(/^\s*rs\./i, '')
          .replace(/[^\d.]/g, '')
          .split('.');
        const spelt = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
        expect(reading.kind === 'refused' ? spelt : Number(reading.paise)).toBe(spelt);
      }),
      RUNS,
    );
  });

  it.each([
    ['spaces', `5${' '.repeat(200_000)}x`],
    ['groups', `${'1,'.repeat(100_000)}x`],
    ['brackets', '('.repeat(200_000)],
    ['digits', '9'.repeat(200_000)],
  ])('judges a cell of endless %s at once', (_name, text) => {
    const startedMs = performance.now();
    expect(parseRupees(text).kind).toBe('refused');
    expect(performance.now() - startedMs).toBeLessThan(10_000);
  });
});

describe('parseTotalRupees', () => {
  it.each([
    ['1,00,000', 10_000_000],
    ['10000000000000', TOTAL_MAX_PAISE],
  ])('reads %s, past what one payout may be', (text, expected) => {
    expect(parseTotalRupees(text)).toMatchObject({ kind: 'exact', paise: expected });
  });

  it.each(['10000000000000.01', '99999999999999', '999999999999999'])('refuses %s', (text) => {
    expect(parseTotalRupees(text)).toEqual({ kind: 'refused', problem: 'tooLarge' });
  });
});

describe('rupeesFromDouble', () => {
  it.each([
    [0, 'zero'],
    [-0, 'zero'],
    [-1, 'negative'],
    [Number.NaN, 'notAnAmount'],
    [Number.POSITIVE_INFINITY, 'notAnAmount'],
    [0.001, 'tooManyDecimals'],
    [0.005, 'tooManyDecimals'],
    [5e-324, 'tooManyDecimals'],
    [1234.5600000000002, 'tooManyDecimals'],
    [0.1 + 0.2, 'tooManyDecimals'],
    [100_000_000.01, 'tooLarge'],
    [1e300, 'tooLarge'],
  ])('refuses %d as %s', (rupees, problem) => {
    expect(rupeesFromDouble(rupees)).toEqual({ kind: 'refused', problem });
  });

  it('never rounds: a double that is not two decimals is refused', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e8, noNaN: true }), (rupees) => {
        const reading = rupeesFromDouble(rupees);
        expect(reading.kind === 'exact').toBe(rupees > 0 && Number(rupees.toFixed(2)) === rupees);
      }),
      RUNS,
    );
  });
});

describe('sumPaise', () => {
  const most = asPaise(TOTAL_MAX_PAISE);
  const one = asPaise(1);

  it('is exact up to the largest total and refuses the first paisa past it', () => {
    expect(sumPaise([])).toBe(0);
    expect(sumPaise([asPaise(TOTAL_MAX_PAISE - 1), one])).toBe(TOTAL_MAX_PAISE);
    expect(sumPaise([most, one])).toBeNull();
    expect(sumPaise(Array.from({ length: 1_000_000 }, () => asPaise(AMOUNT_MAX_PAISE)))).toBeNull();
  });

  it('agrees with big integers, in any order', () => {
    fc.assert(
      fc.property(fc.array(paise, { maxLength: 200 }), (amounts) => {
        const sum = amounts.reduce((total, amount) => total + BigInt(amount), 0n);
        expect(BigInt(sumPaise(amounts) ?? -1)).toBe(sum);
        expect(sumPaise(amounts.toReversed())).toBe(sumPaise(amounts));
      }),
      { numRuns: 500 },
    );
  });
});

describe('asPaise', () => {
  it.each([-1, 0.5, Number.NaN, TOTAL_MAX_PAISE + 1, Number.POSITIVE_INFINITY])('refuses %d', (value) => {
    expect(() => asPaise(value)).toThrow(RangeError);
  });

  it('takes zero and the largest total', () => {
    const used: Paise[] = [asPaise(0), asPaise(TOTAL_MAX_PAISE)];
    expect(used).toEqual([0, TOTAL_MAX_PAISE]);
  });
});
