// What this desk itself knows about paying a batch again, for every door: which payouts ended unpaid, and what stands
// against each. In: an open desk and a batch. Out: the payouts with their chains and references, or why none is retried.
// This file must never ask the gateway, and never take its silence about a payout for a yes.

import type { BatchRecord } from '../../../shared/batches.ts';
import { bookOfBatch } from '../../../shared/books.ts';
import type { BatchId, PayoutId, Reference } from '../../../shared/ids.ts';
import type { Issue, Refusal } from '../../../shared/issues.ts';
import type { Profile } from '../../../shared/profiles.ts';
import type { RetryPayout } from '../../../shared/retry.ts';
import { CONFIRM_ROWS_PER_TURN } from '../../../shared/limits.ts';
import type { Steps } from '../../../shared/steps.ts';
import { NO_TICKS } from '../../../shared/ticks.ts';
import { judgeRows } from './choose-rows.ts';
import { findBatch } from './desks.ts';
import { batchProfile } from './batch-profile.ts';
import type { Rooms, Writer } from './ports.ts';
import { lostRetryRefusal, nothingToRetryRefusal, notFinishedRefusal } from './retry-refusals.ts';
import { endedUnpaid } from '../../../shared/states.ts';
import { issueOf, notSent, notSettled, reasonAgainst, unchangedRow } from './retry-rows.ts';

/** Where a batch is paid again. Shape: `profile` carries the batch's own merchant, whatever a window shows. */
export interface RetryPlace {
  readonly store: Writer;
  readonly batch: BatchRecord;
  readonly profile: Profile;
}

/** Shape: `unpaid` those of `payouts` that ended unpaid, in file order. */
export interface RetryWorld {
  readonly payouts: readonly RetryPayout[];
  readonly unpaid: readonly RetryPayout[];
  /** The payout and all that it retries: itself first. */
  chainOf(payout: RetryPayout): readonly RetryPayout[];
  /** The reference of the payout that would pay it again. */
  referenceOf(payout: RetryPayout): Reference;
  /** Why it is not paid again now, named by a row; null when nothing stands against it. */
  against(payout: RetryPayout, row: number): Issue | null;
}

/**
 * The batch, where it may be retried at all; whoever pays asks for the indexes as well. Errors: a refusal when it is not
 * there, is not what was confirmed, or was perhaps retried already.
 */
export function* findRetryPlace(store: Writer, id: BatchId): Steps<RetryPlace | Refusal> {
  const batch = findBatch(store, id);
  if ('kind' in batch) return batch.refusal;
  const changed = yield* store.checkBatch(batch);
  if (changed !== null) return changed;
  // Every retry is a later batch of the same database than what it pays again.
  const lost = store.lostBatches.find((one) => one.from === undefined && one.batch > batch.batch);
  if (lost !== undefined) return lostRetryRefusal(batch.id, lost);
  // The batch's own merchant, where it is today: what is paid again is paid from where it was paid before.
  return { store, batch, profile: batchProfile(store, batch) };
}

/** Reads what may be retried. Errors: a refusal while something is unsent, or when nothing ended unpaid. */
export function* readRetryWorld(
  rooms: Pick<Rooms, 'retryReference'>,
  { store, batch, profile }: RetryPlace,
): Steps<RetryWorld | Refusal> {
  const { queued } = store.tally(batch.batch).counts;
  // Both at once would be two ways to the same money in one person's mind.
  if (queued > 0) return notFinishedRefusal(batch.id, queued);
  const payouts = store.retries.payouts(batch.batch);
  const unpaid = payouts.filter(({ state }) => endedUnpaid(state));
  if (unpaid.length === 0) return nothingToRetryRefusal(batch.id);
  const chains = new Map<PayoutId, readonly RetryPayout[]>();
  for (const { payoutId } of unpaid) {
    if (chains.size % CONFIRM_ROWS_PER_TURN === 0) yield;
    chains.set(payoutId, store.retries.chain(payoutId));
  }
  const chainOf = (payout: RetryPayout): readonly RetryPayout[] => chains.get(payout.payoutId) ?? [payout];
  const referenceOf = ({ reference }: RetryPayout): Reference =>
    rooms.retryReference({ mid: batch.mid, retryOf: reference });
  return {
    payouts,
    unpaid,
    chainOf,
    referenceOf,
    against: (payout, row) => {
      const reference = referenceOf(payout);
      const reason = reasonAgainst(chainOf(payout), { row, maxPayoutPaise: profile.maxPayoutPaise });
      if (reason !== null || !store.referenceTaken(batch.mid, reference)) return reason;
      return referenceTaken(row, reference);
    },
  };
}

/** What a retry with the details as they were would pay, and what it would not. Shape: `why` by the row of the batch. */
export interface Foreseen {
  readonly retried: readonly RetryPayout[];
  readonly notRetried: readonly { readonly payout: RetryPayout; readonly why: Issue }[];
}

/** Foresees a retry. A row that only a tick lets through counts as retried: the person is asked when it is confirmed. */
export function* foreseeRetry(
  rooms: Pick<Rooms, 'retryReference' | 'clock'>,
  place: RetryPlace,
): Steps<Foreseen | Refusal> {
  const world = yield* readRetryWorld(rooms, place);
  if ('code' in world) return world;
  const { store, batch } = place;
  const open = world.unpaid.filter((payout) => world.against(payout, payout.rowNumber) === null);
  const { mid, name: batchName, fileName } = batch;
  const retryOf = new Map(open.map(({ rowNumber, payoutId }) => [rowNumber, payoutId]));
  const at = { mid, book: bookOfBatch(batch.id), nowMs: rooms.clock.nowMs(), called: { batchName, fileName }, retryOf };
  const rows = open.map((payout) => unchangedRow(payout).row);
  const judged = yield* judgeRows(store, rows, { ...at, ticks: NO_TICKS });
  const isUnpaid = new Set(world.unpaid);
  const retried = new Set([...judged.rows, ...judged.tickable].map(({ rowNumber }) => rowNumber));
  const findings = new Map(judged.findings.map((issue) => [issue.row, issue]));
  const notRetried = world.payouts.flatMap((payout) => {
    const { rowNumber } = payout;
    if (retried.has(rowNumber)) return [];
    const why = isUnpaid.has(payout)
      ? (world.against(payout, rowNumber) ?? findings.get(rowNumber))
      : (notSettled(payout) ?? notSent(payout));
    return why === undefined || why === null ? [] : [{ payout, why }];
  });
  return { retried: open.filter(({ rowNumber }) => retried.has(rowNumber)), notRetried };
}

function referenceTaken(row: number, reference: Reference): Issue {
  return issueOf(row, {
    code: 'referenceUsed',
    message: `Reference ${reference}, which paying it again would carry, was used before in this desk.`,
    cure: 'Pay this row from a file of its own.',
  });
}
