// What a person reads and types before money moves. No changed value is left out: a wrong one pays a stranger.

import { amountInWords } from '../../../../shared/amount-in-words.ts';
import type { ConfirmView, RetryConfirmView } from '../../../../shared/api/views.ts';
import { countOf, formatCount } from '../../../../shared/counts.ts';
import { formatRupees } from '../../../../shared/money.ts';
import { FIELD_NOUNS, type TickReason, type TickRow, type Ticks } from '../../../../shared/rows.ts';
import { askForNumber, readLine, type TypedAnswer } from './ask.ts';
import { type Streams, textColumns } from './terminal.ts';
import { factLines, formatSpan, listLines, plainText, wrapText } from './text.ts';

/** Payouts left out of a retry, and rows to be ticked, that a confirmation names one by one; the rest is counted. */
const LEFT_OUT_SHOWN = 20;

/** Shows what is about to be paid and asks for the count. */
export async function askForCount(view: ConfirmView, streams: Streams): Promise<TypedAnswer> {
  streams.stderr.write(`${formatConfirm(view, textColumns(streams, 'stderr'))}\n`);
  return askForNumber(
    { count: view.count, question: 'To pay, type the number of payouts (anything else stops): ' },
    streams,
  );
}

/** Shape: lines no wider than `columns`, without a newline at the end. */
export function formatConfirm(view: ConfirmView, columns: number): string {
  const { warnings, ticked = { paidBefore: 0, accountChanged: 0 }, retry } = view;
  const { paidBefore, accountChanged } = ticked;
  const lines = [
    ...wrapText(plainText(titleOf(view)), columns),
    ...factLines(factsOf(view), columns),
    ...wrapText(`In words: ${amountInWords(view.totalPaise)}`, columns),
    ...listed(warnings, { heading: `${countOf(warnings.length, 'warning')}:`, columns }),
    ...(paidBefore > 0
      ? wrapText(`Ticked by you: ${countOf(paidBefore, 'row')} paid already in the last 30 days.`, columns)
      : []),
    ...(accountChanged > 0
      ? wrapText(`Ticked by you: ${countOf(accountChanged, 'row')} to a changed account.`, columns)
      : []),
    ...(retry === undefined ? [] : retryLines(retry, columns)),
  ];
  return lines.join('\n');
}

function listed(
  items: readonly string[],
  { heading, columns }: { readonly heading: string; readonly columns: number },
): readonly string[] {
  return items.length === 0 ? [] : [heading, ...listLines(items, columns)];
}

function titleOf({ environment, count, totalPaise, profile }: ConfirmView): string {
  const money = environment === 'LIVE' ? 'LIVE, real money' : 'PRACTICE, no money moves';
  return `${money}: ${countOf(count, 'payout')}, ${formatRupees(totalPaise)}, from ${profile}.`;
}

function factsOf(view: ConfirmView): Parameters<typeof factLines>[0] {
  const { UPI, IMPS } = view.byMethod;
  return [
    ...(view.retry === undefined ? [] : [['Pays again', `batch ${view.retry.batch}, what ended unpaid`] as const]),
    ['File', view.file],
    ['Profile', `${view.profile} (${view.environment})`],
    ['Gateway', view.baseUrl],
    ['Merchant id', String(view.mid)],
    ['Payouts', formatCount(view.count)],
    ['Total', formatRupees(view.totalPaise)],
    ['By UPI', `${formatCount(UPI.count)}, ${formatRupees(UPI.paise)}`],
    ['By IMPS', `${formatCount(IMPS.count)}, ${formatRupees(IMPS.paise)}`],
    ['Largest', formatRupees(view.largestPaise)],
    ['Left out', leftOutWords(view)],
    ['Wallet', view.walletAsReported === null ? 'not known' : `${view.walletAsReported} as the gateway reports it`],
    ['Time', `about ${formatSpan(view.estimatedSeconds * 1000)}`],
  ];
}

function leftOutWords({ excluded, noPayments = 0 }: ConfirmView): string {
  if (excluded === 0) return 'nothing';
  if (noPayments === 0) return countOf(excluded, 'row');
  return `${countOf(excluded, 'row')}, ${formatCount(noPayments)} of them no payment, such as a total`;
}

function retryLines({ corrections, leftOut }: RetryConfirmView, columns: number): readonly string[] {
  const changes = corrections.map(
    ({ row, field, from, to }) => `Row ${row}, ${FIELD_NOUNS[field]}: ${from ?? 'none'} becomes ${to ?? 'none'}`,
  );
  const left = leftOut.slice(0, LEFT_OUT_SHOWN).map(({ row, message }) => `Row ${row}: ${message}`);
  const more = leftOut.length - left.length;
  if (more > 0) left.push(`and ${formatCount(more)} more`);
  return [
    ...listed(changes, { heading: `${countOf(changes.length, 'changed value')}:`, columns }),
    ...listed(left, { heading: `${countOf(leftOut.length, 'payout')} left out:`, columns }),
  ];
}

/** What a person reads about a reason, and how the question calls its rows. */
const TICK_WORDS: Readonly<Record<TickReason, { readonly heading: string; readonly rows: string }>> = {
  paidBefore: { heading: 'the same amount went to the same person in the last 30 days', rows: 'already paid' },
  accountChanged: { heading: 'the payee was paid before, to another account', rows: 'changed' },
};

/** Asks about rows that only a tick lets through: Enter leaves them out, paying them takes their exact count. Shape: a row with two reasons is paid only when both were ticked. */
export async function askForTicks(rows: readonly TickRow[], streams: Streams): Promise<Ticks | null> {
  const ticks: Record<TickReason, readonly number[]> = { paidBefore: [], accountChanged: [] };
  let open = rows;
  for (const reason of ['paidBefore', 'accountChanged'] as const) {
    const asked = open.filter(({ reasons }) => reasons.includes(reason));
    if (asked.length === 0) continue;
    const choice = await askOnce(asked, { reason, streams });
    if (choice === 'stop') {
      streams.stderr.write('That is neither Enter nor the number of rows. Nothing was paid.\n');
      return null;
    }
    if (choice === 'pay') ticks[reason] = asked.map(({ rowNumber }) => rowNumber);
    else open = open.filter((row) => !asked.includes(row));
  }
  const paid = new Set(open.map(({ rowNumber }) => rowNumber));
  const ofPaid = (ticked: readonly number[]): number[] => ticked.filter((row) => paid.has(row));
  return { paidBefore: ofPaid(ticks.paidBefore), accountChanged: ofPaid(ticks.accountChanged) };
}

async function askOnce(
  rows: readonly TickRow[],
  { reason, streams }: { readonly reason: TickReason; readonly streams: Streams },
): Promise<'pay' | 'leaveOut' | 'stop'> {
  const columns = textColumns(streams, 'stderr');
  const { heading, rows: which } = TICK_WORDS[reason];
  const count = rows.length;
  const lines = [
    ...wrapText(`${countOf(count, 'row')} of this file: ${heading}.`, columns),
    ...listLines(rows.slice(0, LEFT_OUT_SHOWN).map(lineOf), columns),
    ...(count > LEFT_OUT_SHOWN ? [`  and ${formatCount(count - LEFT_OUT_SHOWN)} more`] : []),
  ];
  streams.stderr.write(`${lines.join('\n')}\n`);
  const question = `Enter leaves out the ${formatCount(count)} ${which}; to pay them all the same, type ${count} (anything else stops): `;
  const typed = await readLine(streams, { question });
  if (typed === null) return 'stop';
  if (typed.trim() === '') return 'leaveOut';
  return typed.trim() === String(count) ? 'pay' : 'stop';
}

function lineOf({ rowNumber, name, amountPaise, messages }: TickRow): string {
  const who = name === null ? '' : `${name}, `;
  return `Row ${rowNumber}: ${who}${formatRupees(amountPaise)}. ${messages.join(' ')}`;
}
