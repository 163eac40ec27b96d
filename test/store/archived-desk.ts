// A desk with two old batches, for tests of archives: payments that were paid, refused, decided by a person and reversed, one
// paid again by a later batch, and a batch that is not old.

import type { ArchiveProgress } from '../../electron/main/store/archive-batch.ts';
import type { StoreReader, StoreWriter } from '../../electron/main/store/store.ts';
import type { PayoutId } from '../../shared/ids.ts';
import { DAY_MS } from '../../shared/limits.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { NO_IDS } from '../../shared/outcomes.ts';
import { confirm, NO_MARKS } from './confirm.ts';
import {
  answer,
  BACKOFF,
  claimOne,
  confirmation,
  lookUp,
  NOW_MS,
  PAID,
  payments,
  proveLookups,
  said,
  type TestDesk,
  turn,
} from './desk-file.ts';

const FAILED = {
  kind: 'refused',
  state: 'failed',
  word: 'failed',
  ids: NO_IDS,
  message: verbatim('no such account'),
} as const;

/** When the old batches are more than a year old. */
export const LATER_MS = NOW_MS + 500 * DAY_MS;

export const OLD = { beforeMs: LATER_MS - 365 * DAY_MS, withUnpaid: true, nowMs: LATER_MS };

/** Fills a desk. Returns its batches: the first two are old. */
export function fillOldBatches(desk: Pick<TestDesk, 'store' | 'merchantId'>): {
  readonly first: number;
  readonly second: number;
  readonly recent: number;
} {
  const { store } = desk;
  proveLookups(desk);
  const excluded = [{ rowNumber: 40, source: ['left', 'out'], issues: [] }];
  const first = confirm(store, confirmation(desk, payments(12), { excluded }));
  settle(store, first, 8);
  refuseOne(store, first);
  const reversed = claimOne(store, first);
  turn(store, first, { news: [answer(reversed, PAID)] });
  turn(store, first, { news: [lookUp(reversed, said('reversed'), NOW_MS + 9_000)] });
  store.readNews(first, NOW_MS + 9_500);
  for (const verdict of [{ kind: 'paid', bankReference: '512345678901' } as const, { kind: 'notPaid' } as const]) {
    const { payoutId } = claimOne(store, first);
    store.ledger.interrupt('crashed', { nowMs: NOW_MS, backoff: BACKOFF });
    const about = { payoutId, verdict, note: 'seen on the statement', ticket: 'T-1', sameEvidence: null };
    store.decide({ ...about, nowMs: NOW_MS + 5_000, backoff: BACKOFF, decideAfterMs: 0 });
  }
  const links = { batch: first, payouts: [{ retryOf: 10 as PayoutId, changed: [] }] };
  const relations = new Map([[2, [{ earlier: 2 as PayoutId, relation: 'again' } as const]]]);
  const marks = { ...NO_MARKS, relations, retry: links };
  const second = confirm(store, confirmation(desk, payments(12).slice(8, 9), { marks, runNumber: 2 }));
  settle(store, second, 1);
  endWatches(store, [first, second]);
  const recent = confirm(
    store,
    confirmation(desk, payments(24, { remark: 'Bonus' }).slice(20), { nowMs: LATER_MS - DAY_MS, name: 'Bonus' }),
  );
  return { first, second, recent };
}

function settle(store: StoreWriter, batch: number, count: number): void {
  for (let at = 0; at < count; at += 1) {
    const claimed = claimOne(store, batch);
    turn(store, batch, { news: [answer(claimed, PAID)] });
    turn(store, batch, { news: [lookUp(claimed, said('success'))] });
  }
}

function refuseOne(store: StoreWriter, batch: number): void {
  const claimed = claimOne(store, batch);
  turn(store, batch, { news: [answer(claimed, FAILED)] });
  turn(store, batch, { news: [lookUp(claimed, said('failed'), NOW_MS + 3_000)] });
}

/** The final watch of all payouts is over. */
function endWatches(store: StoreWriter, batches: readonly number[]): void {
  for (const batch of batches) {
    for (const payout of store.retries.payouts(batch)) {
      const order = { reference: payout.reference };
      const claimed = { payoutId: payout.payoutId, order } as Parameters<typeof lookUp>[0];
      const state =
        payout.state === 'success' || payout.state === 'failed' || payout.state === 'reversed'
          ? payout.state
          : 'failed';
      for (const day of [2, 5, 9, 20, 40])
        turn(store, batch, {
          nowMs: NOW_MS + day * DAY_MS,
          news: [lookUp(claimed, said(state), NOW_MS + day * DAY_MS)],
        });
    }
  }
}

/** All steps to the end. */
export function toTheEnd(steps: Iterable<ArchiveProgress>): void {
  for (const _ of steps);
}

/** Everything that lists, drawers, reports and verifying read of a batch, but for entries about archiving. */
export function allOf(store: StoreReader, batch: number): unknown {
  const record = store.batches.find(batch);
  if (record === null) throw new Error('there is no such batch');
  const report = store.report(record, LATER_MS);
  const payouts = [...report.payouts()];
  const rows = payouts.map(({ rowNumber }) => rowNumber);
  const sourceOf = store.sources();
  return {
    tally: store.tally(batch),
    check: store.checkBatch(record),
    changed: [...store.changedRows(batch, 0)],
    fees: [...store.reportedFees(batch, LATER_MS)],
    report: {
      ...report,
      head: { ...report.head, auditSequence: 0, auditHash: null },
      payouts,
      payoutAt: rows.map((row) => report.payoutAt(row)),
      attempts: [...report.attempts()],
      excluded: [...report.excluded()],
      audit: [...report.audit()].filter(({ what }) => what !== 'archived'),
      fees: report.fees(),
    },
    stories: rows.map((row) => store.payouts.story(batch, row)),
    entries: rows.map((row) => store.payoutEntries.all(batch, row)),
    last: [...store.payoutEntries.last(batch, rows)],
    sources: store.retries.payouts(batch).map(({ payoutId }) => sourceOf(payoutId)),
    retries: store.retries.payouts(batch).map((payout) => ({ ...payout })),
  };
}
