// A long list of which only what is seen is asked for, page by page. In: how to ask for a window. Out: a list with gaps.
// While a newer version is on its way the older rows stay in place, so nothing jumps or flashes.
// This file must never ask for a page twice at once, nor mix rows of two lists.

import { useCallback, useEffect, useRef, useState } from 'react';
import { WINDOW_ROWS_MAX } from '../../shared/limits.ts';
import type { NotTold, Told } from './told.ts';

/** Some screens of rows: few questions while scrolling, small answers. */
const PAGE_ROWS = Math.min(100, WINDOW_ROWS_MAX);

/** While a scroll bar is dragged past page after page, only what is in sight this often is asked for. */
const LOOK_AGAIN_MS = 150;

/** A place in the list. Shape: `row` null until it has been read. */
export interface GridRow<Row> {
  readonly at: number;
  readonly row: Row | null;
}

interface RowPage<Row> {
  readonly total: number;
  readonly sum: { readonly count: number; readonly paise: number };
  readonly rows: readonly Row[];
}

interface RowWindowOptions<Row> {
  /** Which list this is: another one forgets every row. */
  readonly list: string;
  /** Which state of it: another one is read anew. */
  readonly version: number | string;
  readonly load: (window: { readonly from: number; readonly count: number }) => Promise<Told<RowPage<Row>>>;
}

export interface RowWindow<Row> {
  readonly rows: readonly GridRow<Row>[];
  readonly total: number | null;
  readonly sum: { readonly count: number; readonly paise: number } | null;
  readonly notTold: NotTold | null;
  /** What is seen now, by place in the list. */
  readonly show: (range: { readonly from: number; readonly to: number }) => void;
  readonly again: () => void;
}

interface Kept<Row> {
  readonly list: string;
  readonly total: number | null;
  readonly sum: RowPage<Row>['sum'] | null;
  readonly rows: readonly GridRow<Row>[];
  readonly notTold: NotTold | null;
}

export function useRowWindow<Row>({ list, version, load }: RowWindowOptions<Row>): RowWindow<Row> {
  const empty: Kept<Row> = { list, total: null, sum: null, rows: NO_ROWS, notTold: null };
  const [kept, setKept] = useState<Kept<Row>>(empty);
  const [range, setRange] = useState(FIRST_PAGE);
  const [attempt, setAttempt] = useState(0);
  const asked = useRef({ list, pages: new Set<string>() });
  const latest = useRef({ list, load });
  useEffect(() => {
    latest.current = { list, load };
  });
  const shown = kept.list === list ? kept : empty;
  const total = shown.total;

  useEffect(() => {
    // Only the list that is shown is kept: one that is come back to is read again.
    if (asked.current.list !== list) asked.current = { list, pages: new Set() };
    const { pages } = asked.current;
    const last = total === null ? range.to : Math.min(range.to, Math.max(0, total - 1));
    for (let page = Math.floor(range.from / PAGE_ROWS); page <= Math.floor(last / PAGE_ROWS); page += 1) {
      const key = `${version} ${attempt} ${page}`;
      if (pages.has(key)) continue;
      pages.add(key);
      void latest.current.load({ from: page * PAGE_ROWS, count: PAGE_ROWS }).then((told) => {
        if (latest.current.list === list) setKept((before) => keepPage(before, { list, page, told }));
      });
    }
  }, [list, version, attempt, range.from, range.to, total]);

  const show = useCalmly(setRange);
  const again = useCallback(() => setAttempt((before) => before + 1), []);
  return { rows: shown.rows, total, sum: shown.sum, notTold: shown.notTold, show, again };
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Takes what is seen, in whole pages: scrolling within them is the grid's own business and draws nothing here anew. */
function useCalmly(take: (range: Range) => void): (range: Range) => void {
  const state = useRef<{ next: Range; taken: Range; takenAtMs: number; timer: number | null }>({
    next: FIRST_PAGE,
    taken: FIRST_PAGE,
    takenAtMs: Number.NEGATIVE_INFINITY,
    timer: null,
  });
  useEffect(() => {
    const { current } = state;
    return () => {
      if (current.timer !== null) clearTimeout(current.timer);
      current.timer = null;
    };
  }, []);
  return useCallback(
    ({ from, to }: Range) => {
      const { current } = state;
      current.next = { from: startOfPage(from), to: startOfPage(to) + PAGE_ROWS - 1 };
      if (current.timer !== null) return;
      const takeNext = (): void => {
        const { next, taken } = current;
        current.timer = null;
        if (taken.from === next.from && taken.to === next.to) return;
        current.taken = next;
        current.takenAtMs = performance.now();
        take(next);
      };
      const waitMs = current.takenAtMs + LOOK_AGAIN_MS - performance.now();
      if (waitMs <= 0) takeNext();
      else current.timer = window.setTimeout(takeNext, waitMs);
    },
    [take],
  );
}

const FIRST_PAGE: Range = { from: 0, to: PAGE_ROWS - 1 };

function startOfPage(at: number): number {
  return Math.floor(at / PAGE_ROWS) * PAGE_ROWS;
}

interface Arrived<Row> {
  readonly list: string;
  readonly page: number;
  readonly told: Told<RowPage<Row>>;
}

function keepPage<Row>(before: Kept<Row>, { list, page, told }: Arrived<Row>): Kept<Row> {
  if (told.kind !== 'done') return { ...before, notTold: told };
  const { total, sum, rows: read } = told.value;
  const known = before.list === list ? before.rows : NO_ROWS;
  const rows = known.length > total ? known.slice(0, total) : [...known, ...gapsBetween(known.length, total)];
  for (const [index, row] of read.entries()) {
    const at = page * PAGE_ROWS + index;
    if (at < total) rows[at] = { at, row };
  }
  return { list, total, sum, rows, notTold: null };
}

const NO_ROWS: readonly GridRow<never>[] = [];

/** Gaps are the same objects each time: a list of a hundred thousand is copied, not made anew. */
const GAPS: GridRow<never>[] = [];

function gapsBetween(from: number, to: number): readonly GridRow<never>[] {
  for (let at = GAPS.length; at < to; at += 1) GAPS.push({ at, row: null });
  return GAPS.slice(from, Math.max(from, to));
}
