// Payouts in doubt with their evidence, a person's decision about one, and late news. The texts never say that a payout was or
// was not paid: nobody knows.

import type { ResolvedView } from '../../../../../shared/api/views.ts';
import { formatCount } from '../../../../../shared/counts.ts';
import { formatPayoutName } from '../../../../../shared/ids.ts';
import { NOTE_MAX_CHARACTERS } from '../../../../../shared/limits.ts';
import { type Message, msg } from '../../../../../shared/messages/message.ts';
import { formatRupees } from '../../../../../shared/money.ts';
import { payToText, type Refusal } from '../../../../../shared/rows.ts';
import { STATE_KINDS } from '../../../../../shared/states.ts';
import { type DisputeMade, makeDispute } from '../../../desk/payouts/dispute.ts';
import { type DoubtfulPayout, type DoubtGroup, type DoubtView, readUnknown } from '../../../desk/payouts/doubts.ts';
import { makePassports, type PassportsMade } from '../../../desk/payouts/passports.ts';
import { readNews } from '../../../desk/payouts/read-late-news.ts';
import { findAnywhere, resolvePayout } from '../../../desk/payouts/resolve-payout.ts';
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
  accepted,
  defineCommand,
  flag,
  optional,
  type RefusedReading,
  refusedReading,
  required,
} from '../command-table.ts';
import { BATCH_OR_EVERY, COMMAND_ID_OPTION, FORCE } from '../options.ts';
import { chosenLanguage, PROGRAM, say, typedCure } from '../say.ts';
import { formatLocalTime, formatTable, isoTime, plainText, wrapLines } from '../text.ts';
import {
  payoutOfRow,
  readBankReference,
  readOutFile,
  readPayoutName,
  readPayoutOrBatch,
  readTypedText,
  textUpTo,
  wholeNumber,
} from '../values.ts';

/** The highest count a person may type: no sheet has more rows. */
const COUNT_TYPED_MAX = 1_048_576;

const unknown = defineCommand({
  name: 'unknown',
  summary: msg('cli.unknown.summary'),
  examples: ['unknown B0012'],
  needsDesk: true,
  notes: [msg('cli.unknown.about')],
  takes: { batch: BATCH_OR_EVERY },
  ask: ({ system }, { batch }) => readUnknown(system, batch),
  show: () => ({ text: formatUnknown, json: unknownJson }),
});

const passport = defineCommand({
  name: 'passport',
  summary: msg('cli.passport.summary'),
  needsDesk: true,
  notes: [msg('cli.passport.about'), msg('cli.passport.head')],
  examples: [
    'passport B0007/3 --out passport.pdf',
    'passport B0007 --out passports.zip',
    'audit verify --passport passport.pdf',
  ],
  takes: {
    of: required('PAYOUT|BATCH', { help: msg('cli.passport.of'), value: readPayoutOrBatch }),
    path: required('--out FILE.pdf|.json|.zip', {
      help: msg('cli.option.outFile'),
      value: readOutFile(['.pdf', '.json', '.zip']),
    }),
    force: FORCE,
    commandId: COMMAND_ID_OPTION,
  },
  ask: ({ system }, { of, ...how }) => {
    const options = { ...how, language: chosenLanguage() };
    if (typeof of === 'string') return makePassports(system, { ...options, batch: of, rowNumber: null });
    const found = findAnywhere(system, of);
    if (found.kind !== 'done') return found;
    const { id: batch, rowNumber } = found.value;
    return makePassports(system, { ...options, batch, rowNumber });
  },
  show: () => ({ text: formatPassports }),
});

function formatPassports({ file, payouts, entry, hash }: PassportsMade): string {
  const wrote = msg('cli.passport.wrote', { count: payouts.length, payout: payouts[0] ?? '', file });
  return [wrote, msg('cli.passport.against', { entry, hash })].map((line) => plainText(say(line))).join('\n');
}

const dispute = defineCommand({
  name: 'dispute',
  summary: msg('cli.dispute.summary'),
  needsDesk: true,
  notes: [msg('cli.dispute.about'), msg('cli.dispute.account')],
  examples: ['dispute B0007/3 --out dispute.zip'],
  takes: {
    payout: required('PAYOUT', { help: msg('cli.resolve.payout'), value: readPayoutName }),
    path: required('--out FILE.pdf|.zip', { help: msg('cli.option.outFile'), value: readOutFile(['.pdf', '.zip']) }),
    force: FORCE,
  },
  ask: async ({ system }, { payout, ...how }) => {
    const found = findAnywhere(system, payout);
    if (found.kind !== 'done') return found;
    const { id: batch, rowNumber } = found.value;
    return await makeDispute(system, { ...how, batch, rowNumber, language: chosenLanguage() });
  },
  show: () => ({ text: formatDispute, json: disputeJson }),
});

function formatDispute({ file, payout, isMasked }: DisputeMade): string {
  const lines = [msg('cli.dispute.wrote', { payout, file }), ...(isMasked ? [msg('dispute.masked')] : [])];
  return lines.map((line) => plainText(say(line))).join('\n');
}

export function disputeJson({ isMasked: accountMasked, ...made }: DisputeMade) {
  return { ...made, accountMasked };
}

const resolve = defineCommand({
  name: 'resolve',
  summary: msg('cli.resolve.summary'),
  examples: ['resolve B0012/7 --paid --rrn 412345678901 --note "Bank statement of 5 May"'],
  needsDesk: true,
  notes: [
    msg('cli.resolve.give'),
    msg('cli.resolve.opens'),
    msg('cli.resolve.noWord'),
    msg('cli.resolve.lookup'),
    msg('cli.resolve.again'),
  ],
  takes: {
    payout: required('PAYOUT', { help: msg('cli.resolve.payout'), value: readPayoutName }),
    paid: flag('--paid', { help: msg('cli.resolve.paid') }),
    rrn: optional('--rrn R', {
      help: msg('cli.resolve.rrn'),
      value: readBankReference,
    }),
    notPaid: flag('--not-paid', { help: msg('cli.resolve.notPaid') }),
    note: required('--note TEXT', {
      help: msg('cli.resolve.note'),
      value: textUpTo(NOTE_MAX_CHARACTERS),
    }),
    ticket: optional('--ticket T', {
      help: msg('cli.resolve.ticket'),
      value: readTypedText,
    }),
    sameEvidence: flag('--same-evidence', {
      help: msg('cli.resolve.sameEvidence'),
    }),
    count: optional('--count N', {
      help: msg('cli.resolve.count'),
      value: wholeNumber({ min: 1, max: COUNT_TYPED_MAX, unit: msg('typed.payouts') }),
    }),
    commandId: COMMAND_ID_OPTION,
  },
  onlyOneOf: ['paid', 'not-paid'],
  check: ({ paid, notPaid, rrn, sameEvidence, count, ...values }) => {
    const decided = (verdict: Verdict) => accepted({ ...values, verdict, sameEvidence: count });
    if (!paid && !notPaid) {
      const message = msg('cli.eitherMissing', { one: '--paid', other: '--not-paid' });
      return missing({ message, cure: msg('cli.giveOneOfTwo') });
    }
    if (sameEvidence !== (count !== null)) {
      return clash({ message: msg('cli.resolve.together'), cure: msg('cli.resolve.together.cure') });
    }
    if (notPaid && rrn !== null) {
      const message = msg('cli.resolve.clash', { one: '--rrn', other: '--not-paid' });
      return clash({ message, cure: msg('cli.resolve.hasRrn') });
    }
    if (notPaid) return decided({ kind: 'notPaid' });
    if (rrn === null) {
      return missing({ message: msg('cli.missing', { what: '--rrn' }), cure: msg('cli.resolve.addRrn') });
    }
    if (sameEvidence) {
      const message = msg('cli.resolve.clash', { one: '--same-evidence', other: '--paid' });
      return clash({ message, cure: msg('cli.resolve.ownRrn') });
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

/** The payout that earlier versions called `B0012-7`, used if no payout has that reference. */
function olderName(name: PayoutName): PayoutName | null {
  return name.by === 'reference' ? payoutOfRow(name.reference, '-') : null;
}

const news = defineCommand({
  name: 'news',
  summary: msg('cli.news.summary'),
  examples: ['news B0012'],
  needsDesk: true,
  notes: [msg('cli.news.about')],
  takes: {
    batch: BATCH_OR_EVERY,
    markRead: flag('--read', { help: msg('cli.news.read') }),
    all: flag('--all', { help: msg('cli.news.all') }),
  },
  ask: ({ system }, options) => readNews(system, options),
  show: () => ({ text: formatNews, json: newsJson }),
});

export const PAYOUT_SPECS = [unknown, resolve, dispute, passport, news] as const;

/** Every group: its first payout with all evidence, and one line for each of the others. */
export function formatUnknown({ groups }: DoubtView, columns: number): string {
  const payouts = groups.flatMap((group) => group.payouts);
  if (payouts.length === 0) return say(msg('cli.unknown.none'));
  const head = say(msg('cli.unknown.all', { count: payouts.length, total: totalOf(payouts) }));
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
  const lines = [
    say(msg('cli.unknown.group', { count: payouts.length, batch, profile, total: totalOf(payouts) })),
    say(msg('cli.unknown.why', { why: msg(`cli.doubt.${reason}`) })),
    ...(suspected === null ? [] : [say(msg('cli.unknown.suspected', { state: msg(`state.${suspected}`) }))]),
    say(msg('cli.unknown.invented', { answer: notKnownWords(fingerprint) })),
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
  const payTo = payToText(payout.beneficiary);
  return say(
    msg('cli.unknown.payout', {
      payout: formatPayoutName(batch, rowNumber),
      amount: amountPaise,
      whom: name === null ? payTo : `${name}, ${payTo}`,
      reference,
      time: formatLocalTime(sinceMs),
    }),
  );
}

function choices({ isOpen, payouts }: DoubtGroup): readonly string[] {
  const [first] = payouts;
  const { batch, rowNumber, notPaid } = first;
  const count = payouts.length;
  const ticket = ticketWantedBy(first, 'paid') === null ? '' : ' --ticket T';
  const resolve = `${PROGRAM} resolve ${formatPayoutName(batch, rowNumber)}`;
  const ways = [
    ...(waitsForAnswer(first) && !isOpen ? [msg('cli.unknown.waitsForAnswer')] : []),
    msg('cli.unknown.paid', { command: `${resolve} --paid --rrn R --note TEXT${ticket}` }),
    msg('cli.unknown.notPaid', { when: notPaidWords(notPaid, `${resolve} --not-paid --note TEXT`) }),
  ];
  if (isOpen && count > 1) {
    const command = `${resolve} --not-paid --same-evidence --count ${count} --note TEXT`;
    ways.push(msg('cli.unknown.together', { count, command }));
  }
  return ways.map(say);
}

/** When "not paid" may be decided, in words. */
function notPaidWords(choice: NotPaidChoice, command: string): Message {
  const { isOpen, opensAtMs, answersMissing, refusedOpensAtMs, lookupsProven } = choice;
  if (isOpen) return msg('cli.unknown.notPaid.now', { command });
  if (!lookupsProven) return msg('cli.unknown.notPaid.unproven');
  return msg('cli.unknown.notPaid.opens', {
    time: formatLocalTime(opensAtMs),
    answers: answersMissing === 0 ? '' : msg('cli.unknown.notPaid.answers', { count: answersMissing }),
    early:
      refusedOpensAtMs === null ? '' : msg('cli.unknown.notPaid.early', { time: formatLocalTime(refusedOpensAtMs) }),
  });
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
  const headings = [
    msg('cli.head.payout'),
    msg('cli.head.rupees'),
    msg('cli.head.sentBy'),
    msg('cli.head.lookups'),
    msg('cli.notKnown'),
    msg('field.reference'),
    msg('cli.head.to'),
  ].map(say);
  const table = formatTable(['left', 'right', 'left', 'right', 'right', 'cut', 'cut'], {
    rows: [headings, ...rows],
    width: columns,
  });
  return ['', ...table];
}

export function formatResolved({ batch, decided, decidedBy: person, payouts }: ResolvedView, columns: number): string {
  const what = { count: payouts.length, batch, rows: payouts.map(({ row }) => formatCount(row)), person };
  const words = decided === 'paid' ? msg('cli.resolved.paid', what) : msg('cli.resolved.notPaid', what);
  return wrapLines([say(words)], columns);
}

function formatAttempts({ attempts }: DoubtfulPayout): readonly string[] {
  return attempts.flatMap(({ number, sentAtMs, answeredAtMs, httpStatus, message, answer, outcome }) => {
    const attempt = (what: string | Message): string =>
      say(msg('cli.unknown.attempt', { number, time: formatLocalTime(sentAtMs), answer: what }));
    if (answeredAtMs === null) return [attempt(msg('cli.unknown.nothingHeard'))];
    const said = httpStatus === null ? say(msg('cli.unknown.noAnswer')) : `HTTP ${httpStatus}`;
    const why = message ?? outcome;
    return [attempt(why === null ? said : `${said}. ${say(why)}`), ...(answer === null ? [] : [`    ${answer}`])];
  });
}

/** Every lookup and its answer. Equal answers in a row are joined, with the first and last time and their count. */
function formatLookups({ lookups, lookupCount, notKnownAnswers }: DoubtfulPayout): readonly string[] {
  const head = say(msg('cli.unknown.lookups', { count: lookupCount, notKnown: notKnownAnswers }));
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
      const status = first.httpStatus === null ? '' : `, HTTP ${first.httpStatus}`;
      const what = msg(`cli.unknown.lookup.${first.by}`, {
        time: formatLocalTime(first.atMs),
        until: count === 1 ? '' : msg('cli.unknown.lookup.until', { time: formatLocalTime(last.atMs), count }),
        finding: `${say(findingWords(first.finding))}${status}`,
      });
      return [say(what), ...(first.answer === null ? [] : [`      ${first.answer}`])];
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

function findingWords(finding: string): string | Message {
  switch (finding) {
    case 'notKnown':
      return msg('cli.notKnown');
    case 'unproven':
    case 'mismatch':
    case 'sameId':
    case 'notAsked':
    case 'referenceKnown':
      return msg(`cli.finding.${finding}`);
    case 'unclear':
    case 'referenceUnclear':
    case 'unconfirmed':
      return msg('finding.unclear');
    case 'unanswered':
      return msg('cli.unknown.noAnswer');
    default: {
      const state = STATE_KINDS.find((kind) => finding === `state ${kind}`);
      return state === undefined ? finding.replace(/^state /, '') : msg(`state.${state}`);
    }
  }
}

/** What each position of a fingerprint contains; null for the field names, which people do not read. */
const PLACES = ['HTTP', 'status', null, 'txn_status', 'error_code', 'code'] as const;

/** The HTTP status and the gateway's own words, for the end of a sentence, without a full stop. */
function notKnownWords(fingerprint: string | null): string | Message {
  if (fingerprint === null) return msg('cli.unknown.invented.notLearned');
  const parts = partsOf(fingerprint);
  const words = PLACES.flatMap((place, index) => {
    const part = parts[index];
    const isWord = typeof part === 'number' || (typeof part === 'string' && part !== '');
    return place === null || !isWord ? [] : [`${place} ${part}`];
  });
  return words.length === 0 ? msg('cli.unknown.invented.tooLong') : words.join(', ');
}

/** The parts of a fingerprint; empty if it is only a hash. */
function partsOf(fingerprint: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(fingerprint);
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

export function formatNews(news: readonly LateNews[], columns: number): string {
  if (news.length === 0) return say(msg('cli.news.none'));
  const entries = news.flatMap((one) => {
    const read = { person: one.readBy ?? '', time: formatLocalTime(one.readAtMs ?? 0) };
    const head = msg('cli.news.head', {
      time: formatLocalTime(one.heardAtMs),
      payout: formatPayoutName(one.batch, one.rowNumber),
      whom: one.name === null ? '' : `, ${one.name}`,
      amount: one.amountPaise,
      reference: one.reference,
      read: one.readAtMs === null ? '' : msg('cli.news.readBy', read),
    });
    return [say(head), `  ${say(newsSentence(one))}`];
  });
  const count = unreadCount(news);
  const left = count === 0 ? [] : ['', typedCure(msg('cli.news.unread', { count }))];
  return [wrapLines(entries, columns), ...left].join('\n');
}

function unreadCount(news: readonly LateNews[]): number {
  return news.filter(({ readAtMs }) => readAtMs === null).length;
}

export function newsJson(news: readonly LateNews[]) {
  return { unread: unreadCount(news), news: news.map(alarmJson) };
}

/** `kind` says what is wrong; `possibleDuplicate` names the later payout to the same person. */
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
