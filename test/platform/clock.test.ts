import { describe, expect, it } from 'vitest';
import { systemClock } from '../../electron/main/platform/clock.ts';

describe('systemClock', () => {
  it('tells the wall clock and one that only goes forward', () => {
    expect(Math.abs(systemClock.nowMs() - Date.now())).toBeLessThan(60_000);
    const times = Array.from({ length: 100 }, () => systemClock.monotonicMs());
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });

  it('calls back once after the while it was given', async () => {
    const startMs = systemClock.monotonicMs();
    let calls = 0;
    await new Promise<void>((resolve) => {
      systemClock.after(15, () => {
        calls += 1;
        resolve();
      });
    });
    expect(systemClock.monotonicMs() - startMs).toBeGreaterThanOrEqual(14);
    expect(calls).toBe(1);
  });

  it('does not call back what was called off', async () => {
    const calls: string[] = [];
    const callOff = systemClock.after(5, () => calls.push('called off'));
    callOff();
    await new Promise<void>((resolve) => {
      systemClock.after(20, () => {
        calls.push('later');
        resolve();
      });
    });
    callOff();
    expect(calls).toEqual(['later']);
  });
});
