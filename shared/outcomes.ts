// What is asked of the gateway, and what its answer, or the absence of one, means for the money. Words for people and
// facts only: never the token or a raw socket error.

import type { Reference } from './ids.ts';
import type { Words } from './messages/message.ts';
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
export type UnknownReason =
  | 'echoMismatch'
  | 'sameId'
  | 'invalidMid'
  | 'wrongUrl'
  | 'refusedByRate'
  | 'httpStatus'
  | 'cut'
  | 'timeout'
  | 'notJson'
  | 'otherShape'
  | 'tooLarge'
  | 'notFirstRequest'
  | 'unauthorized'
  | 'unauthorizedUnconfirmed'
  | 'crashed'
  | 'slept'
  | 'notWritten'
  | 'restored'
  | 'cancelled'
  | 'forgotten'
  | 'noWord'
  | 'stillPending';

/** The gateway itself said that it refused the request, with a 429 or a 401; it may have executed it all the same. */
const REFUSED_REASONS: readonly UnknownReason[] = ['refusedByRate', 'unauthorized', 'unauthorizedUnconfirmed'];

export function isRefusedReason(reason: UnknownReason): boolean {
  return REFUSED_REASONS.includes(reason);
}

/**
 * What a kept look-up says where the answer was the one about an invented reference. Shape: `unproven` while nobody had seen
 * the gateway find a paid payout by its reference: then it weighs nothing, and it never weighs more later.
 */
export type Silence = 'notKnown' | 'unproven';

export function isSilence(finding: string | null): finding is Silence {
  return finding === 'notKnown' || finding === 'unproven';
}

/** The words that the gateway's specification has for a payment's state. */
const DOCUMENTED_WORDS: readonly string[] = ['accept', 'pending', 'success', 'failed', 'rejected', 'reversed'];

/** Whether the specification says what this word means; of any other nobody can tell whether it is the end. */
export function isDocumentedWord(word: string): boolean {
  return DOCUMENTED_WORDS.includes(word.toLowerCase());
}

/** How a look-up's finding is kept where it is a word of the gateway for the payment's state. */
const STATE_FINDING = 'state ';

/** The gateway's word in a kept finding; null where it gave none. */
export function wordOfFinding(finding: string): string | null {
  return finding.startsWith(STATE_FINDING) ? finding.slice(STATE_FINDING.length) : null;
}

/** Whether a kept look-up says that the gateway is still working on it, in a word of its specification. */
export function saysPending(finding: string): boolean {
  const word = wordOfFinding(finding);
  return word !== null && ['accept', 'pending'].includes(word.toLowerCase());
}

/** What a kept look-up says where a documented word came, and nothing else agreed with it. */
export const UNCONFIRMED = 'unconfirmed';

/** What a kept look-up says where the gateway answered about another payment. */
export const MISMATCH = 'mismatch';

/** And where it called the payment by an id that another payout has. */
export const SAME_ID_FINDING = 'sameId';

/** The look-up got no answer that says anything, or was not made, since the gateway had just given none. */
const UNANSWERED: readonly string[] = ['unclear', 'unanswered', 'notAsked'];

/** Whether a kept look-up got no useful answer: an error, a refused token, a broken connection. */
export function isUnanswered(finding: string | null): boolean {
  return finding !== null && UNANSWERED.includes(finding);
}

/** Whether a kept look-up gave no documented word that could be believed of the payment: none at all, or one that did not fit. */
export function isWithoutWord(finding: string): boolean {
  const word = wordOfFinding(finding);
  return word === null || !isDocumentedWord(word);
}

/** What the gateway calls a payment. Shape: text in our hands even when the gateway sends a number; null when absent. */
export interface GatewayIds {
  readonly transactionId: string | null;
  readonly rrn: string | null;
  readonly utr: string | null;
  readonly logNumber: string | null;
  readonly tranRefNo: string | null;
}

export const NO_IDS: GatewayIds = { transactionId: null, rrn: null, utr: null, logNumber: null, tranRefNo: null };

/**
 * What came back, word for word, for the drawer and the audit.
 * Shape: `text` is the body as text, the token taken out, at most ANSWER_KEPT_CHARACTERS; null when nothing came.
 */
export interface Evidence {
  readonly httpStatus: number | null;
  readonly text: string | null;
}

/** Nothing came back. */
export const NO_EVIDENCE: Evidence = { httpStatus: null, text: null };

/** The meaning of one payout request. Source: DESIGN, What an answer means for the money. */
export type Outcome =
  | { readonly kind: 'notSent'; readonly cause: NotSentCause; readonly message: Words }
  | {
      readonly kind: 'accepted';
      readonly state: 'processing' | 'success' | 'reversed';
      readonly word: string;
      readonly ids: GatewayIds;
      readonly message: string | null;
    }
  | {
      readonly kind: 'refused';
      readonly state: 'failed' | 'rejected';
      readonly word: string | null;
      readonly ids: GatewayIds;
      readonly message: string;
    }
  | { readonly kind: 'unauthorized' }
  | {
      readonly kind: 'unknown';
      readonly reason: UnknownReason;
      readonly message: string;
      readonly ids: GatewayIds;
      readonly echoedReference: string | null;
      readonly retryAfterMs: number | null;
    };

/** One payout request and what it came to. */
export interface PayoutAnswer {
  readonly outcome: Outcome;
  readonly evidence: Evidence;
}

/** What a look-up's answer says, before it is compared with the not-known fingerprint. */
export type LookupMeaning =
  | {
      readonly kind: 'state';
      readonly state: 'processing' | 'success' | 'failed' | 'rejected' | 'reversed';
      readonly word: string;
      readonly utr: string | null;
      /** Absent where the answer names none. */
      readonly rrn?: string;
      readonly message: string | null;
      /** What the answer calls the payment; absent where it names none, or with a placeholder. */
      readonly transactionId?: string;
    }
  /** Shape: `word` is there where the answer has one for the payment, and cannot be believed. */
  | { readonly kind: 'unclear'; readonly reason: Words; readonly word?: string }
  | { readonly kind: 'mismatch'; readonly message: string }
  | { readonly kind: 'invalidMid' };

/**
 * A question without an answer. Shape: `isLost` when the request left and its answer did not come, which alone does not say
 * that the gateway cannot be reached; absent when the request never left.
 */
export interface Unreached {
  readonly kind: 'unreachable';
  readonly message: Words;
  readonly certificate: boolean;
  readonly isLost?: true;
  /** There where an answer came that says nothing. */
  readonly evidence?: Evidence;
}

/**
 * One look-up.
 * Shape: `fingerprint` names the answer's status, fields and codes without its message: two answers with the same one say
 * the same. It is null unless the answer is one whole JSON object: a wall's error page says nothing about a payout.
 */
export type LookupAnswer =
  | {
      readonly kind: 'answered';
      readonly fingerprint: string | null;
      readonly meaning: LookupMeaning;
      readonly evidence: Evidence;
      /** How long the gateway asked to wait when it refused the rate; absent when it named no time. Units: milliseconds. */
      readonly retryAfterMs?: number;
    }
  | { readonly kind: 'unauthorized'; readonly evidence: Evidence }
  | Unreached;

/** The wallet. Shape: `balance` is the number's source text as the gateway reported it; its unit is not specified. */
export type WalletAnswer =
  | { readonly kind: 'balance'; readonly balance: string; readonly message: string | null }
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'invalidMid' }
  | { readonly kind: 'wrongUrl'; readonly httpStatus: number }
  | {
      readonly kind: 'unclear';
      readonly message: Words;
      readonly evidence: Evidence;
      /** The gateway refused the question, and `message` is its reason. */
      readonly isRefusal?: true;
      /** As for a look-up. */
      readonly retryAfterMs?: number;
    }
  | Unreached;

/**
 * One payout request.
 * Shape: `firstRequest` is false once an earlier request of this payout may have left: then a refusal proves nothing.
 */
export interface PayoutOrder {
  readonly beneficiary: Beneficiary;
  readonly amountPaise: Paise;
  readonly remark: string;
  readonly reference: Reference;
  readonly firstRequest: boolean;
}

/**
 * What a payout is looked up by. The answer need not carry an identity, so the key asked for is the identity.
 * Shape: the other one is there where it is known as well: an answer that names another payment by either is none of ours.
 */
export type LookupKey =
  | { readonly by: 'transactionId'; readonly transactionId: string; readonly reference?: string }
  | { readonly by: 'reference'; readonly reference: string; readonly transactionId?: string };

/** A collection order. Shape: `userDefined` holds ud1 to ud5. */
export interface CollectionOrder {
  readonly userId: string;
  readonly mobile: string;
  readonly amountPaise: Paise;
  readonly name: string;
  readonly userDefined: readonly [string, string, string, string, string];
}

/** A created order. Shape: `links` as the gateway sent them; `orderDate` is the gateway's `YYYY-MM-DD HH:MM:SS`. */
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

/** What can go wrong with a call that moves no money. `maybeDone`: the request may have been executed all the same. */
export type CallFailure =
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'invalidMid' }
  | { readonly kind: 'notFound'; readonly message: string }
  | { readonly kind: 'refused'; readonly message: Words; readonly evidence: Evidence }
  | {
      readonly kind: 'unclear';
      readonly message: Words;
      readonly evidence: Evidence;
      readonly maybeDone: boolean;
      /** As for a look-up. */
      readonly retryAfterMs?: number;
    }
  | Unreached;

export type OrderAnswer = { readonly kind: 'created'; readonly order: CreatedOrder } | CallFailure;
export type OrderStatusAnswer = { readonly kind: 'status'; readonly order: OrderStatus } | CallFailure;
