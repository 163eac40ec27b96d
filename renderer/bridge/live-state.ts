// The page's state from events, as one pure step: state and event in, state out. A snapshot resets it, and deltas follow by
// number. A missing number requests a snapshot: missed events are never guessed.

import type { AnswerOf } from '../../shared/api/contract.ts';
import type { Activity } from '../../shared/api/desk-commands.ts';
import type { EventPlace, LiveProgress, NumberedEvent } from '../../shared/api/events.ts';
import type { BatchView } from '../../shared/api/views.ts';
import { unreachable } from '../../shared/failures.ts';
import { type BatchId, parseBatchId } from '../../shared/ids.ts';
import { type BatchNeeds, NOTHING, needsNow, type Sum } from '../../shared/needs-you.ts';
import { type Book, bookOfBatch } from '../../shared/profiles.ts';
import { endedUnpaid, type ShownBatchState, STATE_KINDS, type StateKind } from '../../shared/states.ts';
import type { Connection } from './desk-transport.ts';

/**
 * `eventPlace` is the event it came with, `atMs` the desk's time of it. `receivedAtMs` is on the page's monotonic clock and serves
 * only for waits.
 */
export interface LiveBatch {
  readonly atMs: number;
  readonly progress: LiveProgress;
  readonly eventPlace: EventPlace;
  readonly receivedAtMs: number;
}

export interface LiveState {
  readonly connection: Connection;
  readonly epoch: string | null;
  readonly sequence: number;
  readonly activity: Activity;
  /** The base URLs of live gateways that were not reached lately. */
  readonly unreached: readonly string[];
  /** The live accounts whose gateway was asked and has answered nothing for a while. */
  readonly unanswered: readonly string[];
  readonly keychainTrouble: boolean;
  /** The program's files were replaced or removed under the desk. */
  readonly programChanged: boolean;
  /** The desk is comparing rows with all earlier payments, and answers nothing else meanwhile. */
  readonly isScreening: boolean;
  readonly closing: boolean;
  readonly batches: ReadonlyMap<BatchId, LiveBatch>;
}

export const LIVE_START: LiveState = {
  connection: 'connecting',
  epoch: null,
  sequence: 0,
  activity: { kind: 'idle' },
  unreached: [],
  unanswered: [],
  keychainTrouble: false,
  programChanged: false,
  isScreening: false,
  closing: false,
  batches: new Map(),
};

/** Whether payouts are being sent now. Following sent payouts, which may take days, does not count. */
export function isSendingNow({ activity, batches }: LiveState): boolean {
  if (activity.kind === 'preparing') return true;
  if (activity.kind !== 'sending') return false;
  const batch = parseBatchId(activity.batch);
  const phase = batch === null ? undefined : batches.get(batch)?.progress.phase;
  return phase !== 'settling' && phase !== 'done';
}

/** The one answer to what a batch does now: "sending" only while payments leave and the gateway answers. */
export function shownState({ batch, state }: BatchView, live: LiveState): ShownBatchState {
  const { activity, batches } = live;
  if (activity.kind === 'preparing' && activity.work === 'pay' && activity.batch === batch) return 'waiting';
  if (state !== 'sending') return state;
  const progress = batches.get(batch)?.progress;
  if (progress === undefined || progress.phase === 'done') return 'waiting';
  const { note, inFlight } = progress;
  if (awaitsGateway(progress, live)) return 'waiting';
  if (note === null || (note.code === 'progress.proving' && inFlight > 0)) return 'sending';
  return note.code === 'progress.stopping' ? 'pausing' : 'waiting';
}

/** Whether the batch waits for a gateway that answers nothing. A note says of itself what else it waits for. */
export function awaitsGateway(
  { view: { profile }, note, phase }: LiveProgress,
  { unanswered }: Pick<LiveState, 'unanswered'>,
): boolean {
  const isSaidElse = note !== null && note.code !== 'progress.proving';
  return phase === 'sending' && !isSaidElse && unanswered.includes(profile);
}

type EnvironmentChange = Extract<NumberedEvent['event'], { kind: 'environment' }>['about'];

export type EventStep =
  | { readonly kind: 'next'; readonly state: LiveState }
  | { readonly kind: 'missed' }
  | { readonly kind: 'old' };

/**
 * Applies one event; `nowMs` is on the page's monotonic clock. Returns `missed` when earlier events are missing, `old` when it is
 * already applied.
 */
export function applyEvent(
  state: LiveState,
  { epoch, sequence, atMs, event }: NumberedEvent,
  nowMs: number,
): EventStep {
  if (event.kind === 'snapshot') {
    const eventPlace = { epoch, sequence: event.progressAt };
    const batches = new Map(
      event.progress.map((progress) => [progress.view.batch, { progress, eventPlace, atMs, receivedAtMs: nowMs }]),
    );
    const { activity, troubles, unreached, unanswered } = event;
    const around = {
      unreached,
      unanswered,
      keychainTrouble: troubles.includes('keychain'),
      programChanged: troubles.includes('programChanged'),
    };
    return {
      kind: 'next',
      state: { ...state, ...around, epoch, sequence, activity, batches, isScreening: false, closing: false },
    };
  }
  if (epoch !== state.epoch || sequence > state.sequence + 1) return { kind: 'missed' };
  if (sequence <= state.sequence) return { kind: 'old' };
  return { kind: 'next', state: { ...takeEvent(state, event, { epoch, sequence, atMs, nowMs }), sequence } };
}

function takeEvent(
  state: LiveState,
  event: Exclude<NumberedEvent['event'], { kind: 'snapshot' }>,
  { nowMs, atMs, ...eventPlace }: EventPlace & { readonly atMs: number; readonly nowMs: number },
): LiveState {
  switch (event.kind) {
    case 'activity':
      return { ...state, activity: event.activity };
    case 'progress':
      return {
        ...state,
        batches: withBatch(state, { progress: event.progress, eventPlace, atMs, receivedAtMs: nowMs }),
      };
    case 'ended': {
      const known = state.batches.get(event.view.batch);
      if (known === undefined) return state;
      const progress = { ...known.progress, view: event.view, phase: 'done' as const, inFlight: 0 };
      return { ...state, batches: withBatch(state, { progress, eventPlace, atMs, receivedAtMs: nowMs }) };
    }
    case 'environment':
      return { ...state, ...AROUND[event.about] };
    case 'gateways':
      return { ...state, unreached: event.unreached, unanswered: event.unanswered };
    case 'alarm':
    case 'needsPerson':
    case 'changed':
      return state;
    default:
      return unreachable(event);
  }
}

const AROUND: Readonly<Record<EnvironmentChange, Partial<LiveState>>> = {
  keychain: { keychainTrouble: true },
  keychainOpen: { keychainTrouble: false },
  screening: { isScreening: true },
  screened: { isScreening: false },
  closing: { closing: true },
  programChanged: { programChanged: true },
};

function withBatch(state: LiveState, batch: LiveBatch): LiveState['batches'] {
  return new Map(state.batches).set(batch.progress.view.batch, batch);
}

/**
 * The newer of two views. Event numbers of different processes cannot be compared: then the fetched view holds, and it is
 * refetched with the snapshot.
 */
export function newestView(
  { view, after }: Pick<AnswerOf<'readBatch'>, 'view' | 'after'>,
  live: LiveBatch | null,
): BatchView {
  if (live === null || live.eventPlace.epoch !== after.epoch) return view;
  return live.eventPlace.sequence > after.sequence ? live.progress.view : view;
}

/** What counts as paid and as failed in the figures of the month. */
const FIGURES: Readonly<Record<'paid' | 'failed', readonly StateKind[]>> = {
  paid: ['success'],
  failed: STATE_KINDS.filter(endedUnpaid),
};

/**
 * The figures of the month as they are where its unfinished batches stand as in `views`: a run goes on between two answers, and a
 * view may be older than the answer. A payment that is taken back may be of an earlier month: it leaves with the next answer.
 */
export function figuresAt(
  { moving, paid, failed }: AnswerOf<'readFigures'>,
  views: readonly BatchView[],
): Readonly<Record<keyof typeof FIGURES, Sum>> {
  const sums = { paid, failed };
  for (const then of moving) {
    const now = views.find(({ batch }) => batch === then.batch);
    if (now === undefined) continue;
    const since = (key: keyof typeof FIGURES): Sum => ({
      count: FIGURES[key].reduce((sum, kind) => sum + now.counts[kind] - then.counts[kind], 0),
      paise: FIGURES[key].reduce((sum, kind) => sum + now.paise[kind] - then.paise[kind], 0),
    });
    const isOlder = since('paid').count + since('failed').count < 0;
    for (const key of ['paid', 'failed'] as const) {
      const { count, paise } = since(key);
      if (count < 0 && !isOlder) continue;
      sums[key] = { count: Math.max(0, sums[key].count + count), paise: Math.max(0, sums[key].paise + paise) };
    }
  }
  return sums;
}

/** When the figures of `newestView` were so, on the desk's clock. */
export function newestAtMs(
  { asOfMs, after }: Pick<AnswerOf<'readBatch'>, 'asOfMs' | 'after'>,
  live: LiveBatch | null,
): number {
  const isNewer = live !== null && live.eventPlace.epoch === after.epoch && live.eventPlace.sequence > after.sequence;
  return isNewer ? live.atMs : asOfMs;
}

/** What of one book is not confirmed, by batch, with the newest counts of each batch, as its own screen shows them. */
export function newestNeeds(
  { needs, after }: Pick<AnswerOf<'readAttention'>, 'needs' | 'after'>,
  { book, batches }: { readonly book: Book; readonly batches: ReadonlyMap<BatchId, LiveBatch> },
): readonly BatchNeeds[] {
  const newest = new Map(needs.map((own) => [own.batch, own]));
  for (const [batch, { progress, eventPlace }] of batches) {
    const isNewer = eventPlace.epoch === after.epoch && eventPlace.sequence > after.sequence;
    if (!isNewer || bookOfBatch(batch) !== book) continue;
    const { counts, paise } = progress.view;
    const known = newest.get(batch) ?? { batch, decide: NOTHING, checking: NOTHING };
    newest.set(batch, needsNow(known, { count: counts.unknown, paise: paise.unknown }));
  }
  return [...newest.values()];
}

/** Moments are event counts, so that a request between two events has its place among them. */
export interface RecentStates {
  readonly add: (event: NumberedEvent['event']) => void;
  /** How many events have arrived. */
  readonly eventCount: () => number;
  /** The last state of a payout in an event after the moment; null when there is none. */
  readonly stateSince: (payout: PayoutKey, moment: number) => StateKind | null;
}

export interface PayoutKey {
  readonly batch: BatchId;
  readonly rowNumber: number;
}

interface RecentState {
  readonly state: StateKind;
  readonly moment: number;
}

type StatesByBatch = Map<BatchId, Map<number, RecentState>>;

export function makeRecentStates(): RecentStates {
  let moment = 0;
  let recent: StatesByBatch = new Map();
  let earlier: StatesByBatch = new Map();
  return {
    add: (event) => {
      moment += 1;
      if (event.kind === 'snapshot') [earlier, recent] = [new Map(), new Map()];
      // Lists are being refetched now. Older states stay for one more round, so that no row steps back meanwhile. A repeated
      // event adds nothing and drops nothing more.
      const isToRead = event.kind === 'changed' && event.topics.includes('payouts');
      if (isToRead && recent.size > 0) [earlier, recent] = [recent, new Map()];
      if (event.kind !== 'progress') return;
      const { batch } = event.progress.view;
      const states = recent.get(batch) ?? new Map<number, RecentState>();
      recent.set(batch, states);
      for (const { rowNumber, state } of event.changes) states.set(rowNumber, { state, moment });
    },
    eventCount: () => moment,
    stateSince: ({ batch, rowNumber }, since) => {
      const known = recent.get(batch)?.get(rowNumber) ?? earlier.get(batch)?.get(rowNumber);
      return known !== undefined && known.moment > since ? known.state : null;
    },
  };
}
