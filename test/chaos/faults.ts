// Which fault meets which request. A payout meets the same fault whenever the same seed is run, however the processes interleave.

import type { Conduct, NotKnown } from '../cli/spec-payouts.ts';
import { seededRandom } from '../seeded/random.ts';

/** How an answer leaves the gateway, whatever it says. */
export type Delivery = 'whole' | 'cut' | 'reset' | 'hang' | 'garbage' | 'html';

export interface Treatment {
  readonly conduct: Partial<Conduct>;
  readonly delivery: Delivery;
}

interface Weighted {
  /** Requests per thousand. */
  readonly perMille: number;
  readonly name: string;
  readonly treatment: Treatment;
}

const WHOLE = { delivery: 'whole' } as const;

/** Longer than a lookup's first waits, shorter than a launch: some are found only by a later process. */
export const HIDDEN_MAX_MS = 1_500;

/** Later than most of what follows on a batch, and sooner than the end. */
const EXECUTED_LATE_MS = 4_000;

/** Ways of saying "not known" that the specification leaves open; one of them borrows the word for a refused payout. */
export const NOT_KNOWN = {
  http400: () => ({ http: 400, body: { status: false, message: 'Transaction not found', error_code: 400 } }),
  http404: () => ({ http: 404, body: { status: false, message: 'No such payout', error_code: 404 } }),
  sayingFailed: () => ({
    http: 200,
    body: { status: false, txn_status: 'failed', message: 'not found', error_code: 200 },
  }),
  noWord: () => ({ http: 200, body: { status: true, txn_status: '', message: 'none', UTR: '', error_code: 200 } }),
} as const satisfies Record<string, NotKnown>;

export const NOT_KNOWN_NAMES = [
  'http400',
  'http404',
  'sayingFailed',
  'noWord',
] as const satisfies readonly (keyof typeof NOT_KNOWN)[];

const FAULTS: readonly Weighted[] = [
  { name: 'executed, connection dropped', perMille: 30, treatment: { conduct: { reply: 'lost' }, ...WHOLE } },
  { name: 'dropped', perMille: 10, treatment: { conduct: { executes: false, reply: 'lost' }, ...WHOLE } },
  { name: 'executed, then 500', perMille: 20, treatment: { conduct: { reply: 'http500' }, ...WHOLE } },
  { name: '500', perMille: 10, treatment: { conduct: { executes: false, reply: 'http500' }, ...WHOLE } },
  { name: 'executed, then 429', perMille: 1, treatment: { conduct: { reply: 'http429', retryAfter: '0' }, ...WHOLE } },
  {
    name: '429',
    perMille: 1,
    treatment: { conduct: { executes: false, reply: 'http429', retryAfter: '0' }, ...WHOLE },
  },
  { name: 'executed, then 401', perMille: 2, treatment: { conduct: { reply: 'http401' }, ...WHOLE } },
  { name: '401 once', perMille: 2, treatment: { conduct: { executes: false, reply: 'http401' }, ...WHOLE } },
  { name: 'executed, reset', perMille: 10, treatment: { conduct: {}, delivery: 'reset' } },
  { name: 'reset', perMille: 5, treatment: { conduct: { executes: false }, delivery: 'reset' } },
  { name: 'executed, hung', perMille: 6, treatment: { conduct: {}, delivery: 'hang' } },
  { name: 'hung', perMille: 4, treatment: { conduct: { executes: false }, delivery: 'hang' } },
  { name: 'executed, cut in the body', perMille: 10, treatment: { conduct: {}, delivery: 'cut' } },
  { name: 'executed, garbage', perMille: 8, treatment: { conduct: {}, delivery: 'garbage' } },
  { name: 'executed, a page of HTML', perMille: 8, treatment: { conduct: {}, delivery: 'html' } },
  {
    name: 'failed, and executed later on',
    perMille: 12,
    treatment: {
      conduct: { reply: 'refusal', word: 'failed', later: { afterMs: EXECUTED_LATE_MS, word: 'success' } },
      ...WHOLE,
    },
  },
  { name: 'rejected', perMille: 25, treatment: { conduct: { executes: false, word: 'rejected' }, ...WHOLE } },
];

/** How executed payments end, per thousand; the rest are paid at once. */
const COURSES: readonly { readonly perMille: number; readonly word: string; readonly later: string }[] = [
  { perMille: 90, word: 'pending', later: 'success' },
  { perMille: 30, word: 'accept', later: 'failed' },
  { perMille: 15, word: 'pending', later: 'rejected' },
  { perMille: 15, word: 'accept', later: 'reversed' },
  { perMille: 15, word: 'on_hold', later: 'success' },
];

const HIDDEN_PERCENT = 12;
const SLOW_PERCENT = 10;
const SLOW_MAX_MS = 250;

/** How one payout request is treated. */
export function treatmentOf(seed: number, reference: string): Treatment {
  const random = seededRandom(seed, `payout ${reference}`);
  const fault = drawn(FAULTS, random.below(1_000))?.treatment ?? { conduct: {}, ...WHOLE };
  const { executes, word } = fault.conduct;
  const course = executes === false || word !== undefined ? undefined : drawn(COURSES, random.below(1_000));
  const later = course && { afterMs: random.between(20, 900), word: course.later };
  return {
    delivery: fault.delivery,
    conduct: {
      ...(course === undefined ? {} : { word: course.word, later: later ?? null }),
      unknownForMs: random.percent(HIDDEN_PERCENT) ? random.below(HIDDEN_MAX_MS) : 0,
      delayMs: random.percent(SLOW_PERCENT) ? random.below(SLOW_MAX_MS) : random.below(6),
      echo: random.percent(20) ? 'none' : 'same',
      ...fault.conduct,
    },
  };
}

/** Per thousand: answers that are lost after the payment, and requests that are lost before it. */
const LOST_ANSWERS = 8;
const LOST_REQUESTS = 2;

/** The same for a team, whose faults are its desks' and its register's: answers get lost, and lookups tell the truth. */
export function teamTreatmentOf(seed: number, reference: string): Treatment {
  const random = seededRandom(seed, `payout ${reference}`);
  const draw = random.below(1_000);
  const delayMs = random.percent(SLOW_PERCENT) ? random.below(SLOW_MAX_MS) : random.below(30);
  if (draw < LOST_ANSWERS) return { conduct: { reply: 'lost', delayMs }, ...WHOLE };
  if (draw < LOST_ANSWERS + LOST_REQUESTS) return { conduct: { executes: false, reply: 'lost', delayMs }, ...WHOLE };
  return { conduct: { delayMs }, ...WHOLE };
}

/** How the answer to one lookup leaves. */
export function lookupDelivery(seed: number, nth: number): Delivery {
  const random = seededRandom(seed, `look-up ${nth}`);
  return random.percent(4) ? random.pick(['cut', 'reset', 'garbage', 'html']) : 'whole';
}

function drawn<One extends { readonly perMille: number }>(all: readonly One[], draw: number): One | undefined {
  let sum = 0;
  return all.find((one) => {
    sum += one.perMille;
    return draw < sum;
  });
}
