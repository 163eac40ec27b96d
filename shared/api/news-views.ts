// Late news as the front doors show it. Source: CLI, the stable interface.
// This file must never change a name without saying so there.

import type { BatchId } from '../ids.ts';
import type { StateKind } from '../states.ts';

/** How many alarms of a batch nobody has read. */
export interface UnreadNews {
  readonly unread: number;
  readonly possibleDuplicates: number;
}

/**
 * One alarm.
 * Shape: `kind` says what is wrong; `possibleDuplicate` names the later payout to the same person; `sentence` is for people.
 */
export interface NewsView {
  readonly payout: string;
  readonly batch: BatchId;
  readonly row: number;
  readonly reference: string;
  readonly name: string | null;
  readonly amountPaise: number;
  readonly kind: 'changed' | 'contradicted' | 'mismatch';
  readonly from: StateKind;
  readonly to: StateKind;
  readonly word: string;
  readonly heardAt: string;
  readonly declaredNotPaidBy: string | null;
  readonly possibleDuplicate: { readonly payout: string; readonly state: StateKind } | null;
  readonly readAt: string | null;
  readonly readBy: string | null;
  readonly sentence: string;
}

/** `news --json`, oldest first. */
export interface NewsListView {
  readonly unread: number;
  readonly news: readonly NewsView[];
}
