// The desk of payouts in doubt, late news, and what waits for a person: every payout in doubt with its evidence and what
// may be decided now, grouped by what the evidence says.

import type { Answer, AnswerOf, TakenParamsOf } from '../../../../shared/api/contract.ts';
import { type BatchId, formatPayoutName } from '../../../../shared/ids.ts';
import { BOOKS, type Book, bookOfBatch } from '../../../../shared/profiles.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import type { BatchRecord } from '../../domain/batches.ts';
import {
  BANK_REFERENCE_CURE,
  groupByEvidence,
  isBankReference,
  isRefusedByRate,
  type NotPaidChoice,
  notPaidChoice,
  type UnknownPayout,
  type Verdict,
} from '../../domain/decisions.ts';
import { DOUBTED_UNATTENDED, tallyInDoubt } from '../../domain/in-doubt.ts';
import type { LateNews } from '../../domain/late-news.ts';
import { findBatch, noSuchBatch, refused, withReader } from '../../session/desks.ts';
import { decideAfterMs } from '../../session/find-profile.ts';
import { currentTally } from '../../session/locked-desk.ts';
import type { System } from '../../session/system.ts';
import type { HeadedReader } from '../../store/store.ts';
import { CHANGED_MEANWHILE } from '../drafts/draft.ts';
import { done, type HandlerContext, type Handlers, refuse, replyOf, splitPayoutName } from '../runtime/context.ts';
import { markNewsRead, newsSentence } from './late-news.ts';
import { resolvePayout } from './resolve-payout.ts';

type UnknownCommand = 'listUnknown' | 'resolvePayouts' | 'listLateNews' | 'markLateNewsRead' | 'readAttention';
type ResolveParams = TakenParamsOf<'resolvePayouts'>;

export function unknownHandlers(context: HandlerContext): Handlers<UnknownCommand> {
  const { hub, system, runner, stores, emitChanged } = context;
  return {
    listUnknown: ({ book }) => {
      const store = stores[book];
      // What a locked desk was sending it sends no more.
      const asked = { nowMs: system.clock.nowMs(), withSending: store.standing.kind === 'locked' };
      return done({ groups: groupsInDoubt(store, store.batches.list(), asked).map(groupLine) });
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
    readAttention: ({ book }): Answer<AnswerOf<'readAttention'>> => {
      const store = stores[book];
      const { activity } = runner;
      const sending = activity.kind === 'sending' ? activity.batch : null;
      const unknown = store.batches.list().flatMap(({ batch, id }) => {
        const tally = store.tally(batch);
        // As its own screen counts it: what nobody sends any more is in doubt.
        const { counts } = currentTally(store, id === sending ? tally : tallyInDoubt(tally, DOUBTED_UNATTENDED));
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

type GroupLine = AnswerOf<'listUnknown'>['groups'][number];
type NewsLine = AnswerOf<'listLateNews'>['news'][number];

/** One payout in doubt, and whether "not paid" may be decided about it now. */
export interface DoubtfulPayout extends UnknownPayout {
  readonly notPaid: NotPaidChoice;
}

/**
 * Payouts of one batch whose evidence says the same. Shape: `isOpen` when all of them may be decided "not paid" now;
 * `fingerprint` how its gateway answers about a reference that nobody used, null until that is learned.
 */
export interface DoubtGroup {
  readonly batch: BatchId;
  readonly profile: string;
  readonly isOpen: boolean;
  readonly fingerprint: string | null;
  readonly payouts: readonly [DoubtfulPayout, ...DoubtfulPayout[]];
}

/** The payouts in doubt of these batches. Shape: `withSending` where nobody sends what is `sending`. */
function groupsInDoubt(
  store: HeadedReader,
  batches: readonly BatchRecord[],
  { nowMs, withSending }: { readonly nowMs: number; readonly withSending: boolean },
): DoubtGroup[] {
  return batches.flatMap((record) => {
    const { batch, id, profile, merchantId } = record;
    const inDoubt = store.unknown.list({ batch, withSending });
    if (inDoubt.length === 0) return [];
    const at = { nowMs, decideAfterMs: decideAfterMs(store, record) };
    const fingerprint = store.unknown.fingerprint(merchantId);
    return groupByEvidence(inDoubt, at).flatMap(({ isOpen, payouts }): DoubtGroup[] => {
      const [first, ...others] = payouts.map((payout) => ({ ...payout, notPaid: notPaidChoice(payout, at) }));
      return first === undefined ? [] : [{ batch: id, profile, isOpen, fingerprint, payouts: [first, ...others] }];
    });
  });
}

/** As the window shows them. */
function groupLine({ batch, payouts }: DoubtGroup): GroupLine {
  const [first] = payouts;
  const choices = payouts.map(({ notPaid }) => notPaid);
  const rateOpens = choices.flatMap(({ rateOpensAtMs }) => (rateOpensAtMs === null ? [] : [rateOpensAtMs]));
  const attempt = first.attempts.at(-1);
  return {
    batch,
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
    payouts: payouts.map(({ rowNumber }) => formatPayoutName(batch, rowNumber)),
  };
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
function newsLine(news: LateNews): NewsLine {
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

/** Every payout in doubt, of one batch or of both desks, newest batch first. Units: `asOfMs` milliseconds since 1970. */
export interface DoubtView {
  readonly asOfMs: number;
  readonly groups: readonly DoubtGroup[];
}

/** Reads what is in doubt, beside whoever uses the desks. Shape: `id` null for every batch. */
export function readUnknown(system: System, id: BatchId | null): Answer<DoubtView> {
  const asOfMs = system.clock.nowMs();
  const asked = { nowMs: asOfMs, withSending: !system.isDeskHeld() };
  const groups: DoubtGroup[] = [];
  const books: readonly Book[] = id === null ? BOOKS : [bookOfBatch(id)];
  for (const book of books) {
    const answer = withReader<readonly DoubtGroup[]>(system, book, {
      act: (store) => {
        const named = id === null ? null : findBatch(store, id);
        if (named !== null && 'kind' in named) return named;
        const batches = named === null ? store.batches.list() : [named];
        return { kind: 'done', value: groupsInDoubt(store, batches, asked) };
      },
      absent: () => (id === null ? { kind: 'done', value: [] } : refused(noSuchBatch(id))),
    });
    if (answer.kind !== 'done') return answer;
    groups.push(...answer.value);
  }
  return { kind: 'done', value: { asOfMs, groups } };
}
