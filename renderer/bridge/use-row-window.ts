// A long list of which only what is seen is asked for, page by page. In: how to ask for a window. Out: a list with gaps.
// While a newer version is on its way the older rows stay in place, so nothing jumps or flashes.
// This file must never ask for a page twice at once, nor mix rows of two lists.

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { WINDOW_ROWS_MAX } from '../../shared/limits.ts';
import type { NotTold, Told } from './told.ts';

/** Some screens of rows: few questions while scrolling, small answers. */
const PAGE_ROWS = Math.min(100, WINDOW_ROWS_MAX);

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
  readonly pages: ReadonlyMap<number, { readonly version: number | string; readonly rows: readonly Row[] }>;
  readonly notTold: NotTold | null;
}

export function useRowWindow<Row>({ list, version, load }: RowWindowOptions<Row>): RowWindow<Row> {
  const empty: Kept<Row> = { list, total: null, sum: null, pages: new Map(), notTold: null };
  const [kept, setKept] = useState<Kept<Row>>(empty);
  const [range, setRange] = useState({ from: 0, to: PAGE_ROWS - 1 });
  const [attempt, setAttempt] = useState(0);
  const asked = useRef(new Set<string>());
  const latest = useRef({ list, load });
  useEffect(() => {
    latest.current = { list, load };
  });
  const shown = kept.list === list ? kept : empty;
  const total = shown.total;

  useEffect(() => {
    const last = total === null ? range.to : Math.min(range.to, Math.max(0, total - 1));
    for (let page = Math.floor(range.from / PAGE_ROWS); page <= Math.floor(last / PAGE_ROWS); page += 1) {
      const key = `${list} ${version} ${attempt} ${page}`;
      if (asked.current.has(key)) continue;
      asked.current.add(key);
      void latest.current.load({ from: page * PAGE_ROWS, count: PAGE_ROWS }).then((told) => {
        if (latest.current.list !== list) asked.current.delete(key);
        else setKept((before) => keepPage(before, { list, version, page, told }));
      });
    }
  }, [list, version, attempt, range.from, range.to, total]);

  const rows = useMemo(() => listOf(shown.pages, total ?? 0), [shown.pages, total]);
  // Whole pages only: scrolling within them is the grid's own business and draws nothing here anew.
  const show = useCallback(({ from, to }: { readonly from: number; readonly to: number }) => {
    const next = { from: startOfPage(from), to: startOfPage(to) + PAGE_ROWS - 1 };
    setRange((before) => (before.from === next.from && before.to === next.to ? before : next));
  }, []);
  const again = useCallback(() => setAttempt((before) => before + 1), []);
  return { rows, total, sum: shown.sum, notTold: shown.notTold, show, again };
}

function startOfPage(at: number): number {
  return Math.floor(at / PAGE_ROWS) * PAGE_ROWS;
}

interface Arrived<Row> {
  readonly list: string;
  readonly version: number | string;
  readonly page: number;
  readonly told: Told<RowPage<Row>>;
}

function keepPage<Row>(before: Kept<Row>, { list, version, page, told }: Arrived<Row>): Kept<Row> {
  if (told.kind !== 'done') return { ...before, notTold: told };
  const pages = new Map(before.list === list ? before.pages : []);
  pages.set(page, { version, rows: told.value.rows });
  return { list, total: told.value.total, sum: told.value.sum, pages, notTold: null };
}

/** Gaps are the same objects each time: a list of a hundred thousand is copied, not made anew. */
const GAPS: GridRow<never>[] = [];

function listOf<Row>(pages: Kept<Row>['pages'], total: number): readonly GridRow<Row>[] {
  for (let at = GAPS.length; at < total; at += 1) GAPS.push({ at, row: null });
  const rows: GridRow<Row>[] = GAPS.slice(0, total);
  for (const [page, { rows: read }] of pages) {
    read.forEach((row, index) => {
      const at = page * PAGE_ROWS + index;
      if (at < total) rows[at] = { at, row };
    });
  }
  return rows;
}
