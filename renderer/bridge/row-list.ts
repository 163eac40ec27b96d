// A long list of which only the pages in sight are read, each a query of its own. Rows stay in place until newer ones
// take theirs, those of all pages in sight at once; no answer takes the place of one that was asked for later, and no
// page is asked for twice at once.

import { QueriesObserver, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { DeskEvent, Topic } from '../../shared/api/events.ts';
import { unreachable } from '../../shared/failures.ts';
import type { BatchId } from '../../shared/ids.ts';
import { WINDOW_ROWS_MAX } from '../../shared/limits.ts';
import type { CommandFailure, CommandResult } from './transport.ts';
import { ROWS, refetch, useDesk } from './use-desk.ts';

/** Some screens of rows: few questions while scrolling, small answers. */
const PAGE_ROWS = Math.min(100, WINDOW_ROWS_MAX);

/** While a scroll bar is dragged past page after page, only what is in sight this often is asked for. */
const LOOK_AGAIN_MS = 150;

/** Whoever scrolls back finds the rows there; a list of a hundred thousand does not keep them all. */
const KEPT_MS = 30_000;

/** Reading anew takes at most a twentieth of the time, however long the desk needs for it: a run must not wait for a list. */
const REST_PER_READ = 19;

/** Something was done: what it changed is seen at once, and once for several that come together. */
const CHANGED_GAP_MS = 200;
/** Payouts move many times a second: ids and messages follow the states within this time. */
const MOVING_GAP_MS = 2_000;

/**
 * A place in the list. Shape: `row` null until it has been read; `moment` how many events had come when it was asked for.
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

export interface RowWindow {
  readonly from: number;
  readonly count: number;
}

/** Shape: `total` and `sum` null until the first answer; `failure` why a page in sight could not be read. */
interface ListState<Row> {
  readonly rows: readonly GridRow<Row>[];
  readonly total: number | null;
  readonly sum: RowPage<Row>['sum'] | null;
  readonly failure: CommandFailure | null;
}

export interface RowList<Row> {
  readonly read: () => ListState<Row>;
  /** Pages are read while somebody listens. */
  readonly subscribe: (listener: () => void) => () => void;
  /** What is seen now, by place in the list. */
  readonly show: (range: RowWindow) => void;
  /** Reads what is in sight anew when it was read in another version. */
  readonly want: (version: number | string) => void;
  /** Something changed: reads what is in sight anew, at most this often. Units: milliseconds. */
  readonly renewWithin: (gapMs: number) => void;
  /** All rows at these places, read anew. Shape: null where one could not be read. */
  readonly readRows: (window: RowWindow) => Promise<readonly Row[] | null>;
  /** Reads nothing more by itself. */
  readonly rest: () => void;
}

interface ListSource<Row> {
  readonly queries: QueryClient;
  readonly load: (window: RowWindow) => Promise<CommandResult<RowPage<Row>>>;
  readonly eventCount: () => number;
}

/** A page as it was read. Shape: `turn` counts the questions, so that the newest answer says how long the list is. */
interface ReadPage<Row> extends Omit<RowPage<Row>, 'rows'> {
  readonly turn: number;
  readonly rows: readonly GridRow<Row>[];
}

class NotRead extends Error {
  override readonly name = 'NotRead';
  readonly failure: CommandFailure;
  constructor(failure: CommandFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

export function makeRowList<Row>({ queries, load, eventCount }: ListSource<Row>): RowList<Row> {
  // A list that is opened again begins anew: nobody listened for it meanwhile.
  const all = { queryKey: [ROWS, crypto.randomUUID()] };
  let state: ListState<Row> = { rows: [], total: null, sum: null, failure: null };
  let taken: readonly ReadPage<Row>[] = [];
  let range: RowWindow = { from: 0, count: 0 };
  let inSight: readonly number[] = [0];
  let version: number | string | null = null;
  let turn = 0;
  let tookMs = 0;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let look: ReturnType<typeof setTimeout> | null = null;
  let renewedAtMs = performance.now();
  let renewal: { readonly id: ReturnType<typeof setTimeout>; readonly dueMs: number } | null = null;
  let stop: (() => void) | null = null;
  const listeners = new Set<() => void>();

  const readPage = async (page: number): Promise<ReadPage<Row>> => {
    turn += 1;
    const [mine, fromMs, moment, from] = [turn, performance.now(), eventCount(), page * PAGE_ROWS];
    const result = await load({ from, count: PAGE_ROWS });
    tookMs = performance.now() - fromMs;
    if (result.kind !== 'done') throw new NotRead(result);
    const rows = result.value.rows.map((row, index) => ({ at: from + index, row, moment }));
    return { ...result.value, turn: mine, rows };
  };
  const queryOf = (page: number) => ({
    queryKey: [...all.queryKey, page],
    queryFn: () => readPage(page),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    structuralSharing: false,
    notifyOnChangeProps: ['data' as const, 'error' as const],
  });
  const pagesInSight = (): readonly number[] => {
    const [first, wanted] = [pageOf(range.from), pageOf(range.from + range.count)];
    const last = state.total === null ? wanted : Math.min(wanted, pageOf(Math.max(0, state.total - 1)));
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  };
  const observer = new QueriesObserver(queries, inSight.map(queryOf));
  const takeSight = (): void => {
    const pages = pagesInSight();
    if (isSame(pages, inSight)) return;
    inSight = pages;
    observer.setQueries(pages.map(queryOf));
    void queries.refetchQueries({ ...all, type: 'active', predicate: ({ state: { status } }) => status === 'error' });
    takeAnswers();
  };

  /** A row that goes from one page to the next one would be on neither while only one of them is read anew. */
  const isHalfRead = (): boolean =>
    inSight.some((page) => {
      const known = queries.getQueryState([...all.queryKey, page]);
      return known?.data !== undefined && known.fetchStatus === 'fetching';
    });
  const takeAnswers = (): void => {
    if (isHalfRead()) return;
    const pages = queries.getQueriesData<ReadPage<Row>>(all).flatMap(([, page]) => (page === undefined ? [] : [page]));
    const error = observer.getCurrentResult().find((result) => result.error !== null)?.error;
    const failure = error instanceof NotRead ? error.failure : null;
    if (failure === state.failure && isSame(pages, taken)) return;
    taken = pages;
    const [newest] = pages.toSorted((left, right) => right.turn - left.turn);
    const hasGrown = newest !== undefined && newest.total !== state.total;
    state =
      newest === undefined
        ? { ...state, failure }
        : { rows: rowsOf(pages, newest.total), total: newest.total, sum: newest.sum, failure };
    for (const listener of listeners) listener();
    if (hasGrown) takeSight();
  };
  const renew = (): void => {
    renewedAtMs = performance.now();
    // Nobody waits for a page out of sight, and its answer would be older than what is asked for now.
    queries.removeQueries({ ...all, type: 'inactive', fetchStatus: 'fetching' });
    refetch(queries, all);
  };
  const renewWhenIdle = async (mine: typeof renewal): Promise<void> => {
    // One that is still on its way comes first: a slow desk is not asked for more and more.
    const underWay = queries.getQueryCache().findAll({ ...all, fetchStatus: 'fetching' });
    await Promise.allSettled(underWay.flatMap(({ promise }) => promise ?? []));
    if (renewal !== mine) return;
    renewal = null;
    renew();
  };
  const lookAgain = (): void => {
    look = null;
    lookedAtMs = performance.now();
    takeSight();
  };

  return {
    read: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      stop ??= observer.subscribe(takeAnswers);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = null;
      };
    },
    show: (next) => {
      range = next;
      look ??= setTimeout(lookAgain, Math.max(0, lookedAtMs + LOOK_AGAIN_MS - performance.now()));
    },
    want: (next) => {
      const isOld = version !== null && version !== next;
      version = next;
      if (isOld) renew();
    },
    renewWithin: (gapMs) => {
      const nowMs = performance.now();
      const dueMs = Math.max(nowMs, renewedAtMs + Math.max(gapMs, tookMs * REST_PER_READ));
      if (renewal !== null && renewal.dueMs <= dueMs) return;
      if (renewal !== null) clearTimeout(renewal.id);
      renewal = { id: setTimeout(() => void renewWhenIdle(renewal), dueMs - nowMs), dueMs };
    },
    readRows: async ({ from, count }) => {
      const rows: Row[] = [];
      while (rows.length < count) {
        const result = await load({ from: from + rows.length, count: Math.min(WINDOW_ROWS_MAX, count - rows.length) });
        if (result.kind !== 'done' || result.value.rows.length === 0) return null;
        rows.push(...result.value.rows);
      }
      return rows;
    },
    rest: () => {
      if (renewal !== null) clearTimeout(renewal.id);
      if (look !== null) clearTimeout(look);
      [renewal, look] = [null, null];
    },
  };
}

function rowsOf<Row>(pages: readonly ReadPage<Row>[], total: number): readonly GridRow<Row>[] {
  for (let at = GAPS.length; at < total; at += 1) GAPS.push({ at, row: null, moment: 0 });
  const rows: GridRow<Row>[] = GAPS.slice(0, total);
  for (const page of pages) for (const row of page.rows) if (row.at < total) rows[row.at] = row;
  return rows;
}

/** Gaps are the same objects each time: a list of a hundred thousand is copied, not made anew. */
const GAPS: GridRow<never>[] = [];

function isSame<Item>(left: readonly Item[], right: readonly Item[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}

function pageOf(at: number): number {
  return Math.floor(at / PAGE_ROWS);
}

/** What makes a list old. Shape: `batch` the only one it is about; null for a list of all. */
interface ListTopics {
  readonly topics: readonly Topic[];
  readonly batch: BatchId | null;
}

interface RowListOptions<Row> extends ListTopics {
  /** Which state of it: another one is read at once. */
  readonly version: number | string;
  /** Shape: another function is another list, which forgets every row. */
  readonly load: ListSource<Row>['load'];
}

/** A list that is read again because of events that are about it, and no others. */
export function useRowList<Row>({ load, version, topics, batch }: RowListOptions<Row>): RowList<Row> {
  const { live } = useDesk();
  const queries = useQueryClient();
  const list = useMemo(() => makeRowList({ queries, load, eventCount: live.eventCount }), [load, live, queries]);
  useEffect(() => list.want(version), [list, version]);
  useEffect(() => {
    const stop = live.onEvent((event) => {
      const gapMs = gapAfter(event, { topics, batch });
      if (gapMs !== null) list.renewWithin(gapMs);
    });
    return () => {
      stop();
      list.rest();
    };
  }, [batch, list, live, topics]);
  return list;
}

/** The rows of a list as they are now. */
export function useRows<Row>(list: RowList<Row>): ListState<Row> {
  return useSyncExternalStore(list.subscribe, list.read);
}

/** Rows read beyond the edge of what is seen, so that a slow scroll shows no gap. */
const BEYOND_ROWS = 30;

/** The rows of a list as a grid asks for them. */
export function useGridRows<Row>(list: RowList<Row>) {
  const { rows, total } = useRows(list);
  const rowAt = useCallback((index: number): Row | undefined => rows[index]?.row ?? undefined, [rows]);
  const ways = useMemo(
    () => ({
      onVisible: (first: number, last: number): void => {
        const from = Math.max(0, first - BEYOND_ROWS);
        list.show({ from, count: last - from + BEYOND_ROWS });
      },
      readRows: (from: number, count: number) => list.readRows({ from, count }),
    }),
    [list],
  );
  return { count: total, rowAt, ...ways };
}

/** How soon after an event a list is read anew; null when the event does not concern it. Units: milliseconds. */
export function gapAfter(event: DeskEvent, { topics, batch }: ListTopics): number | null {
  const isOf = (other: BatchId): boolean => topics.includes('payouts') && (batch === null || batch === other);
  switch (event.kind) {
    case 'changed':
      return topics.some((topic) => event.topics.includes(topic)) ? CHANGED_GAP_MS : null;
    case 'ended':
      return isOf(event.view.batch) ? CHANGED_GAP_MS : null;
    case 'progress':
      return isOf(event.progress.view.batch) && (batch !== null || event.changes.length > 0) ? MOVING_GAP_MS : null;
    // What happened before it is never told, and what was asked meanwhile may have got lost.
    case 'snapshot':
      return CHANGED_GAP_MS;
    case 'activity':
    case 'alarm':
    case 'environment':
      return null;
    default:
      return unreachable(event);
  }
}
