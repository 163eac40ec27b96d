// `profile list`: the profiles of this desk. In: nothing. Out: the command.
// This file must never lead to a token being shown.

import { defineCommand, taken } from '../command-table.ts';
import type { CommonValues } from '../command-table.ts';

export interface ProfileListCommand extends CommonValues {
  readonly kind: 'profileList';
}

export const profileList = defineCommand({
  words: ['profile', 'list'],
  summary: 'lists the profiles',
  positionals: {},
  options: {},
  make: (values) => taken<ProfileListCommand>({ kind: 'profileList', ...values }),
});
