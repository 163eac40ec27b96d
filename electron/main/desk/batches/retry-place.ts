// Before any row is read: which payouts of a batch may be retried, and why others may not.

import { invariant } from '../../../../shared/failures.ts';
import type { BatchId, PayoutId, Reference } from '../../../../shared/ids.ts';
import { msg } from '../../../../shared/messages/message.ts';
import type { Paise } from '../../../../shared/money.ts';
import type { Profile } from '../../../../shared/profiles.ts';
import type { RetryPayout } from '../../../../shared/retry-payout.ts';
import type { Issue, Refusal } from '../../../../shared/rows.ts';
import { endedUnpaid } from '../../../../shared/states.ts';
import type { BatchRecord } from '../../domain/batches.ts';
import type { LostBatch } from '../../domain/standing.ts';
import { findBatch } from '../../session/desks.ts';
import { batchProfile } from '../../session/find-profile.ts';
import { retryReference } from '../../store/references.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { aboveCeiling } from '../drafts/choose-rows.ts';
import { issueOf, payoutInWords, triedAgain } from './match-corrections.ts';

/** Where a batch is retried. `profile` has the batch's own merchant, whatever the window shows. */
export interface RetryPlace {
  readonly store: HeadedWriter;
  readonly batch: BatchRecord;
  readonly profile: Profile;
}

/** `unpaid`: the `payouts` that ended unpaid, in file order. */
export interface RetryWorld {
  readonly payouts: readonly RetryPayout[];
  readonly unpaid: readonly RetryPayout[];
  /** The payout itself, followed by all that it retries. */
  chainOf(payout: RetryPayout): readonly RetryPayout[];
  /** The reference of the payout that would pay it again. */
  referenceOf(payout: RetryPayout): Reference;
  /** Returns why it is not paid again now, as an issue of this row, or null. */
  against(payout: RetryPayout, row: number): Issue | null;
}

/**
 * Finds the batch to retry. Refuses if it does not exist, differs from what was confirmed, or may have been retried already.
 * Callers that pay must also check the indexes.
 */
export function findRetryPlace(store: HeadedWriter, id: BatchId): RetryPlace | Refusal {
  const batch = findBatch(store, id);
  if ('kind' in batch) return batch.refusal;
  const changed = store.checkBatch(batch);
  if (changed !== null) return changed;
  // A retry is always a later batch of the same database than the one it pays again.
  const lost = store.lostBatches.find((one) => one.from === undefined && one.batch > batch.batch);
  if (lost !== undefined) return lostRetryRefusal(batch.id, lost);
  // The batch's own merchant at its present address: a retry is paid from the account that paid before.
  return { store, batch, profile: batchProfile(store, batch) };
}

/** Reads what may be retried. Refuses while something is unsent or if nothing ended unpaid. */
export function readRetryWorld({ store, batch, profile }: RetryPlace): RetryWorld | Refusal {
  const { queued } = store.tally(batch.batch).counts;
  // To resume and to retry at once would give a person two ways to pay the same money.
  if (queued > 0) return notFinishedRefusal(batch.id, queued);
  const payouts = store.retries.payouts(batch.batch);
  const unpaid = payouts.filter(({ state }) => endedUnpaid(state));
  if (unpaid.length === 0) return nothingToRetryRefusal(batch.id);
  const chains = new Map<PayoutId, readonly RetryPayout[]>();
  for (const { payoutId } of unpaid) {
    chains.set(payoutId, store.retries.chain(payoutId));
  }
  const chainOf = (payout: RetryPayout): readonly RetryPayout[] => chains.get(payout.payoutId) ?? [payout];
  const referenceOf = ({ reference }: RetryPayout): Reference => retryReference({ mid: batch.mid, retryOf: reference });
  return {
    payouts,
    unpaid,
    chainOf,
    referenceOf,
    against: (payout, row) => {
      const reference = referenceOf(payout);
      const reason = reasonAgainst(chainOf(payout), { row, maxPayoutPaise: profile.maxPayoutPaise });
      if (reason !== null || !store.isReferenceUsed(batch.mid, reference)) return reason;
      return referenceUsed(row, reference);
    },
  };
}

function referenceUsed(row: number, reference: Reference): Issue {
  return issueOf(row, {
    code: 'referenceUsed',
    message: msg('retry.referenceUsed', { reference }),
    cure: msg('cure.payFromOwnFile'),
  });
}

/** Returns why an unpaid payout may not be retried now, before the gateway is asked, or null. */
export function reasonAgainst(
  chain: readonly RetryPayout[],
  { row, maxPayoutPaise }: { readonly row: number; readonly maxPayoutPaise: Paise | null },
): Issue | null {
  const [payout] = chain;
  invariant(payout !== undefined, 'a payout without a chain');
  const { successor, payment } = payout;
  if (successor !== null) {
    return issueOf(row, {
      code: 'alreadyRetried',
      message: triedAgain(successor),
      cure: msg('cure.alreadyRetried', { batch: successor.batch }),
    });
  }
  const changed = chain.find(({ state }) => !endedUnpaid(state));
  if (changed !== undefined) {
    return issueOf(row, {
      code: 'notUnpaid',
      message: msg('retry.notUnpaid', {
        payout: payoutInWords(changed),
        state: msg(`state.${changed.state}`),
      }),
      cure: msg('cure.lookAtBoth'),
    });
  }
  const noisy = chain.find(({ hasUnreadNews }) => hasUnreadNews);
  if (noisy !== undefined) {
    return issueOf(row, {
      code: 'unreadNews',
      message: msg('retry.unreadNews', { payout: payoutInWords(noisy) }),
      cure: msg('cure.retryAfterNews'),
    });
  }
  return aboveCeiling(row, payment.amountPaise, maxPayoutPaise);
}

/** Returns the issue with which an unsettled payout is left out; null for any other payout. */
export function notSettled({ state, rowNumber }: RetryPayout): Issue | null {
  if (state !== 'processing' && state !== 'unknown') return null;
  return issueOf(rowNumber, {
    // Two codes, because rows with the same code share one message.
    code: state === 'unknown' ? 'inDoubt' : 'notSettled',
    message: msg(state === 'unknown' ? 'retry.inDoubt' : 'retry.notSettled'),
    cure: msg('cure.notSettled'),
  });
}

/** Returns the issue with which a cancelled payout is left out; null for any other payout. */
export function notSent({ state, rowNumber }: RetryPayout): Issue | null {
  if (state !== 'cancelled') return null;
  return issueOf(rowNumber, {
    code: 'cancelled',
    message: msg('retry.cancelled'),
    cure: msg('cure.payFromFile'),
  });
}

function notFinishedRefusal(id: BatchId, queued: number): Refusal {
  return {
    code: 'notFinished',
    message: msg('retry.notFinished', { count: queued, batch: id }),
    cure: msg('cure.notFinished', { batch: id }),
  };
}

/** A lost batch may have been the retry of this one. It has the same reference, but a lookup may not know it yet. */
function lostRetryRefusal(id: BatchId, { id: lost, count, confirmedAtMs }: LostBatch): Refusal {
  const day = new Date(confirmedAtMs).toISOString().slice(0, 10);
  return {
    code: 'lostRetry',
    message: msg('retry.lostRetry', { lost, count, day, batch: id }),
    cure: msg('cure.lostRetry'),
  };
}

function nothingToRetryRefusal(id: BatchId): Refusal {
  return {
    code: 'nothingToRetry',
    message: msg('retry.nothingToRetry', { batch: id }),
    cure: msg('cure.nothingToRetry', { batch: id }),
  };
}
