import type { Pause } from '../../../shared/failures.ts';
import type { BatchId, Mid, PayoutId, Reference, Sha256 } from '../../../shared/ids.ts';
import type { Message } from '../../../shared/messages/message.ts';
import type { Paise } from '../../../shared/money.ts';
import type { Environment } from '../../../shared/profiles.ts';
import type { Ticks } from '../../../shared/repeats.ts';
import type { RetryLinks } from '../../../shared/retry-payout.ts';
import type { Issue, PayableRow } from '../../../shared/rows.ts';
import type { StateKind } from '../../../shared/states.ts';
import type { Person } from './approval.ts';

export interface ExcludedRow {
  readonly rowNumber: number;
  readonly source: readonly string[];
  readonly issues: readonly Issue[];
}

/** What is fixed once a person confirms a batch. */
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

/** What was looked up before a row was confirmed. `references`: references under which another computer may have paid it. */
export interface RowLookedUp {
  readonly rowNumber: number;
  readonly payouts: readonly PayoutId[];
  readonly references: readonly Reference[];
}

/**
 * How a row relates to an earlier payout. `again`: pays the same money again. `difference`: pays what a correction adds to it.
 * `name`: the same name with another account. `another`: the same payee for another purpose. `unpaid`: replaces one that ended
 * unpaid.
 */
export interface EarlierRelation {
  readonly earlier: PayoutId;
  readonly relation: 'again' | 'difference' | 'name' | 'another' | 'unpaid';
}

/** What is confirmed with a batch besides its rows: the ticks, what it retries, and whether to ask after the first payout. */
export interface ConfirmationMarks {
  readonly ticks: Ticks;
  /** By row number: the earlier payouts a person saw with the row, or that are looked up before it is sent. */
  readonly relations: ReadonlyMap<number, readonly EarlierRelation[]>;
  /** By row number: the holds on payees of the row's name that a person saw with it and confirmed as somebody else. */
  readonly heldNames: ReadonlyMap<number, readonly string[]>;
  readonly retry: RetryLinks | null;
  /** The earlier payments its rows would repeat, as looked up. Each resume looks them up again. */
  readonly lookedUp: readonly RowLookedUp[];
  /** The first payout goes alone; then the person is asked before the others are sent. */
  readonly firstAlone: boolean;
}

/** What is stored when a person confirms. `references` has one per row. */
export interface Confirmation extends BatchFacts {
  /** Digest of all that was shown. What others approved is found by it. */
  readonly seal: Sha256;
  readonly marks: ConfirmationMarks;
  readonly rows: readonly PayableRow[];
  readonly references: readonly Reference[];
  readonly excluded: readonly ExcludedRow[];
  readonly nowMs: number;
  /** Who pays, in a desk with a team. */
  readonly payer?: Person | null;
}

/** `at` is the desk's last record when the rows were screened; `stands` applies the same rules again. */
export interface Screened {
  readonly at: number;
  stands(): boolean;
}

/** `batch` is its number in this database, `id` its public name. */
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

/** A batch's payouts, counted by state. */
export interface Tally {
  readonly counts: Record<StateKind, number>;
  readonly paise: Record<StateKind, Paise>;
}

export interface BatchReading {
  find(batch: number): BatchRecord | null;
  /** Newest first. */
  list(): BatchRecord[];
  /** Batches with this merchant id, at any address, that were made from the same file or the same rows. Newest first. */
  repeats(mid: Mid, file: { readonly fingerprint: Sha256; readonly sha256: Sha256 }): BatchRecord[];
  /** The number the next run of these rows gets. */
  nextRunNumber(mid: Mid, fingerprint: Sha256): number;
}

export interface BatchNotes {
  pause(batch: number, pause: Pause | null, nowMs: number): void;
  /** Gives every batch that still has something to send a pause reason: the one from `why`, or else that the process died. */
  pauseInterrupted(nowMs: number, why?: (batch: number) => Pause | null): void;
  proveLookups(batch: number): void;
  /** Whether the batch was confirmed to send its first payout alone and the person has not been asked since. */
  owesFirstAlone(batch: number): boolean;
  /** Records that the first payout went alone and the person is being asked. */
  wentAlone(batch: number, nowMs: number): void;
  countLift(batch: number): void;
  /** Raises an alarm: the wallet fell by a hundred times the amount of this payout. `words` names both figures. */
  walletFell(payoutId: PayoutId, words: Message, nowMs: number): void;
  refuseRate(batch: number, ratePerSecond: number): void;
}
