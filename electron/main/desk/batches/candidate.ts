import type { Answer } from '../../../../shared/api/contract.ts';
import { type BatchId, formatPayoutName, type PayoutId, type Reference, type Sha256 } from '../../../../shared/ids.ts';
import type { Profile } from '../../../../shared/profiles.ts';
import { type BatchQuestion, NO_TICKS, type TickRow, type Ticks } from '../../../../shared/repeats.ts';
import type { Correction } from '../../../../shared/retry.ts';
import type { CheckedFile, Issue, Payment } from '../../../../shared/rows.ts';
import type { BatchRecord, Confirmation } from '../../domain/batches.ts';
import type { Bounded } from '../../session/following.ts';
import type { Session } from '../../session/gateway-session.ts';
import type { System } from '../../session/system.ts';
import type { HeadedWriter } from '../../store/store.ts';
import type { Warning } from '../drafts/choose-rows.ts';
import type { JudgedRows } from '../drafts/judge-rows.ts';
import type { HistoryPlace } from '../drafts/row-history.ts';

/** Rows that the desk itself would pay, before the gateway is asked about them. Shape: one reference for each row. */
export interface Candidate extends JudgedRows {
  readonly profile: Profile;
  readonly references: readonly Reference[];
  /** By row number, the references under which another computer, or this one before a restore, would have paid it. */
  readonly otherReferences: ReadonlyMap<number, readonly Reference[]>;
  /** What the batch says of the file it came from. */
  readonly file: Pick<Confirmation, 'fileName' | 'fileSha256' | 'sheet' | 'headers'>;
  /** What the batch is called where a person does not say. */
  readonly name: string;
  /** Where and as what its rows were judged. */
  readonly place: HistoryPlace;
  readonly warnings: readonly Warning[];
  readonly source: FileSource | RetrySource;
}

/** An open desk and an open session with its gateway, in which rows are prepared and started. */
export interface StartPlace extends Bounded {
  readonly system: System;
  readonly store: HeadedWriter;
  readonly session: Session;
  readonly candidate: Candidate;
  /** Cuts the questions short. */
  readonly signal: AbortSignal;
}

/** Shape: `leaveOut` rows that a person leaves out, or that are no payments, by number. */
export interface FileSource {
  readonly kind: 'file';
  readonly checked: CheckedFile;
  readonly onlyPayable: boolean;
  readonly leaveOut: ReadonlySet<number>;
  readonly fingerprint: Sha256;
  readonly runNumber: number;
}

/**
 * A retry of a batch. `checked` is the file with corrections, null without one. `askedFor` and `paidAgain` are by row number,
 * and nobody asked to pay the `others`.
 */
export interface RetrySource {
  readonly kind: 'retry';
  readonly batch: BatchRecord;
  readonly checked: CheckedFile | null;
  readonly askedFor: ReadonlyMap<number, Payment>;
  readonly paidAgain: ReadonlyMap<number, PaidAgain>;
  readonly others: readonly LeftOut[];
}

/** Why a payout is left out of a retry, and whom it would pay; `payment` null where the issue is about several. */
export interface LeftOut {
  readonly issue: Issue;
  readonly payment: Pick<Payment, 'name' | 'amountPaise'> | null;
}

interface PaidAgain {
  readonly payoutId: PayoutId;
  readonly corrections: readonly Correction[];
}

/**
 * What a person has said beforehand. Shape: `ticks` of the rows that only a tick lets through: what is not ticked is left out;
 * `ask` where they are first to be asked about, null where nobody can be: then those rows stay blocked, but for those whose
 * repeats are `named`.
 */
export interface SaidBefore {
  readonly acceptWarnings: boolean;
  readonly ticks: Ticks | 'ask' | null;
  readonly named?: NamedRepeats;
}

/**
 * What a command line says is paid once more. Shape: `payouts` and `differences` as people name them, such as B0007/3;
 * `rows` of the file that pay a person whom an earlier row of it pays.
 */
export interface NamedRepeats {
  readonly payouts: readonly string[];
  readonly differences: readonly string[];
  readonly rows: readonly number[];
  readonly batches: readonly BatchId[];
}

/** The ticks that were given, and those that the names give: of a row only where all that it repeats is named. */
export function withNamed(
  ticks: Ticks,
  asked: readonly TickRow[],
  { payouts, differences, rows, batches }: NamedRepeats,
): Ticks {
  const [again, difference, own] = [new Set(payouts), new Set(differences), new Set(rows)];
  const isNamed = (names: ReadonlySet<string>, { earlier }: TickRow): boolean =>
    earlier.every(({ batch, rowNumber }) => names.has(formatPayoutName(batch, rowNumber)));
  const given = {
    paidBefore: [...ticks.paidBefore],
    difference: [...ticks.difference],
    accountChanged: [...ticks.accountChanged],
  };
  for (const row of asked) {
    const { rowNumber, besideRows, differencePaise, reasons } = row;
    if (differencePaise !== null && isNamed(difference, row)) given.difference.push(rowNumber);
    else if (isNamed(again, row) && (besideRows.length === 0 || own.has(rowNumber))) {
      for (const reason of reasons) given[reason].push(rowNumber);
    }
  }
  return { ...given, batches: [...ticks.batches, ...batches] };
}

/** The first name that lets no row of the file through; null when each does. What is `lookedUp` first may be named as well: that may fail. */
export function strayName(
  { asked }: { readonly asked: readonly TickRow[] },
  { payouts, differences, rows }: NamedRepeats,
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
  return stray ?? rows.find((row) => !beside.has(row))?.toString() ?? null;
}

/**
 * How the batches are asked about once rows of a corrected copy were named one by one: its rows are then asked about each for
 * itself. Shape: null where nothing changes.
 */
export function questionsBeside(
  { questions }: { readonly questions: readonly BatchQuestion[] },
  { payouts, differences }: NamedRepeats,
): ReadonlyMap<number, BatchQuestion['kind']> | null {
  const named = new Set([...payouts, ...differences].map((name) => name.slice(0, name.indexOf('/'))));
  const isNamed = ({ kind, batch }: BatchQuestion): boolean => kind === 'copy' && named.has(batch);
  if (!questions.some(isNamed)) return null;
  return new Map(questions.flatMap((one) => (isNamed(one) ? [] : [[Number(one.batch.slice(1)), one.kind]])));
}

/** A batch that was named and that is neither asked about nor one of `others`; null when each is. */
export function strayBatch(
  { questions }: { readonly questions: readonly BatchQuestion[] },
  { batches }: NamedRepeats,
  others: readonly { readonly id: BatchId }[] = [],
): BatchId | null {
  const known = new Set([...questions.map(({ batch }) => batch), ...others.map(({ id }) => id)]);
  return batches.find((batch) => !known.has(batch)) ?? null;
}

/** The ticks that were given. */
export function givenTicks({ ticks }: SaidBefore): Ticks {
  return ticks === null || ticks === 'ask' ? NO_TICKS : ticks;
}

/** An answer, and how the rows were judged on the way to it; null where it was refused before that. */
export interface Answered<Value> {
  readonly judged: JudgedRows | null;
  readonly answer: Answer<Value>;
}

/** Where no row was judged. */
export const NOTHING_ASKED: Pick<JudgedRows, 'asked' | 'questions'> = { asked: [], questions: [] };
