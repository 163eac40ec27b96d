// The numbered, append-only steps from an empty file to today's schema. Each runs in one transaction with user_version.
// In: an open database. Out: the same at SCHEMA_VERSION, or a refusal for a newer file. This file must never edit an old step.

import { closeSync, openSync, rmSync } from 'node:fs';
import type Database from 'better-sqlite3';
import type { Refusal } from '../../../shared/issues.ts';
import { SCHEMA_1 } from './schema-1.ts';
import { SCHEMA_2 } from './schema-2.ts';
import { SCHEMA_3 } from './schema-3.ts';
import { SCHEMA_4 } from './schema-4.ts';
import { SCHEMA_5 } from './schema-5.ts';
import { SCHEMA_6 } from './schema-6.ts';
import { SCHEMA_7 } from './schema-7.ts';
import { SCHEMA_8 } from './schema-8.ts';

const STEPS: readonly string[] = [SCHEMA_1, SCHEMA_2, SCHEMA_3, SCHEMA_4, SCHEMA_5, SCHEMA_6, SCHEMA_7, SCHEMA_8];

export const SCHEMA_VERSION = STEPS.length;

/**
 * Brings the database through all `steps`, keeping a copy of an older one beside it.
 * Errors: a refusal when the file is newer, or is not ours.
 */
export function migrate(database: Database.Database, steps: readonly string[] = STEPS): Refusal | null {
  const version = versionOf(database);
  if (version > steps.length) return newer(version, steps.length);
  if (version === 0 && hasTables(database)) return foreign(database.name);
  if (version > 0 && version < steps.length) keepCopy(database, version);
  climb(database, { version, steps });
  return null;
}

/** Makes the schema of a version in an empty database. */
export function buildSchema(database: Database.Database, version: number): void {
  climb(database, { version: 0, steps: STEPS.slice(0, version) });
}

function climb(
  database: Database.Database,
  { version, steps }: { readonly version: number; readonly steps: readonly string[] },
): void {
  steps.slice(version).forEach((statements, index) => {
    database
      .transaction(() => {
        database.exec(statements);
        database.pragma(`user_version = ${version + index + 1}`);
      })
      .immediate();
  });
}

/** Why a database of another schema cannot be read as it is; null when it is today's. */
export function otherVersion(database: Database.Database): Refusal | null {
  const version = versionOf(database);
  if (version === SCHEMA_VERSION) return null;
  if (version > SCHEMA_VERSION) return newer(version, SCHEMA_VERSION);
  if (version === 0) return foreign(database.name);
  return {
    code: 'olderDatabase',
    message: `This data folder was written by an older Payout Desk (schema ${version}).`,
    cure: 'Run `watch` once with this version: it brings the data folder up to date and keeps a copy.',
  };
}

/** SQLite makes the copy itself: what still lies in the write-ahead log is in it, whoever reads meanwhile. */
function keepCopy(database: Database.Database, version: number): void {
  const copy = `${database.name}.schema-${version}.bak`;
  // A copy that is already there is of a migration that did not come to its end: this one is the same and whole.
  rmSync(copy, { force: true });
  closeSync(openSync(copy, 'wx', 0o600));
  database.prepare('VACUUM INTO ?').run(copy);
}

export function versionOf(database: Database.Database): number {
  return Number(database.pragma('user_version', { simple: true }));
}

function hasTables(database: Database.Database): boolean {
  return database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() !== 0;
}

function newer(version: number, known: number): Refusal {
  return {
    code: 'newerDatabase',
    message: `This data folder was written by a newer Payout Desk (schema ${version}; this one knows ${known}).`,
    cure: 'Install the newer Payout Desk, or choose another data folder with --data.',
  };
}

function foreign(path: string): Refusal {
  return {
    code: 'foreignDatabase',
    message: `The database ${path} was not made by Payout Desk and was not opened.`,
    cure: 'Choose another data folder with --data.',
  };
}
