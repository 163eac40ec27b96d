// `watch`: looks up what is not final yet. In: the batch, or none for all that are open. Out: the command.
// This file must never lead to a payout being sent.

import type { BatchId } from '../../../../shared/ids.ts';
import { optionalPositional } from '../argument-kinds.ts';
import { defineCommand, taken } from '../command-table.ts';
import type { CommonValues } from '../command-table.ts';
import { readBatchId } from '../desk-values.ts';
import { FOR } from '../follow-options.ts';

/** Units: `forMs` in milliseconds, null for no bound. */
export interface WatchCommand extends CommonValues {
  readonly kind: 'watch';
  readonly batch: BatchId | null;
  readonly forMs: number | null;
}

export const watch = defineCommand({
  words: ['watch'],
  summary: 'looks up the payouts that are not final yet; sends nothing',
  notes: [
    'Ends when every payout is final or its next look-up is over 10 minutes away.',
    'What is final is looked up again on days 1, 3 and 7, a decision of yours daily for 30 days: run it daily, and it finds what changed.',
    'A token from the environment serves one merchant: where there are several, name the batch.',
  ],
  positionals: {
    batch: optionalPositional({
      label: 'BATCH',
      help: 'the batch, such as B0012; if left out, every one that is not final yet, one after the other',
      value: readBatchId,
    }),
  },
  options: { forMs: FOR },
  make: (values) => taken<WatchCommand>({ kind: 'watch', ...values }),
});
