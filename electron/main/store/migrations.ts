// From an empty file to today's schema: numbered steps, each in one transaction with user_version. What is older is copied
// first; what is newer, or not the desk's own, is refused by name.

import { closeSync, openSync, rmSync } from 'node:fs';
import type Database from 'better-sqlite3';
import type { Refusal } from '../../../shared/issues.ts';
import { foreignness, versionOf } from './check-database.ts';
import { MIGRATIONS } from './schema.ts';

/**
 * "PayD", in SQLite's header field for whose file it is. Development versions left it empty while they counted eight schemas
 * of their own in user_version, so that without it a number says nothing.
 */
const APPLICATION_ID = 0x50_61_79_44;

/**
 * Brings the database through all `migrations`, keeping a copy of an older one beside it.
 * Errors: a refusal when the file is newer, is not ours, or was changed by somebody else.
 */
export function migrate(database: Database.Database, migrations: readonly string[] = MIGRATIONS): Refusal | null {
  const version = versionOf(database);
  if (version !== 0 || hasTables(database)) {
    const refusal =
      notOurs(database) ??
      newer(version, migrations.length) ??
      // What somebody else put in would be asked by the migration's own writes.
      foreignness(database, { tablesOnly: false, migrations });
    if (refusal !== null) return refusal;
    if (version < migrations.length) keepCopy(database, version);
  }
  for (const [index, statements] of migrations.slice(version).entries()) {
    database
      .transaction(() => {
        database.exec(statements);
        database.pragma(`application_id = ${APPLICATION_ID}`);
        database.pragma(`user_version = ${version + index + 1}`);
      })
      .immediate();
  }
  return null;
}

/** Why a database of another schema cannot be read as it is; null when it is today's. */
export function otherVersion(database: Database.Database, migrations: readonly string[] = MIGRATIONS): Refusal | null {
  const version = versionOf(database);
  const refusal = notOurs(database) ?? newer(version, migrations.length);
  if (refusal !== null || version === migrations.length) return refusal;
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

function hasTables(database: Database.Database): boolean {
  return database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() !== 0;
}

function newer(version: number, known: number): Refusal | null {
  if (version <= known) return null;
  return {
    code: 'newerDatabase',
    message: `This data folder was written by a newer Payout Desk (schema ${version}; this one knows ${known}).`,
    cure: 'Install the newer Payout Desk, or choose another data folder with --data.',
  };
}

function notOurs(database: Database.Database): Refusal | null {
  const version = versionOf(database);
  const id = database.pragma('application_id', { simple: true });
  if (id === APPLICATION_ID && version > 0) return null;
  const hasDesk = database.prepare(`SELECT count(*) FROM sqlite_schema WHERE name = 'desk'`).pluck().get() === 1;
  if (id === 0 && version > 0 && hasDesk) {
    return {
      code: 'developmentDatabase',
      message: `The database ${database.name} was made by a development version of Payout Desk (schema ${version}) before its first release, and was not opened.`,
      cure: 'Start with another data folder, and keep this one for the version that made it.',
    };
  }
  return {
    code: 'foreignDatabase',
    message: `The database ${database.name} was not made by Payout Desk and was not opened.`,
    cure: 'Choose another data folder with --data.',
  };
}
