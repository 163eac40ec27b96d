// The gateway's five calls and their exact bodies. The token lives here, in the headers that are sent, and nowhere else.

import { invariant } from '../../../shared/failures.ts';
import type { Mid } from '../../../shared/ids.ts';
import { type Paise, shortestDecimal } from '../../../shared/money.ts';
import {
  type CallFailure,
  type CollectionOrder,
  type LookupAnswer,
  type LookupKey,
  NO_EVIDENCE,
  type NotSentCause,
  type OrderAnswer,
  type OrderStatusAnswer,
  type PayoutAnswer,
  type PayoutOrder,
  type WalletAnswer,
} from '../../../shared/outcomes.ts';
import type { FindRoute, Route } from '../domain/addresses.ts';
import {
  lookupAnswer,
  NOT_SENT_SENTENCES,
  orderAnswer,
  orderStatusAnswer,
  payoutOutcome,
  type Received,
  receive,
  walletAnswer,
} from './answers.ts';
import { createRedactor } from './redact.ts';
import { CONNECT_TIMEOUT_MS, type ExchangeResult, openEndpoint, type Post, sendOnce } from './transport.ts';

/** Shape: `onWrite` is called once, in the moment the request's bytes are handed to the socket, never for one that did not leave. */
export interface GatewayClient {
  /** Sends one payout request, once, whatever happens. */
  pay(order: PayoutOrder, onWrite: () => void): Promise<PayoutAnswer>;
  /** Asks for the status of a payout, once; the caller may ask again. */
  lookUp(key: LookupKey, onWrite: () => void): Promise<LookupAnswer>;
  /** Asks for the wallet's balance, once; the caller may ask again. */
  wallet(onWrite: () => void): Promise<WalletAnswer>;
  /** Creates a collection order, once, whatever happens. */
  createOrder(order: CollectionOrder, onWrite: () => void): Promise<OrderAnswer>;
  /** Asks for the status of a collection order, once; the caller may ask again. */
  orderStatus(orderId: string, onWrite: () => void): Promise<OrderStatusAnswer>;
  /** Takes no more calls; requests in flight are left to finish. */
  close(): void;
}

/**
 * What a client needs.
 * Shape: `moreAuthorities` are PEM certificates trusted beside the system's; `findRoute` names the proxy of a connection, none
 * where it is left out. Units: `now` is the wall clock in milliseconds.
 */
export interface GatewayClientOptions {
  readonly baseUrl: string;
  readonly mid: Mid;
  readonly token: string;
  readonly timeoutMs: number;
  readonly connectTimeoutMs?: number;
  readonly moreAuthorities?: readonly string[];
  readonly findRoute?: FindRoute;
  readonly now?: () => number;
  /** Called with each answer before whoever asked gets it. */
  readonly onAnswer?: ((answer: GatewayAnswer) => void) | undefined;
}

/** What one of the calls came to. */
export type GatewayAnswer = PayoutAnswer | LookupAnswer | WalletAnswer | OrderAnswer | OrderStatusAnswer;

/** How bytes go to the gateway and back: a single time, on a connection of their own. */
export type SendPost = (post: Post) => Promise<ExchangeResult>;

/** Opens a client. Errors: throws InvariantError for a base URL or token that the checks before must have refused. */
export function createGatewayClient(options: GatewayClientOptions): GatewayClient {
  const { token } = options;
  invariant(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(token), 'the token does not fit a header');
  const endpoint = openEndpoint(options.baseUrl, options.moreAuthorities);
  const place = {
    endpoint,
    headers: headersFor(endpoint.hostHeader, token),
    findRoute: options.findRoute ?? ((): Route => ({ kind: 'direct' })),
  };
  return clientOver((post) => sendOnce(place, post), options);
}

/** The client over a given transport: what each answer means, without what carries it. */
export function clientOver(
  send: SendPost,
  options: Omit<GatewayClientOptions, 'baseUrl' | 'moreAuthorities'>,
): GatewayClient {
  const { mid, token, timeoutMs, now = Date.now, onAnswer } = options;
  const redactor = createRedactor(token);
  // A request is never written with less than half of its time left for the answer.
  const connectTimeoutMs = Math.min(options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS, timeoutMs / 2);
  let closed = false;
  const reading = new Set<() => void>();
  const onClose: Post['onClose'] = (abandon) => {
    reading.add(abandon);
    return () => void reading.delete(abandon);
  };

  type Call = Pick<Post, 'path' | 'body' | 'onWrite' | 'onClose'> & { readonly ours: readonly string[] };

  interface Meaning<Answer> {
    readonly ofSilence: (cause: NotSentCause) => Answer;
    readonly ofAnswer: (received: Received) => Answer;
  }

  async function ask<Answer extends GatewayAnswer>(call: Call, meaning: Meaning<Answer>): Promise<Answer> {
    const answer = await exchange(call, meaning);
    onAnswer?.(answer);
    return answer;
  }

  async function exchange<Answer>({ ours, ...call }: Call, meaning: Meaning<Answer>): Promise<Answer> {
    if (closed) return meaning.ofSilence('aborted');
    const result = await send({ ...call, timeoutMs, connectTimeoutMs });
    if (result.kind === 'notSent') return meaning.ofSilence(result.cause);
    return meaning.ofAnswer(receive(result, { redactor, ours, nowMs: now() }));
  }

  return {
    pay: (order, onWrite) =>
      ask<PayoutAnswer>(
        { path: '/api/payout/', body: encodePayout(mid, order), onWrite, ours: [order.reference] },
        {
          ofSilence: (cause) => ({
            outcome: { kind: 'notSent', cause, message: NOT_SENT_SENTENCES[cause] },
            evidence: NO_EVIDENCE,
          }),
          ofAnswer: (received) => ({ outcome: payoutOutcome(received, order), evidence: received.evidence }),
        },
      ),
    lookUp: (key, onWrite) =>
      ask<LookupAnswer>(
        {
          path: '/api/payoutStatus/',
          body: encodeLookup(mid, key),
          onWrite,
          onClose,
          ours: [key.reference, key.transactionId].filter((one) => one !== undefined),
        },
        { ofSilence: unreachable, ofAnswer: (received) => lookupAnswer(received, key) },
      ),
    wallet: (onWrite) =>
      ask<WalletAnswer>(
        { path: '/api/wallet/', body: encodeWallet(mid), onWrite, onClose, ours: [] },
        { ofSilence: unreachable, ofAnswer: walletAnswer },
      ),
    createOrder: (order, onWrite) =>
      ask<OrderAnswer>(
        { path: '/api/ordercreate/', body: encodeOrder(mid, order), onWrite, ours: [] },
        { ofSilence: unreachable, ofAnswer: orderAnswer },
      ),
    orderStatus: (orderId, onWrite) =>
      ask<OrderStatusAnswer>(
        { path: '/api/payinStatus/', body: encodeOrderStatus(mid, orderId), onWrite, ours: [orderId] },
        { ofSilence: unreachable, ofAnswer: orderStatusAnswer },
      ),
    close: () => {
      closed = true;
      for (const abandon of reading) abandon();
    },
  };
}

/** Compressed answers are refused, so none is asked for. Shape: name, value, name, value. */
function headersFor(host: string, token: string): readonly string[] {
  return Object.entries({
    host,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'PayoutDesk',
  }).flat();
}

function unreachable(cause: NotSentCause): Extract<CallFailure, { kind: 'unreachable' }> {
  return { kind: 'unreachable', message: NOT_SENT_SENTENCES[cause], certificate: cause === 'certificate' };
}

declare global {
  interface JSON {
    /** A value that JSON.stringify writes as this very text. Source: ECMAScript 2026, JSON.rawJSON. */
    rawJSON(text: string): object;
  }
}

/** Source: gateway specification, Payout request. */
export function encodePayout(mid: Mid, order: PayoutOrder): string {
  const { beneficiary } = order;
  return JSON.stringify({
    mid,
    paymentMethod: beneficiary.method,
    ...(beneficiary.method === 'UPI'
      ? { beneficiaryUPI: beneficiary.upiId }
      : { beneficiaryBankACNumber: beneficiary.accountNumber, beneficiaryBankIFSC: beneficiary.ifsc }),
    amount: exactAmount(order.amountPaise),
    remark: order.remark,
    udf1: order.reference,
  });
}

/** Source: gateway specification, Payout status request: `mid` is a string here. */
export function encodeLookup(mid: Mid, key: LookupKey): string {
  const asked = key.by === 'transactionId' ? { transactionId: key.transactionId } : { udf1: key.reference };
  return JSON.stringify({ mid: String(mid), ...asked });
}

/** Source: gateway specification, Wallet request. */
export function encodeWallet(mid: Mid): string {
  return JSON.stringify({ mid });
}

/** Source: gateway specification, Order create request: `mid` is a string here. */
export function encodeOrder(mid: Mid, order: CollectionOrder): string {
  const [ud1, ud2, ud3, ud4, ud5] = order.userDefined;
  return JSON.stringify({
    mid: String(mid),
    userid: order.userId,
    mobile: order.mobile,
    amount: exactAmount(order.amountPaise),
    name: order.name,
    ud1,
    ud2,
    ud3,
    ud4,
    ud5,
  });
}

/** Source: gateway specification, Payment status request. */
export function encodeOrderStatus(mid: Mid, orderId: string): string {
  return JSON.stringify({ mid, orderid: orderId });
}

function exactAmount(paise: Paise): object {
  return JSON.rawJSON(shortestDecimal(paise));
}
