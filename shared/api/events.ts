// What the desk tells its windows by itself: first a snapshot, then numbered events. Changes of payouts are coalesced
// by payout, at most ten times a second. A window that missed one asks from its last number, and gets what followed or
// a new snapshot.

import { z } from 'zod';
import { ACTIVITY } from './desk-commands.ts';
import {
  BATCH_ID,
  BATCH_VIEW,
  BOOK,
  COUNT,
  type EVENT_PLACE,
  PAUSE,
  PAYOUT_NAME,
  STATE_KIND,
  WORDS,
} from './schemas.ts';

export type EventPlace = z.infer<typeof EVENT_PLACE>;

/** A run or a watch under way. Units: milliseconds. */
export const PROGRESS = z.object({
  phase: z.enum(['preflight', 'sending', 'settling', 'done']),
  note: WORDS.nullable(),
  view: BATCH_VIEW,
  total: COUNT,
  inFlight: COUNT,
  elapsedMs: z.number().min(0),
  sentPerSecond: z.number().min(0),
  nextLookupInMs: z.number().min(0).nullable(),
});
export type LiveProgress = z.infer<typeof PROGRESS>;

/** What changed so that questions about it must be asked again. `confirmations`: whom another batch pays or has paid. */
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
]);
export type Topic = z.infer<typeof TOPIC>;

export const DESK_EVENT = z.discriminatedUnion('kind', [
  /**
   * The first event of every connection that cannot be caught up: forget what was known and start from here.
   * Shape: `progressAt` is the number of the event that told `progress`, which may be older than the snapshot.
   */
  z.object({
    kind: z.literal('snapshot'),
    activity: ACTIVITY,
    progress: z.array(PROGRESS),
    progressAt: COUNT,
    /** What is wrong around the desk now. */
    troubles: z.array(z.enum(['offline', 'keychain'])),
  }),
  z.object({ kind: z.literal('activity'), activity: ACTIVITY }),
  /** Shape: `changes` hold each payout once, with the state it has now. */
  z.object({
    kind: z.literal('progress'),
    progress: PROGRESS,
    changes: z.array(z.object({ rowNumber: z.int(), state: STATE_KIND })),
  }),
  /** A run or a watch of a batch ended. */
  z.object({
    kind: z.literal('ended'),
    view: BATCH_VIEW,
    end: z.enum(['reached', 'bound', 'paused', 'madeWay', 'refused']),
    pause: PAUSE.nullable(),
  }),
  /** Something a person must see: it stays on the late news or the unknown desk until it is read. */
  z.object({
    kind: z.literal('alarm'),
    alarm: z.enum(['lateNews', 'echoMismatch']),
    batch: BATCH_ID,
    payout: PAYOUT_NAME.nullable(),
  }),
  /** Ask again about these, in this desk. */
  z.object({ kind: z.literal('changed'), book: BOOK.nullable(), topics: z.array(TOPIC) }),
  /**
   * Something around the desk changed. `offline`: no gateway of real money is reached; `keychain`: it gives no token; `judging`: rows
   * to be confirmed are held against all that was paid before, and what else is asked may wait for it.
   */
  z.object({
    kind: z.literal('environment'),
    about: z.enum(['online', 'offline', 'keychain', 'keychainOpen', 'judging', 'judged', 'closing']),
  }),
]);
export type DeskEvent = z.infer<typeof DESK_EVENT>;

/** Shape: `sequence` grows by one; `epoch` names the process, so that numbers of another one are never taken for ours. */
export interface NumberedEvent {
  readonly epoch: string;
  readonly sequence: number;
  readonly event: DeskEvent;
}
