// What a person confirms before money moves. In: the rows about to be paid. Out: shared/api/views.
// This file must never leave a row or a warning out of its counts.

import type { ConfirmView, RetryConfirmView } from '../../../shared/api/views.ts';
import { amountInWords } from '../../../shared/amount-in-words.ts';
import type { Issue } from '../../../shared/issues.ts';
import { SEND_SHARE_OF_TEN } from '../../../shared/limits.ts';
import type { Paise } from '../../../shared/money.ts';
import type { Profile } from '../../../shared/profiles.ts';
import type { PayableRow } from '../../../shared/rows.ts';
import type { Ticks } from '../../../shared/ticks.ts';

/** Shape: `balance` as the gateway reported it; `retry` only where a batch is paid again. */
export interface ConfirmFacts {
  readonly profile: Profile;
  readonly fileName: string;
  readonly rows: readonly PayableRow[];
  readonly totalPaise: Paise;
  readonly excluded: number;
  readonly warnings: readonly string[];
  readonly balance: string | null;
  readonly ticked: Ticks;
  readonly retry?: RetryConfirmView;
  readonly refused?: readonly Issue[];
}

/** The view of what is about to be paid. */
export function confirmView({
  profile,
  rows,
  totalPaise,
  ticked,
  retry,
  refused = [],
  ...facts
}: ConfirmFacts): ConfirmView {
  const ticks = { paidBefore: ticked.paidBefore.length, accountChanged: ticked.accountChanged.length };
  return {
    profile: profile.name,
    environment: profile.environment,
    mid: profile.mid,
    baseUrl: profile.baseUrl,
    file: facts.fileName,
    count: rows.length,
    totalPaise,
    totalInWords: amountInWords(totalPaise),
    byMethod: { UPI: share(rows, 'UPI'), IMPS: share(rows, 'IMPS') },
    largestPaise: rows.reduce((most, row) => Math.max(most, row.payment.amountPaise), 0),
    excluded: facts.excluded,
    warnings: facts.warnings,
    walletAsReported: facts.balance,
    estimatedSeconds: Math.ceil((rows.length * 10) / (profile.ratePerSecond * SEND_SHARE_OF_TEN)),
    ...(ticks.paidBefore + ticks.accountChanged > 0 ? { ticked: ticks } : {}),
    ...(retry === undefined ? {} : { retry }),
    ...(refused.length === 0 ? {} : { refused }),
  };
}

function share(rows: readonly PayableRow[], method: 'UPI' | 'IMPS'): { count: number; paise: number } {
  const ofMethod = rows.filter((row) => row.payment.beneficiary.method === method);
  return { count: ofMethod.length, paise: ofMethod.reduce((total, row) => total + row.payment.amountPaise, 0) };
}
