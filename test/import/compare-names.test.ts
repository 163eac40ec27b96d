import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namesDiffer } from '../../electron/main/import/compare-names.ts';

describe('two names', () => {
  it.each([
    ['Asha K', 'ASHA K.'],
    ['R Kumar', 'Ramesh Kumar'],
    ['R. Kumar', 'Kumar Ramesh'],
    ['Ramesh Kumar', 'Kumar, Ramesh'],
    ['R K', 'Ramesh Kumar'],
    ['Ramesh', 'Ramesh Kumar'],
    ['Ram Kumar', 'Ramkumar'],
    ['Mr. Ravi Shah', 'Shri Ravi Shah'],
    ['M/s Acme Traders', 'Acme Traders'],
    ['Acme Pvt. Ltd.', 'ACME PRIVATE LIMITED'],
    ['Sons & Co', 'Sons and Company'],
    ['आशा कुमारी', 'Asha Kumari'],
    ['Mr', 'Ravi'],
    ['...', 'Ravi'],
    ["D'Souza", 'D Souza'],
  ])('may be one payee: %s and %s', (one, other) => {
    expect([namesDiffer(one, other), namesDiffer(other, one)]).toEqual([false, false]);
  });

  it.each([
    ['Asha Rao', 'Ravi Rao'],
    ['Asha K', 'Ravi K'],
    ['R Kumar', 'Suresh Kumar'],
    ['Ramesh Kumar', 'Suresh Kumar'],
    ['Ramesh Kumar', 'Ramesh Sharma'],
    ['Asha', 'Ravi'],
    ['Acme Pvt Ltd', 'Zenith Pvt Ltd'],
    ['आशा', 'रवि'],
    ['R R Kumar', 'Ramesh Kumar Suresh'],
  ])('are two payees: %s and %s', (one, other) => {
    expect([namesDiffer(one, other), namesDiffer(other, one)]).toEqual([true, true]);
  });

  it('say the same in either order', () => {
    const name = fc.array(fc.constantFrom('a', 'asha', 'ashok', 'rao', 'r', 'mr', 'ltd', '&', 'रवि'), { maxLength: 4 });
    fc.assert(
      fc.property(name, name, (one, other) => {
        expect(namesDiffer(one.join(' '), other.join(' '))).toBe(namesDiffer(other.join(' '), one.join(' ')));
      }),
    );
  });
});
