import { z } from 'zod';
import { CELL_MAX_CHARACTERS, LEDGER_RULES_MAX, NOTE_MAX_CHARACTERS, SAVED_FILTERS_MAX } from '../limits.ts';
import { PAYMENT_KINDS } from '../payment-kinds.ts';
import { LANGUAGES } from '../report-forms.ts';
import {
  BATCH_ID,
  BOOK,
  COUNT,
  changing,
  DOWNLOAD,
  ENVIRONMENT,
  HANDLE,
  MESSAGE,
  NOTHING,
  PAYOUT_NAME,
  reading,
  SUM,
  TIME_MS,
  TOTAL_PAISE,
  TYPED_TEXT,
} from './schemas.ts';

/** A column's key or a grid's name, both given by this program. */
const GRID_KEY = z.string().min(1).max(40);

/** How a person left a grid, by column key; `sort` is null for the list's own order, `widths` are in pixels. */
const GRID_LAYOUT = z.object({
  widths: z.record(GRID_KEY, z.int().min(24).max(2_000)),
  hidden: z.array(GRID_KEY).max(100),
  sort: z.object({ key: GRID_KEY, direction: z.enum(['up', 'down']) }).nullable(),
});
export type GridLayout = z.infer<typeof GRID_LAYOUT>;

/** A filter of History as typed, under the name a person gave it. */
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

/** See domain/journal.ts. An empty text or null fits every payment; an empty ledger is the default one. */
const LEDGER_RULE = z.object({
  column: TYPED_TEXT,
  value: TYPED_TEXT,
  kind: z.enum(PAYMENT_KINDS).nullable(),
  profile: TYPED_TEXT,
  debit: TYPED_TEXT,
  credit: TYPED_TEXT,
});
export type LedgerRule = z.infer<typeof LEDGER_RULE>;

const SAVED_SETTINGS = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  maskAccounts: z.boolean(),
  /** The window's language; the command line and exports have their own. */
  language: z.enum(LANGUAGES),
  profile: TYPED_TEXT.nullable(),
  draft: HANDLE.nullable(),
  grids: z.record(GRID_KEY, GRID_LAYOUT),
  filters: z.array(SAVED_FILTER).max(SAVED_FILTERS_MAX),
  /**
   * The ledger accounts of a journal: by the first rule that fits, else the default ones, empty for none. And the payer on a
   * payment advice; empty for the profile's name.
   */
  books: z.object({
    debit: TYPED_TEXT,
    credit: TYPED_TEXT,
    payer: TYPED_TEXT,
    rules: z.array(LEDGER_RULE).max(LEDGER_RULES_MAX).default([]),
  }),
});

/**
 * How the window looks and what it remembers. `profile`: the last one chosen. `draft`: the one on screen. `grids`: by name;
 * saving leaves those not named unchanged. What a file of an earlier version lacks has a default; what a change leaves out has none.
 */
export const WINDOW_SETTINGS = SAVED_SETTINGS.extend({
  language: SAVED_SETTINGS.shape.language.default('en'),
  draft: SAVED_SETTINGS.shape.draft.default(null),
  grids: SAVED_SETTINGS.shape.grids.default({}),
  filters: SAVED_SETTINGS.shape.filters.default([]),
  books: SAVED_SETTINGS.shape.books.default({ debit: 'Payouts', credit: 'Gateway wallet', payer: '', rules: [] }),
});
export type Settings = z.infer<typeof WINDOW_SETTINGS>;

/** Work that runs one at a time: paying, and what must not run beside it. */
const WORK = z.enum(['pay', 'cancel', 'restore', 'unlock', 'archive']);
export type Work = z.infer<typeof WORK>;

/** What the desk's process is doing about payouts, one thing at a time. */
export const ACTIVITY = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('idle') }),
  /** `pay`: asking the gateway before anything is sent. The others send nothing. */
  z.object({ kind: z.literal('preparing'), batch: z.string().nullable(), work: WORK }),
  z.object({ kind: z.literal('sending'), batch: z.string() }),
  z.object({ kind: z.literal('following'), batch: z.string().nullable() }),
]);
export type Activity = z.infer<typeof ACTIVITY>;

/**
 * A desk whose database was restored or copied: it may only look up until a person unlocks it. `isGone`: another database was
 * here, which can be put back. `unknown`: all its payouts in doubt, including those that seem unsent. `lost`: batches that it
 * no longer has.
 */
const LOCKED_BOOK = z.object({
  book: BOOK,
  why: MESSAGE,
  isGone: z.boolean(),
  unknown: SUM,
  lost: z.array(z.object({ batch: BATCH_ID, rows: COUNT, totalPaise: TOTAL_PAISE, createdAtMs: TIME_MS })),
});

/** `warnings` are about the data folder. */
const DESK = z.object({
  version: z.string(),
  door: z.enum(['electron', 'browser']),
  dataFolder: z.string(),
  actor: z.string(),
  warnings: z.array(MESSAGE),
  lockedBooks: z.array(LOCKED_BOOK),
  activity: ACTIVITY,
});

export const DESK_COMMANDS = {
  readDesk: reading({}, DESK),
  readSettings: reading({}, WINDOW_SETTINGS),
  saveSettings: changing({ settings: SAVED_SETTINGS.partial() }, WINDOW_SETTINGS),

  /** Contacts each live gateway again that was not reached lately. Refused, with the reason, while one is still not reached. */
  checkGateways: reading({}, NOTHING),

  /** The program, the machine, figures of the desks and the log, as text without names. */
  exportLog: reading({}, DOWNLOAD),

  /** Saves a list as shown on screen: paise in columns of amounts, null for empty cells, at most SAVED_CELLS_MAX cells. */
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

/** What a person types before a backup replaces a database. */
export const RESTORE_WORD = 'RESTORE';

/** The parts of a backup or an audit, in this order. */
const FILE_PART = z.enum(['copy', 'file', 'keys', 'log', 'rows']);

export const RECOVERY_COMMANDS = {
  /** A verified copy of a desk's database. `archives`: files of old batches beside it that a copy does not have. */
  backUp: reading({ book: BOOK }, DOWNLOAD.extend({ archives: COUNT })),
  /** How far a backup or an audit is, with `share` from 0 to 1; null while there is none. */
  readFileWork: reading(
    {},
    z.object({ work: z.object({ part: FILE_PART, share: z.number().min(0).max(1) }).nullable() }),
  ),
  /** Stops a backup or an audit. Nothing is left of it. */
  stopFileWork: changing({}, NOTHING),
  /**
   * Replaces a desk's database with a backup and keeps the old one beside it. Refused while a batch is being sent. `typed` is
   * RESTORE_WORD. `locked` is set when the backup is older than the desk was; then `unknown` counts the payouts in doubt.
   */
  restore: changing(
    { book: BOOK, file: HANDLE, typed: TYPED_TEXT },
    z.object({
      kept: z.string().nullable(),
      locked: MESSAGE.nullable(),
      unknown: COUNT,
      missingArchives: z.array(z.string()),
    }),
  ),
  /** Whether a report of a batch, or a payment's passport, is, byte for byte, what the desk wrote. `passport`: of which payment. */
  verifyReport: reading(
    { file: HANDLE },
    z.object({
      passport: PAYOUT_NAME.nullable(),
      batch: BATCH_ID,
      asOf: z.string().nullable(),
      verdict: z.enum(['same', 'outdated', 'notComparable', 'altered']),
      findings: z.array(z.object({ kind: z.enum(['altered', 'notComparable', 'outdated']), message: MESSAGE })),
      more: COUNT,
    }),
  ),
  /** Verifies a desk's whole audit log. `findings` is empty when everything fits; `more` counts findings not listed. */
  verifyAudit: reading(
    { book: BOOK },
    z.object({
      entries: COUNT,
      batches: COUNT,
      payouts: COUNT,
      alarms: COUNT,
      findings: z.array(z.object({ code: z.string(), message: MESSAGE })),
      more: COUNT,
    }),
  ),
  /** A person understood why the desk opened locked, and unlocks it for new batches. `unknown` is the count that was shown. */
  openLockedDesk: changing(
    { book: BOOK, unknown: COUNT, note: z.string().trim().min(1).max(NOTE_MAX_CHARACTERS) },
    NOTHING,
  ),
};
