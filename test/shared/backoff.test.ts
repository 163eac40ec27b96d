import { describe, expect, it } from 'vitest';
import { lookupDelayMs, nextLookupAtMs } from '../../electron/main/domain/poll-schedule.ts';
import { STATE_KINDS } from '../../shared/states.ts';
import { STATES } from './payout-samples.ts';

const HOURLY = { firstMs: 3_000, maxMs: 3_600_000 };

describe('lookupDelayMs', () => {
  it('doubles from the first wait to the longest, and stays there for ever', () => {
    const waits = [0, 1, 2, 3, 10, 11, 100, 1_000_000].map((step) => lookupDelayMs(step, HOURLY));
    expect(waits).toEqual([3_000, 6_000, 12_000, 24_000, 3_072_000, 3_600_000, 3_600_000, 3_600_000]);
  });

  it.each([
    [{ firstMs: 1, maxMs: 1 }, 1],
    [{ firstMs: 5_000, maxMs: 1_000 }, 1_000],
    [{ firstMs: 0, maxMs: 0 }, 0],
  ])('with %j never waits past the longest', (backoff, expected) => {
    expect(lookupDelayMs(50, backoff)).toBe(expected);
  });
});

describe('nextLookupAtMs', () => {
  const followed = new Set(['processing', 'unknown']);

  it('covers every kind of state', () => {
    expect(new Set(Object.values(STATES).map(({ kind }) => kind)).size).toBe(STATE_KINDS.length);
  });

  it.each(Object.entries(STATES))('follows %s only while nobody knows its end', (_name, state) => {
    const next = nextLookupAtMs(state, { step: 1, nowMs: 1_000_000, backoff: HOURLY });
    expect(next).toBe(followed.has(state.kind) ? 1_006_000 : null);
  });
});
