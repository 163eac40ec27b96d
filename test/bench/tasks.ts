// The messages between the benchmark's processes. Never import anything that takes memory: every child loads this file.

import type { ReportForm } from '../../shared/report-forms.ts';

/** Serve a practice gateway from a new database; the wallet is in paise. */
export interface ServeTask {
  readonly databasePath: string;
  readonly walletStartPaise: number;
}
export interface Served {
  readonly url: string;
  readonly mid: number;
  readonly token: string;
}

/** Pay this many payees, this many at once. `folder` is empty and belongs to the child. */
export interface PayTask extends Served {
  readonly folder: string;
  readonly count: number;
  /** Absent for the first of all. A payee whom one member has paid is not paid by another. */
  readonly firstPayee?: number;
  readonly inFlightMax: number;
  /** Absent for the most that a profile may have. */
  readonly ratePerSecond?: number;
  /** The register of which the desk is a member; absent for a desk alone. */
  readonly register?: RegisterServed;
}

/** A register on this computer, with its team's key as base64. */
export interface RegisterServed {
  readonly port: number;
  readonly registerId: string;
  readonly secret: string;
}

/** A gateway that answers every lookup, over http and TLS. */
export interface LookupsServed {
  readonly plain: string;
  readonly secured: string;
}

/** Look up this many payouts, this many at once. */
export interface LookTask {
  readonly url: string;
  readonly count: number;
  readonly inFlightMax: number;
  readonly connections: 'fresh' | 'kept';
}

/** `seconds` from the first request to the last answer. */
export interface Called {
  readonly seconds: number;
}

/**
 * `seconds` from the start of the run until every payout is settled on disk; `stallMs` is the 99th percentile; `commits` and
 * `checkpoints` of the store's file during the run.
 */
export interface Paid extends Called {
  readonly commits: number;
  readonly checkpoints: number;
  readonly stallMs: number;
}

/** Read a file and, for our side and bare CSV, store its rows in the folder. */
export interface ReadTask {
  readonly folder: string;
  readonly path: string;
  readonly rowCount: number;
}
export interface ReadMeasured {
  readonly seconds: number;
  readonly peakMegabytes: number;
}

/** Write one form of a report of this many payouts. */
export interface ReportTask {
  readonly form: ReportForm;
  readonly count: number;
  readonly path: string;
}

/** Write one report's payments as a workbook of one sheet. */
export interface ListTask {
  readonly writer: 'desk' | 'exceljs';
  readonly count: number;
  readonly path: string;
}
export interface ListWritten {
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
}

/** Measure a small and a large amount in turns. */
export interface GrowTask {
  readonly folder: string;
  readonly smallCount: number;
  readonly largeCount: number;
  readonly rounds: number;
}

/** For each round, the cost per row of the large amount divided by that of the small one. */
export interface Grown {
  readonly ratios: readonly number[];
}

/** Confirm and pay a batch in the folder with every call of SQLite timed; `withoutSums`: once more without the triggers that keep sums. */
export interface StatementsTask {
  readonly folder: string;
  readonly count: number;
  readonly withoutSums: boolean;
}
export interface StatementTimed {
  readonly sql: string;
  readonly ms: number;
  readonly calls: number;
}
/** `cpuMs`: of a whole phase, the timing included; `withoutSumsCpuMs`: of paying without the sums, if asked for. */
export interface StatementsTimed {
  readonly withoutSumsCpuMs: number | null;
  readonly confirming: { readonly cpuMs: number; readonly statements: readonly StatementTimed[] };
  readonly paying: { readonly cpuMs: number; readonly statements: readonly StatementTimed[] };
}

/** Make, or ask, a data folder with a history of this many payouts. */
export interface HistoryTask {
  readonly folder: string;
  readonly count: number;
}
export interface Asked {
  readonly name: string;
  /** Of the first time and of the second, of the wall's clock and of the processor. */
  readonly firstMs: number;
  readonly firstCpuMs: number;
  readonly againMs: number;
}
export interface HistoryAsked {
  readonly asked: readonly Asked[];
  readonly peakMegabytes: number;
}

/** One long work. `params`: without those of every question about all payments. */
export interface HistoryWork {
  readonly folder: string;
  readonly command: 'exportBatch' | 'exportPayouts' | 'backUp' | 'verifyAudit';
  readonly params: object;
}
export interface HistoryWorked {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
}

/** One way to find a part of a name among the different payees: what it weighs, and what filling and one search take. */
export interface Found {
  readonly what: string;
  readonly megabytes: number;
  readonly filledMs: number;
  readonly foundMs: number;
  readonly found: number;
}
export interface SearchCompared {
  readonly lists: readonly Found[];
}

/** All batches of a history archived: the database before and after, and what the first drawer and a whole report of one take. */
export interface ArchiveMeasured {
  readonly megabytesBefore: number;
  readonly megabytesAfter: number;
  readonly archivedMs: number;
  readonly archivedCpuMs: number;
  readonly longestStepMs: number;
  readonly drawerMs: number;
  readonly reportMs: number;
}
