import type { Answer } from '../../../../shared/api/contract.ts';
import {
  type BatchId,
  batchNumber,
  formatPayoutName,
  type PayoutId,
  type Reference,
  type Sha256,
} from '../../../../shared/ids.ts';
import type { Profile } from '../../../../shared/profiles.ts';
import { type BatchQuestion, NO_TICKS, type TickRow, type Ticks } from '../../../../shared/repeats.ts';
import type { Correction } from '../../../../shared/retry-payout.ts';
import type { CheckedFile, Issue, Payment } from '../../../../shared/rows.ts';
import type { BatchRecord, Confirmation } from '../../domain/batches.ts';
import type { Bounded } from '../../session/following.ts';
import type { Session } from '../../session/gateway-session.ts';
import type { System } from '../../session/system.ts';
import type { HeadedWriter } from '../../store/store.ts';
import type { Warning } from '../drafts/choose-rows.ts';
import type { HistoryPlace } from '../drafts/row-history.ts';
import type { ScreenedRows } from '../drafts/screen-rows.ts';

/** The rows the desk would pay, before it asks the gateway about them. `references` has one entry per row. */
export interface Candidate extends ScreenedRows {
  readonly profile: Profile;
  readonly references: readonly Reference[];
  /** By row number: the references that another computer, or this one before a restore, would have used for the row. */
  readonly otherReferences: ReadonlyMap<number, readonly Reference[]>;
  /** What the batch records about its file. */
  readonly file: Pick<Confirmation, 'fileName' | 'fileSha256' | 'sheet' | 'headers'>;
  /** The name of the batch unless a person gives another. */
  readonly name: string;
  /** What the rows were screened against. */
  readonly place: HistoryPlace;
  readonly warnings: readonly Warning[];
  readonly source: FileSource | RetrySource;
}

/** An open desk and gateway session, for preparing and starting rows. */
export interface StartPlace extends Bounded {
  readonly system: System;
  readonly store: HeadedWriter;
  readonly session: Session;
  readonly candidate: Candidate;
  /** Aborts the lookups. */
  readonly signal: AbortSignal;
}

/** `leaveOut`: the numbers of the rows that a person leaves out or that are no payments. */
export interface FileSource {
  readonly kind: 'file';
  readonly checked: CheckedFile;
  readonly onlyPayable: boolean;
  readonly leaveOut: ReadonlySet<number>;
  readonly fingerprint: Sha256;
  readonly runNumber: number;
}

/**
 * A retry of a batch. `checked` is the file with corrections, or null without one. `askedFor` and `paidAgain` are by row number.
 * `others` are payouts that nobody asked to pay.
 */
export interface RetrySource {
  readonly kind: 'retry';
  readonly batch: BatchRecord;
  readonly checked: CheckedFile | null;
  readonly askedFor: ReadonlyMap<number, Payment>;
  readonly paidAgain: ReadonlyMap<number, PaidAgain>;
  readonly others: readonly LeftOut[];
}

/** Why a retry leaves out a payout, and whom it would pay; `payment` is null if the issue is about several payouts. */
export interface LeftOut {
  readonly issue: Issue;
  readonly payment: Pick<Payment, 'name' | 'amountPaise'> | null;
}

interface PaidAgain {
  readonly payoutId: PayoutId;
  readonly corrections: readonly Correction[];
}

/**
 * What a person has accepted in advance. `ticks`: the ticked rows; rows that need a tick and lack one are left out. `ask`: the
 * person must be asked first. Null: nobody can be asked, so those rows stay blocked unless their repeats are `named`.
 */
export interface SaidBefore {
  readonly acceptWarnings: boolean;
  readonly ticks: Ticks | 'ask' | null;
  readonly named?: NamedRepeats;
}

/**
 * What the command line says to pay again. `payouts` and `differences` are payout names such as B0007/3; `rows` are rows of the
 * file that pay a person whom an earlier row already pays.
 */
export interface NamedRepeats {
  readonly payouts: readonly string[];
  readonly differences: readonly string[];
  readonly rows: readonly number[];
  /** Rows that pay somebody else than the payee on hold whose name they carry. */
  readonly notOnHold: readonly number[];
  readonly batches: readonly BatchId[];
}

/** The given ticks plus those that the names give. A row is ticked only if everything it repeats is named. */
export function withNamed(
  ticks: Ticks,
  asked: readonly TickRow[],
  { payouts, differences, rows, notOnHold, batches }: NamedRepeats,
): Ticks {
  const [again, difference] = [new Set(payouts), new Set(differences)];
  const [own, others] = [new Set(rows), new Set(notOnHold)];
  const isNamed = (names: ReadonlySet<string>, { earlier }: TickRow): boolean =>
    earlier.every(({ batch, rowNumber }) => names.has(formatPayoutName(batch, rowNumber)));
  const ticked = {
    paidBefore: [...ticks.paidBefore],
    difference: [...ticks.difference],
    accountChanged: [...ticks.accountChanged],
    heldName: [...ticks.heldName],
  };
  for (const row of asked) {
    const { rowNumber, besideRows, differencePaise, reasons } = row;
    if (reasons.includes('heldName') && !others.has(rowNumber)) continue;
    if (differencePaise !== null && isNamed(difference, row)) ticked.difference.push(rowNumber);
    else if (isNamed(again, row) && (besideRows.length === 0 || own.has(rowNumber))) {
      for (const reason of reasons) ticked[reason].push(rowNumber);
    }
  }
  return { ...ticked, batches: [...ticks.batches, ...batches] };
}

/** Returns the first name that no row of the file repeats, or null. Names in `lookedUp` are allowed: their lookup may fail. */
export function strayName(
  { asked }: { readonly asked: readonly TickRow[] },
  { payouts, differences, rows, notOnHold }: NamedRepeats,
  lookedUp: ReadonlySet<string>,
): string | null {
  const repeatedBy = (some: readonly TickRow[]): ReadonlySet<string> =>
    new Set(some.flatMap(({ earlier }) => earlier.map(({ batch, rowNumber }) => formatPayoutName(batch, rowNumber))));
  const repeated = repeatedBy(asked);
  const withDifference = repeatedBy(asked.filter(({ differencePaise }) => differencePaise !== null));
  const beside = new Set(asked.flatMap(({ rowNumber, besideRows }) => (besideRows.length > 0 ? [rowNumber] : [])));
  const stray =
    payouts.find((name) => !repeated.has(name) && !lookedUp.has(name)) ??
    differences.find((name) => !withDifference.has(name));
  const held = new Set(asked.flatMap(({ rowNumber, reasons }) => (reasons.includes('heldName') ? [rowNumber] : [])));
  const strayRow = rows.find((row) => !beside.has(row)) ?? notOnHold.find((row) => !held.has(row));
  return stray ?? strayRow?.toString() ?? null;
}

/** Asks about the rows of a corrected copy one by one once some were named. Returns null if nothing changes. */
export function questionsBeside(
  { questions }: { readonly questions: readonly BatchQuestion[] },
  { payouts, differences }: NamedRepeats,
): ReadonlyMap<number, BatchQuestion['kind']> | null {
  const named = new Set([...payouts, ...differences].map((name) => name.slice(0, name.indexOf('/'))));
  const isNamed = ({ kind, batch }: BatchQuestion): boolean => kind === 'copy' && named.has(batch);
  if (!questions.some(isNamed)) return null;
  return new Map(questions.flatMap((one) => (isNamed(one) ? [] : [[batchNumber(one.batch), one.kind]])));
}

/** Returns a named batch that no question asks about and that is not in `others`, or null. */
export function strayBatch(
  { questions }: { readonly questions: readonly BatchQuestion[] },
  { batches }: NamedRepeats,
  others: readonly { readonly id: BatchId }[] = [],
): BatchId | null {
  const known = new Set([...questions.map(({ batch }) => batch), ...others.map(({ id }) => id)]);
  return batches.find((batch) => !known.has(batch)) ?? null;
}

export function ticksOf({ ticks }: SaidBefore): Ticks {
  return ticks === null || ticks === 'ask' ? NO_TICKS : ticks;
}

/** An answer, and how its rows were screened; `screened` is null if it was refused before that. */
export interface Answered<Value> {
  readonly screened: ScreenedRows | null;
  readonly answer: Answer<Value>;
}

/** For answers in which no row was screened. */
export const NOTHING_ASKED: Pick<ScreenedRows, 'asked' | 'questions' | 'claimed'> = { asked: [], questions: [] };
