// `cancel`: drops what has not been sent. In: the batch. Out: the command.
// This file must never guess which batch is meant.

import type { BatchId, CommandId } from '../../../../shared/ids.ts';
import { BATCH } from '../batch-argument.ts';
import { COMMAND_ID } from '../command-id-option.ts';
import { defineCommand, taken } from '../command-table.ts';
import type { CommonValues } from '../command-table.ts';

export interface CancelCommand extends CommonValues {
  readonly kind: 'cancel';
  readonly batch: BatchId;
  readonly commandId: CommandId | null;
}

export const cancel = defineCommand({
  words: ['cancel'],
  summary: 'drops what has not been sent of a batch',
  positionals: { batch: BATCH },
  options: { commandId: COMMAND_ID },
  make: (values) => taken<CancelCommand>({ kind: 'cancel', ...values }),
});
