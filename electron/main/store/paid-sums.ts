// Sums of what was paid: by payee and in all, as kept with each change; by month, and within a period by batch and by profile, from
// the payouts themselves.

import { formatBatchId } from '../../../shared/ids.ts';

import { MONTHS_SHOWN } from '../../../shared/limits.ts';
import type { PayeeSort } from '../../../shared/sorts.ts';
import { addMonths, type PaidGroup, type PaidMonth, sumBatch } from '../domain/paid-months.ts';
import type { Payee, PayeeAccount, PayeeTexts, PayeeValue, PayoutReading } from '../domain/payout-pages.ts';
import type { BatchMoved, MoneyMoved, Period } from '../domain/report.ts';
import { prepareNews } from './alarms.ts';
import type { DeskDatabase, Statement } from './desk-database.ts';
import { BENEFICIARY_COLUMNS, type BeneficiaryColumns, decodeBeneficiary } from './payout-rows.ts';

type PaidReading = Pick<
  PayoutReading,
  'payee' | 'payees' | 'listPayees' | 'payeeParts' | 'paidMonths' | 'settledSince' | 'changedAt'
>;

interface PayeeRow extends BeneficiaryColumns, Omit<Payee, 'beneficiary'> {}

const PAYEE_COLUMNS = `person_key AS person, name, ${BENEFICIARY_COLUMNS}, payout_count AS payoutCount,
  paid_count AS paidCount, paid_paise AS paidPaise, last_paid_at_ms AS lastPaidAtMs, last_paid_paise AS lastPaidPaise,
  unknown_count AS unknownCount, unsent_count AS unsentCount, failed_count AS failedCount`;

const PAYEE_SORTS: Readonly<Record<PayeeSort, string>> = {
  name: 'name',
  beneficiary: 'coalesce(upi_id, account_number)',
  payouts: 'payout_count',
  paid: 'paid_paise',
  lastPaid: 'last_paid_at_ms',
  lastPaidAmount: 'last_paid_paise',
  unknown: 'unknown_count',
  failed: 'failed_count',
};

/** Payments settled are summed by the quarter of an hour: any time zone's days begin with one. */
const QUARTER_HOUR_MS = 900_000;

/** Prepares reading what was paid from any open database. */
export function preparePaidSums(database: DeskDatabase): PaidReading {
  const ofPerson = database.statement<[string], PayeeRow>(
    `SELECT ${PAYEE_COLUMNS} FROM payee_sums WHERE person_key = ?`,
  );
  const numbered = database.statement<[number], PayeeRow>(`SELECT ${PAYEE_COLUMNS} FROM payee_sums WHERE payee_id = ?`);
  const sum = database.statement<[], { count: number; paise: number }>(
    'SELECT coalesce(sum(paid_count), 0) AS count, coalesce(sum(paid_paise), 0) AS paise FROM payee_sums',
  );
  const list = <Row>(columns: string): Statement<[], Row> =>
    database.statement<[], Row>(`SELECT ${columns} FROM payee_sums ORDER BY payee_id`);
  const listPayees: PaidReading['listPayees'] = (by, isFound) => {
    const value = PAYEE_SORTS[by];
    if (isFound === null) {
      const ids = list<number>('payee_id').pluck().all();
      const values = list<PayeeValue>(value).pluck().all();
      return { ids, values, sum: sum.get() ?? { count: 0, paise: 0 } };
    }
    const ids: number[] = [];
    const values: PayeeValue[] = [];
    const found = { count: 0, paise: 0 };
    const rows = list<readonly [id: number, value: PayeeValue, count: number, paise: number, ...PayeeTexts]>(
      `payee_id, ${value}, paid_count, paid_paise, name, upi_id, account_number, ifsc`,
    ).raw();
    for (const [id, of, count, paise, ...texts] of rows.iterate()) {
      if (!isFound(texts)) continue;
      ids.push(id);
      values.push(of);
      found.count += count;
      found.paise += paise;
    }
    return { ids, values, sum: found };
  };
  // Every write is followed by an audit entry.
  const newest = database.statement<[], number | null>('SELECT max(sequence) FROM audit').pluck();
  const settled = database.statement<[number], { isPaid: 0 | 1; count: number; paise: number }>(
    `SELECT state = 'success' AS isPaid, sum(count) AS count, sum(paise) AS paise FROM settled_sums
     WHERE quarter_hour >= ? AND (state = 'success' OR state = 'failed' OR state = 'rejected' OR state = 'reversed')
     GROUP BY isPaid`,
  );
  const decode = (row: PayeeRow | undefined): Payee | null => {
    if (row === undefined) return null;
    const { upiId, accountNumber, ifsc, ...sums } = row;
    return { ...sums, beneficiary: decodeBeneficiary({ upiId, accountNumber, ifsc }) };
  };
  return {
    payee: (person) => decode(ofPerson.get(person)),
    listPayees,
    payees: (ids) => ids.flatMap((id) => decode(numbered.get(id)) ?? []),
    changedAt: () => newest.get() ?? 0,
    ...preparePayeeParts(database),
    paidMonths: preparePaidMonths(database),
    settledSince: (fromMs) => {
      const sums = { paid: { count: 0, paise: 0 }, failed: { count: 0, paise: 0 } };
      for (const { isPaid, count, paise } of settled.all(Math.ceil(fromMs / QUARTER_HOUR_MS)))
        sums[isPaid === 1 ? 'paid' : 'failed'] = { count, paise };
      return sums;
    },
  };
}

/** Everything of one payee, by `@person`. CROSS JOIN keeps SQLite's statistics from starting at the longest table. */
const OF_PERSON = `merchants m CROSS JOIN payout_people k ON k.merchant_id = m.merchant_id AND k.person_key = @person
  CROSS JOIN payouts p ON p.payout_id = k.payout_id`;

interface AccountRow extends BeneficiaryColumns, Omit<PayeeAccount, 'beneficiary'> {}

function preparePayeeParts(database: DeskDatabase): Pick<PayoutReading, 'payeeParts'> {
  const names = database
    .statement<[{ person: string; limit: number }], string>(
      `SELECT p.name FROM ${OF_PERSON} WHERE p.name IS NOT NULL GROUP BY p.name ORDER BY max(p.payout_id) DESC LIMIT @limit`,
    )
    .pluck();
  const accounts = database.statement<[{ person: string; limit: number }], AccountRow>(
    `SELECT p.upi_id AS upiId, p.account_number AS accountNumber, p.ifsc, min(b.confirmed_at_ms) AS firstAtMs,
       max(b.confirmed_at_ms) AS lastAtMs, count(*) AS payoutCount, count(*) FILTER (WHERE ${PAID}) AS paidCount,
       ${paiseWhere(PAID)} AS paidPaise
     FROM ${OF_PERSON} JOIN batches b ON b.batch_id = p.batch_id
     GROUP BY p.upi_id, p.account_number, p.ifsc ORDER BY max(p.payout_id) DESC LIMIT @limit`,
  );
  return {
    payeeParts: (person, limit) => ({
      names: names.all({ person, limit }),
      accounts: accounts.all({ person, limit }).map(({ upiId, accountNumber, ifsc, ...account }) => ({
        ...account,
        beneficiary: decodeBeneficiary({ upiId, accountNumber, ifsc }),
      })),
    }),
  };
}

/** Each batch is summed once and again only after a write to it. */
function preparePaidMonths(database: DeskDatabase): PayoutReading['paidMonths'] {
  const month = Array.from({ length: MONTHS_SHOWN }, (_, at) => `(p.settled_at_ms >= @month${at})`).join(' + ');
  const grouped = (from: string): string =>
    `SELECT ${month} - 1 AS month, p.remark, count(*) AS count, sum(p.amount_paise) AS paise
     FROM ${from} AND ${PAID} AND p.settled_at_ms >= @month0 GROUP BY 1, 2`;
  const ofBatch = database.statement<[MonthBounds & { batch: number }], PaidGroup>(
    grouped(`batches b JOIN payouts p ON p.payout_id BETWEEN b.first_payout_id AND b.first_payout_id + b.payout_count - 1
     WHERE b.batch_id = @batch`),
  );
  const ofPerson = database.statement<[MonthBounds & { batch: number; person: string }], PaidGroup>(
    grouped(`${OF_PERSON} WHERE p.batch_id = @batch`),
  );
  const batches = database.statement<[], BatchRow>('SELECT batch_id AS batch, name, file_name AS file FROM batches');
  const batchesOf = database.statement<[{ person: string }], BatchRow>(
    `SELECT batch_id AS batch, name, file_name AS file FROM batches
     WHERE batch_id IN (SELECT p.batch_id FROM ${OF_PERSON})`,
  );
  // Every change of a payout is followed by an entry about its batch.
  const written = database
    .statement<[number], number | null>('SELECT DISTINCT batch_id FROM audit WHERE sequence > ?')
    .pluck();
  const newest = database.statement<[], number | null>('SELECT max(sequence) FROM audit').pluck();
  const known = new Map<number, readonly PaidMonth[]>();
  let readAt = 0;
  let readFor = 0;
  const forgetChanged = (fromMs: number): void => {
    const now = newest.get() ?? 0;
    const changed = readFor === fromMs && readAt <= now ? written.all(readAt) : [null];
    for (const batch of changed) {
      if (batch === null) known.clear();
      else known.delete(batch);
    }
    readAt = now;
    readFor = fromMs;
  };
  return (person, months) => {
    const bounds = Object.fromEntries(months.map((fromMs, at) => [`month${at}`, fromMs]));
    const summed = ({ name, file }: BatchRow, groups: PaidGroup[]): readonly PaidMonth[] =>
      sumBatch(groups, { months, called: [name, file] });
    if (person !== null)
      return addMonths(
        months,
        batchesOf.all({ person }).map((one) => summed(one, ofPerson.all({ ...bounds, person, batch: one.batch }))),
      );
    forgetChanged(months[0] ?? 0);
    const all = batches.all().map((one) => {
      const sums = known.get(one.batch) ?? summed(one, ofBatch.all({ ...bounds, batch: one.batch }));
      known.set(one.batch, sums);
      return sums;
    });
    return addMonths(months, all);
  };
}

type MonthBounds = Readonly<Record<`month${number}`, number>>;

interface BatchRow {
  readonly batch: number;
  readonly name: string;
  readonly file: string;
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
