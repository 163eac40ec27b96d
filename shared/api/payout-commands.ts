import { z } from 'zod';
import { AMOUNT_MAX_PAISE, DECIDED_TOGETHER_MAX, MONTHS_SHOWN, NOTE_MAX_CHARACTERS } from '../limits.ts';
import { NEEDS } from '../needs-you.ts';
import { PAYMENT_KINDS } from '../payment-kinds.ts';
import { LANGUAGES } from '../report-forms.ts';
import { PAYEE_SORTS, PAYOUT_SORTS, UNKNOWN_SORTS } from '../sorts.ts';
import {
  BATCH_ID,
  BATCH_VIEW,
  BOOK,
  COUNT,
  changing,
  DOWNLOAD,
  EVENT_PLACE,
  MESSAGE,
  METHOD,
  NOTHING,
  PAYOUT_NAME,
  PERSON,
  PROFILE_NAME,
  reading,
  STATE_KIND,
  SUM,
  TIME_MS,
  TYPED_TEXT,
  WINDOW,
} from './schemas.ts';

/** How many alarms can be marked as read at once. */
const NEWS_READ_MAX = 10_000;

/** A line of the grid. `beneficiary` is the UPI ID or the account number; ids are as the gateway sent them. */
export const PAYOUT_LINE = z.object({
  payout: PAYOUT_NAME,
  batch: BATCH_ID,
  rowNumber: z.int(),
  state: STATE_KIND,
  /** Why a queued row waits for a person; null when it does not. */
  hold: z.enum(['referenceKnown', 'referenceUnclear', 'guarded']).nullable(),
  method: METHOD,
  beneficiary: z.string(),
  ifsc: z.string().nullable(),
  bank: z.string().nullable(),
  name: z.string().nullable(),
  amountPaise: z.int(),
  remark: z.string(),
  reference: z.string(),
  transactionId: z.string().nullable(),
  rrn: z.string().nullable(),
  utr: z.string().nullable(),
  gatewayStatus: z.string().nullable(),
  /** The gateway's; null when a person decided. */
  message: MESSAGE.nullable(),
  /** Who decided what the gateway did not say; null when nobody did. */
  decided: z.object({ by: z.string(), atMs: TIME_MS.nullable(), note: MESSAGE.nullable() }).nullable(),
  attempts: COUNT,
  sentAtMs: TIME_MS.nullable(),
  /** The payout that pays it again; null if none does. */
  paidAgainAs: z.object({ payout: PAYOUT_NAME, state: STATE_KIND }).nullable(),
});
export type PayoutLine = z.infer<typeof PAYOUT_LINE>;

const DIRECTION = z.enum(['up', 'down']);

const PAYOUT_PAGE = z.object({ total: COUNT, sum: SUM, rows: z.array(PAYOUT_LINE) });

const SORT = z.object({ by: z.enum(PAYOUT_SORTS), direction: DIRECTION });

/**
 * A filter over a desk's payouts. No `person` means every payee, no `states` all; `search` matches people, references and ids;
 * null means no bound.
 */
const PAYOUT_FILTER = {
  book: BOOK,
  person: PERSON.nullable().default(null),
  states: z.array(STATE_KIND),
  search: TYPED_TEXT,
  amountFromPaise: COUNT.max(AMOUNT_MAX_PAISE).nullable(),
  amountToPaise: COUNT.max(AMOUNT_MAX_PAISE).nullable(),
  fromMs: TIME_MS.nullable(),
  toMs: TIME_MS.nullable(),
  sort: SORT,
};

/** One request and its result, verbatim; null while it is in flight. */
const ATTEMPT = z.object({
  number: COUNT,
  atMs: TIME_MS,
  answeredAtMs: TIME_MS.nullable(),
  outcome: z.string().nullable(),
  httpStatus: z.int().nullable(),
  message: MESSAGE.nullable(),
  answer: z.string().nullable(),
});
const LOOKUP = z.object({
  atMs: TIME_MS,
  by: z.enum(['transactionId', 'reference']),
  finding: z.string(),
  httpStatus: z.int().nullable(),
  answer: z.string().nullable(),
});

/** The details of a payout. `source` is the row as in the file, under its headers; lists are oldest first. */
const PAYOUT_DETAIL = z.object({
  line: PAYOUT_LINE,
  logNumber: z.string().nullable(),
  tranRefNo: z.string().nullable(),
  unknownReason: z.string().nullable(),
  notKnownAnswers: COUNT,
  lookups: COUNT,
  nextLookupAtMs: TIME_MS.nullable(),
  retryOf: PAYOUT_NAME.nullable(),
  retriedAs: PAYOUT_NAME.nullable(),
  source: z.array(z.object({ header: z.string(), text: z.string() })),
  attempts: z.array(ATTEMPT),
  answers: z.array(LOOKUP),
  decisions: z.array(
    z.object({
      atMs: TIME_MS,
      by: z.string(),
      decided: z.enum(['paid', 'notPaid', 'takenBack']),
      note: z.string(),
      bankReference: z.string().nullable(),
      ticket: z.string().nullable(),
    }),
  ),
});

/**
 * Whether "not paid" may be decided now without a ticket. `opensAtMs`: when it has waited long enough. `answersMissing`: how
 * many more "not known" answers are needed. `refusedOpensAtMs`, only after a 429 or a 401: from then on, one more "not known"
 * lookup is enough. While `lookupsProven` is false nothing opens it, and a ticket is always required.
 */
const NOT_PAID = z.object({
  isOpen: z.boolean(),
  opensAtMs: TIME_MS,
  answersMissing: COUNT,
  refusedOpensAtMs: TIME_MS.nullable(),
  lookupsProven: z.boolean(),
});

/** Summarises the last request and the last lookup, null where there was none; the payout's details have all of them. */
const EVIDENCE = z.object({
  requests: COUNT,
  httpStatus: z.int().nullable(),
  message: MESSAGE.nullable(),
  lookups: COUNT,
  lastFinding: z.string().nullable(),
  lastHttpStatus: z.int().nullable(),
});

/**
 * A payout whose outcome nobody knows. `sentAtMs`: the latest time at which a request for it may have left. `isRefused`: with a
 * 429 or a 401. `paidWantsTicket`: the gateway's words or its silence say nothing. `waitsForAnswer`: even a ticket has to wait
 * until the gateway answers, or has not answered for days. Payouts of one batch with the same `evidenceKey` have equal evidence
 * and can be decided together; `togetherCount` counts them.
 */
export const UNKNOWN_LINE = PAYOUT_LINE.pick({
  payout: true,
  batch: true,
  rowNumber: true,
  name: true,
  method: true,
  beneficiary: true,
  ifsc: true,
  bank: true,
  amountPaise: true,
  reference: true,
  transactionId: true,
  paidAgainAs: true,
}).extend({
  sentAtMs: TIME_MS,
  reason: z.string(),
  isRefused: z.boolean(),
  evidence: EVIDENCE,
  notKnownAnswers: COUNT,
  notPaid: NOT_PAID,
  nextLookupAtMs: TIME_MS.nullable(),
  paidWantsTicket: z.boolean(),
  waitsForAnswer: z.boolean(),
  evidenceKey: PAYOUT_NAME,
  togetherCount: COUNT,
});
export type UnknownLine = z.infer<typeof UNKNOWN_LINE>;

const UNKNOWN_SORT = z.object({ by: z.enum(UNKNOWN_SORTS), direction: DIRECTION });
/** A filter over the payouts in doubt of a desk; null means all. */
const UNKNOWN_FILTER = {
  book: BOOK,
  batch: BATCH_ID.nullable().default(null),
  need: z.enum(NEEDS).nullable().default(null),
};
export type UnknownSort = z.infer<typeof UNKNOWN_SORT>;

const PAYEE_SORT = z.object({
  by: z.enum(PAYEE_SORTS),
  direction: DIRECTION,
});

/**
 * A payee under the newest name and spelling of the account or UPI ID. `paid` counts only successes; `failed` counts what ended
 * unpaid.
 */
const PAYEE_LINE = z.object({
  person: PERSON,
  name: z.string().nullable(),
  method: METHOD,
  beneficiary: z.string(),
  ifsc: z.string().nullable(),
  bank: z.string().nullable(),
  payouts: COUNT,
  paid: SUM,
  lastPaidAtMs: TIME_MS.nullable(),
  lastPaidPaise: COUNT.nullable(),
  unknown: COUNT,
  failed: COUNT,
});
export type PayeeLine = z.infer<typeof PAYEE_LINE>;

/** How many names and accounts of one payee are listed, and how many payees of one name: the newest. */
export const PAYEE_PARTS_MAX = 20;

/**
 * One payee. `names` and `accounts` are newest first, as they were spelled; `firstAtMs` and `lastAtMs`: when payouts to that
 * spelling were confirmed. `sameName`: other payees with payouts under the newest name.
 */
const PAYEE = z.object({
  line: PAYEE_LINE,
  names: z.array(z.string()).max(PAYEE_PARTS_MAX),
  accounts: z
    .array(
      PAYEE_LINE.pick({ method: true, beneficiary: true, ifsc: true, bank: true, payouts: true, paid: true }).extend({
        firstAtMs: TIME_MS,
        lastAtMs: TIME_MS,
      }),
    )
    .max(PAYEE_PARTS_MAX),
  sameName: z.array(PAYEE_LINE).max(PAYEE_PARTS_MAX),
});

/** What was paid in a month, by local time and by what it was for. Only successes. */
const PAID_MONTH = z.object({ fromMs: TIME_MS, byKind: z.record(z.enum(PAYMENT_KINDS), SUM) });
export type PaidMonthView = z.infer<typeof PAID_MONTH>;

/** At most so many readings and batches of a wallet's history are shown. */
export const BALANCES_SHOWN_MAX = 240;
export const BATCHES_MARKED_MAX = 120;

/**
 * What a wallet held in the last MONTHS_SHOWN months, oldest first: each balance from its first reading on, thinned by
 * `thinReadings`. `paise` only where a person has confirmed the unit. `readAtMs`: the newest reading. `batches`: the newest of
 * that time, oldest first, with what is paid of each; `earlierBatches` counts the others.
 */
const WALLET_HISTORY = z.object({
  readAtMs: TIME_MS.nullable(),
  readings: z
    .array(z.object({ atMs: TIME_MS, reported: z.string(), paise: z.int().nullable() }))
    .max(BALANCES_SHOWN_MAX),
  batches: z.array(z.object({ batch: BATCH_ID, name: z.string(), atMs: TIME_MS, paid: SUM })).max(BATCHES_MARKED_MAX),
  earlierBatches: COUNT,
});
export type WalletHistory = z.infer<typeof WALLET_HISTORY>;

/**
 * One alarm. `news` is its number in the book. `to` equals `from` where its word changed nothing. `subject`: what it is about
 * besides a state. `sentence` is for people.
 */
const LATE_NEWS = z.object({
  news: COUNT,
  payout: PAYOUT_NAME,
  name: z.string().nullable(),
  amountPaise: z.int(),
  from: STATE_KIND,
  to: STATE_KIND,
  word: MESSAGE,
  sentence: MESSAGE,
  isPossibleDuplicate: z.boolean(),
  subject: z.enum(['mismatch', 'sameId', 'forgotten', 'walletFall', 'bothPaid']).nullable(),
  heardAtMs: TIME_MS,
  readAtMs: TIME_MS.nullable(),
  readBy: z.string().nullable(),
});

const NOTE = z.string().trim().min(1).max(NOTE_MAX_CHARACTERS);

export const PAYOUT_COMMANDS = {
  /** A window of a batch's payouts. No `states` means all; `search` matches people, references and ids, ignoring case. */
  readPayouts: reading(
    { batch: BATCH_ID, states: z.array(STATE_KIND), search: TYPED_TEXT, sort: SORT, window: WINDOW },
    PAYOUT_PAGE,
  ),

  /** A window of all payouts of a desk, with the totals of all that match. */
  searchPayouts: reading({ ...PAYOUT_FILTER, window: WINDOW }, PAYOUT_PAGE),
  /** Everything that matches, as a file. */
  exportPayouts: reading({ ...PAYOUT_FILTER, format: z.enum(['xlsx', 'csv']) }, DOWNLOAD),
  /** A window of a desk's payees. `search` matches names, accounts and banks; `sum` is what was paid to them. */
  listPayees: reading(
    { book: BOOK, search: TYPED_TEXT, sort: PAYEE_SORT, window: WINDOW },
    z.object({ total: COUNT, sum: SUM, rows: z.array(PAYEE_LINE) }),
  ),
  /** One payee; null when the desk has no payout to it. */
  readPayee: reading({ book: BOOK, person: PERSON }, z.object({ payee: PAYEE.nullable() })),
  /**
   * The figures of a desk's home screen: `paid` and `failed` since the local start of the month. `moving`: the unfinished batches
   * as they are counted in them.
   */
  readFigures: reading(
    { book: BOOK },
    z.object({
      monthFromMs: TIME_MS,
      paid: SUM,
      failed: SUM,
      moving: z.array(BATCH_VIEW.pick({ batch: true, counts: true, paise: true })),
    }),
  ),
  /** The months since the first payment, MONTHS_SHOWN at most, oldest first; of one payee, or of all for null. */
  readPayroll: reading(
    { book: BOOK, person: PERSON.nullable() },
    z.object({ months: z.array(PAID_MONTH).max(MONTHS_SHOWN) }),
  ),
  /** What the wallet of an account held, from the desk's own readings. */
  readWalletHistory: reading({ profile: PROFILE_NAME }, WALLET_HISTORY),

  readPayout: reading({ payout: PAYOUT_NAME }, PAYOUT_DETAIL),
  /** Everything about one payment for the gateway or a bank: it never came, or is in doubt. */
  exportDispute: reading({ batch: BATCH_ID, rowNumber: z.int().positive(), format: z.enum(['pdf', 'zip']) }, DOWNLOAD),
  /**
   * Makes the passport of one payment, or for null of all paid ones of a batch as a ZIP. `entry` and `hash`: what they are checked
   * against.
   */
  exportPassport: changing(
    {
      batch: BATCH_ID,
      rowNumber: z.int().positive().nullable(),
      format: z.enum(['pdf', 'zip']),
      language: z.enum(LANGUAGES),
    },
    DOWNLOAD.extend({ entry: COUNT, hash: z.string() }),
  ),

  /**
   * What waits for a person. `needs`: what is not confirmed, by batch. `after`: the last event before this. The rest is unread:
   * `lateNews` of ended payments, `mismatches`, answers about another payment, and `misfits`, ids, silences and wallets that do
   * not fit; each with the amounts of its payments.
   */
  readAttention: reading(
    { book: BOOK },
    z.object({
      after: EVENT_PLACE,
      needs: z.array(z.object({ batch: BATCH_ID, decide: SUM, checking: SUM })),
      lateNews: SUM,
      mismatches: SUM,
      misfits: SUM,
    }),
  ),

  /** A window of the payouts in doubt, oldest send first unless sorted. `decide`: by when "not paid" opens. */
  listUnknown: reading(
    { ...UNKNOWN_FILTER, sort: UNKNOWN_SORT.nullable().default(null), window: WINDOW },
    z.object({ total: COUNT, sum: SUM, rows: z.array(UNKNOWN_LINE) }),
  ),
  /** One of them now, with those that can be decided together with it, including itself; null when it is not in doubt. */
  readUnknown: reading(
    { payout: PAYOUT_NAME },
    z.object({
      unknown: z
        .object({
          line: UNKNOWN_LINE,
          together: z
            .array(
              PAYOUT_LINE.pick({
                payout: true,
                name: true,
                beneficiary: true,
                ifsc: true,
                bank: true,
                amountPaise: true,
              }),
            )
            .min(1)
            .max(DECIDED_TOGETHER_MAX),
        })
        .nullable(),
    }),
  ),
  /** A message to the gateway's support about payouts in doubt, with a CSV of them. No `payouts` means all that match. */
  exportUnknown: reading(
    { ...UNKNOWN_FILTER, payouts: z.array(PAYOUT_NAME).max(DECIDED_TOGETHER_MAX) },
    DOWNLOAD.extend({ message: z.string() }),
  ),
  /**
   * A person's decision about payouts of one batch with equal evidence. `count` is as typed. "Paid" is about one payout and
   * needs its RRN or UTR. "Not paid" needs a ticket when it is early; both need one where the gateway has no word for it.
   */
  resolvePayouts: changing(
    {
      payouts: z.array(PAYOUT_NAME).min(1).max(DECIDED_TOGETHER_MAX),
      count: COUNT,
      decision: z.discriminatedUnion('kind', [
        z.object({
          kind: z.literal('paid'),
          rrn: TYPED_TEXT.trim().min(1),
          ticket: TYPED_TEXT.trim().min(1).nullable().default(null),
        }),
        z.object({ kind: z.literal('notPaid'), ticket: TYPED_TEXT.trim().min(1).nullable() }),
      ]),
      note: NOTE,
    },
    NOTHING,
  ),

  /** Takes back a wrong decision: the payout is in doubt again with all its evidence. Refused once it was paid again. */
  takeBackDecision: changing({ payout: PAYOUT_NAME, note: NOTE }, NOTHING),

  /** Every alarm of a desk, newest first. */
  listLateNews: reading({ book: BOOK }, z.object({ news: z.array(LATE_NEWS) })),
  /** Marks alarms as read. One that was read before keeps its time and reader. */
  markLateNewsRead: changing({ book: BOOK, news: z.array(COUNT).min(1).max(NEWS_READ_MAX) }, NOTHING),
};
