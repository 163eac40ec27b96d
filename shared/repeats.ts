// The rows of a file that repeat earlier payments, and what a person answers about them.

import type { BatchId } from './ids.ts';
import type { Message } from './messages/message.ts';
import type { Paise } from './money.ts';
import type { StateKind } from './states.ts';

/** Why a row is left out as a repeat. Each such row has its own sentence, which names the earlier payment. */
export const REPEAT_CODES = [
  'paidBefore',
  'correction',
  'sameName',
  'payeeChanged',
  'paidTwiceHere',
  'repeatsBatch',
  'inFlightElsewhere',
  'maybePaid',
  'alreadyRetried',
  'referenceUsed',
  'otherDesk',
  'payeeHeld',
  'heldName',
] as const;
export type RepeatCode = (typeof REPEAT_CODES)[number];

export function isRepeatCode(code: string): code is RepeatCode {
  return REPEAT_CODES.some((one) => one === code);
}

/**
 * Why a row needs a tick, in this order: it repeats an earlier payment, its payee was paid to another account before, or it pays
 * another account under the name of a payee on hold.
 */
export const TICK_REASONS = ['paidBefore', 'accountChanged', 'heldName'] as const;
export type TickReason = (typeof TICK_REASONS)[number];

/**
 * What a person ticked: rows by their number in the sheet. `difference`: rows where only the amount added by a correction is
 * paid. `batches`: earlier batches whose people are paid again for another purpose. A tick that is not needed lifts nothing.
 */
export interface Ticks {
  readonly paidBefore: readonly number[];
  readonly difference: readonly number[];
  readonly accountChanged: readonly number[];
  readonly heldName: readonly number[];
  readonly batches: readonly BatchId[];
  /** Absent where none is ticked. */
  readonly claims?: readonly ClaimTick[] | undefined;
}

/** A row that is paid although it repeats `payment` of another desk, such as Pune/B0007/3. Row 0: any row of the batch. */
export interface ClaimTick {
  readonly rowNumber: number;
  readonly payment: string;
}

export const NO_TICKS: Ticks = { paidBefore: [], difference: [], accountChanged: [], heldName: [], batches: [] };

/**
 * An earlier payment that a row repeats. `paise`: what was paid of it so far, differences included. `payTo`: the UPI ID, or
 * account and IFSC. `otherName`: the name it was paid under, where that clearly is another payee's.
 */
export interface EarlierPaid {
  readonly batch: BatchId;
  readonly rowNumber: number;
  readonly state: StateKind;
  readonly paise: Paise;
  readonly atMs: number | null;
  readonly payTo: string;
  readonly otherName: string | null;
}

/**
 * One row that needs only a tick. Each of `reasons` needs its own tick, and `messages` explain them. `payTo`: the UPI ID, or
 * account and IFSC, that it pays. `earlier`: the payments it repeats, the closest first. `differencePaise`: what a correction
 * adds, null where it adds nothing.
 */
export interface TickRow {
  readonly rowNumber: number;
  readonly name: string | null;
  readonly amountPaise: Paise;
  readonly payTo: string;
  readonly reasons: readonly TickReason[];
  readonly messages: readonly { readonly reason: TickReason; readonly message: Message }[];
  readonly earlier: readonly EarlierPaid[];
  readonly differencePaise: Paise | null;
  /** Other rows of the same file that pay this person too. */
  readonly besideRows: readonly number[];
}

/**
 * Why a question is about a whole batch. `another`: the same amounts for another purpose. `usual`: at least 25 days ago.
 * `copy`: most amounts differ, so it is another payment or a corrected copy. `samePeople`: mostly the same people within ten
 * days.
 */
export const BATCH_QUESTION_KINDS = ['another', 'usual', 'copy', 'samePeople'] as const;

/** One question about all rows that repeat an earlier batch. */
export interface BatchQuestion {
  readonly batch: BatchId;
  readonly name: string;
  readonly confirmedAtMs: number;
  readonly kind: (typeof BATCH_QUESTION_KINDS)[number];
  readonly rows: readonly {
    readonly rowNumber: number;
    readonly name: string | null;
    readonly amountPaise: Paise;
    readonly payTo: string;
    readonly earlier: EarlierPaid;
  }[];
}

/** A payment that another desk made, as its register tells it. `name` is folded: without titles, in small letters. */
export interface OtherDeskPayment {
  readonly payment: string;
  /** The user and the computer. */
  readonly by: string;
  readonly state: StateKind;
  readonly paise: number;
  readonly atMs: number;
  readonly name: string;
  /** Whether it goes to the same account or UPI ID, not only to the same name. */
  readonly isPayee: boolean;
}

/** A row that repeats other desks' payments, and that is paid once a person says that it is another payment than `others`. */
export interface ClaimedRow {
  readonly rowNumber: number;
  readonly name: string | null;
  readonly amountPaise: Paise;
  readonly payTo: string;
  readonly others: readonly OtherDeskPayment[];
}

/** Adds or removes the ticks of these rows, each with all that it repeats. */
export function withClaimTicks(
  ticks: Ticks,
  rows: readonly Pick<ClaimedRow, 'rowNumber' | 'others'>[],
  isTicked: boolean,
): Ticks {
  const about = new Set(rows.map(({ rowNumber }) => rowNumber));
  const kept = (ticks.claims ?? []).filter(({ rowNumber }) => !about.has(rowNumber));
  const own = rows.flatMap(({ rowNumber, others }) => others.map(({ payment }) => ({ rowNumber, payment })));
  const claims = isTicked ? [...kept, ...own].toSorted((a, b) => a.rowNumber - b.rowNumber) : kept;
  const { claims: _, ...rest } = ticks;
  return claims.length === 0 ? rest : { ...rest, claims };
}

/** Whether everything that the row repeats is ticked. */
export function isClaimTicked(
  { claims = [] }: Pick<Ticks, 'claims'>,
  { rowNumber, others }: Pick<ClaimedRow, 'rowNumber' | 'others'>,
): boolean {
  return others.every(({ payment }) => claims.some((one) => one.rowNumber === rowNumber && one.payment === payment));
}

/** Adds or removes the ticks of these rows. */
export function withRowTicks(
  ticks: Ticks,
  { reason, rows }: { readonly reason: TickReason; readonly rows: readonly { readonly rowNumber: number }[] },
  isTicked: boolean,
): Ticks {
  const about = new Set(rows.map(({ rowNumber }) => rowNumber));
  const others = ticks[reason].filter((rowNumber) => !about.has(rowNumber));
  // A row is paid in full or for the difference, never both.
  const difference = ticks.difference.filter((rowNumber) => reason !== 'paidBefore' || !about.has(rowNumber));
  const own = isTicked ? [...others, ...about].toSorted((one, other) => one - other) : others;
  return { ...ticks, difference, [reason]: own };
}

/** Adds or removes the tick for one row's difference. */
export function withDifference(ticks: Ticks, row: number, isTicked: boolean): Ticks {
  const others = ticks.difference.filter((rowNumber) => rowNumber !== row);
  const paidBefore = ticks.paidBefore.filter((rowNumber) => rowNumber !== row);
  return { ...ticks, paidBefore, difference: isTicked ? [...others, row].toSorted((a, b) => a - b) : others };
}
