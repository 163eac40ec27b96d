// Payments that a person named, time and again, as another payment than the one before: weekly wages with a remark each. After
// two such ticks the third payment in the same rhythm asks nobody, and a question about the last of a series is a question
// about all before it.

import type { PayoutId } from '../../../shared/ids.ts';
import { DAY_MS } from '../../../shared/limits.ts';
import type { Repeat } from '../domain/same-payment.ts';
import type { DeskDatabase } from './desk-database.ts';
import { type EarlierPayout, timeOf } from './earlier-payouts.ts';

/** A payout that a row repeats, and what the series that it belongs to says of it. */
export interface SeriesMarks {
  /** Ticked twice before at such intervals: nobody is asked. */
  readonly isLearned?: true;
  /** A later hit was said to be another payment than this one: whoever says it of that one says it of both. */
  readonly isBehind?: true;
}

interface SeriesHit extends SeriesMarks {
  readonly kind: Repeat;
  readonly payoutId: PayoutId;
}

export interface RepeatSeries {
  /** Whether the payee of this payout was ticked as paid again twice before, at intervals no longer than since this one. */
  isLearned(payout: EarlierPayout, nowMs: number): boolean;
  /** Marks what stands behind a later hit that it was named as another payment than. */
  withBehind<Hit extends SeriesHit>(hits: readonly Hit[]): Hit[];
}

/** Prepares reading the series that a desk's ticks have made. */
export function prepareRepeatSeries(database: DeskDatabase): RepeatSeries {
  const anotherOf = database.statement<[PayoutId], Pick<EarlierPayout, 'payoutId' | 'sentAtMs' | 'settledAtMs'>>(
    `SELECT p.payout_id AS payoutId, p.sent_at_ms AS sentAtMs, p.settled_at_ms AS settledAtMs
     FROM payout_relations r JOIN payouts p ON p.payout_id = r.earlier_id
     WHERE r.payout_id = ? AND r.relation = 'another' ORDER BY p.payout_id DESC LIMIT 1`,
  );
  const othersOf = database
    .statement<[PayoutId], PayoutId>(
      `SELECT earlier_id FROM payout_relations WHERE payout_id = ? AND relation = 'another'`,
    )
    .pluck();
  const placeBehind = (hit: SeriesHit, hits: readonly SeriesHit[]): SeriesMarks => {
    if (hit.kind !== 'another' && hit.kind !== 'usual' && hit.kind !== 'correction') return {};
    // Only who is asked about the later one says it of both, and of one for another purpose it says nothing about the same.
    const later = hits.filter(
      ({ payoutId, kind }) =>
        payoutId > hit.payoutId &&
        (hit.kind === 'correction' ? kind === 'correction' : kind !== 'nearby') &&
        othersOf.all(payoutId).includes(hit.payoutId),
    );
    if (later.length === 0) return {};
    const isLearned = hit.kind !== 'correction' && later.some((one) => one.isLearned === true);
    return { isBehind: true, ...(isLearned ? { isLearned: true } : {}) };
  };
  return {
    isLearned: (payout, nowMs) => {
      const second = anotherOf.get(payout.payoutId);
      const first = second === undefined ? undefined : anotherOf.get(second.payoutId);
      if (second === undefined || first === undefined) return false;
      const [at, secondAt, firstAt] = [timeOf(payout), timeOf(second), timeOf(first)];
      if (at === null || secondAt === null || firstAt === null) return false;
      const intervals = [at - secondAt, secondAt - firstAt];
      // A week may be a day shorter, a day three hours; minutes are no rhythm, and two days after four weeks none of four weeks.
      return Math.min(...intervals) >= DAY_MS / 2 && nowMs - at >= Math.max(...intervals) * (6 / 7);
    },
    withBehind: (hits) => hits.map((hit) => ({ ...hit, ...placeBehind(hit, hits) })),
  };
}
