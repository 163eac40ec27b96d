// The options of every command that follows a batch to its end. In: nothing. Out: entries of the table.
// This file must never let a run wait for longer than it was told to.

import { flag, optional, optionalElse } from './argument-kinds.ts';
import { oneOf, parseSeconds } from './values.ts';

/** When a run ends: nothing is queued or in flight any more, or every payout is final as far as can be seen soon. */
export type Until = 'sent' | 'settled';

/** `--until`, which only commands that send may have. */
export const UNTIL = optionalElse<Until>(
  {
    name: 'until',
    argument: 'sent|settled',
    help: 'sent: end when nothing is queued or in flight; settled (the default): when every payout is final or its next look-up is over 10 minutes away',
    value: oneOf(['sent', 'settled']),
  },
  'settled',
);

/** `--for`, in milliseconds. */
export const FOR = optional({
  name: 'for',
  argument: 'SECONDS',
  help: 'start nothing more after this time and end once what is in flight has come back (exit code 4 unless every payout has succeeded)',
  value: parseSeconds,
});

/** `--yes`. */
export const YES = flag({ name: 'yes', help: 'pay without asking for the typed count' });

/** `--accept-warnings`. */
export const ACCEPT_WARNINGS = flag({
  name: 'accept-warnings',
  help: 'go on in spite of warnings; lifts no ceiling, no guard, no changed payee account and no hidden row',
});
