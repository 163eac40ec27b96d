// Merchant accounts and their tokens. No command takes a token as an argument: any user of the machine can read a command line.

import type { Answer } from '../../../../../shared/api/contract.ts';
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
import { type Message, msg } from '../../../../../shared/messages/message.ts';
import { formatRupees } from '../../../../../shared/money.ts';
import { PRACTICE_PROFILE, type Profile } from '../../../../../shared/profiles.ts';
import type { WalletUnit } from '../../../../../shared/wallet.ts';
import { changeProfileAs, type RequestView } from '../../../desk/approval/requests.ts';
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
import { readSignedBy, readToken } from '../ask.ts';
import { accepted, defineCommand, flag, optional, refusedReading, required } from '../command-table.ts';
import { AS_IF_ASKED, COMMAND_ID_OPTION } from '../options.ts';
import { say } from '../say.ts';
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
import { formatRequest, requestJson } from './approval-specs.ts';

const profileSet = defineCommand({
  name: 'profile set',
  summary: msg('cli.profileSet.summary'),
  examples: ['profile set acme --base-url https://gateway.example/v1 --mid 1234'],
  notes: [msg('cli.profileSet.keeps')],
  takes: {
    name: required('NAME', { help: msg('cli.profileSet.name'), value: readProfileName }),
    baseUrl: required('--base-url URL', {
      help: msg('cli.profileSet.baseUrl'),
      value: readGatewayUrl,
    }),
    mid: required('--mid N', { help: msg('cli.profileSet.mid'), value: readMid }),
    ratePerSecond: optional('--rate R', {
      help: msg('cli.profileSet.rate', { max: RATE_MAX_PER_SECOND, usual: RATE_DEFAULT_PER_SECOND }),
      value: wholeNumber({ min: 1, max: RATE_MAX_PER_SECOND, unit: msg('cli.unit.requestsPerSecond') }),
    }),
    inFlightMax: optional('--in-flight N', {
      help: msg('cli.profileSet.inFlight', { max: IN_FLIGHT_MAX, usual: IN_FLIGHT_DEFAULT }),
      value: wholeNumber({ min: 1, max: IN_FLIGHT_MAX, unit: msg('cli.unit.requestsAtOnce') }),
    }),
    pollFirstMs: optional('--poll-first-ms N', {
      help: msg('cli.profileSet.pollFirst', { usual: POLL_FIRST_DEFAULT_MS }),
      value: wholeNumber({ min: POLL_MIN_MS, max: POLL_LONGEST_MS, unit: msg('cli.unit.milliseconds') }),
    }),
    pollMaxMs: optional('--poll-max-ms N', {
      help: msg('cli.profileSet.pollMax', { usual: POLL_MAX_DEFAULT_MS }),
      value: wholeNumber({ min: POLL_MIN_MS, max: POLL_LONGEST_MS, unit: msg('cli.unit.milliseconds') }),
    }),
    timeoutMs: optional('--timeout-ms N', {
      help: msg('cli.profileSet.timeout', { usual: REQUEST_TIMEOUT_MS }),
      value: wholeNumber({
        min: REQUEST_TIMEOUT_MIN_MS,
        max: REQUEST_TIMEOUT_MAX_MS,
        unit: msg('cli.unit.milliseconds'),
      }),
    }),
    maxPayoutPaise: optional('--max-payout RUPEES', {
      help: msg('cli.profileSet.maxPayout'),
      value: readPayoutCeiling,
    }),
    maxBatchPaise: optional('--max-batch RUPEES', {
      help: msg('cli.profileSet.maxBatch'),
      value: readBatchCeiling,
    }),
    decideAfterHours: optional('--decide-after-hours H', {
      help: msg('cli.profileSet.decideAfter', { usual: DECIDE_AFTER_MS / HOUR_MS }),
      value: wholeNumber({ min: 0, max: DECIDE_AFTER_MAX_HOURS, unit: msg('cli.unit.hours') }),
    }),
    walletUnit: optional<WalletUnit | 'none'>('--wallet-unit rupees|paise', {
      help: msg('cli.profileSet.walletUnit'),
      value: oneOf(['rupees', 'paise', 'none']),
    }),
    severalComputers: optional<'on' | 'off'>('--several-computers on|off', {
      help: msg('cli.profileSet.severalComputers'),
      value: oneOf(['on', 'off']),
    }),
    as: AS_IF_ASKED,
    commandId: COMMAND_ID_OPTION,
  },
  check: ({ decideAfterHours, severalComputers, ...values }) => {
    if (values.name.toLowerCase() === PRACTICE_PROFILE) {
      return refusedReading({
        code: 'wrongValue',
        message: msg('cli.profileSet.practice', { name: PRACTICE_PROFILE }),
        cure: msg('cure.anotherName'),
      });
    }
    const { pollFirstMs, pollMaxMs } = values;
    if (pollFirstMs !== null && pollMaxMs !== null && pollFirstMs > pollMaxMs) {
      return refusedReading({
        code: 'optionsClash',
        message: msg('cli.profileSet.polls', { first: pollFirstMs, max: pollMaxMs }),
        cure: msg('cli.profileSet.polls.cure'),
      });
    }
    return accepted({
      ...values,
      decideAfterMs: decideAfterHours === null ? null : decideAfterHours * HOUR_MS,
      severalComputers: severalComputers === null ? null : severalComputers === 'on',
    });
  },
  ask: async ({ system, streams }, { as, ...profile }): Promise<Answer<Profile | RequestView>> => {
    if (as === null) return setProfile(system, profile);
    const by = await readSignedBy(as, streams);
    if (by.kind !== 'done') return by;
    return changeProfileAs(system, by.value, (onLooser) => setProfile(system, { ...profile, onLooser }));
  },
  show: () => ({
    text: (value, width) => ('request' in value ? formatRequest(value, width) : formatProfile(value, width)),
    json: (value) => ('request' in value ? requestJson(value) : value),
  }),
});

const profileList = defineCommand({
  name: 'profile list',
  summary: msg('cli.profileList.summary'),
  examples: ['profile list --json'],
  needsDesk: true,
  ask: ({ system }) => listProfiles(system),
  show: () => ({ text: ({ profiles }, columns) => formatProfiles(profiles, columns) }),
});

const profileToken = defineCommand({
  name: 'profile token',
  summary: msg('cli.profileToken.summary'),
  examples: ['profile token acme < token-file'],
  notes: [msg('cli.profileToken.about')],
  takes: {
    profile: required('NAME', { help: msg('cli.profileToken.name'), value: readProfileName }),
    remove: flag('--remove', { help: msg('cli.profileToken.remove') }),
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
    text: () => {
      const now = remove ? msg('cli.profileToken.removed', { profile }) : msg('cli.profileToken.stored', { profile });
      return plainText(say(now));
    },
  }),
});

export const PROFILE_SPECS = [profileSet, profileList, profileToken] as const;

export function formatProfiles(profiles: readonly Profile[], width: number): string {
  const headings = [
    msg('cli.head.profile'),
    msg('cli.head.money'),
    'mid',
    msg('cli.head.rate'),
    msg('cli.head.atOnce'),
    msg('cli.head.payoutUpTo'),
    msg('cli.head.batchUpTo'),
    msg('cli.head.gateway'),
  ].map(say);
  const rows = profiles.map((profile) => [
    profile.name,
    profile.environment,
    String(profile.mid),
    say(msg('cli.profile.ratePerSecond', { rate: profile.ratePerSecond })),
    formatCount(profile.inFlightMax),
    say(ceiling(profile.maxPayoutPaise)),
    say(ceiling(profile.maxBatchPaise)),
    profile.baseUrl,
  ]);
  return formatTable(['cut', 'left', 'right', 'right', 'right', 'right', 'right', 'cut'], {
    rows: [headings, ...rows],
    width,
  }).join('\n');
}

/** One profile in full, after it was set. */
export function formatProfile(profile: Profile, width: number): string {
  const {
    ratePerSecond: rate,
    inFlightMax: inFlight,
    pollFirstMs: first,
    pollMaxMs: max,
    timeoutMs: timeout,
  } = profile;
  const span = formatSpan(profile.decideAfterMs ?? DECIDE_AFTER_MS);
  const isOneOfSeveral = profile.severalComputers === true;
  const facts: readonly (readonly [label: Message, value: string | Message])[] = [
    [msg('cli.fact.profile'), `${profile.name} (${profile.environment})`],
    [msg('paper.gateway'), profile.baseUrl],
    [msg('cli.fact.mid'), String(profile.mid)],
    [msg('cli.fact.rate'), msg('cli.profile.rate', { rate, inFlight })],
    [msg('cli.fact.lookups'), msg('cli.profile.lookups', { first, max })],
    [msg('cli.fact.timeout'), msg('cli.profile.timeout', { timeout })],
    [msg('cli.fact.payoutUpTo'), ceiling(profile.maxPayoutPaise)],
    [msg('cli.fact.batchUpTo'), ceiling(profile.maxBatchPaise)],
    [msg('resultTitle.notPaid'), msg('cli.profile.decideAfter', { span })],
    [msg('cli.fact.computers'), isOneOfSeveral ? msg('cli.profile.severalComputers') : msg('cli.profile.oneComputer')],
    [msg('cli.fact.wallet'), msg(`cli.profile.wallet.${profile.walletUnit ?? 'none'}`)],
  ];
  return factLines(
    facts.map(([label, value]) => [say(label), say(value)]),
    width,
  ).join('\n');
}

function ceiling(paise: number | null): string | Message {
  return paise === null ? msg('profile.noCeiling') : formatRupees(paise);
}
