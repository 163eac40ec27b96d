// How each fault of SQLite and of the system is classified: a full disk, another program, a failing disk, a bug of ours.

import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { faultOfDisk } from '../../electron/main/store/disk-refusals.ts';
import { spoken } from '../fixtures/spoken.ts';
import { testFolder } from './desk-file.ts';

describe('faultOfDisk', () => {
  it.each([
    ['SQLITE_FULL', 'diskFull', /is full/],
    ['ENOSPC', 'diskFull', /is full/],
    ['EDQUOT', 'diskFull', /is full/],
    ['SQLITE_BUSY', 'databaseBusy', /^Another program holds/],
    ['SQLITE_BUSY_SNAPSHOT', 'databaseBusy', /^Another program holds/],
    ['SQLITE_PROTOCOL', 'databaseBusy', /^Another program holds/],
    ['SQLITE_IOERR_WRITE', 'unusableDatabase', /cannot be used: the disk reports an error/],
    ['EIO', 'unusableDatabase', /cannot be used: the disk reports an error/],
    ['SQLITE_READONLY', 'unusableDatabase', /may not be written/],
    ['SQLITE_CORRUPT', 'damagedDatabase', /is damaged/],
  ])('calls %s %s', (code, called, words) => {
    const refusal = faultOfDisk(Object.assign(new Error('of the world'), { code }), join(testFolder(), 'desk.db'));
    expect(spoken(refusal)).toMatchObject({ code: called, message: expect.stringMatching(words) });
  });

  it.each(['SQLITE_LOCKED', 'SQLITE_MISUSE', 'SQLITE_CONSTRAINT_UNIQUE', 'ERR_INVALID_ARG_TYPE'])(
    'leaves %s a bug of ours',
    (code) => {
      expect(faultOfDisk(new Database.SqliteError('ours', code), '/nowhere/desk.db')).toBeNull();
    },
  );
});
