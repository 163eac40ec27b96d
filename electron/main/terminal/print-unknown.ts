// The unknown desk for people: what is known about each payout in doubt, and what may be decided now. In: views. Out: text.
// This file must never say that a payout was or was not paid: nobody knows.

import type {
  NotPaidView,
  ResolvedView,
  UnknownDeskView,
  UnknownGroupView,
  UnknownPayoutView,
} from '../../../shared/api/unknown-views.ts';
import type { UnknownReason } from '../../../shared/outcomes.ts';
import { counted, formatCount, formatMoney } from './format-count.ts';
import { formatLocalTime } from './format-time.ts';
import { formatTable } from './text-table.ts';
import { plainText, wrapText } from './text-width.ts';
import { formatAttempts, formatLookups } from './print-evidence.ts';
import { notKnownWords } from './print-fingerprint.ts';

const REASONS: Readonly<Record<UnknownReason, string>> = {
  echoMismatch: 'the gateway answered about another reference',
  invalidMid: 'the gateway said that it does not know the merchant id',
  wrongUrl: "the answer looked like that of another address than the gateway's",
  refusedByRate: 'refused by the gateway with HTTP 429, because requests came too fast',
  httpStatus: 'the gateway answered with a status that does not say whether it paid',
  cut: 'the connection broke before the answer was complete',
  timeout: 'no complete answer came in time',
  notJson: 'the answer could not be read',
  otherShape: 'the answer did not have the shape of one',
  tooLarge: 'the answer was far too large',
  notFirstRequest: 'refused, but an earlier request of it may have been executed',
  unauthorizedUnconfirmed: 'the token was refused for it and accepted elsewhere',
  crashed: 'the desk ended while its request was on its way',
  slept: 'the computer slept while its request was on its way',
  notWritten: 'the disk did not take what became of its request',
  restored: 'the database was restored or copied, or the gateway knew it before it was sent',
  cancelled: 'it was cancelled after a request of it had been answered',
};

/** Every group: the evidence of its first payout in full, one line for each of the others. */
export function formatUnknown(view: UnknownDeskView, columns: number): string {
  if (view.count === 0) return 'No payout is in doubt.';
  const head = `${counted(view.count, 'payout')} in doubt, ${formatMoney(view.totalPaise)}. The desk never sends them again.`;
  return [head, ...view.groups.map((group) => formatGroup(group, columns))].join('\n\n');
}

function formatGroup(group: UnknownGroupView, columns: number): string {
  const [first, ...others] = group.payouts;
  if (first === undefined) return '';
  const { batch, profile, reason, count, totalPaise, suspected, notKnownFingerprint } = group;
  const same = count === 1 ? '1 payout' : `${formatCount(count)} payouts with the same evidence`;
  const lines = [
    `Batch ${batch}, profile ${profile}: ${same}, ${formatMoney(totalPaise)}`,
    `Why in doubt: ${REASONS[reason]}.`,
    ...(suspected === null ? [] : [`The last look-up called it ${suspected}; that counts when the next one agrees.`]),
    `The gateway's answer about a reference that nobody used: ${notKnownWords(notKnownFingerprint)}.`,
    '',
    payoutLine(first),
    ...formatAttempts(first),
    ...formatLookups(first),
    ...choices(group, first),
  ].flatMap((line) => wrapText(plainText(line), columns));
  return [...lines, ...otherLines(others, columns)].join('\n');
}

function payoutLine({ payout, reference, beneficiary, name, amountPaise, since }: UnknownPayoutView): string {
  const who = name === null ? beneficiary : `${name}, ${beneficiary}`;
  return `${payout}  ${formatMoney(amountPaise)} to ${who}; reference ${reference}; sent by ${formatLocalTime(since)} at the latest`;
}

function choices(group: UnknownGroupView, { payout, notPaid }: UnknownPayoutView): readonly string[] {
  const { count, together } = group;
  const resolve = `desk resolve ${payout}`;
  const ways = [
    `Paid: with the RRN or UTR of the bank's statement, \`${resolve} --paid --rrn R --note TEXT\`.`,
    `Not paid: ${notPaidSentence(notPaid)}${notPaid.open ? `, \`${resolve} --not-paid --note TEXT\`` : ''}.`,
  ];
  if (!together || count === 1) return ways;
  return [
    ...ways,
    `All ${formatCount(count)} together: \`${resolve} --not-paid --same-evidence --count ${count} --note TEXT\`.`,
  ];
}

/** When "not paid" may be decided, in words. */
function notPaidSentence({ open, opensAt, answersMissing, refusedOpensAt }: NotPaidView): string {
  if (open) return 'may be decided now';
  const answers =
    answersMissing === 0 ? '' : ` and after ${formatCount(answersMissing)} more "not known" from the gateway`;
  const early =
    refusedOpensAt === null
      ? ''
      : `, or after a look-up from ${formatLocalTime(refusedOpensAt)} on that does not know it`;
  return `opens ${formatLocalTime(opensAt)}${answers}${early}; earlier only with the number of a ticket at the gateway (--ticket)`;
}

function otherLines(others: readonly UnknownPayoutView[], columns: number): readonly string[] {
  if (others.length === 0) return [];
  const rows = others.map((one) => [
    one.payout,
    formatMoney(one.amountPaise),
    formatLocalTime(one.since),
    formatCount(one.lookupCount),
    formatCount(one.notKnownAnswers),
    one.reference,
    one.name ?? one.beneficiary,
  ]);
  const table = formatTable(
    [
      { heading: 'payout', align: 'left' },
      { heading: 'rupees', align: 'right' },
      { heading: 'sent by', align: 'left' },
      { heading: 'look-ups', align: 'right' },
      { heading: 'not known', align: 'right' },
      { heading: 'reference', align: 'left', mayShrink: true },
      { heading: 'to', align: 'left', mayShrink: true },
    ],
    { rows, width: columns },
  );
  return ['', ...table];
}

/** After `resolve`. */
export function formatResolved({ batch, decided, decidedBy, payouts }: ResolvedView, columns: number): string {
  const words = decided === 'paid' ? 'paid' : 'not paid';
  const rows = payouts.map(({ row }) => formatCount(row)).join(', ');
  const what = `${counted(payouts.length, 'payout')} of batch ${batch} (row ${rows}): ${words}, decided by ${decidedBy}.`;
  return wrapText(plainText(what), columns).join('\n');
}
