// Every command of the desk, in the order in which help lists them. A new one joins the list of its file.

import type { CommandSpec } from './command-table.ts';
import { BATCH_END_COMMANDS, BATCH_READ_COMMANDS } from './commands/batches.ts';
import { COLLECT_COMMANDS } from './commands/collect.ts';
import { PAY_COMMANDS } from './commands/pay.ts';
import { PAYOUT_COMMANDS } from './commands/payouts.ts';
import { PRACTICE_COMMANDS } from './commands/practice.ts';
import { PROFILE_COMMANDS } from './commands/profiles.ts';
import { RECOVERY_COMMANDS } from './commands/recovery.ts';
import { SHEET_COMMANDS } from './commands/sheets.ts';

export const COMMANDS: readonly CommandSpec[] = [
  ...PROFILE_COMMANDS,
  ...SHEET_COMMANDS,
  ...PAY_COMMANDS,
  ...BATCH_READ_COMMANDS,
  ...PAYOUT_COMMANDS,
  ...BATCH_END_COMMANDS,
  ...RECOVERY_COMMANDS,
  ...COLLECT_COMMANDS,
  ...PRACTICE_COMMANDS,
];
