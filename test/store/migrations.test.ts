// Migrations: each step whole or not at all, a copy of the older file first, a newer file left alone.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migrate, otherVersion, SCHEMA_VERSION } from '../../electron/main/store/migrations.ts';
import { SCHEMA_1 } from '../../electron/main/store/schema-1.ts';
import { SOURCE_ROWS_PER_CHUNK } from '../../shared/limits.ts';
import { openRaw, testFolder } from './desk-file.ts';

const FIRST = 'CREATE TABLE first (x INTEGER) STRICT;';
const SECOND = 'CREATE TABLE second (x INTEGER) STRICT;';
const BROKEN = 'CREATE TABLE third (x INTEGER) STRICT; INSERT INTO nowhere VALUES (1);';

function newDatabase(): Database.Database {
  const database = new Database(join(testFolder(), 'desk.db'));
  onTestFinished(() => void database.close());
  database.pragma('journal_mode = WAL');
  return database;
}

function shape(database: Database.Database): { version: unknown; tables: unknown[] } {
  const tables = database.prepare('SELECT name FROM sqlite_schema ORDER BY name').pluck().all();
  return { version: database.pragma('user_version', { simple: true }), tables };
}

function copiesBeside(database: Database.Database): string[] {
  return readdirSync(join(database.name, '..')).filter((name) => name.endsWith('.bak'));
}

describe('migrate', () => {
  it('brings a new file to today without a copy', () => {
    const database = newDatabase();
    expect(migrate(database)).toBeNull();
    expect(shape(database).version).toBe(SCHEMA_VERSION);
    expect(otherVersion(database)).toBeNull();
    expect(copiesBeside(database)).toEqual([]);
  });

  it('does nothing to a file of today', () => {
    const database = newDatabase();
    migrate(database);
    const before = shape(database);
    expect(migrate(database)).toBeNull();
    expect(shape(database)).toEqual(before);
    expect(copiesBeside(database)).toEqual([]);
  });

  it('runs only the steps that are missing, in order', () => {
    const database = newDatabase();
    migrate(database, [FIRST]);
    expect(migrate(database, [BROKEN, SECOND])).toBeNull();
    expect(shape(database)).toEqual({ version: 2, tables: ['first', 'second'] });
  });

  it('leaves nothing of a step that fails, and keeps the steps before it', () => {
    const database = newDatabase();
    expect(() => migrate(database, [FIRST, SECOND, BROKEN])).toThrow(/nowhere/);
    expect(shape(database)).toEqual({ version: 2, tables: ['first', 'second'] });
    expect(database.inTransaction).toBe(false);
  });

  it('keeps a private copy of the older file first, with what only the write-ahead log holds', () => {
    const database = newDatabase();
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    migrate(database, [FIRST]);
    database.exec('INSERT INTO first VALUES (1)');
    const reader = openRaw(database.name);
    reader.exec('BEGIN');
    expect(reader.prepare('SELECT count(*) FROM first').pluck().get()).toBe(1);
    database.exec('INSERT INTO first VALUES (2)');

    expect(() => migrate(database, [FIRST, BROKEN])).toThrow(/nowhere/);
    expect(migrate(database, [FIRST, SECOND])).toBeNull();
    expect(copiesBeside(database)).toEqual(['desk.db.schema-1.bak']);
    const copy = openRaw(`${database.name}.schema-1.bak`);
    expect(shape(copy)).toEqual({ version: 1, tables: ['first'] });
    expect(copy.prepare('SELECT x FROM first ORDER BY x').pluck().all()).toEqual([1, 2]);
    expect(statSync(copy.name).mode & 0o777).toBe(0o600);
  });

  it('refuses a newer file by name and leaves it alone', () => {
    const database = newDatabase();
    migrate(database, [FIRST, SECOND]);
    expect(migrate(database, [FIRST])?.code).toBe('newerDatabase');
    expect(shape(database)).toEqual({ version: 2, tables: ['first', 'second'] });
    expect(copiesBeside(database)).toEqual([]);
  });

  it('refuses a file that another program made', () => {
    const database = newDatabase();
    database.exec(FIRST);
    expect(migrate(database)?.code).toBe('foreignDatabase');
    expect(shape(database)).toEqual({ version: 0, tables: ['first'] });
  });
});

describe('a file of the first schema', () => {
  const ROWS = SOURCE_ROWS_PER_CHUNK + 2;
  const firstSchema = (): Database.Database => {
    const database = newDatabase();
    migrate(database, [SCHEMA_1]);
    database.exec(`
      INSERT INTO merchants (merchant_id, base_url, mid) VALUES (1, 'https://gateway.example', 7);
      INSERT INTO batches (batch_id, merchant_id, profile, base_url, mid, environment, name, file_name, file_sha256,
        headers_json, fingerprint, run_number, first_payout_id, payout_count, total_paise, excluded_count, confirmed_at_ms,
        confirmed_by, active_at_ms)
      VALUES (1, 1, 'x', 'https://gateway.example', 7, 'LIVE', 'x', 'x', 'x', '[]', 'x', 1, 1, ${ROWS}, 1, 0, 1, 'x', 1);
      WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
      INSERT INTO payouts (payout_id, batch_id, merchant_id, row_number, state, upi_id, person_key, amount_paise, remark,
                           reference, reference_from, source_json, repeat_ticked)
      SELECT i, 1, 1, i + 1, 'queued', 'P' || i || '@bank', 'upi:p' || i || '@bank', i, 'April', 'REF' || (1000 - i), 'desk',
             json_array('p' || i, 'b'), 0 FROM n;`);
    return database;
  };

  it('keeps every payout, its keys and its cells through all the steps', () => {
    const database = firstSchema();
    const before = database
      .prepare('SELECT merchant_id, person_key, amount_paise, payout_id FROM payouts ORDER BY 4')
      .raw()
      .all();
    expect(migrate(database)).toBeNull();
    expect(database.prepare('SELECT * FROM payout_people ORDER BY payout_id').raw().all()).toEqual(before);
    expect(
      database
        .prepare('SELECT count(*) FROM payout_references JOIN payouts USING (payout_id, reference)')
        .pluck()
        .get(),
    ).toBe(ROWS);
    const cells = database.prepare('SELECT first_payout_id, rows_json FROM payout_sources ORDER BY 1').raw().all() as [
      number,
      string,
    ][];
    expect(cells.map(([first]) => first)).toEqual([1, SOURCE_ROWS_PER_CHUNK + 1]);
    expect(cells.flatMap(([, json]) => JSON.parse(json) as string[][])).toEqual(
      Array.from({ length: ROWS }, (_, index) => [`p${index + 1}`, 'b']),
    );
  });
});

describe('otherVersion', () => {
  it.each([
    [SCHEMA_VERSION + 1, 'newerDatabase'],
    [0, 'foreignDatabase'],
  ])('names why a reader cannot read schema %d', (version, code) => {
    const database = newDatabase();
    migrate(database);
    database.pragma(`user_version = ${version}`);
    expect(otherVersion(database)?.code).toBe(code);
  });
});
