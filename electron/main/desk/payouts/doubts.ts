// Every payout in doubt with its evidence, grouped by evidence, and what of it needs a person now.

import type { Answer } from '../../../../shared/api/contract.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import { type BatchNeeds, type Doubt, needsByBatch, needsPersonAtMs } from '../../../../shared/needs-you.ts';
import { BOOKS, type Book, bookOfBatch } from '../../../../shared/profiles.ts';
import type { BatchRecord } from '../../domain/batches.ts';
import {
  groupByEvidence,
  type NotPaidChoice,
  notPaidChoice,
  type UnknownPayout,
  waitsForAnswer,
} from '../../domain/decisions.ts';
import { findBatch, noSuchBatch, refused, withReader } from '../../session/desks.ts';
import { decideAfterMs } from '../../session/find-profile.ts';
import type { System } from '../../session/system.ts';
import type { HeadedReader } from '../../store/store.ts';
import type { Runner } from '../runtime/runner.ts';

/** A payout in doubt, and whether it may be decided "not paid" now. */
export interface DoubtfulPayout extends UnknownPayout {
  readonly notPaid: NotPaidChoice;
}

/**
 * Payouts of one batch with the same evidence. `isOpen`: all of them may be decided "not paid" now. `fingerprint`: how the
 * gateway answers about a reference that nobody used; null until that is learned.
 */
export interface DoubtGroup {
  readonly batch: BatchId;
  readonly profile: string;
  readonly isOpen: boolean;
  readonly fingerprint: string | null;
  readonly payouts: readonly [DoubtfulPayout, ...DoubtfulPayout[]];
}

/** The payouts in doubt of these batches. `withSending`: whether to include a batch's `sending` payouts, as nobody sends them. */
function groupsInDoubt(
  store: HeadedReader,
  batches: readonly BatchRecord[],
  {
    nowMs,
    withSending,
    withQueued = false,
  }: {
    readonly nowMs: number;
    readonly withSending: (batch: BatchRecord) => boolean;
    readonly withQueued?: boolean;
  },
): DoubtGroup[] {
  return batches.flatMap((record) => {
    const { batch, id, profile, merchantId } = record;
    const inDoubt = store.unknown.list({ batch, withSending: withSending(record), withQueued });
    if (inDoubt.length === 0) return [];
    const at = { nowMs, decideAfterMs: decideAfterMs(store, record) };
    const fingerprint = store.unknown.fingerprint(merchantId);
    return groupByEvidence(inDoubt, at).flatMap(({ isOpen, payouts }): DoubtGroup[] => {
      const [first, ...others] = payouts.map((payout) => ({ ...payout, notPaid: notPaidChoice(payout, at) }));
      return first === undefined ? [] : [{ batch: id, profile, isOpen, fingerprint, payouts: [first, ...others] }];
    });
  });
}

/** A payout in doubt, with the group in which it may be decided. */
export interface ListedDoubt {
  readonly payout: DoubtfulPayout;
  readonly group: DoubtGroup;
}

interface DoubtsWorld {
  readonly stores: Readonly<Record<Book, HeadedReader>>;
  readonly system: Pick<System, 'clock'>;
  readonly runner: Pick<Runner, 'activity'>;
}

/** The payouts in doubt of the open desks. */
export interface Doubts {
  /** Oldest send first. */
  readonly list: (book: Book) => readonly ListedDoubt[];
  /** What of them needs a person. `changesAtMs`: when time alone makes more of it a person's; null when nothing will. */
  readonly needs: (book: Book) => { readonly needs: BatchNeeds[]; readonly changesAtMs: number | null };
}

/**
 * Prepares listing what is in doubt. The list is cached until something is written or the time comes when one may be decided,
 * because windows page through thousands.
 */
export function prepareDoubts({ stores, system, runner }: DoubtsWorld): Doubts {
  const known = new Map<
    Book,
    { readonly moment: string; readonly untilMs: number; readonly all: readonly ListedDoubt[] }
  >();
  const list = (book: Book): readonly ListedDoubt[] => {
    const store = stores[book];
    const nowMs = system.clock.nowMs();
    const sending = sendingBatch(runner);
    const moment = `${store.chain.end().sequence} ${sending ?? ''} ${store.standing.kind}`;
    const before = known.get(book);
    if (before !== undefined && before.moment === moment && nowMs < before.untilMs) return before.all;
    // Counted as in the totals: payouts left `sending` that nobody sends are in doubt.
    const withSending = ({ id }: BatchRecord): boolean => store.standing.kind === 'locked' || id !== sending;
    const withQueued = store.standing.kind === 'locked';
    const groups = groupsInDoubt(store, store.batches.list(), { nowMs, withSending, withQueued });
    const all = groups
      .flatMap((group) => group.payouts.map((payout) => ({ payout, group })))
      .sort((one, other) => one.payout.sinceMs - other.payout.sinceMs || one.payout.payoutId - other.payout.payoutId);
    const opening = all.map(({ payout }) => payout.notPaid.opensAtMs).filter((atMs) => atMs > nowMs);
    const untilMs = opening.reduce((least, atMs) => Math.min(least, atMs), Number.POSITIVE_INFINITY);
    known.set(book, { moment, untilMs, all });
    return all;
  };
  const needs: Doubts['needs'] = (book) => {
    const nowMs = system.clock.nowMs();
    const doubts = list(book).map(({ payout }) => doubtOf(payout));
    const times = doubts.map((doubt) => needsPersonAtMs(doubt, nowMs)).filter((atMs) => atMs !== null);
    const changesAtMs = times.reduce((least, atMs) => Math.min(least, atMs), Number.POSITIVE_INFINITY);
    return { needs: needsByBatch(doubts, nowMs), changesAtMs: times.length === 0 ? null : changesAtMs };
  };
  return { list, needs };
}

export function doubtOf(payout: DoubtfulPayout): Doubt {
  const { batch, amountPaise, sinceMs, notPaid } = payout;
  const { isOpen, opensAtMs, answersMissing, lookupsProven } = notPaid;
  const opens = lookupsProven && answersMissing === 0 ? opensAtMs : null;
  return { batch, amountPaise, sinceMs, isOpen, opensAtMs: opens, waitsForAnswer: waitsForAnswer(payout) };
}

function sendingBatch({ activity }: DoubtsWorld['runner']): string | null {
  return activity.kind === 'sending' ? activity.batch : null;
}

/** Every payout in doubt, of one batch or of both books, newest batch first. */
export interface DoubtView {
  readonly asOfMs: number;
  readonly groups: readonly DoubtGroup[];
}

/** Reads what is in doubt, beside a running desk. `id` null: every batch. */
export function readUnknown(system: System, id: BatchId | null): Answer<DoubtView> {
  const asOfMs = system.clock.nowMs();
  const isLeft = !system.isDeskHeld();
  const asked = { nowMs: asOfMs, withSending: () => isLeft };
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
