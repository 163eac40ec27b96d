// Persons, tiers and requests. A passphrase goes in and never comes out: no answer has a field for it.

import { z } from 'zod';
import { NOTE_MAX_CHARACTERS, TOKEN_INPUT_MAX_BYTES } from '../limits.ts';
import {
  APPROVALS_AT_MOST,
  DECISIONS,
  PERSON_ROLES,
  REQUEST_STATES,
  REQUESTS_AT_ONCE_MAX,
  TIER_SCOPES,
} from '../requests.ts';
import { CONFIRMATION, CONFIRMED, LISTED, ROW_TICKS } from './batch-commands.ts';
import {
  BATCH_ID,
  COUNT,
  changing,
  DOWNLOAD,
  ENVIRONMENT,
  HANDLE,
  MESSAGE,
  PROFILE_NAME,
  reading,
  SEAL,
  SUM,
  TIME_MS,
  TOTAL_PAISE,
  TYPED_TEXT,
} from './schemas.ts';

/** Who signs. The passphrase is used for this one signature. */
const SIGNED_BY = { person: TYPED_TEXT.min(1), passphrase: z.string().min(1).max(TOKEN_INPUT_MAX_BYTES) };

/** A person whose key is made here, under a passphrase of their own. */
const NEW_PERSON = {
  name: TYPED_TEXT.min(1),
  role: z.enum(PERSON_ROLES),
  passphrase: z.string().min(1).max(TOKEN_INPUT_MAX_BYTES),
};

/** The number of a request. */
const REQUEST = COUNT.min(1);

/**
 * A request. `asked`: what it is for, `what`: how it stands, in words. `payment` is null for a change of persons, tiers or
 * accounts; `digest` is what is signed; in it `batch` is the one that goes on, null for a new one. `batch`: what it became.
 */
const REQUEST_VIEW = z.object({
  request: REQUEST,
  state: z.enum(REQUEST_STATES),
  asked: MESSAGE,
  what: MESSAGE,
  payment: z
    .object({
      profile: z.string(),
      environment: ENVIRONMENT,
      mid: z.int(),
      baseUrl: z.string(),
      batch: BATCH_ID.nullable(),
      count: COUNT,
      totalPaise: TOTAL_PAISE,
      largestPaise: TOTAL_PAISE,
      file: z.string(),
    })
    .nullable(),
  digest: SEAL,
  maker: z.string(),
  madeAtMs: TIME_MS,
  expiresAtMs: TIME_MS,
  needed: COUNT,
  approvedBy: z.array(z.string()),
  batch: BATCH_ID.nullable(),
});
export type ListedRequest = z.infer<typeof REQUEST_VIEW>;

/** What Confirm showed to the maker beside the rows. */
export const SHOWN_CONFIRM = CONFIRMATION.pick({
  tickable: true,
  questions: true,
  claimed: true,
  leftOut: true,
  leftOutCount: true,
  leftOutPaise: true,
  warnings: true,
  warningCount: true,
  since: true,
  retry: true,
  byMethod: true,
});

/**
 * A request with what its maker saw. `unsentPaise` is what would leave. `rows` are the first of all. `confirm` is null where no window
 * asked; then `warnings` are what was said. `draft`: the open draft that it is paid from, as it was
 * then. `paidSince`: what later batches paid to
 * the same accounts. `signers`: who may approve, and why somebody may not.
 */
const REQUEST_DETAILS = REQUEST_VIEW.extend({
  unsentPaise: TOTAL_PAISE,
  rows: z.array(
    z.object({
      row: z.int(),
      name: z.string().nullable(),
      payTo: z.string(),
      paise: TOTAL_PAISE,
      remark: z.string(),
    }),
  ),
  ticks: ROW_TICKS,
  warnings: z.array(MESSAGE),
  confirm: SHOWN_CONFIRM.nullable(),
  draft: z.object({ id: HANDLE, revision: COUNT }).nullable(),
  paidSince: z.array(z.object({ batch: BATCH_ID, sum: SUM })),
  signers: z.array(z.object({ name: z.string(), why: MESSAGE.nullable() })),
});
export type RequestDetails = z.infer<typeof REQUEST_DETAILS>;

/** A request from another computer: all its rows, and who of that desk may sign. */
const FILE_DETAILS = REQUEST_DETAILS.pick({
  asked: true,
  payment: true,
  digest: true,
  maker: true,
  unsentPaise: true,
  rows: true,
  warnings: true,
  signers: true,
}).extend({ code: z.string(), count: COUNT });

const TEAM = z.object({
  persons: z.array(z.object({ name: z.string(), role: z.enum(PERSON_ROLES), publicKey: z.string() })),
  tiers: z.array(
    z.object({
      profile: z.string(),
      scope: z.enum(TIER_SCOPES),
      fromPaise: TOTAL_PAISE,
      approvals: COUNT,
      words: MESSAGE,
    }),
  ),
  /** Once one of them is gone, nobody could approve any more. */
  isFragile: z.boolean(),
});
export type Team = z.infer<typeof TEAM>;

/** Who is at the desk. `person` is null while it is locked; nobody has to unlock a desk without persons. */
const LOGIN = z.object({
  isTeam: z.boolean(),
  person: z.string().nullable(),
  /** Who may unlock it. */
  makers: z.array(z.string()),
});

export const APPROVAL_COMMANDS = {
  readTeam: reading({}, TEAM),
  readLogin: reading({}, LOGIN),
  /** Unlocks the desk for a maker, in all its windows, until it is locked or nothing was paid for a while. */
  unlock: changing(SIGNED_BY, LOGIN),
  lock: changing({}, LOGIN),
  /** The newest, newest first. */
  listRequests: reading({}, z.object({ requests: z.array(REQUEST_VIEW) })),
  /** `listed`: how many rows to return. */
  readRequest: reading({ request: REQUEST, listed: LISTED }, REQUEST_DETAILS),
  /** Asks others to approve exactly what Confirm showed. Refused as `startBatch` is. Nothing is paid. */
  requestStart: changing({ ...CONFIRMED, ...SIGNED_BY }, REQUEST_VIEW),
  /** Asks others to approve sending the rest of a batch. */
  requestResume: changing({ batch: BATCH_ID, ...SIGNED_BY }, REQUEST_VIEW),
  /** Signs for or against a request. `digest`: of what the person was shown. */
  decideRequest: changing(
    {
      request: REQUEST,
      digest: SEAL,
      decision: z.enum(DECISIONS),
      reason: z.string().trim().max(NOTE_MAX_CHARACTERS),
      ...SIGNED_BY,
    },
    REQUEST_VIEW,
  ),
  /** Signs for or against several requests under one passphrase, each on its own. `digest`: of what the person was shown of it. */
  decideRequests: changing(
    {
      requests: z
        .array(z.object({ request: REQUEST, digest: SEAL }))
        .min(1)
        .max(REQUESTS_AT_ONCE_MAX),
      decision: z.enum(DECISIONS),
      reason: z.string().trim().max(NOTE_MAX_CHARACTERS),
      ...SIGNED_BY,
    },
    z.object({
      decided: z.array(REQUEST_VIEW),
      /** Those that were not signed, and why. */
      refused: z.array(z.object({ request: REQUEST, why: MESSAGE })),
    }),
  ),
  /**
   * Asks for a person whose key is made here, or was made on another computer and is in a file. `by` is null for the first two,
   * who ask for themselves.
   */
  addPerson: changing(
    {
      who: z.union([z.object(NEW_PERSON), z.object({ file: HANDLE })]),
      by: z.object(SIGNED_BY).nullable(),
    },
    REQUEST_VIEW,
  ),
  /** Makes a key on this computer, and the file by which another one asks for its person. */
  makePersonFile: changing(NEW_PERSON, DOWNLOAD),
  removePerson: changing({ name: TYPED_TEXT.min(1), ...SIGNED_BY }, REQUEST_VIEW),
  /** Sets a tier. `by` is null where it is stricter, and holds at once: then `request` is null. */
  setTier: changing(
    {
      profile: PROFILE_NAME,
      scope: z.enum(TIER_SCOPES),
      fromPaise: TOTAL_PAISE,
      approvals: COUNT.max(APPROVALS_AT_MOST),
      by: z.object(SIGNED_BY).nullable(),
    },
    z.object({ request: REQUEST_VIEW.nullable() }),
  ),
  /** Reads a request file from another computer. Refused unless all of it is as its maker signed it. */
  readRequestFile: reading({ file: HANDLE }, FILE_DETAILS),
  /** Signs it, into a file that goes back. `digest`: of what the person was shown. */
  signRequestFile: changing(
    {
      file: HANDLE,
      digest: SEAL,
      decision: z.enum(DECISIONS),
      reason: z.string().trim().max(NOTE_MAX_CHARACTERS),
      ...SIGNED_BY,
    },
    DOWNLOAD,
  ),
  /** A request as a file, to be signed on another computer. */
  exportRequest: reading({ request: REQUEST }, DOWNLOAD),
  /** Brings in a signature that was made on another computer. */
  importSignature: changing({ file: HANDLE }, REQUEST_VIEW),
};
