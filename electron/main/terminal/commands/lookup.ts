// `lookup`: what the gateway says about one payout. In: its transaction id or its reference. Out: the command.
// This file must never ask by two keys at once: the answer carries no identity, so the key is the identity.

import type { LookupKey } from '../../../../shared/gateway-calls.ts';
import { TYPED_TEXT_MAX_CHARACTERS } from '../../../../shared/limits.ts';
import { optional } from '../argument-kinds.ts';
import { defineCommand, refuse, taken } from '../command-table.ts';
import type { CommonValues } from '../command-table.ts';
import { PROFILE } from '../profile-option.ts';
import { textUpTo } from '../values.ts';

export interface LookupCommand extends CommonValues {
  readonly kind: 'lookup';
  readonly profile: string;
  readonly key: LookupKey;
}

export const lookup = defineCommand({
  words: ['lookup'],
  summary: 'asks the gateway for the status of one payout',
  notes: [
    'Give exactly one of --transaction-id and --udf1.',
    'Exit codes: 0 when the gateway knows the payout, 4 when it answers as it does about an invented key, 5 when it could not be asked or its answer says nothing.',
  ],
  positionals: {},
  options: {
    profile: PROFILE,
    transactionId: optional({
      name: 'transaction-id',
      argument: 'T',
      help: 'the transaction id that the gateway gave the payout',
      value: textUpTo(TYPED_TEXT_MAX_CHARACTERS),
    }),
    reference: optional({
      name: 'udf1',
      argument: 'U',
      help: 'the reference that the payout was sent with',
      value: textUpTo(TYPED_TEXT_MAX_CHARACTERS),
    }),
  },
  make: ({ transactionId, reference, ...values }) => {
    if (transactionId !== null && reference === null) {
      return taken<LookupCommand>({ kind: 'lookup', ...values, key: { by: 'transactionId', transactionId } });
    }
    if (reference !== null && transactionId === null) {
      return taken<LookupCommand>({ kind: 'lookup', ...values, key: { by: 'reference', reference } });
    }
    return refuse({
      code: transactionId === null ? 'missingOption' : 'optionsClash',
      message:
        transactionId === null
          ? '--transaction-id or --udf1 is missing.'
          : '--transaction-id and --udf1 are both given.',
      cure: 'Give one of the two.',
    });
  },
});
