// The numbered, append-only steps from an empty file to today's schema. Each runs in one transaction with user_version.
// In: an open database. Out: the same at SCHEMA_VERSION, or a refusal for a newer file. This file must never edit an old step.

import { copyFileSync } from 'node:fs';
import type Database from 'better-sqlite3';
import type { Refusal } from '../../../shared/issues.ts';
import { SCHEMA_1 } from './schema-1.ts';

const STEPS: readonly string[] = [SCHEMA_1];

export const SCHEMA_VERSION = STEPS.length;

/** Brings the database to today's schema, keeping a copy of an older one beside it. Errors: a refusal when the file is newer. */
export function migrate(database: Database.Database): Refusal | null {
  const version = Number(database.pragma('user_version', { simple: true }));
  if (version > SCHEMA_VERSION) return otherVersion(database);
  if (version > 0 && version < SCHEMA_VERSION) {
    database.pragma('wal_checkpoint(TRUNCATE)');
    copyFileSync(database.name, `${database.name}.schema-${version}.bak`);
  }
  STEPS.slice(version).forEach((statements, index) => {
    database.transaction(() => {
      database.exec(statements);
      database.pragma(`user_version = ${version + index + 1}`);
    })();
  });
  return null;
}

/** Why a database of another schema cannot be read as it is; null when it is today's. */
export function otherVersion(database: Database.Database): Refusal | null {
  const version = Number(database.pragma('user_version', { simple: true }));
  if (version === SCHEMA_VERSION) return null;
  if (version > SCHEMA_VERSION) {
    return {
      code: 'newerDatabase',
      message: `This data folder was written by a newer Payout Desk (schema ${version}; this one knows ${SCHEMA_VERSION}).`,
      cure: 'Install the newer Payout Desk, or choose another data folder with --data.',
    };
  }
  return {
    code: 'olderDatabase',
    message: `This data folder was written by an older Payout Desk (schema ${version}).`,
    cure: 'Run `watch` once with this version: it brings the data folder up to date and keeps a copy.',
  };
}
