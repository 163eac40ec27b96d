// Commands about the desk itself: what it is, how it looks, its backups and its audit log. In: nothing. Out: entries of the
// contract. This file must never let a setting change what may be paid.

import { z } from 'zod';
import { changing, NOTHING, reading } from './command.ts';
import { DOWNLOAD } from './file-handles.ts';
import { BOOK, COUNT, HANDLE, REFUSAL, TIME_MS, TYPED_TEXT } from './schemas.ts';

/** How the window looks and what it remembers. Shape: `profile` the one chosen last. */
export const SETTINGS = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  maskAccounts: z.boolean(),
  profile: TYPED_TEXT.nullable(),
});
export type Settings = z.infer<typeof SETTINGS>;

/** What the desk's process is doing about payouts: one thing at a time. */
export const ACTIVITY = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('idle') }),
  /** Asking the gateway before anything is sent. */
  z.object({ kind: z.literal('preparing'), batch: z.string().nullable() }),
  z.object({ kind: z.literal('sending'), batch: z.string() }),
  z.object({ kind: z.literal('following'), batch: z.string().nullable() }),
]);
export type Activity = z.infer<typeof ACTIVITY>;

/** Shape: `warnings` are sentences about the data folder; `lockedBooks` may only look up until a person opens them. */
const DESK = z.object({
  version: z.string(),
  door: z.enum(['electron', 'browser']),
  dataFolder: z.string(),
  actor: z.string(),
  warnings: z.array(z.string()),
  activity: ACTIVITY,
});

export const DESK_COMMANDS = {
  readDesk: reading({}, DESK),
  readSettings: reading({}, SETTINGS),
  saveSettings: changing({ settings: SETTINGS.partial() }, SETTINGS),

  /** What waits for a person, for the badges of the rail. */
  readAttention: reading({ book: BOOK }, z.object({ unknown: COUNT, lateNews: COUNT, paused: COUNT })),

  /** What happened around the desk, as text. */
  exportLog: reading({}, DOWNLOAD),

  backUp: reading({}, DOWNLOAD),
  /** Puts a backup in the place of the database: every queued payout in it becomes unknown. Shape: `typed` as asked for. */
  restore: changing({ file: HANDLE, typed: TYPED_TEXT }, NOTHING),
  verifyAudit: reading(
    { book: BOOK },
    z.object({ entries: COUNT, headAtMs: TIME_MS.nullable(), problem: REFUSAL.nullable() }),
  ),
  /** A person has understood why the desk opened locked, and opens it for new batches. */
  openLockedDesk: changing({ book: BOOK }, NOTHING),
};
