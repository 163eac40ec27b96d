// The unknown desk: every payout in doubt with its evidence and what a person may decide now, grouped by what the evidence
// says. In: a batch or none for all. Out: views. This file must never change anything, and works beside a running desk.

import type { Answer } from '../../../shared/api/answers.ts';
import type {
  NotPaidView,
  UnknownDeskView,
  UnknownGroupView,
  UnknownPayoutView,
} from '../../../shared/api/unknown-views.ts';
import type { BatchRecord } from '../../../shared/batches.ts';
import { type Book, bookOfBatch, BOOKS } from '../../../shared/books.ts';
import type { BatchId } from '../../../shared/ids.ts';
import {
  type DecideAt,
  type EvidenceGroup,
  groupByEvidence,
  isRefusedByRate,
  notPaidChoice,
  type UnknownPayout,
} from '../../../shared/unknown-desk.ts';
import { decideAfterMs } from './decide-after.ts';
import { findBatch, noSuchBatch, refused, withReader } from './desks.ts';
import type { Reader, Rooms } from './ports.ts';

/** Every payout in doubt, of one batch or of both desks. */
export function readUnknown(rooms: Rooms, id: BatchId | null): Answer<UnknownDeskView> {
  const nowMs = rooms.clock.nowMs();
  const isHeld = rooms.isDeskHeld();
  const groups: UnknownGroupView[] = [];
  const books: readonly Book[] = id === null ? BOOKS : [bookOfBatch(id)];
  for (const book of books) {
    const answer = withReader<readonly UnknownGroupView[]>(rooms, book, {
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
  store: Reader,
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
    payout: `${batch}/${rowNumber}`,
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
