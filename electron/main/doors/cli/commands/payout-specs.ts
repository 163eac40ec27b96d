// Payouts in doubt with their evidence, a person's decision about one, and late news. Nothing here says that a payout was
// or was not paid: nobody knows.

import type { ResolvedView } from '../../../../../shared/api/views.ts';
import { countOf, formatCount } from '../../../../../shared/counts.ts';
import { formatPayoutName } from '../../../../../shared/ids.ts';
import { NOTE_MAX_CHARACTERS } from '../../../../../shared/limits.ts';
import { formatRupees } from '../../../../../shared/money.ts';
import type { UnknownReason } from '../../../../../shared/outcomes.ts';
import { payToText, type Refusal } from '../../../../../shared/rows.ts';
import { readNews } from '../../../desk/payouts/read-late-news.ts';
import { resolvePayout } from '../../../desk/payouts/resolve-payout.ts';
import {
  type DoubtfulPayout,
  type DoubtGroup,
  type DoubtView,
  readUnknown,
} from '../../../desk/payouts/unknown-handlers.ts';
import {
  isRefused,
  type NotPaidChoice,
  type PayoutName,
  ticketWantedBy,
  type Verdict,
  waitsForAnswer,
} from '../../../domain/decisions.ts';
import { isAlarmSubject, type LateNews, newsSentence, stateOfAlarm } from '../../../domain/late-news.ts';
import type { PayoutLookup } from '../../../domain/payout-pages.ts';
import {
  defineCommand,
  flag,
  optional,
  type RefusedReading,
  refusedReading,
  required,
  taken,
} from '../command-table.ts';
import { BATCH_OR_EVERY, COMMAND_ID_OPTION } from '../options.ts';
import { formatLocalTime, formatTable, isoTime, PROGRAM, say, wrapLines } from '../text.ts';
import { payoutOfRow, readBankReference, readPayoutName, readTypedText, textUpTo, wholeNumber } from '../values.ts';

/** A count that a person types: no batch holds more rows than a sheet. */
const COUNT_TYPED_MAX = 1_048_576;

const unknown = defineCommand({
  name: 'unknown',
  summary: 'shows the payouts in doubt, what is known about each, and what a person may decide; reads only',
  needsDesk: true,
  notes: [
    'Payouts whose evidence says the same stand together. With --json every attempt and every look-up of each is there, word for word.',
  ],
  takes: { batch: BATCH_OR_EVERY },
  ask: ({ system }, { batch }) => readUnknown(system, batch),
  show: () => ({ text: formatUnknown, json: unknownJson }),
});

const resolve = defineCommand({
  name: 'resolve',
  summary: 'records what a person found out about a payout in doubt',
  needsDesk: true,
  notes: [
    'Give --paid with --rrn when the bank has it; --not-paid when it has not. A note is always wanted: it stands in the reports and the audit, with your name.',
    `\`${PROGRAM} unknown\` shows what is known, and from when on "not paid" is open. A ticket number of the gateway opens it earlier.`,
    'Where the gateway has had no word for it for days that this desk knows, or no useful answer, it is looked up once more for either, and a ticket number decides.',
    'For --not-paid each payout is looked up once more: one that the gateway knows then is not decided.',
    `A payout that was declared not paid may be paid again by a retry. If the gateway calls it paid after all, \`${PROGRAM} news\` says so.`,
  ],
  takes: {
    payout: required('PAYOUT', { help: 'its reference, or its batch and row such as B0012/7', value: readPayoutName }),
    paid: flag('--paid', { help: 'it was paid: the bank shows it' }),
    rrn: optional('--rrn R', {
      help: "the RRN or UTR on the bank's statement; wanted with --paid",
      value: readBankReference,
    }),
    notPaid: flag('--not-paid', { help: 'it was not paid' }),
    note: required('--note TEXT', {
      help: 'how you know: who said so, what you looked at',
      value: textUpTo(NOTE_MAX_CHARACTERS),
    }),
    ticket: optional('--ticket T', {
      help: "the number of the gateway's ticket; opens --not-paid early, and decides where the gateway has no word for it",
      value: readTypedText,
    }),
    sameEvidence: flag('--same-evidence', {
      help: 'decides about all payouts of the batch with the same evidence at once; with --not-paid and --count',
    }),
    count: optional('--count N', {
      help: `how many these are, as \`${PROGRAM} unknown\` counts them`,
      value: wholeNumber({ min: 1, max: COUNT_TYPED_MAX, unit: 'payouts' }),
    }),
    commandId: COMMAND_ID_OPTION,
  },
  onlyOneOf: ['paid', 'not-paid'],
  check: ({ paid, notPaid, rrn, sameEvidence, count, ...values }) => {
    const decided = (verdict: Verdict) => taken({ ...values, verdict, sameEvidence: count });
    if (!paid && !notPaid) {
      return missing({ message: '--paid or --not-paid is missing.', cure: 'Give one of the two.' });
    }
    if (sameEvidence !== (count !== null)) {
      const cure = `Give both, with the count that \`${PROGRAM} unknown\` shows; or neither, for this payout alone.`;
      return clash({ message: '--same-evidence and --count belong together.', cure });
    }
    if (notPaid && rrn !== null) {
      const cure = 'What has an RRN was paid: give --paid.';
      return clash({ message: '--rrn does not go with --not-paid.', cure });
    }
    if (notPaid) return decided({ kind: 'notPaid' });
    if (rrn === null) {
      return missing({ message: '--rrn is missing.', cure: "Add --rrn R: the RRN or UTR on the bank's statement." });
    }
    if (sameEvidence) {
      const cure = 'Give each payment its own RRN or UTR.';
      return clash({ message: '--same-evidence does not go with --paid.', cure });
    }
    return decided({ kind: 'paid', bankReference: rrn });
  },
  ask: async ({ system }, decision) => {
    const answer = await resolvePayout(system, decision);
    const older = olderName(decision.payout);
    const isMissing = answer.kind === 'refused' && answer.refusal.code === 'unknownPayout';
    return older !== null && isMissing ? resolvePayout(system, { ...decision, payout: older }) : answer;
  },
  show: () => ({ text: formatResolved }),
});

function missing(words: Omit<Refusal, 'code'>): RefusedReading {
  return refusedReading({ code: 'missingOption', ...words });
}

function clash(words: Omit<Refusal, 'code'>): RefusedReading {
  return refusedReading({ code: 'optionsClash', ...words });
}

/** The payout that earlier versions called `B0012-7`, where no payout has that for its reference. */
function olderName(name: PayoutName): PayoutName | null {
  return name.by === 'reference' ? payoutOfRow(name.reference, '-') : null;
}

const news = defineCommand({
  name: 'news',
  summary: 'shows what the gateway said after a payout had ended, an alarm until it is marked as read',
  needsDesk: true,
  notes: [
    'A payout that was called failed and is paid after all, or the other way round; a possible duplicate; an answer about another payment.',
  ],
  takes: {
    batch: BATCH_OR_EVERY,
    markRead: flag('--read', { help: 'marks what is shown as read, with your name and the time' }),
    all: flag('--all', { help: 'also shows what was read before' }),
  },
  ask: ({ system }, options) => readNews(system, options),
  show: () => ({ text: formatNews, json: newsJson }),
});

export const PAYOUT_SPECS = [unknown, resolve, news] as const;

const REASONS: Readonly<Record<UnknownReason, string>> = {
  echoMismatch: 'the gateway answered about another reference',
  sameId: 'the gateway called it by the id of another payout',
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
  unauthorized: 'refused by the gateway with HTTP 401, as was the wallet call with the same token',
  unauthorizedUnconfirmed: 'refused by the gateway with HTTP 401, though it did not refuse the token elsewhere',
  crashed: 'the desk ended while its request was on its way',
  slept: 'the computer slept while its request was on its way',
  notWritten: 'the disk did not take what became of its request',
  restored: 'the database was restored or copied, or the gateway knew it before it was sent',
  cancelled: 'it was cancelled after a request of it had been answered',
  forgotten: 'the gateway accepted it, and has not known it for days',
  noWord: 'for days the gateway had no word for it that this desk knows, or gave no useful answer',
  stillPending: 'for a month the gateway has said that it is still working on it',
};

/** Every group: the evidence of its first payout in full, one line for each of the others. */
export function formatUnknown({ groups }: DoubtView, columns: number): string {
  const payouts = groups.flatMap((group) => group.payouts);
  if (payouts.length === 0) return 'No payout is in doubt.';
  const head = `${countOf(payouts.length, 'payout')} in doubt, ${formatRupees(totalOf(payouts))}. The desk never sends them again.`;
  return [head, ...groups.map((group) => formatGroup(group, columns))].join('\n\n');
}

function totalOf(payouts: readonly DoubtfulPayout[]): number {
  return payouts.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
}

/** `unknown --json`, newest batch first. */
export function unknownJson({ asOfMs, groups }: DoubtView) {
  const payouts = groups.flatMap((group) => group.payouts);
  return {
    asOf: isoTime(asOfMs),
    count: payouts.length,
    totalPaise: totalOf(payouts),
    groups: groups.map(groupJson),
  };
}

function groupJson({ batch, profile, isOpen, fingerprint, payouts }: DoubtGroup) {
  const [first] = payouts;
  return {
    batch,
    profile,
    reason: first.reason,
    refused: isRefused(first),
    refusedByRate: first.reason === 'refusedByRate',
    suspected: first.suspected,
    notKnownFingerprint: fingerprint,
    count: payouts.length,
    totalPaise: totalOf(payouts),
    together: isOpen,
    payouts: payouts.map(payoutJson),
  };
}

function payoutJson(payout: DoubtfulPayout) {
  const { batch, rowNumber, reference, name, amountPaise, transactionId, notPaid } = payout;
  const { refusedOpensAtMs } = notPaid;
  return {
    payout: formatPayoutName(batch, rowNumber),
    row: rowNumber,
    reference,
    beneficiary: payToText(payout.beneficiary),
    name,
    amountPaise,
    since: isoTime(payout.sinceMs),
    transactionId,
    attempts: payout.attempts.map(({ sentAtMs, answeredAtMs, ...attempt }) => ({
      ...attempt,
      sentAt: isoTime(sentAtMs),
      answeredAt: answeredAtMs === null ? null : isoTime(answeredAtMs),
    })),
    lookups: payout.lookups.map(({ atMs, ...lookup }) => ({ at: isoTime(atMs), ...lookup })),
    lookupCount: payout.lookupCount,
    notKnownAnswers: payout.notKnownAnswers,
    notPaid: {
      open: notPaid.isOpen,
      opensAt: isoTime(notPaid.opensAtMs),
      answersMissing: notPaid.answersMissing,
      refusedOpensAt: refusedOpensAtMs === null ? null : isoTime(refusedOpensAtMs),
      lookupsProven: notPaid.lookupsProven,
    },
  };
}

function formatGroup(group: DoubtGroup, columns: number): string {
  const { batch, profile, fingerprint, payouts } = group;
  const [first, ...others] = payouts;
  const { reason, suspected } = first;
  const count = payouts.length;
  const same = count === 1 ? '1 payout' : `${formatCount(count)} payouts with the same evidence`;
  const lines = [
    `Batch ${batch}, profile ${profile}: ${same}, ${formatRupees(totalOf(payouts))}`,
    `Why in doubt: ${REASONS[reason]}.`,
    ...(suspected === null ? [] : [`The last look-up called it ${suspected}; that counts when the next one agrees.`]),
    `The gateway's answer about a reference that nobody used: ${notKnownWords(fingerprint)}.`,
    '',
    payoutLine(first),
    ...formatAttempts(first),
    ...formatLookups(first),
    ...choices(group),
  ];
  return [wrapLines(lines, columns), ...otherLines(others, columns)].join('\n');
}

function payoutLine(payout: DoubtfulPayout): string {
  const { batch, rowNumber, reference, name, amountPaise, sinceMs } = payout;
  const who = name === null ? payToText(payout.beneficiary) : `${name}, ${payToText(payout.beneficiary)}`;
  return `${formatPayoutName(batch, rowNumber)}  ${formatRupees(amountPaise)} to ${who}; reference ${reference}; sent by ${formatLocalTime(sinceMs)} at the latest`;
}

function choices({ isOpen, payouts }: DoubtGroup): readonly string[] {
  const [first] = payouts;
  const { batch, rowNumber, notPaid } = first;
  const count = payouts.length;
  const ticket = ticketWantedBy(first, 'paid') === null ? '' : ' --ticket T';
  const resolve = `${PROGRAM} resolve ${formatPayoutName(batch, rowNumber)}`;
  const ways = [
    ...(waitsForAnswer(first) && !isOpen ? [WAITS_FOR_ANSWER] : []),
    `Paid: with the RRN or UTR of the bank's statement, \`${resolve} --paid --rrn R --note TEXT${ticket}\`.`,
    `Not paid: ${notPaidSentence(notPaid)}${notPaid.isOpen ? `, \`${resolve} --not-paid --note TEXT\`` : ''}.`,
  ];
  if (!isOpen || count === 1) return ways;
  return [
    ...ways,
    `All ${formatCount(count)} together: \`${resolve} --not-paid --same-evidence --count ${count} --note TEXT\`.`,
  ];
}

const WAITS_FOR_ANSWER =
  'The last look-up got no useful answer: a ticket decides once the gateway answers, or has given no useful answer for seven days.';

const UNPROVEN = 'its look-ups have not found a paid payment, or have missed one since';

/** When "not paid" may be decided, in words. */
function notPaidSentence(choice: NotPaidChoice): string {
  const { isOpen, opensAtMs, answersMissing, refusedOpensAtMs, lookupsProven } = choice;
  if (isOpen) return 'may be decided now';
  if (!lookupsProven) return `only with the number of a ticket at the gateway (--ticket), as ${UNPROVEN}`;
  const answers =
    answersMissing === 0 ? '' : ` and after ${formatCount(answersMissing)} more "not known" from the gateway`;
  const early =
    refusedOpensAtMs === null
      ? ''
      : `, or after a look-up from ${formatLocalTime(refusedOpensAtMs)} on that does not know it`;
  return `opens ${formatLocalTime(opensAtMs)}${answers}${early}; earlier only with the number of a ticket at the gateway (--ticket)`;
}

function otherLines(others: readonly DoubtfulPayout[], columns: number): readonly string[] {
  if (others.length === 0) return [];
  const rows = others.map((one) => [
    formatPayoutName(one.batch, one.rowNumber),
    formatRupees(one.amountPaise),
    formatLocalTime(one.sinceMs),
    formatCount(one.lookupCount),
    formatCount(one.notKnownAnswers),
    one.reference,
    one.name ?? payToText(one.beneficiary),
  ]);
  const headings = ['payout', 'rupees', 'sent by', 'look-ups', 'not known', 'reference', 'to'];
  const table = formatTable(['left', 'right', 'left', 'right', 'right', 'cut', 'cut'], {
    rows: [headings, ...rows],
    width: columns,
  });
  return ['', ...table];
}

/** After `resolve`. */
export function formatResolved({ batch, decided, decidedBy, payouts }: ResolvedView, columns: number): string {
  const words = decided === 'paid' ? 'paid' : 'not paid';
  const rows = payouts.map(({ row }) => formatCount(row)).join(', ');
  const what = `${countOf(payouts.length, 'payout')} of batch ${batch} (row ${rows}): ${words}, decided by ${decidedBy}.`;
  return wrapLines([what], columns);
}

/** Every attempt and what came back. */
function formatAttempts({ attempts }: DoubtfulPayout): readonly string[] {
  return attempts.flatMap(({ number, sentAtMs, answeredAtMs, httpStatus, message, answer, outcome }) => {
    const sent = `  Attempt ${number}, sent ${formatLocalTime(sentAtMs)}: `;
    if (answeredAtMs === null) return [`${sent}nothing was heard`];
    const said = httpStatus === null ? 'no answer' : `HTTP ${httpStatus}`;
    const why = message ?? outcome;
    return [`${sent}${said}${why === null ? '' : `. ${why}`}`, ...(answer === null ? [] : [`    ${answer}`])];
  });
}

/** Every look-up and its answer. Shape: the first and the last time of equal answers in a row, and how many they were. */
function formatLookups({ lookups, lookupCount, notKnownAnswers }: DoubtfulPayout): readonly string[] {
  const head = `  ${countOf(lookupCount, 'look-up')}, ${formatCount(notKnownAnswers)} of them "not known"`;
  const runs: { readonly first: PayoutLookup; last: PayoutLookup; count: number }[] = [];
  for (const lookup of lookups) {
    const run = runs.at(-1);
    if (run !== undefined && saysTheSame(run.last, lookup)) {
      run.last = lookup;
      run.count += 1;
    } else runs.push({ first: lookup, last: lookup, count: 1 });
  }
  return [
    head,
    ...runs.flatMap(({ first, last, count }) => {
      const until = count === 1 ? '' : ` to ${formatLocalTime(last.atMs)}, ${formatCount(count)} times`;
      const by = first.by === 'reference' ? 'its reference' : 'its transaction id';
      const status = first.httpStatus === null ? '' : `, HTTP ${first.httpStatus}`;
      const what = `    ${formatLocalTime(first.atMs)}${until}, by ${by}: ${findingWords(first.finding)}${status}`;
      return [what, ...(first.answer === null ? [] : [`      ${first.answer}`])];
    }),
  ];
}

function saysTheSame(one: PayoutLookup, other: PayoutLookup): boolean {
  return (
    one.finding === other.finding &&
    one.by === other.by &&
    one.httpStatus === other.httpStatus &&
    one.answer === other.answer
  );
}

function findingWords(finding: string): string {
  switch (finding) {
    case 'notKnown':
      return 'not known';
    case 'unproven':
      return 'not known, by look-ups that are not proven';
    case 'mismatch':
      return 'an answer about another payment';
    case 'sameId':
      return 'an answer with no id of its own';
    case 'unclear':
    case 'referenceUnclear':
    case 'unconfirmed':
      return 'no clear answer';
    case 'unanswered':
      return 'no answer';
    case 'notAsked':
      return 'not asked, since the gateway gave no useful answer right before';
    case 'referenceKnown':
      return 'the gateway knows the reference';
    default:
      return finding.replace(/^state /, '');
  }
}

/** What each place of a fingerprint holds, in its order; null for what people do not read: the names of the fields. */
const PLACES = ['HTTP', 'status', null, 'txn_status', 'error_code', 'code'] as const;

/** The HTTP status and the gateway's own words. Shape: the end of a sentence, without its full stop. */
function notKnownWords(fingerprint: string | null): string {
  if (fingerprint === null) return 'not learned yet, so no answer counts as "not known"';
  const parts = partsOf(fingerprint);
  const words = PLACES.flatMap((place, index) => {
    const part = parts[index];
    const isWord = typeof part === 'number' || (typeof part === 'string' && part !== '');
    return place === null || !isWord ? [] : [`${place} ${part}`];
  });
  return words.length === 0
    ? 'known to the desk, and too long to show (`--json` has its fingerprint)'
    : words.join(', ');
}

/** The parts of a fingerprint. Errors: none of one that is only a hash. */
function partsOf(fingerprint: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(fingerprint);
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

/** The alarms, each with its sentence. */
export function formatNews(news: readonly LateNews[], columns: number): string {
  if (news.length === 0) return 'No late news waits to be read.';
  const entries = news.flatMap((one) => {
    const read = one.readAtMs === null ? '' : `; read by ${one.readBy ?? ''}, ${formatLocalTime(one.readAtMs)}`;
    const who = one.name === null ? '' : `, ${one.name}`;
    const payout = formatPayoutName(one.batch, one.rowNumber);
    const head = `${formatLocalTime(one.heardAtMs)}  ${payout}${who}, ${formatRupees(one.amountPaise)}, reference ${one.reference}${read}`;
    return [head, `  ${say(newsSentence(one))}`];
  });
  const unread = unreadCount(news);
  const left =
    unread === 0 ? [] : ['', `${formatCount(unread)} unread. \`${PROGRAM} news --read\` marks them as read.`];
  return [wrapLines(entries, columns), ...left].join('\n');
}

function unreadCount(news: readonly LateNews[]): number {
  return news.filter(({ readAtMs }) => readAtMs === null).length;
}

/** `news --json`. */
export function newsJson(news: readonly LateNews[]) {
  return { unread: unreadCount(news), news: news.map(alarmJson) };
}

/** Shape: `kind` says what is wrong; `possibleDuplicate` names the later payout to the same person. */
function alarmJson(news: LateNews) {
  const { batch, rowNumber, reference, name, amountPaise, from, to, word, successor, readAtMs, readBy } = news;
  return {
    payout: formatPayoutName(batch, rowNumber),
    batch,
    row: rowNumber,
    reference,
    name,
    amountPaise,
    kind: isAlarmSubject(to) ? to : to === from ? 'contradicted' : 'changed',
    from,
    to: stateOfAlarm(news),
    word,
    heardAt: isoTime(news.heardAtMs),
    declaredNotPaidBy: news.declaredBy,
    possibleDuplicate:
      successor === null
        ? null
        : { payout: formatPayoutName(successor.batch, successor.rowNumber), state: successor.state },
    readAt: readAtMs === null ? null : isoTime(readAtMs),
    readBy,
    sentence: newsSentence(news),
  };
}
