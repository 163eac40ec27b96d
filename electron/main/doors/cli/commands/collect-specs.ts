// Calls to the gateway that move no money: wallet, lookup, collection orders.

import type { Answer } from '../../../../../shared/api/contract.ts';
import type { LookupView, WalletView } from '../../../../../shared/api/views.ts';
import { type Message, msg } from '../../../../../shared/messages/message.ts';
import { formatRupees } from '../../../../../shared/money.ts';
import type { CreatedOrder, LookupKey, OrderStatus } from '../../../../../shared/outcomes.ts';
import { formatWalletPaise } from '../../../../../shared/wallet.ts';
import { askLookup, askWallet } from '../../../desk/collect/ask-gateway.ts';
import { askOpenOrders, askOrderStatus, createOrder, listOrders } from '../../../desk/collect/orders.ts';
import type { OrderPage, StoredOrder } from '../../../domain/orders.ts';
import type { System } from '../../../session/system.ts';
import { EXIT, type ExitCode } from '../../process-end.ts';
import {
  type ArgumentSpec,
  accepted,
  defineCommand,
  flag,
  optional,
  optionalElse,
  type Reading,
  refusedReading,
  required,
} from '../command-table.ts';
import { COMMAND_ID_OPTION, PROFILE } from '../options.ts';
import { say, typedCure } from '../say.ts';
import { factLines, formatLocalTime, formatTable, isoTime, wrapLines } from '../text.ts';
import { readAmount, readTypedText, wholeNumber } from '../values.ts';

const wallet = defineCommand({
  name: 'wallet',
  summary: msg('cli.wallet.summary'),
  examples: ['wallet --profile acme'],
  takes: { profile: PROFILE },
  ask: ({ system }, { profile }) => askWallet(system, profile),
  show: ({ profile }) => ({ text: (view, columns) => formatWallet(view, { profile, columns }) }),
});

const lookup = defineCommand({
  name: 'lookup',
  summary: msg('cli.lookup.summary'),
  examples: ['lookup --profile acme --transaction-id 123456'],
  notes: [msg('cli.lookup.oneKey'), msg('cli.lookup.exitCodes')],
  takes: {
    profile: PROFILE,
    transactionId: optional('--transaction-id T', {
      help: msg('cli.lookup.transactionId'),
      value: readTypedText,
    }),
    reference: optional('--udf1 U', { help: msg('cli.lookup.reference'), value: readTypedText }),
  },
  // The gateway's answer carries no identity, so the key is the identity and only one may be given.
  check: ({ profile, transactionId, reference }): Reading<{ readonly profile: string; readonly key: LookupKey }> => {
    const cure = msg('cli.giveOneOfTwo');
    const both = { one: '--transaction-id', other: '--udf1' };
    if (transactionId !== null && reference !== null) {
      return refusedReading({ code: 'optionsClash', message: msg('cli.bothGiven', both), cure });
    }
    if (transactionId !== null) return accepted({ profile, key: { by: 'transactionId', transactionId } });
    if (reference !== null) return accepted({ profile, key: { by: 'reference', reference } });
    return refusedReading({ code: 'missingOption', message: msg('cli.eitherMissing', both), cure });
  },
  ask: ({ system }, asked) => askLookup(system, asked),
  show: ({ key }) => ({
    text: (view, columns) => formatLookup(view, { key, columns }),
    exitCode: exitCodeOfLookup,
  }),
});

/** The gateway accepts an empty text here, so it is the default. */
function freeField(term: string): ArgumentSpec<string> {
  return optionalElse(term, {
    help: msg('cli.orderCreate.ud'),
    value: readTypedText,
    mayBeEmpty: true,
    otherwise: '',
  });
}

const orderCreate = defineCommand({
  name: 'order create',
  summary: msg('cli.orderCreate.summary'),
  examples: ['order create --profile acme --user-id c42 --mobile 9876543210 --amount 500 --name "Asha Rao"'],
  takes: {
    profile: PROFILE,
    userId: required('--user-id ID', { help: msg('cli.orderCreate.userId'), value: readTypedText }),
    mobile: required('--mobile NUMBER', { help: msg('cli.orderCreate.mobile'), value: readTypedText }),
    amountPaise: required('--amount RUPEES', { help: msg('cli.orderCreate.amount'), value: readAmount }),
    name: required('--name TEXT', { help: msg('cli.orderCreate.name'), value: readTypedText }),
    ud1: freeField('--ud1 TEXT'),
    ud2: freeField('--ud2 TEXT'),
    ud3: freeField('--ud3 TEXT'),
    ud4: freeField('--ud4 TEXT'),
    ud5: freeField('--ud5 TEXT'),
    commandId: COMMAND_ID_OPTION,
  },
  check: ({ profile, commandId, ud1, ud2, ud3, ud4, ud5, ...order }) =>
    accepted({ profile, commandId, order: { ...order, userDefined: [ud1, ud2, ud3, ud4, ud5] as const } }),
  ask: ({ system }, wanted) => createOrder(system, wanted),
  show: () => ({ text: formatCreatedOrder }),
});

const orderStatus = defineCommand({
  name: 'order status',
  summary: msg('cli.orderStatus.summary'),
  examples: ['order status ORD123 --profile acme'],
  takes: {
    orderId: required('ORDERID', { help: msg('cli.orderStatus.orderId'), value: readTypedText }),
    profile: PROFILE,
  },
  ask: ({ system }, asked) => askOrderStatus(system, asked),
  show: ({ orderId }) => ({ text: (order, columns) => formatOrderStatus(order, { orderId, columns }) }),
});

const LISTED_MAX = 1_000_000;

const LISTING = {
  profile: PROFILE,
  limit: optionalElse('--limit N', {
    help: msg('cli.orderList.limit'),
    value: wholeNumber({ min: 1, max: LISTED_MAX, unit: msg('cli.unit.orders') }),
    otherwise: LISTED_MAX,
  }),
  ask: flag('--ask', { help: msg('cli.orderList.ask') }),
};

interface Listing {
  readonly profile: string;
  readonly limit: number;
  readonly ask: boolean;
  readonly search: string;
}

/** The newest first. `ask`: the gateway is asked about the open ones before. */
async function askOrders(system: System, { profile, search, limit, ask }: Listing): Promise<Answer<OrderPage>> {
  if (ask) {
    const asked = await askOpenOrders(system, profile);
    if (asked.kind !== 'done') return asked;
  }
  return listOrders(system, {
    profile,
    search,
    amountFromPaise: null,
    amountToPaise: null,
    fromMs: null,
    toMs: null,
    sort: {
      by: 'askedFor',
      direction: 'down',
    },
    window: {
      from: 0,
      count: limit,
    },
  });
}

const orderList = defineCommand({
  name: 'order list',
  summary: msg('cli.orderList.summary'),
  examples: ['order list --profile acme --ask'],
  takes: LISTING,
  ask: ({ system }, listing) => askOrders(system, { ...listing, search: '' }),
  show: () => ({ text: formatOrders, json: ordersJson }),
});

const orderSearch = defineCommand({
  name: 'order search',
  summary: msg('cli.orderSearch.summary'),
  examples: ['order search "Asha Rao" --profile acme'],
  takes: { search: required('TEXT', { help: msg('cli.orderSearch.text'), value: readTypedText }), ...LISTING },
  ask: ({ system }, listing) => askOrders(system, listing),
  show: () => ({ text: formatOrders, json: ordersJson }),
});

export const COLLECT_SPECS = [wallet, lookup, orderCreate, orderStatus, orderList, orderSearch] as const;

/** The exit code of `lookup` tells apart: known, not known, and no answer about the payout. */
function exitCodeOfLookup({ known, trouble }: LookupView): ExitCode {
  if (trouble !== null) return EXIT.paused;
  return known ? EXIT.done : EXIT.notAllSucceeded;
}

/** The wallet in rupees if a person has confirmed its unit, else as reported. */
export function formatWallet(
  { balance, balancePaise, message }: WalletView,
  { profile, columns }: { readonly profile: string; readonly columns: number },
): string {
  const words =
    balancePaise === undefined
      ? msg('cli.wallet.reported', { profile, balance })
      : msg('cli.wallet.rupees', { profile, rupees: formatWalletPaise(balancePaise), balance });
  return wrapLines([message === null ? say(words) : `${say(words)} ${message}`], columns);
}

export function formatLookup(
  { known, status, utr, message, answer, trouble }: LookupView,
  { key, columns }: { readonly key: LookupKey; readonly columns: number },
): string {
  const asked =
    key.by === 'transactionId'
      ? msg('lookup.by.transactionId', { id: key.transactionId })
      : msg('cli.lookup.by.reference', { id: key.reference });
  if (trouble !== null || !known) {
    const words =
      trouble === null
        ? msg('cli.lookup.notKnown', { asked })
        : msg('cli.lookup.trouble', { asked, message: say(trouble.message), cure: typedCure(trouble.cure) });
    return wrapLines([say(answer === null ? words : msg('cli.lookup.answer', { words, answer }))], columns);
  }
  return filledFacts(
    [
      [msg('cli.fact.askedFor'), say(asked)],
      [msg('cli.fact.status'), status],
      ['UTR', utr],
      [msg('cli.fact.message'), message],
    ],
    columns,
  );
}

/** A new collection order with its links. Lines are as long as the links, because a cut link is useless. */
export function formatCreatedOrder(order: CreatedOrder): string {
  return filledFacts(
    [
      [msg('cli.fact.order'), order.orderId],
      [msg('slip.date'), order.orderDate],
      [msg('fieldName.amount'), order.orderAmount],
      [msg('fieldName.name'), order.orderName],
      ['UPI', order.links.upi],
      ['Google Pay', order.links.gpay],
      ['PhonePe', order.links.phonepe],
      ['Paytm', order.links.paytm],
      [msg('cli.fact.message'), order.message],
    ],
    Number.POSITIVE_INFINITY,
  );
}

export function formatOrderStatus(
  order: OrderStatus,
  { orderId, columns }: { readonly orderId: string; readonly columns: number },
): string {
  return filledFacts(
    [
      [msg('cli.fact.order'), orderId],
      [msg('cli.fact.status'), order.status],
      [msg('cli.fact.begun'), order.initiatedAt],
      [msg('cli.fact.completed'), order.completedAt],
      [msg('cli.fact.payer'), order.payerName],
      [msg('cli.fact.payerAddress'), order.payerAddress],
      [msg('cli.fact.payerMobile'), order.payerMobile],
      [msg('cli.fact.bankRrn'), order.bankRrn],
      [msg('cli.fact.userId'), order.userId],
      ...order.userDefined.map((value, index) => [`ud${index + 1}`, value] as const),
      [msg('cli.fact.message'), order.message],
    ],
    columns,
  );
}

function formatOrders({ orders, total, paise }: OrderPage, width: number): string {
  if (orders.length === 0) return wrapLines([say(msg('cli.orderList.none'))], width);
  const headings = [
    msg('cli.fact.order'),
    msg('cli.head.created'),
    msg('fieldName.name'),
    msg('cli.head.mobile'),
    msg('cli.head.rupees'),
    msg('cli.fact.status'),
    msg('cli.fact.bankRrn'),
  ].map(say);
  const rows = orders.map(({ created, askedAtMs, name, mobile, amountPaise, status }) => [
    created?.orderId ?? '',
    formatLocalTime(askedAtMs),
    name,
    mobile,
    formatRupees(amountPaise),
    created === null ? say(msg('cli.state.notConfirmed')) : (status?.status ?? ''),
    status?.bankRrn ?? '',
  ]);
  const sum = wrapLines([say(msg('cli.orderList.sum', { count: total, rupees: formatRupees(paise) }))], width);
  return [
    ...formatTable(['left', 'left', 'cut', 'left', 'right', 'left', 'left'], { rows: [headings, ...rows], width }),
    sum,
  ].join('\n');
}

/** `order list --json` and `order search --json`, newest first. `total` and `totalPaise` are of all that match. */
export function ordersJson({ orders, total, paise }: OrderPage) {
  const line = ({ number, askedAtMs, created, status, statusAtMs, isOpen, userDefined, ...asked }: StoredOrder) => {
    const { profile, name, mobile, userId, amountPaise } = asked;
    return {
      order: number,
      profile,
      name,
      mobile,
      userId,
      userDefined,
      amountPaise,
      askedAt: isoTime(askedAtMs),
      created,
      status,
      statusAt: statusAtMs === null ? null : isoTime(statusAtMs),
      isOpen,
    };
  };
  return { orders: orders.map(line), total, totalPaise: paise };
}

/** Leaves out what the gateway left empty. */
function filledFacts(
  facts: readonly (readonly [label: string | Message, value: string | null])[],
  columns: number,
): string {
  const filled = facts.flatMap(([label, value]) =>
    value === null || value === '' ? [] : [[say(label), value] as const],
  );
  return factLines(filled, columns).join('\n');
}
