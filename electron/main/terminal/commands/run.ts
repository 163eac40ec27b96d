// `run`: imports a spreadsheet, confirms it, sends it and follows it. In: the file, the profile, what is accepted.
// Out: the command. This file must never have an option that lifts a guard or a ceiling.

import type { BatchId, CommandId } from '../../../../shared/ids.ts';
import { BATCH_NAME_MAX_CHARACTERS, REMARK_MAX_CHARACTERS } from '../../../../shared/limits.ts';
import { flag, optional } from '../argument-kinds.ts';
import { COMMAND_ID } from '../command-id-option.ts';
import { defineCommand, taken } from '../command-table.ts';
import type { CommonValues } from '../command-table.ts';
import { readBatchId } from '../desk-values.ts';
import { FILE, FILE_OPTIONS } from '../file-options.ts';
import type { FileChoice } from '../file-options.ts';
import { ACCEPT_WARNINGS, FOR, UNTIL, YES } from '../follow-options.ts';
import type { Until } from '../follow-options.ts';
import { PROFILE } from '../profile-option.ts';
import { textUpTo } from '../values.ts';

/** Shape: `name` is the batch's own, null for the file's. Units: `forMs` in milliseconds, null for no bound. */
export interface RunCommand extends CommonValues, FileChoice {
  readonly kind: 'run';
  readonly profile: string;
  readonly yes: boolean;
  readonly onlyPayable: boolean;
  readonly acceptWarnings: boolean;
  readonly acceptRepeat: BatchId | null;
  readonly includeHidden: boolean;
  readonly remark: string | null;
  readonly name: string | null;
  readonly until: Until;
  readonly forMs: number | null;
  readonly commandId: CommandId | null;
}

const OPTIONS = {
  profile: PROFILE,
  yes: YES,
  onlyPayable: flag({ name: 'only-payable', help: 'leave out the rows that cannot be paid' }),
  acceptWarnings: ACCEPT_WARNINGS,
  acceptRepeat: optional({
    name: 'accept-repeat',
    argument: 'BATCH',
    help: 'the batch that is being repeated; lifts no guard',
    value: readBatchId,
  }),
  includeHidden: flag({ name: 'include-hidden', help: 'pay the rows too that the sheet hides' }),
  remark: optional({
    name: 'remark',
    argument: 'TEXT',
    help: 'the remark of every row whose remark is empty or missing',
    value: textUpTo(REMARK_MAX_CHARACTERS),
  }),
  name: optional({
    name: 'name',
    argument: 'TEXT',
    help: "what to call the batch; the file's name if left out",
    value: textUpTo(BATCH_NAME_MAX_CHARACTERS),
  }),
  until: UNTIL,
  forMs: FOR,
  commandId: COMMAND_ID,
  ...FILE_OPTIONS,
} as const;

export const run = defineCommand({
  words: ['run'],
  summary: 'imports a spreadsheet, asks for confirmation, pays it and follows every payout',
  notes: [
    "The token comes from the keychain, or from the environment's PAYOUT_DESK_TOKEN, which is never stored.",
    'Ctrl+C pauses: requests in flight are awaited; a second Ctrl+C leaves at once, safely.',
  ],
  positionals: { file: FILE },
  options: OPTIONS,
  make: (values) => taken<RunCommand>({ kind: 'run', ...values }),
});
