// `cancel`: drops what has not been sent. In: the batch. Out: the command.
// This file must never guess which batch is meant.

import type { BatchId } from '../../../../shared/ids.ts';
import { BATCH } from '../batch-argument.ts';
import { defineCommand, taken } from '../command-table.ts';
import type { CommonValues } from '../command-table.ts';

export interface CancelCommand extends CommonValues {
  readonly kind: 'cancel';
  readonly batch: BatchId;
}

export const cancel = defineCommand({
  words: ['cancel'],
  summary: 'drops what has not been sent of a batch',
  positionals: { batch: BATCH },
  options: {},
  make: (values) => taken<CancelCommand>({ kind: 'cancel', ...values }),
});
