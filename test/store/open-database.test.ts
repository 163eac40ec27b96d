// The file itself: durable and private when opened, refused when damaged, and never touched when refused.

import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkWhole } from '../../electron/main/store/damage.ts';
import { type Opened, openReadOnly, openWritable } from '../../electron/main/store/open-database.ts';
import { openStoreReader, openStoreWriter } from '../../electron/main/store/store.ts';
import { RefusedError } from '../../shared/failures.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import { ACTOR, confirmBatch, crash, makeDesk, NOW_MS, openRaw, payments, testFolder } from './desk-file.ts';

function databaseOf(opened: Opened): Database.Database {
  if (opened.kind === 'refused') throw new RefusedError(opened.refusal);
  onTestFinished(() => void opened.database.close());
  return opened.database;
}

function codeOf(opened: { readonly kind: string; readonly refusal?: { readonly code: string } }): string {
  return opened.refusal?.code ?? opened.kind;
}

function pragma(database: Database.Database, name: string): unknown {
  return database.pragma(name, { simple: true });
}

/** A whole database with a batch in it, closed, everything in a single file. */
function closedDesk(): string {
  const desk = makeDesk();
  confirmBatch(desk, payments(200));
  desk.store.close();
  desk.raw.close();
  expect(readdirSync(join(desk.path, '..'))).toEqual(['desk.db']);
  return desk.path;
}

function flip(path: string, offset: number, byte = 0xff): void {
  const bytes = readFileSync(path);
  bytes[offset] = (bytes[offset] ?? 0) ^ byte;
  writeFileSync(path, bytes);
}

describe('a database opened for writing', () => {
  it('is durable, strict and keeps its triggers in force', () => {
    const path = join(testFolder(), 'desk.db');
    for (let round = 0; round < 2; round += 1) {
      const database = databaseOf(openWritable(path));
      expect(database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()).toBeGreaterThan(0);
      expect(pragma(database, 'synchronous')).toBe(2);
      expect(pragma(database, 'journal_mode')).toBe('wal');
      expect(pragma(database, 'foreign_keys')).toBe(1);
      expect(pragma(database, 'trusted_schema')).toBe(0);
      expect(pragma(database, 'recursive_triggers')).toBe(1);
      database.close();
    }
  });

  it('is private to this user, with its write-ahead log', () => {
    const folder = testFolder();
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const database = databaseOf(openWritable(join(folder, 'desk.db')));
    database.exec('CREATE TABLE probe (x INTEGER) STRICT');
    expect(readdirSync(folder).toSorted()).toEqual(['desk.db', 'desk.db-shm', 'desk.db-wal']);
    const modes = readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600, 0o600]);
  });

  it('is made private again when a copy loosened it', () => {
    const desk = makeDesk();
    const files = ['', '-wal', '-shm'].map((companion) => desk.path + companion);
    for (const file of files) chmodSync(file, 0o644);
    databaseOf(openWritable(desk.path));
    expect(files.map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600, 0o600]);
  });

  it('is made anew over what a crash in the middle of making it left behind', () => {
    const path = join(testFolder(), 'desk.db');
    for (const left of ['desk.db.new', 'desk.db.new-wal', 'desk.db.new-shm'])
      writeFileSync(join(path, '..', left), 'half');
    databaseOf(openWritable(path)).close();
    expect(readdirSync(join(path, '..'))).toEqual(['desk.db']);
  });
});

describe('a file that is not a whole database', () => {
  const damages: readonly (readonly [string, (path: string) => void])[] = [
    ['was emptied', (path) => truncateSync(path, 0)],
    ['was cut inside its header', (path) => truncateSync(path, 60)],
    ['was cut after its first page', (path) => truncateSync(path, 4096)],
    ['was cut in half', (path) => truncateSync(path, Math.floor(statSync(path).size / 8192) * 4096)],
    ['lost its last byte', (path) => truncateSync(path, statSync(path).size - 1)],
    ['lost its last hundred bytes', (path) => truncateSync(path, statSync(path).size - 100)],
    ['has bytes too many', (path) => appendFileSync(path, 'x')],
    ['has a flipped bit in its name', (path) => flip(path, 3, 1)],
    ['has a flipped bit in its page size', (path) => flip(path, 16, 4)],
    ['has a flipped byte in its first tree page', (path) => flip(path, 100)],
    ['is a text', (path) => writeFileSync(path, 'Method,Payee,Amount\n'.repeat(500))],
    ['is zeros', (path) => writeFileSync(path, Buffer.alloc(65_536))],
  ];

  it.each(damages)('is refused and left as it is when it %s', (_name, damage) => {
    const path = closedDesk();
    damage(path);
    const before = readFileSync(path);
    expect(codeOf(openWritable(path))).toBe('damagedDatabase');
    expect(codeOf(openReadOnly(path))).toBe('damagedDatabase');
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('is refused as a copy or a backup when it has a zeroed page, which opening does not read', () => {
    const path = closedDesk();
    writeFileSync(path, readFileSync(path).fill(0, 4096 * 3, 4096 * 4));
    expect(codeOf(openReadOnly(path, { wholly: true }))).toBe('damagedDatabase');
    expect(checkWhole(path)).toBe('damaged');
  });

  it('is refused when it is a folder, or its folder does not exist', () => {
    const folder = testFolder();
    mkdirSync(join(folder, 'desk.db'), { mode: 0o755 });
    for (const path of [join(folder, 'desk.db'), join(folder, 'none', 'desk.db')]) {
      expect(codeOf(openWritable(path))).toBe('unusableDatabase');
      expect(codeOf(openReadOnly(path))).toBe('unusableDatabase');
    }
    expect(statSync(join(folder, 'desk.db')).mode & 0o777).toBe(0o755);
  });

  it('is refused when another program made it', () => {
    const path = join(testFolder(), 'desk.db');
    writeFileSync(path, '');
    openRaw(path).exec('CREATE TABLE accounts (id INTEGER)');
    expect(codeOf(openWritable(path))).toBe('foreignDatabase');
    expect(codeOf(openReadOnly(path))).toBe('foreignDatabase');
  });

  it('is refused by name when a newer Payout Desk made it, and left as it is', () => {
    const path = closedDesk();
    const raw = openRaw(path);
    raw.pragma('user_version = 99');
    raw.close();
    const before = readFileSync(path);
    for (const open of [openWritable, openReadOnly]) {
      const opened = open(path);
      expect(codeOf(opened)).toBe('newerDatabase');
      expect(inEnglish(opened.kind === 'refused' ? opened.refusal.message : verbatim(''))).toContain('schema 99');
    }
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('is refused when it is the other desk', () => {
    const path = closedDesk();
    expect(codeOf(openStoreWriter({ path, prefix: 'P' }, { actor: ACTOR, nowMs: NOW_MS, monotonicMs: () => 0 }))).toBe(
      'otherDesk',
    );
    expect(codeOf(openStoreReader({ path, prefix: 'P' }))).toBe('otherDesk');
    expect(codeOf(openStoreReader({ path, prefix: 'B' }))).toBe('open');
  });
});

describe('a database whose last checkpoint was cut short', () => {
  it('is whole again with its write-ahead log', () => {
    const desk = makeDesk();
    confirmBatch(desk, payments(200));
    // Its writes to the file stay in the log until the log restarts.
    desk.raw.pragma('wal_checkpoint(PASSIVE)');
    const crashed = crash(desk.path);
    truncateSync(crashed, statSync(crashed).size - 100);
    expect(databaseOf(openWritable(crashed)).prepare('SELECT count(*) FROM payouts').pluck().get()).toBe(200);
  });
});

describe('a database opened for reading', () => {
  it('needs a file', () => {
    const path = join(testFolder(), 'desk.db');
    expect(codeOf(openReadOnly(path))).toBe('unusableDatabase');
    expect(existsSync(path)).toBe(false);
  });

  it('cannot change anything, and sees what the writer beside it has committed', () => {
    const desk = makeDesk();
    const reader = databaseOf(openReadOnly(desk.path));
    expect(() => reader.prepare(`UPDATE desk SET prefix = 'P'`).run()).toThrow(/readonly/);
    confirmBatch(desk, payments(3));
    expect(reader.prepare('SELECT count(*) FROM payouts').pluck().get()).toBe(3);
  });
});
