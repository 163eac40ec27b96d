// The wallet's balance as money: exact from whatever the gateway spells, and never more than it is.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatWalletPaise, isLower, type WalletUnit, walletPaise } from '../../shared/wallet.ts';

describe('a balance', () => {
  it.each<[string, WalletUnit, number | null]>([
    ['12345678.90', 'rupees', 1_234_567_890],
    ['12345678.90', 'paise', 12_345_678],
    ['0', 'rupees', 0],
    ['0.07', 'rupees', 7],
    ['0.079', 'rupees', 7],
    ['-0.071', 'rupees', -8],
    ['-5', 'paise', -5],
    ['1.2345678E7', 'rupees', 1_234_567_800],
    ['5e-1', 'rupees', 50],
    ['90071992547409.91', 'rupees', null],
    ['9999999999999.99', 'rupees', 999_999_999_999_999],
    ['1e99', 'rupees', null],
    ['1e999', 'paise', null],
    ['0.1e', 'rupees', null],
    ['', 'rupees', null],
    ['1,000.00', 'rupees', null],
    ['NaN', 'rupees', null],
  ])('of %s in %s', (balance, unit, paise) => {
    expect(walletPaise({ balance, unit })).toBe(paise);
  });

  it('of two decimals in rupees is the very number of paise, whatever its size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000_000_000 }), (paise) => {
        const balance = `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, '0')}`;
        expect(walletPaise({ balance, unit: 'rupees' })).toBe(paise);
        expect(walletPaise({ balance: String(paise), unit: 'paise' })).toBe(paise);
      }),
    );
  });

  it('is told to people with its sign', () => {
    expect([formatWalletPaise(-150), formatWalletPaise(10_000_050)]).toEqual(['-₹1.50', '₹1,00,000.50']);
  });
});

describe('a number of the gateway’s beside another', () => {
  it.each<[one: string, other: string, lower: boolean | null]>([
    ['99', '100', true],
    ['100', '100', false],
    ['100.00', '100', false],
    ['99.999999999999999999999', '100', true],
    ['1e3', '1000', false],
    ['9.99e2', '1000', true],
    ['-5', '0', true],
    ['1e-2', '0.02', true],
    ['900719925474099300', '900719925474099301', true],
    ['lots', '5', null],
    ['5', '', null],
  ])('%s against %s', (one, other, lower) => {
    expect(isLower(one, other)).toBe(lower);
  });
});
