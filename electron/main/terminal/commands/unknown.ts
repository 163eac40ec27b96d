// `unknown`: the payouts in doubt with their evidence. In: the batch, or none for all. Out: the command.
// This file must never lead to a request or a change.

import type { BatchId } from '../../../../shared/ids.ts';
import { optionalPositional } from '../argument-kinds.ts';
import { defineCommand, taken } from '../command-table.ts';
import type { CommonValues } from '../command-table.ts';
import { readBatchId } from '../desk-values.ts';

export interface UnknownCommand extends CommonValues {
  readonly kind: 'unknown';
  readonly batch: BatchId | null;
}

export const unknown = defineCommand({
  words: ['unknown'],
  summary: 'shows the payouts in doubt, what is known about each, and what a person may decide; reads only',
  notes: [
    'Payouts whose evidence says the same stand together. With --json every attempt and every look-up of each is there, word for word.',
  ],
  positionals: {
    batch: optionalPositional({
      label: 'BATCH',
      help: 'the batch, such as B0012; if left out, every one',
      value: readBatchId,
    }),
  },
  options: {},
  make: (values) => taken<UnknownCommand>({ kind: 'unknown', ...values }),
});
