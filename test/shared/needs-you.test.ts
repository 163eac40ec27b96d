import { describe, expect, it } from 'vitest';
import { formatBatchId } from '../../shared/ids.ts';
import {
  type BatchNeeds,
  CHECKED_FOR_MS,
  type Doubt,
  needOf,
  needsByBatch,
  needsNow,
  needsPersonAtMs,
  sumNeeds,
} from '../../shared/needs-you.ts';

const NOW_MS = 1_800_000_000_000;
const [FIRST, SECOND] = [formatBatchId('B', 1), formatBatchId('B', 2)];

function doubt(about: Partial<Doubt> & { readonly ageMs?: number } = {}): Doubt {
  const { ageMs = 0, ...rest } = about;
  const plain = { batch: FIRST, amountPaise: 10_000, isOpen: false, opensAtMs: null, waitsForAnswer: false };
  return { ...plain, sinceMs: NOW_MS - ageMs, ...rest };
}

describe('a payment that is not confirmed', () => {
  it.each([
    ['seconds old', doubt({ ageMs: 5_000 }), 'checking', NOW_MS - 5_000 + CHECKED_FOR_MS],
    ['almost ten minutes old', doubt({ ageMs: CHECKED_FOR_MS - 1 }), 'checking', NOW_MS + 1],
    ['ten minutes old', doubt({ ageMs: CHECKED_FOR_MS }), 'decide', null],
    ['seconds old, and open to a decision', doubt({ isOpen: true }), 'decide', null],
    [
      'seconds old, and open to a decision in a minute',
      doubt({ opensAtMs: NOW_MS + 60_000 }),
      'checking',
      NOW_MS + 60_000,
    ],
    ['hours old, and without any answer', doubt({ ageMs: 9_000_000, waitsForAnswer: true }), 'checking', null],
    ['sent by a clock that ran ahead', doubt({ ageMs: -60_000 }), 'checking', NOW_MS + 60_000 + CHECKED_FOR_MS],
  ] as const)('%s', (_what, one, need, atMs) => {
    expect([needOf(one, NOW_MS), needsPersonAtMs(one, NOW_MS)]).toEqual([need, atMs]);
    if (atMs !== null) expect(needOf({ ...one, isOpen: one.opensAtMs === atMs }, atMs)).toBe('decide');
  });
});

describe('what needs a person', () => {
  const needs = needsByBatch(
    [
      doubt({ ageMs: CHECKED_FOR_MS, amountPaise: 1_00 }),
      doubt({ ageMs: 1, amountPaise: 2_00 }),
      doubt({ ageMs: CHECKED_FOR_MS, amountPaise: 4_00, batch: SECOND }),
      doubt({ ageMs: CHECKED_FOR_MS, amountPaise: 8_00 }),
    ],
    NOW_MS,
  );

  it('is counted with its rupees by batch, and apart from what is being checked', () => {
    expect(needs).toEqual([
      { batch: FIRST, decide: { count: 2, paise: 9_00 }, checking: { count: 1, paise: 2_00 } },
      { batch: SECOND, decide: { count: 1, paise: 4_00 }, checking: { count: 0, paise: 0 } },
    ]);
    expect(sumNeeds(needs)).toEqual({ decide: { count: 3, paise: 13_00 }, checking: { count: 1, paise: 2_00 } });
  });

  const own: BatchNeeds = { batch: FIRST, decide: { count: 2, paise: 9_00 }, checking: { count: 1, paise: 2_00 } };

  it('never exceeds what an event says is not confirmed', () => {
    expect(needsNow(own, { count: 0, paise: 0 })).toMatchObject({
      decide: { count: 0, paise: 0 },
      checking: { count: 0, paise: 0 },
    });
    expect(needsNow(own, { count: 1, paise: 8_00 })).toMatchObject({
      decide: { count: 1, paise: 8_00 },
      checking: { count: 0, paise: 0 },
    });
  });

  it('does not grow by what an event says was sent just now', () => {
    expect(needsNow(own, { count: 5, paise: 20_00 })).toMatchObject({
      decide: { count: 2, paise: 9_00 },
      checking: { count: 3, paise: 11_00 },
    });
  });
});
