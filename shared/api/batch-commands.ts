import { z } from 'zod';
import { BATCH_NAME_MAX_CHARACTERS, CELL_MAX_CHARACTERS, CONFIRM_LISTED, SHEET_MAX_ROWS } from '../limits.ts';
import { BATCH_QUESTION_KINDS, TICK_REASONS, type Ticks } from '../repeats.ts';
import { LANGUAGES, REPORT_FORMS } from '../report-forms.ts';
import { CORRECTED_FIELDS } from '../retry.ts';
import { DRAFT_READING } from './draft-commands.ts';
import {
  BATCH_ID,
  BATCH_STATE,
  BATCH_VIEW,
  BOOK,
  BY_METHOD,
  COUNT,
  changing,
  DOWNLOAD,
  ENVIRONMENT,
  EVENT_PLACE,
  HANDLE,
  NOTHING,
  PAYOUT_NAME,
  PROFILE_NAME,
  REFUSAL,
  REPEAT,
  reading,
  SEAL,
  STATE_KIND,
  SUM,
  TIME_MS,
  TOTAL_PAISE,
  TYPED_TEXT,
  WINDOW,
  WORDS,
} from './schemas.ts';

/** What a person must tick before Pay is enabled. */
const TICK = z.enum(['warnings', 'repeatedFile', 'unsureLookups']);

/** What a person may tick before a batch goes on. */
const RESUME_TICK = z.enum([...TICK.options, 'walletFall']);

/** Row numbers that a person ticked, by the reason that each tick lifts. A row with two reasons needs both. */
const ROW_TICKS = z.strictObject({
  paidBefore: z.array(z.int().min(1)).max(SHEET_MAX_ROWS),
  difference: z.array(z.int().min(1)).max(SHEET_MAX_ROWS),
  accountChanged: z.array(z.int().min(1)).max(SHEET_MAX_ROWS),
  batches: z.array(BATCH_ID).max(SHEET_MAX_ROWS),
}) satisfies z.ZodType<Ticks>;

/**
 * An earlier payment that a row repeats. `paise` is what was paid of it; `payTo` is the UPI ID, or account and IFSC; `otherName`
 * whose it was where that clearly is another payee.
 */
const EARLIER_PAID = z.object({
  batch: BATCH_ID,
  rowNumber: z.int(),
  state: STATE_KIND,
  paise: COUNT,
  atMs: TIME_MS.nullable(),
  payTo: z.string(),
  otherName: z.string().nullable(),
});

/** A row that repeats earlier payments, with the UPI ID, or account and IFSC, that it would pay now. */
const REPEATING_ROW = z.object({
  rowNumber: z.int(),
  name: z.string().nullable(),
  paise: COUNT,
  payTo: z.string(),
});

/**
 * Rows that are left out unless they are ticked. Shape: `rows` the first of `sum`, to be read; no other may be ticked. Of a row
 * with several `reasons` each is ticked by itself; `message` says this one.
 */
const TICKABLE = z.object({
  reason: z.enum(TICK_REASONS),
  sum: SUM,
  rows: z.array(
    REPEATING_ROW.extend({
      reasons: z.array(z.enum(TICK_REASONS)),
      message: WORDS,
      earlier: z.array(EARLIER_PAID),
      differencePaise: COUNT.nullable(),
    }),
  ),
});

/**
 * Rows that can be paid by themselves, and are left out for one reason of the desk's history. Shape: `isAsked` where a tick lets
 * them through; `message` and `cure` of the first of `rows`; `messages` of the first of them, one each.
 */
const HELD_BACK = z.object({
  code: z.string(),
  isAsked: z.boolean(),
  message: WORDS,
  cure: WORDS,
  rows: z.array(z.int()),
  messages: z.array(WORDS),
});

/** One question about all rows that repeat an earlier batch. `rows` are the first of `sum`. */
const BATCH_QUESTION = z.object({
  batch: BATCH_ID,
  name: z.string(),
  confirmedAtMs: TIME_MS,
  kind: z.enum(BATCH_QUESTION_KINDS),
  sum: SUM,
  rows: z.array(REPEATING_ROW.extend({ earlier: EARLIER_PAID })),
});

/** A row with whom it pays and how much, as far as the sheet can be read there. */
const NAMED_ROW = z.object({ rowNumber: z.int(), name: z.string().nullable(), paise: COUNT.nullable() });
export type NamedRow = z.infer<typeof NAMED_ROW>;

/**
 * People of whom something is not as in the last batch. Shape: `rows` the first of `sum.count`; `beforePaise` what they got then;
 * `accounts` what that name was paid to then and is paid to now, where that is another one.
 */
const CHANGED_SINCE = z.object({
  sum: SUM,
  rows: z.array(
    NAMED_ROW.extend({
      beforePaise: COUNT.nullable(),
      accounts: z.object({ before: z.string(), now: z.string() }).nullable(),
    }),
  ),
});

/** Rows left out for one reason. Shape: `message` null where each of `rows`, the first of `sum.count`, says its own. */
const LEFT_OUT = z.object({
  code: z.string(),
  message: WORDS.nullable(),
  sum: SUM,
  rows: z.array(NAMED_ROW.extend({ message: WORDS.nullable() })),
});

/** One warning. Shape: `rows` the first of `count`; none where it is about the whole batch. */
const WARNING = z.object({ code: z.string(), message: WORDS, count: COUNT, rows: z.array(NAMED_ROW) });

/** What is paid again, and every detail that is another one now, of rows that are left out as well. Shape: null where there was or is none. */
const RETRY = z.object({
  batch: BATCH_ID,
  corrections: z.array(
    z.object({
      row: z.int(),
      name: z.string().nullable(),
      field: z.enum(CORRECTED_FIELDS),
      from: z.string().nullable(),
      to: z.string().nullable(),
    }),
  ),
});

/**
 * Everything a person confirms.
 * Shape: `leftOut` by reason, rows already paid among them, the first of `leftOutCount` rows with `leftOutPaise` in all; `repeats` are earlier batches of this file or these rows, newest
 * first; `tickable` rows are paid only when they were ticked by number, those of `questions` when their batch was; `payeeNumbers` rows whose reference is their payee's own number, and is not sent; `retry` null for a file; `wallet` as the gateway reported it, `balancePaise` only once a person has said what its number counts.
 * `warnings` by their sentence, the first of `warningCount` in all. `seal` stands for all of it at Start. `blocked` is why it
 * cannot be started at all, and then there is no seal.
 */
export const CONFIRMATION = z.object({
  draft: HANDLE,
  revision: COUNT,
  profile: z.string(),
  environment: ENVIRONMENT,
  mid: z.int(),
  baseUrl: z.string(),
  file: z.string(),
  count: COUNT,
  totalPaise: TOTAL_PAISE,
  byMethod: BY_METHOD,
  largestPaise: TOTAL_PAISE,
  leftOut: z.array(LEFT_OUT),
  leftOutCount: COUNT,
  leftOutPaise: TOTAL_PAISE,
  repeats: z.array(REPEAT),
  warnings: z.array(WARNING),
  warningCount: COUNT,
  ticks: z.array(TICK),
  tickable: z.array(TICKABLE),
  questions: z.array(BATCH_QUESTION),
  payeeNumbers: COUNT,
  retry: RETRY.nullable(),
  wallet: z.object({ reported: z.string(), balancePaise: z.int().nullable() }).nullable(),
  estimatedSeconds: COUNT,
  ratePerSecond: COUNT,
  seal: SEAL.nullable(),
  blocked: REFUSAL.nullable(),
});
export type ConfirmationView = z.infer<typeof CONFIRMATION>;

/** A line of the list of batches. */
const BATCH_LINE = z.object({
  view: BATCH_VIEW,
  name: z.string(),
  file: z.string(),
  rows: COUNT,
  totalPaise: TOTAL_PAISE,
  createdAtMs: TIME_MS,
});

/** A batch with everything its screens show. Shape: `after` the last event before this. */
/** `emailColumns` are the columns among which a person must choose the payees' e-mail addresses; empty where nothing is asked. */
const BATCH_DETAIL = z.object({
  after: EVENT_PLACE,
  view: BATCH_VIEW,
  name: z.string(),
  file: z.string(),
  sheet: z.string().nullable(),
  environment: ENVIRONMENT,
  mid: z.int(),
  baseUrl: z.string(),
  createdAtMs: TIME_MS,
  confirmedBy: z.string(),
  rows: COUNT,
  totalPaise: TOTAL_PAISE,
  leftOutCount: COUNT,
  retryOf: BATCH_ID.nullable(),
  emailColumns: z.array(z.string()),
  asksCountAgain: z.boolean(),
  heldCount: COUNT,
  alarms: COUNT,
  nextLookupAtMs: TIME_MS.nullable(),
});

const BATCH = { batch: BATCH_ID };

const LISTED = z.int().min(CONFIRM_LISTED).max(SHEET_MAX_ROWS).default(CONFIRM_LISTED);

export const BATCH_COMMANDS = {
  /**
   * Asks the gateway and the desk's history about a draft; nothing is paid, but what look-ups before a retry tell is recorded.
   * Shape: `listed` is how many warnings, and rows of each kind of tick, are to be read; `asker` names the page. A newer question
   * of a page about the same draft ends its older one.
   */
  readConfirmation: reading(
    {
      draft: HANDLE,
      revision: COUNT,
      profile: PROFILE_NAME,
      rowTicks: ROW_TICKS.default({ paidBefore: [], difference: [], accountChanged: [], batches: [] }),
      asker: z.uuid().nullable().default(null),
      listed: LISTED,
    },
    CONFIRMATION,
  ),

  /**
   * What of a draft repeats earlier payments, by the desk's history alone. Shape: `sum` of what would be paid with these ticks,
   * `repeated` of the rows that are asked about; `held` those that would not be paid, of which the draft itself calls `heldReady`
   * ready.
   */
  readRepeats: reading(
    { draft: HANDLE, revision: COUNT, profile: PROFILE_NAME, rowTicks: ROW_TICKS, listed: LISTED },
    z.object({
      sum: SUM,
      byMethod: BY_METHOD,
      repeated: SUM,
      held: z.array(HELD_BACK),
      heldReady: COUNT,
      tickable: z.array(TICKABLE),
      questions: z.array(BATCH_QUESTION),
    }),
  ),

  /**
   * What is new beside the last batch that paid mostly the same people from the same account: people who were not in it, others
   * who have another account now, and whose amount went up by more than a fifth. Shape: null where there is no such batch.
   */
  readSinceLast: reading(
    { draft: HANDLE, revision: COUNT, profile: PROFILE_NAME },
    z.object({
      last: z
        .object({
          batch: BATCH_ID,
          name: z.string().nullable(),
          confirmedAtMs: TIME_MS,
          added: CHANGED_SINCE,
          moved: CHANGED_SINCE,
          raised: CHANGED_SINCE,
        })
        .nullable(),
    }),
  ),

  /**
   * Confirms the draft and starts sending it. `seal`, `count` and `totalPaise` are what the person saw, and typed where it is
   * LIVE: refused as `changedMeanwhile` when the desk would now pay anything else, from elsewhere, or with another warning.
   */
  startBatch: changing(
    {
      draft: HANDLE,
      revision: COUNT,
      profile: PROFILE_NAME,
      name: z.string().trim().max(BATCH_NAME_MAX_CHARACTERS).nullable(),
      count: COUNT,
      totalPaise: TOTAL_PAISE,
      seal: SEAL,
      ticks: z.array(TICK),
      rowTicks: ROW_TICKS.default({ paidBefore: [], difference: [], accountChanged: [], batches: [] }),
      /** The first payout goes alone; once it is known, the batch pauses and asks. */
      firstAlone: z.boolean().default(false),
      repeatOf: BATCH_ID.nullable(),
    },
    z.object({ batch: BATCH_ID }),
  ),

  /** Stops new requests at once; those in flight are awaited. Shape: how many are in flight now. */
  pauseBatch: changing(BATCH, z.object({ inFlight: COUNT })),
  /** Sends what is safely unsent. Shape: `count` as typed where BATCH_DETAIL says `asksCountAgain`, else null. */
  resumeBatch: changing({ ...BATCH, count: COUNT.nullable(), ticks: z.array(RESUME_TICK) }, NOTHING),
  /** Drops what has not been sent. */
  cancelBatch: changing(BATCH, BATCH_VIEW),
  /** Looks up now what would be looked up later. */
  checkNow: changing(BATCH, NOTHING),

  /** Every batch of both desks, newest first. Shape: `after` the last event before this. */
  listBatches: reading({}, z.object({ after: EVENT_PLACE, batches: z.array(BATCH_LINE) })),
  /** A window of a desk's batches, with what all of those that are filtered pay. Shape: as of payouts. */
  searchBatches: reading(
    {
      book: BOOK,
      states: z.array(BATCH_STATE),
      search: TYPED_TEXT,
      amountFromPaise: COUNT.nullable(),
      amountToPaise: COUNT.nullable(),
      fromMs: TIME_MS.nullable(),
      toMs: TIME_MS.nullable(),
      sort: z.object({
        by: z.enum(['createdAt', 'name', 'file', 'profile', 'state', 'rows', 'total', 'paid', 'notSettled', 'notPaid']),
        direction: z.enum(['up', 'down']),
      }),
      window: WINDOW,
    },
    z.object({ total: COUNT, sum: SUM, rows: z.array(BATCH_LINE) }),
  ),
  readBatch: reading(BATCH, BATCH_DETAIL),
  /** Writes what moved within a period over all batches. Shape: null bounds nothing. */
  exportReconciliation: reading(
    { book: BOOK, fromMs: TIME_MS.nullable(), toMs: TIME_MS.nullable(), format: z.enum(['xlsx', 'csv']) },
    DOWNLOAD,
  ),
  /** Writes what is made of a batch. Shape: `language` of what payees read; `emailColumn` the header chosen among `emailColumns`, empty for no addresses. */
  exportBatch: reading(
    {
      ...BATCH,
      form: z.enum(REPORT_FORMS),
      language: z.enum(LANGUAGES).default('en'),
      emailColumn: z.string().max(CELL_MAX_CHARACTERS).nullable().default(null),
    },
    DOWNLOAD,
  ),

  /** What a retry would pay again, and what not with its reason. Shape: `first` the first of what is paid again, each with why it was not paid. */
  readRetry: reading(
    BATCH,
    z.object({
      retried: SUM,
      first: z.array(
        z.object({ payout: PAYOUT_NAME, name: z.string().nullable(), paise: COUNT, message: z.string().nullable() }),
      ),
      notRetried: z.array(z.object({ payout: PAYOUT_NAME, state: STATE_KIND, why: WORDS })),
    }),
  ),
  /** A draft of what `readRetry` would retry, to be corrected and confirmed like a file; the originals are kept. */
  openRetry: changing(BATCH, DRAFT_READING),
};
