// The batch a command is about. In: nothing. Out: entries of the table.
// This file must never guess a batch where a command changes one.

import { optionalPositional, positional } from './argument-kinds.ts';
import { readBatchId } from './desk-values.ts';

/** The batch of a command that changes or exports one. */
export const BATCH = positional({ label: 'BATCH', help: 'the batch, such as B0012', value: readBatchId });

/** The batch of a command that only looks. */
export const BATCH_OR_LATEST = optionalPositional({
  label: 'BATCH',
  help: 'the batch, such as B0012; the newest if left out',
  value: readBatchId,
});
