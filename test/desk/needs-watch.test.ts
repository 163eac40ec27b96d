// What tells windows and the system's notifications that more payments need a person.

import { describe, expect, it } from 'vitest';
import type { Doubts } from '../../electron/main/desk/payouts/doubts.ts';
import { NeedsWatch } from '../../electron/main/desk/payouts/needs-watch.ts';
import type { DeskEvent } from '../../shared/api/events.ts';
import { formatBatchId } from '../../shared/ids.ts';
import { CHECKED_FOR_MS, type Doubt, needsByBatch, needsPersonAtMs } from '../../shared/needs-you.ts';
import { VirtualClock } from '../engine/virtual-clock.ts';
import { NOW_MS } from '../store/desk-file.ts';
import { fillDoubt, filledFolder, withGateway } from './filled-desk.ts';
import { deskFor } from './window-desk.ts';

const BATCH = formatBatchId('B', 1);
const OTHER = formatBatchId('B', 2);

function watched() {
  const time = new VirtualClock();
  const { clock } = time.spawn();
  const events: DeskEvent[] = [];
  const faults: unknown[] = [];
  let doubts: readonly Doubt[] = [];
  let isReadable = true;
  const needs: Doubts['needs'] = (book) => {
    if (!isReadable) throw new Error('the desk is closed');
    const own = book === 'live' ? doubts : [];
    const times = own.map((one) => needsPersonAtMs(one, clock.nowMs())).filter((atMs) => atMs !== null);
    const changesAtMs = times.length === 0 ? null : Math.min(...times);
    return { needs: needsByBatch(own, clock.nowMs()), changesAtMs };
  };
  const watch = new NeedsWatch({
    clock,
    needs,
    isReadable: () => isReadable,
    publish: (event) => events.push(event),
    onFault: (error) => faults.push(error),
  });
  const setDoubts = (next: readonly Doubt[]): void => {
    doubts = next;
    watch.onChanges();
  };
  const doubt = (about: Partial<Doubt> = {}): Doubt => ({
    batch: BATCH,
    amountPaise: 150_000,
    sinceMs: clock.nowMs(),
    isOpen: false,
    opensAtMs: null,
    waitsForAnswer: false,
    ...about,
  });
  const setReadable = (is: boolean): void => {
    isReadable = is;
  };
  return { time, events, faults, setDoubts, setReadable, doubt, watch };
}

const needsPerson = (count: number, batch = BATCH): DeskEvent => ({
  kind: 'needsPerson',
  batch,
  decide: { count, paise: count * 150_000 },
});

const CHANGED = { kind: 'changed', book: 'live', topics: ['unknown'] };

describe('the watch over what needs a person', () => {
  it('says nothing of what is seconds old, and all of it together once it is ten minutes old', async () => {
    const { time, events, setDoubts, doubt } = watched();
    await time.advance(2_000);
    setDoubts([doubt(), doubt({ sinceMs: doubt().sinceMs + 20_000 })]);
    await time.advance(CHECKED_FOR_MS - 1_000);
    expect(events).toEqual([]);
    await time.advance(2_000);
    expect(events).toEqual([CHANGED]);
    await time.advance(40_000);
    expect(events.slice(1)).toEqual([CHANGED, needsPerson(2)]);
    await time.advance(CHECKED_FOR_MS * 10);
    expect(events).toHaveLength(3);
  });

  it('tells windows at once when an answer opens a decision, and when nothing is left', async () => {
    const { time, events, setDoubts, doubt } = watched();
    await time.advance(2_000);
    setDoubts([doubt({ isOpen: true })]);
    await time.advance(1_100);
    expect(events).toEqual([CHANGED]);
    await time.advance(40_000);
    expect(events).toEqual([CHANGED, needsPerson(1)]);
    setDoubts([]);
    await time.advance(1_100);
    expect(events.slice(2)).toEqual([CHANGED]);
  });

  it('says more of the same batch ten minutes later, and of another batch soon', async () => {
    const { time, events, setDoubts, doubt } = watched();
    const said = (): readonly DeskEvent[] => events.filter(({ kind }) => kind === 'needsPerson');
    const own = doubt({ isOpen: true });
    await time.advance(2_000);
    setDoubts([own]);
    await time.advance(60_000);
    setDoubts([own, own, own, { ...own, batch: OTHER }]);
    await time.advance(60_000);
    expect(said()).toEqual([needsPerson(1), needsPerson(1, OTHER)]);
    await time.advance(600_000);
    expect(said().slice(2)).toEqual([needsPerson(3)]);
  });

  it('notifies nobody of what already waited when the desk was opened', async () => {
    const { time, events, setDoubts, doubt } = watched();
    setDoubts([doubt({ isOpen: true })]);
    await time.advance(CHECKED_FOR_MS);
    expect(events).toEqual([]);
  });

  it('reads nothing while a desk is closed for a moment, and nothing more after its end', async () => {
    const { time, events, faults, setDoubts, setReadable, doubt, watch } = watched();
    await time.advance(2_000);
    setReadable(false);
    setDoubts([doubt({ isOpen: true })]);
    await time.advance(30_000);
    expect([events, faults]).toEqual([[], []]);
    setReadable(true);
    await time.advance(120_000);
    expect(events).toHaveLength(2);
    watch.close();
    setDoubts([doubt({ isOpen: true }), doubt({ isOpen: true })]);
    await time.advance(120_000);
    expect(events).toHaveLength(2);
  });
});

describe('a desk with young and old doubts', () => {
  it('lists what a person can act on apart from what is being checked, and one batch apart from another', async (test) => {
    let nowMs = NOW_MS + 1_000;
    const desk = deskFor(
      test,
      filledFolder((writer) => void fillDoubt(writer, { count: 2, answers: 0 })),
      {
        change: (system) => withGateway({ ...system, clock: { ...system.clock, nowMs: () => nowMs } }),
      },
    );
    const totalsOf = (batch: string | null) =>
      Promise.all(
        (['decide', 'checking'] as const).map(async (need) => {
          const { sum } = await desk.ask('listUnknown', { book: 'live', batch, need, window: { from: 0, count: 10 } });
          return [sum.count, sum.paise];
        }),
      );
    const needs = async () => (await desk.ask('readAttention', { book: 'live' })).needs;
    const none = { count: 0, paise: 0 };
    const both = { count: 2, paise: 100_000 };
    expect(await needs()).toEqual([{ batch: BATCH, decide: none, checking: both }]);
    expect(await totalsOf(null)).toEqual([
      [0, 0],
      [2, 100_000],
    ]);
    nowMs = NOW_MS + CHECKED_FOR_MS;
    expect(await needs()).toEqual([{ batch: BATCH, decide: both, checking: none }]);
    expect(await totalsOf(BATCH)).toEqual([
      [2, 100_000],
      [0, 0],
    ]);
    expect(await totalsOf(OTHER)).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });
});
