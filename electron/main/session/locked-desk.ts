// Explains why a desk is locked and how to unlock it. No sentence may say that a payout of a locked desk was not sent: nobody
// here knows.

import { INTERRUPTED, invariant, type Pause, unreachable } from '../../../shared/failures.ts';
import { type Message, msg } from '../../../shared/messages/message.ts';
import { asPaise } from '../../../shared/money.ts';
import type { Book } from '../../../shared/profiles.ts';
import type { Refusal } from '../../../shared/rows.ts';
import { type Counts, STATE_KINDS, type StateKind } from '../../../shared/states.ts';
import type { Tally } from '../domain/batches.ts';
import type { BatchReport } from '../domain/report.ts';
import { batchesInWords, type LostBatch, type Standing } from '../domain/standing.ts';
import type { HeadedReader } from '../store/store.ts';

/** Why nothing may be sent from a locked desk, and what to do. */
export function lockedRefusal(store: Locked, book: Book): Refusal {
  return { code: 'locked', message: messageOf(store), cure: cureOf(store, book) };
}

/** The same for a batch's status; null when the desk is not locked. */
export function lockedPause(store: Locked): Pause | null {
  return store.standing.kind === 'locked' ? { code: 'locked', message: messageOf(store) } : null;
}

/** The tally of a batch, with doubtful states counted as unknown if the desk is locked. */
export function currentTally({ standing }: { readonly standing: Standing }, tally: Tally): Tally {
  return standing.kind === 'locked' ? tallyInDoubt(tally, DOUBTED_IN_LOCK) : tally;
}

/** A payout's state, as shown in a locked desk. */
export function stateInLock(state: StateKind): StateKind {
  return stateInDoubt(state, DOUBTED_IN_LOCK);
}

/** The database states that a filter on a locked desk covers; null when none does. */
export function statesInLock(asked: readonly StateKind[]): readonly StateKind[] | null {
  if (asked.length === 0) return asked;
  const states = STATE_KINDS.filter((state) => asked.includes(stateInLock(state)));
  return states.length === 0 ? null : states;
}

function messageOf(store: Locked): Message {
  return msg('session.locked', { why: whyLocked(store) });
}

/** The part of a store that tells whether and why it is locked. */
interface Locked {
  readonly standing: Standing;
  readonly lostBatches: readonly LostBatch[];
}

/** Why a database is locked, as part of a sentence. */
export function whyLocked({ standing, lostBatches }: Locked): Message {
  invariant(standing.kind === 'locked', 'a desk that is not locked has no reason to be');
  const { reason } = standing;
  switch (reason) {
    case 'noHead':
      return msg('why.locked.noHead');
    case 'older':
      return msg('why.locked.older');
    case 'forked':
      return msg('why.locked.forked');
    case 'otherMachine':
      return msg('why.locked.otherMachine');
    case 'gone':
      return msg('why.locked.gone', { batches: batchesInWords(lostBatches) });
    default:
      return unreachable(reason);
  }
}

function cureOf({ standing }: Locked, book: Book): Message {
  return standing.kind === 'locked' && standing.reason === 'gone'
    ? msg('cure.lockedGone', { unlock: unlockCommand(book) })
    : msg('cure.locked', { unlock: unlockCommand(book) });
}

/** Counts every unknown payout of a desk, locked or not. */
export function unknownIn(store: Pick<HeadedReader, 'batches' | 'tally' | 'standing'>): {
  count: number;
  paise: number;
} {
  const sum = { count: 0, paise: 0 };
  for (const { batch } of store.batches.list()) {
    const { counts, paise } = currentTally(store, store.tally(batch));
    sum.count += counts.unknown;
    sum.paise += paise.unknown;
  }
  return sum;
}

/** Why a batch is stopped; null when nothing of it is unsent. `unwritten`: a reason that the disk has not accepted yet. */
export function whyStanding(
  store: Pick<HeadedReader, 'standing' | 'lostBatches' | 'batches'>,
  number: number,
  counts: Counts,
  unwritten: Pause | null = null,
): Pause | null {
  const locked = lockedPause(store);
  if (locked !== null || counts.queued === 0) return locked;
  const batch = store.batches.find(number);
  invariant(batch !== null, 'a batch with unsent payouts is not in the store');
  return batch.pause ?? unwritten ?? INTERRUPTED;
}

function unlockCommand(book: Book): string {
  return book === 'practice' ? '`unlock --practice`' : '`unlock`';
}

// A batch as it must be shown when its database may be out of date: some of its states count as unknown.

/** A payout that was `sending` when its process died was left in the middle. */
export const DOUBTED_UNATTENDED: readonly StateKind[] = ['sending'];

/** A payout that seems unsent in a locked desk may have been sent since, or elsewhere. */
export const DOUBTED_IN_LOCK: readonly StateKind[] = ['queued', 'sending'];

function stateInDoubt(state: StateKind, doubted: readonly StateKind[]): StateKind {
  return doubted.includes(state) ? 'unknown' : state;
}

export function tallyInDoubt(tally: Tally, doubted: readonly StateKind[]): Tally {
  const counts = { ...tally.counts };
  const paise = { ...tally.paise };
  for (const state of doubted) {
    counts.unknown += counts[state];
    counts[state] = 0;
    paise.unknown = asPaise(paise.unknown + paise[state]);
    paise[state] = asPaise(0);
  }
  return { counts, paise };
}

export function reportInDoubt(report: BatchReport, doubted: readonly StateKind[]): BatchReport {
  const { head, payouts } = report;
  return {
    ...report,
    head: { ...head, ...tallyInDoubt({ counts: head.counts, paise: head.paise }, doubted) },
    *payouts() {
      for (const payout of payouts())
        yield doubted.includes(payout.state) ? { ...payout, state: stateInDoubt(payout.state, doubted) } : payout;
    },
  };
}
