// What the benchmark's processes tell each other. This file must never import anything that takes memory: it is loaded
// by every child.

import type { ReportForm } from '../../shared/report-forms.ts';

/** Serve a practice gateway from a new database. Units: paise. */
export interface ServeTask {
  readonly databasePath: string;
  readonly walletStartPaise: number;
}
export interface Served {
  readonly url: string;
  readonly mid: number;
  readonly token: string;
}

/** Pay so many payees, so many at once. Shape: `folder` is empty and the child's own. */
export interface PayTask extends Served {
  readonly folder: string;
  readonly count: number;
  readonly inFlightMax: number;
}

/** A gateway that answers every look-up, over http and over TLS. */
export interface LookupsServed {
  readonly plain: string;
  readonly secured: string;
}

/** Look so many payouts up, so many at once. */
export interface LookTask {
  readonly url: string;
  readonly count: number;
  readonly inFlightMax: number;
  readonly connections: 'fresh' | 'kept';
}

/** Units: `seconds` from the first request to the last answer. */
export interface Called {
  readonly seconds: number;
}

/**
 * Units: `seconds` from the start of the run until every payout is settled on disk; `stallMs` the 99th percentile.
 * Shape: `commits` and `checkpoints` of the store's file during the run.
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

/** Write one form of a report of so many payouts. */
export interface ReportTask {
  readonly form: ReportForm;
  readonly count: number;
  readonly path: string;
}

/** Measure a small and a large amount in turns. */
export interface GrowTask {
  readonly folder: string;
  readonly smallCount: number;
  readonly largeCount: number;
  readonly rounds: number;
}

/** Shape: for each round, the cost per row of the large amount over that of the small one. */
export interface Grown {
  readonly ratios: readonly number[];
}
