// Reads payouts window by window, so that a hundred thousand of them scroll. In: a filter and a window. Out: shared/payout-pages.
// Statements are put together from fixed pieces; what a person typed is only ever bound. This file must never change anything.

import type Database from 'better-sqlite3';
import { formatBatchId } from '../../../shared/ids.ts';
import type {
  ListedPayout,
  PayoutFilter,
  PayoutPage,
  PayoutReading,
  PayoutSort,
} from '../../../shared/payout-pages.ts';
import { STATE_KINDS } from '../../../shared/states.ts';
import { decodeListed, LISTED_COLUMNS, type ListedRow } from './listed-payout.ts';
import { OF_BATCH, PAYOUTS_BY_REFERENCE } from './payout-places.ts';
import { preparePayoutStory } from './payout-story.ts';

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
      return row === undefined ? null : `${formatBatchId(prefix, row.batch_id)}-${row.row_number}`;
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
