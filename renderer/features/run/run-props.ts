import type { AnswerOf } from '../../../shared/api/contract.ts';
import type { BatchId } from '../../../shared/ids.ts';

export type BatchDetail = AnswerOf<'readBatch'>;

export interface RunScreenProps {
  readonly batch: BatchId;
  readonly maskAccounts: boolean;
  readonly onResult: () => void;
  /** The desk in doubt of this batch's book, whichever account is chosen at the top. */
  readonly onUnknown: (of: Pick<BatchDetail, 'environment'>) => void;
  readonly onSettings: () => void;
  readonly onHistory: (of: Pick<BatchDetail, 'environment'>) => void;
  /** Replaces the token of the account that this batch is paid from. */
  readonly onToken: (profile: string) => void;
  readonly onPayout: (payout: string) => void;
}
