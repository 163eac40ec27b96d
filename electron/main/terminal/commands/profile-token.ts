// `profile token`: puts the token that is piped in into the keychain, or takes it out. In: the profile's name. Out: the
// command. This file must never take the token itself: a command line can be read by every user of the machine.

import { flag, positional } from '../argument-kinds.ts';
import { defineCommand, taken } from '../command-table.ts';
import type { CommonValues } from '../command-table.ts';
import { readProfileName } from '../desk-values.ts';

export interface ProfileTokenCommand extends CommonValues {
  readonly kind: 'profileToken';
  readonly name: string;
  readonly remove: boolean;
}

export const profileToken = defineCommand({
  words: ['profile', 'token'],
  summary: "reads a profile's token from standard input into the keychain",
  notes: [
    'On a terminal it asks for the token and does not show it. In a script, pipe it: desk profile token NAME < token-file',
  ],
  positionals: { name: positional({ label: 'NAME', help: 'the profile', value: readProfileName }) },
  options: { remove: flag({ name: 'remove', help: 'take the token out of the keychain' }) },
  make: (values) => taken<ProfileTokenCommand>({ kind: 'profileToken', ...values }),
});
