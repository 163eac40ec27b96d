// The desk of payouts in doubt, late news, and what waits for a person: every payout in doubt with its evidence and what
// may be decided now, grouped by what the evidence says.

import type { Answer, AnswerOf, TakenParamsOf } from '../../../../shared/api/contract.ts';
import type {
  NotPaidView,
  UnknownDeskView,
  UnknownGroupView,
  UnknownPayoutView,
} from '../../../../shared/api/views.ts';
import { type BatchId, formatPayoutName, parseBatchId } from '../../../../shared/ids.ts';
import { BOOKS, type Book, bookOfBatch } from '../../../../shared/profiles.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import type { BatchRecord } from '../../domain/batches.ts';
import {
  BANK_REFERENCE_CURE,
  type DecideAt,
  type EvidenceGroup,
  groupByEvidence,
  isBankReference,
  isRefusedByRate,
  notPaidChoice,
  type UnknownPayout,
  type Verdict,
} from '../../domain/decisions.ts';
import type { LateNews } from '../../domain/late-news.ts';
import { findBatch, noSuchBatch, refused, withReader } from '../../session/desks.ts';
import { decideAfterMs } from '../../session/find-profile.ts';
import { currentTally } from '../../session/locked-desk.ts';
import type { System } from '../../session/system.ts';
import type { HeadedReader } from '../../store/headed-store.ts';
import { tallyInDoubt } from '../batches/views.ts';
import { CHANGED_MEANWHILE } from '../drafts/draft.ts';
import {
  done,
  type HandlerContext,
  type HandlerResult,
  type Handlers,
  refuse,
  replyOf,
  splitPayoutName,
} from '../runtime/context.ts';
import { markNewsRead, newsSentence } from './late-news.ts';
import { resolvePayout } from './resolve-payout.ts';

type Names = 'listUnknown' | 'resolvePayouts' | 'listLateNews' | 'markLateNewsRead' | 'readAttention';
type Decision = TakenParamsOf<'resolvePayouts'>;

export function unknownHandlers(context: HandlerContext): Handlers<Names> {
  const { hub, system, runner, stores, emitChanged } = context;
  return {
    listUnknown: ({ book }) => done({ groups: unknownGroups(stores[book], system.clock.nowMs()) }),
    resolvePayouts: async (params) => {
      const { verdict, wrong } = readDecision(params);
      if (wrong !== null) return refuse(wrong);
      const rows = params.payouts.map((payout) => splitPayoutName(payout));
      const [first] = rows;
      const batch = parseBatchId(first?.batch ?? '');
      if (first === undefined || batch === null || rows.some((row) => row.batch !== first.batch)) {
        return refuse(SEVERAL_BATCHES);
      }
      const isAlone = rows.length === 1;
      const answer = await resolvePayout(system, {
        payout: { by: 'row', batch, rowNumber: first.rowNumber },
        verdict,
        note: params.note,
        ticket: params.decision.kind === 'notPaid' ? params.decision.ticket : null,
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
    readAttention: ({ book }): HandlerResult<AnswerOf<'readAttention'>> => {
      const store = stores[book];
      const { activity } = runner;
      const sending = activity.kind === 'sending' ? activity.batch : null;
      const unknown = store.batches.list().flatMap(({ batch, id }) => {
        const tally = store.tally(batch);
        // As its own screen counts it: what nobody sends any more is in doubt.
        const { counts } = currentTally(store, id === sending ? tally : tallyInDoubt(tally));
        return counts.unknown === 0 ? [] : [{ batch: id, count: counts.unknown }];
      });
      const news = store.news.list({ batch: null, all: false });
      const mismatches = news.filter(({ to }) => to === 'mismatch').length;
      return done({ after: hub.place, unknown, lateNews: news.length, mismatches });
    },
  };
}

type DecisionReading =
  | { readonly verdict: Verdict; readonly wrong: null }
  | { readonly verdict: null; readonly wrong: Refusal };

/** What the person says, where it can be what they mean. */
function readDecision({ payouts, count, decision }: Decision): DecisionReading {
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
    message: `This is about ${count === 1 ? '1 payout' : `${count} payouts`}, not about as many as you typed.`,
    cure: 'Look at them once more, then type that number.',
  };
}

const ONE_BY_ONE: Refusal = {
  code: 'oneByOne',
  message: 'One transfer of the bank pays one payout.',
  cure: 'Decide about each that was paid by itself, with its own RRN or UTR.',
};
const SEVERAL_BATCHES: Refusal = {
  code: 'severalBatches',
  message: 'Payouts of several batches are not decided together.',
  cure: 'Decide about each batch by itself.',
};
const NO_BANK_REFERENCE: Refusal = {
  code: 'noBankReference',
  message: 'This is not an RRN or a UTR.',
  cure: BANK_REFERENCE_CURE,
};

type Group = AnswerOf<'listUnknown'>['groups'][number];
type News = AnswerOf<'listLateNews'>['news'][number];

/** The payouts in doubt of a desk that this process holds, newest batch first. */
function unknownGroups(store: HeadedReader, nowMs: number): Group[] {
  return store.batches.list().flatMap((batch) => {
    // What a locked desk was sending it sends no more.
    const payouts = store.unknown.list({ batch: batch.batch, withSending: store.standing.kind === 'locked' });
    if (payouts.length === 0) return [];
    const at = { nowMs, decideAfterMs: decideAfterMs(store, batch) };
    return groupByEvidence(payouts, at).flatMap((group) => shownGroup(batch, { payouts: group.payouts, at }));
  });
}

interface Part {
  readonly payouts: readonly UnknownPayout[];
  readonly at: DecideAt;
}

function shownGroup({ id }: BatchRecord, { payouts, at }: Part): Group[] {
  const [first] = payouts;
  if (first === undefined) return [];
  const choices = payouts.map((payout) => notPaidChoice(payout, at));
  const rateOpens = choices.flatMap(({ rateOpensAtMs }) => (rateOpensAtMs === null ? [] : [rateOpensAtMs]));
  const attempt = first.attempts.at(-1);
  return [
    {
      batch: id,
      reason: first.reason,
      refusedByRate: isRefusedByRate(first),
      evidence: {
        requests: sumOf(payouts, ({ attempts }) => attempts.length),
        httpStatus: attempt?.httpStatus ?? null,
        message: attempt?.message ?? null,
        lookups: sumOf(payouts, ({ lookupCount }) => lookupCount),
        lastFinding: first.lookups.at(-1)?.finding ?? null,
      },
      sentFromMs: leastOf(payouts.map(({ sinceMs }) => sinceMs)),
      sentToMs: mostOf(payouts.map(({ sinceMs }) => sinceMs)),
      notKnownAnswers: leastOf(payouts.map(({ notKnownAnswers }) => notKnownAnswers)),
      notPaid: {
        isOpen: choices.every(({ isOpen }) => isOpen),
        opensAtMs: mostOf(choices.map(({ opensAtMs }) => opensAtMs)),
        answersMissing: mostOf(choices.map(({ answersMissing }) => answersMissing)),
        rateOpensAtMs: rateOpens.length < payouts.length ? null : mostOf(rateOpens),
      },
      sum: { count: payouts.length, paise: sumOf(payouts, ({ amountPaise }) => amountPaise) },
      payouts: payouts.map(({ rowNumber }) => formatPayoutName(id, rowNumber)),
    },
  ];
}

function sumOf(payouts: readonly UnknownPayout[], read: (payout: UnknownPayout) => number): number {
  return payouts.reduce((sum, payout) => sum + read(payout), 0);
}

function leastOf(numbers: readonly number[]): number {
  return numbers.reduce((least, one) => Math.min(least, one));
}

function mostOf(numbers: readonly number[]): number {
  return numbers.reduce((most, one) => Math.max(most, one));
}

/** One alarm as the window shows it. */
function newsLine(news: LateNews): News {
  const { newsId, batch, rowNumber, name, amountPaise, from, to, word, successor, heardAtMs, readAtMs, readBy } = news;
  return {
    news: newsId,
    payout: formatPayoutName(batch, rowNumber),
    name,
    amountPaise,
    from,
    to: to === 'mismatch' ? from : to,
    word,
    sentence: newsSentence(news),
    isPossibleDuplicate: successor !== null,
    isMismatch: to === 'mismatch',
    heardAtMs,
    readAtMs,
    readBy,
  };
}

/** Every payout in doubt, of one batch or of both desks. */
export function readUnknown(system: System, id: BatchId | null): Answer<UnknownDeskView> {
  const nowMs = system.clock.nowMs();
  const isHeld = system.isDeskHeld();
  const groups: UnknownGroupView[] = [];
  const books: readonly Book[] = id === null ? BOOKS : [bookOfBatch(id)];
  for (const book of books) {
    const answer = withReader<readonly UnknownGroupView[]>(system, book, {
      act: (store) => {
        const batches = id === null ? store.batches.list() : findBatch(store, id);
        if ('kind' in batches) return batches;
        const asked = 'length' in batches ? batches : [batches];
        const found = asked.flatMap((batch) => groupsOf(store, batch, { nowMs, withSending: !isHeld }));
        return { kind: 'done', value: found };
      },
      absent: () => (id === null ? { kind: 'done', value: [] } : refused(noSuchBatch(id))),
    });
    if (answer.kind !== 'done') return answer;
    groups.push(...answer.value);
  }
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  const totalPaise = groups.reduce((sum, group) => sum + group.totalPaise, 0);
  return { kind: 'done', value: { asOf: iso(nowMs), count, totalPaise, groups } };
}

function groupsOf(
  store: HeadedReader,
  batch: BatchRecord,
  { nowMs, withSending }: { readonly nowMs: number; readonly withSending: boolean },
): UnknownGroupView[] {
  const payouts = store.unknown.list({ batch: batch.batch, withSending });
  if (payouts.length === 0) return [];
  const at = { nowMs, decideAfterMs: decideAfterMs(store, batch) };
  const fingerprint = store.unknown.fingerprint(batch.merchantId);
  return groupByEvidence(payouts, at).flatMap((group) => groupView(batch, { group, at, fingerprint }));
}

function groupView(
  { id: batch, profile }: BatchRecord,
  { group, at, fingerprint }: { group: EvidenceGroup; at: DecideAt; fingerprint: string | null },
): UnknownGroupView[] {
  const { payouts, isOpen } = group;
  const [first] = payouts;
  if (first === undefined) return [];
  return [
    {
      batch,
      profile,
      reason: first.reason,
      refusedByRate: isRefusedByRate(first),
      suspected: first.suspected,
      notKnownFingerprint: fingerprint,
      count: payouts.length,
      totalPaise: payouts.reduce((sum, payout) => sum + payout.amountPaise, 0),
      together: isOpen,
      payouts: payouts.map((payout) => payoutView(payout, at)),
    },
  ];
}

function payoutView(payout: UnknownPayout, at: DecideAt): UnknownPayoutView {
  const { batch, rowNumber, reference, beneficiary, name, amountPaise, transactionId } = payout;
  return {
    payout: formatPayoutName(batch, rowNumber),
    row: rowNumber,
    reference,
    beneficiary: beneficiary.method === 'UPI' ? beneficiary.upiId : `${beneficiary.accountNumber} ${beneficiary.ifsc}`,
    name,
    amountPaise,
    since: iso(payout.sinceMs),
    transactionId,
    attempts: payout.attempts.map(({ sentAtMs, answeredAtMs, ...attempt }) => ({
      ...attempt,
      sentAt: iso(sentAtMs),
      answeredAt: answeredAtMs === null ? null : iso(answeredAtMs),
    })),
    lookups: payout.lookups.map(({ atMs, ...lookup }) => ({ at: iso(atMs), ...lookup })),
    lookupCount: payout.lookupCount,
    notKnownAnswers: payout.notKnownAnswers,
    notPaid: notPaidView(payout, at),
  };
}

function notPaidView(payout: UnknownPayout, at: DecideAt): NotPaidView {
  const { isOpen, opensAtMs, answersMissing, rateOpensAtMs } = notPaidChoice(payout, at);
  const refusedOpensAt = rateOpensAtMs === null ? null : iso(rateOpensAtMs);
  return { open: isOpen, opensAt: iso(opensAtMs), answersMissing, refusedOpensAt };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
