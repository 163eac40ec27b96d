// `retry`: pays again what ended unpaid of a batch. In: the batch, perhaps a file with corrected details. Out: the command.
// This file must never have an option that lifts the look-ups before it, or that changes an amount.

import type { BatchId, CommandId } from '../../../../shared/ids.ts';
import { BATCH_NAME_MAX_CHARACTERS } from '../../../../shared/limits.ts';
import { optional } from '../argument-kinds.ts';
import { BATCH } from '../batch-argument.ts';
import { COMMAND_ID } from '../command-id-option.ts';
import { defineCommand, refuse, taken } from '../command-table.ts';
import type { CommonValues } from '../command-table.ts';
import type { FileChoice } from '../file-options.ts';
import { FILE_OPTIONS } from '../file-options.ts';
import { ACCEPT_WARNINGS, FOR, UNTIL, YES } from '../follow-options.ts';
import type { Until } from '../follow-options.ts';
import { parsePath, textUpTo } from '../values.ts';

/** Shape: `from` null to pay with the details as they were. Units: `forMs` in milliseconds, null for no bound. */
export interface RetryCommand extends CommonValues, Omit<FileChoice, 'file'> {
  readonly kind: 'retry';
  readonly batch: BatchId;
  readonly from: string | null;
  readonly yes: boolean;
  readonly acceptWarnings: boolean;
  readonly name: string | null;
  readonly until: Until;
  readonly forMs: number | null;
  readonly commandId: CommandId | null;
}

const OPTIONS = {
  from: optional({
    name: 'from',
    argument: 'FILE',
    help: 'a spreadsheet with corrected details; only the payouts it names are paid again, for the same amounts',
    value: parsePath,
  }),
  yes: YES,
  acceptWarnings: ACCEPT_WARNINGS,
  name: optional({
    name: 'name',
    argument: 'TEXT',
    help: 'what to call the new batch',
    value: textUpTo(BATCH_NAME_MAX_CHARACTERS),
  }),
  until: UNTIL,
  forMs: FOR,
  commandId: COMMAND_ID,
  ...FILE_OPTIONS,
} as const;

export const retry = defineCommand({
  words: ['retry'],
  summary: 'pays again what ended failed, rejected or reversed, as a linked batch with new references',
  notes: [
    'Each payout, and all that it retried, is looked up again first; one that may have been paid is left out and named.',
    "FILE is the batch's own sheet with cells corrected, or any sheet whose reference column names the payouts.",
  ],
  positionals: { batch: BATCH },
  options: OPTIONS,
  make: (values) => {
    const { from, sheet, columns, encoding } = values;
    if (from === null && (sheet !== null || columns.length > 0 || encoding !== null)) {
      return refuse({
        code: 'missingOption',
        message: '--sheet, --map and --encoding are about the file of --from, and there is none.',
        cure: 'Add --from FILE, or leave them out.',
      });
    }
    return taken<RetryCommand>({ kind: 'retry', ...values });
  },
});
