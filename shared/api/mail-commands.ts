// The mail server's password goes in and never comes out: no answer has a field for it.

import { z } from 'zod';
import { PORT_MAX, TOKEN_INPUT_MAX_BYTES } from '../limits.ts';
import {
  ADVICE_HOLDS,
  ADVICE_STATES,
  ADVICE_STOPS,
  ADVICE_UNDELIVERED,
  MAIL_SECURITY,
  MAILS_PER_MINUTE,
  type MailServer,
} from '../mail.ts';
import { LANGUAGES } from '../report-forms.ts';
import { TOKEN_PLACE, TOKEN_STATE } from './profile-commands.ts';
import {
  BATCH_ID,
  COUNT,
  changing,
  MESSAGE,
  NOTHING,
  PAYOUT_NAME,
  reading,
  SEAL,
  SUM,
  TIME_MS,
  TOTAL_PAISE,
  TYPED_TEXT,
  WINDOW,
} from './schemas.ts';

export const MAIL_SERVER = z.object({
  host: TYPED_TEXT.min(1),
  port: z.int().min(1).max(PORT_MAX),
  security: z.enum(MAIL_SECURITY),
  user: TYPED_TEXT,
  from: TYPED_TEXT.min(1),
  replyTo: TYPED_TEXT,
  perMinute: z.int().min(1).max(MAILS_PER_MINUTE.max),
}) satisfies z.ZodType<MailServer>;

const ADVICE_STATE = z.enum(ADVICE_STATES);
const ADVICE_HOLD = z.enum(ADVICE_HOLDS);

const PAYEE = z.object({
  payout: PAYOUT_NAME,
  name: z.string().nullable(),
  paise: TOTAL_PAISE,
  address: z.string().nullable(),
});

/** How many payees of a kind the confirmation names. */
export const ADVICE_NAMED = 100;

/**
 * Who would get an advice now. `toSelf`: practice, so every mail goes to the sender's own address. `payees` and the payees of a
 * hold are the first. `undelivered`: those with an earlier mail that was refused, or may have been sent, who only get another one on
 * a person's word.
 */
export const ADVICE_PLAN = z.object({
  batch: BATCH_ID,
  from: z.string(),
  replyTo: z.string(),
  toSelf: z.boolean(),
  perMinute: COUNT,
  sum: SUM,
  payees: z.array(PAYEE),
  held: z.array(z.object({ why: ADVICE_HOLD, sum: SUM, payees: z.array(PAYEE) })),
  undelivered: z.object({ refused: COUNT, unsure: COUNT }),
  seal: SEAL,
});
export type AdvicePlan = z.infer<typeof ADVICE_PLAN>;

/** One payee's newest advice. `answer`: the mail server's own words. `cameBack`: the payment was reversed after it. */
export const ADVICE_LINE = PAYEE.extend({
  state: ADVICE_STATE,
  atMs: TIME_MS,
  answer: z.string().nullable(),
  tries: COUNT,
  cameBack: z.boolean(),
});
export type AdviceLine = z.infer<typeof ADVICE_LINE>;

export const ADVICE_COUNTS = z.object({ sent: COUNT, refused: COUNT, later: COUNT, unsure: COUNT, cameBack: COUNT });
export type AdviceCounts = z.infer<typeof ADVICE_COUNTS>;

/** A sending in progress, or how the last one of this process ended. `done` counts payees, of `total`. */
export const ADVICE_PROGRESS = z.object({
  active: z.boolean(),
  done: COUNT,
  total: COUNT,
  stop: z.object({ code: z.enum(ADVICE_STOPS), message: MESSAGE, cure: MESSAGE }).nullable(),
});
export type AdviceProgress = z.infer<typeof ADVICE_PROGRESS>;

/** `emailColumn`: as for exportBatch. `again`: all payees whose earlier mail was refused, or may have been sent, get another. */
const ADVICE_ASKED = {
  batch: BATCH_ID,
  language: z.enum(LANGUAGES),
  emailColumn: TYPED_TEXT.nullable().default(null),
  again: z.array(z.enum(ADVICE_UNDELIVERED)).max(ADVICE_UNDELIVERED.length).default([]),
};

export const MAIL_COMMANDS = {
  /** `kept`: whether its password is, never which. */
  readMailServer: reading({}, z.object({ server: MAIL_SERVER.nullable(), kept: TOKEN_STATE })),
  /** Null forgets it, with its password. */
  saveMailServer: changing({ server: MAIL_SERVER.nullable() }, NOTHING),
  setMailPassword: changing(
    { password: z.string().min(1).max(TOKEN_INPUT_MAX_BYTES) },
    z.object({ kept: TOKEN_PLACE }),
  ),
  removeMailPassword: changing({}, z.object({ removed: z.boolean() })),
  /** Sends a mail to the sender's own address. */
  testMail: changing({}, z.object({ to: z.string(), answer: z.string() })),
  /** Who would get an advice, and who not. Sends nothing. */
  planAdvice: reading(ADVICE_ASKED, ADVICE_PLAN),
  /** Starts sending exactly what was planned; refused when that has changed. */
  sendAdvice: changing({ ...ADVICE_ASKED, seal: SEAL }, NOTHING),
  /** The mail on its way is finished. */
  stopAdvice: changing({ batch: BATCH_ID }, NOTHING),
  /** Who got an advice. */
  readAdvice: reading(
    { batch: BATCH_ID, window: WINDOW },
    z.object({
      counts: ADVICE_COUNTS,
      total: COUNT,
      lines: z.array(ADVICE_LINE),
      progress: ADVICE_PROGRESS.nullable(),
    }),
  ),
};
