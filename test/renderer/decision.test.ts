import { describe, expect, it } from 'vitest';
import { decisionOf, mayDecide } from '../../renderer/features/unknown/decision-dialog.tsx';

const TYPED = { rrn: '', ticket: '', note: 'On the statement.', count: '' };

describe('a decision about payouts in doubt', () => {
  it.each([
    ['paid without a number', TYPED, { paid: true, count: 1, isOpen: true }, false],
    ['paid with a number', { ...TYPED, rrn: '412345678901' }, { paid: true, count: 1, isOpen: true }, true],
    [
      'paid with a number alone where the gateway has no word for it',
      { ...TYPED, rrn: '412345678901' },
      { paid: true, count: 1, isOpen: false },
      false,
    ],
    [
      'paid with a number and a ticket',
      { ...TYPED, rrn: '412345678901', ticket: 'GW-1' },
      { paid: true, count: 1, isOpen: false },
      true,
    ],
    [
      'paid without a note',
      { ...TYPED, rrn: '412345678901', note: ' ' },
      { paid: true, count: 1, isOpen: true },
      false,
    ],
    ['not paid when it is open', TYPED, { paid: false, count: 1, isOpen: true }, true],
    ['not paid too early', TYPED, { paid: false, count: 1, isOpen: false }, false],
    ['not paid early with a ticket', { ...TYPED, ticket: 'GW-1' }, { paid: false, count: 1, isOpen: false }, true],
    ['several without the count', TYPED, { paid: false, count: 3, isOpen: true }, false],
    ['several with another count', { ...TYPED, count: '30' }, { paid: false, count: 3, isOpen: true }, false],
    ['several with the count', { ...TYPED, count: ' 3 ' }, { paid: false, count: 3, isOpen: true }, true],
  ])('of %s', (_words, typed, asked, may) => {
    expect(mayDecide(typed, asked)).toBe(may);
  });

  it('says what was typed and nothing else', () => {
    expect(decisionOf({ ...TYPED, rrn: ' 412345678901 ' }, true)).toEqual({
      kind: 'paid',
      rrn: '412345678901',
      ticket: null,
    });
    expect(decisionOf({ ...TYPED, rrn: '412345678901' }, false)).toEqual({ kind: 'notPaid', ticket: null });
    expect(decisionOf({ ...TYPED, ticket: ' GW-1 ' }, false)).toEqual({ kind: 'notPaid', ticket: 'GW-1' });
  });
});
