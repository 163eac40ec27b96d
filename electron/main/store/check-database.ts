// Whether a database is what the desk made of it. Its tables, indexes, triggers and views are those of its schema: nothing
// missing, nothing more, nothing different, because a trigger put in by somebody else could undo a claim behind the desk's
// back, and pay twice. Its pages are whole. And guards and look-ups by reference find every payout by its key.

import Database from 'better-sqlite3';
import { isDatabaseId } from '../../../shared/ids.ts';
import type { Refusal } from '../../../shared/issues.ts';
import { CONFIRM_ROWS_PER_TURN } from '../../../shared/limits.ts';
import type { Steps } from '../../../shared/steps.ts';
import { damaged } from './disk-refusals.ts';
import { PERSON_KEY_SQL } from './insert-payouts.ts';
import { MIGRATIONS } from './schema.ts';

/** One difference. Shape: `object` reads like `trigger payouts_kept`; `isTable` where rows can no longer be believed. */
export interface SchemaDifference {
  readonly kind: 'foreign' | 'missing' | 'changed';
  readonly object: string;
  readonly isTable: boolean;
}

/** What differs from the schema of the database's own version. */
export function schemaDifferences(
  database: Database.Database,
  migrations: readonly string[] = MIGRATIONS,
): readonly SchemaDifference[] {
  const expected = objectsMadeBy(migrations.slice(0, versionOf(database)).join('\n'));
  const actual = objectsOf(database);
  const differences: SchemaDifference[] = [];
  for (const object of new Set([...actual.keys(), ...expected.keys()])) {
    const [is, was] = [actual.get(object), expected.get(object)];
    if (is === was) continue;
    const kind = was === undefined ? 'foreign' : is === undefined ? 'missing' : 'changed';
    differences.push({ kind, object, isTable: kind !== 'foreign' && object.startsWith('table ') });
  }
  return differences;
}

/** A difference, as a sentence about the database goes on. */
export function differenceInWords({ kind, object }: SchemaDifference): string {
  if (kind === 'foreign') return `it holds the ${object}, which the desk never made`;
  return `its own ${object} ${kind === 'missing' ? 'is missing' : 'was changed'}`;
}

/**
 * Why a database is not as the desk makes it; null when it is. Shape: with `tablesOnly` whatever leaves the rows readable is
 * let through, for the audit that names it.
 */
export function foreignness(
  database: Database.Database,
  { tablesOnly, migrations }: { readonly tablesOnly: boolean; readonly migrations?: readonly string[] },
): Refusal | null {
  const difference = schemaDifferences(database, migrations).find(({ isTable }) => isTable || !tablesOnly);
  if (difference !== undefined) return changedSchema(database.name, differenceInWords(difference));
  const id = database.prepare('SELECT database_id FROM desk').pluck().get();
  // A folder is named after it.
  const isOurs = id === undefined || isDatabaseId(id);
  return isOurs ? null : changedSchema(database.name, 'its id is not one that the desk makes');
}

function changedSchema(path: string, what: string): Refusal {
  return {
    code: 'changedDatabase',
    message: `The database ${path} was not opened: ${what}.`,
    cure: 'Keep the file as it is, and restore a backup made by the desk, or into another folder.',
  };
}

interface SchemaRow {
  readonly type: string;
  readonly name: string;
  readonly tableName: string;
  readonly sql: string | null;
}

/** Each object by its kind and name, with what it is made of. */
function objectsOf(database: Database.Database): ReadonlyMap<string, string> {
  const rows = database
    .prepare<[], SchemaRow>('SELECT type, name, tbl_name AS tableName, sql FROM sqlite_schema')
    .all();
  const objects = new Map<string, string>();
  for (const { type, name, tableName, sql } of rows) {
    let object = `${type} ${name}`;
    while (objects.has(object)) object += ' (once more)';
    objects.set(object, `${tableName}: ${plainSql(sql)}`);
  }
  return objects;
}

/** The text as it was written, but for spaces and quoted names: editions of SQLite rewrite these on ALTER TABLE. */
function plainSql(sql: string | null): string {
  return (sql ?? '').replaceAll(/\s+/g, ' ').replaceAll('"', '');
}

const MADE = new Map<string, ReadonlyMap<string, string>>();

/** Made once per process by the statements themselves, in memory. */
function objectsMadeBy(statements: string): ReadonlyMap<string, string> {
  const known = MADE.get(statements);
  if (known !== undefined) return known;
  const database = new Database(':memory:');
  try {
    const objects = objectsOf(database.exec(statements));
    MADE.set(statements, objects);
    return objects;
  } finally {
    database.close();
  }
}

/** Which migrations it has been through. */
export function versionOf(database: Database.Database): number {
  return Number(database.pragma('user_version', { simple: true }));
}

/** Whether each page and each row can be read. */
export function damage(database: Database.Database): Refusal | null {
  const verdict = database.pragma('quick_check(1)', { simple: true });
  return verdict === 'ok' ? null : damaged(database.name);
}

/**
 * Whether the indexes that claims and guards ask still say what the rows say, which `quick_check` does not look at.
 * Measured: three to four times as long as `quick_check`, so it is asked before sending and not at each open.
 */
export function* damagedIndexes(database: Database.Database): Steps<Refusal | null> {
  const foreign = foreignness(database, { tablesOnly: false });
  if (foreign !== null) return foreign;
  for (const table of ['payouts', 'payout_people', 'payout_references']) {
    if (database.pragma(`integrity_check('${table}')`, { simple: true }) !== 'ok') return damaged(database.name);
    yield;
  }
  return (yield* countFalseKeys(database)) === 0 ? null : damaged(database.name);
}

/**
 * Payouts whose keys are missing, and keys that belong to no payout: they lie in tables of their own, which a damaged disk
 * can change without SQLite noticing. It reads every payout, so it is never asked in a turn.
 */
export function* countFalseKeys(database: Database.Database): Steps<number> {
  const count = (sql: string): number => Number(database.prepare(sql).pluck().get());
  const payouts = count('SELECT count(*) FROM payouts');
  // With as many keys as payouts, and each payout under its own, no key is left over.
  const strangers = ['payout_references', 'payout_people'].map((table) =>
    Math.abs(count(`SELECT count(*) FROM ${table}`) - payouts),
  );
  const last = count('SELECT max(payout_id) FROM payouts');
  const unfoundIn = database
    .prepare<[number, number], number>(
      `SELECT count(*) FROM payouts p WHERE payout_id > ? AND payout_id <= ? AND (NOT EXISTS (
       SELECT 1 FROM payout_people k WHERE k.merchant_id = p.merchant_id AND k.person_key = ${PERSON_KEY_SQL}
         AND k.amount_paise = p.amount_paise AND k.payout_id = p.payout_id)
     OR NOT EXISTS (
       SELECT 1 FROM payout_references k WHERE k.merchant_id = p.merchant_id AND k.reference = p.reference
         AND k.payout_id = p.payout_id))`,
    )
    .pluck();
  let unfound = unfoundIn.get(Number.MIN_SAFE_INTEGER, 0) ?? 0;
  for (let at = 0; at < last; at += CONFIRM_ROWS_PER_TURN) {
    unfound += unfoundIn.get(at, at + CONFIRM_ROWS_PER_TURN) ?? 0;
    yield;
  }
  return Math.max(unfound, ...strangers);
}
