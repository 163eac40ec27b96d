import { z } from 'zod';
import {
  BATCH_NAME_MAX_CHARACTERS,
  CELL_MAX_CHARACTERS,
  CLAIM_NAME_MAX_CHARACTERS,
  CONFIRM_LISTED,
  SHEET_MAX_ROWS,
} from '../limits.ts';
import { BATCH_QUESTION_KINDS, TICK_REASONS, type Ticks } from '../repeats.ts';
import { LANGUAGES, REPORT_FORMS } from '../report-forms.ts';
import { REQUEST_STATES } from '../requests.ts';
import { CORRECTED_FIELDS } from '../retry-payout.ts';
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
  MESSAGE,
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
} from './schemas.ts';

/** What a person must tick before Pay is enabled. */
const TICK = z.enum(['warnings', 'repeatedFile', 'unsureLookups']);

/** What a person may tick before a batch resumes. */
const RESUME_TICK = z.enum([...TICK.options, 'walletFall']);

/** Row numbers that a person ticked, by the reason the tick lifts. A row with two reasons needs both. */
export const ROW_TICKS = z.strictObject({
  paidBefore: z.array(z.int().min(1)).max(SHEET_MAX_ROWS),
  difference: z.array(z.int().min(1)).max(SHEET_MAX_ROWS),
  accountChanged: z.array(z.int().min(1)).max(SHEET_MAX_ROWS),
  heldName: z.array(z.int().min(1)).max(SHEET_MAX_ROWS),
  batches: z.array(BATCH_ID).max(SHEET_MAX_ROWS),
  claims: z
    .array(z.object({ rowNumber: z.int().min(0), payment: z.string().max(CLAIM_NAME_MAX_CHARACTERS) }))
    .max(SHEET_MAX_ROWS)
    .optional(),
}) satisfies z.ZodType<Ticks>;

/**
 * An earlier payment that a row repeats. `paise`: what was paid of it. `payTo`: the UPI ID, or account and IFSC. `otherName`:
 * the name it was paid under, where that clearly is another payee's.
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
 * Rows that are left out unless ticked. `rows` are the first of `sum`; only those shown may be ticked. A row with several
 * `reasons` needs a tick for each; `message` is about this one.
 */
const TICKABLE = z.object({
  reason: z.enum(TICK_REASONS),
  sum: SUM,
  rows: z.array(
    REPEATING_ROW.extend({
      reasons: z.array(z.enum(TICK_REASONS)),
      message: MESSAGE,
      earlier: z.array(EARLIER_PAID),
      differencePaise: COUNT.nullable(),
    }),
  ),
});

/**
 * Rows that repeat payments of other desks, and that are left out unless ticked. `rows` are the first of `sum`. `name` of another
 * desk's payment is as the register compares it.
 */
const CLAIMED = z.object({
  sum: SUM,
  rows: z.array(
    REPEATING_ROW.extend({
      others: z.array(
        z.object({
          payment: z.string(),
          by: z.string(),
          state: STATE_KIND,
          paise: COUNT,
          atMs: TIME_MS,
          name: z.string(),
          isPayee: z.boolean(),
        }),
      ),
    }),
  ),
});

/**
 * Payable rows that are left out for one reason in the desk's history. `isAsked`: a tick lets them through. `message` and
 * `cure` are those of the first of `rows`; `messages` has one for each of the first rows.
 */
const HELD_BACK = z.object({
  code: z.string(),
  isAsked: z.boolean(),
  message: MESSAGE,
  cure: MESSAGE,
  rows: z.array(z.int()),
  messages: z.array(MESSAGE),
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

/** A row with its payee and amount, as far as the sheet can be read there. */
/** `payTo`: the UPI ID, or account and IFSC, as the file has them. */
const NAMED_ROW = z.object({
  rowNumber: z.int(),
  name: z.string().nullable(),
  payTo: z.string().nullable(),
  paise: COUNT.nullable(),
});
export type NamedRow = z.infer<typeof NAMED_ROW>;

/**
 * People for whom something differs from the last batch. `rows` are the first of `sum.count`. `beforePaise`: what they got
 * then. `accounts`: the account paid to that name then and now, where they differ.
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

/**
 * What changed since the account's last batch that paid mostly the same people: people who were not in it, people paid to another
 * account, and people whose amount rose by more than a fifth.
 */
const SINCE_LAST = z.object({
  batch: BATCH_ID,
  name: z.string().nullable(),
  confirmedAtMs: TIME_MS,
  added: CHANGED_SINCE,
  moved: CHANGED_SINCE,
  raised: CHANGED_SINCE,
});

/** Rows left out for one reason. `message` is null where each of `rows`, the first of `sum.count`, has its own. */
const LEFT_OUT = z.object({
  code: z.string(),
  message: MESSAGE.nullable(),
  sum: SUM,
  rows: z.array(NAMED_ROW.extend({ message: MESSAGE.nullable() })),
});

/**
 * One warning. `rows` are the first of `count`, empty where it is about the whole batch. `title` goes for all warnings of its code;
 * null where each says it all.
 */
const WARNING = z.object({
  code: z.string(),
  title: MESSAGE.nullable(),
  message: MESSAGE,
  count: COUNT,
  rows: z.array(NAMED_ROW),
});

/** What a retry pays again, and every changed detail, including rows that are left out. Null where there was or is none. */
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
 * What would be paid, and from which account, as a window and the command line show it. `payeeNumbers`: rows whose reference is
 * their payee's own number and is not sent. `wallet` is as the gateway reported it, with `balancePaise` only once a person has
 * confirmed the unit.
 */
const FIGURES = z.object({
  profile: z.string(),
  environment: ENVIRONMENT,
  mid: z.int(),
  baseUrl: z.string(),
  file: z.string(),
  count: COUNT,
  totalPaise: TOTAL_PAISE,
  byMethod: BY_METHOD,
  largestPaise: TOTAL_PAISE,
  payeeNumbers: COUNT,
  wallet: z.object({ reported: z.string(), balancePaise: z.int().nullable() }).nullable(),
  estimatedSeconds: COUNT,
  ratePerSecond: COUNT,
});
export type ConfirmationFigures = z.infer<typeof FIGURES>;

/**
 * Who must approve a payment before it leaves. `why`: where its sum alone does not say it. `makers` may ask and `approvers` sign; `validMs`: how long a request is good.
 * `request`: the one that lets it leave, otherwise the newest for exactly this.
 */
const APPROVAL = z.object({
  needed: COUNT,
  why: MESSAGE.nullable(),
  isApproved: z.boolean(),
  makers: z.array(z.string()),
  approvers: z.array(z.string()),
  validMs: COUNT,
  request: z
    .object({ request: COUNT, state: z.enum(REQUEST_STATES), maker: z.string(), expiresAtMs: TIME_MS, what: MESSAGE })
    .nullable(),
});
export type ApprovalAsked = z.infer<typeof APPROVAL>;

/**
 * Everything a person confirms. `approval` is null where nobody else must approve. `leftOut`: rows by reason, including those already paid; the first of `leftOutCount` rows that
 * total `leftOutPaise`. `repeats`: earlier batches of this file or these rows, newest first. `tickable` rows are paid only when
 * ticked by number, those of `questions` only when their batch is ticked, `claimed` ones when each payment that they repeat is. `since` is about the rows that are paid; null for a retry,
 * and where there is no such batch. `retry` is null for a file. `warnings` are grouped by
 * sentence, the first of `warningCount`. Start takes `seal` for all of it. `blocked`: why it cannot be started; then there is
 * no seal.
 */
export const CONFIRMATION = FIGURES.extend({
  draft: HANDLE,
  revision: COUNT,
  leftOut: z.array(LEFT_OUT),
  leftOutCount: COUNT,
  leftOutPaise: TOTAL_PAISE,
  repeats: z.array(REPEAT),
  warnings: z.array(WARNING),
  warningCount: COUNT,
  ticks: z.array(TICK),
  tickable: z.array(TICKABLE),
  questions: z.array(BATCH_QUESTION),
  claimed: CLAIMED.default({ sum: { count: 0, paise: 0 }, rows: [] }),
  since: SINCE_LAST.nullable(),
  retry: RETRY.nullable(),
  seal: SEAL.nullable(),
  approval: APPROVAL.nullable(),
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

/** A batch with everything its screens show. `after`: the last event before this. */
/** `emailColumns`: the columns from which a person must choose the payees' e-mail addresses; empty for no choice. */
const BATCH_DETAIL = z.object({
  after: EVENT_PLACE,
  /** When its figures were read. */
  asOfMs: TIME_MS,
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
  /** Who must approve before it goes on; null where nobody must. */
  approval: APPROVAL.nullable(),
  heldCount: COUNT,
  alarms: COUNT,
  nextLookupAtMs: TIME_MS.nullable(),
});

const BATCH = { batch: BATCH_ID };

export const LISTED = z.int().min(CONFIRM_LISTED).max(SHEET_MAX_ROWS).default(CONFIRM_LISTED);

/** What a person confirms of a draft: the figures and the seal that were shown, and the ticks given. */
export const CONFIRMED = {
  draft: HANDLE,
  revision: COUNT,
  profile: PROFILE_NAME,
  count: COUNT,
  totalPaise: TOTAL_PAISE,
  seal: SEAL,
  ticks: z.array(TICK),
  rowTicks: ROW_TICKS.default({ paidBefore: [], difference: [], accountChanged: [], heldName: [], batches: [] }),
  repeatOf: BATCH_ID.nullable(),
};

export const BATCH_COMMANDS = {
  /**
   * Checks a draft with the gateway and the desk's history. Nothing is paid, but the results of lookups before a retry are
   * recorded. `listed`: how many warnings, and rows of each kind of tick, to return. `asker`: the page; a newer request from a
   * page about the same draft ends its older one.
   */
  readConfirmation: reading(
    {
      draft: HANDLE,
      revision: COUNT,
      profile: PROFILE_NAME,
      rowTicks: ROW_TICKS.default({ paidBefore: [], difference: [], accountChanged: [], heldName: [], batches: [] }),
      asker: z.uuid().nullable().default(null),
      listed: LISTED,
    },
    CONFIRMATION,
  ),

  /**
   * What in a draft repeats earlier payments, by the desk's history alone. `sum`: what would be paid with these ticks; `isAtMost`
   * where the gateway has yet to say that an earlier payment is still not paid.
   * `repeated`: the rows that need an answer. `held`: rows that would not be paid; the draft itself counts `heldReady` of them
   * as ready.
   */
  readRepeats: reading(
    { draft: HANDLE, revision: COUNT, profile: PROFILE_NAME, rowTicks: ROW_TICKS, listed: LISTED },
    z.object({
      sum: SUM,
      isAtMost: z.boolean(),
      byMethod: BY_METHOD,
      repeated: SUM,
      held: z.array(HELD_BACK),
      heldReady: COUNT,
      tickable: z.array(TICKABLE),
      questions: z.array(BATCH_QUESTION),
      /** Why nothing of the draft can be paid now, as Confirm would say; null where something can. */
      blocked: REFUSAL.nullable(),
    }),
  ),

  /**
   * Confirms the draft and starts sending it. `seal`, `count` and `totalPaise` are what the person saw, and typed for LIVE.
   * Refused as `changedMeanwhile` when the desk would now pay anything else, from elsewhere, or with another warning.
   */
  startBatch: changing(
    {
      ...CONFIRMED,
      name: z.string().trim().max(BATCH_NAME_MAX_CHARACTERS).nullable(),
      /** The first payout goes alone; once its outcome is known, the batch pauses and asks. */
      firstAlone: z.boolean().default(false),
    },
    z.object({ batch: BATCH_ID }),
  ),

  /** Stops new requests at once and waits for those in flight; `inFlight` counts them. */
  pauseBatch: changing(BATCH, z.object({ inFlight: COUNT })),
  /** Sends what is safely unsent. `count` is as typed where BATCH_DETAIL has `asksCountAgain`, otherwise null. */
  resumeBatch: changing({ ...BATCH, count: COUNT.nullable(), ticks: z.array(RESUME_TICK) }, NOTHING),
  /** Cancels what has not been sent. */
  cancelBatch: changing(BATCH, BATCH_VIEW),
  /** Makes the pending lookups now instead of later. */
  checkNow: changing(BATCH, NOTHING),

  /** Every batch of both desks, newest first. `after`: the last event before this. */
  listBatches: reading({}, z.object({ after: EVENT_PLACE, batches: z.array(BATCH_LINE) })),
  /** A window of a desk's batches, with the sum of all that match the filter. Parameters as for payouts. */
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
  /** Writes what changed within a period over all batches. Null means no bound. */
  exportReconciliation: reading(
    { book: BOOK, fromMs: TIME_MS.nullable(), toMs: TIME_MS.nullable(), format: z.enum(['xlsx', 'csv']) },
    DOWNLOAD,
  ),
  /** Exports a batch. `language` is what payees read; `emailColumn` is one of `emailColumns`, empty for no addresses. */
  exportBatch: reading(
    {
      ...BATCH,
      form: z.enum(REPORT_FORMS),
      language: z.enum(LANGUAGES).default('en'),
      emailColumn: z.string().max(CELL_MAX_CHARACTERS).nullable().default(null),
    },
    DOWNLOAD,
  ),

  /** What a retry would pay again, and what not and why. `first`: the first of those paid again, with why they were not paid. */
  readRetry: reading(
    BATCH,
    z.object({
      retried: SUM,
      first: z.array(
        z.object({ payout: PAYOUT_NAME, name: z.string().nullable(), paise: COUNT, message: MESSAGE.nullable() }),
      ),
      notRetried: z.array(
        z.object({
          payout: PAYOUT_NAME,
          name: z.string().nullable(),
          paise: COUNT,
          state: STATE_KIND,
          why: MESSAGE,
        }),
      ),
    }),
  ),
  /** Opens a draft of what `readRetry` would retry, to correct and confirm like a file. The originals are kept. */
  openRetry: changing(BATCH, DRAFT_READING),
};
