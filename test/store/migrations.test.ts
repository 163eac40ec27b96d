import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { foldName } from '../../electron/main/domain/person-key.ts';
import { purposeOf } from '../../electron/main/domain/purpose.ts';
import { openAuditLog } from '../../electron/main/store/audit-log.ts';
import { restore, verifyCopy } from '../../electron/main/store/backups.ts';
import { DeskDatabase } from '../../electron/main/store/desk-database.ts';
import { openMerchants } from '../../electron/main/store/merchants-and-profiles.ts';
import {
  migrate,
  openReadOnly,
  openWritable,
  otherVersion,
  schemaDifferences,
} from '../../electron/main/store/open-database.ts';
import { INITIALS, MIGRATIONS, SCHEMA } from '../../electron/main/store/schema.ts';
import { verifyDatabase } from '../../electron/main/store/verify-database.ts';
import type { Mid } from '../../shared/ids.ts';
import { spoken } from '../fixtures/spoken.ts';
import {
  ACTOR,
  confirmBatch,
  MERCHANT,
  makeDesk,
  NOW_MS,
  openDesk,
  openRaw,
  payment,
  payments,
  tamper,
  testFolder,
} from './desk-file.ts';

// How later releases will migrate: the missing steps bring today's desk up to date.
const NOTES = `CREATE TABLE notes (payout_id INTEGER PRIMARY KEY REFERENCES payouts, note TEXT NOT NULL) STRICT;
  INSERT INTO notes SELECT payout_id, remark FROM payouts;`;
const LABELS = 'ALTER TABLE batches ADD COLUMN label TEXT;';
const BROKEN = 'CREATE TABLE more (x INTEGER) STRICT; INSERT INTO nowhere VALUES (1);';

const COPY_OF_TODAY = `desk.db.schema-${MIGRATIONS.length}.bak`;

/** A desk of today with a batch of three, closed. Returns the test's own connection. */
function deskOfToday(): DeskDatabase {
  const desk = makeDesk();
  confirmBatch(desk, payments(3));
  desk.store.close();
  desk.raw.pragma('wal_checkpoint(TRUNCATE)');
  return desk.raw;
}

function newDatabase(): DeskDatabase {
  const database = new DeskDatabase(join(testFolder(), 'desk.db'));
  onTestFinished(() => void database.close());
  database.pragma('journal_mode = WAL');
  return database;
}

function versionOf(database: DeskDatabase): unknown {
  return database.pragma('user_version', { simple: true });
}

function tablesOf(database: DeskDatabase): string[] {
  const sql = `SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`;
  return database.prepare<[], string>(sql).pluck().all();
}

function copiesBeside(database: DeskDatabase): string[] {
  return readdirSync(join(database.name, '..')).filter((name) => name.endsWith('.bak'));
}

describe('migrate', () => {
  it('brings a new file to today without a copy', () => {
    const database = newDatabase();
    expect(migrate(database)).toBeNull();
    expect(versionOf(database)).toBe(MIGRATIONS.length);
    expect(otherVersion(database)).toBeNull();
    expect(copiesBeside(database)).toEqual([]);
  });

  it('brings a new file through every step', () => {
    const database = newDatabase();
    expect(migrate(database, [...MIGRATIONS, NOTES, LABELS])).toBeNull();
    expect(versionOf(database)).toBe(MIGRATIONS.length + 2);
    expect(schemaDifferences(database, [...MIGRATIONS, NOTES, LABELS])).toEqual([]);
    expect(copiesBeside(database)).toEqual([]);
  });

  it('does nothing to a file of today', () => {
    const database = deskOfToday();
    const before = readFileSync(database.name);
    expect(migrate(database)).toBeNull();
    expect(readFileSync(database.name).equals(before)).toBe(true);
    expect(copiesBeside(database)).toEqual([]);
  });

  it('runs only the steps that are missing, in order, and keeps every row', () => {
    const database = deskOfToday();
    const rows = () => ['payouts', 'audit', 'payout_people'].map((of) => database.prepare(`SELECT * FROM ${of}`).all());
    const before = rows();
    expect(migrate(database, [...MIGRATIONS, NOTES])).toBeNull();
    expect(migrate(database, [...MIGRATIONS, NOTES, LABELS])).toBeNull();
    expect(versionOf(database)).toBe(MIGRATIONS.length + 2);
    expect(schemaDifferences(database, [...MIGRATIONS, NOTES, LABELS])).toEqual([]);
    expect(rows()).toEqual(before);
    expect(database.prepare('SELECT count(*) FROM notes').pluck().get()).toBe(3);
    expect(new Set(copiesBeside(database))).toEqual(
      new Set([COPY_OF_TODAY, `desk.db.schema-${MIGRATIONS.length + 1}.bak`]),
    );
  });

  it('leaves nothing of a step that fails, and keeps the steps before it', () => {
    const database = deskOfToday();
    const before = tablesOf(database);
    expect(() => migrate(database, [...MIGRATIONS, NOTES, BROKEN])).toThrow(/nowhere/);
    expect(versionOf(database)).toBe(MIGRATIONS.length + 1);
    expect(new Set(tablesOf(database))).toEqual(new Set([...before, 'notes']));
    expect(database.inTransaction).toBe(false);
  });

  it('keeps a private, whole copy of the older file first, with what only the write-ahead log holds', () => {
    const database = deskOfToday();
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const reader = openRaw(database.name);
    reader.exec('BEGIN');
    expect(reader.prepare('SELECT count(*) FROM merchants').pluck().get()).toBe(1);
    openMerchants(database, openAuditLog(database, ACTOR)).ensure({ baseUrl: 'https://other.example', mid: 7 as Mid });

    expect(() => migrate(database, [...MIGRATIONS, BROKEN])).toThrow(/nowhere/);
    expect(migrate(database, [...MIGRATIONS, NOTES])).toBeNull();
    expect(copiesBeside(database)).toEqual([COPY_OF_TODAY]);
    const copy = join(database.name, '..', COPY_OF_TODAY);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(verifyCopy(copy, 'B')).toMatchObject({ kind: 'whole', verdict: { ok: true, payouts: 3, batches: 1 } });
    expect(openRaw(copy).prepare('SELECT count(*) FROM merchants').pluck().get()).toBe(2);
  });

  it('refuses what somebody else changed before it is migrated', () => {
    const database = deskOfToday();
    database.exec('CREATE VIEW people AS SELECT * FROM payouts');
    expect(migrate(database, [...MIGRATIONS, NOTES])?.code).toBe('changedDatabase');
    expect(versionOf(database)).toBe(MIGRATIONS.length);
    expect(copiesBeside(database)).toEqual([]);
  });

  it('refuses a newer file by name and leaves it alone', () => {
    const database = deskOfToday();
    migrate(database, [...MIGRATIONS, NOTES]);
    database.pragma('wal_checkpoint(TRUNCATE)');
    const before = readFileSync(database.name);
    for (const open of [openWritable, openReadOnly]) {
      expect(open(database.name)).toMatchObject({ kind: 'refused', refusal: { code: 'newerDatabase' } });
    }
    expect(readFileSync(database.name).equals(before)).toBe(true);
    expect(copiesBeside(database)).toEqual([COPY_OF_TODAY]);
  });

  it.each([0, 1, -1])('refuses a file that another program made, whose version is %d', (version) => {
    const database = newDatabase();
    database.exec('CREATE TABLE accounts (x INTEGER) STRICT');
    database.pragma(`user_version = ${version}`);
    expect(migrate(database)?.code).toBe('foreignDatabase');
    expect(tablesOf(database)).toEqual(['accounts']);
    expect(versionOf(database)).toBe(version);
  });
});

describe('the step to the same payment', () => {
  const ORIENTAL = { method: 'IMPS', accountNumber: '0012345', ifsc: 'ORBC0100001' } as const;

  /** A desk with the first schema, which paid an account of a bank that has merged since. */
  function firstDesk(): DeskDatabase {
    const desk = makeDesk();
    const paid = [
      payment({ beneficiary: ORIENTAL, name: 'Mr. Ramesh  Kumar' }),
      payment({ beneficiary: ORIENTAL, name: 'KUMAR, Ramesh' }),
      payment({ name: 'Asha Rao' }),
      payment({ name: null, beneficiary: { method: 'UPI', upiId: 'Nobody@bank' } }),
    ];
    confirmBatch(desk, paid);
    desk.store.close();
    const first = new DeskDatabase(join(testFolder(), 'desk.db')).exec(SCHEMA);
    onTestFinished(() => void first.close());
    first.exec(`ATTACH '${desk.path}' AS today`);
    const tables = first.prepare<[], string>(`SELECT name FROM main.sqlite_schema WHERE type = 'table'`).pluck().all();
    first.pragma('foreign_keys = OFF');
    for (const table of tables) {
      const columns = first.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table).join(', ');
      const read = table === 'payout_people' ? columns.replace('person_key', OF_THE_OLD_BANK) : columns;
      first.exec(`INSERT INTO main.${table} (${columns}) SELECT ${read} FROM today.${table}`);
    }
    first.exec('DETACH today');
    first.pragma(`application_id = ${0x50_61_79_44}`);
    first.pragma('user_version = 1');
    expect(schemaDifferences(first, [SCHEMA])).toEqual([]);
    return first;
  }

  const OF_THE_OLD_BANK = `replace(person_key, 'imps:PUNB:', 'imps:ORBC:')`;

  it('finds every payout by its payee of today, and by its name in one spelling', () => {
    const database = firstDesk();
    expect(migrate(database)).toBeNull();
    expect(schemaDifferences(database)).toEqual([]);
    const keys = database.prepare('SELECT DISTINCT person_key FROM payout_people ORDER BY 1').pluck().all();
    expect(keys).toEqual(['imps:PUNB:12345', 'upi:asha@okbank', 'upi:nobody@bank']);
    expect(database.prepare('SELECT name_key, account_key FROM payee_names').raw().all()).toEqual([
      [foldName('Asha Rao'), 'upi:asha@okbank'],
      [foldName('Ramesh Kumar'), 'imps:PUNB:0012345'],
    ]);
    expect(verifyDatabase(database, { prefix: 'B', machine: ACTOR, head: null }).findings).toEqual([]);
  });

  it('folds the names of a later desk anew as well', () => {
    const desk = makeDesk();
    confirmBatch(desk, [payment({ name: 'A.K. Rao' })]);
    const { raw: database } = desk;
    desk.store.close();
    tamper(database, `UPDATE payee_names SET name_key = 'a k rao'`);
    database.exec(INITIALS);
    expect(database.prepare('SELECT name_key FROM payee_names').pluck().all()).toEqual([foldName('AK Rao')]);
  });

  it('lets the guard see what was paid before it', () => {
    const database = firstDesk();
    database.close();
    const store = openDesk(database.name);
    const purpose = purposeOf({ reference: null, remark: 'Salary', called: [] });
    const row = { payee: 'imps:PUNB:12345', name: '', purpose, amountPaise: 50_000 };
    const question = { mid: MERCHANT.mid, batch: 9, row, nowMs: NOW_MS, retryOf: null };
    expect(store.guard(question).hits.map(({ payoutId }) => payoutId)).toEqual([2, 1]);
  });
});

describe('otherVersion', () => {
  it.each([
    [MIGRATIONS.length + 1, 'newerDatabase'],
    [0, 'foreignDatabase'],
  ])('names why a reader cannot read schema %d', (version, code) => {
    const database = deskOfToday();
    database.pragma(`user_version = ${version}`);
    expect(otherVersion(database)?.code).toBe(code);
  });

  it('names an older file, which a reader may not migrate', () => {
    expect(otherVersion(deskOfToday(), [...MIGRATIONS, NOTES])?.code).toBe('olderDatabase');
  });
});

describe('a database of a version before the first release', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('is refused by name and left as it is: schema %d', (version) => {
    const database = newDatabase();
    // Their tables differed, but all had one of this name, and none said which program the file belongs to.
    database.exec(`CREATE TABLE desk (only_row INTEGER PRIMARY KEY, database_id TEXT NOT NULL) STRICT`);
    database.pragma(`user_version = ${version}`);
    database.pragma('wal_checkpoint(TRUNCATE)');
    const path = database.name;
    const before = readFileSync(path);
    const message = expect.stringContaining(`${path} was made by a development version of Payout Desk`);
    const refused = { kind: 'refused', refusal: { code: 'developmentDatabase', message } };
    expect(spoken(openWritable(path))).toMatchObject(refused);
    expect(spoken(openReadOnly(path))).toMatchObject(refused);
    expect(spoken(openReadOnly(path, { wholly: true, otherRules: true }))).toMatchObject(refused);
    const target = join(testFolder(), 'desk.db');
    expect(spoken(restore({ file: path, target, prefix: 'B', nowMs: NOW_MS }))).toMatchObject(refused);
    expect(readdirSync(join(target, '..'))).toEqual([]);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('is told by its file, not by its number: with the tables of today it is refused all the same', () => {
    const database = deskOfToday();
    database.pragma('application_id = 0');
    expect(openWritable(database.name)).toMatchObject({ refusal: { code: 'developmentDatabase' } });
  });
});
