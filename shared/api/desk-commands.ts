import { z } from 'zod';
import { CELL_MAX_CHARACTERS, NOTE_MAX_CHARACTERS, SAVED_FILTERS_MAX } from '../limits.ts';
import { LANGUAGES } from '../report-forms.ts';
import {
  BATCH_ID,
  BOOK,
  COUNT,
  changing,
  DOWNLOAD,
  ENVIRONMENT,
  HANDLE,
  NOTHING,
  reading,
  SUM,
  TIME_MS,
  TOTAL_PAISE,
  TYPED_TEXT,
  WORDS,
} from './schemas.ts';

/** A column's key, and a grid's name: names that this program gives. */
const GRID_KEY = z.string().min(1).max(40);

/** How a person left a grid. Shape: by the columns' keys; `sort` null for the order that the list has by itself. Units: pixels. */
const GRID_LAYOUT = z.object({
  widths: z.record(GRID_KEY, z.int().min(24).max(2_000)),
  hidden: z.array(GRID_KEY).max(100),
  sort: z.object({ key: GRID_KEY, direction: z.enum(['up', 'down']) }).nullable(),
});
export type GridLayout = z.infer<typeof GRID_LAYOUT>;

/** What History was filtered by, as it was typed, under a person's own name for it. */
const SAVED_FILTER = z.object({
  name: TYPED_TEXT.min(1),
  tab: z.enum(['payouts', 'batches', 'orders']),
  typed: z.object({
    search: TYPED_TEXT,
    state: TYPED_TEXT,
    from: TYPED_TEXT,
    to: TYPED_TEXT,
    amountFrom: TYPED_TEXT,
    amountTo: TYPED_TEXT,
  }),
});
export type SavedFilter = z.infer<typeof SAVED_FILTER>;

/**
 * How the window looks and what it remembers. Shape: `profile` the one chosen last; `draft` the one on the screen; `grids` by name: where it is saved, those
 * that are not named stay as they are.
 */
export const WINDOW_SETTINGS = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  maskAccounts: z.boolean(),
  /** What the window speaks; the command line and what is exported have their own. */
  language: z.enum(LANGUAGES).default('en'),
  profile: TYPED_TEXT.nullable(),
  draft: HANDLE.nullable().default(null),
  grids: z.record(GRID_KEY, GRID_LAYOUT).default({}),
  filters: z.array(SAVED_FILTER).max(SAVED_FILTERS_MAX).default([]),
  /** The books' accounts that a journal names, and who pays on a payment advice: empty for the account's name. */
  books: z
    .object({ debit: TYPED_TEXT.min(1), credit: TYPED_TEXT.min(1), payer: TYPED_TEXT })
    .default({ debit: 'Payouts', credit: 'Gateway wallet', payer: '' }),
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
  why: WORDS,
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
  warnings: z.array(WORDS),
  lockedBooks: z.array(LOCKED_BOOK),
  activity: ACTIVITY,
});

export const DESK_COMMANDS = {
  readDesk: reading({}, DESK),
  readSettings: reading({}, WINDOW_SETTINGS),
  saveSettings: changing({ settings: WINDOW_SETTINGS.partial() }, WINDOW_SETTINGS),

  /** Asks each gateway of real money again that was not reached lately. Errors: refused with why one is still not reached. */
  checkGateways: reading({}, NOTHING),

  /** The program, the machine, the desks in figures, and what happened around them, as text that names nobody. */
  exportLog: reading({}, DOWNLOAD),

  /** Saves a list as it stands on the screen. Shape: paise for a column of amounts, null for an empty cell; at most SAVED_CELLS_MAX cells. */
  exportList: reading(
    {
      title: TYPED_TEXT,
      environment: ENVIRONMENT.nullable(),
      format: z.enum(['xlsx', 'csv']),
      columns: z.array(z.object({ header: TYPED_TEXT, isAmount: z.boolean() })).max(100),
      rows: z.array(z.array(z.union([z.string().max(CELL_MAX_CHARACTERS), TOTAL_PAISE]).nullable())),
    },
    DOWNLOAD,
  ),
};

/** What a person types before a backup takes the place of a database. */
export const RESTORE_WORD = 'RESTORE';

export const RECOVERY_COMMANDS = {
  /** A verified copy of a desk's database. */
  backUp: reading({ book: BOOK }, DOWNLOAD),
  /**
   * Puts a backup in the place of a desk's database, which is kept beside it. Refused while a batch is being sent.
   * Shape: `typed` is RESTORE_WORD; `locked` when the backup is older than the desk was: then `unknown` payouts are in doubt.
   */
  restore: changing(
    { book: BOOK, file: HANDLE, typed: TYPED_TEXT },
    z.object({ kept: z.string().nullable(), locked: WORDS.nullable(), unknown: COUNT }),
  ),
  /** Whether a report of a batch is what the desk would write now. */
  verifyReport: reading(
    { file: HANDLE },
    z.object({
      batch: BATCH_ID,
      asOf: z.string().nullable(),
      verdict: z.enum(['same', 'outdated', 'altered']),
      findings: z.array(z.object({ kind: z.enum(['altered', 'outdated']), message: WORDS })),
      more: COUNT,
    }),
  ),
  /** Verifies a desk's whole audit log. Shape: nothing in `findings` when all of it fits; `more` are found and not told. */
  verifyAudit: reading(
    { book: BOOK },
    z.object({
      entries: COUNT,
      batches: COUNT,
      payouts: COUNT,
      alarms: COUNT,
      findings: z.array(z.object({ code: z.string(), message: WORDS })),
      more: COUNT,
    }),
  ),
  /** A person has understood why the desk opened locked, and opens it for new batches. Shape: `unknown` as it was shown. */
  openLockedDesk: changing(
    { book: BOOK, unknown: COUNT, note: z.string().trim().min(1).max(NOTE_MAX_CHARACTERS) },
    NOTHING,
  ),
};
