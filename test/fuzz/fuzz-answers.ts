// The classifier under fuzz: answers of every shape to every request. Checks what must never happen: money called moved, refused
// or unsent, or a balance or an order reported, without the words that say so.

import {
  lookupAnswer,
  orderAnswer,
  orderStatusAnswer,
  payoutOutcome,
  receive,
  walletAnswer,
} from '../../electron/main/gateway/answers.ts';
import { createRedactor } from '../../electron/main/gateway/redact.ts';
import type { AnswerEnding, SentResult } from '../../electron/main/gateway/transport.ts';
import type { Reference } from '../../shared/ids.ts';
import type { Random } from '../seeded/random.ts';
import { type FuzzTarget, pieces } from './target.ts';

const REDACTOR = createRedactor('tok-fuzz-91c2e8');
const REFERENCE = 'REF00000000000000001' as Reference;
const TRANSACTION_ID = 'TXN1';

type Values = Readonly<Record<string, readonly [string, ...string[]]>>;

const VALUES: Values = {
  status: ['true', 'false', '"true"', '1', 'null', '{}'],
  txn_status: [
    '"success"',
    '"SUCCESS"',
    '"failed"',
    '"Rejected"',
    '"pending"',
    '"accept"',
    '"reversed"',
    '"on_hold"',
    '""',
    '"success "',
    'null',
    '1',
    '[]',
  ],
  udf1: [`"${REFERENCE}"`, '"SOMEBODY"', 'null', '""', '12', '{}', '[]', 'true'],
  transactionId: [`"${TRANSACTION_ID}"`, '"TXN2"', '12345678901234567890', '""', 'null', '{}'],
  error_code: ['400', '200', '"400"', '4e2', '400.0', 'null', '500', '7'.repeat(600)],
  code: ['401', '200'],
  message: [
    '"Invalid mid"',
    '" invalid MID "',
    '"Insufficient balance"',
    '""',
    '5',
    `"${'x'.repeat(600)}"`,
    '"Invalid order ID"',
  ],
  UTR: ['98765432101234567890', '"1"', '""', '{}', 'null'],
  RRN: ['"512345678901"', '5'],
};

/** What answers about the wallet and orders also contain. */
const COLLECT_VALUES: Values = {
  ...VALUES,
  message: ['"It was tok-fuzz-91c2e8"', ...(VALUES['message'] ?? [])],
  wallet: ['1000', '12.50', '"1000.5"', '"1e5"', '""', 'null', '1e400', '{}'],
  data: [
    '{"orderid":"O-1","upi":"upi://pay","order_amount":5}',
    '{"orderid":""}',
    '{"TxnStatus":"success","ud1":"x","ud2":7}',
    '{"TxnStatus":null}',
    '{}',
    '[]',
    'null',
  ],
};
const RAW = ['', 'null', '[]', '"x"', '5', '<html></html>', '{', '{"status":true', 'true', '\uFEFF{}', '{}{}'] as const;
const STATUSES = [200, 200, 200, 200, 400, 400, 400, 401, 429, 500, 502, 403, 404, 405, 301, 421, 204, null] as const;

const ENDINGS = ['cut', 'timeout', 'tooLarge', 'notJson'] as const satisfies readonly AnswerEnding[];

interface Case {
  readonly received: SentResult;
  readonly text: string;
}

function draw(random: Random, values = VALUES): Case {
  const text = random.percent(85)
    ? drawObject(random, values)
    : random.percent(50)
      ? random.pick(RAW)
      : pieces(random, RAW, 3);
  const httpStatus = random.pick(STATUSES);
  const ending = random.percent(88) ? 'whole' : random.pick(ENDINGS);
  const retryAfter = random.percent(10)
    ? random.pick(['1', '99999', 'Wed, 21 Oct 2026 07:28:00 GMT', 'soon', '-1'])
    : null;
  const encoded = random.percent(2);
  return { text, received: { kind: 'sent', ending, httpStatus, retryAfter, encoded, body: Buffer.from(text) } };
}

function drawObject(random: Random, values: Values): string {
  const isUsual = (name: string): boolean => ['status', 'txn_status', 'wallet', 'data'].includes(name);
  const names = Object.keys(values).filter((name) => random.percent(isUsual(name) ? 80 : 30));
  const twice = random.percent(3) && names[0] !== undefined ? [names[0]] : [];
  const members = [...names, ...twice].map((name) => `"${name}":${random.pick(values[name] ?? ['null'])}`);
  return `{${members.join(',')}}`;
}

/** The whole body as one JSON object without a repeated key; null for everything else. */
function objectIn({ received: events, text }: Case): Record<string, unknown> | null {
  if (events.ending !== 'whole' || events.encoded) return null;
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    const colons = text.replace(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1;
    return isObject && countKeys(value) === colons ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value).reduce<number>((sum, one) => sum + countKeys(one), 0);
  return inside + (Array.isArray(value) ? 0 : Object.keys(value).length);
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isBlank = (value: unknown): boolean => value === undefined || value === null;
/** An empty text names nobody. */
const isEcho = (echo: unknown, asked: string | undefined): boolean =>
  asked === undefined || isBlank(echo) || echo === '' || echo === asked;

function checkPayout(random: Random): string | null {
  const one = draw(random);
  const firstRequest = random.percent(70);
  const outcome = payoutOutcome(receive(one.received, { redactor: REDACTOR, ours: [REFERENCE], nowMs: 0 }), {
    reference: REFERENCE,
    firstRequest,
  });
  const { httpStatus, ending } = one.received;
  const object = objectIn(one);
  const word = isText(object?.['txn_status']) ? object['txn_status'].toLowerCase() : null;
  const wrong = (why: string): string =>
    `${why}: ${JSON.stringify(outcome)} for HTTP ${httpStatus} ${ending} ${one.text}`;
  const isEchoed = isEcho(object?.['udf1'], REFERENCE);
  switch (outcome.kind) {
    case 'accepted': {
      if (httpStatus !== 200 || object?.['status'] !== true || !isEchoed || !word) return wrong('accepted');
      const state = word === 'success' || word === 'reversed' ? word : 'processing';
      return outcome.state === state ? null : wrong('another state');
    }
    case 'refused': {
      const says = word === 'failed' || word === 'rejected';
      const isBare = isBlank(object?.['txn_status']) && (httpStatus === 400 || isSource400(one));
      const fits =
        (httpStatus === 200 || httpStatus === 400) && object?.['status'] === false && firstRequest && isEchoed;
      return fits && (says || isBare) ? null : wrong('refused');
    }
    case 'unauthorized':
      return httpStatus === 401 && ending === 'whole' && isEchoed ? null : wrong('unauthorized');
    case 'unknown':
      return checkDoubt(one, { isEchoed, word, firstRequest }) ? wrong('needlessly unknown') : null;
    case 'notSent':
      return wrong('an answered request was called unsent');
  }
}

/** Whether the answer says clearly what became of the request, so that doubt would burden a person for nothing. */
function checkDoubt(
  one: Case,
  {
    isEchoed,
    word,
    firstRequest,
  }: { readonly isEchoed: boolean; readonly word: string | null; readonly firstRequest: boolean },
): boolean {
  const object = objectIn(one);
  if (object === null || !isEchoed) return false;
  const { httpStatus } = one.received;
  if (httpStatus === 200 && object['status'] === true && word) return true;
  const isRefusal = object['status'] === false && (word === 'failed' || word === 'rejected');
  return (httpStatus === 200 || httpStatus === 400) && isRefusal && firstRequest;
}

function isSource400({ text }: Case): boolean {
  return /"error_code":400[,}]/.test(text);
}

function checkLookup(random: Random): string | null {
  const one = draw(random);
  const key = random.percent(50)
    ? ({
        by: 'reference',
        reference: REFERENCE,
        ...(random.percent(50) ? { transactionId: TRANSACTION_ID } : {}),
      } as const)
    : ({
        by: 'transactionId',
        transactionId: TRANSACTION_ID,
        ...(random.percent(50) ? { reference: REFERENCE } : {}),
      } as const);
  const ours = [REFERENCE, TRANSACTION_ID];
  const answer = lookupAnswer(receive(one.received, { redactor: REDACTOR, ours, nowMs: 0 }), key);
  const object = objectIn(one);
  const { httpStatus, ending } = one.received;
  const wrong = (why: string): string =>
    `${why}: ${JSON.stringify(answer)} for HTTP ${httpStatus} ${ending} ${one.text}`;
  if (answer.kind === 'unauthorized') return httpStatus === 401 ? null : wrong('unauthorized');
  if (answer.kind === 'unreachable')
    return httpStatus === null || ending === 'cut' || ending === 'timeout' ? null : wrong('unreachable');
  if (answer.fingerprint !== null && object === null) return wrong('a fingerprint of what is no whole object');
  if (answer.meaning.kind !== 'state') return null;
  const args = object?.['txn_status'];
  const { state, word } = answer.meaning;
  // An unpaid or reversed payout may come with either `status`.
  const isUnpaid = state === 'failed' || state === 'rejected' || state === 'reversed';
  const isOurs = isEcho(object?.['udf1'], key.reference) && isEcho(object?.['transactionId'], key.transactionId);
  const fits = httpStatus === 200 && isText(args) && args !== '' && args === word && isOurs;
  const isSaid = object?.['status'] === true || (object?.['status'] === false && isUnpaid);
  const isWord = state === 'processing' || state === word.toLowerCase();
  return fits && isSaid && isWord ? null : wrong('a state');
}

/** Whether it is a refusal: a whole object that says so. */
function isRefusalIn(one: Case): boolean {
  const { httpStatus } = one.received;
  return (httpStatus === 200 || httpStatus === 400) && objectIn(one)?.['status'] === false;
}

function checkCollect(random: Random): string | null {
  const one = draw(random, COLLECT_VALUES);
  const received = receive(one.received, { redactor: REDACTOR, ours: [], nowMs: 0 });
  const { httpStatus, ending } = one.received;
  const object = objectIn(one);
  const isDone = httpStatus === 200 && object?.['status'] === true;
  const data = object?.['data'];
  const wrong = (why: string, answer: unknown): string =>
    `${why}: ${JSON.stringify(answer)} for HTTP ${httpStatus} ${ending} ${one.text}`;

  const wallet = walletAnswer(received);
  if (wallet.kind === 'balance' && !(isDone && /^-?[\de+.]+$/.test(wallet.balance))) return wrong('a balance', wallet);

  const status = orderStatusAnswer(received);
  if (status.kind === 'status' && !(isDone && hasText(data, 'TxnStatus'))) return wrong('a status', status);

  const order = orderAnswer(received);
  if (order.kind === 'created' && !(isDone && hasText(data, 'orderid'))) return wrong('an order', order);
  if (order.kind === 'unreachable') return wrong('an order that may be made was called not asked', order);
  if (order.kind === 'unclear' && !order.maybeDone) return wrong('an unclear order was called not made', order);

  for (const answer of [wallet, status, order]) {
    if (answer.kind === 'unauthorized' && httpStatus !== 401) return wrong('unauthorized', answer);
    const refuses = answer.kind === 'refused' || answer.kind === 'invalidMid';
    if (refuses && !isRefusalIn(one)) return wrong('a refusal', answer);
  }
  return null;
}

function hasText(data: unknown, key: string): boolean {
  return typeof data === 'object' && data !== null && isText((data as Record<string, unknown>)[key]);
}

export const COLLECT_ANSWERS: FuzzTarget = { name: 'wallet and order answers', check: checkCollect };
export const PAYOUT_ANSWERS: FuzzTarget = { name: 'payout answers', check: checkPayout };
export const LOOKUP_ANSWERS: FuzzTarget = { name: 'look-up answers', check: checkLookup };
