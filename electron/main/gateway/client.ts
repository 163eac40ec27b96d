// The gateway's five calls and their exact bodies. The token is only here, in the headers sent.

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

/** `onWrite` is called once, when the request's bytes are handed to the socket; never for a request that did not leave. */
export interface GatewayClient {
  /** Sends one payout request, once, whatever happens. */
  pay(order: PayoutOrder, onWrite: () => void): Promise<PayoutAnswer>;
  /** Looks a payout up, once; the caller may retry. */
  lookUp(key: LookupKey, onWrite: () => void): Promise<LookupAnswer>;
  /** Reads the wallet's balance, once; the caller may retry. */
  wallet(onWrite: () => void): Promise<WalletAnswer>;
  /** Creates a collection order, once, whatever happens. */
  createOrder(order: CollectionOrder, onWrite: () => void): Promise<OrderAnswer>;
  /** Reads the status of a collection order, once; the caller may retry. */
  orderStatus(orderId: string, onWrite: () => void): Promise<OrderStatusAnswer>;
  /** Accepts no more calls and abandons lookups and wallet reads; other requests in flight are left to finish. */
  close(): void;
}

/**
 * `moreAuthorities`: PEM certificates to trust besides the system's. `findRoute`: finds the proxy for a connection; left out,
 * there is none. `now`: the wall clock in milliseconds.
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
  /** Called with each answer before the caller gets it. */
  readonly onAnswer?: ((answer: GatewayAnswer) => void) | undefined;
}

export type GatewayAnswer = PayoutAnswer | LookupAnswer | WalletAnswer | OrderAnswer | OrderStatusAnswer;

/** Sends a request and returns its answer: once, on its own connection. */
export type SendPost = (post: Post) => Promise<ExchangeResult>;

/** Opens a client. Throws InvariantError for a base URL or token that earlier checks should have refused. */
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

/** The client over any transport. */
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
        { path: PAYOUT_PATH, body: encodePayout(mid, order), onWrite, ours: [order.reference] },
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

/** Compressed answers are refused, so none is requested. The list alternates name and value. */
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
    /** A value that JSON.stringify writes as exactly this text. See ECMAScript 2026, JSON.rawJSON. */
    rawJSON(text: string): object;
  }
}

/** Below the gateway's address. */
export const PAYOUT_PATH = '/api/payout/';

/** The body of a payout's every request. See the gateway specification, Payout request. */
export function encodePayout(mid: Mid, order: Omit<PayoutOrder, 'firstRequest'>): string {
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

/** See the gateway specification, Payout status request: `mid` is a string here. */
export function encodeLookup(mid: Mid, key: LookupKey): string {
  const asked = key.by === 'transactionId' ? { transactionId: key.transactionId } : { udf1: key.reference };
  return JSON.stringify({ mid: String(mid), ...asked });
}

/** See the gateway specification, Wallet request. */
export function encodeWallet(mid: Mid): string {
  return JSON.stringify({ mid });
}

/** See the gateway specification, Order create request: `mid` is a string here. */
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

/** See the gateway specification, Payment status request. */
export function encodeOrderStatus(mid: Mid, orderId: string): string {
  return JSON.stringify({ mid, orderid: orderId });
}

function exactAmount(paise: Paise): object {
  return JSON.rawJSON(shortestDecimal(paise));
}
