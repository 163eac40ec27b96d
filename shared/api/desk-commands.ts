import { z } from 'zod';
import { NOTE_MAX_CHARACTERS } from '../limits.ts';
import {
  BATCH_ID,
  BOOK,
  COUNT,
  changing,
  DOWNLOAD,
  EVENT_PLACE,
  HANDLE,
  NOTHING,
  reading,
  SUM,
  TIME_MS,
  TOTAL_PAISE,
  TYPED_TEXT,
} from './schemas.ts';
/** How the window looks and what it remembers. Shape: `profile` the one chosen last. */
export const WINDOW_SETTINGS = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  maskAccounts: z.boolean(),
  profile: TYPED_TEXT.nullable(),
});
export type Settings = z.infer<typeof WINDOW_SETTINGS>;

/** What takes the place of the one thing at a time: paying, or what must not go on beside it. */
const WORK = z.enum(['pay', 'cancel', 'restore', 'unlock']);
export type Work = z.infer<typeof WORK>;

/** What the desk's process is doing about payouts: one thing at a time. */
export const ACTIVITY = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('idle') }),
  /** `pay`: asking the gateway before anything is sent; the others send nothing. */
  z.object({ kind: z.literal('preparing'), batch: z.string().nullable(), work: WORK }),
  z.object({ kind: z.literal('sending'), batch: z.string() }),
  z.object({ kind: z.literal('following'), batch: z.string().nullable() }),
]);
export type Activity = z.infer<typeof ACTIVITY>;

/**
 * A desk whose database was restored or copied: it may only look up until a person opens it. Shape: `isGone` when another
 * database lay here, which can be put back; `unknown` every payout of it in doubt, what seems unsent among them; `lost` the batches that it no longer has.
 */
const LOCKED_BOOK = z.object({
  book: BOOK,
  why: z.string(),
  isGone: z.boolean(),
  unknown: SUM,
  lost: z.array(z.object({ batch: BATCH_ID, rows: COUNT, totalPaise: TOTAL_PAISE, createdAtMs: TIME_MS })),
});

/** Shape: `warnings` are sentences about the data folder. */
const DESK = z.object({
  version: z.string(),
  door: z.enum(['electron', 'browser']),
  dataFolder: z.string(),
  actor: z.string(),
  warnings: z.array(z.string()),
  lockedBooks: z.array(LOCKED_BOOK),
  activity: ACTIVITY,
});

export const DESK_COMMANDS = {
  readDesk: reading({}, DESK),
  readSettings: reading({}, WINDOW_SETTINGS),
  saveSettings: changing({ settings: WINDOW_SETTINGS.partial() }, WINDOW_SETTINGS),

  /** Asks each gateway of real money again that was not reached lately. Errors: refused with why one is still not reached. */
  checkGateways: reading({}, NOTHING),

  /** What waits for a person. Shape: the payouts in doubt by their batch; `after` the last event before this; of
   * `lateNews`, `mismatches` are answers about another payment. */
  readAttention: reading(
    { book: BOOK },
    z.object({
      after: EVENT_PLACE,
      unknown: z.array(z.object({ batch: BATCH_ID, count: COUNT })),
      lateNews: COUNT,
      mismatches: COUNT,
    }),
  ),

  /** What happened around the desk, as text. */
  exportLog: reading({}, DOWNLOAD),

  /** A verified copy of a desk's database. */
  backUp: reading({ book: BOOK }, DOWNLOAD),
  /**
   * Puts a backup in the place of a desk's database, which is kept beside it. Refused while a batch is being sent.
   * Shape: `typed` is RESTORE_WORD; `locked` when the backup is older than the desk was: then `unknown` payouts are in doubt.
   */
  restore: changing(
    { book: BOOK, file: HANDLE, typed: TYPED_TEXT },
    z.object({ kept: z.string().nullable(), locked: z.string().nullable(), unknown: COUNT }),
  ),
  /** Verifies a desk's whole audit log. Shape: nothing in `findings` when all of it fits; `more` are found and not told. */
  verifyAudit: reading(
    { book: BOOK },
    z.object({
      entries: COUNT,
      batches: COUNT,
      payouts: COUNT,
      findings: z.array(z.object({ code: z.string(), message: z.string() })),
      more: COUNT,
    }),
  ),
  /** A person has understood why the desk opened locked, and opens it for new batches. Shape: `unknown` as it was shown. */
  openLockedDesk: changing(
    { book: BOOK, unknown: COUNT, note: z.string().trim().min(1).max(NOTE_MAX_CHARACTERS) },
    NOTHING,
  ),
};

/** What a person types before a backup takes the place of a database. */
export const RESTORE_WORD = 'RESTORE';
