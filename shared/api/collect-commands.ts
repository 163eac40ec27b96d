// Requests to the gateway that move no payout: wallet, lookup, collection orders.

import { z } from 'zod';
import { ORDER_SORTS } from '../sorts.ts';
import {
  AMOUNT_PAISE,
  COUNT,
  changing,
  NOTHING,
  PAYOUT_NAME,
  PROFILE_NAME,
  REFUSAL,
  reading,
  STATE_KIND,
  TIME_MS,
  TYPED_TEXT,
  WINDOW,
} from './schemas.ts';

/**
 * `balance` is as the gateway reported it; the specification does not say its unit. `below`: the balance to warn at, in the
 * gateway's own unit.
 */
const WALLET = z.object({
  balance: z.string(),
  askedAtMs: TIME_MS,
  message: z.string().nullable(),
  below: z.string().nullable(),
  isLow: z.boolean(),
});

/** `any`: whatever a person has, including an RRN or our own name for a payout. */
const LOOKUP_KEY = z.discriminatedUnion('by', [
  z.object({ by: z.literal('any'), text: TYPED_TEXT.trim().min(1) }),
  z.object({ by: z.literal('transactionId'), transactionId: TYPED_TEXT.trim().min(1) }),
  z.object({ by: z.literal('reference'), reference: TYPED_TEXT.trim().min(1) }),
]);

/** Links as the gateway sent them; `links.upi` is for the QR code. */
const CREATED_ORDER = z.object({
  orderId: z.string(),
  orderDate: z.string(),
  orderAmount: z.string(),
  orderName: z.string(),
  links: z.object({ upi: z.string(), gpay: z.string(), phonepe: z.string(), paytm: z.string() }),
  message: z.string().nullable(),
});

/** Each value as the gateway sent it; null where it was null or absent. */
const ORDER_STATUS = z.object({
  status: z.string(),
  initiatedAt: z.string().nullable(),
  completedAt: z.string().nullable(),
  payerAddress: z.string().nullable(),
  payerMobile: z.string().nullable(),
  payerName: z.string().nullable(),
  bankRrn: z.string().nullable(),
  userId: z.string().nullable(),
  userDefined: z.array(z.string().nullable()),
  message: z.string().nullable(),
});

/** Like LookupView. `askedBy`: the key of the last lookup. `ours`: the desk's own payout. */
const FOUND_PAYOUT = z.object({
  known: z.boolean(),
  status: z.string().nullable(),
  utr: z.string().nullable(),
  message: z.string().nullable(),
  answer: z.string().nullable(),
  trouble: REFUSAL.nullable(),
  askedBy: z.enum(['reference', 'transactionId']),
  ours: z
    .object({ payout: PAYOUT_NAME, name: z.string().nullable(), amountPaise: COUNT, state: STATE_KIND })
    .nullable(),
});

/**
 * An order that this desk requested. `order`: its number in the desk. `created` is null while nobody knows whether it was made.
 * `heard`: what the gateway last said of the payment, and when; null before. `isFollowed`: it is still asked for.
 */
const LISTED_ORDER = z.object({
  order: COUNT,
  askedForAtMs: TIME_MS,
  name: z.string(),
  mobile: z.string(),
  userId: z.string(),
  userDefined: z.array(z.string()),
  amountPaise: COUNT,
  created: CREATED_ORDER.nullable(),
  heard: z.object({ status: ORDER_STATUS, atMs: TIME_MS }).nullable(),
  isFollowed: z.boolean(),
});
export type ListedOrder = z.infer<typeof LISTED_ORDER>;

/** Orders of a profile. `search` matches people, own fields, order ids and RRNs; null means no bound. */
const ORDER_SEARCH = {
  profile: PROFILE_NAME,
  search: TYPED_TEXT,
  amountFromPaise: COUNT.nullable(),
  amountToPaise: COUNT.nullable(),
  fromMs: TIME_MS.nullable(),
  toMs: TIME_MS.nullable(),
  sort: z.object({ by: z.enum(ORDER_SORTS), direction: z.enum(['up', 'down']) }),
};

const PROFILE = { profile: PROFILE_NAME };
const USER_DEFINED = z.tuple([TYPED_TEXT, TYPED_TEXT, TYPED_TEXT, TYPED_TEXT, TYPED_TEXT]);

export const COLLECT_COMMANDS = {
  readWallet: reading(PROFILE, WALLET),
  /** Warns when the reported number is lower than this; null never warns. */
  saveLowBalance: changing({ ...PROFILE, below: TYPED_TEXT.trim().min(1).nullable() }, NOTHING),
  lookUpPayout: reading({ ...PROFILE, key: LOOKUP_KEY }, FOUND_PAYOUT),
  createOrder: changing(
    {
      ...PROFILE,
      order: z.object({
        userId: TYPED_TEXT.trim().min(1),
        mobile: TYPED_TEXT.trim().min(1),
        amountPaise: AMOUNT_PAISE,
        name: TYPED_TEXT.trim().min(1),
        userDefined: USER_DEFINED,
      }),
    },
    CREATED_ORDER,
  ),
  /** A window of the orders, with the totals of all that match. */
  searchOrders: reading(
    { ...ORDER_SEARCH, window: WINDOW },
    z.object({ total: COUNT, sum: z.object({ count: COUNT, paise: COUNT }), rows: z.array(LISTED_ORDER) }),
  ),
  readOrder: reading({ ...PROFILE, order: COUNT }, LISTED_ORDER),
  readOrderStatus: reading({ ...PROFILE, orderId: TYPED_TEXT.trim().min(1) }, ORDER_STATUS),
};
