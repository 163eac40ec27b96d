import { describe, expect, it } from 'vitest';
import { formatRound } from '../../shared/text/format.ts';

describe('a round amount beside a chart', () => {
  it.each([
    [0, '₹0'],
    [50_00, '₹50'],
    [50_000_00, '₹50,000'],
    [99_999_50, '₹99,999.50'],
    [1_00_000_00, '₹1 L'],
    [2_50_000_00, '₹2.5 L'],
    [1_00_00_000_00, '₹1 Cr'],
    [10_00_00_500_00, '₹10.00005 Cr'],
    [-2_50_000_00, '-₹2.5 L'],
  ])('is short and exact: %d paise is %s', (paise, words) => {
    expect(formatRound(paise)).toBe(words);
  });
});
