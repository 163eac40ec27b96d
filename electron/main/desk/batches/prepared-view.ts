// What a person sees before money moves, at the terminal and in a window.

import type { ConfirmationFigures } from '../../../../shared/api/batch-commands.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import type { Paise } from '../../../../shared/money.ts';
import type { Profile } from '../../../../shared/profiles.ts';
import type { ClaimTick } from '../../../../shared/repeats.ts';
import type { Correction } from '../../../../shared/retry-payout.ts';
import type { Issue, PayableRow, Refusal } from '../../../../shared/rows.ts';
import { walletPaise } from '../../../../shared/wallet.ts';
import { SEND_SHARE_OF_TEN } from '../../engine/run-demand.ts';
import { noPaymentCount, type Warning } from '../drafts/choose-rows.ts';
import { knownWallet } from './accept-doubts.ts';
import type { Candidate, RetrySource } from './candidate.ts';

export interface PreparedView {
  readonly figures: ConfirmationFigures;
  readonly excluded: number;
  /** How many of those pay nobody, such as totals and notes; absent if none. */
  readonly noPayments?: number;
  readonly warnings: readonly Warning[];
  /** How many rows are paid because a person ticked them; absent if none. */
  readonly ticked?: {
    readonly paidBefore: number;
    readonly difference: number;
    readonly accountChanged: number;
    readonly heldName: number;
    readonly batches: readonly BatchId[];
    /** Payments of other desks that are repeated; absent where none are. */
    readonly claims?: readonly ClaimTick[];
  };
  /** What a retry pays again; absent for a file. */
  readonly retry?: PreparedRetry;
  /** Rows left out because of what the gateway just said about earlier payouts; absent if none. */
  readonly refused?: readonly Issue[];
}

/** What a person sees of a retry. `corrections`: every changed value, by the row of this batch. */
export interface PreparedRetry {
  readonly batch: BatchId;
  readonly corrections: readonly (Correction & { readonly row: number })[];
  readonly leftOut: readonly LeftOutPayout[];
}

/** Why a retry leaves a payout out. `name` and `amountPaise` are null where unknown, or where it is about several. */
export interface LeftOutPayout extends Issue {
  readonly name: string | null;
  readonly amountPaise: Paise | null;
}

/** `balance` is as the gateway reported it; `against`: what its answers say against rows of a file. */
export function viewOf(
  candidate: Candidate,
  {
    warnings,
    balance,
    against,
  }: {
    readonly warnings: readonly Warning[];
    readonly balance: string | null;
    readonly against: ReadonlyMap<number, Refusal>;
  },
): PreparedView {
  const { profile, file, rows, ticked, payeeNumbers, excluded, findings, source } = candidate;
  const { paidBefore, difference, accountChanged, heldName, batches, claims = [] } = ticked;
  const ticks = {
    paidBefore: paidBefore.length,
    difference: difference.length,
    accountChanged: accountChanged.length,
    heldName: heldName.length,
    batches,
    ...(claims.length === 0 ? {} : { claims }),
  };
  const rowCount = ticks.paidBefore + ticks.difference + ticks.accountChanged + ticks.heldName;
  const isTicked = rowCount + batches.length + claims.length > 0;
  const shared = {
    figures: figuresOf(profile, { file: file.fileName, rows, payeeNumbers: payeeNumbers.length, balance }),
    warnings,
    ...(isTicked ? { ticked: ticks } : {}),
  };
  if (source.kind === 'retry') {
    return { ...shared, excluded: excluded.length + source.others.length, retry: retryOf(candidate, source) };
  }
  const refused = findings.filter(({ row }) => against.has(row));
  return {
    ...shared,
    excluded: excluded.length,
    ...noPaymentCount(source.checked),
    ...(refused.length === 0 ? {} : { refused }),
  };
}

/** `balance` is as the gateway reported it; null if it did not. */
export function figuresOf(
  profile: Profile,
  {
    file,
    rows,
    payeeNumbers,
    balance,
  }: {
    readonly file: string;
    readonly rows: readonly PayableRow[];
    readonly payeeNumbers: number;
    readonly balance: string | null;
  },
): ConfirmationFigures {
  const { name, environment, mid, baseUrl, ratePerSecond } = profile;
  const money = balance === null ? null : knownWallet(balance, profile);
  return {
    profile: name,
    environment,
    mid,
    baseUrl,
    file,
    count: rows.length,
    totalPaise: rows.reduce((total, row) => total + row.payment.amountPaise, 0),
    byMethod: { UPI: shareOf(rows, 'UPI'), IMPS: shareOf(rows, 'IMPS') },
    largestPaise: rows.reduce((most, row) => Math.max(most, row.payment.amountPaise), 0),
    payeeNumbers,
    wallet: balance === null ? null : { reported: balance, balancePaise: money === null ? null : walletPaise(money) },
    estimatedSeconds: Math.ceil((rows.length * 10) / (ratePerSecond * SEND_SHARE_OF_TEN)),
    ratePerSecond,
  };
}

function retryOf(candidate: Candidate, source: RetrySource): PreparedRetry {
  const { batch, askedFor, others } = source;
  const found = candidate.findings.map((issue) => ({ issue, payment: askedFor.get(issue.row) ?? null }));
  const leftOut = [...found, ...others].map(({ issue, payment }) => {
    return { ...issue, name: payment?.name ?? null, amountPaise: payment?.amountPaise ?? null };
  });
  return { batch: batch.id, corrections: correctionsOf(candidate, source), leftOut };
}

function correctionsOf(
  { rows }: Candidate,
  { paidAgain }: RetrySource,
): readonly (Correction & { readonly row: number })[] {
  return rows.flatMap(({ rowNumber }) =>
    (paidAgain.get(rowNumber)?.corrections ?? []).map((correction) => ({ row: rowNumber, ...correction })),
  );
}

/** How many rows go by this method, and their total. */
export function shareOf(rows: readonly PayableRow[], method: 'UPI' | 'IMPS'): { count: number; paise: number } {
  const share = { count: 0, paise: 0 };
  for (const { payment } of rows) {
    if (payment.beneficiary.method !== method) continue;
    share.count += 1;
    share.paise += payment.amountPaise;
  }
  return share;
}
