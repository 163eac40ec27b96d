// Every command of the desk, in the order in which help lists them. A new one joins the list of its file.

import type { CommandSpec } from './command-table.ts';
import { BATCH_END_SPECS, BATCH_READ_SPECS } from './commands/batches.ts';
import { COLLECT_SPECS } from './commands/collect.ts';
import { PAY_SPECS } from './commands/pay.ts';
import { PAYOUT_SPECS } from './commands/payouts.ts';
import { PRACTICE_SPECS } from './commands/practice.ts';
import { PROFILE_SPECS } from './commands/profiles.ts';
import { RECOVERY_SPECS } from './commands/recovery.ts';
import { SHEET_SPECS } from './commands/sheets.ts';

export const COMMANDS: readonly CommandSpec[] = [
  ...PROFILE_SPECS,
  ...SHEET_SPECS,
  ...PAY_SPECS,
  ...BATCH_READ_SPECS,
  ...PAYOUT_SPECS,
  ...BATCH_END_SPECS,
  ...RECOVERY_SPECS,
  ...COLLECT_SPECS,
  ...PRACTICE_SPECS,
];
