// What a person asks the gateway's support about payments that are not confirmed: nothing of the payee, and no token.

import { countOf } from '../../../../shared/counts.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import { formatRupees } from '../../../../shared/money.ts';
import type { UnknownPayout } from '../../domain/decisions.ts';
import type { FileWriting } from '../../reports/atomic-file.ts';
import { type Column, localIso } from '../../reports/report-payouts.ts';

/** The message lists so many; the CSV has them all. */
const LISTED_MAX = 50;

interface GatewayList {
  readonly payouts: readonly UnknownPayout[];
  readonly midOf: (batch: BatchId) => number;
  readonly atMs: number;
}

/** The text, to be pasted into a mail or a ticket. */
export function gatewayMessage({ payouts, midOf, atMs }: GatewayList): string {
  const mids = [...new Set(payouts.map(({ batch }) => midOf(batch)))];
  const more = payouts.length - LISTED_MAX;
  return [
    `Please tell us whether ${payouts.length === 1 ? 'this payout was' : `these ${countOf(payouts.length, 'payout')} were`} executed, with the RRN or UTR of each that was.`,
    `Merchant id: ${mids.join(', ')}. As of ${localIso(atMs)}.`,
    '',
    ...payouts.slice(0, LISTED_MAX).map((payout, index) => `${index + 1}. ${lineOf(payout)}`),
    ...(more > 0 ? [`${countOf(more, 'more payout')} in the attached CSV.`] : []),
  ].join('\n');
}

function lineOf(payout: UnknownPayout): string {
  const { reference, transactionId, amountPaise } = payout;
  const id = transactionId === null ? '' : `, transaction id ${transactionId}`;
  return `Reference ${reference}${id}, ${formatRupees(amountPaise)}, sent ${sentAt(payout)}. ${answersOf(payout)}`;
}

/** Writes the same as a table. Errors: refused for all that writing a file can meet. */
export async function writeGatewayList(list: GatewayList, path: string): Promise<FileWriting> {
  const { writeList } = await import('../../reports/export-list.ts');
  return writeList(path, { madeAtMs: list.atMs, title: 'Not confirmed', columns: columnsOf(list), rows: list.payouts });
}

function columnsOf({ midOf }: GatewayList): readonly Column<UnknownPayout>[] {
  return [
    { name: 'mid', kind: 'text', read: ({ batch }) => String(midOf(batch)) },
    { name: 'reference', kind: 'text', read: ({ reference }) => reference },
    { name: 'transaction_id', kind: 'text', read: ({ transactionId }) => transactionId },
    { name: 'amount', kind: 'rupees', read: ({ amountPaise }) => amountPaise },
    { name: 'sent_at', kind: 'text', read: sentAt },
    { name: 'last_answers', kind: 'text', read: answersOf },
  ];
}

function sentAt({ attempts, sinceMs }: UnknownPayout): string {
  return localIso(attempts.at(-1)?.sentAtMs ?? sinceMs);
}

/** What came back to the last request and to the last look-up. */
function answersOf({ attempts, lookups, lookupCount }: UnknownPayout): string {
  const attempt = attempts.at(-1);
  const sent = attempt === undefined ? 'no request left from here' : said(attempt);
  const last = lookups.at(-1);
  const looked =
    last === undefined
      ? 'not asked since'
      : `asked ${countOf(lookupCount, 'time')}, last at ${localIso(last.atMs)}: ${FINDINGS[last.finding] ?? last.finding}`;
  return `Answer to the request: ${sent}; payout status: ${looked}.`;
}

function said({ httpStatus, message }: UnknownPayout['attempts'][number]): string {
  const words = [httpStatus === null ? null : `HTTP ${httpStatus}`, message].filter((word) => word !== null);
  return words.length === 0 ? 'none' : words.join(', ');
}

const FINDINGS: Readonly<Record<string, string>> = {
  notKnown: 'not known to the gateway',
  unclear: 'no clear answer',
  mismatch: 'an answer about another payment',
};
