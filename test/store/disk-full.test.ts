// A full disk at the worst moment: the turn reports it, nothing of it happened, and once space is freed everything continues.

import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { News, TurnRequest } from '../../electron/main/domain/ledger.ts';
import { openAuditLog } from '../../electron/main/store/audit-log.ts';
import { prepareCounting } from '../../electron/main/store/confirmed-batches.ts';
import { prepareReach } from '../../electron/main/store/earlier-payouts.ts';
import { prepareGuard } from '../../electron/main/store/guards.ts';
import { openLedger } from '../../electron/main/store/ledger.ts';
import { openWritable } from '../../electron/main/store/open-database.ts';
import { openPayeeHolds } from '../../electron/main/store/payee-holds.ts';
import { RefusedError } from '../../shared/failures.ts';
import type { PayoutId } from '../../shared/ids.ts';
import { fillDisk, NO_SMALL_DISK, smallDisk } from '../fixtures/small-disk.ts';
import { verifiedChain } from './chain.ts';
import { ACTOR, answer, BACKOFF, confirmBatch, makeDesk, NOW_MS, PAID, payments, turn } from './desk-file.ts';

/** A desk of a few payouts fits, and soon fills it. */
const DISK_MEGABYTES = 2;

const NOBODY: ReadonlySet<PayoutId> = new Set();

function request(batch: number, news: readonly News[], wanted: number): TurnRequest {
  const claim =
    wanted === 0
      ? null
      : {
          batch,
          count: wanted,
          busy: NOBODY,
          cleared: NOBODY,
          lookUpAll: false,
          earlierStands: () => true,
          budgetPaise: null,
        };
  return { nowMs: NOW_MS, backoff: BACKOFF, news, claim };
}

function everything(raw: Database.Database): unknown[] {
  return ['payouts', 'attempts', 'attempt_results', 'lookups', 'late_news', 'payees', 'audit', 'batches'].map((table) =>
    raw.prepare(`SELECT * FROM ${table}`).all(),
  );
}

describe('a turn on a full disk', () => {
  it('says so, leaves everything as it was, and the chain goes on once there is space', (context) => {
    const folder = smallDisk(DISK_MEGABYTES);
    if (folder === null) return context.skip(NO_SMALL_DISK);
    const desk = makeDesk(folder);
    const { store, raw } = desk;
    const batch = confirmBatch(desk, payments(60));
    const { claimed } = turn(store, batch, { claim: 20 });
    const filler = fillDisk(folder);

    const before = everything(raw);
    const news = claimed.map((one) => answer(one, PAID));
    for (let round = 0; round < 3; round += 1) {
      expect(store.ledger.turn(request(batch, news, 20))).toEqual({ kind: 'diskFull' });
      expect(everything(raw)).toEqual(before);
    }
    rmSync(filler);
    const after = store.ledger.turn(request(batch, news, 20));
    expect(after.kind === 'committed' && after.result.claimed).toHaveLength(20);
    expect(store.tally(batch).counts).toMatchObject({ success: 20, sending: 20, queued: 20 });
    expect(verifiedChain(raw)).toHaveLength(1 + 20 + 20 + 20);
  });

  it('makes no new database, names the cause, and leaves the folder ready for the next start', (context) => {
    const folder = smallDisk(DISK_MEGABYTES);
    if (folder === null) return context.skip(NO_SMALL_DISK);
    const path = join(folder, 'desk.db');
    const filler = fillDisk(folder);
    const refused = openWritable(path);
    expect(refused.kind === 'refused' && refused.refusal.code).toBe('diskFull');
    expect(readdirSync(folder)).not.toContain('desk.db');
    rmSync(filler);
    const opened = openWritable(path);
    expect(opened.kind).toBe('open');
    if (opened.kind === 'open') opened.database.close();
  });

  it('is the same where the file may not grow any more', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(60));
    desk.store.close();
    const opened = openWritable(desk.path);
    if (opened.kind === 'refused') throw new RefusedError(opened.refusal);
    const { database } = opened;
    onTestFinished(() => void database.close());
    const counting = prepareCounting(database);
    const guard = prepareGuard(database, prepareReach(database, { monotonicMs: () => 0, lastSequence: () => 0 }));
    const audit = openAuditLog(database, ACTOR);
    const holds = openPayeeHolds(database, audit);
    const ledger = openLedger(database, { audit, prefix: 'B', counting, guard, holds });
    const pages = Number(database.pragma('page_count', { simple: true }));
    database.pragma(`max_page_count = ${pages}`);
    const before = everything(desk.raw);
    expect(ledger.turn(request(batch, [], 60))).toEqual({ kind: 'diskFull' });
    expect(everything(desk.raw)).toEqual(before);
    database.pragma(`max_page_count = ${pages + 1_000}`);
    expect(ledger.turn(request(batch, [], 60)).kind).toBe('committed');
    expect(verifiedChain(desk.raw)).toHaveLength(61);
  });
});

describe('a turn that finds the database locked', () => {
  it('says so and leaves everything as it was', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(2));
    desk.raw.exec('BEGIN IMMEDIATE');
    expect(desk.store.ledger.turn(request(batch, [], 1))).toEqual({ kind: 'unwritable', code: 'SQLITE_BUSY' });
    desk.raw.exec('ROLLBACK');
    expect(turn(desk.store, batch, { claim: 1 }).claimed).toHaveLength(1);
    expect(verifiedChain(desk.raw)).toHaveLength(2);
  });

  it('hardly waits for it where a window would wait as well', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(2));
    desk.store.waitInTurns();
    desk.raw.exec('BEGIN IMMEDIATE');
    const begunMs = performance.now();
    expect(desk.store.ledger.turn(request(batch, [], 1))).toEqual({ kind: 'unwritable', code: 'SQLITE_BUSY' });
    // Takes some 20 ms; without it, two seconds.
    expect(performance.now() - begunMs).toBeLessThan(1_900);
    desk.raw.exec('ROLLBACK');
    expect(turn(desk.store, batch, { claim: 1 }).claimed).toHaveLength(1);
  });
});
