// A long list that reads only the pages in sight, each as its own query. Rows stay until newer ones replace them, those of all
// pages in sight together. A later request always wins over an earlier one, and no page is requested twice at once.

import { QueriesObserver, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { DeskEvent, Topic } from '../../shared/api/events.ts';
import { unreachable } from '../../shared/failures.ts';
import type { BatchId } from '../../shared/ids.ts';
import { WINDOW_ROWS_MAX } from '../../shared/limits.ts';
import type { CommandFailure, CommandResult } from './desk-transport.ts';
import { ROWS, refetch, useDesk } from './use-desk.ts';

/** A few screens of rows: few requests while scrolling, small answers. */
const PAGE_ROWS = Math.min(100, WINDOW_ROWS_MAX);

/** While the scroll bar is dragged, requests only the pages in sight at this interval. */
const REFRESH_MS = 150;

/** Rows stay for scrolling back, but a list of a hundred thousand rows cannot keep them all. */
const CACHED_MS = 30_000;

/** Refetching takes at most a twentieth of the time, however slow the desk is: a run must not wait for a list. */
const REST_PER_READ = 19;

/** Shows a change at once, and several together with one refetch. */
const CHANGED_GAP_MS = 200;
/** Payouts change many times a second: ids and messages follow the states within this time. */
const MOVING_GAP_MS = 2_000;

/** A place in the list. `row` is null until it has been read; `moment` is the event count when it was requested. */
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

/** `total` and `sum` are null until the first answer; `failure` says why a page in sight could not be read. */
interface ListState<Row> {
  readonly rows: readonly GridRow<Row>[];
  readonly total: number | null;
  readonly sum: RowPage<Row>['sum'] | null;
  readonly failure: CommandFailure | null;
}

export interface RowList<Row> {
  readonly read: () => ListState<Row>;
  /** Pages are read only while there is a subscriber. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Sets what is in sight, by place in the list. */
  readonly show: (range: RowWindow) => void;
  /** Refetches what is in sight if it was read in another version. */
  readonly want: (version: number | string) => void;
  /** Something changed: refetches what is in sight, at most once per `gapMs`. */
  readonly renewWithin: (gapMs: number) => void;
  /** Reads all rows at these places anew. Returns null when one could not be read. */
  readonly readRows: (window: RowWindow) => Promise<readonly Row[] | null>;
  /** Stops refetching. */
  readonly rest: () => void;
}

interface ListSource<Row> {
  readonly queries: QueryClient;
  readonly load: (window: RowWindow) => Promise<CommandResult<RowPage<Row>>>;
  readonly eventCount: () => number;
}

/** A page as it was read. `turn` counts requests: the newest answer gives the list's length. */
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
  // Nobody subscribed meanwhile, so a list that is opened again starts anew.
  const all = { queryKey: [ROWS, crypto.randomUUID()] };
  let state: ListState<Row> = { rows: [], total: null, sum: null, failure: null };
  let shown: readonly ReadPage<Row>[] = [];
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
    gcTime: CACHED_MS,
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

  /** A row that moves between two pages would be on neither while only one has been refetched. */
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
    if (failure === state.failure && isSame(pages, shown)) return;
    shown = pages;
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
    // Pages out of sight are not needed, and their answer would be older than what is requested now.
    queries.removeQueries({ ...all, type: 'inactive', fetchStatus: 'fetching' });
    refetch(queries, all);
  };
  const renewWhenIdle = async (mine: typeof renewal): Promise<void> => {
    // Wait for pending requests first, so that they do not pile up on a slow desk.
    const underWay = queries.getQueryCache().findAll({ ...all, fetchStatus: 'fetching' });
    await Promise.allSettled(underWay.flatMap(({ promise }) => promise ?? []));
    if (renewal !== mine) return;
    renewal = null;
    renew();
  };
  const refresh = (): void => {
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
      look ??= setTimeout(refresh, Math.max(0, lookedAtMs + REFRESH_MS - performance.now()));
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

/** Reuses the same gap objects, so that a list of a hundred thousand rows is copied and not rebuilt. */
const GAPS: GridRow<never>[] = [];

function isSame<Item>(left: readonly Item[], right: readonly Item[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}

function pageOf(at: number): number {
  return Math.floor(at / PAGE_ROWS);
}

/** What makes a list stale. `batch` is the only batch it is about; null for all. */
interface ListTopics {
  readonly topics: readonly Topic[];
  readonly batch: BatchId | null;
}

interface RowListOptions<Row> extends ListTopics {
  /** The version of the rows: a new one is read at once. */
  readonly version: number | string;
  /** A different function means a different list, which drops every row. */
  readonly load: ListSource<Row>['load'];
}

/** A list that refetches only on events about it. */
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

/** The current rows of a list. */
export function useRows<Row>(list: RowList<Row>): ListState<Row> {
  return useSyncExternalStore(list.subscribe, list.read);
}

/** Rows read beyond the visible edge, so that slow scrolling shows no gap. */
const BEYOND_ROWS = 30;

/** The rows of a list in the form a grid needs. */
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

/** How soon after an event to refetch a list, in milliseconds; null when the event does not concern it. */
export function gapAfter(event: DeskEvent, { topics, batch }: ListTopics): number | null {
  const isOf = (other: BatchId): boolean => topics.includes('payouts') && (batch === null || batch === other);
  switch (event.kind) {
    case 'changed':
      return topics.some((topic) => event.topics.includes(topic)) ? CHANGED_GAP_MS : null;
    case 'ended':
      return isOf(event.view.batch) ? CHANGED_GAP_MS : null;
    case 'progress':
      return isOf(event.progress.view.batch) && (batch !== null || event.changes.length > 0) ? MOVING_GAP_MS : null;
    // Events before the snapshot are never sent again, and requests meanwhile may have been lost.
    case 'snapshot':
      return CHANGED_GAP_MS;
    case 'activity':
    case 'alarm':
    case 'needsPerson':
    case 'environment':
    case 'gateways':
      return null;
    default:
      return unreachable(event);
  }
}
