// When an open Collect card polls its order's status again.

import { describe, expect, it } from 'vitest';
import type { QuestionState } from '../../renderer/bridge/use-desk.ts';
import { isLeftToPerson, nextStatusInMs } from '../../renderer/features/collect/collect-screen.tsx';
import { verbatim } from '../../shared/messages/message.ts';

const result = (status: string) => ({ kind: 'done', value: { status } }) as const;

describe('the status of an open order', () => {
  it('is asked after five seconds, ever more rarely, and no longer after a quarter of an hour', () => {
    const waits: number[] = [];
    for (let asked = 1; asked < 1_000; asked += 1) {
      const waitMs = nextStatusInMs(result('PENDING'), asked);
      if (waitMs === null) break;
      waits.push(waitMs);
    }
    expect(waits[0]).toBe(5_000);
    expect(waits).toEqual(waits.toSorted((one, other) => one - other));
    expect(waits.at(-1)).toBe(60_000);
    const sumMs = waits.reduce((sum, ms) => sum + ms, 0);
    expect(sumMs).toBeGreaterThan(10 * 60_000);
    expect(sumMs).toBeLessThan(20 * 60_000);
  });

  it.each(['SUCCESS', 'FAILED', 'EXPIRED', 'a new word'])('is not asked again once it is %s', (status) => {
    expect(nextStatusInMs(result(status), 1)).toBeNull();
  });

  it('is left to a person once it is not asked any more and a payment may still come', () => {
    const refusal = { code: 'noAnswer', message: verbatim('No answer.'), cure: verbatim('Try again.') };
    const last: readonly QuestionState<{ readonly status: string }>[] = [
      result('PENDING'),
      { kind: 'refused', refusal },
    ];
    expect(last.map((one) => [isLeftToPerson(one, 19), isLeftToPerson(one, 20)])).toEqual([
      [false, true],
      [false, true],
    ]);
    expect(isLeftToPerson(result('SUCCESS'), 20)).toBe(false);
  });

  it('is asked again while it is pending, in any case, and while the gateway did not answer', () => {
    expect(nextStatusInMs(result('pending'), 1)).toBe(5_000);
    const refusal = { code: 'noAnswer', message: verbatim('No answer.'), cure: verbatim('Try again.') };
    expect(nextStatusInMs({ kind: 'refused', refusal }, 2)).toBe(7_500);
    expect(nextStatusInMs({ kind: 'refused', refusal }, 20)).toBeNull();
  });
});
