// One long list of which only what is in sight is read, page by page, outside React: rows with gaps, which stay in place until
// newer ones take theirs. No answer takes the place of one that was asked for later, and no page is asked for twice at once.

import { WINDOW_ROWS_MAX } from '../../shared/limits.ts';
import type { NotTold, Told } from './told.ts';

/** Some screens of rows: few questions while scrolling, small answers. */
const PAGE_ROWS = Math.min(100, WINDOW_ROWS_MAX);

/** While a scroll bar is dragged past page after page, only what is in sight this often is asked for. */
const LOOK_AGAIN_MS = 150;

/** Reading anew takes at most a twentieth of the time, however long the desk needs for it: a run must not wait for a list. */
const REST_PER_READ = 19;

/**
 * A place in the list. Shape: `row` null until it has been read; `moment` how many events had been heard when it was asked for.
 */
export interface GridRow<Row> {
  readonly at: number;
  readonly row: Row | null;
  readonly moment: number;
}

export interface RowPage<Row> {
  readonly total: number;
  readonly sum: { readonly count: number; readonly paise: number };
  readonly rows: readonly Row[];
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface RowWindow {
  readonly from: number;
  readonly count: number;
}

/** Shape: `total` and `sum` null until the first answer; `notTold` why the last question was not answered. */
export interface ListState<Row> {
  readonly rows: readonly GridRow<Row>[];
  readonly total: number | null;
  readonly sum: RowPage<Row>['sum'] | null;
  readonly notTold: NotTold | null;
}

interface ListSource<Row> {
  readonly load: (window: RowWindow) => Promise<Told<RowPage<Row>>>;
  /** How many events have been heard. */
  readonly moment: () => number;
}

export interface RowList<Row> {
  readonly read: () => ListState<Row>;
  readonly subscribe: (listener: () => void) => () => void;
  /** What is seen now, by place in the list. */
  readonly show: (range: Range) => void;
  /** Reads what is in sight in this version, unless it has been asked for in it. */
  readonly want: (version: number | string) => void;
  /** Something changed: reads what is in sight anew, at most this often. Units: milliseconds. */
  readonly renewWithin: (gapMs: number) => void;
  /** The rows at these places as a person sees them; null where nobody can have seen one of the newest version. */
  readonly seen: (window: RowWindow) => readonly (Row | null)[];
  /** Reads nothing more by itself. */
  readonly rest: () => void;
}

export function makeRowList<Row>({ load, moment }: ListSource<Row>): RowList<Row> {
  let state: ListState<Row> = { rows: NO_ROWS, total: null, sum: null, notTold: null };
  let range = FIRST_PAGE;
  let wanted: number | string | null = null;
  /** Counts the versions asked for; `kept` is the newest that has answered, `keptOf` that of each page. */
  let generation = 0;
  let kept = 0;
  const keptOf = new Map<number, number>();
  let asked = new Set<number>();
  let underWay = 0;
  let renewedAtMs = Number.NEGATIVE_INFINITY;
  let tookMs = 0;
  let isDue = false;
  let renewal: Timer | null = null;
  const listeners = new Set<() => void>();

  const keep = (next: ListState<Row>): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  const readInSight = (): void => {
    if (wanted === null) return;
    const last = state.total === null ? range.to : Math.min(range.to, Math.max(0, state.total - 1));
    for (let page = pageOf(range.from); page <= pageOf(last); page += 1) {
      if (!asked.has(page)) void readPage(page);
    }
  };
  const readPage = async (page: number): Promise<void> => {
    const [of, askedFor, fromMs, askedAt] = [generation, asked, performance.now(), moment()];
    askedFor.add(page);
    underWay += 1;
    const told = await load({ from: page * PAGE_ROWS, count: PAGE_ROWS });
    underWay -= 1;
    tookMs = performance.now() - fromMs;
    if (told.kind !== 'done') {
      // Asked again when it comes in sight again.
      askedFor.delete(page);
      if (of === generation) keep({ ...state, notTold: told });
    } else if (of >= kept) {
      kept = of;
      keptOf.set(page, of);
      keep(withPage(state.rows, { page, told: told.value, moment: askedAt }));
      // The list may have grown into sight.
      readInSight();
    }
    if (isDue && underWay === 0) renew();
  };
  const renew = (): void => {
    isDue = false;
    generation += 1;
    asked = new Set();
    renewedAtMs = performance.now();
    readInSight();
  };
  const sight = calmly((next: Range) => {
    range = next;
    readInSight();
  });

  return {
    read: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    show: ({ from, to }) => sight.take({ from: startOfPage(from), to: startOfPage(to) + PAGE_ROWS - 1 }),
    want: (version) => {
      if (version === wanted) return;
      wanted = version;
      renew();
    },
    renewWithin: (gapMs) => {
      if (wanted === null || isDue) return;
      const nowMs = performance.now();
      const dueMs = Math.max(nowMs, renewedAtMs + Math.max(gapMs, tookMs * REST_PER_READ));
      if (renewal !== null && renewal.dueMs <= dueMs) return;
      if (renewal !== null) clearTimeout(renewal.id);
      const id = setTimeout(() => {
        renewal = null;
        // One that is still on its way comes first: a slow desk is not asked for more and more.
        if (underWay > 0) isDue = true;
        else renew();
      }, dueMs - nowMs);
      renewal = { id, dueMs };
    },
    seen: ({ from, count }) =>
      state.rows.slice(from, from + count).map(({ at, row }) => {
        const isInSight = range.from <= at && at <= range.to;
        return isInSight || keptOf.get(pageOf(at)) === kept ? row : null;
      }),
    rest: () => {
      if (renewal !== null) clearTimeout(renewal.id);
      renewal = null;
      isDue = false;
      sight.rest();
    },
  };
}

interface Timer {
  readonly id: ReturnType<typeof setTimeout>;
  readonly dueMs: number;
}

interface Page<Row> {
  readonly page: number;
  readonly told: RowPage<Row>;
  readonly moment: number;
}

function withPage<Row>(known: readonly GridRow<Row>[], { page, told, moment }: Page<Row>): ListState<Row> {
  const { total, sum, rows: read } = told;
  const rows = known.length > total ? known.slice(0, total) : [...known, ...gapsBetween(known.length, total)];
  for (const [index, row] of read.entries()) {
    const at = page * PAGE_ROWS + index;
    if (at < total) rows[at] = { at, row, moment };
  }
  return { rows, total, sum, notTold: null };
}

/** Takes what is seen, in whole pages: scrolling within them is the grid's own business and draws nothing here anew. */
function calmly(take: (range: Range) => void): { take(range: Range): void; rest(): void } {
  let next = FIRST_PAGE;
  let taken = FIRST_PAGE;
  let takenAtMs = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const takeNext = (): void => {
    timer = null;
    if (taken.from === next.from && taken.to === next.to) return;
    taken = next;
    takenAtMs = performance.now();
    take(next);
  };
  return {
    take: (range) => {
      next = range;
      if (timer !== null) return;
      const waitMs = takenAtMs + LOOK_AGAIN_MS - performance.now();
      if (waitMs <= 0) takeNext();
      else timer = setTimeout(takeNext, waitMs);
    },
    rest: () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}

const FIRST_PAGE: Range = { from: 0, to: PAGE_ROWS - 1 };

function pageOf(at: number): number {
  return Math.floor(at / PAGE_ROWS);
}

function startOfPage(at: number): number {
  return pageOf(at) * PAGE_ROWS;
}

const NO_ROWS: readonly GridRow<never>[] = [];

/** Gaps are the same objects each time: a list of a hundred thousand is copied, not made anew. */
const GAPS: GridRow<never>[] = [];

function gapsBetween(from: number, to: number): readonly GridRow<never>[] {
  for (let at = GAPS.length; at < to; at += 1) GAPS.push({ at, row: null, moment: 0 });
  return GAPS.slice(from, Math.max(from, to));
}
