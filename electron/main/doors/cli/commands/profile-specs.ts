// Merchant accounts and their tokens. No command takes a token as a word: a command line can be read by every user of the
// machine.

import { formatCount } from '../../../../../shared/counts.ts';
import {
  DECIDE_AFTER_MAX_HOURS,
  DECIDE_AFTER_MS,
  HOUR_MS,
  IN_FLIGHT_MAX,
  POLL_LONGEST_MS,
  POLL_MIN_MS,
  RATE_MAX_PER_SECOND,
  REQUEST_TIMEOUT_MAX_MS,
  REQUEST_TIMEOUT_MIN_MS,
} from '../../../../../shared/limits.ts';
import { formatRupees } from '../../../../../shared/money.ts';
import { PRACTICE_PROFILE, type Profile } from '../../../../../shared/profiles.ts';
import type { WalletUnit } from '../../../../../shared/wallet.ts';
import {
  IN_FLIGHT_DEFAULT,
  listProfiles,
  RATE_DEFAULT_PER_SECOND,
  removeToken,
  setProfile,
  setToken,
} from '../../../desk/profiles/manage-profiles.ts';
import { POLL_FIRST_DEFAULT_MS, POLL_MAX_DEFAULT_MS } from '../../../domain/poll-schedule.ts';
import { refused } from '../../../session/desks.ts';
import { REQUEST_TIMEOUT_MS } from '../../../session/find-profile.ts';
import { readToken } from '../ask.ts';
import { defineCommand, flag, optional, refusedReading, required, taken } from '../command-table.ts';
import { COMMAND_ID_OPTION } from '../options.ts';
import { factLines, formatSpan, formatTable, plainText } from '../text.ts';
import {
  oneOf,
  readBatchCeiling,
  readGatewayUrl,
  readMid,
  readPayoutCeiling,
  readProfileName,
  wholeNumber,
} from '../values.ts';

const profileSet = defineCommand({
  name: 'profile set',
  summary: 'makes or changes a profile',
  notes: ['An option that is left out keeps what the profile has. The token is set by `profile token`.'],
  takes: {
    name: required('NAME', { help: 'what you call this merchant account', value: readProfileName }),
    baseUrl: required('--base-url URL', {
      help: "the gateway's address; plain http only for this machine itself",
      value: readGatewayUrl,
    }),
    mid: required('--mid N', { help: 'the merchant id', value: readMid }),
    ratePerSecond: optional('--rate R', {
      help: `requests per second at most, 1 to ${RATE_MAX_PER_SECOND}; new profiles have ${RATE_DEFAULT_PER_SECOND}`,
      value: wholeNumber({ min: 1, max: RATE_MAX_PER_SECOND, unit: 'requests per second' }),
    }),
    inFlightMax: optional('--in-flight N', {
      help: `requests at once at most, 1 to ${IN_FLIGHT_MAX}; new profiles have ${IN_FLIGHT_DEFAULT}`,
      value: wholeNumber({ min: 1, max: IN_FLIGHT_MAX, unit: 'requests at once' }),
    }),
    pollFirstMs: optional('--poll-first-ms N', {
      help: `milliseconds before a payout is first looked up; new profiles have ${POLL_FIRST_DEFAULT_MS}`,
      value: wholeNumber({ min: POLL_MIN_MS, max: POLL_LONGEST_MS, unit: 'milliseconds' }),
    }),
    pollMaxMs: optional('--poll-max-ms N', {
      help: `milliseconds between two look-ups at most; new profiles have ${POLL_MAX_DEFAULT_MS}`,
      value: wholeNumber({ min: POLL_MIN_MS, max: POLL_LONGEST_MS, unit: 'milliseconds' }),
    }),
    timeoutMs: optional('--timeout-ms N', {
      help: `milliseconds a request may take as a whole; new profiles have ${REQUEST_TIMEOUT_MS}`,
      value: wholeNumber({ min: REQUEST_TIMEOUT_MIN_MS, max: REQUEST_TIMEOUT_MAX_MS, unit: 'milliseconds' }),
    }),
    maxPayoutPaise: optional('--max-payout RUPEES', {
      help: 'the most one payout may be, or none; nothing on a command line lifts it',
      value: readPayoutCeiling,
    }),
    maxBatchPaise: optional('--max-batch RUPEES', {
      help: 'the most a batch may come to, or none; nothing on a command line lifts it',
      value: readBatchCeiling,
    }),
    decideAfterHours: optional('--decide-after-hours H', {
      help: `hours after the send before a payout in doubt may be declared not paid; ${DECIDE_AFTER_MS / HOUR_MS} unless set`,
      value: wholeNumber({ min: 0, max: DECIDE_AFTER_MAX_HOURS, unit: 'hours' }),
    }),
    walletUnit: optional<WalletUnit | 'none'>('--wallet-unit rupees|paise', {
      help: "what the gateway's wallet counts in, once you have compared it with the gateway: then a low wallet pauses; none takes it back",
      value: oneOf(['rupees', 'paise', 'none']),
    }),
    severalComputers: optional<'on' | 'off'>('--several-computers on|off', {
      help: 'whether other computers pay from this account too: then each payout is looked up right before it is sent',
      value: oneOf(['on', 'off']),
    }),
    commandId: COMMAND_ID_OPTION,
  },
  check: ({ decideAfterHours, severalComputers, ...values }) => {
    if (values.name.toLowerCase() === PRACTICE_PROFILE) {
      return refusedReading({
        code: 'wrongValue',
        message: `${PRACTICE_PROFILE} is the profile of the built-in practice gateway; it always exists.`,
        cure: 'Choose another name.',
      });
    }
    const { pollFirstMs, pollMaxMs } = values;
    if (pollFirstMs !== null && pollMaxMs !== null && pollFirstMs > pollMaxMs) {
      return refusedReading({
        code: 'optionsClash',
        message: `--poll-first-ms ${pollFirstMs} is longer than --poll-max-ms ${pollMaxMs}.`,
        cure: 'Give a first wait that is not longer than the longest.',
      });
    }
    return taken({
      ...values,
      decideAfterMs: decideAfterHours === null ? null : decideAfterHours * HOUR_MS,
      severalComputers: severalComputers === null ? null : severalComputers === 'on',
    });
  },
  ask: ({ system }, profile) => setProfile(system, profile),
  show: () => ({ text: formatProfile }),
});

const profileList = defineCommand({
  name: 'profile list',
  summary: 'lists the profiles',
  needsDesk: true,
  ask: ({ system }) => listProfiles(system),
  show: () => ({ text: ({ profiles }, columns) => formatProfiles(profiles, columns) }),
});

const profileToken = defineCommand({
  name: 'profile token',
  summary: "reads a profile's token from standard input into the keychain",
  notes: [
    'On a terminal it asks for the token and does not show it. In a script, pipe it: desk profile token NAME < token-file',
  ],
  takes: {
    profile: required('NAME', { help: 'the profile', value: readProfileName }),
    remove: flag('--remove', { help: 'take the token out of the keychain' }),
  },
  ask: async ({ system, streams }, { profile, remove }) => {
    const reading = remove ? null : await readToken(streams);
    if (reading?.kind === 'refused') return refused(reading.refusal);
    const answer =
      reading === null ? await removeToken(system, profile) : await setToken(system, { profile, token: reading.token });
    const change = remove ? 'removed' : 'stored';
    return answer.kind === 'done' ? { kind: 'done', value: { profile, change } } : answer;
  },
  show: ({ profile, remove }) => ({
    text: () => plainText(`The token of ${profile} is ${remove ? 'no longer ' : ''}in the keychain.`),
  }),
});

export const PROFILE_SPECS = [profileSet, profileList, profileToken] as const;

/** The profiles, one on a line. */
export function formatProfiles(profiles: readonly Profile[], width: number): string {
  const headings = ['profile', 'money', 'mid', 'rate', 'at once', 'payout up to', 'batch up to', 'gateway'];
  const rows = profiles.map((profile) => [
    profile.name,
    profile.environment,
    String(profile.mid),
    `${formatCount(profile.ratePerSecond)}/s`,
    formatCount(profile.inFlightMax),
    ceiling(profile.maxPayoutPaise),
    ceiling(profile.maxBatchPaise),
    profile.baseUrl,
  ]);
  return formatTable(['cut', 'left', 'right', 'right', 'right', 'right', 'right', 'cut'], {
    rows: [headings, ...rows],
    width,
  }).join('\n');
}

/** One profile in full, after it was set. */
export function formatProfile(profile: Profile, width: number): string {
  return factLines(
    [
      ['Profile', `${profile.name} (${profile.environment})`],
      ['Gateway', profile.baseUrl],
      ['Merchant id', String(profile.mid)],
      [
        'Rate',
        `${formatCount(profile.ratePerSecond)} requests per second, ${formatCount(profile.inFlightMax)} at once`,
      ],
      ['Look-ups', `first after ${profile.pollFirstMs} ms, then up to ${profile.pollMaxMs} ms apart`],
      ['Time-out', `${profile.timeoutMs} ms`],
      ['Payout up to', ceiling(profile.maxPayoutPaise)],
      ['Batch up to', ceiling(profile.maxBatchPaise)],
      ['Not paid', `may be decided ${formatSpan(profile.decideAfterMs ?? DECIDE_AFTER_MS)} after the send`],
      [
        'Computers',
        profile.severalComputers === true
          ? 'several pay from it: each payout is looked up right before it is sent'
          : 'this one alone pays from it',
      ],
      ['Wallet', profile.walletUnit === null ? 'unit not confirmed: it holds nothing up' : `in ${profile.walletUnit}`],
    ],
    width,
  ).join('\n');
}

function ceiling(paise: number | null): string {
  return paise === null ? 'no ceiling' : formatRupees(paise);
}
