// A batch between confirming, storing and running it.

import type { Pause } from '../../../shared/failures.ts';
import type { BatchId, Mid, PayoutId, Reference, Sha256 } from '../../../shared/ids.ts';
import type { Paise } from '../../../shared/money.ts';
import type { Environment } from '../../../shared/profiles.ts';
import type { Ticks } from '../../../shared/repeats.ts';
import type { RetryLinks } from '../../../shared/retry.ts';
import type { Issue, PayableRow } from '../../../shared/rows.ts';
import type { StateKind } from '../../../shared/states.ts';

/** A row that was left out, and why. */
export interface ExcludedRow {
  readonly rowNumber: number;
  readonly source: readonly string[];
  readonly issues: readonly Issue[];
}

/** What is fixed about a batch once a person confirms it. */
export interface BatchFacts {
  readonly merchantId: number;
  readonly profile: string;
  readonly baseUrl: string;
  readonly mid: Mid;
  readonly environment: Environment;
  readonly name: string;
  readonly fileName: string;
  readonly fileSha256: Sha256;
  readonly sheet: string | null;
  readonly headers: readonly string[];
  readonly fingerprint: Sha256;
  readonly runNumber: number;
  readonly totalPaise: Paise;
}

/** What was looked up before a row was confirmed. Shape: `references` what another computer may have paid it under. */
export interface RowLookedUp {
  readonly rowNumber: number;
  readonly payouts: readonly PayoutId[];
  readonly references: readonly Reference[];
}

/**
 * What a row is to an earlier payout. `again`: the same money once more. `difference`: what a correction adds to it. `name`: the
 * same name on another account. `another`: the same people for another purpose. `unpaid`: instead of one that ended unpaid.
 */
export interface EarlierRelation {
  readonly earlier: PayoutId;
  readonly relation: 'again' | 'difference' | 'name' | 'another' | 'unpaid';
}

/** What a confirmed batch carries beside its rows: what a person ticked, what it pays again, and that they want to be asked. */
export interface ConfirmationMarks {
  readonly ticks: Ticks;
  /** By row number, the earlier payouts that a person was shown with it, or that are looked up before it. */
  readonly relations: ReadonlyMap<number, readonly EarlierRelation[]>;
  readonly retry: RetryLinks | null;
  /** What its rows would pay once more, as it was looked up: each resume asks that again. */
  readonly lookedUp: readonly RowLookedUp[];
  /** The first payout goes alone, and the person is asked before the others. */
  readonly firstAlone: boolean;
}

/** What is stored when a person confirms. Shape: `references` one per row. */
export interface Confirmation extends BatchFacts {
  readonly marks: ConfirmationMarks;
  readonly rows: readonly PayableRow[];
  readonly references: readonly Reference[];
  readonly excluded: readonly ExcludedRow[];
  readonly nowMs: number;
}

/** What the rows of a confirmation were judged by. Shape: `at` the desk's last record then; `stands` asks the same rules again. */
export interface Judged {
  readonly at: number;
  stands(): boolean;
}

/** A batch as the desk knows it. Shape: `batch` is its number in this database, `id` its public name. */
export interface BatchRecord extends BatchFacts {
  readonly batch: number;
  readonly id: BatchId;
  readonly retryOf: BatchId | null;
  readonly payoutCount: number;
  readonly excludedCount: number;
  readonly confirmedAtMs: number;
  readonly confirmedBy: string;
  readonly activeAtMs: number;
  readonly lookupsProven: boolean;
  readonly ambiguityLifts: number;
  readonly refusedRate: number | null;
  readonly pause: Pause | null;
}

/** A batch's payouts counted by state. */
export interface Tally {
  readonly counts: Record<StateKind, number>;
  readonly paise: Record<StateKind, Paise>;
}

export interface BatchReading {
  find(batch: number): BatchRecord | null;
  /** Every batch, newest first. */
  list(): BatchRecord[];
  /** Batches of the merchant id, at whatever address, that were made from the same file or the same rows, newest first. */
  repeats(mid: Mid, file: { readonly fingerprint: Sha256; readonly sha256: Sha256 }): BatchRecord[];
  /** The number the next run of these rows would have. */
  nextRunNumber(mid: Mid, fingerprint: Sha256): number;
}

export interface BatchNotes {
  pause(batch: number, pause: Pause | null, nowMs: number): void;
  /** Batches that were left with something unsent say why from here on: `why` knows it, or the process died. */
  pauseInterrupted(nowMs: number, why?: (batch: number) => Pause | null): void;
  proveLookups(batch: number): void;
  /** Whether the batch was confirmed to send its first payout alone, and nobody has been asked after it yet. */
  owesFirstAlone(batch: number): boolean;
  /** The first payout went alone, and the person is asked. */
  wentAlone(batch: number, nowMs: number): void;
  countLift(batch: number): void;
  /** The wallet fell by a hundred times what this payout pays: an alarm. Shape: `words` name both. */
  walletFell(payoutId: PayoutId, words: string, nowMs: number): void;
  refuseRate(batch: number, ratePerSecond: number): void;
}
