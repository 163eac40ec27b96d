// What somebody else put into a database: opening it refuses by name, and the audit names it.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { restore } from '../../electron/main/store/backups.ts';
import { openReadOnly, schemaDifferences } from '../../electron/main/store/open-database.ts';
import { verifyHeaded } from '../../electron/main/store/store.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import { headPlaceIn } from '../fixtures/head-place.ts';
import { spoken } from '../fixtures/spoken.ts';
import { backUpFile, confirmBatch, makeDesk, NOW_MS, openRaw, payments, tamper, testFolder } from './desk-file.ts';
import { type HeadedDesk, newPlace, openHeaded, tryHeaded } from './headed-desk.ts';

/** A desk with a batch of two, closed. */
function closedDesk(): HeadedDesk {
  const desk = newPlace();
  const store = openHeaded(desk);
  confirmBatch({ store, merchantId: store.merchantId }, payments(2));
  store.close();
  return desk;
}

const QUEUE_AGAIN = `CREATE TRIGGER again AFTER UPDATE OF state ON payouts WHEN NEW.state = 'processing'
  BEGIN UPDATE payouts SET state = 'queued', next_lookup_at_ms = NULL WHERE payout_id = NEW.payout_id; END`;

const STRANGE: readonly (readonly [sql: string, words: string])[] = [
  [QUEUE_AGAIN, 'it holds the trigger again, which the desk never made'],
  ['CREATE VIEW people AS SELECT * FROM payouts', 'it holds the view people, which the desk never made'],
  ['CREATE TABLE t (x)', 'it holds the table t, which the desk never made'],
  ['CREATE INDEX quick ON payouts (amount_paise)', 'it holds the index quick, which the desk never made'],
  ['DROP TRIGGER attempts_never_deleted', 'its own trigger attempts_never_deleted is missing'],
  ['DROP INDEX payouts_one_successor', 'its own index payouts_one_successor is missing'],
  [
    'DROP TRIGGER payouts_never_deleted; CREATE TRIGGER payouts_never_deleted BEFORE DELETE ON payouts BEGIN SELECT 1; END',
    'its own trigger payouts_never_deleted was changed',
  ],
  ['ALTER TABLE payouts ADD COLUMN more TEXT', 'its own table payouts was changed'],
  ['DROP TABLE payees', 'its own table payees is missing'],
];

describe('a database in which somebody else made or took out something', () => {
  it.each(STRANGE)('is not opened for writing or reading after %s', async (sql, words) => {
    const desk = closedDesk();
    openRaw(desk.path).exec(sql);
    const refusal = { code: 'changedDatabase', message: expect.stringContaining(words) };
    expect(spoken(tryHeaded(desk))).toMatchObject({ kind: 'refused', refusal });
    expect(spoken(openReadOnly(desk.path))).toMatchObject({ kind: 'refused', refusal });
    const target = join(testFolder(), 'backup.db');
    expect(spoken(await backUpFile(desk.path, target))).toMatchObject({ kind: 'refused', refusal });
    expect(existsSync(target)).toBe(false);
  });

  it.each(STRANGE)('is not restored after %s, and nothing is changed by trying', async (sql, words) => {
    const desk = closedDesk();
    const file = join(testFolder(), 'backup.db');
    await backUpFile(desk.path, file);
    openRaw(file).exec(sql);
    const before = readFileSync(desk.path);
    const restored = restore({ file, target: desk.path, prefix: 'B', nowMs: NOW_MS });
    const message = expect.stringContaining(words);
    expect(spoken(restored)).toMatchObject({ kind: 'refused', refusal: { code: 'changedDatabase', message } });
    expect(readFileSync(desk.path)).toEqual(before);
    expect(readdirSync(join(desk.path, '..')).filter((name) => name.includes('restor'))).toEqual([]);
  });

  it.each(STRANGE)('is named by the audit after %s', (sql, words) => {
    const desk = closedDesk();
    openRaw(desk.path).exec(sql);
    const verifying = verifyHeaded({ path: desk.path, prefix: 'B' }, headPlaceIn(desk.state), NOW_MS);
    const said = verifying.kind === 'refused' ? [verifying.refusal] : verifying.verdict.findings;
    expect(said.map(({ message }) => inEnglish(message)).join('\n')).toContain(words);
  });

  it('is not sent from when it was changed while the desk is open', () => {
    const desk = makeDesk();
    confirmBatch(desk, payments(2));
    expect(desk.store.checkIndexes({ nowMs: NOW_MS, batch: null })).toBeNull();
    desk.raw.exec(QUEUE_AGAIN);
    expect(desk.store.checkIndexes({ nowMs: NOW_MS, batch: null })).toMatchObject({ code: 'changedDatabase' });
  });
});

describe('a database whose id is no UUID', () => {
  it.each(['../../../victim', '', '.', 'x'.repeat(36)])('is neither opened nor restored, nor read: "%s"', (id) => {
    const desk = closedDesk();
    const folder = testFolder();
    tamper(openRaw(desk.path), `UPDATE desk SET database_id = '${id}'`);
    openRaw(desk.path).pragma('wal_checkpoint(TRUNCATE)');
    const refusal = { code: 'changedDatabase', message: expect.stringContaining('its id is not one') };
    const elsewhere = { ...desk, state: join(folder, 'a', 'b', 'state') };
    expect(spoken(tryHeaded(elsewhere))).toMatchObject({ kind: 'refused', refusal });
    expect(spoken(openReadOnly(desk.path))).toMatchObject({ kind: 'refused', refusal });
    const place = headPlaceIn(elsewhere.state);
    expect(spoken(verifyHeaded({ path: desk.path, prefix: 'B' }, place, NOW_MS))).toMatchObject({
      kind: 'refused',
      refusal,
    });
    const target = join(folder, 'desk.db');
    const restored = restore({ file: desk.path, target, prefix: 'B', nowMs: NOW_MS });
    expect(spoken(restored)).toMatchObject({ kind: 'refused', refusal });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a database that only the desk wrote', () => {
  it('differs in nothing', () => {
    expect(schemaDifferences(openRaw(closedDesk().path))).toEqual([]);
  });
});
