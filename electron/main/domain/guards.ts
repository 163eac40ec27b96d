import type { Mid, PayoutId, Reference } from '../../../shared/ids.ts';

/**
 * Shape: `batch` is the candidate's own; `repeatTicked` when a person accepted, as that batch was confirmed, that others pay
 * or paid the same: what moved later, or is of a later batch, they did not know of. `named` says what the row is called:
 * without it every repeat is a near one; its `batchName` null while nobody has called the batch anything. `retryOf` the payout that it pays again; `repeats` batches that it repeats however
 * long ago.
 */
export interface GuardQuestion {
  readonly mid: Mid;
  readonly batch: number;
  readonly personKey: string;
  readonly amountPaise: number;
  readonly repeatTicked: boolean;
  readonly nowMs: number;
  readonly named?: { readonly remark: string; readonly batchName: string | null; readonly fileName: string };
  readonly retryOf: PayoutId | null;
  readonly repeats?: ReadonlySet<number>;
}

/**
 * What stands in the way, the strongest first. `open`: not settled yet, no tick helps. `news`: it ended unpaid, and late news
 * about it is unread; no tick helps. `paid`: paid within REPEAT_WINDOW_MS, a tick helps. `paidLongAgo`: so, but long ago and
 * under another name. `paidByRecord`: paid within that time of the desk's last record about a payout, and longer ago only if
 * today's clock is right.
 */
export type GuardKind = 'open' | 'news' | 'paid' | 'paidLongAgo' | 'paidByRecord';

export interface GuardHit {
  readonly kind: GuardKind;
  readonly payoutId: number;
  readonly batch: number;
  /** How many more of the same were paid in that time; absent when it is the only one. */
  readonly alsoPaid?: number;
  /** Under another merchant id: a tick helps, also where it is open. Absent under the same. */
  readonly elsewhere?: true;
  /** The same person by a retry that corrected the details. Absent under the same details. */
  readonly otherDetails?: true;
}

/** Whom a hit is about, in a sentence. */
export function whomOf({ otherDetails }: Pick<GuardHit, 'otherDetails'>): string {
  return otherDetails === true ? 'the same person, under other details,' : 'the same person';
}

/**
 * Shape: `unpaid` are all earlier payouts of it that ended unpaid or were never sent, with all that retried them or was
 * retried by them: each must be looked up before the row is paid, the newest first.
 */
export interface Guarded {
  readonly hit: GuardHit | null;
  readonly unpaid: readonly PayoutId[];
}

/** Nothing in the way. */
export const CLEAR: Guarded = { hit: null, unpaid: [] };

/**
 * A queued payout that would pay something once more. Shape: `earlier` what it would pay again, all that was looked up when it
 * was confirmed among it, the newest first; `references` under which it may have been paid elsewhere; `isRetry` when its own
 * is the one of them.
 */
export interface UnsentRepeat {
  readonly payoutId: PayoutId;
  readonly rowNumber: number;
  readonly isRetry: boolean;
  readonly earlier: readonly PayoutId[];
  readonly references: readonly Reference[];
}
