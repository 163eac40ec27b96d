// `wallet`: the balance as the gateway reports it. In: the profile. Out: the command.
// This file must never lead to a payout.

import { defineCommand, taken } from '../command-table.ts';
import type { CommonValues } from '../command-table.ts';
import { PROFILE } from '../profile-option.ts';

export interface WalletCommand extends CommonValues {
  readonly kind: 'wallet';
  readonly profile: string;
}

export const wallet = defineCommand({
  words: ['wallet'],
  summary: 'asks the gateway for the wallet balance',
  positionals: {},
  options: { profile: PROFILE },
  make: (values) => taken<WalletCommand>({ kind: 'wallet', ...values }),
});
