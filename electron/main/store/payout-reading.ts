// Reads payouts for lists, search, one payout's story and a batch's failures, window by window, so that a hundred
// thousand of them scroll. Statements are put together from fixed pieces; what a person typed is only ever bound. Whoever
// names a payout that several answer to gets them all: nothing is chosen for him.

import type Database from 'better-sqlite3';
import { formatBatchId, formatPayoutName, type Reference } from '../../../shared/ids.ts';
import { asPaise } from '../../../shared/money.ts';
import { STATE_KINDS, type StateKind } from '../../../shared/states.ts';
import type { FoundPayout, PayoutName } from '../domain/decisions.ts';
import type {
  FailureGroup,
  ListedPayout,
  PayoutAttempt,
  PayoutFilter,
  PayoutLookup,
  PayoutPage,
  PayoutReading,
  PayoutSort,
} from '../domain/payout-pages.ts';
import { type BeneficiaryColumns, decodeBeneficiary, prepareSourceReading } from './payout-rows.ts';

const SEARCHED = ['upi_id', 'account_number', 'ifsc', 'name', 'reference', 'transaction_id', 'rrn', 'utr', 'remark'];

const SORT_COLUMNS: Readonly<Record<PayoutSort['by'], string>> = {
  // Payouts are stored in the order of the file.
  rowNumber: 'p.payout_id',
  amount: 'p.amount_paise',
  state: 'p.state',
  name: 'p.name COLLATE NOCASE',
  sentAt: 'p.sent_at_ms',
};

type Bound = Readonly<Record<string, string | number>>;
interface Question {
  readonly where: string;
  readonly order: string;
  readonly bound: Bound;
}

/** Prepares reading payouts from any open database. */
export function readPayoutPages(database: Database.Database, prefix: 'B' | 'P'): PayoutReading {
  const decode = (row: ListedRow): ListedPayout => decodeListed(row, prefix);
  const answer = ({ where, order, bound }: Question, window: { from: number; count: number }): PayoutPage => {
    const sum = database
      .prepare<[Bound], { total: number; totalPaise: number }>(
        `SELECT count(*) AS total, coalesce(sum(p.amount_paise), 0) AS totalPaise FROM payouts p WHERE ${where}`,
      )
      .get(bound);
    const rows = database
      .prepare<[Bound], ListedRow>(
        `SELECT ${LISTED_COLUMNS} FROM payouts p WHERE ${where} ORDER BY ${order} LIMIT @count OFFSET @from`,
      )
      .all({ ...bound, ...window });
    return { total: sum?.total ?? 0, totalPaise: sum?.totalPaise ?? 0, rows: rows.map(decode) };
  };
  const byReference = database.prepare<[string], ListedRow>(
    `SELECT ${LISTED_COLUMNS} FROM ${PAYOUTS_BY_REFERENCE} LIMIT 1`,
  );
  const byTransaction = database.prepare<[string], ListedRow>(
    `SELECT ${LISTED_COLUMNS} FROM payouts p WHERE p.transaction_id = ? LIMIT 1`,
  );
  return {
    page: (batch, { sort, window, ...filter }) => {
      const conditions = filterOf(filter);
      const order = `${SORT_COLUMNS[sort.by]} ${sort.direction === 'up' ? 'ASC' : 'DESC'}, p.payout_id`;
      const where = [OF_BATCH, ...conditions.where].join(' AND ');
      return answer({ where, order, bound: { batch, ...conditions.bound } }, window);
    },
    search: ({ window, amountFromPaise, amountToPaise, fromMs, toMs, ...filter }) => {
      const conditions = filterOf(filter);
      const bounds = boundsOf({ amountFromPaise, amountToPaise, fromMs, toMs });
      const where = ['1 = 1', ...conditions.where, ...bounds.where].join(' AND ');
      const bound = { ...conditions.bound, ...bounds.bound };
      return answer({ where, order: 'p.payout_id DESC', bound }, window);
    },
    named: (key) => {
      const row = 'reference' in key ? byReference.get(key.reference) : byTransaction.get(key.transactionId);
      return row === undefined ? null : formatPayoutName(formatBatchId(prefix, row.batch_id), row.row_number);
    },
    ...preparePayoutStory(database, { prefix, ofBatch: OF_BATCH, columns: LISTED_COLUMNS, decode }),
  };
}

function filterOf({ states, search }: PayoutFilter): { readonly where: readonly string[]; readonly bound: Bound } {
  const where: string[] = [];
  const bound: Record<string, string> = {};
  if (states.length > 0) {
    const named = STATE_KINDS.filter((state) => states.includes(state)).map((state) => `p.state = '${state}'`);
    where.push(`(${named.join(' OR ')})`);
  }
  const text = search.trim();
  if (text !== '') {
    where.push(`(${SEARCHED.map((column) => `p.${column} LIKE @text ESCAPE '\\'`).join(' OR ')})`);
    bound['text'] = `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  }
  return { where, bound };
}

function boundsOf(bounds: Readonly<Record<'amountFromPaise' | 'amountToPaise' | 'fromMs' | 'toMs', number | null>>): {
  readonly where: readonly string[];
  readonly bound: Bound;
} {
  const conditions = {
    amountFromPaise: 'p.amount_paise >= @amountFromPaise',
    amountToPaise: 'p.amount_paise <= @amountToPaise',
    fromMs: 'p.batch_id IN (SELECT batch_id FROM batches WHERE confirmed_at_ms >= @fromMs)',
    toMs: 'p.batch_id IN (SELECT batch_id FROM batches WHERE confirmed_at_ms < @toMs)',
  };
  const where: string[] = [];
  const bound: Record<string, number> = {};
  for (const name of ['amountFromPaise', 'amountToPaise', 'fromMs', 'toMs'] as const) {
    const value = bounds[name];
    if (value === null) continue;
    where.push(conditions[name]);
    bound[name] = value;
  }
  return { where, bound };
}

/** The columns of a ListedRow, of the table `payouts p`. */
export const LISTED_COLUMNS = `p.payout_id, p.batch_id, p.row_number, p.state, p.hold, p.upi_id, p.account_number, p.ifsc, p.name,
  p.amount_paise, p.remark, p.reference, p.transaction_id, p.rrn, p.utr, p.log_number, p.tran_ref_no, p.gateway_status,
  p.message, p.attempts, p.sent_at_ms, p.settled_at_ms`;

export interface ListedRow extends BeneficiaryColumns {
  readonly payout_id: number;
  readonly batch_id: number;
  readonly row_number: number;
  readonly state: StateKind;
  readonly hold: ListedPayout['hold'];
  readonly name: string | null;
  readonly amount_paise: number;
  readonly remark: string;
  readonly reference: Reference;
  readonly transaction_id: string | null;
  readonly rrn: string | null;
  readonly utr: string | null;
  readonly log_number: string | null;
  readonly tran_ref_no: string | null;
  readonly gateway_status: string | null;
  readonly message: string | null;
  readonly attempts: number;
  readonly sent_at_ms: number | null;
  readonly settled_at_ms: number | null;
}

function decodeListed(row: ListedRow, prefix: 'B' | 'P'): ListedPayout {
  return { batch: formatBatchId(prefix, row.batch_id), state: row.state, hold: row.hold, ...decodeFacts(row) };
}

/** What a list and a report say alike of a payout. */
export function decodeFacts(row: ListedRow): Omit<ListedPayout, 'batch' | 'state' | 'hold'> {
  return {
    rowNumber: row.row_number,
    beneficiary: decodeBeneficiary(row),
    name: row.name,
    amountPaise: asPaise(row.amount_paise),
    remark: row.remark,
    reference: row.reference,
    ids: {
      transactionId: row.transaction_id,
      rrn: row.rrn,
      utr: row.utr,
      logNumber: row.log_number,
      tranRefNo: row.tran_ref_no,
    },
    gatewayStatus: row.gateway_status,
    message: row.message,
    attempts: row.attempts,
    sentAtMs: row.sent_at_ms,
    settledAtMs: row.settled_at_ms,
  };
}

interface StoryRow extends ListedRow {
  readonly unknown_reason: string | null;
  readonly decided_by: string | null;
  readonly not_known_answers: number;
  readonly lookups: number;
  readonly next_lookup_at_ms: number | null;
  readonly origin_batch: number | null;
  readonly origin_row: number | null;
  readonly successor_batch: number | null;
  readonly successor_row: number | null;
}

/** Shape: `columns` and `decode` are those of a listed payout; `ofBatch` bounds the payouts of `@batch`. */
interface ListedParts {
  readonly prefix: 'B' | 'P';
  readonly ofBatch: string;
  readonly columns: string;
  readonly decode: (row: ListedRow) => ListedPayout;
}

/** Prepares the drawer's reading. */
function preparePayoutStory(
  database: Database.Database,
  { prefix, ofBatch, columns, decode }: ListedParts,
): Pick<PayoutReading, 'story' | 'failures'> {
  const payout = database.prepare<[{ batch: number; row: number }], StoryRow>(
    `SELECT ${columns}, p.unknown_reason, p.decided_by, p.not_known_answers, p.lookups, p.next_lookup_at_ms,
            origin.batch_id AS origin_batch, origin.row_number AS origin_row,
            successor.batch_id AS successor_batch, successor.row_number AS successor_row
     FROM payouts p LEFT JOIN payouts origin ON origin.payout_id = p.retry_of
                    LEFT JOIN payouts successor ON successor.retry_of = p.payout_id
     WHERE ${ofBatch} AND p.row_number = @row`,
  );
  const attempts = database.prepare<[number], PayoutAttempt>(
    `SELECT a.number, a.claimed_at_ms AS atMs, r.answered_at_ms AS answeredAtMs, r.outcome, r.http_status AS httpStatus,
            r.message, r.answer
     FROM attempts a LEFT JOIN attempt_results r USING (attempt_id) WHERE a.payout_id = ? ORDER BY a.number`,
  );
  const lookups = database.prepare<[number], PayoutLookup>(
    `SELECT answered_at_ms AS atMs, looked_up_by AS by, finding, http_status AS httpStatus, answer
     FROM lookups WHERE payout_id = ? ORDER BY lookup_id`,
  );
  const failures = database.prepare<[{ batch: number }], FailureGroup>(
    `SELECT p.state, coalesce(p.message, '') AS message, count(*) AS count, sum(p.amount_paise) AS paise FROM payouts p
     WHERE ${ofBatch} AND (p.state = 'failed' OR p.state = 'rejected' OR p.state = 'reversed')
     GROUP BY p.state, coalesce(p.message, '')
     ORDER BY sum(count(*)) OVER (PARTITION BY p.state) DESC, p.state, count DESC, 2`,
  );
  const sourceOf = prepareSourceReading(database);
  const nameOf = (batch: number | null, row: number | null): string | null =>
    batch === null || row === null ? null : formatPayoutName(formatBatchId(prefix, batch), row);
  return {
    story: (batch, rowNumber) => {
      const row = payout.get({ batch, row: rowNumber });
      if (row === undefined) return null;
      return {
        payout: decode(row),
        unknownReason: row.unknown_reason,
        decidedBy: row.decided_by,
        notKnownAnswers: row.not_known_answers,
        lookups: row.lookups,
        nextLookupAtMs: row.next_lookup_at_ms,
        retryOf: nameOf(row.origin_batch, row.origin_row),
        retriedAs: nameOf(row.successor_batch, row.successor_row),
        source: sourceOf(row.payout_id),
        attempts: attempts.all(row.payout_id),
        answers: lookups.all(row.payout_id),
      };
    },
    failures: (batch) => failures.all({ batch }),
  };
}

type FoundRow = Omit<FoundPayout, 'id'>;

const COLUMNS = `p.payout_id AS payoutId, p.batch_id AS batch, p.row_number AS rowNumber, p.reference, p.state,
  p.decided_by AS decidedBy, CASE WHEN p.decided_by IS NULL THEN NULL ELSE
    (SELECT d.decided_at_ms FROM decisions d WHERE d.payout_id = p.payout_id ORDER BY d.decision_id DESC LIMIT 1)
  END AS decidedAtMs`;

/** Prepares finding payouts in any open database. A reference is compared without case, as the gateway may. */
export function prepareFindPayout(database: Database.Database, prefix: 'B' | 'P'): (name: PayoutName) => FoundPayout[] {
  const byReference = database.prepare<[string], FoundRow>(`SELECT ${COLUMNS} FROM ${PAYOUTS_BY_REFERENCE}`);
  const byRow = database.prepare<[number, number], FoundRow>(
    `SELECT ${COLUMNS} FROM batches b JOIN payouts p ON p.payout_id >= b.first_payout_id
       AND p.payout_id < b.first_payout_id + b.payout_count
     WHERE b.batch_id = ? AND p.row_number = ?`,
  );
  return (name) => {
    const rows = new Map<number, FoundRow>();
    if (name.by === 'row' && name.batch.startsWith(prefix)) {
      for (const row of byRow.all(Number(name.batch.slice(1)), name.rowNumber)) rows.set(row.payoutId, row);
    }
    // A sheet's own reference may look like a batch and a row: then both were perhaps meant.
    const reference = name.by === 'reference' ? name.reference : formatPayoutName(name.batch, name.rowNumber);
    for (const row of byReference.all(reference)) rows.set(row.payoutId, row);
    return [...rows.values()].map((row) => ({ ...row, id: formatBatchId(prefix, row.batch) }));
  };
}

/** A batch's payouts lie side by side. Shape: `@batch` is its number. */
export const OF_BATCH = `p.payout_id >= (SELECT first_payout_id FROM batches WHERE batch_id = @batch)
  AND p.payout_id < (SELECT first_payout_id + payout_count FROM batches WHERE batch_id = @batch)`;

/**
 * The payouts of any merchant that carry a reference, without case. Shape: one `?`, the reference. The joins are crossed, so
 * that no statistics make SQLite begin at the longest table.
 */
export const PAYOUTS_BY_REFERENCE = `merchants m
  CROSS JOIN payout_references k ON k.merchant_id = m.merchant_id AND k.reference = ?
  CROSS JOIN payouts p ON p.payout_id = k.payout_id`;
