// What the gateway said to a question that moves no money, for people. In: the answers of the gateway room. Out: text.
// This file must never add a unit to the wallet that the gateway did not state, nor call silence an answer.

import type { CallFailure, CreatedOrder, LookupKey, OrderStatus } from '../../../shared/gateway-calls.ts';
import type { LookupAnswer, WalletAnswer } from '../../../shared/outcomes.ts';
import { unreachable } from '../../../shared/failures.ts';
import { formatTable } from './text-table.ts';
import { plainText, wrapText } from './text-width.ts';

const DEAD_TOKEN = 'The gateway refused the token. Store a valid one with `desk profile token NAME`.';
const WRONG_MID = 'The gateway does not know the merchant id of this profile.';

/** The wallet, its balance as reported. */
export function formatWallet(
  answer: WalletAnswer,
  { profile, columns }: { readonly profile: string; readonly columns: number },
): string {
  return lines(walletWords(answer, profile), columns);
}

function walletWords(answer: WalletAnswer, profile: string): string {
  switch (answer.kind) {
    case 'balance':
      return `Wallet of ${profile}: ${answer.balance}, as the gateway reports it (it does not state the unit).`;
    case 'unauthorized':
      return DEAD_TOKEN;
    case 'invalidMid':
      return WRONG_MID;
    case 'wrongUrl':
      return `The address of this profile is not the gateway's: it answered with HTTP ${answer.httpStatus}.`;
    case 'unclear':
      return `The answer is not one the specification knows: ${answer.message}`;
    case 'unreachable':
      return `The gateway was not reached: ${answer.message}`;
    default:
      return unreachable(answer);
  }
}

/** One payout as the gateway sees it. */
export function formatLookup(
  answer: LookupAnswer,
  { key, columns }: { readonly key: LookupKey; readonly columns: number },
): string {
  const asked = key.by === 'transactionId' ? `transaction id ${key.transactionId}` : `reference ${key.reference}`;
  switch (answer.kind) {
    case 'unauthorized':
      return lines(DEAD_TOKEN, columns);
    case 'unreachable':
      return lines(`The gateway was not reached: ${answer.message}`, columns);
    case 'answered':
      break;
    default:
      return unreachable(answer);
  }
  const { meaning } = answer;
  switch (meaning.kind) {
    case 'state':
      return facts(
        [
          ['Asked for', asked],
          ['State', meaning.state],
          ['Word', meaning.word],
          ['UTR', meaning.utr],
          ['Message', meaning.message],
        ],
        columns,
      );
    case 'unclear':
      return lines(
        `No status for ${asked}: ${meaning.reason}. It may be not known to the gateway; that proves nothing about the money.`,
        columns,
      );
    case 'mismatch':
      return lines(`The gateway answered about another payout: ${meaning.message}`, columns);
    case 'invalidMid':
      return lines(WRONG_MID, columns);
    default:
      return unreachable(meaning);
  }
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

/** Why a question about an order has no answer. */
export function formatCallFailure(failure: CallFailure, columns: number): string {
  return lines(failureWords(failure), columns);
}

function failureWords(failure: CallFailure): string {
  switch (failure.kind) {
    case 'unauthorized':
      return DEAD_TOKEN;
    case 'invalidMid':
      return WRONG_MID;
    case 'notFound':
      return `The gateway does not know it: ${failure.message}`;
    case 'refused':
      return `The gateway refused: ${failure.message}`;
    case 'unclear':
      return `The answer is not one the specification knows: ${failure.message}${failure.maybeDone ? '. It may have been done all the same: look before you ask again' : ''}.`;
    case 'unreachable':
      return `The gateway was not reached: ${failure.message}`;
    default:
      return unreachable(failure);
  }
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
