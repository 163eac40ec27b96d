// Everybody who was ever to be paid, from the payouts themselves: read in one pass, and read again only after something was
// written.

import type { StateKind } from '../../../shared/states.ts';
import type { Payee, PayoutReading } from '../domain/payout-pages.ts';
import type { DeskDatabase } from './desk-database.ts';
import { BENEFICIARY_COLUMNS, type BeneficiaryColumns, decodeBeneficiary } from './payout-rows.ts';

interface PaidRow extends BeneficiaryColumns {
  readonly name: string | null;
  readonly state: StateKind;
  readonly amountPaise: number;
  readonly settledAtMs: number | null;
}

type Counting = { -readonly [Key in keyof Payee]: Payee[Key] };

/** Prepares reading the payees of any open database. */
export function preparePaidPayees(database: DeskDatabase): Pick<PayoutReading, 'payees' | 'settledSince'> {
  const payouts = database.statement<[], PaidRow>(
    `SELECT ${BENEFICIARY_COLUMNS}, name, state, amount_paise AS amountPaise, settled_at_ms AS settledAtMs
     FROM payouts ORDER BY payout_id`,
  );
  // Whatever is written is followed by an entry of the log.
  const newest = database.statement<[], number | null>('SELECT max(sequence) FROM audit').pluck();
  const settled = database.statement<[number], { isPaid: 0 | 1; count: number; paise: number }>(
    `SELECT state = 'success' AS isPaid, count(*) AS count, sum(amount_paise) AS paise FROM payouts
     WHERE settled_at_ms >= ? AND (state = 'success' OR state = 'failed' OR state = 'rejected' OR state = 'reversed')
     GROUP BY isPaid`,
  );
  let readAt: number | null = null;
  let known: readonly Payee[] = [];
  return {
    payees: () => {
      const now = newest.get() ?? 0;
      if (readAt === now) return known;
      known = countPayees(payouts.iterate());
      readAt = now;
      return known;
    },
    settledSince: (fromMs) => {
      const sums = { paid: { count: 0, paise: 0 }, failed: { count: 0, paise: 0 } };
      for (const { isPaid, count, paise } of settled.all(fromMs))
        sums[isPaid === 1 ? 'paid' : 'failed'] = { count, paise };
      return sums;
    },
  };
}

function countPayees(payouts: Iterable<PaidRow>): readonly Payee[] {
  const payees = new Map<string, Counting>();
  for (const { name, state, amountPaise, settledAtMs, ...columns } of payouts) {
    const { upiId, accountNumber, ifsc } = columns;
    const key = upiId === null ? `${ifsc} ${accountNumber}` : upiId.toLowerCase();
    const payee = payees.get(key) ?? newPayee(columns);
    payees.set(key, payee);
    payee.name = name ?? payee.name;
    payee.payoutCount += 1;
    if (state === 'success') {
      payee.paidCount += 1;
      payee.paidPaise += amountPaise;
      if (settledAtMs !== null && settledAtMs >= (payee.lastPaidAtMs ?? 0)) {
        payee.lastPaidAtMs = settledAtMs;
        payee.lastPaidPaise = amountPaise;
      }
    } else if (state === 'unknown') payee.unknownCount += 1;
    else if (state === 'queued' || state === 'sending') payee.unsentCount += 1;
    else if (state === 'failed' || state === 'rejected' || state === 'reversed') payee.failedCount += 1;
  }
  return [...payees.values()];
}

function newPayee(columns: BeneficiaryColumns): Counting {
  return {
    name: null,
    beneficiary: decodeBeneficiary(columns),
    payoutCount: 0,
    paidCount: 0,
    paidPaise: 0,
    lastPaidAtMs: null,
    lastPaidPaise: null,
    unknownCount: 0,
    unsentCount: 0,
    failedCount: 0,
  };
}
