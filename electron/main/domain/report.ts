import type { Refused } from '../../../shared/failures.ts';
import type { BatchId, Reference, Sha256 } from '../../../shared/ids.ts';
import type { Paise } from '../../../shared/money.ts';
import type { Issue, SheetName } from '../../../shared/rows.ts';
import type { Counts, StateKind } from '../../../shared/states.ts';
import type { BatchFacts } from './batches.ts';
import type { LateNews } from './late-news.ts';
import type { ListedPayout, PayoutAttempt } from './payout-pages.ts';

export interface ReportHead extends Omit<BatchFacts, 'merchantId' | 'totalPaise'> {
  readonly batch: BatchId;
  readonly retryOf: BatchId | null;
  readonly confirmedAtMs: number;
  readonly confirmedBy: string;
  /** Control totals: what was confirmed, to be reconciled with what the states sum up to. */
  readonly confirmedCount: number;
  readonly confirmedPaise: Paise;
  readonly counts: Counts;
  readonly paise: Readonly<Record<StateKind, Paise>>;
  readonly excludedCount: number;
  readonly auditSequence: number;
  readonly auditHash: Sha256 | null;
}

/** Shape: `retryOf` the payout this one retries, as `B0001/12`. */
export interface ReportPayout extends ListedPayout {
  readonly retryOf: string | null;
  /** The payout that has paid the same person instead by then, such as B0007/3; null where none has, and where it was paid itself. */
  readonly paidSinceAs: string | null;
  readonly source: readonly string[];
}

export interface ReportAttempt extends Omit<PayoutAttempt, 'number' | 'message'> {
  readonly rowNumber: number;
  readonly reference: Reference;
}

/** A row of the file that is not paid, and why. Shape: `source` its cells as the file had them, one per header. */
export interface ReportExcluded {
  readonly rowNumber: number;
  readonly source: readonly string[];
  readonly issues: readonly Issue[];
}

export interface ReportAuditEntry {
  readonly sequence: number;
  readonly atMs: number;
  readonly actor: string;
  readonly what: string;
  readonly detail: string;
  readonly hash: Sha256;
}

/** A report's whole content. The lists are read once, in order, so that a large batch need not lie in memory. */
export interface BatchReport {
  readonly head: ReportHead;
  readonly asOfMs: number;
  readonly payouts: () => Iterable<ReportPayout>;
  readonly attempts: () => Iterable<ReportAttempt>;
  readonly excluded: () => Iterable<ReportExcluded>;
  readonly audit: () => Iterable<ReportAuditEntry>;
  /** Alarms that concern its payouts and that nobody had read by then. */
  readonly alarms: readonly LateNews[];
}

/** Rows of a file that cannot be paid. */
export interface ProblemRows {
  readonly file: string;
  readonly madeAtMs: number;
  readonly headers: readonly string[];
  readonly rows: readonly ReportExcluded[];
}

/** A person's certificate with its key, as PKCS#12. */
export interface Certificate {
  readonly p12: Uint8Array;
  readonly passphrase: string;
}

/** Units: milliseconds since 1970, both included. */
export interface Period {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * A batch beside what moved of it within a period. Shape: `confirmed` what its file was confirmed with, `stored` what its
 * payouts add up to now; of `paid` a person decided `decided`, the rest is the gateway's word; `open` is not final yet.
 */
export interface BatchMoved {
  readonly batch: BatchId;
  readonly file: string;
  readonly profile: string;
  readonly mid: number;
  readonly confirmedAtMs: number;
  readonly confirmedCount: number;
  readonly confirmedPaise: number;
  readonly storedCount: number;
  readonly storedPaise: number;
  readonly paidCount: number;
  readonly paidPaise: number;
  readonly decidedPaise: number;
  readonly backPaise: number;
  readonly failedPaise: number;
  readonly openCount: number;
  readonly openPaise: number;
  /** Alarms that concern its payouts and that nobody has read. */
  readonly alarms: number;
}

export interface MoneyMoved {
  /** Batches that were confirmed or of which something came to its end within the period. */
  batches(period: Period): readonly BatchMoved[];
  /** What of an account's payouts left the wallet after `fromMs` and up to `toMs`, may have left it, and came back to it. */
  between(
    profile: string,
    period: Period,
  ): { readonly outPaise: number; readonly unsurePaise: number; readonly backPaise: number };
}

/**
 * A wallet within a period. Shape: its first and its last reading there; `unexplainedPaise` what this desk's payouts do not
 * account for.
 */
export interface WalletMoved {
  readonly profile: string;
  readonly firstAtMs: number;
  readonly firstPaise: number;
  readonly lastAtMs: number;
  readonly lastPaise: number;
  readonly outPaise: number;
  readonly unsurePaise: number;
  readonly backPaise: number;
  readonly unexplainedPaise: number;
}

/** A sheet as it stands, each cell the text that it shows. Shape: `sheets` are all of its workbook, also where none was read. */
export type SheetTexts = { readonly sheets: readonly SheetName[] } & (
  | { readonly kind: 'texts'; readonly rows: Iterable<readonly string[]> }
  | Refused
);

/** Reads one sheet of a workbook, the only visible one where none is named. The bytes cannot be used afterwards. */
export type ReadSheet = (request: {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly sheet: string | null;
}) => Promise<SheetTexts>;
