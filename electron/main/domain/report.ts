import { type Said } from '../../../shared/cures.ts';
import type { BatchId, Reference, Sha256 } from '../../../shared/ids.ts';
import type { Paise } from '../../../shared/money.ts';
import type { GatewayIds } from '../../../shared/outcomes.ts';
import type { Environment } from '../../../shared/profiles.ts';
import type { Beneficiary, Issue } from '../../../shared/rows.ts';
import type { Counts, StateKind } from '../../../shared/states.ts';

export interface ReportHead {
  readonly batch: BatchId;
  readonly name: string;
  readonly profile: string;
  readonly mid: number;
  readonly baseUrl: string;
  readonly environment: Environment;
  readonly fileName: string;
  readonly fileSha256: Sha256;
  readonly sheet: string | null;
  readonly fingerprint: Sha256;
  readonly runNumber: number;
  readonly retryOf: BatchId | null;
  readonly confirmedAtMs: number;
  readonly confirmedBy: string;
  readonly headers: readonly string[];
  /** Control totals: what was confirmed, to be reconciled with what the states sum up to. */
  readonly confirmedCount: number;
  readonly confirmedPaise: Paise;
  readonly counts: Counts;
  readonly paise: Readonly<Record<StateKind, Paise>>;
  readonly excludedCount: number;
  readonly auditSequence: number;
  readonly auditHash: Sha256 | null;
}

export interface ReportPayout {
  readonly rowNumber: number;
  readonly status: StateKind;
  readonly reference: Reference;
  readonly beneficiary: Beneficiary;
  readonly amountPaise: Paise;
  readonly remark: string;
  readonly name: string | null;
  readonly ids: GatewayIds;
  readonly gatewayStatus: string | null;
  readonly message: string | null;
  readonly attempts: number;
  readonly sentAtMs: number | null;
  readonly settledAtMs: number | null;
  readonly decidedBy: string | null;
  /** The payout this one retries, as `B0001/12`. */
  readonly retryOf: string | null;
  readonly source: readonly string[];
}

export interface ReportAttempt {
  readonly rowNumber: number;
  readonly reference: Reference;
  readonly sentAtMs: number;
  readonly answeredAtMs: number | null;
  readonly outcome: string | null;
  readonly httpStatus: number | null;
  readonly answer: string | null;
}

/** A row of the file that was left out when the batch was confirmed, and why. */
export interface ReportExcluded {
  readonly rowNumber: number;
  readonly source: readonly string[];
  readonly issues: readonly Said<Issue>[];
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
}

/** One row. Shape: `source` its cells as the file had them, one per header; one `problem` and `cure` for each finding. */
interface ProblemRow {
  readonly rowNumber: number;
  readonly source: readonly string[];
  readonly issues: readonly { readonly problem: string; readonly cure: string }[];
}

export interface ProblemRows {
  readonly file: string;
  readonly madeAtMs: number;
  readonly headers: readonly string[];
  readonly rows: readonly ProblemRow[];
}
