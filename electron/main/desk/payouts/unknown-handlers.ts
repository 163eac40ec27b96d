// Late news, and every payout in doubt with its evidence, what may be decided about it now, and deciding it.

import type { Answer, AnswerOf, ParsedParamsOf } from '../../../../shared/api/contract.ts';
import type { UnknownLine, UnknownSort } from '../../../../shared/api/payout-commands.ts';
import { countOf } from '../../../../shared/counts.ts';
import { type BatchId, formatPayoutName } from '../../../../shared/ids.ts';
import { msg } from '../../../../shared/messages/message.ts';
import { inEnglish } from '../../../../shared/messages/speak.ts';
import { formatRupees } from '../../../../shared/money.ts';
import { needOf } from '../../../../shared/needs-you.ts';
import { bookOfBatch } from '../../../../shared/profiles.ts';
import { payToText, type Refusal } from '../../../../shared/rows.ts';
import {
  BANK_REFERENCE_CURE,
  isBankReference,
  isRefused,
  ticketWantedBy,
  type UnknownPayout,
  type Verdict,
  waitsForAnswer,
} from '../../domain/decisions.ts';
import { isAlarmSubject, type LateNews, mayNameDuplicate, newsSentence, stateOfAlarm } from '../../domain/late-news.ts';
import type { FileWriting } from '../../reports/atomic-file.ts';
import { type Column, localIso } from '../../reports/report-payouts.ts';
import { CHANGED_MEANWHILE } from '../drafts/draft.ts';
import {
  done,
  type HandlerContext,
  type Handlers,
  refuse,
  replyOf,
  rowsInWindow,
  splitPayoutName,
} from '../runtime/context.ts';
import { type DoubtfulPayout, doubtOf, type ListedDoubt } from './doubts.ts';
import { payToLine } from './payout-handlers.ts';
import { markNewsRead } from './read-late-news.ts';
import { resolvePayout, takeBackDecision } from './resolve-payout.ts';

type UnknownCommand =
  | 'listUnknown'
  | 'readUnknown'
  | 'exportUnknown'
  | 'takeBackDecision'
  | 'resolvePayouts'
  | 'listLateNews'
  | 'markLateNewsRead'
  | 'readAttention';
type ResolveParams = ParsedParamsOf<'resolvePayouts'>;

export function unknownHandlers(context: HandlerContext): Handlers<UnknownCommand> {
  const { hub, system, stores, files, emitChanged } = context;
  const inDoubt = context.doubts.list;
  const matching = ({ book, batch, need }: Pick<ParsedParamsOf<'listUnknown'>, 'book' | 'batch' | 'need'>) => {
    const nowMs = system.clock.nowMs();
    return inDoubt(book).filter(
      ({ payout }) =>
        (batch === null || payout.batch === batch) && (need === null || needOf(doubtOf(payout), nowMs) === need),
    );
  };
  return {
    listUnknown: async ({ sort, window, ...filter }) => {
      const all = matching(filter);
      const rows = await Promise.all(rowsInWindow(inOrder(all, sort), window).map(unknownLine));
      const paise = sumOf(all.map(({ payout }) => payout));
      return done({ total: all.length, sum: { count: all.length, paise }, rows });
    },
    readUnknown: async ({ payout: name }) => {
      const all = inDoubt(bookOfBatch(splitPayoutName(name).batch));
      const found = all.find((one) => nameOf(one.payout) === name);
      if (found === undefined) return done({ unknown: null });
      const together = found.group.payouts.map(async (payout) => {
        const { name: person, beneficiary, amountPaise } = payout;
        const { method: _, ...payTo } = await payToLine(beneficiary);
        return { payout: nameOf(payout), name: person, ...payTo, amountPaise };
      });
      return done({ unknown: { line: await unknownLine(found), together: await Promise.all(together) } });
    },
    exportUnknown: async ({ payouts: named, ...filter }) => {
      const asked = new Set(named);
      const { book } = filter;
      const payouts = matching(filter)
        .map(({ payout }) => payout)
        .filter((one) => asked.size === 0 || asked.has(nameOf(one)));
      const mids = new Map(stores[book].batches.list().map(({ id, mid }) => [id, mid]));
      const about = { payouts, midOf: (batch: BatchId) => mids.get(batch) ?? 0, atMs: system.clock.nowMs() };
      const practice = book === 'practice' ? 'PRACTICE ' : '';
      const name = `${practice}payments not confirmed.csv`;
      const { made, download } = await files.offer(name, (path) => writeGatewayList(about, path));
      if (made.kind === 'refused') return refuse(made.refusal);
      return done({ ...download, message: gatewayMessage(about) });
    },
    takeBackDecision: async ({ payout, note, commandId }) => {
      const { batch, rowNumber } = splitPayoutName(payout);
      const answer = await takeBackDecision(system, { batch, rowNumber, note, commandId });
      if (answer.kind === 'done') emitChanged(bookOfBatch(batch), 'unknown', 'payouts', 'batches', 'confirmations');
      return replyOf(answer, () => ({}));
    },
    resolvePayouts: async (params) => {
      const { verdict, wrong } = readDecision(params);
      if (wrong !== null) return refuse(wrong);
      const rows = params.payouts.map((payout) => splitPayoutName(payout));
      const [first] = rows;
      if (first === undefined || rows.some(({ batch }) => batch !== first.batch)) return refuse(SEVERAL_BATCHES);
      const { batch } = first;
      const isAlone = rows.length === 1;
      const answer = await resolvePayout(system, {
        payout: { by: 'row', batch, rowNumber: first.rowNumber },
        verdict,
        note: params.note,
        ticket: params.decision.ticket,
        sameEvidence: isAlone ? null : rows.length,
        rows: isAlone ? null : rows.map(({ rowNumber }) => rowNumber),
        commandId: params.commandId,
      });
      if (answer.kind === 'done') {
        emitChanged(bookOfBatch(batch), 'unknown', 'payouts', 'batches', 'confirmations');
      }
      return replyOf(answer, () => ({}));
    },
    listLateNews: ({ book }) => {
      const news = stores[book].news.list({ batch: null, all: true }).map(newsLine);
      return done({ news: news.toReversed() });
    },
    markLateNewsRead: async ({ book, news }) => {
      const answer = await markNewsRead(system, { book, news });
      emitChanged(book, 'lateNews');
      return replyOf(answer, () => ({}));
    },
    readAttention: ({ book }): Answer<AnswerOf<'readAttention'>> => {
      const news = stores[book].news.list({ batch: null, all: false });
      const kinds = Map.groupBy(news, ({ to }) =>
        to === 'mismatch' ? 'mismatches' : mayNameDuplicate(to) ? 'lateNews' : 'misfits',
      );
      const { needs } = context.doubts.needs(book);
      return done({
        after: hub.place,
        needs,
        lateNews: newsSum(kinds.get('lateNews')),
        mismatches: newsSum(kinds.get('mismatches')),
        misfits: newsSum(kinds.get('misfits')),
      });
    },
  };
}

type DecisionReading =
  | { readonly verdict: Verdict; readonly wrong: null }
  | { readonly verdict: null; readonly wrong: Refusal };

/** Reads the person's decision, and refuses what they cannot mean. */
function readDecision({ payouts, count, decision }: ResolveParams): DecisionReading {
  if (new Set(payouts).size !== payouts.length) return { verdict: null, wrong: CHANGED_MEANWHILE };
  if (count !== payouts.length) return { verdict: null, wrong: otherCount(payouts.length) };
  if (decision.kind === 'notPaid') return { verdict: { kind: 'notPaid' }, wrong: null };
  if (payouts.length > 1) return { verdict: null, wrong: ONE_BY_ONE };
  if (!isBankReference(decision.rrn)) return { verdict: null, wrong: NO_BANK_REFERENCE };
  return { verdict: { kind: 'paid', bankReference: decision.rrn }, wrong: null };
}

function otherCount(count: number): Refusal {
  return {
    code: 'otherCount',
    message: msg('payout.otherCount.typed', { count }),
    cure: msg('cure.typeThatNumber'),
  };
}

const ONE_BY_ONE: Refusal = {
  code: 'oneByOne',
  message: msg('payout.oneByOne'),
  cure: msg('cure.decideOneByOne'),
};
const SEVERAL_BATCHES: Refusal = {
  code: 'severalBatches',
  message: msg('payout.severalBatches'),
  cure: msg('cure.decideBatchByBatch'),
};
const NO_BANK_REFERENCE: Refusal = {
  code: 'noBankReference',
  message: msg('payout.noBankReference'),
  cure: BANK_REFERENCE_CURE,
};

/** How many alarms, and the amounts of the payments that they are about. */
function newsSum(news: readonly LateNews[] = []): { readonly count: number; readonly paise: number } {
  const amounts = new Map(news.map((one) => [formatPayoutName(one.batch, one.rowNumber), one.amountPaise]));
  return { count: news.length, paise: [...amounts.values()].reduce((sum, paise) => sum + paise, 0) };
}

type NewsLine = AnswerOf<'listLateNews'>['news'][number];

function inOrder(all: readonly ListedDoubt[], sort: UnknownSort | null): readonly ListedDoubt[] {
  if (sort === null) return all;
  const valueOf = DOUBT_VALUES[sort.by];
  const sign = sort.direction === 'up' ? 1 : -1;
  return all.toSorted((one, other) => {
    const [left, right] = [valueOf(one.payout), valueOf(other.payout)];
    return sign * (typeof left === 'number' ? left - Number(right) : left.localeCompare(String(right), 'en'));
  });
}

const DOUBT_VALUES: Readonly<Record<UnknownSort['by'], (payout: DoubtfulPayout) => string | number>> = {
  name: ({ name }) => name ?? '',
  payTo: ({ beneficiary }) => payToText(beneficiary),
  happened: ({ reason }) => reason,
  sent: ({ sinceMs }) => sinceMs,
  decide: ({ notPaid }) => (notPaid.isOpen ? 0 : notPaid.opensAtMs),
  nextCheck: ({ nextLookupAtMs }) => nextLookupAtMs ?? Number.MAX_SAFE_INTEGER,
  batch: ({ batch }) => batch,
  amount: ({ amountPaise }) => amountPaise,
};

function nameOf({ batch, rowNumber }: UnknownPayout): string {
  return formatPayoutName(batch, rowNumber);
}

function sumOf(payouts: readonly UnknownPayout[]): number {
  return payouts.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
}

async function unknownLine({ payout, group: { payouts } }: ListedDoubt): Promise<UnknownLine> {
  const { batch, rowNumber, name, amountPaise, reference, transactionId, reason, sinceMs, notKnownAnswers } = payout;
  const attempt = payout.attempts.at(-1);
  return {
    payout: nameOf(payout),
    batch,
    rowNumber,
    name,
    ...(await payToLine(payout.beneficiary)),
    amountPaise,
    reference,
    transactionId,
    paidAgainAs: payout.paidAgainAs,
    sentAtMs: sinceMs,
    reason,
    isRefused: isRefused(payout),
    evidence: {
      requests: payout.attempts.length,
      httpStatus: attempt?.httpStatus ?? null,
      message: attempt?.message ?? null,
      lookups: payout.lookupCount,
      lastFinding: payout.lookups.at(-1)?.finding ?? null,
      lastHttpStatus: payout.lookups.at(-1)?.httpStatus ?? null,
    },
    notKnownAnswers,
    notPaid: payout.notPaid,
    nextLookupAtMs: payout.nextLookupAtMs,
    paidWantsTicket: ticketWantedBy(payout, 'paid') !== null,
    waitsForAnswer: waitsForAnswer(payout),
    evidenceKey: nameOf(payouts[0]),
    togetherCount: payouts.length,
  };
}

function newsLine(news: LateNews): NewsLine {
  const { newsId, batch, rowNumber, name, amountPaise, from, to, word, successor, heardAtMs, readAtMs, readBy } = news;
  return {
    news: newsId,
    payout: formatPayoutName(batch, rowNumber),
    name,
    amountPaise,
    from,
    to: stateOfAlarm(news),
    word,
    sentence: newsSentence(news),
    isPossibleDuplicate: successor !== null,
    subject: isAlarmSubject(to) ? to : null,
    heardAtMs,
    readAtMs,
    readBy,
  };
}

// What a person sends to the gateway's support about unconfirmed payments: no payee details and no token.

/** How many the message lists; the CSV has them all. */
const LISTED_MAX = 50;

interface GatewayList {
  readonly payouts: readonly UnknownPayout[];
  readonly midOf: (batch: BatchId) => number;
  readonly atMs: number;
}

/** The text to paste into a mail or a ticket. */
function gatewayMessage({ payouts, midOf, atMs }: GatewayList): string {
  const mids = [...new Set(payouts.map(({ batch }) => midOf(batch)))];
  const more = payouts.length - LISTED_MAX;
  return [
    `Please tell us whether ${payouts.length === 1 ? 'this payment was' : `these ${countOf(payouts.length, 'payment')} were`} executed, with the RRN or UTR of each that was.`,
    `Merchant id: ${mids.join(', ')}. As of ${localIso(atMs)}.`,
    '',
    ...payouts.slice(0, LISTED_MAX).map((payout, index) => `${index + 1}. ${lineOf(payout)}`),
    ...(more > 0 ? [`${countOf(more, 'more payment')} in the attached CSV.`] : []),
  ].join('\n');
}

function lineOf(payout: UnknownPayout): string {
  const { reference, transactionId, amountPaise } = payout;
  const id = transactionId === null ? '' : `, transaction id ${transactionId}`;
  return `Reference ${reference}${id}, ${formatRupees(amountPaise)}, sent ${sentAt(payout)}. ${answersOf(payout)}`;
}

/** Writes the same as a table. Refuses if the file cannot be written. */
async function writeGatewayList(list: GatewayList, path: string): Promise<FileWriting> {
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

/** The answers to the last request and the last lookup. */
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
  const said = message === null ? null : inEnglish(message);
  const words = [httpStatus === null ? null : `HTTP ${httpStatus}`, said].filter((word) => word !== null);
  return words.length === 0 ? 'none' : words.join(', ');
}

const FINDINGS: Readonly<Record<string, string>> = {
  notKnown: 'not known to the gateway',
  unproven: 'not known to the gateway',
  unclear: 'no clear answer',
  unconfirmed: 'no clear answer',
  unanswered: 'no answer',
  notAsked: 'no useful answer right before',
  mismatch: 'an answer about another payment',
};
