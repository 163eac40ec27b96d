// `profile set`: makes or changes a profile. In: the name and what is to be set. Out: only what was typed; null keeps
// what the profile has. This file must never take a token: a command line can be read by every user of the machine.

import type { CommandId, Mid } from '../../../../shared/ids.ts';
import {
  DECIDE_AFTER_MAX_HOURS,
  DECIDE_AFTER_MS,
  HOUR_MS,
  IN_FLIGHT_DEFAULT,
  IN_FLIGHT_MAX,
  POLL_FIRST_DEFAULT_MS,
  POLL_LONGEST_MS,
  POLL_MAX_DEFAULT_MS,
  POLL_MIN_MS,
  RATE_DEFAULT_PER_SECOND,
  RATE_MAX_PER_SECOND,
  REQUEST_TIMEOUT_MAX_MS,
  REQUEST_TIMEOUT_MIN_MS,
  REQUEST_TIMEOUT_MS,
} from '../../../../shared/limits.ts';
import { PRACTICE_PROFILE } from '../../../../shared/profiles.ts';
import type { WalletUnit } from '../../../../shared/wallet.ts';
import { optional, positional, required } from '../argument-kinds.ts';
import { readBaseUrl } from '../base-url.ts';
import { COMMAND_ID } from '../command-id-option.ts';
import { defineCommand, refuse, taken } from '../command-table.ts';
import type { CommonValues } from '../command-table.ts';
import { readBatchCeiling, readMid, readPayoutCeiling, readProfileName } from '../desk-values.ts';
import type { Ceiling } from '../desk-values.ts';
import { oneOf, wholeNumber } from '../values.ts';

/** Shape: null where nothing was typed; a ceiling of `none` takes the ceiling away. */
export interface ProfileSetCommand extends CommonValues {
  readonly kind: 'profileSet';
  readonly name: string;
  readonly baseUrl: string;
  readonly mid: Mid;
  readonly ratePerSecond: number | null;
  readonly inFlightMax: number | null;
  readonly pollFirstMs: number | null;
  readonly pollMaxMs: number | null;
  readonly timeoutMs: number | null;
  readonly maxPayoutPaise: Ceiling | null;
  readonly maxBatchPaise: Ceiling | null;
  readonly decideAfterMs: number | null;
  readonly walletUnit: WalletUnit | 'none' | null;
  readonly commandId: CommandId | null;
}

const OPTIONS = {
  baseUrl: required({
    name: 'base-url',
    argument: 'URL',
    help: "the gateway's address; plain http only for this machine itself",
    value: readBaseUrl,
  }),
  mid: required({ name: 'mid', argument: 'N', help: 'the merchant id', value: readMid }),
  ratePerSecond: optional({
    name: 'rate',
    argument: 'R',
    help: `requests per second at most, 1 to ${RATE_MAX_PER_SECOND}; new profiles have ${RATE_DEFAULT_PER_SECOND}`,
    value: wholeNumber({ min: 1, max: RATE_MAX_PER_SECOND, unit: 'requests per second' }),
  }),
  inFlightMax: optional({
    name: 'in-flight',
    argument: 'N',
    help: `requests at once at most, 1 to ${IN_FLIGHT_MAX}; new profiles have ${IN_FLIGHT_DEFAULT}`,
    value: wholeNumber({ min: 1, max: IN_FLIGHT_MAX, unit: 'requests at once' }),
  }),
  pollFirstMs: optional({
    name: 'poll-first-ms',
    argument: 'N',
    help: `milliseconds before a payout is first looked up; new profiles have ${POLL_FIRST_DEFAULT_MS}`,
    value: wholeNumber({ min: POLL_MIN_MS, max: POLL_LONGEST_MS, unit: 'milliseconds' }),
  }),
  pollMaxMs: optional({
    name: 'poll-max-ms',
    argument: 'N',
    help: `milliseconds between two look-ups at most; new profiles have ${POLL_MAX_DEFAULT_MS}`,
    value: wholeNumber({ min: POLL_MIN_MS, max: POLL_LONGEST_MS, unit: 'milliseconds' }),
  }),
  timeoutMs: optional({
    name: 'timeout-ms',
    argument: 'N',
    help: `milliseconds a request may take as a whole; new profiles have ${REQUEST_TIMEOUT_MS}`,
    value: wholeNumber({ min: REQUEST_TIMEOUT_MIN_MS, max: REQUEST_TIMEOUT_MAX_MS, unit: 'milliseconds' }),
  }),
  maxPayoutPaise: optional({
    name: 'max-payout',
    argument: 'RUPEES',
    help: 'the most one payout may be, or none; nothing on a command line lifts it',
    value: readPayoutCeiling,
  }),
  maxBatchPaise: optional({
    name: 'max-batch',
    argument: 'RUPEES',
    help: 'the most a batch may come to, or none; nothing on a command line lifts it',
    value: readBatchCeiling,
  }),
  decideAfterHours: optional({
    name: 'decide-after-hours',
    argument: 'H',
    help: `hours after the send before a payout in doubt may be declared not paid; ${DECIDE_AFTER_MS / HOUR_MS} unless set`,
    value: wholeNumber({ min: 0, max: DECIDE_AFTER_MAX_HOURS, unit: 'hours' }),
  }),
  walletUnit: optional<WalletUnit | 'none'>({
    name: 'wallet-unit',
    argument: 'rupees|paise',
    help: "what the gateway's wallet counts in, once you have compared it with the gateway: then a low wallet pauses; none takes it back",
    value: oneOf(['rupees', 'paise', 'none']),
  }),
  commandId: COMMAND_ID,
} as const;

export const profileSet = defineCommand({
  words: ['profile', 'set'],
  summary: 'makes or changes a profile',
  notes: ['An option that is left out keeps what the profile has. The token is set by `profile token`.'],
  positionals: {
    name: positional({ label: 'NAME', help: 'what you call this merchant account', value: readProfileName }),
  },
  options: OPTIONS,
  make: ({ decideAfterHours, ...values }) => {
    if (values.name.toLowerCase() === PRACTICE_PROFILE) {
      return refuse({
        code: 'wrongValue',
        message: `${PRACTICE_PROFILE} is the profile of the built-in practice gateway; it always exists.`,
        cure: 'Choose another name.',
      });
    }
    const { pollFirstMs, pollMaxMs } = values;
    if (pollFirstMs !== null && pollMaxMs !== null && pollFirstMs > pollMaxMs) {
      return refuse({
        code: 'optionsClash',
        message: `--poll-first-ms ${pollFirstMs} is longer than --poll-max-ms ${pollMaxMs}.`,
        cure: 'Give a first wait that is not longer than the longest.',
      });
    }
    const decideAfterMs = decideAfterHours === null ? null : decideAfterHours * HOUR_MS;
    return taken<ProfileSetCommand>({ kind: 'profileSet', ...values, decideAfterMs });
  },
});
