import type { Refused } from '../../../shared/failures.ts';
import type { BatchId, Reference, Sha256 } from '../../../shared/ids.ts';
import type { Paise } from '../../../shared/money.ts';
import type { Issue, SheetName } from '../../../shared/rows.ts';
import type { Counts, StateKind } from '../../../shared/states.ts';
import type { BatchApproval } from './approval.ts';
import type { BatchFacts } from './batches.ts';
import type { LateNews } from './late-news.ts';
import type { ListedPayout, PayoutAttempt } from './payout-pages.ts';
import type { FeeTotals, ReportedFees } from './reported-fees.ts';

export interface ReportHead extends Omit<BatchFacts, 'merchantId' | 'totalPaise'> {
  readonly batch: BatchId;
  readonly retryOf: BatchId | null;
  readonly confirmedAtMs: number;
  readonly confirmedBy: string;
  /** Control totals: what was confirmed, to reconcile with the sums by state. */
  readonly confirmedCount: number;
  readonly confirmedPaise: Paise;
  readonly counts: Counts;
  readonly paise: Readonly<Record<StateKind, Paise>>;
  readonly excludedCount: number;
  readonly auditSequence: number;
  readonly auditHash: Sha256 | null;
}

/** `retryOf`: the payout this one retries, such as `B0001/12`. */
export interface ReportPayout extends ListedPayout, ReportedFees {
  readonly retryOf: string | null;
  /** The payout that had paid the same person instead by then, such as B0007/3; null if none had, or this one was paid. */
  readonly paidSinceAs: string | null;
  readonly source: readonly string[];
}

/** A payout without its fees, which take another reading. */
export type UnpricedPayout = Omit<ReportPayout, keyof ReportedFees>;

export interface ReportAttempt extends Omit<PayoutAttempt, 'number' | 'message'> {
  readonly rowNumber: number;
  readonly reference: Reference;
}

/** A row of the file that is not paid, and why. `source`: its cells as in the file, one per header. */
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

/** The whole content of a report. The lists are read once, in order, so that a large batch need not fit in memory. */
export interface BatchReport {
  readonly head: ReportHead;
  readonly asOfMs: number;
  readonly payouts: () => Iterable<ReportPayout>;
  /** One of its payouts, without reading the others; null when it has no such row. */
  readonly payoutAt: (rowNumber: number) => UnpricedPayout | null;
  readonly attempts: () => Iterable<ReportAttempt>;
  readonly excluded: () => Iterable<ReportExcluded>;
  readonly audit: () => Iterable<ReportAuditEntry>;
  /** What the gateway said of its payouts' fees and taxes, and what the wallet says. Reads all of them. */
  readonly fees: () => FeeTotals;
  /** Who approved it; absent where nobody had to. */
  readonly approvals?: readonly BatchApproval[];
  /** Alarms about its payouts that were unread at that time. */
  readonly alarms: readonly LateNews[];
}

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

/** In milliseconds since 1970, both included. */
export interface Period {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * A batch, and what changed in it within a period. `confirmed`: what it was confirmed with. `stored`: the sum of its payouts
 * now. `decided`: the part of `paid` that a person decided; the rest is the gateway's word. `open`: not final yet.
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
  /** Unread alarms about its payouts. */
  readonly alarms: number;
}

export interface MoneyMoved {
  /** Batches confirmed within the period, or with a payout that ended within it. */
  batches(period: Period): readonly BatchMoved[];
  /** How much of a profile's payouts left the wallet after `fromMs` and up to `toMs`, may have left it, and came back. */
  between(
    profile: string,
    period: Period,
  ): { readonly outPaise: number; readonly unsurePaise: number; readonly backPaise: number };
}

/** A wallet's first and last reading in a period. `unexplainedPaise`: the change this desk's payouts do not account for. */
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

/** A sheet as displayed, each cell as text. `sheets` lists all sheets of the workbook, even if none was read. */
export type SheetTexts = { readonly sheets: readonly SheetName[] } & (
  | { readonly kind: 'texts'; readonly rows: Iterable<readonly string[]> }
  | Refused
);

/** Reads one sheet of a workbook: the named one, or the only visible one. The bytes cannot be used afterwards. */
export type ReadSheet = (request: {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly sheet: string | null;
}) => Promise<SheetTexts>;
