// How one gateway words its answers: each seed has its own dialect, within the specification.

import { hash } from 'node:crypto';
import type { AnswerEnding } from '../../electron/main/gateway/transport.ts';
import type { Payment, PaymentState } from './ground-truth.ts';
import type { Random } from './random.ts';

/** One answer on the wire. `says` is the state it names, if that may be believed; null when it names none. */
export interface WireAnswer {
  readonly httpStatus: number | null;
  readonly body: string;
  readonly says: PaymentState | null;
  readonly ending: AnswerEnding;
  readonly retryAfter: string | null;
  readonly encoded: boolean;
}

/** A whole answer that arrived as it was sent. */
export function whole(httpStatus: number, body: string, says: PaymentState | null = null): WireAnswer {
  return { httpStatus, body, says, ending: 'whole', retryAfter: null, encoded: false };
}

const NOT_KNOWN_WAYS = ['plain', 'as400', 'as404', 'asFailed', 'asPending', 'asSuccess', 'unsteady'] as const;
type NotKnownWay = (typeof NOT_KNOWN_WAYS)[number];

/** The transaction ids of a gateway that gives all payouts the same one. */
const SHARED_IDS = ['0', '', 'NA', '000000000000'] as const;

export class Dialect {
  readonly #random: Random;
  readonly #echoes: boolean;
  readonly #namesIds: boolean;
  readonly #refusesWith400: boolean;
  readonly #failedIsStatusFalse: boolean;
  /** The one transaction id of all payouts; null when each has its own. */
  readonly sharedId: string | null;
  readonly #namesInLookups: 'nothing' | 'reference' | 'id' | 'both';
  /** How unknown transaction ids are answered when that differs from unknown references; null when it does not. */
  readonly #notKnownById: NotKnownWay | null;
  readonly #repeatsFirstIds: boolean;
  #first: Payment | null = null;
  #notKnown: NotKnownWay;
  #wasAmbiguous = false;

  constructor(random: Random, { repeatsFirstIds = false }: { readonly repeatsFirstIds?: boolean } = {}) {
    this.#random = random;
    this.#repeatsFirstIds = repeatsFirstIds;
    this.#echoes = random.chance(0.7);
    this.#namesIds = random.chance(0.7);
    this.#refusesWith400 = random.chance(0.5);
    this.#failedIsStatusFalse = random.chance(0.5);
    this.#notKnown = this.#way();
    this.sharedId = random.chance(0.12) ? random.pick(SHARED_IDS) : null;
    this.#namesInLookups = random.weighted({ nothing: 5, reference: 2, id: 1, both: 2 }, 'nothing');
    this.#notKnownById = random.chance(0.15) ? this.#way() : null;
  }

  /** Whether "not known" was ever worded as a state, or never twice alike: rows may then be held for no other reason. */
  get wasAmbiguous(): boolean {
    return this.#wasAmbiguous;
  }

  /** The gateway is updated: it words "not known" differently from now on. */
  change(): void {
    const way = this.#way();
    // A gateway that calls everything unknown "pending" or "success" keeps doing so: an update between a lookup and its invented
    // key would otherwise be believed.
    if (this.#notKnown !== 'asPending' && this.#notKnown !== 'asSuccess') this.#notKnown = way;
  }

  /** Whether lookups distinguish a payment in this state from an unknown one. */
  tells(state: PaymentState): boolean {
    return distinguishes(this.#notKnown, state);
  }

  /** Whether lookups by transaction id do: unknown ids may get the same word. */
  tellsById(state: PaymentState): boolean {
    return this.#notKnownById === null || distinguishes(this.#notKnownById, state);
  }

  accepted(payment: Payment, state: 'processing' | 'success' | 'reversed', word: string): WireAnswer {
    const echo = this.#echoes ? { udf1: payment.reference } : {};
    return whole(200, JSON.stringify({ status: true, txn_status: word, ...echo, ...this.ids(payment) }), state);
  }

  /** The ids the gateway gives a payment. */
  ids(payment: Payment): object {
    this.#first ??= payment;
    const { transactionId: own, reference } = this.#repeatsFirstIds ? this.#first : payment;
    const transactionId = this.sharedId ?? own;
    const rrn = digitsOf(`${own} ${reference}`).slice(0, 12);
    return this.#namesIds ? { lognumber: `L${rrn}`, tranrefno: `R${rrn}`, transactionId, RRN: rrn } : { RRN: rrn };
  }

  refused(state: 'failed' | 'rejected', message: string): WireAnswer {
    const body = { status: false, txn_status: state, message, error_code: 400 };
    return whole(this.#refusesWith400 ? 400 : 200, JSON.stringify(body), state);
  }

  /** A lookup that found the payment. Its UTR is a number of 20 digits, as in the specification's sample. */
  found(state: PaymentState, word: string, payment: Payment): WireAnswer {
    const isFalse = this.#failedIsStatusFalse && (state === 'failed' || state === 'rejected');
    const facts = { status: !isFalse, txn_status: word, message: this.#words(), ...this.#namesOf(payment) };
    const utr = state === 'success' ? `,"UTR":${digitsOf(`${payment.transactionId} ${payment.reference}`)}` : '';
    return whole(200, `${JSON.stringify(facts).slice(0, -1)}${utr},"error_code":200}`, state);
  }

  /** The answer for what the gateway does not see; unknown ids may be answered differently from the rest. */
  notKnown(by: 'reference' | 'transactionId', isThere: boolean): WireAnswer {
    const message = this.#words();
    const byId = this.#notKnownById ?? this.#notKnown;
    // For a payout it accepted, it says success only when it was paid: accepted payouts are looked up by the id it gave.
    const ofThere = this.#notKnown === 'asSuccess' ? 'plain' : this.#notKnown;
    switch (by === 'reference' ? this.#notKnown : isThere ? ofThere : byId) {
      case 'plain':
        return whole(200, JSON.stringify({ status: false, message, error_code: 404 }));
      case 'as400':
        return whole(400, JSON.stringify({ status: false, message, error_code: 400 }));
      case 'as404':
        return whole(404, JSON.stringify({ status: false, message }));
      case 'asFailed':
        return whole(200, JSON.stringify({ status: false, txn_status: 'failed', message, error_code: 200 }));
      case 'asPending':
        return whole(200, JSON.stringify({ status: true, txn_status: 'pending', message, error_code: 200 }));
      case 'asSuccess':
        return whole(200, `{"status":true,"txn_status":"success","message":"${message}","UTR":98,"error_code":200}`);
      case 'unsteady':
        return whole(200, JSON.stringify({ status: false, message, error_code: this.#random.int(1_000_000) }));
    }
  }

  #namesOf({ reference, transactionId }: Payment): object {
    const id = { transactionId: this.sharedId ?? transactionId };
    switch (this.#namesInLookups) {
      case 'nothing':
        return {};
      case 'reference':
        return { udf1: reference };
      case 'id':
        return id;
      case 'both':
        return { udf1: reference, ...id };
    }
  }

  #way(): NotKnownWay {
    const ways = { plain: 5, as400: 2, as404: 1, asFailed: 1.5, asPending: 0.3, asSuccess: 0.3, unsteady: 0.5 };
    const way = this.#random.weighted<NotKnownWay>(ways, 'plain');
    this.#wasAmbiguous ||= way.startsWith('as') ? !way.startsWith('as4') : way === 'unsteady';
    return way;
  }

  #words(): string {
    return `Answer ${this.#random.int(1_000)}`;
  }
}

function distinguishes(way: NotKnownWay, state: PaymentState): boolean {
  switch (way) {
    case 'plain':
    case 'as400':
    case 'as404':
      return true;
    case 'asFailed':
      return state !== 'failed';
    case 'asPending':
      return state !== 'processing';
    case 'asSuccess':
      return state !== 'success';
    case 'unsteady':
      return false;
  }
}

/** Twenty digits unique to a payment, not starting with zero. */
function digitsOf(name: string): string {
  const number = BigInt(`0x${hash('sha256', name)}`) % 10n ** 19n;
  return `4${String(number).padStart(19, '0')}`;
}
