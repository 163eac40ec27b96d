// `news`: the alarms that wait to be read. In: the batch, or none for all. Out: the command.
// This file must never mark an alarm as read unless that was asked for.

import type { BatchId } from '../../../../shared/ids.ts';
import { flag, optionalPositional } from '../argument-kinds.ts';
import { defineCommand, taken } from '../command-table.ts';
import type { CommonValues } from '../command-table.ts';
import { readBatchId } from '../desk-values.ts';

export interface NewsCommand extends CommonValues {
  readonly kind: 'news';
  readonly batch: BatchId | null;
  readonly all: boolean;
  readonly markRead: boolean;
}

export const news = defineCommand({
  words: ['news'],
  summary: 'shows what the gateway said after a payout had ended, an alarm until it is marked as read',
  notes: [
    'A payout that was called failed and is paid after all, or the other way round; a possible duplicate; an answer about another payment.',
  ],
  positionals: {
    batch: optionalPositional({
      label: 'BATCH',
      help: 'the batch, such as B0012; if left out, every one',
      value: readBatchId,
    }),
  },
  options: {
    markRead: flag({ name: 'read', help: 'marks what is shown as read, with your name and the time' }),
    all: flag({ name: 'all', help: 'also shows what was read before' }),
  },
  make: (values) => taken<NewsCommand>({ kind: 'news', ...values }),
});
