// The audit log: a chain that a stranger can recompute, that survives rollbacks, and whose entries cannot be removed or inserted.

import { describe, expect, it, onTestFinished } from 'vitest';
import { GENESIS, openAuditLog } from '../../electron/main/store/audit-log.ts';
import { openWritable } from '../../electron/main/store/open-database.ts';
import { RefusedError } from '../../shared/failures.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { verifiedChain } from './chain.ts';
import { confirm } from './confirm.ts';
import {
  ACTOR,
  BACKOFF,
  claimOne,
  confirmation,
  confirmBatch,
  MERCHANT,
  makeDesk,
  NOW_MS,
  openRaw,
  payments,
  testFolder,
  turn,
} from './desk-file.ts';

const ENTRY = { atMs: NOW_MS, what: 'test' };

function openLog() {
  const opened = openWritable(`${testFolder()}/desk.db`);
  if (opened.kind === 'refused') throw new RefusedError(opened.refusal);
  const { database } = opened;
  onTestFinished(() => void database.close());
  return { database, audit: openAuditLog(database, ACTOR), raw: openRaw(database.name) };
}

describe('the audit log', () => {
  it('begins before its first entry, at zero', () => {
    const { audit } = openLog();
    expect(audit.head()).toEqual({ sequence: 0, hash: GENESIS, lastRecord: 0 });
    expect(GENESIS).toBe('0'.repeat(64));
  });

  it('takes no entry outside a transaction', () => {
    const { audit, raw } = openLog();
    expect(() => audit.append(ENTRY)).toThrow(/transaction/);
    expect(verifiedChain(raw)).toEqual([]);
  });

  it('chains every field of every entry, and its head is the last', () => {
    const { audit, raw } = openLog();
    const write = audit.transaction(() => {
      audit.append(ENTRY);
      audit.append({ ...ENTRY, batchId: 3, payoutId: 4, detail: { quote: '"\n₹' } });
    });
    write();
    write();
    const chain = verifiedChain(raw);
    expect(chain.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    expect(audit.head()).toEqual({ sequence: 4, hash: chain[3]?.hash, lastRecord: 4 });
    expect(new Set(chain.map(({ hash }) => hash)).size).toBe(4);
  });

  it('forgets what a failed transaction appended, and goes on without a gap', () => {
    const { audit, raw } = openLog();
    const write = audit.transaction((fails: boolean) => {
      audit.append(ENTRY);
      if (fails) throw new Error('the disk');
    });
    write(false);
    expect(() => write(true)).toThrow('the disk');
    expect(audit.head().sequence).toBe(1);
    write(false);
    expect(verifiedChain(raw)).toHaveLength(2);
  });

  it('shows any entry that was changed, moved, taken out or put in', () => {
    const { database, audit, raw } = openLog();
    const write = audit.transaction((what: string) => audit.append({ ...ENTRY, what }));
    for (const what of ['one', 'two', 'three']) write(what);
    database.exec('DROP TRIGGER audit_never_updated; DROP TRIGGER audit_never_deleted');
    const tampering = [
      `UPDATE audit SET what = 'paid' WHERE sequence = 2`,
      'UPDATE audit SET at_ms = at_ms + 1 WHERE sequence = 1',
      `UPDATE audit SET actor = 'nobody' WHERE sequence = 3`,
      'UPDATE audit SET payout_id = 7 WHERE sequence = 3',
      'DELETE FROM audit WHERE sequence = 2',
      'UPDATE audit SET sequence = 9 WHERE sequence = 2',
    ];
    for (const sql of tampering) {
      raw.exec('BEGIN');
      raw.exec(sql);
      expect(() => verifiedChain(raw)).toThrow(/expected/);
      raw.exec('ROLLBACK');
    }
    expect(verifiedChain(raw)).toHaveLength(3);
  });

  it('cannot be forked by a second writer that slipped past the lock', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(2));
    const one = openAuditLog(openWritableDatabase(desk.path), ACTOR);
    one.head();
    claimOne(desk.store, batch);
    expect(() => one.transaction(() => one.append(ENTRY))()).toThrow(/UNIQUE/);
    expect(verifiedChain(desk.raw)).toHaveLength(2);
  });
});

function openWritableDatabase(path: string) {
  const opened = openWritable(path);
  if (opened.kind === 'refused') throw new RefusedError(opened.refusal);
  onTestFinished(() => void opened.database.close());
  return opened.database;
}

describe('the chain of a desk', () => {
  it('holds after a batch, a profile or a pause could not be stored', () => {
    const desk = makeDesk();
    const { store, raw } = desk;
    const batch = confirmBatch(desk, payments(3));
    raw.exec(
      `CREATE TRIGGER full AFTER INSERT ON audit WHEN (SELECT count(*) FROM audit) > 3 BEGIN SELECT RAISE(ABORT, 'full'); END`,
    );
    const ceilings = { maxPayoutPaise: null, maxBatchPaise: null, walletUnit: null };
    const speed = { ratePerSecond: 5, inFlightMax: 4, pollFirstMs: 1, pollMaxMs: 2, timeoutMs: 3 };
    const profile = { name: 'acme', ...MERCHANT, environment: 'LIVE', ...speed, ...ceilings } as const;
    const pause = { code: 'person', message: verbatim('Paused.') } as const;
    expect(() => confirm(store, confirmation(desk, payments(2, { remark: 'Bonus' })))).toThrow('full');
    expect(() => store.saveProfile(profile, NOW_MS)).toThrow('full');
    expect(() => store.notes.pause(batch, pause, NOW_MS)).toThrow('full');
    expect(() => store.ledger.cancel(batch, { nowMs: NOW_MS, backoff: BACKOFF })).toThrow('full');
    expect(() => turn(store, batch, { claim: 1 })).toThrow('full');
    expect(store.batches.list()).toHaveLength(1);
    expect(store.profiles.list()).toEqual([]);
    expect(store.tally(batch).counts.queued).toBe(3);
    raw.exec('DROP TRIGGER full');

    store.saveProfile(profile, NOW_MS);
    store.notes.pause(batch, pause, NOW_MS);
    claimOne(store, batch);
    expect(verifiedChain(raw).map(({ what }) => what)).toEqual(['confirmed', 'profile saved', 'paused', 'sending']);
  });

  it('names the person, the batch and the payout of each entry', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(1));
    const { payoutId } = claimOne(desk.store, batch);
    const [confirmed, sending] = verifiedChain(desk.raw);
    expect(confirmed).toMatchObject({
      actor: ACTOR,
      what: 'confirmed',
      batch_id: batch,
      payout_id: null,
      at_ms: NOW_MS,
    });
    expect(sending).toMatchObject({ actor: ACTOR, what: 'sending', batch_id: batch, payout_id: payoutId });
    const record = desk.store.batches.find(batch);
    const reported = { fingerprint: record?.fingerprint, count: 1, totalPaise: record?.totalPaise, excluded: 0 };
    expect(JSON.parse(confirmed?.detail ?? '')).toEqual({
      ...reported,
      content: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });
});
