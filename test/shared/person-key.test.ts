import { describe, expect, it } from 'vitest';
import { personKey } from '../../shared/rows.ts';

const imps = (accountNumber: string, ifsc = 'HDFC0000123'): string =>
  personKey({ method: 'IMPS', accountNumber, ifsc });
const upi = (upiId: string): string => personKey({ method: 'UPI', upiId });

describe('personKey', () => {
  it('is one word for one person', () => {
    expect(upi('Asha@OkHDFC')).toBe(upi('asha@okhdfc'));
    expect(imps('00123456789')).toBe('imps:HDFC0000123:00123456789');
    expect(upi('asha@okhdfc')).toBe('upi:asha@okhdfc');
  });

  it.each([
    ['accounts that differ by a leading zero', imps('0123456789'), imps('123456789')],
    ['the same account at two branches', imps('123456789'), imps('123456789', 'HDFC0000124')],
    ['two UPI ids', upi('a@x'), upi('a@y')],
    ['a UPI id that spells an account', upi('imps:HDFC0000123:1'), imps('1')],
  ])('tells apart %s', (_name, one, other) => {
    expect(one).not.toBe(other);
  });
});
