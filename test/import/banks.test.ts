import { describe, expect, it } from 'vitest';
import { MERGED_BANKS } from '../../electron/main/domain/person-key.ts';
import { mergerOf, namesOtherBank } from '../../electron/main/import/banks.ts';

describe('the name of a bank', () => {
  it.each([
    ['Central Bank of India', 'CBIN0280001'],
    ['United Bank of India', 'UTBI0000001'],
    ['United Bank of India', 'PUNB0000001'],
    ['Bank of India', 'BKID0000001'],
    ['The Bank of India', 'BKID0000001'],
    ['State Bank of India', 'SBIN0000001'],
    ['Union Bank of India', 'UBIN0000001'],
    ['Axis Bank (was Citi)', 'CITI0000001'],
    ['Axis Bank', 'UTIB0000001'],
    ['AU Small Finance Bank', 'FSFB0000001'],
    ['Unity Small Finance Bank', 'PMCB0000001'],
    ['HDFC / ICICI', 'ICIC0000001'],
    ['Industrial Development Bank of India', 'IBKL0000001'],
  ])('fits the IFSC: %s, %s', (name, ifsc) => {
    expect(namesOtherBank(name, ifsc)).toBe(false);
  });

  it.each([
    ['Central Bank of India', 'BKID0000001'],
    ['Bank of India', 'CBIN0280001'],
    ['State Bank of India', 'BKID0000001'],
    ['HDFC Bank', 'ICIC0000001'],
  ])('does not fit the IFSC: %s, %s', (name, ifsc) => {
    expect(namesOtherBank(name, ifsc)).toBe(true);
  });
});

describe('a withdrawn IFSC', () => {
  it('names both banks, as the merger that the person keys know', () => {
    expect(mergerOf('UTBI0000001')).toEqual({ was: 'United Bank of India', now: 'Punjab National Bank' });
    const known = Object.keys(MERGED_BANKS).filter((letters) => mergerOf(`${letters}0000001`) === null);
    expect(known).toEqual(['CITI', 'FSFB', 'PMCB']);
    expect(mergerOf('HDFC0000001')).toBeNull();
  });
});
