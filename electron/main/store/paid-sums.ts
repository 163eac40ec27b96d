// Sums of what was paid, from the payouts themselves: by payee, in one pass that is repeated only after a write; and within a
// period, by batch and by profile.

import { formatBatchId } from '../../../shared/ids.ts';
import type { StateKind } from '../../../shared/states.ts';
import type { Payee, PayoutReading } from '../domain/payout-pages.ts';
import type { BatchMoved, MoneyMoved, Period } from '../domain/report.ts';
import { prepareNews } from './alarms.ts';
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
  // Every write is followed by an audit entry.
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

export function prepareMoneyMoved(database: DeskDatabase, prefix: 'B' | 'P'): MoneyMoved {
  const news = prepareNews(database, prefix);
  const batches = database.statement<[Period], MovedRow>(
    `SELECT b.batch_id AS batch, b.file_name AS file, b.profile, b.mid, b.confirmed_at_ms AS confirmedAtMs,
       b.payout_count AS confirmedCount, b.total_paise AS confirmedPaise,
       count(*) AS storedCount, sum(p.amount_paise) AS storedPaise,
       count(*) FILTER (WHERE ${PAID} AND ${SETTLED}) AS paidCount,
       ${paiseWhere(`${PAID} AND ${SETTLED}`)} AS paidPaise,
       ${paiseWhere(`${PAID} AND ${SETTLED} AND p.decided_by IS NOT NULL`)} AS decidedPaise,
       ${paiseWhere(`p.state = 'reversed' AND ${SETTLED}`)} AS backPaise,
       ${paiseWhere(`(p.state = 'failed' OR p.state = 'rejected') AND ${SETTLED}`)} AS failedPaise,
       count(*) FILTER (WHERE ${OPEN}) AS openCount, ${paiseWhere(OPEN)} AS openPaise
     FROM batches b JOIN payouts p ON p.payout_id BETWEEN b.first_payout_id AND b.first_payout_id + b.payout_count - 1
     GROUP BY b.batch_id
     HAVING (b.confirmed_at_ms BETWEEN @fromMs AND @toMs) OR count(*) FILTER (WHERE ${SETTLED}) > 0
     ORDER BY b.batch_id`,
  );
  // Money of a failed payout never left, or came back with the failure.
  const between = database.statement<
    [Period & { profile: string }],
    { outPaise: number; unsurePaise: number; backPaise: number }
  >(
    `SELECT ${paiseWhere(`${SENT} AND (${PAID} OR (p.state = 'reversed' AND p.settled_at_ms > @toMs))`)} AS outPaise,
       ${paiseWhere(`${SENT} AND (p.state = 'sending' OR p.state = 'processing' OR p.state = 'unknown')`)} AS unsurePaise,
       ${paiseWhere(`p.state = 'reversed' AND ${SETTLED} AND p.sent_at_ms <= @fromMs`)} AS backPaise
     FROM payouts p JOIN batches b ON b.batch_id = p.batch_id WHERE b.profile = @profile`,
  );
  return {
    batches: (period) => {
      const unread = news.unreadByBatch();
      return batches.all(period).map((row): BatchMoved => {
        const batch = formatBatchId(prefix, row.batch);
        return { ...row, batch, alarms: unread.get(batch)?.length ?? 0 };
      });
    },
    between: (profile, period) => between.get({ ...period, profile }) ?? { outPaise: 0, unsurePaise: 0, backPaise: 0 },
  };
}

interface MovedRow extends Omit<BatchMoved, 'batch' | 'alarms'> {
  readonly batch: number;
}

const PAID = "p.state = 'success'";
const SETTLED = 'p.settled_at_ms BETWEEN @fromMs AND @toMs';
const SENT = 'p.sent_at_ms > @fromMs AND p.sent_at_ms <= @toMs';
const OPEN = "(p.state = 'queued' OR p.state = 'sending' OR p.state = 'processing' OR p.state = 'unknown')";

function paiseWhere(condition: string): string {
  return `coalesce(sum(p.amount_paise) FILTER (WHERE ${condition}), 0)`;
}
