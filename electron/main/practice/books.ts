// What every operation of the practice gateway works with. In: an open database and a clock. Out: the merchant and its
// ledgers. This file must never know about HTTP.

import type { PracticeClock } from './clock.ts';
import type { PracticeMerchant } from './ledger-file.ts';
import type { OrderLedger } from './order-ledger.ts';
import type { PayoutLedger } from './payout-ledger.ts';

export interface PracticeBooks {
  readonly merchant: PracticeMerchant;
  readonly payouts: PayoutLedger;
  readonly orders: OrderLedger;
  readonly clock: PracticeClock;
}

/** One call that has passed the door: path, method and token were right. */
export interface Call {
  readonly body: Buffer;
  readonly contentType: string;
}
