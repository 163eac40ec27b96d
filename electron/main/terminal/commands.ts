// Every command of the desk: the union that the handlers switch over, and the table that parsing and help read.
// A new command is one file under commands/ and one entry here. This file must never hold an option of its own.

import { auditVerify } from './commands/audit-verify.ts';
import { backup } from './commands/backup.ts';
import { cancel } from './commands/cancel.ts';
import { check } from './commands/check.ts';
import { exportReport } from './commands/export.ts';
import { list } from './commands/list.ts';
import { lookup } from './commands/lookup.ts';
import { news } from './commands/news.ts';
import { orderCreate } from './commands/order-create.ts';
import { orderStatus } from './commands/order-status.ts';
import { practice } from './commands/practice.ts';
import { profileList } from './commands/profile-list.ts';
import { profileSet } from './commands/profile-set.ts';
import { profileToken } from './commands/profile-token.ts';
import { resolve } from './commands/resolve.ts';
import { restore } from './commands/restore.ts';
import { resume } from './commands/resume.ts';
import { retry } from './commands/retry.ts';
import { run } from './commands/run.ts';
import { status } from './commands/status.ts';
import { template } from './commands/template.ts';
import { unknown } from './commands/unknown.ts';
import { unlock } from './commands/unlock.ts';
import { wallet } from './commands/wallet.ts';
import { watch } from './commands/watch.ts';
import type { CommandSpec } from './command-table.ts';

/** In the order in which help lists them. */
export const COMMANDS = [
  profileSet,
  profileList,
  profileToken,
  template,
  check,
  run,
  resume,
  retry,
  watch,
  status,
  list,
  unknown,
  resolve,
  news,
  cancel,
  exportReport,
  auditVerify,
  backup,
  restore,
  unlock,
  wallet,
  lookup,
  orderCreate,
  orderStatus,
  practice,
] as const;

/** A command of the table, whatever it makes. */
export type AnyCommandSpec = CommandSpec<DeskCommand>;

/** Every command that a handler answers. */
export type DeskCommand = Made<(typeof COMMANDS)[number]>;
type Made<Spec> = Spec extends CommandSpec<infer Command> ? Command : never;

/** The commands of these kinds. */
export type CommandOf<Kind extends DeskCommand['kind']> = Extract<DeskCommand, { kind: Kind }>;

/** What a command line means. Shape: `topic` names a command or the first word of several, null for the overall help. */
export type Command =
  | DeskCommand
  | { readonly kind: 'help'; readonly topic: readonly string[] }
  | { readonly kind: 'version' };
