import { describe, expect, it } from 'vitest';
import type { LiveBatch } from '../../renderer/bridge/live-state.ts';
import { nextLookupInMs } from '../../renderer/features/run/run-facts.ts';
import type { LiveProgress } from '../../shared/api/events.ts';
import { formatBatchId } from '../../shared/ids.ts';
import { zeroCounts } from '../../shared/states.ts';

const HOUR = 3_600_000;

function liveOf(nextInMs: number | null, phase: LiveProgress['phase'] = 'settling'): LiveBatch {
  const view = { batch: formatBatchId('B', 1), profile: 'acme', state: 'settling' as const, paused: null };
  const counts = { counts: zeroCounts(), paise: zeroCounts() };
  const numbers = { total: 1, inFlight: 0, elapsedMs: 0, sentPerSecond: 0, nextLookupInMs: nextInMs };
  const progress = { phase, note: null, view: { ...view, ...counts }, ...numbers };
  return { progress, eventPlace: { epoch: 'one', sequence: 1 }, atMs: 0, receivedAtMs: 5_000 };
}

describe('the next look-up', () => {
  it('is counted down from what was told, whatever becomes of the wall clock', () => {
    const live = liveOf(20_000);
    const later = (wallMs: number) => nextLookupInMs({ live, atMs: 7 * HOUR }, { wallMs, monotonicMs: 8_000 });
    expect([later(6 * HOUR), later(2 * HOUR)]).toEqual([17_000, 17_000]);
  });

  it('is when the desk has it down for, while nothing of the batch is followed', () => {
    const now = { wallMs: 6 * HOUR, monotonicMs: 8_000 };
    expect(nextLookupInMs({ live: null, atMs: 7 * HOUR }, now)).toBe(HOUR);
    expect(nextLookupInMs({ live: liveOf(20_000, 'done'), atMs: 7 * HOUR }, now)).toBe(HOUR);
    expect(nextLookupInMs({ live: liveOf(null), atMs: null }, now)).toBeNull();
  });
});
