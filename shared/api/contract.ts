// The whole contract between the desk and its windows. Doors and pages take their types from here; it is never copied by hand.

import { z } from 'zod';
import type { Refusal } from '../rows.ts';
import { APPROVAL_COMMANDS } from './approval-commands.ts';
import { ARCHIVE_COMMANDS } from './archive-commands.ts';
import { BATCH_COMMANDS } from './batch-commands.ts';
import { COLLECT_COMMANDS } from './collect-commands.ts';
import { DESK_COMMANDS, RECOVERY_COMMANDS } from './desk-commands.ts';
import { DESKS_COMMANDS } from './desks-commands.ts';
import { DRAFT_COMMANDS, RECENT_COMMANDS } from './draft-commands.ts';
import { JOURNAL_COMMANDS } from './journal-commands.ts';
import { MAIL_COMMANDS } from './mail-commands.ts';
import { PAYEE_COMMANDS } from './payee-commands.ts';
import { PAYOUT_COMMANDS } from './payout-commands.ts';
import { PROFILE_COMMANDS } from './profile-commands.ts';
import { MESSAGE, REFUSAL } from './schemas.ts';
import type { CheckView } from './views.ts';

export const CONTRACT = {
  ...DESK_COMMANDS,
  ...PROFILE_COMMANDS,
  ...DRAFT_COMMANDS,
  ...RECENT_COMMANDS,
  ...BATCH_COMMANDS,
  ...JOURNAL_COMMANDS,
  ...PAYOUT_COMMANDS,
  ...PAYEE_COMMANDS,
  ...COLLECT_COMMANDS,
  ...RECOVERY_COMMANDS,
  ...ARCHIVE_COMMANDS,
  ...MAIL_COMMANDS,
  ...APPROVAL_COMMANDS,
  ...DESKS_COMMANDS,
} as const;

export type CommandName = keyof typeof CONTRACT;

/** A command that changes nothing. */
export type ReadingName = {
  [Name in CommandName]: (typeof CONTRACT)[Name]['changing'] extends false ? Name : never;
}[CommandName];

/** What a window sends. */
export type ParamsOf<Name extends CommandName> = z.input<(typeof CONTRACT)[Name]['params']>;

/** What a handler gets: checked, with defaults filled in. */
export type ParsedParamsOf<Name extends CommandName> = z.output<(typeof CONTRACT)[Name]['params']>;

export type AnswerOf<Name extends CommandName> = z.output<(typeof CONTRACT)[Name]['answer']>;

/** Whether a text names a command. A property that every object has does not count. */
export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(CONTRACT, name);
}

/**
 * A reply that is not `done`. `unsure`: it may have been done, so it is not a refusal. `fault`: a bug of ours; the message says
 * only that, the log says more.
 */
export const NOT_DONE = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('refused'), refusal: REFUSAL }),
  z.object({ kind: z.literal('unsure'), refusal: REFUSAL }),
  z.object({ kind: z.literal('fault'), message: MESSAGE }),
]);
export type NotDone = z.infer<typeof NOT_DONE>;

export type Reply<Value> = { readonly kind: 'done'; readonly value: Value } | NotDone;

/**
 * `refused`: a file, option or profile was refused and nothing was changed. `unsure`: it may have been done, and only a person
 * can find out. `blocked`: the file has rows that cannot be paid and must not be left out. `busy`: another process sends from
 * the data folder, or the desk is locked.
 */
export type Answer<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'refused'; readonly file: string | null; readonly refusal: Refusal }
  | { readonly kind: 'unsure'; readonly refusal: Refusal }
  | { readonly kind: 'blocked'; readonly check: CheckView; readonly refusal: Refusal }
  | { readonly kind: 'busy'; readonly refusal: Refusal };
