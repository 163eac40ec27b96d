// Collection orders as they are read: what was asked of whom, and the gateway's last word on the payment.

import type { CollectionOrder, CreatedOrder, OrderStatus } from '../../../shared/outcomes.ts';
import type { OrderSort } from '../../../shared/sorts.ts';

/** `created` is null while nobody knows whether it was made. `status` and its time are null before the first answer about it. */
export interface StoredOrder extends CollectionOrder {
  readonly number: number;
  readonly profile: string;
  readonly askedAtMs: number;
  readonly created: CreatedOrder | null;
  readonly status: OrderStatus | null;
  readonly statusAtMs: number | null;
  readonly isOpen: boolean;
}

/** Null means no bound. `search` matches people, the own fields, order ids and RRNs anywhere within, ignoring case. */
export interface OrderFilter {
  readonly profile: string;
  readonly search: string;
  readonly amountFromPaise: number | null;
  readonly amountToPaise: number | null;
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

export interface OrderSearch extends OrderFilter {
  readonly sort: OrderSort;
  readonly window: { readonly from: number; readonly count: number };
}

export interface OrderPage {
  readonly total: number;
  readonly paise: number;
  readonly orders: readonly StoredOrder[];
}

/** An order whose status is still asked for. */
export interface OpenOrder {
  readonly number: number;
  readonly profile: string;
  readonly orderId: string;
  readonly askedAtMs: number;
}

export interface OrderReading {
  /** Orders that were made or may have been. */
  page(search: OrderSearch): OrderPage;
  find(number: number): StoredOrder | null;
  /** The newest of this profile with the gateway's id. */
  withId(profile: string, orderId: string): StoredOrder | null;
  open(): readonly OpenOrder[];
}
