// Alarms: what the gateway said after an ending, about another payment than the one asked for, or of one payment as of another.

import type { BatchId, Reference } from '../../../shared/ids.ts';
import type { Paise } from '../../../shared/money.ts';
import type { StateKind } from '../../../shared/states.ts';

/** A later payout of the same chain of retries, which may have paid the same person once more. */
export interface Successor {
  readonly batch: BatchId;
  readonly rowNumber: number;
  readonly state: StateKind;
}

/**
 * What an alarm can be about beside a state. `mismatch`: an answer about another payment. `sameId`: an id that another payout
 * already has. `forgotten`: paid, and not known at any later look-up. `walletFall`: the wallet fell by a hundred times the amount.
 */
const ALARM_SUBJECTS = ['mismatch', 'sameId', 'forgotten', 'walletFall'] as const;
export type AlarmSubject = (typeof ALARM_SUBJECTS)[number];

/** The state that an alarm is about; the one before where it is about something else. */
export function stateOfAlarm({ from, to }: Pick<LateNews, 'from' | 'to'>): StateKind {
  return isAlarmSubject(to) ? from : to;
}

export function isAlarmSubject(to: string): to is AlarmSubject {
  return ALARM_SUBJECTS.some((subject) => subject === to);
}

/**
 * One alarm.
 * Shape: `to` equal to `from` when its word `word` contradicts the ending without moving it. `declaredBy`: the person who had
 * declared the payout not paid.
 */
export interface LateNews {
  readonly newsId: number;
  readonly batch: BatchId;
  readonly rowNumber: number;
  readonly reference: Reference;
  readonly name: string | null;
  readonly amountPaise: Paise;
  readonly from: StateKind;
  readonly to: StateKind | AlarmSubject;
  readonly word: string;
  readonly heardAtMs: number;
  readonly readAtMs: number | null;
  readonly readBy: string | null;
  readonly declaredBy: string | null;
  /** Not null: a possible duplicate. */
  readonly successor: Successor | null;
}

/** Shape: `batch` null for all; `all` with those that were read. */
export interface NewsQuestion {
  readonly batch: number | null;
  readonly all: boolean;
}

export interface NewsReading {
  /** Oldest first. */
  list(question: NewsQuestion): LateNews[];
  /** How many of the batch nobody has read. */
  unreadCount(batch: number): number;
  /** The batches of this desk about which something is unread. */
  unreadBatches(): BatchId[];
}
