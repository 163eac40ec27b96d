// What the screen of a running batch is given. In: nothing. Out: types. This file must never hold a component.

import type { AnswerOf } from '../../../shared/api/contract.ts';
import type { BatchId } from '../../../shared/ids.ts';

export type BatchDetail = AnswerOf<'readBatch'>;

export interface RunScreenProps {
  readonly batch: BatchId;
  readonly maskAccounts: boolean;
  readonly onResult: () => void;
  readonly onUnknown: () => void;
  readonly onSettings: () => void;
  readonly onHistory: () => void;
  readonly onToken: () => void;
  readonly onPayout: (payout: string) => void;
}
