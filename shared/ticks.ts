// What a person may tick row by row before a batch is confirmed, and what lifts nothing else.
// In: nothing. Out: types that the doors, the desk and the store share. This file must never hold a sentence.

import type { Paise } from './money.ts';

/** What a tick lifts: the same amount paid to the same person lately, or a payee who was paid to another account before. */
export type TickReason = 'paidBefore' | 'accountChanged';

/** Row numbers that a person ticked, as the sheet shows them. A tick for a row that needs none lifts nothing. */
export interface Ticks {
  readonly paidBefore: readonly number[];
  readonly accountChanged: readonly number[];
}

export const NO_TICKS: Ticks = { paidBefore: [], accountChanged: [] };

/** One row that only a tick lets through. Shape: `reasons` each need a tick of their own; `messages` say them to people. */
export interface TickRow {
  readonly rowNumber: number;
  readonly name: string | null;
  readonly amountPaise: Paise;
  readonly reasons: readonly TickReason[];
  readonly messages: readonly string[];
}

/** What a person is asked. Shape: only rows that nothing else stands against. */
export interface TickQuestion {
  readonly rows: readonly TickRow[];
}

/** What the person said. Shape: rows in `leaveOut` are left out with consent; rows in neither stay blocked. */
export interface TickAnswer extends Ticks {
  readonly leaveOut: readonly number[];
}

/** Asks the person; null when the person stops. A door that knows the ticks beforehand answers with them. */
export type AskTicks = (question: TickQuestion) => Promise<TickAnswer | null>;
