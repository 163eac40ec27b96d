import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountKey, personKey } from '../../electron/main/domain/person-key.ts';
import type { Beneficiary } from '../../shared/rows.ts';

const bank = (accountNumber: string, ifsc = 'HDFC0000123'): Beneficiary => ({ method: 'IMPS', accountNumber, ifsc });
const imps = (accountNumber: string, ifsc?: string): string => personKey(bank(accountNumber, ifsc));
const upi = (upiId: string): string => personKey({ method: 'UPI', upiId });

/** Few letters and digits, so that two drawn payees are often alike. */
const payee = fc.oneof(
  fc.record({
    method: fc.constant('IMPS' as const),
    accountNumber: fc.constantFrom('123456', '0123456', '00123456', '1234560', 'AB12345', 'ab12345', '000000'),
    ifsc: fc.constantFrom('HDFC0000123', 'HDFC0009999', 'HDFC0ABCDEF', 'ICIC0000123'),
  }),
  fc.record({
    method: fc.constant('UPI' as const),
    upiId: fc.constantFrom('asha@ok', 'Asha@OK', '0asha@ok', 'ravi@ok'),
  }),
);

/** The key of a person when it still contained the branch and the zeros. */
function narrowKey(one: Beneficiary): string {
  return one.method === 'UPI' ? `upi:${one.upiId.toLowerCase()}` : `imps:${one.ifsc}:${one.accountNumber}`;
}

describe('personKey', () => {
  it('is one word for one person', () => {
    expect(upi('Asha@OkHDFC')).toBe('upi:asha@okhdfc');
    expect(imps('00123456789')).toBe('imps:HDFC:123456789');
  });

  it.each([
    ['the same account at two branches', imps('123456789'), imps('123456789', 'HDFC0009999')],
    ['accounts that differ by leading zeros', imps('00123456789'), imps('123456789', 'HDFC0009999')],
    ['the case of an account and of an IFSC', imps('ab123456'), imps('AB123456', 'hdfc0000123')],
    ['the case of a UPI id', upi('Asha@OkHDFC'), upi('asha@okhdfc')],
  ])('does not tell apart %s', (_name, one, other) => {
    expect(one).toBe(other);
  });

  it.each([
    ['the same account at two banks', imps('123456789'), imps('123456789', 'ICIC0000123')],
    ['a zero at the end or inside', imps('12345600'), imps('123456')],
    ['two accounts', imps('123456789'), imps('123456780')],
    ['two UPI ids', upi('a@x'), upi('a@y')],
    ['UPI ids that differ by a leading zero', upi('0asha@x'), upi('asha@x')],
    ['a UPI id that spells an account', upi('imps:HDFC:1'), imps('1')],
  ])('tells apart %s', (_name, one, other) => {
    expect(one).not.toBe(other);
  });

  it('never parts two spellings that the branch and the zeros did not part either', () => {
    fc.assert(
      fc.property(payee, payee, (one, other) => {
        if (narrowKey(one) !== narrowKey(other)) return;
        expect(personKey(one)).toBe(personKey(other));
        expect(accountKey(one)).toBe(accountKey(other));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('accountKey', () => {
  it('leaves the branch aside, as a person does, and keeps the zeros of an account', () => {
    expect(accountKey(bank('00123456789'))).toBe('imps:HDFC:00123456789');
    expect(accountKey(bank('00123456789', 'HDFC0009999'))).toBe(accountKey(bank('00123456789')));
    expect(accountKey(bank('123456789'))).not.toBe(accountKey(bank('00123456789')));
    expect(accountKey({ method: 'UPI', upiId: 'Asha@Ok' })).toBe('upi:asha@ok');
  });

  it('of one account is of one person', () => {
    fc.assert(
      fc.property(payee, payee, (one, other) => {
        if (accountKey(one) === accountKey(other)) expect(personKey(one)).toBe(personKey(other));
      }),
      { numRuns: 2_000 },
    );
  });
});
