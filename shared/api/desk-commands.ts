import { z } from 'zod';
import {
  BATCH_ID,
  BOOK,
  COUNT,
  changing,
  DOWNLOAD,
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

  /** What happened around the desk, as text. */
  exportLog: reading({}, DOWNLOAD),
};
