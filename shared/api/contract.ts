// The whole contract between the desk and its windows: command name to what it is asked with and what it answers.
// In: nothing. Out: the map, and the types read off it. This file must never be copied by hand anywhere: doors and pages
// take their types from here.

import type { z } from 'zod';
import { BATCH_COMMANDS } from './batch-commands.ts';
import { DESK_COMMANDS } from './desk-commands.ts';
import { DRAFT_COMMANDS } from './draft-commands.ts';
import { GATEWAY_COMMANDS } from './gateway-commands.ts';
import { PAYOUT_COMMANDS } from './payout-commands.ts';
import { PROFILE_COMMANDS } from './profile-commands.ts';
import { RECENT_COMMANDS } from './recent-commands.ts';

export const CONTRACT = {
  ...DESK_COMMANDS,
  ...PROFILE_COMMANDS,
  ...DRAFT_COMMANDS,
  ...RECENT_COMMANDS,
  ...BATCH_COMMANDS,
  ...PAYOUT_COMMANDS,
  ...GATEWAY_COMMANDS,
} as const;

export type CommandName = keyof typeof CONTRACT;

/** What a window sends. */
export type ParamsOf<Name extends CommandName> = z.input<(typeof CONTRACT)[Name]['params']>;

/** What a handler is given: checked, with the defaults filled in. */
export type TakenParamsOf<Name extends CommandName> = z.output<(typeof CONTRACT)[Name]['params']>;

export type AnswerOf<Name extends CommandName> = z.output<(typeof CONTRACT)[Name]['answer']>;

/** Whether a text names a command: never a property that every object has. */
export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(CONTRACT, name);
}
