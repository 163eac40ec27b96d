import { describe, expect, it } from 'vitest';
import {
  applyEvent,
  figuresAt,
  LIVE_START,
  type LiveBatch,
  type LiveState,
  newestAtMs,
  newestNeeds,
  newestView,
} from '../../renderer/bridge/live-state.ts';
import type { DeskEvent, LiveProgress } from '../../shared/api/events.ts';
import type { BatchView } from '../../shared/api/views.ts';
import { type BatchId, formatBatchId } from '../../shared/ids.ts';
import { sumNeeds } from '../../shared/needs-you.ts';
import { zeroCounts } from '../../shared/states.ts';

const BATCH = formatBatchId('B', 1);

function viewOf(success: number): BatchView {
  const counts = { ...zeroCounts(), queued: 150 - success, success };
  return { batch: BATCH, profile: 'acme', state: 'sending', paused: null, counts, paise: zeroCounts() };
}

function progressOf(success: number): LiveProgress {
  const numbers = { total: 150, inFlight: 1, elapsedMs: 500, sentPerSecond: 2, nextLookupInMs: null };
  return { phase: 'sending', note: null, view: viewOf(success), ...numbers };
}

/** What the page knows of the batch after these events of one process, each received at that time of its clock. */
function received(events: readonly { readonly sequence: number; readonly event: DeskEvent; readonly atMs?: number }[]) {
  const state = events.reduce<LiveState>((before, { sequence, event, atMs = 0 }) => {
    const next = applyEvent(before, { epoch: 'one', sequence, atMs: 1_000_000 + sequence, event }, atMs);
    return next.kind === 'next' ? next.state : expect.unreachable(next.kind);
  }, LIVE_START);
  return state.batches.get(BATCH) ?? null;
}

function snapshotOf(progress: LiveProgress[], progressAt: number): DeskEvent {
  return {
    kind: 'snapshot',
    activity: { kind: 'idle' },
    troubles: [],
    unreached: [],
    unanswered: [],
    progress,
    progressAt,
  };
}

function result(success: number): DeskEvent {
  return { kind: 'progress', progress: progressOf(success), changes: [] };
}

const asked = (success: number, sequence: number, epoch = 'one') => ({
  view: viewOf(success),
  asOfMs: 500,
  after: { epoch, sequence },
});

const paidIn = (view: BatchView): number => view.counts.success;

function newest(question: ReturnType<typeof asked>, live: LiveBatch | null): number {
  return paidIn(newestView(question, live));
}

describe('the newest account of a batch', () => {
  const live = received([
    { sequence: 4, event: snapshotOf([], 0), atMs: 9_000_000 },
    { sequence: 5, event: result(91), atMs: 1_000 },
  ]);

  it('is what an event told after the desk had answered, though a clock was set back meanwhile', () => {
    expect(newest(asked(1, 4), live)).toBe(91);
  });

  it('is the answer that was given after the last event about the batch', () => {
    expect(newest(asked(92, 5), live)).toBe(92);
    expect(newest(asked(92, 8), live)).toBe(92);
    expect(newest(asked(92, 8), null)).toBe(92);
  });

  it('is the answer where a snapshot repeats what was told before it', () => {
    const late = received([{ sequence: 9, event: snapshotOf([progressOf(50)], 3) }]);
    expect(newest(asked(60, 7), late)).toBe(60);
    expect(newest(asked(40, 2), late)).toBe(50);
  });

  it('is how the run ended, once that is told', () => {
    const event: DeskEvent = { kind: 'ended', view: viewOf(150), end: 'reached', pause: null };
    const over = received([
      { sequence: 4, event: snapshotOf([progressOf(90)], 4) },
      { sequence: 5, event },
    ]);
    expect(newest(asked(90, 4), over)).toBe(150);
  });

  it('is as of when the desk answered, or of the later event that it was told by', () => {
    expect(newestAtMs(asked(92, 5), live)).toBe(500);
    expect(newestAtMs(asked(92, 5), null)).toBe(500);
    expect(newestAtMs(asked(1, 4), live)).toBe(1_000_005);
  });

  it('is the answer of a process whose events are not heard yet', () => {
    expect(newest(asked(150, 1, 'two'), live)).toBe(150);
  });
});

describe('what needs a person in a book', () => {
  const doubtful = (batch: BatchId, unknown: number, sequence: number): [BatchId, LiveBatch] => {
    const counts = { ...zeroCounts(), unknown };
    const progress = { ...progressOf(0), view: { ...viewOf(0), batch, counts } };
    return [batch, { progress, eventPlace: { epoch: 'one', sequence }, atMs: 0, receivedAtMs: 0 }];
  };
  const [first, second] = [BATCH, formatBatchId('B', 2)];
  const own = { batch: first, decide: { count: 2, paise: 200 }, checking: { count: 1, paise: 0 } };
  const asked = { needs: [own], after: { epoch: 'one', sequence: 7 } };
  const now = (...batches: readonly [BatchId, LiveBatch][]): readonly number[] => {
    const { decide, checking } = sumNeeds(newestNeeds(asked, { book: 'live', batches: new Map(batches) }));
    return [decide.count, checking.count];
  };

  it('is what was asked for; what a run has told since is being checked, and nothing that it has confirmed', () => {
    expect(now()).toEqual([2, 1]);
    expect(now(doubtful(second, 6, 8))).toEqual([2, 7]);
    expect(now(doubtful(first, 6, 8))).toEqual([2, 4]);
    expect(now(doubtful(first, 1, 8))).toEqual([1, 0]);
    expect(now(doubtful(first, 0, 8))).toEqual([0, 0]);
  });

  it('is nothing of an older event, of another process, or of the other book', () => {
    expect(now(doubtful(first, 6, 7))).toEqual([2, 1]);
    expect(now([second, { ...doubtful(second, 6, 8)[1], eventPlace: { epoch: 'two', sequence: 8 } }])).toEqual([2, 1]);
    expect(now(doubtful(formatBatchId('P', 1), 6, 8))).toEqual([2, 1]);
  });
});

describe('the figures of the month', () => {
  it('are those of the moment at which the unfinished batches are shown, before or after they were read', () => {
    const { counts, paise } = viewOf(10);
    const figures = {
      monthFromMs: 0,
      paid: { count: 40, paise: 4_000 },
      failed: { count: 1, paise: 100 },
      moving: [{ batch: BATCH, counts, paise }],
    };
    expect(figuresAt(figures, [viewOf(13)])).toEqual({ paid: { count: 43, paise: 4_000 }, failed: figures.failed });
    expect(figuresAt(figures, [viewOf(9)]).paid.count).toBe(39);
    expect(figuresAt(figures, []).paid.count).toBe(40);
  });

  it('are never below zero when a payment of the month before is taken back', () => {
    const { counts, paise } = viewOf(10);
    const then = { batch: BATCH, counts, paise: { ...paise, success: 1_000 } };
    const nothing = { count: 0, paise: 0 };
    const reversed = {
      ...viewOf(10),
      counts: { ...counts, success: 9, reversed: 1 },
      paise: { ...paise, reversed: 1_000 },
    };
    const figures = { monthFromMs: 0, paid: nothing, failed: nothing, moving: [then] };
    expect(figuresAt(figures, [reversed])).toEqual({ paid: nothing, failed: { count: 1, paise: 1_000 } });
    expect(figuresAt(figures, [viewOf(9)])).toEqual({ paid: nothing, failed: nothing });
  });
});
