// A database that is gone from its folder: its successor there is locked until a person says that it is the true one, and asks
// about the lost batches forever after.

import { copyFileSync, cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { restore } from '../../electron/main/store/backups.ts';
import { goneRefusal } from '../../electron/main/store/heads.ts';
import { openHeadedReader, openHeadedWriter, verifyHeaded } from '../../electron/main/store/store.ts';
import { headPlaceIn } from '../fixtures/head-place.ts';
import { spoken } from '../fixtures/spoken.ts';
import { ACTOR, backUpFile, claimOne, confirmBatch, crash, NOW_MS, payments, testFolder } from './desk-file.ts';
import { type HeadedDesk, newPlace, openHeaded, readHeaded, standing } from './headed-desk.ts';

/** A desk with a batch of three, closed. */
function closedDesk(desk = newPlace(), count = 3): HeadedDesk {
  const store = openHeaded(desk);
  confirmBatch({ store, merchantId: store.merchantId }, payments(count));
  store.close();
  return desk;
}

function remove(path: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true });
}

/** The desk's standing after its next process has opened it. */
function opened(desk: HeadedDesk): string {
  openHeaded(desk).close();
  return standing(desk);
}

function unlock(desk: HeadedDesk): void {
  const store = openHeaded(desk);
  expect(store.unlock('the disk died', NOW_MS)).toBeNull();
  store.close();
}

describe('a database that is deleted', () => {
  it('is missed before the next one is made, with what it held', () => {
    const desk = closedDesk();
    const place = headPlaceIn(desk.state);
    expect(goneRefusal(place, { path: desk.path, prefix: 'B' })).not.toBeNull();
    remove(desk.path);
    expect(spoken(goneRefusal(place, { path: desk.path, prefix: 'B' }))).toMatchObject({
      code: 'databaseGone',
      message: expect.stringContaining('It held 1 batch of ₹1,500.00, the last confirmed on 2026-04-01.'),
    });
  });

  it('locks the next one in its folder, which knows the lost batches', () => {
    const desk = closedDesk();
    const lost = readHeaded(desk).batches.find(1);
    remove(desk.path);
    expect(opened(desk)).toBe('gone');
    expect(readHeaded(desk).lostBatches).toMatchObject([{ id: 'B0001', fingerprint: lost?.fingerprint, count: 3 }]);
    const store = openHeaded(desk);
    expect(() => confirmBatch({ store, merchantId: store.merchantId }, payments(4))).toThrow(/locked database/);
  });

  it('locks the next one also when that is deleted in its turn', () => {
    const desk = closedDesk();
    remove(desk.path);
    expect(opened(desk)).toBe('gone');
    remove(desk.path);
    expect(opened(desk)).toBe('gone');
  });

  it('is asked about after a person unlocked the next one, and locks again when that one goes too', () => {
    const desk = closedDesk();
    const lost = readHeaded(desk).batches.find(1);
    remove(desk.path);
    unlock(desk);
    expect(opened(desk)).toBe('current');
    const again = openHeaded(desk);
    confirmBatch({ store: again, merchantId: again.merchantId }, payments(2));
    again.close();
    expect(opened(desk)).toBe('current');
    expect(readHeaded(desk).lostBatches.map(({ fingerprint }) => fingerprint)).toEqual([lost?.fingerprint]);
    expect(readHeaded(desk).lostBatches[0]?.from).toBeDefined();
    remove(desk.path);
    expect(opened(desk)).toBe('gone');
    expect(new Set(readHeaded(desk).lostBatches.map(({ count }) => count))).toEqual(new Set([2, 3]));
  });

  it('is named by the audit of the next one', () => {
    const desk = closedDesk();
    remove(desk.path);
    openHeaded(desk).close();
    const verifying = verifyHeaded({ path: desk.path, prefix: 'B' }, headPlaceIn(desk.state), NOW_MS);
    if (verifying.kind !== 'verified') throw new Error(verifying.kind);
    expect(verifying.verdict).toMatchObject({ ok: false, locked: true });
    expect(verifying.verdict.findings.map(({ code }) => code)).toEqual(['locked', 'batchLost']);
  });

  it('opens as it was when it is put back, or its newest backup is restored', async () => {
    const desk = closedDesk();
    const file = join(testFolder(), 'backup.db');
    expect((await backUpFile(desk.path, file)).kind).toBe('written');
    remove(desk.path);
    expect(opened(desk)).toBe('gone');
    expect(restore({ file, target: desk.path, prefix: 'B', nowMs: NOW_MS }).kind).toBe('restored');
    expect(opened(desk)).toBe('current');
    remove(desk.path);
    copyFileSync(file, desk.path);
    expect(opened(desk)).toBe('current');
  });

  it('and restored after the next one confirmed a batch of its own, is locked by what that one did', () => {
    const desk = closedDesk();
    const stored = join(testFolder(), 'kept.db');
    copyFileSync(desk.path, stored);
    remove(desk.path);
    unlock(desk);
    closedDesk(desk, 2);
    remove(desk.path);
    copyFileSync(stored, desk.path);
    expect(opened(desk)).toBe('gone');
    expect(readHeaded(desk).lostBatches.map(({ count }) => count)).toEqual([2]);
  });

  it('is missed whichever way its folder is reached', () => {
    const desk = closedDesk();
    const link = join(testFolder(), 'link');
    symlinkSync(dirname(desk.path), link);
    remove(desk.path);
    expect(opened({ ...desk, path: join(link, basename(desk.path)) })).toBe('gone');
  });

  it('is missed when its whole folder was deleted and made again', () => {
    const desk = closedDesk();
    rmSync(dirname(desk.path), { recursive: true });
    expect(goneRefusal(headPlaceIn(desk.state), { path: desk.path, prefix: 'B' })).not.toBeNull();
    mkdirSync(dirname(desk.path));
    expect(opened(desk)).toBe('gone');
  });

  it('locks nothing when it had no batch, or was for practice', () => {
    const empty = newPlace();
    openHeaded(empty).close();
    remove(empty.path);
    expect(opened(empty)).toBe('current');
    const desk = newPlace();
    const practice = { path: desk.path, prefix: 'P' } as const;
    const open = () => {
      const opening = openHeadedWriter(practice, {
        actor: ACTOR,
        nowMs: NOW_MS,
        monotonicMs: () => 0,
        place: headPlaceIn(desk.state),
      });
      if (opening.kind !== 'open') throw new Error(opening.kind);
      return opening.store;
    };
    const store = open();
    const merchantId = store.merchants.ensure({ baseUrl: 'http://127.0.0.1:1', mid: 1234 as never });
    confirmBatch({ store, merchantId }, payments(2));
    store.close();
    remove(desk.path);
    const next = open();
    expect(next.standing.kind).toBe('current');
    next.close();
  });
});

describe('a write-ahead log that is deleted', () => {
  it('locks a database whose every row was in it', () => {
    const desk = newPlace();
    const store = openHeaded(desk);
    confirmBatch({ store, merchantId: store.merchantId }, payments(3));
    const crashed = crash(desk.path);
    store.close();
    copyFileSync(crashed, desk.path);
    rmSync(`${desk.path}-wal`, { force: true });
    expect(standing(desk)).toBe('gone');
    expect(opened(desk)).toBe('gone');
  });

  it('locks a database that had come further', () => {
    const desk = closedDesk();
    const store = openHeaded(desk);
    claimOne(store, 1);
    const crashed = crash(desk.path);
    store.close();
    copyFileSync(crashed, desk.path);
    rmSync(`${desk.path}-wal`, { force: true });
    expect(opened(desk)).toBe('older');
  });
});

describe('a data folder beside others', () => {
  it('locks none of the others that share its state folder', () => {
    const desk = closedDesk();
    const beside = { ...newPlace(), state: desk.state };
    expect(opened(beside)).toBe('current');
    closedDesk(beside, 2);
    expect([opened(desk), opened(beside)]).toEqual(['current', 'current']);
    remove(beside.path);
    expect([opened(desk), opened(beside)]).toEqual(['current', 'gone']);
  });

  it('may be moved, and a new one may begin where it was', () => {
    const desk = closedDesk();
    const moved = { ...desk, path: join(testFolder(), 'moved', 'desk.db') };
    renameSync(dirname(desk.path), dirname(moved.path));
    expect(opened(moved)).toBe('current');
    mkdirSync(dirname(desk.path));
    expect(opened(desk)).toBe('current');
    expect(opened(moved)).toBe('current');
  });

  it('that began before the moved one was opened is free once that is found', () => {
    const desk = closedDesk();
    const moved = { ...desk, path: join(testFolder(), 'moved', 'desk.db') };
    renameSync(dirname(desk.path), dirname(moved.path));
    mkdirSync(dirname(desk.path));
    expect(opened(desk)).toBe('gone');
    expect(opened(moved)).toBe('current');
    expect(opened(desk)).toBe('current');
  });

  it('that was copied is missed in both places', () => {
    const desk = closedDesk();
    const copy = { ...desk, path: join(testFolder(), 'copy', 'desk.db') };
    cpSync(dirname(desk.path), dirname(copy.path), { recursive: true });
    expect(opened(copy)).toBe('current');
    remove(desk.path);
    expect(opened(desk)).toBe('gone');
    expect(opened(copy)).toBe('current');
    expect(standing(desk)).toBe('gone');
  });
});

describe('a state folder whose notes cannot be understood', () => {
  it('is read as if they were not there, whatever else lies in it', () => {
    const desk = closedDesk();
    const heads = join(desk.state, 'heads');
    mkdirSync(join(heads, 'not-a-database'));
    writeFileSync(join(heads, 'stray'), '');
    const beside = closedDesk({ ...newPlace(), state: desk.state }, 2);
    const opening = openHeadedReader({ path: beside.path, prefix: 'B' }, headPlaceIn(desk.state));
    if (opening.kind !== 'open') throw new Error(opening.kind);
    const id = opening.store.chain.databaseId;
    opening.store.close();
    writeFileSync(join(heads, id, 'paths'), '["torn');
    expect([opened(desk), opened(beside)]).toEqual(['current', 'current']);
    remove(beside.path);
    expect(opened(beside)).toBe('gone');
  });
});
