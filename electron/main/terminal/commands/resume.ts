// `resume`: sends what is safely unsent of a paused batch. In: the batch. Out: the command.
// This file must never let a payout in doubt be sent again: nothing here could ask for that.

import type { BatchId, CommandId } from '../../../../shared/ids.ts';
import { BATCH } from '../batch-argument.ts';
import { COMMAND_ID } from '../command-id-option.ts';
import { defineCommand, taken } from '../command-table.ts';
import type { CommonValues } from '../command-table.ts';
import { ACCEPT_WARNINGS, FOR, UNTIL, YES } from '../follow-options.ts';
import type { Until } from '../follow-options.ts';

/** Units: `forMs` in milliseconds, null for no bound. */
export interface ResumeCommand extends CommonValues {
  readonly kind: 'resume';
  readonly batch: BatchId;
  readonly yes: boolean;
  readonly acceptWarnings: boolean;
  readonly until: Until;
  readonly forMs: number | null;
  readonly commandId: CommandId | null;
}

export const resume = defineCommand({
  words: ['resume'],
  summary: 'sends what is safely unsent of a paused batch and follows it',
  positionals: { batch: BATCH },
  options: { yes: YES, acceptWarnings: ACCEPT_WARNINGS, until: UNTIL, forMs: FOR, commandId: COMMAND_ID },
  make: (values) => taken<ResumeCommand>({ kind: 'resume', ...values }),
});
