// `--profile`, for every command that speaks to a gateway. In: nothing. Out: an entry of the table.
// This file must never have a default: which account pays is always said.

import { required } from './argument-kinds.ts';
import { readProfileName } from './desk-values.ts';

export const PROFILE = required({
  name: 'profile',
  argument: 'NAME',
  help: 'the merchant account; practice is the built-in practice gateway',
  value: readProfileName,
});
