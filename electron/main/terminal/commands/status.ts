// `status`: how a batch stands. In: the batch, or none for the newest. Out: the command.
// This file must never lead to a request or a change.

import type { BatchId } from '../../../../shared/ids.ts';
import { BATCH_OR_LATEST } from '../batch-argument.ts';
import { defineCommand, taken } from '../command-table.ts';
import type { CommonValues } from '../command-table.ts';

export interface StatusCommand extends CommonValues {
  readonly kind: 'status';
  readonly batch: BatchId | null;
}

export const status = defineCommand({
  words: ['status'],
  summary: 'shows how a batch stands; reads only',
  positionals: { batch: BATCH_OR_LATEST },
  options: {},
  make: (values) => taken<StatusCommand>({ kind: 'status', ...values }),
});
