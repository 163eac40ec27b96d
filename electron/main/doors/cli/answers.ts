// What each command prints with --json, as schemas: a stable interface, on which other people's scripts depend. Each fits the
// type of what its command prints, in which messages are said by then; the tests hold real answers against it.

import { z } from 'zod';
import type {
  AuditVerifyView,
  BackupView,
  BatchView,
  CheckView,
  LookupView,
  ResolvedView,
  WalletView,
} from '../../../../shared/api/views.ts';
import { PAUSE_CODES } from '../../../../shared/failures.ts';
import { ADVICE_STATES, ADVICE_STOPS, MAIL_SECURITY, type MailServer } from '../../../../shared/mail.ts';
import type { Message } from '../../../../shared/messages/message.ts';
import { type CreatedOrder, type OrderStatus, UNKNOWN_REASONS } from '../../../../shared/outcomes.ts';
import { BOOKS, type Profile } from '../../../../shared/profiles.ts';
import { JOURNAL_FORMS } from '../../../../shared/report-forms.ts';
import { PERSON_ROLES, REQUEST_STATES, TIER_SCOPES } from '../../../../shared/requests.ts';
import { FIELDS } from '../../../../shared/rows.ts';
import { STATE_KINDS } from '../../../../shared/states.ts';
import type { Team } from '../../desk/approval/requests.ts';
import type { Exported } from '../../desk/batches/export-batch.ts';
import type { PassportsMade } from '../../desk/payouts/passports.ts';
import type { ArchiveView } from '../../desk/recovery/archive-old.ts';
import type { Retirement } from '../../desk/register/retire-desk.ts';
import { ALARM_SUBJECTS } from '../../domain/late-news.ts';
import type { decidedJson, requestJson, requestsJson } from './commands/approval-specs.ts';
import type { planJson } from './commands/archive-specs.ts';
import type { batchListJson, journalJson, journalsJson } from './commands/batch-specs.ts';
import type { ordersJson } from './commands/collect-specs.ts';
import type { statusJson } from './commands/mail-specs.ts';
import type { changedJson, holdsJson } from './commands/payee-specs.ts';
import type { disputeJson, newsJson, unknownJson } from './commands/payout-specs.ts';
import type { restoredJson, unlockedJson } from './commands/recovery-specs.ts';
import type { registerStatusJson } from './commands/register-specs.ts';

/** A value as it is printed: its messages are sentences, and nothing has a brand. */
type Said<Value> = Value extends Message
  ? string
  : Value extends string
    ? Exclude<keyof Value, keyof string> extends never
      ? Value
      : string
    : Value extends number
      ? Exclude<keyof Value, keyof number> extends never
        ? Value
        : number
      : Value extends boolean | null | undefined
        ? Value
        : Value extends readonly (infer Item)[]
          ? readonly Said<Item>[]
          : {
              readonly [Key in keyof Value]: Said<Value[Key]> | (object extends Pick<Value, Key> ? undefined : never);
            };

/** The schema of a printed value, which the compiler compares with the value's type. */
function printed<Value>(): <Schema extends z.ZodType<Said<Value>>>(schema: Schema) => Schema {
  return (schema) => schema;
}

const COUNT = z.int().nonnegative();
const SENTENCE = z.string().min(1);
/** A time with its offset. */
const TIME = z.iso.datetime({ offset: true });
const DAY = z.iso.date();
const SHA256 = z.string().regex(/^[0-9a-f]{64}$/);
const BATCH_ID = z.string().regex(/^[BP][0-9]{4,}$/);
const PAYOUT = z.string().regex(/^[BP][0-9]{4,}\/[0-9]+$/);
const DESK = z.enum(BOOKS);
const STATE = z.enum(STATE_KINDS);
const BATCH_STATE = z.enum(['sending', 'paused', 'settling', 'settled']);
const PAUSE = z.strictObject({ code: z.enum(PAUSE_CODES), message: SENTENCE });
const REFUSAL = z.strictObject({ code: z.string(), message: SENTENCE, cure: SENTENCE });
const BY_STATE = z.strictObject({
  queued: COUNT,
  sending: COUNT,
  processing: COUNT,
  unknown: COUNT,
  success: COUNT,
  failed: COUNT,
  rejected: COUNT,
  reversed: COUNT,
  cancelled: COUNT,
});
const NEWS = z.strictObject({ unread: COUNT, possibleDuplicates: COUNT });
const FINDING = z.strictObject({ kind: z.enum(['altered', 'notComparable', 'outdated']), message: SENTENCE });

const CREATED_ORDER = printed<CreatedOrder>()(
  z.strictObject({
    orderId: z.string(),
    orderDate: z.string(),
    orderAmount: z.string(),
    orderName: z.string(),
    links: z.strictObject({ upi: z.string(), gpay: z.string(), phonepe: z.string(), paytm: z.string() }),
    message: z.string().nullable(),
  }),
);
const ORDER_STATUS = printed<OrderStatus>()(
  z.strictObject({
    status: z.string(),
    initiatedAt: z.string().nullable(),
    completedAt: z.string().nullable(),
    payerAddress: z.string().nullable(),
    payerMobile: z.string().nullable(),
    payerName: z.string().nullable(),
    bankRrn: z.string().nullable(),
    userId: z.string().nullable(),
    userDefined: z.array(z.string().nullable()),
    message: z.string().nullable(),
  }),
);
const ORDERS = printed<ReturnType<typeof ordersJson>>()(
  z.strictObject({
    orders: z.array(
      z.strictObject({
        order: COUNT,
        profile: z.string(),
        name: z.string(),
        mobile: z.string(),
        userId: z.string(),
        userDefined: z.tuple([z.string(), z.string(), z.string(), z.string(), z.string()]),
        amountPaise: COUNT,
        askedAt: TIME,
        created: CREATED_ORDER.nullable(),
        status: ORDER_STATUS.nullable(),
        statusAt: TIME.nullable(),
        isOpen: z.boolean(),
      }),
    ),
    total: COUNT,
    totalPaise: COUNT,
  }),
);

const CHECKED = printed<CheckView>()(
  z.strictObject({
    file: z.string(),
    sha256: SHA256,
    sheet: z.string().nullable(),
    rows: COUNT,
    payable: COUNT,
    noPayments: COUNT.optional(),
    totalPaise: COUNT,
    columns: z.partialRecord(
      z.enum(FIELDS),
      z.strictObject({ header: z.string(), how: z.enum(['exact', 'remembered', 'guessed', 'given']) }),
    ),
    issues: z.array(
      z.strictObject({
        isOfSheet: z.literal(true).optional(),
        row: COUNT,
        cell: z.string().nullable(),
        field: z.enum(FIELDS).nullable(),
        code: z.string(),
        severity: z.enum(['error', 'warning', 'notice']),
        message: SENTENCE,
        cure: z.string(),
      }),
    ),
  }),
);

const BATCH = printed<BatchView>()(
  z.strictObject({
    batch: BATCH_ID,
    profile: z.string(),
    state: BATCH_STATE,
    paused: PAUSE.nullable(),
    counts: BY_STATE,
    paise: BY_STATE,
    alarms: COUNT.optional(),
    news: NEWS.optional(),
    newsElsewhere: z.array(BATCH_ID).optional(),
  }),
);

const PROFILE = printed<Profile>()(
  z.strictObject({
    name: z.string(),
    baseUrl: z.string(),
    mid: z.int(),
    environment: z.enum(['LIVE', 'PRACTICE']),
    ratePerSecond: z.number(),
    inFlightMax: COUNT,
    pollFirstMs: COUNT,
    pollMaxMs: COUNT,
    timeoutMs: COUNT,
    maxPayoutPaise: COUNT.nullable(),
    maxBatchPaise: COUNT.nullable(),
    decideAfterMs: COUNT.optional(),
    walletUnit: z.enum(['rupees', 'paise']).nullable(),
    severalComputers: z.literal(true).optional(),
  }),
);

const LOST = z.array(z.strictObject({ batch: BATCH_ID, rows: COUNT, totalPaise: COUNT, createdAt: TIME }));

const REPORT = printed<Exported>()(
  z.strictObject({
    file: z.string(),
    beside: z.string().nullable(),
    batch: BATCH_ID,
    payouts: COUNT,
    withheld: z.array(z.string()).optional(),
  }),
);

const JOURNAL = printed<ReturnType<typeof journalJson>>()(
  z.strictObject({
    file: z.string(),
    export: COUNT,
    form: z.enum(JOURNAL_FORMS),
    profile: z.string(),
    batch: BATCH_ID.nullable(),
    vouchers: COUNT,
    reversals: COUNT,
    paidPaise: COUNT,
    reversedPaise: COUNT,
    left: COUNT,
    beside: z.null(),
    payouts: COUNT,
    restoredAt: TIME.nullable(),
  }),
);

const ADVICE = z.strictObject({
  batch: BATCH_ID,
  sent: COUNT,
  refused: COUNT,
  later: COUNT,
  unsure: COUNT,
  cameBack: COUNT,
  payees: z.array(
    z.strictObject({
      payout: PAYOUT,
      name: z.string().nullable(),
      amountPaise: COUNT,
      address: z.string(),
      state: z.enum(ADVICE_STATES),
      at: TIME,
      answer: z.string().nullable(),
      tries: COUNT,
      cameBack: z.boolean(),
    }),
  ),
});

const ARCHIVABLE = z.strictObject({
  batch: BATCH_ID,
  name: z.string(),
  rows: COUNT,
  totalPaise: COUNT,
  lastEventAt: TIME,
  unpaid: COUNT,
  stays: z.enum(['young', 'open', 'followed', 'alarm', 'unpaid']).nullable(),
});

const DOUBT = z.strictObject({
  payout: PAYOUT,
  row: COUNT,
  reference: z.string(),
  beneficiary: z.string(),
  name: z.string().nullable(),
  amountPaise: COUNT,
  since: TIME,
  transactionId: z.string().nullable(),
  attempts: z.array(
    z.strictObject({
      number: COUNT,
      outcome: z.string().nullable(),
      httpStatus: COUNT.nullable(),
      message: z.string().nullable(),
      answer: z.string().nullable(),
      sentAt: TIME,
      answeredAt: TIME.nullable(),
    }),
  ),
  lookups: z.array(
    z.strictObject({
      at: TIME,
      by: z.enum(['transactionId', 'reference']),
      finding: z.string(),
      httpStatus: COUNT.nullable(),
      answer: z.string().nullable(),
    }),
  ),
  lookupCount: COUNT,
  notKnownAnswers: COUNT,
  notPaid: z.strictObject({
    open: z.boolean(),
    opensAt: TIME,
    answersMissing: COUNT,
    refusedOpensAt: TIME.nullable(),
    lookupsProven: z.boolean(),
  }),
});

const LIST = printed<ReturnType<typeof batchListJson>>()(
  z.strictObject({
    batches: z.array(
      z.strictObject({
        batch: BATCH_ID,
        profile: z.string(),
        file: z.string(),
        rows: COUNT,
        totalPaise: COUNT,
        state: BATCH_STATE,
        createdAt: TIME,
        news: NEWS.optional(),
      }),
    ),
    locked: PAUSE.optional(),
  }),
);

const STORED = z.enum(['stored', 'removed']);

const PERSON = z.strictObject({ name: z.string(), role: z.enum(PERSON_ROLES), publicKey: z.string() });

const TIER = z.strictObject({
  profile: z.string(),
  scope: z.enum(TIER_SCOPES),
  fromPaise: COUNT,
  approvals: COUNT,
});

const ACCOUNT = z.strictObject({
  profile: z.string(),
  baseUrl: z.string(),
  mid: z.int(),
  environment: z.enum(['LIVE', 'PRACTICE']),
});

const REQUEST = printed<ReturnType<typeof requestJson>>()(
  z.strictObject({
    request: COUNT,
    state: z.enum(REQUEST_STATES),
    asked: z.union([
      z.strictObject({
        kind: z.enum(['start', 'resume']),
        account: ACCOUNT,
        batch: BATCH_ID.nullable(),
        seal: SHA256,
        count: COUNT,
        totalPaise: COUNT,
        largestPaise: COUNT,
        file: z.string(),
      }),
      z.strictObject({ kind: z.literal('enrol'), person: PERSON }),
      z.strictObject({ kind: z.literal('remove'), person: PERSON }),
      z.strictObject({ kind: z.literal('tier'), tier: TIER }),
      z.strictObject({ kind: z.literal('profile'), profile: PROFILE }),
      z.strictObject({ kind: z.literal('token'), account: ACCOUNT }),
    ]),
    maker: z.string(),
    madeAt: TIME,
    expiresAt: TIME,
    digest: SHA256,
    needed: COUNT,
    approvedBy: z.array(z.string()),
    message: SENTENCE,
    batch: BATCH_ID.nullable(),
  }),
);

const REQUESTS = printed<ReturnType<typeof requestsJson>>()(
  z.union([
    z.strictObject({ requests: z.array(REQUEST) }),
    REQUEST.extend({
      shown: z
        .strictObject({
          rows: z.array(
            z.strictObject({
              row: COUNT,
              name: z.string().nullable(),
              payTo: z.string(),
              paise: COUNT,
              remark: z.string(),
            }),
          ),
          warnings: z.array(SENTENCE),
          ticks: z.strictObject({
            paidBefore: z.array(COUNT),
            difference: z.array(COUNT),
            accountChanged: z.array(COUNT),
            heldName: z.array(COUNT),
            batches: z.array(BATCH_ID),
            claims: z.array(z.strictObject({ rowNumber: COUNT, payment: z.string() })).optional(),
          }),
        })
        .nullable(),
    }),
  ]),
);

const DECIDED = printed<ReturnType<typeof decidedJson>>()(
  z.union([
    z.strictObject({ file: z.string() }),
    REQUEST,
    z.strictObject({
      requests: z.array(REQUEST),
      refused: z.array(z.strictObject({ request: COUNT, message: z.string() })),
    }),
  ]),
);

const HOLDS = z.strictObject({
  holds: z.array(
    z.strictObject({
      hold: z.uuid(),
      name: z.string().nullable(),
      accounts: z.array(z.string()),
      reason: z.string(),
      notBefore: z.string().nullable(),
      heldBy: z.string(),
      heldAt: TIME,
      desk: z.string().nullable(),
      isInForce: z.boolean(),
      release: z.strictObject({ reason: z.string(), by: z.string(), at: TIME }).nullable(),
    }),
  ),
});
const HOLDS_CHANGED = HOLDS.extend({ teamKnows: z.boolean() });

/** The schema of each command's output, by the command's name. */
const ANSWERS: Readonly<Record<string, z.ZodType>> = {
  'profile set': z.union([PROFILE, REQUEST]),
  'profile list': z.strictObject({ profiles: z.array(PROFILE) }),
  'profile token': z.strictObject({ profile: z.string(), change: STORED }),
  template: z.strictObject({ file: z.string(), csv: z.string().optional() }),
  check: CHECKED,
  run: BATCH,
  resume: BATCH,
  retry: BATCH,
  watch: z.union([BATCH, z.strictObject({ batches: z.array(BATCH) })]),
  status: BATCH,
  list: LIST,
  unknown: printed<ReturnType<typeof unknownJson>>()(
    z.strictObject({
      asOf: TIME,
      count: COUNT,
      totalPaise: COUNT,
      groups: z.array(
        z.strictObject({
          batch: BATCH_ID,
          profile: z.string(),
          reason: z.enum(UNKNOWN_REASONS),
          refused: z.boolean(),
          refusedByRate: z.boolean(),
          suspected: z.enum(['failed', 'rejected']).nullable(),
          notKnownFingerprint: z.string().nullable(),
          count: COUNT,
          totalPaise: COUNT,
          together: z.boolean(),
          payouts: z.array(DOUBT),
        }),
      ),
    }),
  ),
  resolve: printed<ResolvedView>()(
    z.strictObject({
      batch: BATCH_ID,
      decided: z.enum(['paid', 'notPaid']),
      decidedBy: z.string(),
      payouts: z.array(z.strictObject({ row: COUNT, reference: z.string(), amountPaise: COUNT, state: STATE })),
    }),
  ),
  news: printed<ReturnType<typeof newsJson>>()(
    z.strictObject({
      unread: COUNT,
      news: z.array(
        z.strictObject({
          payout: PAYOUT,
          batch: BATCH_ID,
          row: COUNT,
          reference: z.string(),
          name: z.string().nullable(),
          amountPaise: COUNT,
          kind: z.enum([...ALARM_SUBJECTS, 'contradicted', 'changed']),
          from: STATE,
          to: STATE,
          word: z.string(),
          heardAt: TIME,
          declaredNotPaidBy: z.string().nullable(),
          possibleDuplicate: z.strictObject({ payout: PAYOUT, state: STATE }).nullable(),
          readAt: TIME.nullable(),
          readBy: z.string().nullable(),
          sentence: SENTENCE,
        }),
      ),
    }),
  ),
  passport: printed<PassportsMade>()(
    z.strictObject({ file: z.string(), batch: BATCH_ID, payouts: z.array(PAYOUT), entry: COUNT, hash: SHA256 }),
  ),
  dispute: printed<ReturnType<typeof disputeJson>>()(
    z.strictObject({
      file: z.string(),
      payout: PAYOUT,
      state: STATE,
      dates: z.strictObject({ sent: DAY, nextDay: DAY, oneWorkingDay: DAY, threeWorkingDays: DAY }),
      accountMasked: z.boolean(),
    }),
  ),
  cancel: BATCH,
  export: z.union([REPORT, REPORT.extend({ csv: z.string() }), JOURNAL]),
  journals: printed<ReturnType<typeof journalsJson>>()(
    z.strictObject({
      exports: z.array(
        z.strictObject({
          export: COUNT,
          form: z.enum(JOURNAL_FORMS),
          profile: z.string(),
          batch: BATCH_ID.nullable(),
          from: DAY.nullable(),
          to: DAY.nullable(),
          madeBy: z.string(),
          madeAt: TIME,
          vouchers: COUNT,
          reversals: COUNT,
          paidPaise: COUNT,
          reversedPaise: COUNT,
          sha256: SHA256,
          file: z.string().nullable(),
          savedAt: TIME.nullable(),
        }),
      ),
      notBooked: z.array(
        z.strictObject({
          profile: z.string(),
          payments: COUNT,
          paidPaise: COUNT,
          reversals: COUNT,
          reversedPaise: COUNT,
        }),
      ),
      restoredAt: TIME.nullable(),
    }),
  ),
  reconcile: z.strictObject({ file: z.string(), batches: COUNT }),
  'person add': REQUEST,
  'person key': z.strictObject({ file: z.string() }),
  'person list': printed<Team>()(
    z.strictObject({ persons: z.array(PERSON), tiers: z.array(TIER), isFragile: z.boolean() }),
  ),
  'person remove': REQUEST,
  tier: z.union([z.strictObject({ tier: TIER }), REQUEST]),
  'request run': REQUEST,
  'request retry': REQUEST,
  'request resume': REQUEST,
  'request token': REQUEST,
  'request export': z.strictObject({ file: z.string() }),
  'request import': REQUEST,
  requests: REQUESTS,
  approve: DECIDED,
  reject: DECIDED,
  'mail set': z.union([
    printed<MailServer>()(
      z.strictObject({
        host: z.string(),
        port: COUNT,
        security: z.enum(MAIL_SECURITY),
        user: z.string(),
        from: z.string(),
        replyTo: z.string(),
        perMinute: COUNT,
      }),
    ),
    z.strictObject({}),
  ]),
  'mail password': z.strictObject({ change: STORED }),
  'payees hold': printed<ReturnType<typeof changedJson>>()(HOLDS_CHANGED),
  'payees release': printed<ReturnType<typeof changedJson>>()(HOLDS_CHANGED),
  'payees list': printed<ReturnType<typeof holdsJson>>()(HOLDS),
  'register init': z.strictObject({ registerId: z.uuid().nullable(), joinFile: z.string().nullable() }),
  'register join': z.strictObject({ registerId: z.uuid(), desk: z.string(), batches: COUNT }),
  'register status': printed<ReturnType<typeof registerStatusJson>>()(
    z.strictObject({
      register: z.uuid().nullable(),
      desk: z.string().nullable(),
      state: z.enum(['ok', 'none', ...PAUSE_CODES]),
      message: SENTENCE.nullable(),
      desks: z.array(
        z.strictObject({
          name: z.string(),
          isOwn: z.boolean(),
          seenAt: TIME,
          leftAt: TIME.nullable(),
          open: COUNT,
        }),
      ),
      leases: z.array(z.strictObject({ desk: z.string(), mid: COUNT, rate: COUNT, floor: COUNT })),
      heads: z.array(z.strictObject({ desk: z.string(), sequence: COUNT, hash: z.string(), notedAt: TIME })),
    }),
  ),
  'register leave': z.strictObject({ left: z.uuid() }),
  'register retire': printed<Retirement>()(
    z.strictObject({
      desk: z.string(),
      open: COUNT,
      found: COUNT,
      released: COUNT,
      left: COUNT,
      why: SENTENCE.nullable(),
      mayLack: z.boolean(),
    }),
  ),
  'mail test': z.strictObject({ to: z.string(), answer: z.string() }),
  'advice send': ADVICE.extend({
    stopped: z.strictObject({ code: z.enum(ADVICE_STOPS), message: SENTENCE, cure: SENTENCE }).nullable(),
  }),
  'advice status': printed<ReturnType<typeof statusJson>>()(ADVICE),
  'audit verify': printed<AuditVerifyView>()(
    z.strictObject({
      ok: z.boolean(),
      desks: z.array(
        z.strictObject({
          desk: DESK,
          ok: z.boolean(),
          locked: z.boolean(),
          entries: COUNT,
          hash: z.string(),
          ahead: COUNT,
          batches: COUNT,
          payouts: COUNT,
          archives: COUNT,
          alarms: COUNT,
          findings: z.array(z.strictObject({ code: z.string(), message: SENTENCE })),
          more: COUNT,
        }),
      ),
      report: z
        .strictObject({
          file: z.string(),
          batch: z.string(),
          asOf: z.string().nullable(),
          verdict: z.enum(['same', 'outdated', 'notComparable', 'altered']),
          findings: z.array(FINDING),
          more: COUNT,
        })
        .optional(),
      passport: z
        .strictObject({
          file: z.string(),
          payout: z.string().nullable(),
          asOf: z.string().nullable(),
          entry: COUNT.nullable(),
          hash: z.string().nullable(),
          verdict: z.enum(['same', 'outdated', 'altered']),
          findings: z.array(FINDING),
        })
        .optional(),
    }),
  ),
  backup: printed<BackupView>()(
    z.strictObject({
      file: z.string(),
      desk: DESK,
      entries: COUNT,
      hash: z.string(),
      batches: COUNT,
      bytes: COUNT,
      archives: COUNT,
      missingArchives: z.array(z.string()),
    }),
  ),
  restore: printed<ReturnType<typeof restoredJson>>()(
    z.strictObject({
      file: z.string(),
      desk: DESK,
      kept: z.string().nullable(),
      locked: PAUSE.nullable(),
      unknown: COUNT,
      lost: LOST,
      missingArchives: z.array(z.string()),
    }),
  ),
  unlock: printed<ReturnType<typeof unlockedJson>>()(
    z.strictObject({ desk: DESK, why: SENTENCE, unknown: COUNT, unknownPaise: COUNT, lost: LOST }),
  ),
  'archive plan': printed<ReturnType<typeof planJson>>()(
    z.strictObject({
      desk: DESK,
      before: TIME,
      batches: z.array(ARCHIVABLE),
      staying: z.array(ARCHIVABLE),
      unfinished: z.array(BATCH_ID),
      rows: COUNT,
      totalPaise: COUNT,
      bytes: COUNT,
      databaseBytes: COUNT,
    }),
  ),
  archive: printed<ArchiveView>()(
    z.strictObject({
      book: DESK,
      archived: z.array(BATCH_ID),
      isStopped: z.boolean(),
      bytesBefore: COUNT,
      bytesAfter: COUNT,
      notCompacted: REFUSAL.nullable(),
    }),
  ),
  wallet: printed<WalletView>()(
    z.strictObject({ balance: z.string(), balancePaise: z.int().optional(), message: z.string().nullable() }),
  ),
  lookup: printed<LookupView>()(
    z.strictObject({
      known: z.boolean(),
      status: z.string().nullable(),
      utr: z.string().nullable(),
      message: z.string().nullable(),
      answer: z.string().nullable(),
      trouble: REFUSAL.nullable(),
    }),
  ),
  'order create': CREATED_ORDER,
  'order status': ORDER_STATUS,
  'order list': ORDERS,
  'order search': ORDERS,
  practice: z.strictObject({ url: z.string(), mid: z.int(), token: z.string() }),
  completion: z.strictObject({ shell: z.string(), script: z.string() }),
  schema: z.record(z.string(), z.unknown()),
};

/** A refusal; `file` is the one it is about, or null. */
const REFUSED = z.strictObject({ file: z.string().nullable(), refused: REFUSAL });

/** A file whose rows may not be left out: what was checked, and why nothing was sent. */
const BLOCKED = CHECKED.extend({ refused: REFUSAL });

const BLOCKING = ['run', 'retry', 'request run', 'request retry'];

/**
 * The JSON Schema of everything that a command prints with --json: its answer, or a refusal. Null for a command that is unknown.
 */
export function schemaOf(command: string): Readonly<Record<string, unknown>> | null {
  const answer = ANSWERS[command];
  if (answer === undefined) return null;
  const whole = z.union([answer, ...(BLOCKING.includes(command) ? [BLOCKED] : []), REFUSED]);
  return z.toJSONSchema(whole.meta({ title: `payout-desk ${command} --json` }));
}

/** The schemas of all commands, by name. */
export function schemaOfAll(): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.keys(ANSWERS).map((command) => [command, schemaOf(command)]));
}
