// What a person reads and types before money moves. No changed value is left out: a wrong one pays a stranger.

import { amountInWords } from '../../../../shared/amount-in-words.ts';
import type { LeftOutPayout, PreparedRetryView, PreparedView } from '../../../../shared/api/views.ts';
import { countOf, formatCount } from '../../../../shared/counts.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import { asPaise, formatRupees } from '../../../../shared/money.ts';
import {
  type BatchQuestion,
  TICK_REASONS,
  type TickReason,
  type TickRow,
  type Ticks,
} from '../../../../shared/repeats.ts';
import { FIELD_NOUNS } from '../../../../shared/rows.ts';
import { STATE_WORDS } from '../../../../shared/states.ts';
import { askForNumber, readLine, type TypedAnswer } from './ask.ts';
import { type Streams, textColumns } from './terminal.ts';
import { factLines, formatSpan, listLines, plainText, say, wrapText } from './text.ts';

/** Payouts left out of a retry, and rows to be ticked, that a confirmation names one by one; the rest is counted. */
const LEFT_OUT_SHOWN = 20;

/** Shows what is about to be paid and asks for the count. */
export async function askForCount(view: PreparedView, streams: Streams): Promise<TypedAnswer> {
  streams.stderr.write(`${formatConfirm(view, textColumns(streams, 'stderr'))}\n`);
  return askForNumber(
    { count: view.count, question: 'To pay, type the number of payouts (anything else stops): ' },
    streams,
  );
}

/** Shape: lines no wider than `columns`, without a newline at the end. */
export function formatConfirm(view: PreparedView, columns: number): string {
  const { warnings, payeeNumbers = 0, ticked = NOTHING_TICKED, retry } = view;
  const { paidBefore, difference, accountChanged, batches } = ticked;
  const lines = [
    ...wrapText(plainText(titleOf(view)), columns),
    ...factLines(factsOf(view), columns),
    ...wrapText(`In words: ${amountInWords(view.totalPaise)}`, columns),
    ...listed(warnings.map(say), { heading: `${countOf(warnings.length, 'warning')}:`, columns }),
    ...(payeeNumbers > 0
      ? wrapText(
          `${countOf(payeeNumbers, 'reference')} ${payeeNumbers === 1 ? 'is its' : 'are their'} payee's own number, used before: not sent.`,
          columns,
        )
      : []),
    ...(paidBefore > 0
      ? wrapText(`Ticked by you: ${countOf(paidBefore, 'row')} that may be paid twice.`, columns)
      : []),
    ...(difference > 0
      ? wrapText(`Ticked by you: ${countOf(difference, 'row')} of which only the difference is paid.`, columns)
      : []),
    ...(batches.length > 0 ? wrapText(`Ticked by you: another payment than ${batches.join(', ')}.`, columns) : []),
    ...(accountChanged > 0
      ? wrapText(`Ticked by you: ${countOf(accountChanged, 'row')} to a changed account.`, columns)
      : []),
    ...(retry === undefined ? [] : retryLines(retry, { excluded: view.excluded, columns })),
  ];
  return lines.join('\n');
}

const NOTHING_TICKED = { paidBefore: 0, difference: 0, accountChanged: 0, batches: [] };

function listed(
  items: readonly string[],
  { heading, columns }: { readonly heading: string; readonly columns: number },
): readonly string[] {
  return items.length === 0 ? [] : [heading, ...listLines(items, columns)];
}

function titleOf({ environment, count, totalPaise, profile }: PreparedView): string {
  const money = environment === 'LIVE' ? 'LIVE, real money' : 'PRACTICE, no money moves';
  return `${money}: ${countOf(count, 'payout')}, ${formatRupees(totalPaise)}, from ${profile}.`;
}

function factsOf(view: PreparedView): Parameters<typeof factLines>[0] {
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

function leftOutWords({ excluded, noPayments = 0 }: PreparedView): string {
  if (excluded === 0) return 'nothing';
  if (noPayments === 0) return countOf(excluded, 'row');
  return `${countOf(excluded, 'row')}, ${formatCount(noPayments)} of them no payment, such as a total`;
}

function retryLines(
  { corrections, leftOut }: PreparedRetryView,
  { excluded, columns }: { readonly excluded: number; readonly columns: number },
): readonly string[] {
  const changes = corrections.map(
    ({ row, field, from, to }) => `Row ${row}, ${FIELD_NOUNS[field]}: ${from ?? 'none'} becomes ${to ?? 'none'}`,
  );
  const payouts = Map.groupBy(leftOut, ({ row, name, amountPaise }) => `${row} ${amountPaise} ${name}`);
  const left = [...payouts.values()]
    .slice(0, LEFT_OUT_SHOWN)
    .flatMap(([first, ...more]) => (first === undefined ? [] : [leftOutLine(first, more)]));
  const more = payouts.size - left.length;
  if (more > 0) left.push(`and ${formatCount(more)} more`);
  return [
    ...listed(changes, { heading: `${countOf(changes.length, 'changed value')}:`, columns }),
    ...listed(left, { heading: `${countOf(excluded, 'payout')} left out:`, columns }),
  ];
}

/** One payout, with all that stands against it. */
function leftOutLine({ row, name, amountPaise, message }: LeftOutPayout, more: readonly LeftOutPayout[]): string {
  const who = [name, amountPaise === null ? null : formatRupees(amountPaise)];
  const whom = who.filter((part) => part !== null).join(', ');
  const messages = [message, ...more.map((one) => one.message)].map(say).join(' ');
  return `Row ${row}: ${whom === '' ? '' : `${whom}. `}${messages}`;
}

/** What a person reads about a reason, and how the question calls its rows. */
const TICK_WORDS: Readonly<Record<TickReason, { readonly heading: string; readonly rows: string }>> = {
  paidBefore: { heading: 'this may be paid twice', rows: 'repeated' },
  accountChanged: { heading: 'the payee was paid before, to another account', rows: 'changed' },
};

const QUESTION_WORDS: Readonly<Record<BatchQuestion['kind'], string>> = {
  another: 'pay its people the same amounts for another purpose',
  usual: 'pay its people again, at least 25 days later',
  copy: 'pay its people other amounts: another payment, or a corrected copy of it',
  samePeople: 'pay mostly the same people within ten days',
};

/**
 * Asks about what only a tick lets through: Enter leaves it out, paying it takes the exact count, and `d` pays what corrections
 * add. Shape: a row with two reasons is paid only when both were ticked.
 */
export async function askForTicks(
  { asked: rows, questions }: { readonly asked: readonly TickRow[]; readonly questions: readonly BatchQuestion[] },
  streams: Streams,
): Promise<Ticks | null> {
  const stopped = (): null => {
    streams.stderr.write('That is none of what was offered. Nothing was paid.\n');
    return null;
  };
  const batches: BatchId[] = [];
  for (const { batch, name, kind, rows: ofBatch } of questions) {
    const heading = `${countOf(ofBatch.length, 'row')} of this file repeat batch ${batch}, ${plainText(name)}: they ${QUESTION_WORDS[kind]}`;
    const lines = ofBatch.map(batchLineOf);
    const choice = await askOnce(lines, { heading, which: 'repeated', streams });
    if (choice === 'stop') return stopped();
    if (choice === 'pay') batches.push(batch);
  }
  const ticks: Record<TickReason, readonly number[]> = { paidBefore: [], accountChanged: [] };
  let difference: readonly number[] = [];
  let open = rows;
  for (const reason of TICK_REASONS) {
    const asked = open.filter(({ reasons }) => reasons.includes(reason));
    if (asked.length === 0) continue;
    const { heading, rows: which } = TICK_WORDS[reason];
    const lines = asked.map((row) => lineOf(row, reason));
    const about = `${countOf(asked.length, 'row')} of this file: ${heading}`;
    const corrected = reason === 'paidBefore' ? asked.filter(({ differencePaise }) => differencePaise !== null) : [];
    const choice = await askOnce(lines, { heading: about, which, corrected, streams });
    if (choice === 'stop') return stopped();
    if (choice === 'pay') ticks[reason] = asked.map(({ rowNumber }) => rowNumber);
    else open = open.filter((row) => !asked.includes(row));
    if (choice === 'difference') difference = corrected.map(({ rowNumber }) => rowNumber);
  }
  const paid = new Set(open.map(({ rowNumber }) => rowNumber));
  const ofPaid = (ticked: readonly number[]): number[] => ticked.filter((row) => paid.has(row));
  const { paidBefore, accountChanged } = ticks;
  return { paidBefore: ofPaid(paidBefore), difference, accountChanged: ofPaid(accountChanged), batches };
}

async function askOnce(
  lines: readonly string[],
  {
    heading,
    which,
    corrected = [],
    streams,
  }: {
    readonly heading: string;
    readonly which: string;
    readonly corrected?: readonly TickRow[];
    readonly streams: Streams;
  },
): Promise<'pay' | 'difference' | 'leaveOut' | 'stop'> {
  const columns = textColumns(streams, 'stderr');
  const count = lines.length;
  const shown = [
    ...wrapText(`${heading}.`, columns),
    ...listLines(lines.slice(0, LEFT_OUT_SHOWN), columns),
    ...(count > LEFT_OUT_SHOWN ? [`  and ${formatCount(count - LEFT_OUT_SHOWN)} more`] : []),
  ];
  streams.stderr.write(`${shown.join('\n')}\n`);
  const paying =
    corrected.length === 0
      ? `to pay them all the same, type ${count}`
      : `d pays only ${differenceWords(corrected, count)}; to pay all ${formatCount(count)} in full, type ${count}`;
  const question = `Enter leaves out the ${formatCount(count)} ${which}; ${paying} (anything else stops): `;
  const typed = (await readLine(streams, { question }))?.trim();
  if (typed === undefined) return 'stop';
  if (typed === '') return 'leaveOut';
  if (typed === 'd' && corrected.length > 0) return 'difference';
  return typed === String(count) ? 'pay' : 'stop';
}

/** What `d` pays, and whether other rows are left out by it. */
function differenceWords(corrected: readonly TickRow[], count: number): string {
  const paise = corrected.reduce((sum, { differencePaise }) => sum + (differencePaise ?? 0), 0);
  const others = count - corrected.length;
  const left = others === 0 ? '' : ` and leaves out the other ${formatCount(others)}`;
  const what = corrected.length === 1 ? 'the difference' : `the ${formatCount(corrected.length)} differences`;
  return `${what}, ${formatRupees(asPaise(paise))}${left}`;
}

function lineOf({ rowNumber, name, amountPaise, messages, reasons }: TickRow, reason: TickReason): string {
  const who = name === null ? '' : `${name}, `;
  const why = messages.filter((one) => one.reason === reason).map(({ message }) => say(message));
  const both = reasons.length > 1 ? [NEEDS_BOTH[reason]] : [];
  return `Row ${rowNumber}: ${who}${formatRupees(amountPaise)}. ${[...why, ...both].join(' ')}`;
}

/** A row that is asked about twice is paid only where both are answered with its being paid. */
const NEEDS_BOTH: Readonly<Record<TickReason, string>> = {
  paidBefore: 'Its account is asked about next.',
  accountChanged: 'It may be paid twice as well, as said above.',
};

function batchLineOf({ rowNumber, name, amountPaise, payTo, earlier }: BatchQuestion['rows'][number]): string {
  const whom = name === null ? '' : `${plainText(name)}, `;
  const then = [
    formatRupees(earlier.paise),
    ...(earlier.otherName === null ? [] : [`to ${plainText(earlier.otherName)}`]),
    'then',
    ...(earlier.state === 'success' ? [] : [`(${STATE_WORDS[earlier.state].toLowerCase()})`]),
  ].join(' ');
  const accounts = earlier.payTo === payTo ? '' : `: then ${earlier.payTo}, now ${payTo}`;
  return `Row ${rowNumber}: ${whom}${formatRupees(amountPaise)} now, ${then}${accounts}`;
}
