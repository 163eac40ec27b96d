// What the page knows from events, as one pure step: state and event in, state out. A snapshot starts anew, deltas follow by
// number, and a number that is missing asks for a snapshot: what was missed is never guessed.

import type { Activity, Work } from '../../shared/api/desk-commands.ts';
import type { EventPlace, NumberedEvent, Progress } from '../../shared/api/events.ts';
import type { BatchView } from '../../shared/api/views.ts';
import { type Book, bookOfBatch } from '../../shared/books.ts';
import { unreachable } from '../../shared/failures.ts';
import { type BatchId, parseBatchId } from '../../shared/ids.ts';
import type { Connection } from './transport.ts';

/** Shape: `toldAt` the event that told it. Units: `heardAtMs` milliseconds of the page's monotonic clock, for waits alone. */
export interface LiveBatch {
  readonly progress: Progress;
  readonly toldAt: EventPlace;
  readonly heardAtMs: number;
}

export interface LiveState {
  readonly connection: Connection;
  readonly epoch: string | null;
  readonly sequence: number;
  readonly activity: Activity;
  readonly online: boolean;
  readonly keychainTrouble: boolean;
  readonly closing: boolean;
  readonly batches: ReadonlyMap<BatchId, LiveBatch>;
}

export const LIVE_START: LiveState = {
  connection: 'connecting',
  epoch: null,
  sequence: 0,
  activity: { kind: 'idle' },
  online: true,
  keychainTrouble: false,
  closing: false,
  batches: new Map(),
};

/** Whether payouts leave now: not while what has left is only followed to its end, which may take days. */
export function isSendingNow({ activity, batches }: LiveState): boolean {
  if (activity.kind === 'preparing') return true;
  if (activity.kind !== 'sending') return false;
  const batch = parseBatchId(activity.batch);
  const phase = batch === null ? undefined : batches.get(batch)?.progress.phase;
  return phase !== 'settling' && phase !== 'done';
}

/** What is under way that lets nothing else begin; null while only look-ups are. */
export function workNow(state: LiveState): Work | null {
  if (!isSendingNow(state)) return null;
  return state.activity.kind === 'preparing' ? state.activity.work : 'pay';
}

type About = Extract<NumberedEvent['event'], { kind: 'environment' }>['about'];

export type Heard =
  | { readonly kind: 'next'; readonly state: LiveState }
  | { readonly kind: 'missed' }
  | { readonly kind: 'old' };

/** Takes one event. Units: `nowMs` of the page's monotonic clock. Shape: `missed` when events before it are not known; `old` when it is known already. */
export function hearEvent(state: LiveState, { epoch, sequence, event }: NumberedEvent, nowMs: number): Heard {
  if (event.kind === 'snapshot') {
    const toldAt = { epoch, sequence: event.progressAt };
    const batches = new Map(
      event.progress.map((progress) => [progress.view.batch, { progress, toldAt, heardAtMs: nowMs }]),
    );
    const { activity, troubles } = event;
    const around = { online: !troubles.includes('offline'), keychainTrouble: troubles.includes('keychain') };
    return { kind: 'next', state: { ...state, ...around, epoch, sequence, activity, batches, closing: false } };
  }
  if (epoch !== state.epoch || sequence > state.sequence + 1) return { kind: 'missed' };
  if (sequence <= state.sequence) return { kind: 'old' };
  return { kind: 'next', state: { ...takeEvent(state, event, { epoch, sequence, nowMs }), sequence } };
}

function takeEvent(
  state: LiveState,
  event: Exclude<NumberedEvent['event'], { kind: 'snapshot' }>,
  { nowMs, ...toldAt }: EventPlace & { readonly nowMs: number },
): LiveState {
  switch (event.kind) {
    case 'activity':
      return { ...state, activity: event.activity };
    case 'progress':
      return { ...state, batches: withBatch(state, { progress: event.progress, toldAt, heardAtMs: nowMs }) };
    case 'ended': {
      const known = state.batches.get(event.view.batch);
      if (known === undefined) return state;
      const progress = { ...known.progress, view: event.view, phase: 'done' as const, inFlight: 0 };
      return { ...state, batches: withBatch(state, { progress, toldAt, heardAtMs: nowMs }) };
    }
    case 'environment':
      return around(state, event.about);
    case 'alarm':
    case 'changed':
      return state;
    default:
      return unreachable(event);
  }
}

function around(state: LiveState, about: About): LiveState {
  switch (about) {
    case 'online':
      return { ...state, online: true };
    case 'offline':
      return { ...state, online: false };
    case 'keychain':
      return { ...state, keychainTrouble: true };
    case 'keychainOpen':
      return { ...state, keychainTrouble: false };
    case 'closing':
      return { ...state, closing: true };
    default:
      return unreachable(about);
  }
}

function withBatch(state: LiveState, batch: LiveBatch): LiveState['batches'] {
  return new Map(state.batches).set(batch.progress.view.batch, batch);
}

/** Shape: `after` the last event before the desk answered. */
interface AskedView {
  readonly view: BatchView;
  readonly after: EventPlace;
}

/** Numbers of another process cannot be compared: then what was asked for stands, and is asked for again with its snapshot. */
export function newestView({ view, after }: AskedView, live: LiveBatch | null): BatchView {
  if (live === null || live.toldAt.epoch !== after.epoch) return view;
  return live.toldAt.sequence > after.sequence ? live.progress.view : view;
}

interface AskedUnknown {
  readonly unknown: readonly { readonly batch: BatchId; readonly count: number }[];
  readonly after: EventPlace;
}

/** How many payouts of one book are in doubt, counted for each batch as its own screen counts it. */
export function newestUnknown(
  { unknown, after }: AskedUnknown,
  { book, batches }: { readonly book: Book; readonly batches: ReadonlyMap<BatchId, LiveBatch> },
): number {
  const counts = new Map(unknown.map(({ batch, count }) => [batch, count]));
  for (const [batch, { progress, toldAt }] of batches) {
    const isNewer = toldAt.epoch === after.epoch && toldAt.sequence > after.sequence;
    if (isNewer && bookOfBatch(batch) === book) counts.set(batch, progress.view.counts.unknown);
  }
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
