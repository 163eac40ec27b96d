import { describe, expect, it } from 'vitest';
import { parseAmountWords } from '../../electron/main/import/amount-words.ts';

describe('an amount in words', () => {
  it.each([
    ['Five Hundred Only', 50_000],
    ['Rupees Twenty-five Thousand only', 2_500_000],
    ['INR One Lakh Five Hundred and Fifty Only', 10_055_000],
    ['two crores three lacs', 2_030_000_000],
    ['Fourty Five Hundred', 450_000],
    ['Rupees Five Hundred and Fifty Paise Only', 50_050],
    ['Five Hundred Rupees Fifty Paise', 50_050],
    ['Rupees Seven Hundred and Paise Five Only', 70_005],
    ['One Hundred and One', 10_100],
  ])('%s is %d paise', (text, paise) => {
    expect(parseAmountWords(text)?.paise).toBe(paise);
  });

  it.each([
    '',
    'Only',
    'Rs. 500 only',
    'Five apples',
    'पाँच सौ',
    'Two point five',
    'Ninety Nine Rupees Two Hundred Paise',
  ])('is none: %j', (text) => {
    expect(parseAmountWords(text)).toBeNull();
  });
});
