import { describe, expect, it } from 'vitest';
import { changedLimits, limitsOf, type TypedLimits } from '../../renderer/features/profiles/accounts-card.tsx';
import { HOUR_MS } from '../../shared/limits.ts';
import type { Paise } from '../../shared/money.ts';

const ACCOUNT = {
  maxPayoutPaise: null,
  maxBatchPaise: 50_00_000_50 as Paise,
  ratePerSecond: 20,
  inFlightMax: 8,
  decideAfterMs: 48 * HOUR_MS,
};
const OPENED = limitsOf(ACCOUNT);
const NOTHING = { maxPayout: null, maxBatch: null, rate: null, inFlight: null, hours: null };
const typing = (change: Partial<TypedLimits>) => changedLimits({ ...OPENED, ...change }, OPENED);

describe('the limits that are typed', () => {
  it('begin as the account has them, and wish for nothing', () => {
    expect(OPENED).toEqual({ maxPayout: '', maxBatch: '5000000.50', rate: '20', inFlight: '8', hours: '48' });
    expect(typing({})).toEqual(NOTHING);
  });

  it('wish for what was changed alone', () => {
    expect(typing({ rate: ' 5 ' })).toEqual({ ...NOTHING, rate: 5 });
    expect(typing({ hours: '0' })).toEqual({ ...NOTHING, hours: 0 });
    expect(typing({ maxBatch: '' })).toEqual({ ...NOTHING, maxBatch: 'none' });
    expect(typing({ maxPayout: '1,00,000' })).toEqual({ ...NOTHING, maxPayout: 1_00_000_00 });
  });

  it.each([
    ['maxPayout', 'much'],
    ['maxBatch', '-5'],
    ['rate', '0'],
    ['rate', '1.5'],
    ['inFlight', '1000000'],
    ['inFlight', ''],
    ['hours', '1e2'],
    ['hours', '9999'],
  ] as const)('know that %s is not “%s”', (field, text) => {
    expect(typing({ [field]: text })).toEqual({ ...NOTHING, [field]: 'wrong' });
  });
});
