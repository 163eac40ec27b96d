// Reads payouts for lists, search, one payout's story and a batch's failures, one window at a time, so that a list of a hundred
// thousand scrolls. SQL is assembled from fixed pieces; what a person typed is only ever bound. A name that fits several payouts
// returns all of them: the desk never chooses.

import { batchNumber, formatBatchId, formatPayoutName, type Sha256 } from '../../../shared/ids.ts';
import { type Message, msg, verbatim } from '../../../shared/messages/message.ts';
import { asPaise } from '../../../shared/money.ts';
import type { GatewayIds } from '../../../shared/outcomes.ts';
import type { Issue } from '../../../shared/rows.ts';
import { STATE_KINDS, type StateKind } from '../../../shared/states.ts';
import type { BatchRecord, Tally } from '../domain/batches.ts';
import type { FoundPayout, PayoutName } from '../domain/decisions.ts';
import { wasOpen } from '../domain/late-news.ts';
import type {
  BatchMatch,
  ListedPayout,
  ListWindow,
  PayoutAttempt,
  PayoutDecision,
  PayoutFilter,
  PayoutLookup,
  PayoutPage,
  PayoutReading,
  PayoutSearch,
  PayoutSort,
  ShownPayout,
} from '../domain/payout-pages.ts';
import type {
  BatchReport,
  ReportAttempt,
  ReportAuditEntry,
  ReportExcluded,
  ReportPayout,
  UnpricedPayout,
} from '../domain/report.ts';
import type { FeeTotals, ReportedFees } from '../domain/reported-fees.ts';
import { PAYS_AGAIN, prepareNews } from './alarms.ts';
import { ROWS_ONLY } from './audit-log.ts';
import type { DeskDatabase } from './desk-database.ts';
import { idIsAmbiguous, type KeyColumns, lookupKeyOf } from './due-lookups.ts';
import { preparePaidSums } from './paid-sums.ts';
import { type BeneficiaryColumns, decodeBeneficiary, prepareSourceReading } from './payout-rows.ts';
import { searchFor } from './payout-search.ts';
import { prepareReportedFees, prepareWalletRest } from './reported-fees.ts';
import { messageIn, messageOrNull } from './stored-messages.ts';

const SEARCHED = ['upi_id', 'account_number', 'ifsc', 'name', 'reference', 'transaction_id', 'rrn', 'utr', 'remark'];

/** So many rows are sorted without keeping the order of the others. */
const FIRST_ROWS = 1_000;

type Bound = Readonly<Record<string, string | number>>;
interface PageQuery {
  /** Common tables that `where` names; empty for none. */
  readonly tables: string;
  readonly where: string;
  readonly order: string;
  readonly bound: Bound;
}

/** Prepares reading payouts from any open database. */
export function readPayoutPages(database: DeskDatabase, prefix: 'B' | 'P'): Omit<PayoutReading, 'story'> {
  const numbered = database.statement<[string], ShownRow>(
    `SELECT ${SHOWN_COLUMNS} FROM json_each(?) asked CROSS JOIN payouts p ON p.payout_id = asked.value ORDER BY asked.key`,
  );
  const sumOf = ({ tables, where, bound }: PageQuery): PageSum =>
    database
      .prepare<[Bound], PageSum>(
        `${tables}SELECT count(*) AS total, coalesce(sum(p.amount_paise), 0) AS totalPaise FROM payouts p WHERE ${where}`,
      )
      .get(bound) ?? { total: 0, totalPaise: 0 };
  /** The numbers are sorted first: with all that a row shows, a sort of a million would take three times as long. */
  const numbersOf = ({ tables, where, order, bound }: PageQuery, { from, count }: ListWindow): readonly number[] =>
    database
      .prepare<[Bound], number>(
        `${tables}SELECT p.payout_id FROM payouts p WHERE ${where} ORDER BY ${order} LIMIT @count OFFSET @from`,
      )
      .pluck()
      .all({ ...bound, from, count });
  const paidSums = preparePaidSums(database);
  let sorted: { readonly key: string; readonly numbers: readonly number[] } | null = null;
  /** The first rows are found without sorting the others. Who scrolls further down has the whole order kept for the next pages. */
  const windowOf = (query: PageQuery, { from, count }: ListWindow): readonly number[] => {
    if (from + count <= FIRST_ROWS) return numbersOf(query, { from, count });
    const key = JSON.stringify([query, paidSums.changedAt()]);
    if (sorted?.key !== key) sorted = { key, numbers: numbersOf(query, { from: 0, count: -1 }) };
    return sorted.numbers.slice(from, from + count);
  };
  const answer = (query: PageQuery, window: ListWindow, sum: PageSum = sumOf(query)): PayoutPage => {
    const ids = windowOf(query, window);
    return { ...sum, rows: numbered.all(JSON.stringify(ids)).map((row) => decodeShown(row, prefix)) };
  };
  const inBatches = prepareBatchPages(database, prefix);
  const meantColumns = `${LISTED_COLUMNS}, ${idIsAmbiguous('p')}`;
  const byReference = database.statement<[string], MeantRow>(
    `SELECT ${meantColumns} FROM ${PAYOUTS_BY_REFERENCE} ORDER BY p.payout_id DESC LIMIT 1`,
  );
  const byTransaction = database.statement<[string], MeantRow>(
    `SELECT ${meantColumns} FROM payouts p WHERE p.transaction_id = ? ORDER BY p.payout_id DESC LIMIT 1`,
  );
  const byBank = database.statement<[string, string], MeantRow>(
    `SELECT ${meantColumns} FROM payouts p WHERE p.rrn = ? OR p.utr = ? ORDER BY p.payout_id DESC LIMIT 1`,
  );
  const byRow = database.statement<[number, number], MeantRow>(
    `SELECT ${meantColumns} FROM ${PAYOUTS_BY_ROW} WHERE b.batch_id = ? AND p.row_number = ?`,
  );
  const ofName = (text: string): MeantRow | undefined => {
    const [, desk, batch, row] = /^([BP])(\d+)\/(\d+)$/i.exec(text) ?? [];
    return desk?.toUpperCase() === prefix ? byRow.get(Number(batch), Number(row)) : undefined;
  };
  return {
    page: (batch, { sort, window, ...filter }) => {
      const conditions = filterOf(filter);
      const where = [OF_BATCH, ...conditions.where].join(' AND ');
      return answer({ tables: '', where, order: orderOf(sort), bound: { batch, ...conditions.bound } }, window);
    },
    search: ({ window, ...search }) => {
      const batches = inBatches(search);
      if (batches === null) return answer(queryOf(search), window);
      return search.sort.by === 'rowNumber' ? batches.page(window) : answer(queryOf(search), window, batches.sum);
    },
    byBatch: (search) => {
      const whole = inBatches({ ...search, sort: { by: 'rowNumber', direction: 'up' } });
      if (whole !== null) return whole.batches;
      const { tables, where, bound } = queryOf({ ...search, sort: { by: 'rowNumber', direction: 'up' } });
      return database
        .prepare<[Bound], BatchMatch>(
          `${tables}SELECT b.confirmed_at_ms AS confirmedAtMs, count(*) AS count, sum(p.amount_paise) AS paise
           FROM payouts p JOIN batches b USING (batch_id) WHERE ${where} GROUP BY p.batch_id ORDER BY p.batch_id`,
        )
        .all(bound);
    },
    *each(search) {
      const { tables, where, order, bound } = queryOf(search);
      const all = `${tables}SELECT ${LISTED_COLUMNS} FROM payouts p WHERE ${where} ORDER BY ${order}`;
      for (const row of database.prepare<[Bound], ListedRow>(all).iterate(bound)) yield decodeListed(row, prefix);
    },
    ...paidSums,
    meant: (text) => {
      const row = ofName(text) ?? byReference.get(text) ?? byTransaction.get(text) ?? byBank.get(text, text);
      if (row === undefined) return null;
      const { batch, rowNumber, name, amountPaise, state } = decodeListed(row, prefix);
      return { payout: formatPayoutName(batch, rowNumber), name, amountPaise, state, key: lookupKeyOf(row) };
    },
  };
}

interface PageSum {
  readonly total: number;
  readonly totalPaise: number;
}

/**
 * Prepares reading whole batches, which needs no search: the kept sums say what matches in each batch, and so where a window in
 * the order of confirmation is. Returns null for a query that asks for more.
 */
function prepareBatchPages(
  database: DeskDatabase,
  prefix: 'B' | 'P',
): (query: PayoutSearch & { readonly sort: PayoutSort }) => BatchPages | null {
  const sums = database.statement<[{ states: string; fromMs: number; toMs: number }], BatchSum>(
    `SELECT b.confirmed_at_ms AS confirmedAtMs, b.first_payout_id AS first, b.payout_count AS payouts, sum(s.count) AS count, sum(s.paise) AS paise
     FROM batches b JOIN batch_sums s USING (batch_id)
     WHERE s.state IN (SELECT value FROM json_each(@states)) AND b.confirmed_at_ms >= @fromMs AND b.confirmed_at_ms < @toMs
     GROUP BY b.batch_id HAVING sum(s.count) > 0 ORDER BY b.batch_id`,
  );
  const part = (direction: 'ASC' | 'DESC') =>
    database.statement<[{ states: string; first: number; last: number; from: number; count: number }], ShownRow>(
      `SELECT ${SHOWN_COLUMNS} FROM payouts p WHERE p.payout_id BETWEEN @first AND @last
         AND p.state IN (SELECT value FROM json_each(@states)) ORDER BY p.payout_id ${direction} LIMIT @count OFFSET @from`,
    );
  const parts = { up: part('ASC'), down: part('DESC') };
  return ({ sort, person, amountFromPaise, amountToPaise, fromMs, toMs, states: asked, search }) => {
    if (person !== null || amountFromPaise !== null || amountToPaise !== null || search.trim() !== '') return null;
    const states = JSON.stringify(asked.length === 0 ? STATE_KINDS : asked);
    const batches = sums.all({ states, fromMs: fromMs ?? 0, toMs: toMs ?? Number.MAX_SAFE_INTEGER });
    const sum = {
      total: batches.reduce((total, batch) => total + batch.count, 0),
      totalPaise: batches.reduce((total, batch) => total + batch.paise, 0),
    };
    const page = ({ from, count }: ListWindow): PayoutPage => {
      const rows: ShownRow[] = [];
      let before = 0;
      for (const batch of sort.direction === 'up' ? batches : batches.toReversed()) {
        const skipped = Math.max(0, from - before);
        before += batch.count;
        if (skipped >= batch.count) continue;
        if (rows.length === count) break;
        const place = { first: batch.first, last: batch.first + batch.payouts - 1 };
        rows.push(...parts[sort.direction].all({ states, ...place, from: skipped, count: count - rows.length }));
      }
      return { ...sum, rows: rows.map((row) => decodeShown(row, prefix)) };
    };
    return { sum, page, batches };
  };
}

/** `page`: in the order of confirmation. */
interface BatchPages {
  readonly sum: PageSum;
  readonly page: (window: ListWindow) => PayoutPage;
  readonly batches: readonly BatchMatch[];
}

interface BatchSum extends BatchMatch {
  readonly first: number;
  readonly payouts: number;
}

function orderOf({ by, direction }: PayoutSort): string {
  const towards = direction === 'up' ? 'ASC' : 'DESC';
  return by === 'rowNumber' ? `p.payout_id ${towards}` : `${SORT_COLUMNS[by]} ${towards}, p.payout_id`;
}

function queryOf({
  sort,
  person,
  amountFromPaise,
  amountToPaise,
  fromMs,
  toMs,
  states,
  search,
}: PayoutSearch & { sort: PayoutSort }): PageQuery {
  const text = search.trim();
  const searched = text === '' ? null : searchFor(text);
  const conditions = filterOf({ states, search: '' });
  const bounds = boundsOf({ amountFromPaise, amountToPaise, fromMs, toMs });
  const where = [
    ...(searched === null ? [] : ['p.payout_id IN (SELECT payout_id FROM found)']),
    ...(person === null ? [] : [OF_PERSON]),
    ...conditions.where,
    ...bounds.where,
  ];
  return {
    tables: searched === null ? '' : `WITH ${searched.found} `,
    where: where.length === 0 ? '1 = 1' : where.join(' AND '),
    order: orderOf(sort),
    bound: { ...searched?.bound, ...bounds.bound, ...(person === null ? {} : { person }) },
  };
}

const OF_PERSON = `p.payout_id IN (SELECT payout_id FROM payout_people
  WHERE merchant_id IN (SELECT merchant_id FROM merchants) AND person_key = @person)`;

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

interface SaidColumns {
  readonly message: string | null;
  readonly decidedBy: string | null;
}

/** The message of a payout. A person's decision is marked, so it never passes for the gateway's word. */
export function saidOf({ message, decidedBy: person }: SaidColumns): Message | null {
  const what = messageOrNull(message);
  if (person === null) return what;
  return what === null ? msg('decision.by', { person }) : msg('decision.by.what', { person, what });
}

/** The columns of a ListedRow, from `payouts p`. */
const LISTED_COLUMNS = `p.payout_id AS payoutId, p.batch_id AS batchId, p.row_number AS rowNumber, p.state, p.hold,
  p.upi_id AS upiId, p.account_number AS accountNumber, p.ifsc, p.name, p.amount_paise AS amountPaise, p.remark,
  p.reference, p.transaction_id AS transactionId, p.rrn, p.utr, p.log_number AS logNumber, p.tran_ref_no AS tranRefNo,
  p.gateway_status AS gatewayStatus, p.message, p.decided_by AS decidedBy, p.attempts, p.sent_at_ms AS sentAtMs, p.settled_at_ms AS settledAtMs`;

type MeantRow = ListedRow & KeyColumns;

interface ListedRow
  extends Omit<ListedPayout, 'batch' | 'beneficiary' | 'ids' | 'message'>,
    BeneficiaryColumns,
    GatewayIds,
    SaidColumns {
  readonly payoutId: number;
  readonly batchId: number;
}

/** Column by column: objects made of the rest of others take three times as long, which counts in a report. */
function decodeListed(row: ListedRow, prefix: 'B' | 'P'): ListedPayout {
  return {
    batch: formatBatchId(prefix, row.batchId),
    rowNumber: row.rowNumber,
    state: row.state,
    hold: row.hold,
    beneficiary: decodeBeneficiary(row),
    name: row.name,
    amountPaise: asPaise(row.amountPaise),
    remark: row.remark,
    reference: row.reference,
    ids: {
      transactionId: row.transactionId,
      rrn: row.rrn,
      utr: row.utr,
      logNumber: row.logNumber,
      tranRefNo: row.tranRefNo,
    },
    gatewayStatus: row.gatewayStatus,
    message: saidOf(row),
    attempts: row.attempts,
    sentAtMs: row.sentAtMs,
    settledAtMs: row.settledAtMs,
  };
}

/** The payouts that pay payout `p` again: its retry, or what a person or a lookup let another file pay. */
const OF_AGAIN = `FROM payouts again WHERE again.payout_id IN (
     SELECT next.payout_id FROM payouts next WHERE next.retry_of = p.payout_id AND next.retry_of IS NOT NULL
     UNION ALL SELECT r.payout_id FROM payout_relations r WHERE r.earlier_id = p.payout_id AND r.${PAYS_AGAIN})`;

/** One of them: a paid one first, then one of the same amount, then the newest. SQL of a row as JSON; `only` adds a condition. */
const paidAgain = (only: string): string => `(SELECT json_array(again.batch_id, again.row_number, again.state)
   ${OF_AGAIN}${only}
   ORDER BY again.state = 'success' DESC, again.amount_paise = p.amount_paise DESC, again.payout_id DESC LIMIT 1)`;

const SORT_COLUMNS: Readonly<Record<PayoutSort['by'], string>> = {
  // Payouts are stored in file order.
  rowNumber: 'p.payout_id',
  amount: 'p.amount_paise',
  state: 'p.state',
  name: 'p.name COLLATE NOCASE',
  beneficiary: 'coalesce(p.upi_id, p.account_number) COLLATE NOCASE',
  ifsc: 'p.ifsc COLLATE NOCASE',
  reference: 'p.reference COLLATE NOCASE',
  utr: 'coalesce(p.utr, p.rrn)',
  message: 'p.message COLLATE NOCASE',
  // Of a decision, and of nothing else.
  note: `iif(p.decided_by IS NOT NULL AND json_valid(p.message), json_extract(p.message, '$.params.note'), NULL) COLLATE NOCASE`,
  // What a person may do follows from these.
  todo: `p.state || (${paidAgain('')} IS NULL)`,
  sentAt: 'p.sent_at_ms',
};

export const PAID_AGAIN = `${paidAgain('')} AS againJson`;

export function decodeAgain(json: string | null, prefix: 'B' | 'P'): ShownPayout['paidAgainAs'] {
  if (json === null) return null;
  // Decodes what the query built.
  const [batch, rowNumber, state] = JSON.parse(json) as [number, number, StateKind];
  return { payout: formatPayoutName(formatBatchId(prefix, batch), rowNumber), state };
}

/** For what a window shows. A report of a hundred thousand payouts leaves out the extra query per payout. */
const SHOWN_COLUMNS = `${LISTED_COLUMNS}, ${PAID_AGAIN}`;

interface ShownRow extends ListedRow {
  readonly againJson: string | null;
}

function decodeShown({ againJson, ...listed }: ShownRow, prefix: 'B' | 'P'): ShownPayout {
  return {
    ...decodeListed(listed, prefix),
    decided: decidedIn(listed),
    paidAgainAs: decodeAgain(againJson, prefix),
  };
}

function decidedIn({ decidedBy, message, settledAtMs }: ListedRow): ShownPayout['decided'] {
  if (decidedBy === null) return null;
  const what = messageOrNull(message);
  const note = what?.code === 'decision.paid' || what?.code === 'decision.notPaid' ? what.params['note'] : undefined;
  return { by: decidedBy, atMs: settledAtMs, note: typeof note === 'string' ? verbatim(note) : what };
}

/** A payout's name, such as `B0001/12`; null when there is none. */
function nameIn(prefix: 'B' | 'P', batch: number | null, rowNumber: number | null): string | null {
  return batch === null || rowNumber === null ? null : formatPayoutName(formatBatchId(prefix, batch), rowNumber);
}

interface StoryRow extends ShownRow {
  readonly unknownReason: string | null;
  readonly notKnownAnswers: number;
  readonly lookups: number;
  readonly nextLookupAtMs: number | null;
  readonly originBatch: number | null;
  readonly originRow: number | null;
  readonly successorBatch: number | null;
  readonly successorRow: number | null;
}

/** Prepares reading the story of a payout. */
export function preparePayoutStory(database: DeskDatabase, prefix: 'B' | 'P'): PayoutReading['story'] {
  const payout = database.statement<[{ batch: number; row: number }], StoryRow>(
    `SELECT ${SHOWN_COLUMNS}, p.unknown_reason AS unknownReason,
            p.not_known_answers AS notKnownAnswers, p.lookups, p.next_lookup_at_ms AS nextLookupAtMs,
            origin.batch_id AS originBatch, origin.row_number AS originRow,
            successor.batch_id AS successorBatch, successor.row_number AS successorRow
     FROM payouts p LEFT JOIN payouts origin ON origin.payout_id = p.retry_of
                    LEFT JOIN payouts successor ON successor.retry_of = p.payout_id
     WHERE ${OF_BATCH} AND p.row_number = @row`,
  );
  const evidenceOf = prepareEvidence(database);
  const sourceOf = prepareSourceReading(database);
  // From the audit log, which also has decisions that were taken back.
  const decisions = database.statement<[number], PayoutDecision>(
    `SELECT at_ms AS atMs, actor AS "by", detail ->> '$.decision.decided' AS decided, detail ->> '$.decision.note' AS note,
            detail ->> '$.decision.bankReference' AS bankReference, detail ->> '$.decision.ticket' AS ticket
     FROM audit WHERE payout_id = ? AND detail ->> '$.decision.decided' IS NOT NULL ORDER BY sequence`,
  );
  return (batch, rowNumber) => {
    const row = payout.get({ batch, row: rowNumber });
    if (row === undefined) return null;
    const { originBatch, originRow, successorBatch, successorRow, ...more } = row;
    const { unknownReason, notKnownAnswers, lookups, nextLookupAtMs, ...shown } = more;
    const { attempts, lookups: answers } = evidenceOf(row.payoutId);
    return {
      payout: decodeShown(shown, prefix),
      unknownReason,
      notKnownAnswers,
      lookups,
      nextLookupAtMs,
      retryOf: nameIn(prefix, originBatch, originRow),
      retriedAs: nameIn(prefix, successorBatch, successorRow),
      source: sourceOf(row.payoutId),
      attempts,
      answers,
      decisions: decisions.all(row.payoutId),
    };
  };
}

/** Prepares reading every request of a payout and every stored lookup, with the answers, oldest first. */
export function prepareEvidence(
  database: DeskDatabase,
): (payoutId: number) => { readonly attempts: readonly PayoutAttempt[]; readonly lookups: readonly PayoutLookup[] } {
  const attempts = database.statement<[number], Omit<PayoutAttempt, 'message'> & Pick<SaidColumns, 'message'>>(
    `SELECT a.number, a.claimed_at_ms AS sentAtMs, r.answered_at_ms AS answeredAtMs, r.outcome,
            r.http_status AS httpStatus, r.message, r.answer
     FROM attempts a LEFT JOIN attempt_results r USING (attempt_id) WHERE a.payout_id = ? ORDER BY a.number`,
  );
  const lookups = database.statement<[number], PayoutLookup>(
    `SELECT answered_at_ms AS atMs, looked_up_by AS "by", finding, http_status AS httpStatus, answer
     FROM lookups WHERE payout_id = ? ORDER BY lookup_id`,
  );
  return (payoutId) => ({
    attempts: attempts.all(payoutId).map((attempt) => ({ ...attempt, message: messageOrNull(attempt.message) })),
    lookups: lookups.all(payoutId),
  });
}

/** SQL condition on `lookups l`: silences since the gateway last said anything else. An answer without a word is neither. */
export const IS_SILENCE_OF_LATE = `l.finding IN ('notKnown', 'unproven') AND l.lookup_id > coalesce(
  (SELECT max(said.lookup_id) FROM lookups said WHERE said.payout_id = l.payout_id
   AND (said.finding LIKE 'state %' OR said.finding = 'mismatch')), 0)`;

interface FoundRow extends Omit<FoundPayout, 'id' | 'lastLookup'> {
  readonly lastFinding: string | null;
  readonly lastHttpStatus: number | null;
}

const COLUMNS = `p.payout_id AS payoutId, p.batch_id AS batch, p.row_number AS rowNumber, p.reference, p.state,
  p.decided_by AS decidedBy, CASE WHEN p.decided_by IS NULL THEN NULL ELSE
    (SELECT d.decided_at_ms FROM decisions d WHERE d.payout_id = p.payout_id ORDER BY d.decision_id DESC LIMIT 1)
  END AS decidedAtMs,
  CASE WHEN p.state = 'processing' AND p.last_finding IN ('notKnown', 'unproven') THEN
    (SELECT min(l.answered_at_ms) FROM lookups l WHERE l.payout_id = p.payout_id AND ${IS_SILENCE_OF_LATE})
  END AS silentSinceMs, p.gateway_status AS gatewayWord,
  (SELECT l.finding FROM lookups l WHERE l.payout_id = p.payout_id ORDER BY l.lookup_id DESC LIMIT 1) AS lastFinding,
  (SELECT l.http_status FROM lookups l WHERE l.payout_id = p.payout_id ORDER BY l.lookup_id DESC LIMIT 1) AS lastHttpStatus`;

/** Prepares finding payouts in any open database. References are compared without case, as the gateway may do. */
export function prepareFindPayout(database: DeskDatabase, prefix: 'B' | 'P'): (name: PayoutName) => FoundPayout[] {
  const byReference = database.statement<[string], FoundRow>(`SELECT ${COLUMNS} FROM ${PAYOUTS_BY_REFERENCE}`);
  const byRow = database.statement<[number, number], FoundRow>(
    `SELECT ${COLUMNS} FROM ${PAYOUTS_BY_ROW} WHERE b.batch_id = ? AND p.row_number = ?`,
  );
  return (name) => {
    const rows = new Map<number, FoundRow>();
    if (name.by === 'row' && name.batch.startsWith(prefix)) {
      for (const row of byRow.all(batchNumber(name.batch), name.rowNumber)) rows.set(row.payoutId, row);
    }
    // A sheet's reference may look like a batch and row, so either may be meant.
    const reference = name.by === 'reference' ? name.reference : formatPayoutName(name.batch, name.rowNumber);
    for (const row of byReference.all(reference)) rows.set(row.payoutId, row);
    return [...rows.values()].map(({ lastFinding: finding, lastHttpStatus: httpStatus, ...row }) => {
      const lastLookup = finding === null ? null : { finding, httpStatus };
      return { ...row, lastLookup, id: formatBatchId(prefix, row.batch) };
    });
  };
}

const PAYOUTS_BY_ROW = `batches b JOIN payouts p ON p.payout_id >= b.first_payout_id
  AND p.payout_id < b.first_payout_id + b.payout_count`;

/** A batch's payouts are contiguous. `@batch` is its number. */
const OF_BATCH = `p.payout_id >= (SELECT first_payout_id FROM batches WHERE batch_id = @batch)
  AND p.payout_id < (SELECT first_payout_id + payout_count FROM batches WHERE batch_id = @batch)`;

/**
 * The payouts of any merchant that carry a reference, compared without case. The one `?` is the reference. CROSS JOIN keeps
 * SQLite's statistics from starting at the longest table.
 */
export const PAYOUTS_BY_REFERENCE = `merchants m
  CROSS JOIN payout_references k ON k.merchant_id = m.merchant_id AND k.reference = ?
  CROSS JOIN payouts p ON p.payout_id = k.payout_id`;

// Reads a batch's report row by row, so that a large batch need not fit in memory. Values are not changed.

interface PayoutRow extends ListedRow {
  readonly originBatch: number | null;
  readonly originRow: number | null;
  readonly againJson: string | null;
}

/** `isEarlier`: it is not now, though the payouts are read as they are now. */
interface ReportMoment {
  readonly asOfMs: number;
  readonly isEarlier: boolean;
  readonly tally: Tally;
}

/** Prepares finding the rows of a batch of which a later payment, sent by a moment, was not settled then as it is now. */
export function prepareAgainChanged(database: DeskDatabase): (batch: number, sinceMs: number) => readonly number[] {
  const rows = database
    .statement<[{ batch: number; sinceMs: number }], number>(
      `SELECT p.row_number FROM payouts p WHERE ${OF_BATCH} AND p.state IN (${UNPAID}) AND EXISTS (SELECT 1 ${OF_AGAIN}
         AND again.sent_at_ms <= @sinceMs AND coalesce(again.settled_at_ms, @sinceMs + 1) > @sinceMs)
       ORDER BY p.payout_id`,
    )
    .pluck();
  return (batch, sinceMs) => rows.all({ batch, sinceMs });
}

/** States after which a payment may be made again. */
const UNPAID = `'failed', 'rejected', 'reversed', 'cancelled'`;

/** Prepares reading reports from any open database. */
export function prepareReport(
  database: DeskDatabase,
  prefix: 'B' | 'P',
): (batch: BatchRecord, at: ReportMoment) => BatchReport {
  const select = (which: string): string =>
    `SELECT ${LISTED_COLUMNS}, origin.batch_id AS originBatch, origin.row_number AS originRow,
       CASE WHEN p.state IN (${UNPAID})
         THEN ${paidAgain(" AND again.state = 'success' AND again.settled_at_ms <= @asOfMs")} END AS againJson
     FROM payouts p LEFT JOIN payouts origin ON origin.payout_id = p.retry_of
     WHERE ${OF_BATCH}${which} ORDER BY p.payout_id`;
  const payouts = database.statement<[{ batch: number; asOfMs: number }], PayoutRow>(select(''));
  const payoutAt = database.statement<[{ batch: number; asOfMs: number; row: number }], PayoutRow>(
    select(' AND p.row_number = @row'),
  );
  const attempts = database.statement<[{ batch: number }], ReportAttempt>(
    `SELECT p.row_number AS rowNumber, p.reference, a.claimed_at_ms AS sentAtMs, r.answered_at_ms AS answeredAtMs,
            r.outcome, r.http_status AS httpStatus, r.answer
     FROM payouts p JOIN attempts a USING (payout_id) LEFT JOIN attempt_results r USING (attempt_id)
     WHERE ${OF_BATCH} ORDER BY p.payout_id, a.number`,
  );
  const excluded = database.statement<[number], { row_number: number; source_json: string; issues_json: string }>(
    'SELECT row_number, source_json, issues_json FROM excluded_rows WHERE batch_id = ? ORDER BY row_number',
  );
  const audit = database.statement<[number], ReportAuditEntry>(
    `SELECT sequence, at_ms AS atMs, actor, what, detail, hash FROM audit
     WHERE batch_id = ? AND what <> '${ROWS_ONLY}' ORDER BY sequence`,
  );
  const head = database.statement<[], { sequence: number; hash: Sha256 }>(
    'SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1',
  );

  const sourceOf = prepareSourceReading(database);
  const news = prepareNews(database, prefix);

  const reportedFees = prepareReportedFees(database);
  const walletRest = prepareWalletRest(database);
  const decodeUnpriced = (row: PayoutRow): UnpricedPayout => ({
    ...decodeListed(row, prefix),
    retryOf: nameIn(prefix, row.originBatch, row.originRow),
    paidSinceAs: decodeAgain(row.againJson, prefix)?.payout ?? null,
    source: sourceOf(row.payoutId),
  });
  const decodePayout = (row: PayoutRow, fees: ReadonlyMap<number, ReportedFees>): ReportPayout => {
    const reported = fees.get(row.payoutId);
    return { ...decodeUnpriced(row), feePaise: reported?.feePaise ?? null, taxPaise: reported?.taxPaise ?? null };
  };

  return (record, { asOfMs, isEarlier, tally }) => {
    const { batch, id, payoutCount, totalPaise, ...facts } = record;
    const auditHead = head.get();
    let read: ReadonlyMap<number, ReportedFees> | null = null;
    const fees = (): ReadonlyMap<number, ReportedFees> => (read ??= reportedFees(batch, asOfMs));
    return {
      head: {
        ...facts,
        batch: id,
        confirmedCount: payoutCount,
        confirmedPaise: totalPaise,
        counts: tally.counts,
        paise: tally.paise,
        auditSequence: auditHead?.sequence ?? 0,
        auditHash: auditHead?.hash ?? null,
      },
      asOfMs,
      payouts: () => {
        const each = fees();
        return decoded(payouts.iterate({ batch, asOfMs }), (row) => decodePayout(row, each));
      },
      payoutAt: (row) => {
        const found = payoutAt.get({ batch, asOfMs, row });
        return found === undefined ? null : decodeUnpriced(found);
      },
      attempts: () => attempts.iterate({ batch }),
      excluded: () => decoded(excluded.iterate(batch), decodeExcluded),
      audit: () => audit.iterate(batch),
      fees: () => ({ ...sumFees(fees().values()), walletPaise: walletRest(record, { asOfMs, isEarlier }) }),
      alarms: news.list({ batch, all: true }).filter((one) => wasOpen(one, asOfMs)),
    };
  };
}

function sumFees(fees: Iterable<ReportedFees>): Omit<FeeTotals, 'walletPaise'> {
  const sums = { feeCount: 0, feePaise: 0, taxCount: 0, taxPaise: 0 };
  for (const { feePaise, taxPaise } of fees) {
    if (feePaise !== null) sums.feeCount += 1;
    if (taxPaise !== null) sums.taxCount += 1;
    sums.feePaise += feePaise ?? 0;
    sums.taxPaise += taxPaise ?? 0;
  }
  return sums;
}

function decodeExcluded(row: { row_number: number; source_json: string; issues_json: string }): ReportExcluded {
  return {
    rowNumber: row.row_number,
    source: JSON.parse(row.source_json) as string[],
    issues: (JSON.parse(row.issues_json) as Issue[]).map((issue) => ({
      ...issue,
      message: messageIn(issue.message),
      cure: messageIn(issue.cure),
    })),
  };
}

function* decoded<Row, Value>(rows: Iterable<Row>, decode: (row: Row) => Value): Generator<Value> {
  for (const row of rows) yield decode(row);
}
