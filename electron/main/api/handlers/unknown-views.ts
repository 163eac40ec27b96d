// What the window shows of payouts in doubt and of late news. In: an open desk. Out: groups and alarms of the contract.
// This file must never change anything, nor leave out a payout in doubt.

import type { AnswerOf } from '../../../../shared/api/contract.ts';
import type { BatchRecord } from '../../../../shared/batches.ts';
import type { LateNews } from '../../../../shared/late-news.ts';
import { type DecideAt, groupByEvidence, isRefusedByRate, notPaidChoice } from '../../../../shared/unknown-desk.ts';
import type { UnknownPayout } from '../../../../shared/unknown-desk.ts';
import { decideAfterMs } from '../decide-after.ts';
import { newsSentence } from '../news-sentences.ts';
import type { Reader } from '../ports.ts';

type Group = AnswerOf<'listUnknown'>['groups'][number];
type News = AnswerOf<'listLateNews'>['news'][number];

/** The payouts in doubt of a desk that this process holds, newest batch first. */
export function unknownGroups(store: Reader, nowMs: number): Group[] {
  return store.batches.list().flatMap((batch) => {
    // What a locked desk was sending it sends no more.
    const payouts = store.unknown.list({ batch: batch.batch, withSending: store.standing.kind === 'locked' });
    if (payouts.length === 0) return [];
    const at = { nowMs, decideAfterMs: decideAfterMs(store, batch) };
    return groupByEvidence(payouts, at).flatMap((group) => groupView(batch, { payouts: group.payouts, at }));
  });
}

interface Part {
  readonly payouts: readonly UnknownPayout[];
  readonly at: DecideAt;
}

function groupView({ id }: BatchRecord, { payouts, at }: Part): Group[] {
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
      payouts: payouts.map(({ rowNumber }) => `${id}-${rowNumber}`),
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
export function newsLine(news: LateNews): News {
  const { newsId, batch, rowNumber, name, amountPaise, from, to, word, successor, heardAtMs, readAtMs, readBy } = news;
  return {
    news: newsId,
    payout: `${batch}-${rowNumber}`,
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
