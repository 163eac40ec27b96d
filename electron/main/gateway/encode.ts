// The exact body of each of the five calls. In: our own types. Out: JSON text, amounts as the shortest exact decimal.
// This file must never let a double near an amount, and never leave out the reference of a payout.

import type { CollectionOrder, LookupKey, PayoutOrder } from '../../../shared/gateway-calls.ts';
import type { Mid } from '../../../shared/ids.ts';
import { shortestDecimal } from '../../../shared/money.ts';
import type { Paise } from '../../../shared/money.ts';

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
