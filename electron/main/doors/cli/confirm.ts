// What a person reads and types before money moves. Every changed value is listed: a wrong one pays a stranger.

import { formatCount } from '../../../../shared/counts.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import { asPaise, formatRupees } from '../../../../shared/money.ts';
import {
  type BatchQuestion,
  TICK_REASONS,
  type TickReason,
  type TickRow,
  type Ticks,
} from '../../../../shared/repeats.ts';
import type { StateKind } from '../../../../shared/states.ts';
import type { LeftOutPayout, PreparedRetry, PreparedView } from '../../desk/batches/prepared-view.ts';
import { askForNumber, readLine, type TypedAnswer } from './ask.ts';
import { amountInWords, say } from './say.ts';
import { type Streams, textColumns } from './terminal.ts';
import { factLines, formatSpan, listLines, plainText, wrapText } from './text.ts';

/** How many payouts left out of a retry, and rows to tick, a confirmation lists; the rest are counted. */
const LEFT_OUT_SHOWN = 20;

/** Shows what is about to be paid and asks for the count. */
export async function askForCount(view: PreparedView, streams: Streams): Promise<TypedAnswer> {
  streams.stderr.write(`${formatConfirm(view, textColumns(streams, 'stderr'))}\n`);
  return askForNumber({ count: view.figures.count, question: msg('cli.confirm.question') }, streams);
}

/** Lines no wider than `columns`, without a newline at the end. */
export function formatConfirm(view: PreparedView, columns: number): string {
  const { figures, warnings, ticked = NOTHING_TICKED, retry } = view;
  const { payeeNumbers } = figures;
  const { paidBefore, difference, accountChanged, heldName, batches, claims = [] } = ticked;
  const ticks: readonly (readonly [count: number, words: Message])[] = [
    [payeeNumbers, msg('cli.confirm.payeeNumbers', { count: payeeNumbers })],
    [paidBefore, msg('cli.confirm.paidBefore', { count: paidBefore })],
    [difference, msg('cli.confirm.difference', { count: difference })],
    [batches.length, msg('cli.confirm.batches', { batches })],
    [accountChanged, msg('cli.confirm.accountChanged', { count: accountChanged })],
    [heldName, msg('cli.confirm.heldName', { count: heldName })],
    [claims.length, msg('cli.confirm.claims', { payments: claims.map(({ payment }) => payment) })],
  ];
  const heading = msg('cli.confirm.warnings', { count: warnings.length });
  const inWords = msg('cli.confirm.inWords', {
    words: amountInWords(asPaise(figures.totalPaise)),
  });
  const lines = [
    ...wrapText(plainText(say(titleOf(figures))), columns),
    ...factLines(factsOf(view), columns),
    ...wrapText(say(inWords), columns),
    ...listed(
      warnings.map(({ message }) => message),
      { heading, columns },
    ),
    ...ticks.flatMap(([count, words]) => (count > 0 ? wrapText(say(words), columns) : [])),
    ...(retry === undefined ? [] : retryLines(retry, { excluded: view.excluded, columns })),
  ];
  return lines.join('\n');
}

const NOTHING_TICKED: NonNullable<PreparedView['ticked']> = {
  paidBefore: 0,
  difference: 0,
  accountChanged: 0,
  heldName: 0,
  batches: [],
};

function listed(
  items: readonly Message[],
  { heading, columns }: { readonly heading: Message; readonly columns: number },
): readonly string[] {
  return items.length === 0 ? [] : [say(heading), ...listLines(items.map(say), columns)];
}

function titleOf({ environment, count, totalPaise: total, profile }: PreparedView['figures']): Message {
  const what = { count, total, profile };
  return environment === 'LIVE' ? msg('cli.confirm.live', what) : msg('cli.confirm.practice', what);
}

function factsOf(view: PreparedView): Parameters<typeof factLines>[0] {
  const { figures, retry } = view;
  const { wallet } = figures;
  const span = formatSpan(figures.estimatedSeconds * 1000);
  const ofMethod = (method: keyof typeof figures.byMethod): readonly [Message, string] => {
    const { count, paise } = figures.byMethod[method];
    return [msg('cli.fact.byMethod', { method }), `${formatCount(count)}, ${formatRupees(paise)}`];
  };
  const facts: readonly (readonly [label: Message, value: string | Message])[] = [
    ...(retry === undefined
      ? []
      : [[msg('cli.fact.paysAgain'), msg('cli.confirm.paysAgain', { batch: retry.batch })] as const]),
    [msg('summary.file'), figures.file],
    [msg('cli.fact.profile'), `${figures.profile} (${figures.environment})`],
    [msg('paper.gateway'), figures.baseUrl],
    [msg('cli.fact.mid'), String(figures.mid)],
    [msg('summary.payouts'), formatCount(figures.count)],
    [msg('cli.fact.total'), formatRupees(figures.totalPaise)],
    ofMethod('UPI'),
    ofMethod('IMPS'),
    [msg('cli.fact.largest'), formatRupees(figures.largestPaise)],
    [msg('cli.fact.leftOut'), leftOutWords(view)],
    [
      msg('cli.fact.wallet'),
      wallet === null ? msg('cli.notKnown') : msg('cli.confirm.wallet', { balance: wallet.reported }),
    ],
    [msg('cli.fact.time'), msg('cli.confirm.time', { span })],
  ];
  return facts.map(([label, value]) => [say(label), say(value)]);
}

function leftOutWords({ excluded: count, noPayments = 0 }: PreparedView): Message {
  if (count === 0) return msg('cli.confirm.nothingLeftOut');
  if (noPayments === 0) return msg('cli.confirm.leftOut', { count });
  return msg('cli.confirm.leftOut.noPayments', { count, noPayments });
}

function retryLines(
  { corrections, leftOut }: PreparedRetry,
  { excluded, columns }: { readonly excluded: number; readonly columns: number },
): readonly string[] {
  const none = msg('cli.none');
  const changes = corrections.map(({ row, field, from, to }) =>
    msg('cli.confirm.changedValue', { row, field: msg(`field.${field}`), from: from ?? none, to: to ?? none }),
  );
  const payouts = Map.groupBy(leftOut, ({ row, name, amountPaise }) => `${row} ${amountPaise} ${name}`);
  const left = [...payouts.values()]
    .slice(0, LEFT_OUT_SHOWN)
    .flatMap(([first, ...more]) => (first === undefined ? [] : [leftOutLine(first, more)]));
  const more = payouts.size - left.length;
  if (more > 0) left.push(msg('part.andMore', { count: more }));
  return [
    ...listed(changes, { heading: msg('cli.confirm.changedValues', { count: changes.length }), columns }),
    ...listed(left, { heading: msg('cli.confirm.payoutsLeftOut', { count: excluded }), columns }),
  ];
}

/** One payout, with everything against it. */
function leftOutLine({ row, name, amountPaise, message }: LeftOutPayout, more: readonly LeftOutPayout[]): Message {
  const whom = [name, amountPaise === null ? null : formatRupees(amountPaise)].filter((part) => part !== null);
  const why = [message, ...more.map((one) => one.message)];
  return whom.length === 0
    ? msg('cli.confirm.payoutLeftOut.unnamed', { row, why })
    : msg('cli.confirm.payoutLeftOut', { row, whom, why });
}

/** The words for a reason, and for its rows in the question. */
const TICK_WORDS: Readonly<Record<TickReason, { readonly what: Message; readonly which: Message }>> = {
  paidBefore: { what: msg('cli.ticks.paidBefore'), which: msg('cli.ticks.repeated') },
  accountChanged: { what: msg('cli.ticks.accountChanged'), which: msg('cli.ticks.changed') },
  heldName: { what: msg('cli.ticks.heldName'), which: msg('cli.ticks.held') },
};

/**
 * Asks about the rows that need a tick: Enter leaves them out, the exact count pays them, and `d` pays what corrections add. A
 * row with two reasons is paid only if both were ticked. Returns null if the person stopped.
 */
export async function askForTicks(
  { asked: rows, questions }: { readonly asked: readonly TickRow[]; readonly questions: readonly BatchQuestion[] },
  streams: Streams,
): Promise<Ticks | null> {
  const stopped = (): null => {
    streams.stderr.write(`${say(msg('cli.asked.noneOffered'))}\n`);
    return null;
  };
  const batches: BatchId[] = [];
  for (const { batch, name, kind, rows: ofBatch } of questions) {
    const what = msg(`cli.ticks.${kind}`);
    const heading = msg('cli.ticks.batch', { count: ofBatch.length, batch, name: plainText(name), what });
    const lines = ofBatch.map(batchLineOf);
    const choice = await askOnce(lines, { heading, which: msg('cli.ticks.repeated'), streams });
    if (choice === 'stop') return stopped();
    if (choice === 'pay') batches.push(batch);
  }
  const ticks: Record<TickReason, readonly number[]> = { paidBefore: [], accountChanged: [], heldName: [] };
  let difference: readonly number[] = [];
  let open = rows;
  for (const reason of TICK_REASONS) {
    const asked = open.filter(({ reasons }) => reasons.includes(reason));
    if (asked.length === 0) continue;
    const { what, which } = TICK_WORDS[reason];
    const lines = asked.map((row) => lineOf(row, reason));
    const heading = msg('cli.ticks.rows', { count: asked.length, what });
    const corrected = reason === 'paidBefore' ? asked.filter(({ differencePaise }) => differencePaise !== null) : [];
    const choice = await askOnce(lines, { heading, which, corrected, streams });
    if (choice === 'stop') return stopped();
    if (choice === 'pay') ticks[reason] = asked.map(({ rowNumber }) => rowNumber);
    else open = open.filter((row) => !asked.includes(row));
    if (choice === 'difference') difference = corrected.map(({ rowNumber }) => rowNumber);
  }
  const paid = new Set(open.map(({ rowNumber }) => rowNumber));
  const ofPaid = (ticked: readonly number[]): number[] => ticked.filter((row) => paid.has(row));
  const { paidBefore, accountChanged, heldName } = ticks;
  return {
    paidBefore: ofPaid(paidBefore),
    difference,
    accountChanged: ofPaid(accountChanged),
    heldName: ofPaid(heldName),
    batches,
  };
}

async function askOnce(
  lines: readonly Message[],
  {
    heading,
    which,
    corrected = [],
    streams,
  }: {
    readonly heading: Message;
    readonly which: Message;
    readonly corrected?: readonly TickRow[];
    readonly streams: Streams;
  },
): Promise<'pay' | 'difference' | 'leaveOut' | 'stop'> {
  const columns = textColumns(streams, 'stderr');
  const count = lines.length;
  const shown = [
    ...wrapText(say(heading), columns),
    ...listLines(lines.slice(0, LEFT_OUT_SHOWN).map(say), columns),
    ...(count > LEFT_OUT_SHOWN ? [`  ${say(msg('part.andMore', { count: count - LEFT_OUT_SHOWN }))}`] : []),
  ];
  streams.stderr.write(`${shown.join('\n')}\n`);
  const paying =
    corrected.length === 0
      ? msg('cli.ticks.payAll', { typed: count })
      : msg('cli.ticks.payDifference', { difference: differenceWords(corrected, count), count, typed: count });
  const question = msg('cli.ticks.question', { count, which, paying });
  const typed = (await readLine(streams, { question }))?.trim();
  if (typed === undefined) return 'stop';
  if (typed === '') return 'leaveOut';
  if (typed === 'd' && corrected.length > 0) return 'difference';
  return typed === String(count) ? 'pay' : 'stop';
}

/** What `d` pays, and whether it leaves out other rows. */
function differenceWords(corrected: readonly TickRow[], count: number): Message {
  const paise = corrected.reduce((sum, { differencePaise }) => sum + (differencePaise ?? 0), 0);
  const left = count - corrected.length;
  const others = left === 0 ? '' : msg('cli.ticks.difference.others', { count: left });
  return msg('cli.ticks.difference', { count: corrected.length, total: asPaise(paise), others });
}

function lineOf({ rowNumber: row, name, amountPaise, messages, reasons }: TickRow, reason: TickReason): Message {
  const why = messages.filter((one) => one.reason === reason).map(({ message }) => message);
  const about = { row, amount: amountPaise, why: reasons.length > 1 ? [...why, NEEDS_BOTH[reason]] : why };
  return name === null ? msg('cli.ticks.row', about) : msg('cli.ticks.row.named', { ...about, name });
}

/** A row that is asked about twice is paid only if both answers pay it. */
const NEEDS_BOTH: Readonly<Record<TickReason, Message>> = {
  paidBefore: msg('cli.ticks.accountNext'),
  accountChanged: msg('cli.ticks.twiceAsWell'),
  heldName: msg('cli.ticks.heldAsWell'),
};

function batchLineOf({ rowNumber, name, amountPaise, payTo, earlier }: BatchQuestion['rows'][number]): Message {
  const { otherName, state } = earlier;
  return msg('cli.ticks.batchRow', {
    row: rowNumber,
    whom: name === null ? '' : `${plainText(name)}, `,
    now: amountPaise,
    before: earlier.paise,
    other: otherName === null ? '' : msg('cli.ticks.batchRow.other', { name: plainText(otherName) }),
    state: state === 'success' ? '' : ` (${say(STATE_WORDS[state])})`,
    accounts: earlier.payTo === payTo ? '' : msg('cli.ticks.batchRow.accounts', { before: earlier.payTo, now: payTo }),
  });
}

/** The state of a payout in words for people, not scripts. */
const STATE_WORDS: Readonly<Record<StateKind, Message>> = {
  queued: msg('used.notSent'),
  sending: msg('cli.state.beingSent'),
  processing: msg('state.processing'),
  unknown: msg('cli.state.notConfirmed'),
  success: msg('used.paid'),
  failed: msg('state.failed'),
  rejected: msg('state.rejected'),
  reversed: msg('state.reversed'),
  cancelled: msg('state.cancelled'),
};
