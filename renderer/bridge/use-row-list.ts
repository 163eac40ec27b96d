import { useEffect, useState, useSyncExternalStore } from 'react';
import type { DeskEvent, Topic } from '../../shared/api/events.ts';
import { unreachable } from '../../shared/failures.ts';
import type { BatchId } from '../../shared/ids.ts';
import { type ListState, makeRowList, type RowList, type RowPage, type RowWindow } from './row-list.ts';
import type { Told } from './told.ts';
import { useDesk } from './use-desk.ts';

/** Something was done: what it changed is seen at once, and once for several that come together. */
const CHANGED_GAP_MS = 200;
/** Payouts move many times a second: ids and messages follow the states within this time. */
const MOVING_GAP_MS = 2_000;

/** What makes a list old. Shape: `batch` the only one it is about; null for a list of all. */
export interface ListTopics {
  readonly topics: readonly Topic[];
  readonly batch: BatchId | null;
}

interface RowListOptions<Row> extends ListTopics {
  /** Which state of it: another one is read at once. */
  readonly version: number | string;
  /** Shape: another function is another list, which forgets every row. */
  readonly load: (window: RowWindow) => Promise<Told<RowPage<Row>>>;
}

/** Read again because of news that is about it, and no other. */
export function useRowList<Row>({ load, version, topics, batch }: RowListOptions<Row>): RowList<Row> {
  const { live } = useDesk();
  const [made, setMade] = useState(() => ({ load, rows: makeRowList({ load, moment: live.moment }) }));
  const current = made.load === load ? made : { load, rows: makeRowList({ load, moment: live.moment }) };
  if (current !== made) setMade(current);
  const { rows } = current;
  useEffect(() => rows.want(version), [rows, version]);
  useEffect(() => {
    const stop = live.onEvent((event) => {
      const gapMs = gapAfter(event, { topics, batch });
      if (gapMs !== null) rows.renewWithin(gapMs);
    });
    return () => {
      stop();
      rows.rest();
    };
  }, [batch, live, rows, topics]);
  return rows;
}

/** The rows of a list as they are now. */
export function useRows<Row>(list: RowList<Row>): ListState<Row> {
  return useSyncExternalStore(list.subscribe, list.read);
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
