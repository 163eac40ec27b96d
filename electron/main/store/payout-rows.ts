// Stores a confirmed batch's payouts, and their source cells from the file. Only reports need the cells, so they are stored
// apart in chunks of many rows: what a run reads and writes each turn stays small. Many rows share one statement, which takes
// half the time of one statement per row, measured at 10,000.

import { invariant } from '../../../shared/failures.ts';
import type { Sha256 } from '../../../shared/ids.ts';
import type { Beneficiary } from '../../../shared/rows.ts';
import type { Confirmation } from '../domain/batches.ts';
import { MERGED_BANKS } from '../domain/person-key.ts';
import type { Resting } from './archives.ts';
import { ContentHash, confirmedText } from './check-batch.ts';
import type { DeskDatabase, Statement } from './desk-database.ts';
import { addToPayees, CONFIRMED_COLUMNS } from './schema.ts';

/** Payouts per INSERT. More gain nothing, and SQLite takes at most 32,766 values in a statement. */
export const PAYOUT_ROWS_PER_STATEMENT = 50;

/** Source rows per chunk: about a disk page, decoded in a millisecond when one payout is viewed. */
export const SOURCE_ROWS_PER_CHUNK = 256;

/** The columns with a value per row. The batch and merchant are the same for all. */
const COLUMNS = CONFIRMED_COLUMNS.filter((column) => column !== 'batch_id' && column !== 'merchant_id');

/** The values of the last columns in most batches, the same for every row. Binding them takes an eighth of the time. */
const USUAL = { reference_from: `'desk'`, repeat_ticked: '0', retry_of: 'NULL' };

const BANK_SQL = `CASE upper(substr(ifsc, 1, 4)) ${Object.entries(MERGED_BANKS)
  .map(([before, now]) => `WHEN '${before}' THEN '${now}'`)
  .join(' ')} ELSE upper(substr(ifsc, 1, 4)) END`;

const keySql = (account: string): string =>
  `iif(upi_id IS NULL, 'imps:' || ${BANK_SQL} || ':' || lower(${account}), 'upi:' || lower(upi_id))`;

/** A payee's key from a payout's columns, spelt as by personKey(). */
export const PERSON_KEY_SQL = keySql(`ltrim(account_number, '0')`);

export const ACCOUNT_KEY_SQL = keySql('account_number');

/** Inserted in the order of each table's key as far as sorting pays off: half the time of any other order. */
const KEY_TABLES = [
  `INSERT INTO payout_references SELECT merchant_id, reference, payout_id FROM payouts WHERE payout_id BETWEEN ? AND ?
   ORDER BY reference`,
  `INSERT INTO payout_people
   SELECT merchant_id, ${PERSON_KEY_SQL} AS person_key,
          amount_paise, payout_id
   FROM payouts WHERE payout_id BETWEEN ? AND ? ORDER BY person_key`,
];

/** A batch's number, and the number of its first payout. */
export interface BatchNumbers {
  readonly batch: number;
  readonly firstPayout: number;
}

/**
 * Prepares storing payouts, inside the transaction that confirms their batch. Returns the hash over what they were confirmed
 * with. Throws unless every payout was stored and can be found by its keys.
 */
export function preparePayoutInsert(
  database: DeskDatabase,
): (confirmation: Confirmation, numbers: BatchNumbers) => Sha256 {
  const prepareOf = (usual: Readonly<Record<string, string>>): { width: number; many: Statement; one: Statement } => {
    const row = `(@batch, @merchantId, ${COLUMNS.map((column) => usual[column] ?? '?').join(', ')})`;
    const insert = `INSERT INTO payouts (batch_id, merchant_id, ${COLUMNS.join(', ')}) VALUES `;
    const many = Array.from({ length: PAYOUT_ROWS_PER_STATEMENT }, () => row).join(', ');
    const width = COLUMNS.length - Object.keys(usual).length;
    return { width, many: database.statement(insert + many), one: database.statement(insert + row) };
  };
  const insertUsual = prepareOf(USUAL);
  const insertAny = prepareOf({});
  const insertKeys = KEY_TABLES.map((sql) => database.statement<[number, number]>(sql));
  const insertSource = database.statement('INSERT INTO payout_sources (first_payout_id, rows_json) VALUES (?, ?)');

  // A name without words folds to null, which the table ignores.
  const insertNames = database.statement<[number, number]>(
    `INSERT OR IGNORE INTO payee_names SELECT fold_name(name) AS name_key, ${ACCOUNT_KEY_SQL} AS account_key
     FROM payouts WHERE payout_id BETWEEN ? AND ? AND name IS NOT NULL ORDER BY name_key`,
  );

  const insertTexts = database.statement<[number, number]>(
    `INSERT OR IGNORE INTO payee_texts SELECT coalesce(name, '') AS name, ${ACCOUNT_KEY_SQL} AS account_key
     FROM payouts WHERE payout_id BETWEEN ? AND ? ORDER BY 1, 2`,
  );
  const insertRemarks = database.statement<[number, number]>(
    `INSERT INTO batch_remarks SELECT DISTINCT batch_id, remark FROM payouts WHERE payout_id BETWEEN ? AND ? AND remark <> ''`,
  );

  const addPayees = database.statement<[number, number]>(addToPayees('payout_id BETWEEN ? AND ?'));

  return ({ rows, references, merchantId, marks }, { batch, firstPayout }) => {
    invariant(rows.length === references.length, 'a batch needs one reference per row');
    const isRepeat = (rowNumber: number): boolean =>
      marks.relations.get(rowNumber)?.some(({ relation }) => relation !== 'unpaid') === true;
    const retried = marks.retry?.payouts;
    const isUsual =
      retried === undefined && marks.relations.size === 0 && rows.every(({ payment }) => payment.reference === null);
    const { width, many, one } = isUsual ? insertUsual : insertAny;
    const content = new ContentHash();
    let stored = 0;
    for (let at = 0; at < rows.length; at += PAYOUT_ROWS_PER_STATEMENT) {
      const values: (string | number | null)[] = [];
      let confirmed = '';
      for (const [index, { rowNumber, payment }] of rows.slice(at, at + PAYOUT_ROWS_PER_STATEMENT).entries()) {
        const { beneficiary, amountPaise, remark, name } = payment;
        const { upiId = null, accountNumber = null, ifsc = null }: Partial<BeneficiaryColumns> = beneficiary;
        const [payoutId, reference] = [firstPayout + at + index, references[at + index] ?? ''];
        const from = payment.reference === null ? 'desk' : 'sheet';
        const isTicked = isRepeat(rowNumber) ? 1 : 0;
        const retryOf = retried?.[at + index]?.retryOf ?? null;
        const payee = [upiId, accountNumber, ifsc] as const;
        const own = [rowNumber, ...payee, amountPaise, remark, name, reference] as const;
        const last = [from, isTicked, retryOf] as const;
        confirmed += `${confirmedText([payoutId, batch, merchantId, ...own, ...last])}\n`;
        values.push(payoutId, ...own);
        if (!isUsual) values.push(...last);
      }
      content.add(confirmed);
      const isFull = values.length === PAYOUT_ROWS_PER_STATEMENT * width;
      const step = isFull ? values.length : width;
      for (let first = 0; first < values.length; first += step) {
        const chunk = isFull ? values : values.slice(first, first + step);
        stored += (isFull ? many : one).run(chunk, { batch, merchantId }).changes;
      }
    }
    invariant(stored === rows.length, 'not every row became a payout');
    for (const keys of insertKeys) {
      const found = keys.run(firstPayout, firstPayout + rows.length - 1).changes;
      invariant(found === rows.length, 'not every payout can be found by its key');
    }
    for (const texts of [insertNames, insertTexts, insertRemarks, addPayees])
      texts.run(firstPayout, firstPayout + rows.length - 1);
    for (let at = 0; at < rows.length; at += SOURCE_ROWS_PER_CHUNK) {
      const cells = rows.slice(at, at + SOURCE_ROWS_PER_CHUNK).map(({ source }) => source);
      insertSource.run(firstPayout + at, JSON.stringify(cells));
    }
    return content.end();
  };
}

type Cells = readonly string[];

/**
 * Prepares reading one payout's cells. In payout order each chunk is decoded once. `resting`: where those of archived batches are.
 * Throws InvariantError when there are none, and ArchiveUnusable.
 */
export function prepareSourceReading(
  database: DeskDatabase,
  resting: Resting | null = null,
): (payoutId: number) => Cells {
  const pieceOf = database.statement<[number, number], { first_payout_id: number; rows_json: string }>(
    `SELECT first_payout_id, rows_json FROM payout_sources WHERE first_payout_id BETWEEN ? AND ?
     ORDER BY first_payout_id DESC LIMIT 1`,
  );
  const away = new WeakMap<DeskDatabase, (payoutId: number) => Cells>();
  const readAway = (payoutId: number): Cells | undefined => {
    const batch = resting?.batchOf(payoutId) ?? null;
    const place = batch === null ? null : (resting?.placeOf(batch) ?? null);
    if (place === null) return undefined;
    const read = away.get(place) ?? prepareSourceReading(place);
    away.set(place, read);
    return read(payoutId);
  };
  let first = 0;
  let rows: readonly Cells[] = [];
  return (payoutId) => {
    if (rows[payoutId - first] === undefined) {
      const piece = pieceOf.get(payoutId - SOURCE_ROWS_PER_CHUNK + 1, payoutId);
      first = piece?.first_payout_id ?? 0;
      rows = piece === undefined ? [] : (JSON.parse(piece.rows_json) as readonly Cells[]);
    }
    const cells = rows[payoutId - first] ?? readAway(payoutId);
    invariant(cells !== undefined, 'a payout has no source');
    return cells;
  };
}

export const BENEFICIARY_COLUMNS = 'upi_id AS upiId, account_number AS accountNumber, ifsc';

export interface BeneficiaryColumns {
  readonly upiId: string | null;
  readonly accountNumber: string | null;
  readonly ifsc: string | null;
}

/** Throws InvariantError when the columns name no beneficiary. */
export function decodeBeneficiary({ upiId, accountNumber, ifsc }: BeneficiaryColumns): Beneficiary {
  if (upiId !== null) return { method: 'UPI', upiId };
  invariant(accountNumber !== null && ifsc !== null, 'a payout has no beneficiary');
  return { method: 'IMPS', accountNumber, ifsc };
}

/** The columns of GatewayIds: what the gateway calls a payout. */
export const ID_COLUMNS =
  'transaction_id AS transactionId, rrn, utr, log_number AS logNumber, tran_ref_no AS tranRefNo';
