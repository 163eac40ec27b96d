// The profiles, for people. In: ProfileView. Out: text.
// This file must never show a token: a view has none.

import type { ProfileView } from '../../../shared/api/views.ts';
import { DECIDE_AFTER_MS } from '../../../shared/limits.ts';
import { formatCount, formatMoney } from './format-count.ts';
import { formatSpan } from './format-time.ts';
import { formatTable } from './text-table.ts';

/** The profiles, one on a line. */
export function formatProfiles(profiles: readonly ProfileView[], columns: number): string {
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
  return formatTable(
    [
      { heading: 'profile', align: 'left', mayShrink: true },
      { heading: 'money', align: 'left' },
      { heading: 'mid', align: 'right' },
      { heading: 'rate', align: 'right' },
      { heading: 'at once', align: 'right' },
      { heading: 'payout up to', align: 'right' },
      { heading: 'batch up to', align: 'right' },
      { heading: 'gateway', align: 'left', mayShrink: true },
    ],
    { rows, width: columns },
  ).join('\n');
}

/** One profile in full, after it was set. */
export function formatProfile(profile: ProfileView, columns: number): string {
  const rows = [
    ['Profile', `${profile.name} (${profile.environment})`],
    ['Gateway', profile.baseUrl],
    ['Merchant id', String(profile.mid)],
    ['Rate', `${formatCount(profile.ratePerSecond)} requests per second, ${formatCount(profile.inFlightMax)} at once`],
    ['Look-ups', `first after ${profile.pollFirstMs} ms, then up to ${profile.pollMaxMs} ms apart`],
    ['Time-out', `${profile.timeoutMs} ms`],
    ['Payout up to', ceiling(profile.maxPayoutPaise)],
    ['Batch up to', ceiling(profile.maxBatchPaise)],
    ['Not paid', `may be decided ${formatSpan(profile.decideAfterMs ?? DECIDE_AFTER_MS)} after the send`],
    ['Wallet', profile.walletUnit === null ? 'unit not confirmed: it holds nothing up' : `in ${profile.walletUnit}`],
  ];
  return formatTable(
    [
      { heading: '', align: 'left' },
      { heading: '', align: 'left', mayShrink: true },
    ],
    { rows, width: columns },
  ).join('\n');
}

function ceiling(paise: number | null): string {
  return paise === null ? 'no ceiling' : formatMoney(paise);
}
