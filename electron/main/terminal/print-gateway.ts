// What the gateway said to a question that moves no money, for people. In: the views of the desk. Out: text.
// This file must never add a unit to the wallet that the gateway did not state, nor call silence an answer.

import type { LookupView, WalletView } from '../../../shared/api/views.ts';
import type { CreatedOrder, LookupKey, OrderStatus } from '../../../shared/gateway-calls.ts';
import { formatWalletPaise } from '../../../shared/wallet.ts';
import { formatTable } from './text-table.ts';
import { plainText, wrapText } from './text-width.ts';

/** The wallet: money where a person has confirmed what its number counts, and as reported otherwise. */
export function formatWallet(
  { balance, balancePaise, message }: WalletView,
  { profile, columns }: { readonly profile: string; readonly columns: number },
): string {
  const words =
    balancePaise === undefined
      ? `Wallet of ${profile}: ${balance}, as the gateway reports it (its unit is not confirmed).`
      : `Wallet of ${profile}: ${formatWalletPaise(balancePaise)} (reported as ${balance}).`;
  return lines(message === null ? words : `${words} ${message}`, columns);
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
        : `Asked for ${asked}. ${trouble.message} ${trouble.cure}`;
    return lines(answer === null ? words : `${words} Its answer: ${answer}`, columns);
  }
  return facts(
    [
      ['Asked for', asked],
      ['Status', status],
      ['UTR', utr],
      ['Message', message],
    ],
    columns,
  );
}

/** A new collection order with its links. Shape: as wide as the links are, since a link that is cut is no link. */
export function formatCreatedOrder(order: CreatedOrder): string {
  return facts(
    [
      ['Order', order.orderId],
      ['Date', order.orderDate],
      ['Amount', order.orderAmount],
      ['Name', order.orderName],
      ['UPI', order.links.upi],
      ['Google Pay', order.links.gpay],
      ['PhonePe', order.links.phonepe],
      ['Paytm', order.links.paytm],
      ['Message', order.message],
    ],
    Number.POSITIVE_INFINITY,
  );
}

/** How a collection order stands. */
export function formatOrderStatus(
  order: OrderStatus,
  { orderId, columns }: { readonly orderId: string; readonly columns: number },
): string {
  return facts(
    [
      ['Order', orderId],
      ['Status', order.status],
      ['Begun', order.initiatedAt],
      ['Completed', order.completedAt],
      ['Payer', order.payerName],
      ['Payer address', order.payerAddress],
      ['Payer mobile', order.payerMobile],
      ['Bank RRN', order.bankRrn],
      ['User id', order.userId],
      ...order.userDefined.map((value, index): Fact => [`ud${index + 1}`, value]),
      ['Message', order.message],
    ],
    columns,
  );
}

type Fact = readonly [label: string, value: string | null];

/** Shape: what the gateway left empty is left out. */
function facts(rows: readonly Fact[], columns: number): string {
  return formatTable(
    [
      { heading: '', align: 'left' },
      { heading: '', align: 'left', mayShrink: true },
    ],
    {
      rows: rows.flatMap(([label, value]) => (value === null || value === '' ? [] : [[label, value]])),
      width: columns,
    },
  ).join('\n');
}

function lines(text: string, columns: number): string {
  return wrapText(plainText(text), columns).join('\n');
}
