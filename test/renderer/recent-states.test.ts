import { describe, expect, it } from 'vitest';
import { makeRecentStates } from '../../renderer/bridge/live-state.ts';
import { gapAfter } from '../../renderer/bridge/row-list.ts';
import type { DeskEvent } from '../../shared/api/events.ts';
import { type BatchId, formatBatchId } from '../../shared/ids.ts';
import { type StateKind, zeroCounts } from '../../shared/states.ts';

const BATCH = formatBatchId('P', 1);
const OTHER = formatBatchId('P', 2);

function viewOf(batch: BatchId) {
  const [counts, paise] = [zeroCounts(), zeroCounts()];
  return { batch, profile: 'practice', state: 'sending' as const, paused: null, counts, paise };
}

function moved(changes: readonly (readonly [number, StateKind])[], batch = BATCH): DeskEvent {
  return {
    kind: 'progress',
    progress: {
      phase: 'sending',
      note: null,
      view: viewOf(batch),
      total: 10,
      inFlight: 1,
      elapsedMs: 500,
      sentPerSecond: 2,
      nextLookupInMs: null,
    },
    changes: changes.map(([rowNumber, state]) => ({ rowNumber, state })),
  };
}

const PAYOUTS_CHANGED: DeskEvent = { kind: 'changed', book: null, topics: ['payouts'] };
const DRAFTS_CHANGED: DeskEvent = { kind: 'changed', book: null, topics: ['drafts'] };
const ENDED: DeskEvent = { kind: 'ended', view: viewOf(BATCH), end: 'reached', pause: null };
const SNAPSHOT: DeskEvent = {
  kind: 'snapshot',
  activity: { kind: 'idle' },
  progress: [],
  progressAt: 0,
  troubles: [],
  unreached: [],
  unanswered: [],
};

describe('the states that events told of', () => {
  it('overtake a row that was asked for before, and none that was asked for later', () => {
    const states = makeRecentStates();
    states.add(DRAFTS_CHANGED);
    const before = states.eventCount();
    states.add(moved([[4, 'sending']]));
    states.add(moved([[4, 'unknown']]));
    const place = { batch: BATCH, rowNumber: 4 };
    expect(states.stateSince(place, before)).toBe('unknown');
    expect(states.stateSince(place, states.eventCount())).toBeNull();
    expect(states.stateSince({ ...place, rowNumber: 5 }, before)).toBeNull();
    expect(states.stateSince({ ...place, batch: OTHER }, before)).toBeNull();
  });

  it('give no row its earlier state back while lists are read anew, however often that is said, and are forgotten for newer ones', () => {
    const states = makeRecentStates();
    const before = states.eventCount();
    const place = { batch: BATCH, rowNumber: 4 };
    states.add(moved([[4, 'success']]));
    states.add(ENDED);
    states.add(PAYOUTS_CHANGED);
    expect(states.stateSince(place, before)).toBe('success');
    states.add(DRAFTS_CHANGED);
    expect(states.stateSince(place, before)).toBe('success');
    states.add(PAYOUTS_CHANGED);
    expect(states.stateSince(place, before)).toBe('success');
    expect(states.stateSince(place, states.eventCount())).toBeNull();
    states.add(moved([[5, 'success']]));
    states.add(PAYOUTS_CHANGED);
    expect(states.stateSince(place, before)).toBeNull();
  });

  it('are forgotten with a snapshot', () => {
    const states = makeRecentStates();
    states.add(moved([[4, 'success']]));
    states.add(SNAPSHOT);
    expect(states.stateSince({ batch: BATCH, rowNumber: 4 }, 0)).toBeNull();
  });
});

describe('the news about a list', () => {
  const all = { topics: ['payouts'], batch: null } as const;
  const own = { topics: ['payouts'], batch: BATCH } as const;
  const none = { topics: [], batch: null } as const;

  it('are soon heard when something was done, and calmly while payouts move', () => {
    expect(gapAfter(SNAPSHOT, none)).toBeLessThan(500);
    for (const list of [all, own]) {
      expect(gapAfter(PAYOUTS_CHANGED, list)).toBeLessThan(500);
      expect(gapAfter(ENDED, list)).toBeLessThan(500);
      expect(gapAfter(SNAPSHOT, list)).toBeLessThan(500);
      expect(gapAfter(moved([[4, 'success']]), list)).toBeGreaterThanOrEqual(1_000);
    }
  });

  it('are not about a list of something else', () => {
    expect(gapAfter(DRAFTS_CHANGED, all)).toBeNull();
    expect(gapAfter(moved([]), all)).toBeNull();
    expect(gapAfter(moved([[4, 'success']], OTHER), own)).toBeNull();
    expect(gapAfter({ ...ENDED, view: viewOf(OTHER) }, own)).toBeNull();
    for (const event of [PAYOUTS_CHANGED, ENDED, moved([[4, 'success']])]) expect(gapAfter(event, none)).toBeNull();
  });
});
