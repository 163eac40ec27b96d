// The requests to the gateway, and what each answer, or its absence, means for the money. Texts for people and facts only:
// never the token or a raw socket error.

import type { Reference } from './ids.ts';
import type { Message } from './messages/message.ts';
import type { Paise } from './money.ts';
import type { Beneficiary } from './rows.ts';

/** Why a request provably never left this machine. */
export type NotSentCause =
  | 'dns'
  | 'refused'
  | 'connectTimeout'
  | 'connectionLost'
  | 'tls'
  | 'certificate'
  | 'proxy'
  | 'aborted';

/** Why nobody knows whether a request was executed. */
export const UNKNOWN_REASONS = [
  'echoMismatch',
  'sameId',
  'invalidMid',
  'wrongUrl',
  'refusedByRate',
  'httpStatus',
  'cut',
  'timeout',
  'notJson',
  'otherShape',
  'tooLarge',
  'notFirstRequest',
  'unauthorized',
  'unauthorizedUnconfirmed',
  'crashed',
  'slept',
  'notWritten',
  'restored',
  'cancelled',
  'forgotten',
  'noWord',
  'stillPending',
] as const;
export type UnknownReason = (typeof UNKNOWN_REASONS)[number];

/** The gateway itself said that it refused the request, with a 429 or a 401. It may still have executed it. */
const REFUSED_REASONS: readonly UnknownReason[] = ['refusedByRate', 'unauthorized', 'unauthorizedUnconfirmed'];

export function isRefusedReason(reason: UnknownReason): boolean {
  return REFUSED_REASONS.includes(reason);
}

/**
 * The finding of a stored lookup whose answer was the same as for an invented reference. `unproven`: nobody had yet seen the
 * gateway find a paid payout by its reference, so it counts for nothing, now and later.
 */
export type Silence = 'notKnown' | 'unproven';

export function isSilence(finding: string | null): finding is Silence {
  return finding === 'notKnown' || finding === 'unproven';
}

/** The words that the gateway's specification has for a payment's state. */
const DOCUMENTED_WORDS: readonly string[] = ['accept', 'pending', 'success', 'failed', 'rejected', 'reversed'];

/** Whether the specification defines this word. Of any other word nobody knows whether it is final. */
export function isDocumentedWord(word: string): boolean {
  return DOCUMENTED_WORDS.includes(word.toLowerCase());
}

/** The prefix of a stored finding that holds the gateway's word for the payment's state. */
const STATE_FINDING = 'state ';

/** The gateway's word in a stored finding; null where it gave none. */
export function wordOfFinding(finding: string): string | null {
  return finding.startsWith(STATE_FINDING) ? finding.slice(STATE_FINDING.length) : null;
}

/** Whether a stored lookup says, in a documented word, that the gateway is still working on it. */
export function saysPending(finding: string): boolean {
  const word = wordOfFinding(finding);
  return word !== null && ['accept', 'pending'].includes(word.toLowerCase());
}

/** The finding of a lookup with a documented word that nothing else confirmed. */
export const UNCONFIRMED = 'unconfirmed';

/** The finding of a lookup that was answered about another payment. */
export const MISMATCH = 'mismatch';

/** The finding of a lookup whose answer gave an id that another payout has. */
export const SAME_ID_FINDING = 'sameId';

/** The lookup got no useful answer, or was not made because the gateway had just given none. */
const UNANSWERED: readonly string[] = ['unclear', 'unanswered', 'notAsked'];

/** Whether a stored lookup got no useful answer: an error, a refused token, a broken connection. */
export function isUnanswered(finding: string | null): boolean {
  return finding !== null && UNANSWERED.includes(finding);
}

/** Whether a stored lookup gave no believable documented word: none at all, or one that did not fit. */
export function isWithoutWord(finding: string): boolean {
  const word = wordOfFinding(finding);
  return word === null || !isDocumentedWord(word);
}

/** The gateway's ids for a payment, always text, even where the gateway sends a number; null when absent. */
export interface GatewayIds {
  readonly transactionId: string | null;
  readonly rrn: string | null;
  readonly utr: string | null;
  readonly logNumber: string | null;
  readonly tranRefNo: string | null;
}

export const NO_IDS: GatewayIds = { transactionId: null, rrn: null, utr: null, logNumber: null, tranRefNo: null };

/**
 * What came back, verbatim, for the payout's details and the audit. `text` is the body with the token removed, at most
 * ANSWER_KEPT_CHARACTERS; null when nothing came.
 */
export interface Evidence {
  readonly httpStatus: number | null;
  readonly text: string | null;
}

/** Nothing came back. */
export const NO_EVIDENCE: Evidence = { httpStatus: null, text: null };

/** The meaning of one payout request. See DESIGN, What an answer means for the money. */
export type Outcome =
  | { readonly kind: 'notSent'; readonly cause: NotSentCause; readonly message: Message }
  | {
      readonly kind: 'accepted';
      readonly state: 'processing' | 'success' | 'reversed';
      readonly word: string;
      readonly ids: GatewayIds;
      readonly message: Message | null;
    }
  | {
      readonly kind: 'refused';
      readonly state: 'failed' | 'rejected';
      readonly word: string | null;
      readonly ids: GatewayIds;
      readonly message: Message;
    }
  | { readonly kind: 'unauthorized' }
  | {
      readonly kind: 'unknown';
      readonly reason: UnknownReason;
      readonly message: Message;
      readonly ids: GatewayIds;
      readonly echoedReference: string | null;
      readonly retryAfterMs: number | null;
    };

export interface PayoutAnswer {
  readonly outcome: Outcome;
  readonly evidence: Evidence;
}

/** What a lookup's answer says, before it is compared with the not-known fingerprint. */
export type LookupMeaning =
  | {
      readonly kind: 'state';
      readonly state: 'processing' | 'success' | 'failed' | 'rejected' | 'reversed';
      readonly word: string;
      readonly utr: string | null;
      /** Absent where the answer has none. */
      readonly rrn?: string;
      readonly message: string | null;
      /** The transaction id in the answer; absent where there is none, or only a placeholder. */
      readonly transactionId?: string;
    }
  /** `word` is set where the answer has a word for the payment that cannot be believed. */
  | { readonly kind: 'unclear'; readonly reason: Message; readonly word?: string }
  | { readonly kind: 'mismatch'; readonly message: Message }
  | { readonly kind: 'invalidMid' };

/**
 * A request without an answer. `isLost`: the request left and its answer was lost, which alone does not mean that the gateway
 * is out of reach. Absent when the request never left.
 */
export interface Unreached {
  readonly kind: 'unreachable';
  readonly message: Message;
  readonly certificate: boolean;
  readonly isLost?: true;
  /** Set where a meaningless answer came. */
  readonly evidence?: Evidence;
}

/**
 * The answer to a lookup. `fingerprint` covers the answer's status, fields and codes without its message: two answers with the
 * same one mean the same. It is null unless the answer is one whole JSON object: a firewall's error page says nothing about a
 * payout.
 */
export type LookupAnswer =
  | {
      readonly kind: 'answered';
      readonly fingerprint: string | null;
      readonly meaning: LookupMeaning;
      readonly evidence: Evidence;
      /** The wait, in milliseconds, that the gateway gave when it refused the rate; absent when it gave none. */
      readonly retryAfterMs?: number;
    }
  | { readonly kind: 'unauthorized'; readonly evidence: Evidence }
  | Unreached;

/** The wallet. `balance` is the source text of the gateway's number; its unit is not specified. */
export type WalletAnswer =
  | { readonly kind: 'balance'; readonly balance: string; readonly message: string | null }
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'invalidMid' }
  | { readonly kind: 'wrongUrl'; readonly httpStatus: number }
  | {
      readonly kind: 'unclear';
      readonly message: Message;
      readonly evidence: Evidence;
      /** The gateway refused the request, and `message` is its reason. */
      readonly isRefusal?: true;
      /** As for a lookup. */
      readonly retryAfterMs?: number;
    }
  | Unreached;

/** One payout request. `firstRequest` is false if an earlier one may have left; a refusal then proves nothing. */
export interface PayoutOrder {
  readonly beneficiary: Beneficiary;
  readonly amountPaise: Paise;
  readonly remark: string;
  readonly reference: Reference;
  readonly firstRequest: boolean;
}

/**
 * The key of a lookup. The answer need not say which payment it is about, so the key alone identifies it. The other key is set
 * where known: an answer that names another payment by either is not about ours.
 */
export type LookupKey =
  | { readonly by: 'transactionId'; readonly transactionId: string; readonly reference?: string }
  | { readonly by: 'reference'; readonly reference: string; readonly transactionId?: string };

/** A collection order. `userDefined` holds ud1 to ud5. */
export interface CollectionOrder {
  readonly userId: string;
  readonly mobile: string;
  readonly amountPaise: Paise;
  readonly name: string;
  readonly userDefined: readonly [string, string, string, string, string];
}

/** A created order. `links` are as the gateway sent them; `orderDate` is the gateway's `YYYY-MM-DD HH:MM:SS`. */
export interface CreatedOrder {
  readonly orderId: string;
  readonly orderDate: string;
  readonly orderAmount: string;
  readonly orderName: string;
  readonly links: { readonly upi: string; readonly gpay: string; readonly phonepe: string; readonly paytm: string };
  readonly message: string | null;
}

/** The status of a collection order, each value as the gateway sent it; null where it was null or absent. */
export interface OrderStatus {
  readonly status: string;
  readonly initiatedAt: string | null;
  readonly completedAt: string | null;
  readonly payerAddress: string | null;
  readonly payerMobile: string | null;
  readonly payerName: string | null;
  readonly bankRrn: string | null;
  readonly userId: string | null;
  readonly userDefined: readonly (string | null)[];
  readonly message: string | null;
}

/** What can go wrong with a call that moves no money. `maybeDone`: the request may still have been executed. */
export type CallFailure =
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'invalidMid' }
  | { readonly kind: 'notFound'; readonly message: string }
  | { readonly kind: 'refused'; readonly message: Message; readonly evidence: Evidence }
  | {
      readonly kind: 'unclear';
      readonly message: Message;
      readonly evidence: Evidence;
      readonly maybeDone: boolean;
      /** As for a lookup. */
      readonly retryAfterMs?: number;
    }
  | Unreached;

export type OrderAnswer = { readonly kind: 'created'; readonly order: CreatedOrder } | CallFailure;
export type OrderStatusAnswer = { readonly kind: 'status'; readonly order: OrderStatus } | CallFailure;
