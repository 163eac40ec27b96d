// Payouts and their status as the specification describes them.

import { setTimeout as wait } from 'node:timers/promises';
import type { Reply } from './spec-reply.ts';

/** A payout request. `amountText` is the JSON number as spelled. */
export interface PayoutRequest {
  readonly reference: string | null;
  readonly method: unknown;
  readonly upiId: unknown;
  readonly account: unknown;
  readonly ifsc: unknown;
  readonly amountText: string;
  readonly remark: unknown;
}

/** A payment that was made. */
export interface Executed extends PayoutRequest {
  readonly transactionId: string;
  readonly atMs: number;
}

/**
 * How one payout request is treated. `word` is the first txn_status; `later` is what it becomes, with the reference that lookups
 * then name, if any; lookups do not know it for `unknownForMs`; a `refusal` says `word` although the payment is made; the answer,
 * but not the payment, waits for `until`; a lookup names `lookupNames`, if any.
 */
export interface Conduct {
  readonly executes: boolean;
  readonly reply: 'answer' | 'refusal' | 'lost' | 'http500' | 'http429' | 'http401';
  readonly word: string;
  readonly later: { readonly afterMs: number; readonly word: string; readonly names?: string } | null;
  readonly delayMs: number;
  readonly until: Promise<void> | null;
  readonly unknownForMs: number;
  readonly echo: 'same' | 'none' | 'other';
  readonly retryAfter: string;
  readonly lookupNames: string | null;
  /** The RRN in the answer; null for the payment's own. */
  readonly rrn: string | null;
  /** Whether lookups still know what it refused at once. */
  readonly remembers: boolean;
}

export type NotKnown = (asked: string, times: number) => Reply;

const ORDINARY: Conduct = {
  executes: true,
  reply: 'answer',
  word: 'success',
  later: null,
  delayMs: 0,
  until: null,
  unknownForMs: 0,
  echo: 'same',
  retryAfter: '1',
  lookupNames: null,
  rrn: null,
  remembers: false,
};

const REFUSED_WORDS = ['failed', 'rejected'];

/** The course that lookups of a payment follow. */
export type Course = Pick<Conduct, 'word' | 'later' | 'unknownForMs'> & { readonly lookupNames?: string | null };

/** A payment with its course, as a restarted gateway must remember it. */
export interface Made {
  readonly payment: Executed;
  readonly course: Course;
}

/**
 * `made` are the payments from before a restart; `onMade` is called when a payment is made, before any answer. `nowMs` is in
 * milliseconds, on a clock that outlives the process when `made` is given.
 */
export interface SpecPayoutsOptions {
  readonly conduct: ((request: PayoutRequest, nth: number) => Partial<Conduct>) | undefined;
  readonly notKnown: NotKnown | undefined;
  readonly made?: readonly Made[];
  readonly onMade?: (made: Made) => void;
  readonly nowMs?: () => number;
}

export class SpecPayouts {
  readonly executed: Executed[] = [];
  readonly #conduct: (request: PayoutRequest, nth: number) => Partial<Conduct>;
  readonly #notKnown: NotKnown;
  readonly #onMade: (made: Made) => void;
  readonly #nowMs: () => number;
  readonly #byReference = new Map<unknown, Made>();
  readonly #byTransactionId = new Map<unknown, Made>();
  readonly #seen = new Map<string | null, number>();
  readonly #refused = new Map<unknown, string>();
  #notKnownTimes = 0;
  #hides: (made: Executed) => boolean = () => false;

  constructor({
    conduct = () => ({}),
    notKnown = () => ({ http: 400, body: { status: false, message: 'Transaction not found', error_code: 400 } }),
    made = [],
    onMade = () => undefined,
    nowMs = () => performance.now(),
  }: SpecPayoutsOptions) {
    this.#conduct = conduct;
    this.#notKnown = notKnown;
    this.#onMade = onMade;
    this.#nowMs = nowMs;
    for (const one of made) this.#remember(one);
  }

  async pay(text: string, body: Readonly<Record<string, unknown>>): Promise<Reply> {
    const request = readRequest(text, body);
    if (typeof request === 'string') return refusal('rejected', request);
    const nth = this.#seen.get(request.reference) ?? 0;
    this.#seen.set(request.reference, nth + 1);
    const conduct = { ...ORDINARY, ...this.#conduct(request, nth) };
    const made = conduct.executes ? this.#execute(request, conduct) : null;
    if (made === null && conduct.remembers) this.#refused.set(request.reference, conduct.word);
    if (conduct.delayMs > 0) await wait(conduct.delayMs);
    await conduct.until;
    switch (conduct.reply) {
      case 'lost':
        return null;
      case 'http500':
        return { http: 500, body: { status: false, message: 'Internal Server Error', error_code: 500 } };
      case 'http429':
        return { http: 429, body: { status: false, message: 'Too many requests' }, retryAfter: conduct.retryAfter };
      case 'http401':
        return { http: 401, body: { status: false, message: 'Authorization token was invalid or expired' } };
      case 'refusal':
        return refusal(conduct.word, 'Bank is offline');
      case 'answer':
        return made === null ? refusal(conduct.word, 'Insufficient balance') : accepted(made, conduct);
    }
  }

  /** From now on lookups do not know these payments. */
  hide(which: (made: Executed) => boolean): void {
    this.#hides = which;
  }

  lookUp(body: Readonly<Record<string, unknown>>): Reply {
    const { transactionId, udf1 } = body;
    const nowMs = this.#nowMs();
    const found = transactionId === undefined ? this.#byReference.get(udf1) : this.#byTransactionId.get(transactionId);
    const refusedAs = this.#refused.get(udf1);
    if (found === undefined && refusedAs !== undefined) {
      const body = { status: false, txn_status: refusedAs, message: 'Insufficient balance', UTR: '', error_code: 200 };
      return { http: 200, body };
    }
    if (found === undefined || this.#hides(found.payment) || nowMs - found.payment.atMs < found.course.unknownForMs) {
      this.#notKnownTimes += 1;
      return this.#notKnown(String(transactionId ?? udf1), this.#notKnownTimes);
    }
    const { payment, course } = found;
    const { later, lookupNames = null } = course;
    const isLater = later !== null && nowMs - payment.atMs >= later.afterMs;
    const word = isLater ? later.word : course.word;
    const names = (isLater ? later.names : null) ?? lookupNames;
    const status = !REFUSED_WORDS.includes(word);
    const utr = word === 'success' ? utrOf(payment) : '';
    const text = JSON.stringify({
      status,
      txn_status: word,
      message: `Transaction ${word}`,
      UTR: utr,
      ...(names === null ? {} : { udf1: names }),
      error_code: 200,
    });
    // See specification, Payout status response: the sample shows the UTR as a number.
    return { http: 200, body: text.replace(/"UTR":"(\d+)"/, '"UTR":$1') };
  }

  #execute(request: PayoutRequest, { word, later, unknownForMs, lookupNames }: Conduct): Executed {
    const payment = {
      ...request,
      transactionId: `TXN${String(this.executed.length + 1).padStart(9, '0')}`,
      atMs: this.#nowMs(),
    };
    const made = { payment, course: { word, later, unknownForMs, lookupNames } };
    this.#onMade(made);
    this.#remember(made);
    return payment;
  }

  #remember(made: Made): void {
    const { payment } = made;
    this.executed.push(payment);
    if (!this.#byReference.has(payment.reference)) this.#byReference.set(payment.reference, made);
    this.#byTransactionId.set(payment.transactionId, made);
  }
}

/** 20 digits that a double would not survive. */
export function utrOf({ transactionId }: Executed): string {
  return `98765432101${transactionId.slice(3)}`;
}

/** The request, or what is wrong with it. See specification, Payout request. */
function readRequest(text: string, body: Readonly<Record<string, unknown>>): PayoutRequest | string {
  const { paymentMethod, beneficiaryUPI, beneficiaryBankACNumber, beneficiaryBankIFSC, amount, remark, udf1 } = body;
  if (paymentMethod !== 'UPI' && paymentMethod !== 'IMPS') return 'Invalid payment method';
  if (paymentMethod === 'UPI' && typeof beneficiaryUPI !== 'string') return 'Missing beneficiaryUPI';
  const isBank = typeof beneficiaryBankACNumber === 'string' && typeof beneficiaryBankIFSC === 'string';
  if (paymentMethod === 'IMPS' && !isBank) return 'Missing bank details';
  if (typeof amount !== 'number' || typeof remark !== 'string') return 'Missing parameter';
  if (udf1 !== undefined && typeof udf1 !== 'string') return 'Invalid udf1';
  return {
    reference: udf1 ?? null,
    method: paymentMethod,
    upiId: beneficiaryUPI,
    account: beneficiaryBankACNumber,
    ifsc: beneficiaryBankIFSC,
    amountText: /"amount":([^,}]*)/.exec(text)?.[1] ?? '',
    remark,
  };
}

function accepted(made: Executed, { word, echo, rrn }: Conduct): Reply {
  const number = made.transactionId.slice(3);
  const echoed = { same: { udf1: made.reference }, none: {}, other: { udf1: 'SOMEBODY-ELSE' } }[echo];
  return {
    http: 200,
    body: {
      status: true,
      txn_status: word,
      ...echoed,
      lognumber: `LOG${number}`,
      tranrefno: `REF${number}`,
      transactionId: made.transactionId,
      RRN: rrn ?? `5${number}00`,
    },
  };
}

/** See specification, Error body shapes, payout rejected. */
function refusal(word: string, message: string): Reply {
  return { http: 400, body: { status: false, txn_status: word, message, error_code: 400 } };
}
