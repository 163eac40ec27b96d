// What a damaged disk could do to a database without SQLite noticing: an index or a key that no longer finds its payout, and a
// guard that therefore finds nothing. Before money leaves, everything that the run depends on is compared: its batch, and every
// payout since the guards' look back begins. The rest of the file, which may be years, is checked as a whole now and then
// (whole-check.ts), because that takes as long as reading it.

import { isDeepStrictEqual } from 'node:util';
import type { Refusal } from '../../../shared/rows.ts';
import { STATE_KINDS, type StateKind } from '../../../shared/states.ts';
import type { DeskDatabase } from './desk-database.ts';
import { damaged, faultOfDisk } from './disk-refusals.ts';
import { foreignness, openReadOnly } from './open-database.ts';
import { ACCOUNT_KEY_SQL, PERSON_KEY_SQL } from './payout-rows.ts';
import type { Soundness } from './whole-check.ts';

/** Why claims and guards cannot be trusted; null when all payouts with this id and higher are found by their keys and indexes. */
export function damageSince(database: DeskDatabase, from: number): Refusal | null {
  const foreign = foreignness(database, { tablesOnly: false });
  if (foreign !== null) return foreign;
  for (const table of ['batches', 'merchants', 'late_news', 'payee_names']) {
    if (database.pragma(`integrity_check('${table}')`, { simple: true }) !== 'ok') return damaged(database.name);
  }
  const isWhole = [...DIFFERENCES, FALSE_SUMS].every(
    (sql) => database.prepare<[{ from: number }], number>(sql).pluck().get({ from }) === 0,
  );
  return isWhole && countFalseKeys(database, from) === 0 ? null : damaged(database.name);
}

/** Why the database is damaged anywhere, or null: every page, row, index entry and key. As slow as reading the whole file. */
export function damageAnywhere(database: DeskDatabase): Refusal | null {
  const isWhole =
    database.pragma('integrity_check(1)', { simple: true }) === 'ok' &&
    countFalseKeys(database) + countFalseSums(database) === 0;
  return isWhole ? null : damaged(database.name);
}

/** Checks a whole database beside its writer. `unknown`: it could not be opened for another reason than damage. */
export function checkWhole(path: string): Soundness {
  const opened = openReadOnly(path);
  if (opened.kind === 'refused') return opened.refusal.code === 'damagedDatabase' ? 'damaged' : 'unknown';
  const { database } = opened;
  try {
    // All is compared at one moment: a batch confirmed meanwhile would look like damage.
    database.exec('BEGIN');
    return damageAnywhere(database) === null ? 'sound' : 'damaged';
  } catch (error) {
    return faultOfDisk(error, path)?.code === 'damagedDatabase' ? 'damaged' : 'unknown';
  } finally {
    database.close();
  }
}

const QUEUED = "state = 'queued' AND hold IS NULL";
const KNOWN_STATES = STATE_KINDS.map((state) => `'${state}'`).join(', ');

/** How many payouts of a condition its index has not. NOT INDEXED reads the rows themselves. */
function missingIn(index: string, condition: string): string {
  return `SELECT count(*) FROM (
    SELECT payout_id FROM payouts NOT INDEXED WHERE payout_id >= @from AND ${condition}
    EXCEPT SELECT payout_id FROM payouts INDEXED BY ${index} WHERE ${condition})`;
}

/** Each counts what differs between the payouts since `@from`, their batches and their indexes. */
const DIFFERENCES: readonly string[] = [
  `SELECT count(*) FROM batches b WHERE b.first_payout_id + b.payout_count > @from AND b.payout_count <> (
     SELECT count(*) FROM payouts p NOT INDEXED
     WHERE p.payout_id BETWEEN b.first_payout_id AND b.first_payout_id + b.payout_count - 1 AND p.batch_id = b.batch_id)`,
  `SELECT count(*) FROM payouts NOT INDEXED WHERE payout_id >= @from AND state NOT IN (${KNOWN_STATES})`,
  missingIn('payouts_queued', QUEUED),
  missingIn('payouts_sending', "state = 'sending'"),
  missingIn('payouts_followed', 'next_lookup_at_ms IS NOT NULL AND settled_at_ms IS NULL'),
  missingIn('payouts_watched', 'next_lookup_at_ms IS NOT NULL AND settled_at_ms IS NOT NULL'),
  missingIn('payouts_by_transaction', 'transaction_id IS NOT NULL'),
  `SELECT count(*) FROM (SELECT batch_id, payout_id FROM payouts INDEXED BY payouts_queued WHERE ${QUEUED}) q
   LEFT JOIN payouts p NOT INDEXED ON p.payout_id = q.payout_id
   WHERE @from IS NOT NULL AND (p.state IS NOT 'queued' OR p.hold IS NOT NULL OR p.batch_id IS NOT q.batch_id)`,
  `SELECT count(*) FROM payouts p NOT INDEXED WHERE p.payout_id >= @from AND p.retry_of IS NOT NULL AND NOT EXISTS (
     SELECT 1 FROM payouts s INDEXED BY payouts_one_successor
     WHERE s.retry_of IS NOT NULL AND s.retry_of = p.retry_of AND s.payout_id = p.payout_id)`,
  `SELECT count(*) FROM payout_relations r NOT INDEXED WHERE r.payout_id >= @from AND NOT EXISTS (
     SELECT 1 FROM payout_relations i INDEXED BY payout_relations_by_earlier
     WHERE i.earlier_id = r.earlier_id AND i.payout_id = r.payout_id)`,
];

/** How many sums of batches with payouts since `@from` differ from a recount. */
const FALSE_SUMS = `WITH asked AS (
    SELECT batch_id, first_payout_id FROM batches WHERE first_payout_id + payout_count > @from),
  counted AS (
    SELECT batch_id, state, count(*) AS count, sum(amount_paise) AS paise, count(hold) AS held,
      sum(hold IS 'referenceKnown') AS known
    FROM payouts NOT INDEXED WHERE payout_id >= (SELECT min(first_payout_id) FROM asked) GROUP BY batch_id, state)
  SELECT (SELECT count(*) FROM batch_sums LEFT JOIN counted c USING (batch_id, state)
      WHERE batch_id IN (SELECT batch_id FROM asked) AND (batch_sums.count <> coalesce(c.count, 0)
        OR batch_sums.paise <> coalesce(c.paise, 0) OR batch_sums.held <> coalesce(c.held, 0)
        OR batch_sums.known <> coalesce(c.known, 0)))
    + abs((SELECT count(*) FROM asked) * ${STATE_KINDS.length}
      - (SELECT count(*) FROM batch_sums WHERE state IN (${KNOWN_STATES}) AND batch_id IN (SELECT batch_id FROM asked)))
    + (SELECT count(*) FROM batch_sums WHERE batch_id NOT IN (SELECT batch_id FROM batches))`;

/** How many sums of batches, payees and quarters of an hour, and texts for searching, differ from those of their payouts. */
export function countFalseSums(database: DeskDatabase): number {
  const count = (sql: string): number => Number(database.prepare(sql).pluck().get());
  const sums = Number(database.prepare<[{ from: number }]>(FALSE_SUMS).pluck().get({ from: 0 }));
  return (
    sums +
    countFalsePayees(database) +
    count(different(SETTLED, 'SELECT * FROM settled_sums WHERE count > 0')) +
    count(different(REMARKS, 'SELECT batch_id, remark FROM batch_remarks')) +
    count(different(TEXTS, 'SELECT name, account_key FROM payee_texts'))
  );
}

const REMARKS = `SELECT DISTINCT batch_id, remark FROM payouts WHERE remark <> ''`;
const TEXTS = `SELECT DISTINCT coalesce(name, '') AS name, ${ACCOUNT_KEY_SQL} AS account_key FROM payouts`;

const SETTLED = `SELECT settled_at_ms / 900000, state, count(*), sum(amount_paise) FROM payouts
  WHERE settled_at_ms IS NOT NULL GROUP BY 1, 2`;

/**
 * How many payees' sums differ from a recount of their payouts. One payee after another, in the order of their first payout, so
 * that it takes no memory; all in one statement's moment.
 */
function countFalsePayees(database: DeskDatabase): number {
  const kept = database
    .prepare<[], readonly [all: number, id: number | null, person: string, ...sums: (string | number | null)[]]>(
      `SELECT counted.payouts, payee_id, person_key, name, upi_id, account_number, ifsc, payout_count, unsent_count,
         unknown_count, failed_count, paid_count, paid_paise, last_paid_at_ms, last_paid_id, last_paid_paise
       FROM (SELECT count(*) AS payouts FROM payouts) counted LEFT JOIN payee_sums ORDER BY payee_id`,
    )
    .raw();
  const payouts = database.prepare<[string], PayeePayout>(
    `SELECT p.payout_id AS id, p.name, p.upi_id AS upiId, p.account_number AS accountNumber, p.ifsc, p.state,
       p.amount_paise AS paise, p.settled_at_ms AS settledAtMs
     FROM merchants m CROSS JOIN payout_people k ON k.merchant_id = m.merchant_id AND k.person_key = ?
     CROSS JOIN payouts p ON p.payout_id = k.payout_id ORDER BY p.payout_id`,
  );
  let [differing, found, missing] = [0, 0, 0];
  let [lastId, lastFirst] = [0, 0];
  for (const [all, id, person, ...sums] of kept.iterate()) {
    const rows = id === null ? [] : payouts.all(person);
    found += rows.length;
    missing = all - found;
    const first = rows[0]?.id ?? 0;
    const isInOrder = id === null || (id === lastId + 1 && first > lastFirst);
    if (!isInOrder || (id !== null && !isDeepStrictEqual(recounted(rows), sums))) differing += 1;
    [lastId, lastFirst] = [id ?? 0, first];
  }
  // With as many payouts as the payees have, none belongs to a payee that is missing.
  return differing + Math.abs(missing);
}

interface PayeePayout {
  readonly id: number;
  readonly name: string | null;
  readonly upiId: string | null;
  readonly accountNumber: string | null;
  readonly ifsc: string | null;
  readonly state: StateKind;
  readonly paise: number;
  readonly settledAtMs: number | null;
}

function recounted(rows: readonly PayeePayout[]): readonly (string | number | null)[] {
  const newest = rows.at(-1);
  const counted = (...states: readonly StateKind[]): number =>
    rows.filter(({ state }) => states.includes(state)).length;
  const paid = rows.filter(({ state }) => state === 'success');
  const last = paid
    .filter(({ settledAtMs }) => settledAtMs !== null)
    .reduce<PayeePayout | null>(
      (before, row) => (before === null || (row.settledAtMs ?? 0) >= (before.settledAtMs ?? 0) ? row : before),
      null,
    );
  return [
    rows.findLast(({ name }) => name !== null)?.name ?? null,
    newest?.upiId ?? null,
    newest?.accountNumber ?? null,
    newest?.ifsc ?? null,
    rows.length,
    counted('queued', 'sending'),
    counted('unknown'),
    counted('failed', 'rejected', 'reversed'),
    paid.length,
    paid.reduce((sum, { paise }) => sum + paise, 0),
    last?.settledAtMs ?? null,
    last?.id ?? null,
    last?.paise ?? null,
  ];
}

/** Counts the rows that only one of two queries has. */
function different(one: string, other: string): string {
  return `SELECT count(*) FROM (SELECT * FROM (${one} EXCEPT ${other}) UNION ALL SELECT * FROM (${other} EXCEPT ${one}))`;
}

/** How many names do not find their payouts, or have no payout. Folding every name is slow: for an audit only. */
export function countFalseNames(database: DeskDatabase): number {
  const names = `SELECT DISTINCT fold_name(name) AS name_key, ${ACCOUNT_KEY_SQL} AS account_key FROM payouts
    WHERE fold_name(name) <> ''`;
  const keys = 'SELECT name_key, account_key FROM payee_names';
  return Number(database.prepare(different(names, keys)).pluck().get());
}

/**
 * How many payouts lack their keys, and how many keys and relations belong to no payout; of payouts with id `from` and higher
 * only those that lack something. They are in tables of their own, which a damaged disk can change without SQLite noticing. It
 * reads every payout asked about, so never call it in a turn.
 */
export function countFalseKeys(database: DeskDatabase, from: number | null = null): number {
  const count = (sql: string): number => Number(database.prepare(sql).pluck().get());
  const since = from ?? 0;
  const unfound = count(
    `SELECT count(*) FROM payouts p NOT INDEXED WHERE p.payout_id >= ${since} AND (NOT EXISTS (
       SELECT 1 FROM payout_people k WHERE k.merchant_id = p.merchant_id AND k.person_key = ${PERSON_KEY_SQL}
         AND k.amount_paise = p.amount_paise AND k.payout_id = p.payout_id)
     OR NOT EXISTS (
       SELECT 1 FROM payout_references k WHERE k.merchant_id = p.merchant_id AND k.reference = p.reference
         AND k.payout_id = p.payout_id))`,
  );
  const relations = count(
    `SELECT count(*) FROM payout_relations r WHERE r.payout_id >= ${since}
       AND NOT EXISTS (SELECT 1 FROM payouts p WHERE p.payout_id = r.payout_id)`,
  );
  if (from !== null) return Math.max(unfound, relations);
  // With as many keys as payouts, and every payout found under its own key, no key is left over.
  const strangers = ['payout_references', 'payout_people'].map((table) =>
    count(`SELECT abs((SELECT count(*) FROM ${table}) - (SELECT count(*) FROM payouts))`),
  );
  return Math.max(unfound, ...strangers, relations);
}
