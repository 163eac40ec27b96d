// The events from the desk to its windows: first a snapshot, then numbered events. Changes are combined per payout and sent at
// most ten times a second. A window that missed one reconnects with its last number and gets the events since, or a new
// snapshot.

import { z } from 'zod';
import { ACTIVITY } from './desk-commands.ts';
import {
  BATCH_ID,
  BATCH_VIEW,
  BOOK,
  COUNT,
  type EVENT_PLACE,
  MESSAGE,
  PAUSE,
  PAYOUT_NAME,
  STATE_KIND,
  SUM,
} from './schemas.ts';

export type EventPlace = z.infer<typeof EVENT_PLACE>;

/** A run or a watch in progress. Times are in milliseconds. */
export const PROGRESS = z.object({
  phase: z.enum(['preflight', 'sending', 'settling', 'done']),
  note: MESSAGE.nullable(),
  view: BATCH_VIEW,
  total: COUNT,
  inFlight: COUNT,
  elapsedMs: z.number().min(0),
  sentPerSecond: z.number().min(0),
  nextLookupInMs: z.number().min(0).nullable(),
});
export type LiveProgress = z.infer<typeof PROGRESS>;

/** What changed, so that requests about it must be repeated. `confirmations`: whom another batch pays or has paid. */
export const TOPIC = z.enum([
  'batches',
  'payouts',
  'profiles',
  'drafts',
  'recentFiles',
  'settings',
  'unknown',
  'lateNews',
  'confirmations',
  'orders',
  'advice',
  'archive',
  'fileWork',
  'approvals',
  'desks',
  'holds',
]);
export type Topic = z.infer<typeof TOPIC>;

/**
 * `unreached`: the base URLs of live gateways that were not reached lately. `unanswered`: the live accounts whose gateway was asked and
 * has answered nothing for a while.
 */
const GATEWAYS = { unreached: z.array(z.string()), unanswered: z.array(z.string()) };

export const DESK_EVENT = z.discriminatedUnion('kind', [
  /**
   * The first event of every connection that cannot catch up: discard what was known and start from here. `progressAt` is the
   * number of the event with `progress`, which may be older than the snapshot.
   */
  z.object({
    kind: z.literal('snapshot'),
    activity: ACTIVITY,
    progress: z.array(PROGRESS),
    progressAt: COUNT,
    /** What is wrong around the desk now. */
    troubles: z.array(z.enum(['keychain', 'programChanged'])),
    ...GATEWAYS,
  }),
  z.object({ kind: z.literal('activity'), activity: ACTIVITY }),
  z.object({ kind: z.literal('gateways'), ...GATEWAYS }),
  /** `changes` has each payout once, with its current state. */
  z.object({
    kind: z.literal('progress'),
    progress: PROGRESS,
    changes: z.array(z.object({ rowNumber: z.int(), state: STATE_KIND })),
  }),
  /** A run or a watch of a batch ended. */
  z.object({
    kind: z.literal('ended'),
    view: BATCH_VIEW,
    end: z.enum(['reached', 'bound', 'paused', 'preempted', 'refused']),
    pause: PAUSE.nullable(),
  }),
  /** Something a person must see: it stays under late news or the unknown desk until it is read. */
  z.object({
    kind: z.literal('alarm'),
    alarm: z.enum(['lateNews', 'echoMismatch']),
    batch: BATCH_ID,
    payout: PAYOUT_NAME.nullable(),
  }),
  /** More payments of a batch need a person than were said before; `decide` is all of them. */
  z.object({ kind: z.literal('needsPerson'), batch: BATCH_ID, decide: SUM }),
  /** Read these again, in this desk. */
  z.object({ kind: z.literal('changed'), book: BOOK.nullable(), topics: z.array(TOPIC) }),
  /**
   * Something around the desk changed. `keychain`: it gives no token. `screening`: rows to
   * confirm are compared with all earlier payouts, and other requests may wait for that. `programChanged`: the program's files were
   * replaced or removed, so only what is loaded goes on.
   */
  z.object({
    kind: z.literal('environment'),
    about: z.enum(['keychain', 'keychainOpen', 'screening', 'screened', 'closing', 'programChanged']),
  }),
]);
export type DeskEvent = z.infer<typeof DESK_EVENT>;

/** `atMs`: since when what it says is so; of a snapshot, its progress. `sequence` grows by one; `epoch` identifies the process, so that another process's numbers are never taken for ours. */
export interface NumberedEvent {
  readonly epoch: string;
  readonly sequence: number;
  readonly atMs: number;
  readonly event: DeskEvent;
}
