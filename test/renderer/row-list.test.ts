import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CommandResult } from '../../renderer/bridge/desk-transport.ts';
import { makeRowList, type RowList, type RowPage, type RowWindow } from '../../renderer/bridge/row-list.ts';
import { makeQueryClient } from '../../renderer/bridge/use-desk.ts';

type Answer = CommandResult<RowPage<string>>;

interface Question extends RowWindow {
  readonly answer: (answer: Answer) => void;
}

/** A list whose answers come when the test gives them, and its count of events. */
function listen(eventCount = 0) {
  const asked: Question[] = [];
  const events = { count: eventCount };
  const queries = makeQueryClient();
  const list = makeRowList<string>({
    queries,
    load: (window) =>
      new Promise((resolve) => {
        asked.push({ ...window, answer: resolve });
      }),
    eventCount: () => events.count,
  });
  const leave = list.subscribe(() => undefined);
  return { list, asked, events, queries, leave };
}

function page(total: number, rows: readonly string[]): Answer {
  return { kind: 'done', value: { total, sum: { count: total, paise: 100 * total }, rows } };
}

const rowsOf = (list: RowList<string>): readonly (string | null)[] => list.read().rows.map(({ row }) => row);

describe('a long list', () => {
  afterEach(() => void vi.useRealTimers());

  it('reads what is in sight once in each version', async () => {
    const { list, asked } = listen();
    list.show({ from: 0, count: 30 });
    list.want(1);
    list.want(1);
    expect(asked).toMatchObject([{ from: 0, count: 100 }]);
    asked[0]?.answer(page(2, ['a', 'b']));
    await expect.poll(() => rowsOf(list)).toEqual(['a', 'b']);
    list.want(2);
    expect(asked).toHaveLength(2);
  });

  it('keeps older rows in place until newer ones come', async () => {
    const { list, asked } = listen();
    list.want(1);
    asked[0]?.answer(page(2, ['a', 'b']));
    await expect.poll(() => rowsOf(list)).toEqual(['a', 'b']);
    list.want(2);
    expect(rowsOf(list)).toEqual(['a', 'b']);
    asked[1]?.answer(page(1, ['b']));
    await expect.poll(() => rowsOf(list)).toEqual(['b']);
  });

  it('takes no answer that was asked for before the one it has', async () => {
    const { list, asked } = listen();
    list.want(1);
    list.want(2);
    asked[1]?.answer(page(1, ['new']));
    await expect.poll(() => rowsOf(list)).toEqual(['new']);
    asked[0]?.answer(page(2, ['old', 'older']));
    list.want(3);
    asked[2]?.answer(page(1, ['newest']));
    const seen: unknown[] = [];
    list.subscribe(() => seen.push(rowsOf(list)));
    await expect.poll(() => rowsOf(list)).toEqual(['newest']);
    expect(seen).toEqual([['newest']]);
    expect(list.read().total).toBe(1);
  });

  it('stamps a row with the moment it was asked for, not with that of its answer', async () => {
    const { list, asked, events } = listen(7);
    list.want(1);
    events.count = 9;
    asked[0]?.answer(page(1, ['a']));
    await expect.poll(() => list.read().rows).toEqual([{ at: 0, row: 'a', moment: 7 }]);
  });

  it('reads anew after news, and once for several that come together', async () => {
    const { list, asked } = listen();
    list.want(1);
    asked[0]?.answer(page(1, ['a']));
    await expect.poll(() => rowsOf(list)).toEqual(['a']);
    for (let news = 0; news < 50; news += 1) list.renewWithin(20);
    await expect.poll(() => asked.length).toBe(2);
    list.renewWithin(600_000);
    asked[1]?.answer(page(1, ['b']));
    await expect.poll(() => rowsOf(list)).toEqual(['b']);
    // Urgent refetches do not wait for others.
    list.renewWithin(20);
    await expect.poll(() => asked.length).toBe(3);
    list.rest();
  });

  it('asks for nothing more after news while an answer is on its way, and then at once', async () => {
    vi.useFakeTimers();
    const { list, asked } = listen();
    list.want(1);
    list.renewWithin(2_000);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(1);
    asked[0]?.answer(page(1, ['a']));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveLength(2);
    list.rest();
  });

  it('leaves a desk in peace that needs long for an answer', async () => {
    vi.useFakeTimers();
    const { list, asked } = listen();
    list.want(1);
    await vi.advanceTimersByTimeAsync(1_000);
    asked[0]?.answer(page(1, ['a']));
    await vi.advanceTimersByTimeAsync(0);
    list.renewWithin(200);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toHaveLength(2);
    list.rest();
  });

  it('says why it was not told, and asks again when the page comes in sight again', async () => {
    const { list, asked } = listen();
    list.want(1);
    asked[0]?.answer(page(1_000, ['a']));
    await expect.poll(() => list.read().total).toBe(1_000);
    list.show({ from: 500, count: 30 });
    await expect.poll(() => asked.length).toBe(2);
    asked[1]?.answer({ kind: 'lost' });
    await expect.poll(() => list.read().failure).toEqual({ kind: 'lost' });
    list.show({ from: 0, count: 30 });
    list.show({ from: 500, count: 130 });
    await expect.poll(() => asked.filter(({ from }) => from === 500).length).toBe(2);
    list.rest();
  });

  it('takes the pages in sight over together, so that no row is on neither of two', async () => {
    const { list, asked } = listen();
    const rows = (from: number, count: number) => Array.from({ length: count }, (_, at) => `row ${from + at}`);
    list.show({ from: 90, count: 20 });
    list.want(1);
    asked[0]?.answer(page(150, rows(0, 100)));
    await expect.poll(() => asked.length).toBe(2);
    asked[1]?.answer(page(150, rows(100, 50)));
    await expect.poll(() => list.read().rows[149]?.row).toBe('row 149');
    list.want(2);
    expect(asked).toHaveLength(4);
    const seen: boolean[] = [];
    list.subscribe(() => seen.push(rowsOf(list).includes('row 99')));
    // Another row has been inserted before them all: the last row of the first page is now the first of the second.
    asked[2]?.answer(page(151, ['new', ...rows(0, 99)]));
    asked[3]?.answer(page(151, rows(99, 51)));
    await expect.poll(() => list.read().rows[0]?.row).toBe('new');
    expect(seen).toEqual([true]);
    list.rest();
  });

  it('shows at once what was read a moment ago, and keeps no page that nobody has looked at for long', async () => {
    vi.useFakeTimers();
    const { list, asked, queries } = listen();
    const scrollTo = async (at: number): Promise<void> => {
      list.show({ from: at, count: 30 });
      await vi.advanceTimersByTimeAsync(200);
      for (const { from, answer } of asked) answer(page(100_000, [`row ${from}`]));
      await vi.advanceTimersByTimeAsync(0);
    };
    await scrollTo(0);
    for (let at = 0; at < 50_000; at += 1_000) await scrollTo(at);
    expect(list.read().rows[48_000]?.row).toBe('row 48000');
    const count = asked.length;
    await scrollTo(48_000);
    expect(asked).toHaveLength(count);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(queries.getQueryCache().findAll({ queryKey: ['rows'] })).toHaveLength(1);
    await scrollTo(0);
    expect(asked).toHaveLength(count + 1);
    expect(list.read().rows.filter(({ row }) => row !== null)).toHaveLength(2);
    list.rest();
  });

  it('asks for few pages while a scroll bar is dragged past all of them', async () => {
    vi.useFakeTimers();
    const { list, asked } = listen();
    asked[0]?.answer(page(100_000, ['a']));
    await vi.advanceTimersByTimeAsync(0);
    for (let at = 0; at < 100_000; at += 1_000) {
      list.show({ from: at, count: 30 });
      await vi.advanceTimersByTimeAsync(16);
    }
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked.length).toBeLessThan(20);
    expect(asked.at(-1)?.from).toBe(99_000);
    list.rest();
  });
});
