import type { Answer } from '../../../../shared/api/contract.ts';
import type { PayoutId, Reference, Sha256 } from '../../../../shared/ids.ts';
import type { Profile } from '../../../../shared/profiles.ts';
import type { Correction } from '../../../../shared/retry.ts';
import type { AskTicks, CheckedFile, Issue, TickRow } from '../../../../shared/rows.ts';
import type { BatchRecord, Confirmation } from '../../domain/batches.ts';
import type { Chosen, HistoryPlace, Warning } from '../drafts/choose-rows.ts';

/** Rows that the desk itself would pay, before the gateway is asked about them. Shape: one reference for each row. */
export interface Candidate extends Omit<Chosen, 'tickable'> {
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
  /** Every row that a person was asked about. */
  readonly asked: readonly TickRow[];
  readonly source: FileSource | RetrySource;
}

/** Shape: `leaveOut` rows that a person leaves out, by number. */
export interface FileSource {
  readonly kind: 'file';
  readonly checked: CheckedFile;
  readonly onlyPayable: boolean;
  readonly leaveOut: ReadonlySet<number>;
  readonly fingerprint: Sha256;
  readonly runNumber: number;
}

/** Shape: `checked` the file with corrections, null without one; `paidAgain` by row number; `others` were not asked for at all. */
export interface RetrySource {
  readonly kind: 'retry';
  readonly batch: BatchRecord;
  readonly checked: CheckedFile | null;
  readonly paidAgain: ReadonlyMap<number, PaidAgain>;
  readonly others: readonly Issue[];
}

interface PaidAgain {
  readonly payoutId: PayoutId;
  readonly corrections: readonly Correction[];
}

/** What a person has said beforehand. Shape: without `askTicks` there is nobody to ask, and nothing is lifted. */
export interface SaidBefore {
  readonly acceptWarnings: boolean;
  readonly askTicks?: AskTicks | undefined;
}

/** Rows that may be paid, or why none may. Shape: `asked` every row that a person was asked about, however it ended. */
export interface Candidacy {
  readonly asked: readonly TickRow[];
  readonly answer: Answer<Candidate>;
}
