// The five calls of the gateway in our own words. The engine and the doors ask with these, the gateway room sends them.
// Source: gateway specification, Resources and their fields. This file must never carry a token.

import type { Reference } from './ids.ts';
import type { Paise } from './money.ts';
import type { Evidence, Unreached } from './outcomes.ts';
import type { Beneficiary } from './rows.ts';

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
  | { readonly kind: 'refused'; readonly message: string; readonly evidence: Evidence }
  | {
      readonly kind: 'unclear';
      readonly message: string;
      readonly evidence: Evidence;
      readonly maybeDone: boolean;
      /** As for a look-up. */
      readonly retryAfterMs?: number;
    }
  | Unreached;

export type OrderAnswer = { readonly kind: 'created'; readonly order: CreatedOrder } | CallFailure;
export type OrderStatusAnswer = { readonly kind: 'status'; readonly order: OrderStatus } | CallFailure;
