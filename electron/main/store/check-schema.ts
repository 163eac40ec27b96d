// A database's tables, indexes, triggers and views beside those that the desk itself makes: nothing missing, nothing more,
// nothing different. A trigger put in by somebody else could undo a claim behind the desk's back, and pay twice.

import Database from 'better-sqlite3';
import { isDatabaseId } from '../../../shared/ids.ts';
import type { Refusal } from '../../../shared/issues.ts';
import { buildSchema, SCHEMA_VERSION, versionOf } from './migrations.ts';

/** One difference. Shape: `object` reads like `trigger payouts_kept`; `isTable` where rows can no longer be believed. */
export interface SchemaDifference {
  readonly kind: 'foreign' | 'missing' | 'changed';
  readonly object: string;
  readonly isTable: boolean;
}

/** What differs. Shape: nothing for a version that this desk does not know: who opens it refuses it for that. */
export function schemaDifferences(database: Database.Database): readonly SchemaDifference[] {
  const version = versionOf(database);
  if (version < 1 || version > SCHEMA_VERSION) return [];
  const expected = expectedSchema(version);
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
  { tablesOnly }: { readonly tablesOnly: boolean },
): Refusal | null {
  const difference = schemaDifferences(database).find(({ isTable }) => isTable || !tablesOnly);
  if (difference !== undefined) return changedSchema(database.name, differenceInWords(difference));
  const version = versionOf(database);
  if (version < 1 || version > SCHEMA_VERSION) return null;
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

const EXPECTED = new Map<number, ReadonlyMap<string, string>>();

/** Made once per process by the migrations themselves, in memory. */
function expectedSchema(version: number): ReadonlyMap<string, string> {
  const known = EXPECTED.get(version);
  if (known !== undefined) return known;
  const database = new Database(':memory:');
  try {
    buildSchema(database, version);
    const objects = objectsOf(database);
    EXPECTED.set(version, objects);
    return objects;
  } finally {
    database.close();
  }
}
