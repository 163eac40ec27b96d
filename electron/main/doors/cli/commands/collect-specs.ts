// Questions to the gateway that move no money: wallet, look-up, collection orders.

import type { LookupView, WalletView } from '../../../../../shared/api/views.ts';
import type { CreatedOrder, LookupKey, OrderStatus } from '../../../../../shared/outcomes.ts';
import { formatWalletPaise } from '../../../../../shared/wallet.ts';
import { askLookup, askOrderStatus, askWallet, createOrder } from '../../../desk/collect/ask-gateway.ts';
import { EXIT, type ExitCode } from '../../process-end.ts';
import {
  type ArgumentSpec,
  defineCommand,
  optional,
  optionalElse,
  type Reading,
  refusedReading,
  required,
  taken,
} from '../command-table.ts';
import { COMMAND_ID_OPTION, PROFILE } from '../options.ts';
import { factLines, say, typedCure, wrapLines } from '../text.ts';
import { readAmount, readTypedText } from '../values.ts';

const wallet = defineCommand({
  name: 'wallet',
  summary: 'asks the gateway for the wallet balance',
  takes: { profile: PROFILE },
  ask: ({ system }, { profile }) => askWallet(system, profile),
  show: ({ profile }) => ({ text: (view, columns) => formatWallet(view, { profile, columns }) }),
});

const lookup = defineCommand({
  name: 'lookup',
  summary: 'asks the gateway for the status of one payout',
  notes: [
    'Give exactly one of --transaction-id and --udf1.',
    'Exit codes: 0 when the gateway knows the payout, 4 when it answers as it does about an invented key, 5 when it could not be asked or its answer says nothing.',
  ],
  takes: {
    profile: PROFILE,
    transactionId: optional('--transaction-id T', {
      help: 'the transaction id that the gateway gave the payout',
      value: readTypedText,
    }),
    reference: optional('--udf1 U', { help: 'the reference that the payout was sent with', value: readTypedText }),
  },
  // The answer carries no identity, so the key is the identity: never two at once.
  check: ({ profile, transactionId, reference }): Reading<{ readonly profile: string; readonly key: LookupKey }> => {
    const cure = 'Give one of the two.';
    if (transactionId !== null && reference !== null) {
      return refusedReading({ code: 'optionsClash', message: '--transaction-id and --udf1 are both given.', cure });
    }
    if (transactionId !== null) return taken({ profile, key: { by: 'transactionId', transactionId } });
    if (reference !== null) return taken({ profile, key: { by: 'reference', reference } });
    return refusedReading({ code: 'missingOption', message: '--transaction-id or --udf1 is missing.', cure });
  },
  ask: ({ system }, asked) => askLookup(system, asked),
  show: ({ key }) => ({
    text: (view, columns) => formatLookup(view, { key, columns }),
    exitCode: exitCodeOfLookup,
  }),
});

/** The gateway accepts an empty text here, and so it is the value of a field that is left out. */
function freeField(term: string): ArgumentSpec<string> {
  return optionalElse(term, {
    help: 'a field for your own use',
    value: readTypedText,
    mayBeEmpty: true,
    otherwise: '',
  });
}

const orderCreate = defineCommand({
  name: 'order create',
  summary: 'creates a collection order and shows its payment links',
  takes: {
    profile: PROFILE,
    userId: required('--user-id ID', { help: "the customer's id with you", value: readTypedText }),
    mobile: required('--mobile NUMBER', { help: "the customer's mobile number", value: readTypedText }),
    amountPaise: required('--amount RUPEES', { help: 'what is to be paid', value: readAmount }),
    name: required('--name TEXT', { help: "the customer's name", value: readTypedText }),
    ud1: freeField('--ud1 TEXT'),
    ud2: freeField('--ud2 TEXT'),
    ud3: freeField('--ud3 TEXT'),
    ud4: freeField('--ud4 TEXT'),
    ud5: freeField('--ud5 TEXT'),
    commandId: COMMAND_ID_OPTION,
  },
  check: ({ profile, commandId, ud1, ud2, ud3, ud4, ud5, ...order }) =>
    taken({ profile, commandId, order: { ...order, userDefined: [ud1, ud2, ud3, ud4, ud5] as const } }),
  ask: ({ system }, wanted) => createOrder(system, wanted),
  show: () => ({ text: formatCreatedOrder }),
});

const orderStatus = defineCommand({
  name: 'order status',
  summary: 'asks the gateway for the status of a collection order',
  takes: {
    orderId: required('ORDERID', { help: 'the id that `order create` showed', value: readTypedText }),
    profile: PROFILE,
  },
  ask: ({ system }, asked) => askOrderStatus(system, asked),
  show: ({ orderId }) => ({ text: (order, columns) => formatOrderStatus(order, { orderId, columns }) }),
});

export const COLLECT_SPECS = [wallet, lookup, orderCreate, orderStatus] as const;

/** How `lookup` ends: known, not known, or nothing that was said of the payout are three things. */
function exitCodeOfLookup({ known, trouble }: LookupView): ExitCode {
  if (trouble !== null) return EXIT.paused;
  return known ? EXIT.done : EXIT.notAllSucceeded;
}

/** The wallet: money where a person has confirmed what its number counts, and as reported otherwise. */
export function formatWallet(
  { balance, balancePaise, message }: WalletView,
  { profile, columns }: { readonly profile: string; readonly columns: number },
): string {
  const words =
    balancePaise === undefined
      ? `Wallet of ${profile}: ${balance}, as the gateway reports it (its unit is not confirmed).`
      : `Wallet of ${profile}: ${formatWalletPaise(balancePaise)} (reported as ${balance}).`;
  return wrapLines([message === null ? words : `${words} ${message}`], columns);
}

/** One payout as the gateway sees it. */
export function formatLookup(
  { known, status, utr, message, answer, trouble }: LookupView,
  { key, columns }: { readonly key: LookupKey; readonly columns: number },
): string {
  const asked = key.by === 'transactionId' ? `transaction id ${key.transactionId}` : `reference ${key.reference}`;
  if (trouble !== null || !known) {
    const words =
      trouble === null
        ? `The gateway does not know ${asked}. That proves nothing about the money.`
        : `Asked for ${asked}. ${say(trouble.message)} ${typedCure(trouble.cure)}`;
    return wrapLines([answer === null ? words : `${words} Its answer: ${answer}`], columns);
  }
  return filledFacts({ 'Asked for': asked, Status: status, UTR: utr, Message: message }, columns);
}

/** A new collection order with its links. Shape: as wide as the links are, since a link that is cut is no link. */
export function formatCreatedOrder(order: CreatedOrder): string {
  return filledFacts(
    {
      Order: order.orderId,
      Date: order.orderDate,
      Amount: order.orderAmount,
      Name: order.orderName,
      UPI: order.links.upi,
      'Google Pay': order.links.gpay,
      PhonePe: order.links.phonepe,
      Paytm: order.links.paytm,
      Message: order.message,
    },
    Number.POSITIVE_INFINITY,
  );
}

/** How a collection order stands. */
export function formatOrderStatus(
  order: OrderStatus,
  { orderId, columns }: { readonly orderId: string; readonly columns: number },
): string {
  return filledFacts(
    {
      Order: orderId,
      Status: order.status,
      Begun: order.initiatedAt,
      Completed: order.completedAt,
      Payer: order.payerName,
      'Payer address': order.payerAddress,
      'Payer mobile': order.payerMobile,
      'Bank RRN': order.bankRrn,
      'User id': order.userId,
      ...Object.fromEntries(order.userDefined.map((value, index) => [`ud${index + 1}`, value])),
      Message: order.message,
    },
    columns,
  );
}

/** What the gateway left empty is left out. */
function filledFacts(facts: Readonly<Record<string, string | null>>, columns: number): string {
  const filled = Object.entries(facts).flatMap(([label, value]) =>
    value === null || value === '' ? [] : [[label, value] as const],
  );
  return factLines(filled, columns).join('\n');
}
