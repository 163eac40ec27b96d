// The five operations of the specification. Except for a payout, a body is read as JSON whatever its content type, because the
// specification does not show which types are accepted. udf1 is never used to detect a repeated payout: the gateway has no
// idempotency.

import { isUtf8 } from 'node:buffer';
import * as z from 'zod';
import { asPaise, decimalText, rupeesFromDouble, shortestDecimal } from '../../../shared/money.ts';
import type { Beneficiary } from '../../../shared/rows.ts';
import {
  type Call,
  formatGatewayTime,
  orderIdentifiers,
  orderSerial,
  type PracticeBooks,
  payoutIdentifiers,
  payoutSerial,
  type StoredOrder,
} from './books.ts';
import { type LedgerPayout, refusalSentence, replyManner, wasPaidBy, wordAt } from './payout-ledger.ts';
import { endingFor, TEST_CUSTOMERS } from './test-beneficiaries.ts';

/** `cut`: no answer, the connection ends. `headers` alternates name and value. */
export type PracticeAnswer =
  | {
      readonly kind: 'body';
      readonly httpStatus: number;
      readonly text: string;
      readonly headers: readonly string[];
    }
  | { readonly kind: 'cut' };

function answerText(httpStatus: number, text: string): PracticeAnswer {
  return { kind: 'body', httpStatus, text, headers: [] };
}

function answerJson(httpStatus: number, body: object): PracticeAnswer {
  return answerText(httpStatus, JSON.stringify(body));
}

/** A failure with its HTTP status as `error_code`. See the gateway specification, Endpoints, rule 7. */
export function answerFailure(httpStatus: number, message: string, headers: readonly string[] = []): PracticeAnswer {
  return {
    kind: 'body',
    httpStatus,
    text: JSON.stringify({ status: false, message, error_code: httpStatus }),
    headers,
  };
}

/** `input` is the request with `mid` in its documented type. See the gateway specification, Errors, Invalid merchant ID. */
function answerInvalidMid(input: object): PracticeAnswer {
  return answerJson(400, { status: false, message: 'Invalid mid', input, error_code: 400 });
}

/**
 * The merchant id as integer or string: the specification documents one type per operation and does not show whether the other
 * is refused, so both are accepted. See Endpoints, rule 6.
 */
const WIRE_MID = z.union([z.int(), z.string().min(1)]);

/** A required text. */
const TEXT = z.string().min(1);

/** A JSON number of rupees, converted to paise. */
const AMOUNT = z.number().transform((rupees, context) => {
  const reading = rupeesFromDouble(rupees);
  if (reading.kind === 'exact') return reading.paise;
  context.issues.push({ code: 'custom', message: 'not an amount', input: rupees });
  return z.NEVER;
});

/** The field that every request has. */
interface WithMid {
  readonly mid: string | number;
}

type RequestReading<Fields> =
  | { readonly kind: 'fields'; readonly fields: Fields }
  | { readonly kind: 'refused'; readonly answer: PracticeAnswer };

/** The merchant the request must be for, and the documented type of `mid`. */
interface Addressee {
  readonly mid: number;
  readonly midType: MidType;
}
type MidType = 'integer' | 'string';

/** Ignores unlisted fields. Refuses with HTTP 400 a body that is malformed, incomplete or for another merchant. */
function readRequest<Fields extends WithMid>(
  body: Buffer,
  schema: z.ZodType<Fields>,
  addressee: Addressee,
): RequestReading<Fields> {
  const received = parseObject(body);
  if (received === null) return refuse(answerFailure(400, 'The request body must be a JSON object'));
  const parsed = schema.safeParse(received);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path[0];
    return refuse(answerFailure(400, `Missing or invalid parameter: ${String(field ?? 'body')}`));
  }
  if (String(parsed.data.mid) !== String(addressee.mid)) {
    return refuse(answerInvalidMid({ ...received, mid: documented(parsed.data.mid, addressee.midType) }));
  }
  return { kind: 'fields', fields: parsed.data };
}

function parseObject(body: Buffer): object | null {
  if (!isUtf8(body)) return null;
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** A value that has no exact counterpart in the documented type is echoed unchanged. */
function documented(mid: string | number, type: MidType): string | number {
  if (type === 'string') return String(mid);
  return typeof mid === 'string' && /^(?:0|[1-9]\d{0,14})$/.test(mid) ? Number(mid) : mid;
}

function refuse(answer: PracticeAnswer): { readonly kind: 'refused'; readonly answer: PracticeAnswer } {
  return { kind: 'refused', answer };
}

/** Practice: a collection order is paid after ten seconds, so there is time to see it open. */
const PRACTICE_ORDER_ENDS_AFTER_MS = 10_000;

/** Practice: the wait a 429 gives; short, because somebody is watching. */
const PRACTICE_RETRY_AFTER_SECONDS = 2;

/** Practice: a slow answer, clearly slower than a usual one and well within REQUEST_TIMEOUT_MS. */
const PRACTICE_SLOW_ANSWER_MS = 5_000;

export type Operation = (call: Call, books: PracticeBooks) => PracticeAnswer | Promise<PracticeAnswer>;

/** Makes an operation that reads its body first and refuses one that is malformed, incomplete or for another merchant. */
function operation<Fields extends WithMid>(
  { schema, midType }: { readonly schema: z.ZodType<Fields>; readonly midType: MidType },
  answer: (fields: Fields, books: PracticeBooks) => PracticeAnswer | Promise<PracticeAnswer>,
): Operation {
  return ({ body }, books) => {
    const reading = readRequest(body, schema, { mid: books.merchant.mid, midType });
    return reading.kind === 'refused' ? reading.answer : answer(reading.fields, books);
  };
}

const FREE_TEXT = z.string().default('');
const ORDER_REQUEST = z.object({
  mid: WIRE_MID,
  userid: TEXT,
  mobile: TEXT,
  amount: AMOUNT,
  name: TEXT,
  ud1: FREE_TEXT,
  ud2: FREE_TEXT,
  ud3: FREE_TEXT,
  ud4: FREE_TEXT,
  ud5: FREE_TEXT,
});

/** Creates a collection order. See the gateway specification, Order create request and response, Endpoints rule 2. */
export const createOrder = operation({ schema: ORDER_REQUEST, midType: 'string' }, (fields, books) => {
  const { userid: userId, amount: amountPaise, mobile, name, ud1, ud2, ud3, ud4, ud5 } = fields;
  const order = books.orders.append({ userId, mobile, amountPaise, name, ud1, ud2, ud3, ud4, ud5 });
  const data = describeOrder(order, books.merchant.series);
  return answerJson(200, { status: true, message: 'Order created successfully', data, error_code: 200 });
});

function describeOrder({ serial, createdAtMs, amountPaise, name }: StoredOrder, series: string): object {
  const { orderId } = orderIdentifiers({ series, serial });
  const amount = decimalText(amountPaise);
  const query = `pa=merchant@practice&pn=Practice%20Merchant&tr=${orderId}&tn=${orderId}&am=${amount}&cu=INR`;
  return {
    orderid: orderId,
    order_date: formatGatewayTime(createdAtMs),
    order_amount: amount,
    order_name: name,
    upi: `upi://pay?${query}`,
    gpay: `gpay://upi/pay?${query}`,
    phonepe: `phonepe://pay?${query}`,
    paytm: `paytmmp://pay?${query}`,
  };
}

const COMMON = { mid: WIRE_MID, amount: AMOUNT, remark: TEXT, udf1: z.string().optional() };
const PAYOUT_REQUEST = z.discriminatedUnion('paymentMethod', [
  z.object({ paymentMethod: z.literal('UPI'), beneficiaryUPI: TEXT, ...COMMON }),
  z.object({ paymentMethod: z.literal('IMPS'), beneficiaryBankACNumber: TEXT, beneficiaryBankIFSC: TEXT, ...COMMON }),
]);
type PayoutRequest = z.output<typeof PAYOUT_REQUEST>;

/** Executes a payout. See the gateway specification, Payout request, Payout response, Endpoints rule 1. */
export const createPayout: Operation = (call, books) =>
  call.contentType.toLowerCase().startsWith('application/json')
    ? executePayout(call, books)
    : answerFailure(400, 'The Content-Type must be application/json');

/** Answers as the payee's ending says, after the commit, so that what was answered survives the program. */
const executePayout = operation({ schema: PAYOUT_REQUEST, midType: 'integer' }, async (fields, books) => {
  const beneficiary = beneficiaryOf(fields);
  const ending = endingFor(beneficiary);
  if (replyManner(ending) === 'tooMany') {
    // The specification has no rate limit, but a server in front of the gateway may have one.
    return answerFailure(429, 'Too many requests', ['Retry-After', String(PRACTICE_RETRY_AFTER_SECONDS)]);
  }
  const { amount: amountPaise, remark, udf1 = null } = fields;
  return answerAs(await books.payouts.enter({ beneficiary, amountPaise, remark, udf1, ending }), books);
});

function beneficiaryOf(request: PayoutRequest): Beneficiary {
  return request.paymentMethod === 'UPI'
    ? { method: 'UPI', upiId: request.beneficiaryUPI }
    : { method: 'IMPS', accountNumber: request.beneficiaryBankACNumber, ifsc: request.beneficiaryBankIFSC };
}

async function answerAs(payout: LedgerPayout, books: PracticeBooks): Promise<PracticeAnswer> {
  const manner = replyManner(payout.ending);
  if (manner === 'cut') return { kind: 'cut' };
  if (manner === 'serverError') return answerFailure(500, 'Internal Server Error');
  if (manner === 'slow') await books.clock.wait(PRACTICE_SLOW_ANSWER_MS);
  return describePayout(payout, books.merchant.series);
}

function describePayout({ ending, udf1, serial }: LedgerPayout, series: string): PracticeAnswer {
  const txn_status = wordAt(ending, 0);
  const refusal = refusalSentence(ending);
  if (refusal !== null) return answerJson(400, { status: false, txn_status, message: refusal, error_code: 400 });
  const { logNumber: lognumber, tranRefNo: tranrefno, transactionId, rrn: RRN } = payoutIdentifiers({ series, serial });
  const echo = udf1 === null ? {} : { udf1 };
  return answerJson(200, { status: true, txn_status, ...echo, lognumber, tranrefno, transactionId, RRN });
}

const PAYMENT_STATUS_REQUEST = z.object({ mid: WIRE_MID, orderid: TEXT });

/** The status of an order. See the gateway specification, Payment status request and response, Endpoints rule 3. */
export const readPaymentStatus = operation(
  { schema: PAYMENT_STATUS_REQUEST, midType: 'integer' },
  ({ orderid: orderId }, books) => {
    const serial = orderSerial({ series: books.merchant.series, orderId });
    const order = serial === null ? null : books.orders.find(serial);
    // The only failure body with `code`. See Endpoints, rule 7.
    if (order === null) return answerJson(401, { status: false, message: 'Invalid order ID', code: 401 });
    const data = describePayment(order, books);
    return answerJson(200, { status: true, message: 'Transaction status fetched successfully', data, code: 200 });
  },
);

function describePayment(order: StoredOrder, { merchant, clock }: PracticeBooks): object {
  const { createdAtMs, mobile, name, userId, ud1, ud2, ud3, ud4, ud5 } = order;
  const word = wordOf(order, clock.now());
  const { bankRrn } = orderIdentifiers({ series: merchant.series, serial: order.serial });
  return {
    TxnStatus: word,
    TxnInitDate: formatGatewayTime(createdAtMs),
    TxnCompletionDate: word === 'PENDING' ? null : formatGatewayTime(createdAtMs + PRACTICE_ORDER_ENDS_AFTER_MS),
    PayerVA: word === 'SUCCESS' ? 'payer@practice' : '',
    PayerMobile: mobile,
    BankRRN: word === 'SUCCESS' ? bankRrn : '',
    userid: integerOf(userId),
    PayerName: name,
    ud1,
    ud2,
    ud3,
    ud4,
    ud5,
  };
}

/** The specification has only PENDING; SUCCESS and FAILED are this gateway's own words for an end. */
function wordOf({ mobile, createdAtMs }: StoredOrder, nowMs: number): 'PENDING' | 'SUCCESS' | 'FAILED' {
  const isOpen = nowMs - createdAtMs < PRACTICE_ORDER_ENDS_AFTER_MS;
  if (isOpen || mobile === TEST_CUSTOMERS.neverPays) return 'PENDING';
  return mobile === TEST_CUSTOMERS.paymentFails ? 'FAILED' : 'SUCCESS';
}

/** An order takes `userid` as text and this answer returns it as an integer; a text that is no exact integer stays text. */
function integerOf(userId: string): number | string {
  return /^(?:0|[1-9]\d{0,14})$/.test(userId) ? Number(userId) : userId;
}

const PAYOUT_STATUS_REQUEST = z.object({
  mid: WIRE_MID,
  transactionId: z.string().optional(),
  udf1: z.string().optional(),
});

const MESSAGES: Readonly<Record<string, string>> = {
  accept: 'Transaction accepted',
  pending: 'Transaction is being processed',
  success: 'Transaction successful',
  failed: 'Transaction failed at the beneficiary bank',
  reversed: 'Transaction reversed by the beneficiary bank',
};

/**
 * The status of a payout. If both keys are given, transactionId decides. See the gateway specification, Payout status request
 * and response, Endpoints rule 5.
 */
export const readPayoutStatus = operation({ schema: PAYOUT_STATUS_REQUEST, midType: 'string' }, (fields, books) => {
  const { transactionId = '', udf1 = '' } = fields;
  if (transactionId === '' && udf1 === '') {
    return answerFailure(400, 'Missing or invalid parameter: transactionId or udf1');
  }
  const payout = transactionId === '' ? books.payouts.findByUdf1(udf1) : findByTransactionId(transactionId, books);
  if (payout !== null) return describeStatus(payout, books);
  // The specification does not show this case. HTTP 200, because the lookup itself worked.
  return answerJson(200, { status: false, message: 'Transaction not found', error_code: 400 });
});

function findByTransactionId(transactionId: string, books: PracticeBooks): LedgerPayout | null {
  const serial = payoutSerial({ series: books.merchant.series, transactionId });
  return serial === null ? null : books.payouts.findBySerial(serial);
}

/** `status` says that the lookup worked; `txn_status` is the payout's status. The UTR is a number, as in the sample. */
function describeStatus(
  { ending, serial, createdAtMs }: LedgerPayout,
  { merchant, clock }: PracticeBooks,
): PracticeAnswer {
  const ageMs = clock.now() - createdAtMs;
  const word = wordAt(ending, ageMs);
  const message = refusalSentence(ending) ?? MESSAGES[word] ?? 'Transaction is under review';
  const utr = wasPaidBy(ending, ageMs) ? payoutIdentifiers({ series: merchant.series, serial }).utr : '""';
  const words = `"txn_status":${JSON.stringify(word)},"message":${JSON.stringify(message)}`;
  return answerText(200, `{"status":true,${words},"UTR":${utr},"error_code":200}`);
}

const WALLET_REQUEST = z.object({ mid: WIRE_MID });

/** The wallet's balance. See the gateway specification, Wallet request and response, Endpoints rule 4. */
export const readWallet = operation({ schema: WALLET_REQUEST, midType: 'integer' }, (_, books) => {
  const wallet = shortestDecimal(asPaise(books.payouts.readWalletPaise()));
  return answerText(
    200,
    `{"status":true,"message":"Wallet balance fetched successfully","wallet":${wallet},"code":200}`,
  );
});
