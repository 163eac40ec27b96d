// A desk that the version before wrote, its keys with the whole IFSC in them: `schema-4-desk.sql` holds its rows as that
// version left them. It is brought to today's schema with nothing lost, and its guards see through the branch from then on.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { decodeBeneficiary } from '../../electron/main/store/beneficiary-columns.ts';
import { migrate, SCHEMA_VERSION } from '../../electron/main/store/migrations.ts';
import { openReadOnly, openWritable } from '../../electron/main/store/open-database.ts';
import { batchFingerprint, referenceMaker } from '../../electron/main/store/references.ts';
import { SCHEMA_1 } from '../../electron/main/store/schema-1.ts';
import { SCHEMA_2 } from '../../electron/main/store/schema-2.ts';
import { SCHEMA_3 } from '../../electron/main/store/schema-3.ts';
import { SCHEMA_4 } from '../../electron/main/store/schema-4.ts';
import { verifyDatabase } from '../../electron/main/store/verify-database.ts';
import type { Mid, PayoutId } from '../../shared/ids.ts';
import { accountKey, personKey } from '../../shared/person-key.ts';
import { atOnce } from '../../shared/steps.ts';
import type { Beneficiary } from '../../shared/rows.ts';
import { ACTOR, NOW_MS, openDesk, openRaw, payment, reference, said, tamper, testFolder, turn } from './desk-file.ts';

const OLD_STEPS = [SCHEMA_1, SCHEMA_2, SCHEMA_3, SCHEMA_4];
const OLD_ROWS = readFileSync(new URL('schema-4-desk.sql', import.meta.url), 'utf8');
const PEOPLE = 'SELECT * FROM payout_people ORDER BY payout_id';
const PAYEES = 'SELECT * FROM payees ORDER BY 1, 2, 3';

/** The older desk's file, as that version closed it. */
function oldDesk(): string {
  const path = join(testFolder(), 'desk.db');
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  migrate(database, OLD_STEPS);
  database.exec(`BEGIN; ${OLD_ROWS} COMMIT;`);
  database.close();
  return path;
}

function rows(path: string, sql: string): unknown[] {
  return openRaw(path).prepare(sql).raw().all();
}

const imps = (accountNumber: string, ifsc: string): Beneficiary => ({ method: 'IMPS', accountNumber, ifsc });

describe('a desk of schema 4', () => {
  it('had keys with the branch and the zeros in them', () => {
    const path = oldDesk();
    expect(rows(path, 'SELECT person_key FROM payout_people WHERE payout_id < 3 ORDER BY payout_id')).toEqual([
      ['imps:HDFC0000001:00050100123451'],
      ['upi:ravi.iyer@okbank'],
    ]);
    expect(rows(path, PAYEES)).toHaveLength(4);
  });

  it('has every key spelt anew, as a payout of today would have it, and keeps a copy of itself', () => {
    const path = oldDesk();
    openDesk(path);
    expect(rows(path, 'PRAGMA user_version')).toEqual([[SCHEMA_VERSION]]);
    const paid = openRaw(path)
      .prepare(
        'SELECT merchant_id, upi_id, account_number, ifsc, amount_paise, payout_id FROM payouts ORDER BY payout_id',
      )
      .all() as (Parameters<typeof decodeBeneficiary>[0] &
      Record<'merchant_id' | 'amount_paise' | 'payout_id', number>)[];
    expect(paid).toHaveLength(9);
    expect(rows(path, PEOPLE)).toEqual(
      paid.map((row) => [row.merchant_id, personKey(decodeBeneficiary(row)), row.amount_paise, row.payout_id]),
    );
    expect(rows(path, PAYEES)).toEqual([
      [1, 'asha rao', accountKey(imps('00050100123451', 'HDFC0000001'))],
      [1, 'asha rao', accountKey(imps('50100123451', 'HDFC0000002'))],
      [1, 'ravi iyer', accountKey({ method: 'UPI', upiId: 'Ravi.Iyer@OkBank' })],
    ]);
    expect(rows(`${path}.schema-4.bak`, 'SELECT person_key FROM payout_people WHERE payout_id = 1')).toEqual([
      ['imps:HDFC0000001:00050100123451'],
    ]);
  });

  it('has all its other rows as they were, to the last hash and reference', () => {
    const path = oldDesk();
    const tables = [
      'payouts',
      'payout_references',
      'payout_sources',
      'attempts',
      'attempt_results',
      'audit',
      'batches',
    ];
    const columns = new Map(
      tables.map((table) => [table, rows(path, `SELECT name FROM pragma_table_info('${table}')`).flat().join(', ')]),
    );
    const all = () => tables.map((table) => rows(path, `SELECT ${columns.get(table)} FROM ${table}`));
    const before = all();
    const opened = openWritable(path);
    if (opened.kind === 'refused') throw new Error(opened.refusal.message);
    opened.database.close();
    expect(all()).toEqual(before);
  });

  it('has its evidence digested with the next that comes, and until then as it was kept', () => {
    const path = oldDesk();
    const store = openDesk(path);
    const kept = rows(path, 'SELECT DISTINCT evidence FROM payouts ORDER BY 1');
    expect(kept).toEqual([[null], ['before']]);
    const [batch, payoutId] = rows(
      path,
      `SELECT batch_id, payout_id FROM payouts WHERE state = 'success' LIMIT 1`,
    )[0] as [number, PayoutId];
    const key = { by: 'reference', reference: reference('R') } as const;
    const news = { kind: 'lookup', payoutId, key, finding: said('reversed'), utr: null, message: null } as const;
    turn(store, batch, { news: [{ ...news, evidence: { httpStatus: 200, text: '{}' }, atMs: NOW_MS + 9_000 }] });
    store.close();
    const verdict = () => {
      const opened = openReadOnly(path);
      if (opened.kind === 'refused') throw new Error(opened.refusal.message);
      const found = verifyDatabase(opened.database, { prefix: 'B', machine: ACTOR, head: null });
      opened.database.close();
      return found.findings.map(({ code }) => code);
    };
    expect(verdict()).toEqual([]);
    tamper(
      openRaw(path),
      `UPDATE attempt_results SET answer = '{}' WHERE attempt_id IN (SELECT attempt_id FROM attempts WHERE payout_id = ${payoutId})`,
    );
    expect(verdict()).toEqual(['evidenceChanged']);
  });

  it('is in order for the audit, for the check of its keys and for the check of each batch', () => {
    const path = oldDesk();
    const store = openDesk(path);
    expect(atOnce(store.checkIndexes())).toBeNull();
    expect(store.batches.list().map((batch) => atOnce(store.checkBatch(batch)))).toEqual([null, null, null]);
    store.close();
    const database = new Database(path, { readonly: true });
    onTestFinished(() => void database.close());
    const verdict = verifyDatabase(database, { prefix: 'B', machine: ACTOR, head: null });
    expect(verdict).toMatchObject({ ok: true, findings: [], payouts: 9, batches: 3 });
  });

  it('finds what it paid, and what is still open, whichever branch the next sheet names', () => {
    const path = oldDesk();
    const store = openDesk(path);
    const ask = (beneficiary: Beneficiary, amountPaise: number) =>
      store.guard({
        mid: 1234 as Mid,
        batch: 9,
        personKey: personKey(beneficiary),
        amountPaise,
        repeatTicked: false,
        nowMs: NOW_MS + 1_000,
      }).hit;
    expect(ask(imps('00050100123451', 'HDFC0009999'), 50_000)).toEqual({ kind: 'paid', payoutId: 1, batch: 1 });
    expect(ask(imps('50100123451', 'HDFC0000001'), 90_100)).toEqual({ kind: 'paid', payoutId: 7, batch: 2 });
    expect(ask(imps('123456789', 'SBIN0009999'), 50_000)).toEqual({ kind: 'open', payoutId: 3, batch: 1 });
    expect(ask({ method: 'UPI', upiId: 'RAVI.iyer@okbank' }, 50_000)).toEqual({ kind: 'paid', payoutId: 2, batch: 1 });
    expect(ask(imps('00050100123451', 'ICIC0000001'), 50_000)).toBeNull();
    const asha = { mid: 1234 as Mid, name: 'Asha Rao' };
    const known = { ...asha, accountKey: accountKey(imps('00050100123451', 'HDFC0009999')) };
    expect(store.payees.accountChanged(known)).toBe(false);
    const strange = { ...asha, accountKey: accountKey(imps('00050100123451', 'ICIC0000001')) };
    expect(store.payees.accountChanged(strange)).toBe(true);
  });

  it("is asked for by the same references when its file is run again by today's version", () => {
    const path = oldDesk();
    const stored = openRaw(path)
      .prepare('SELECT upi_id, account_number, ifsc, amount_paise, remark, reference FROM payouts WHERE batch_id = 1')
      .all() as (Parameters<typeof decodeBeneficiary>[0] & {
      reference: string;
      amount_paise: never;
      remark: string;
    })[];
    const paid = stored.map((row) =>
      payment({ beneficiary: decodeBeneficiary(row), amountPaise: row.amount_paise, remark: row.remark }),
    );
    const fingerprint = batchFingerprint(paid);
    expect(rows(path, 'SELECT fingerprint FROM batches WHERE batch_id = 1')).toEqual([[fingerprint]]);
    expect(paid.map(referenceMaker({ mid: 1234 as Mid, fingerprint, runNumber: 1 }))).toEqual(
      stored.map(({ reference }) => reference),
    );
  });
});
