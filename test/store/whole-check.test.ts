// Damage that no run touches: found by a check of the whole database, which is due once a week, after an unclean end, and for
// another file, and told before the next start.

import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkWhole, damageAnywhere } from '../../electron/main/store/damage.ts';
import { verifyHeaded } from '../../electron/main/store/store.ts';
import { DAY_MS } from '../../shared/limits.ts';
import { headPlaceIn } from '../fixtures/head-place.ts';
import { confirmBatch, crash, makeDesk, NOW_MS, openRaw, payments, tamper } from './desk-file.ts';
import { copyOf, type HeadedDesk, headFolderOf, newPlace, openHeaded } from './headed-desk.ts';

const NEW_BATCH = { nowMs: NOW_MS, batch: null };

/** A key that belongs to nobody: no guard can miss a payment by it, so only the whole check finds it. */
const STRAY = `INSERT INTO payout_people VALUES (1, 'upi:nobody@bank', 1, 1)`;

function closedDesk(): HeadedDesk {
  const desk = newPlace();
  const store = openHeaded(desk);
  confirmBatch({ store, merchantId: store.merchantId }, payments(3));
  store.close();
  return desk;
}

function damageOf(desk: HeadedDesk): void {
  const raw = openRaw(desk.path);
  tamper(raw, STRAY);
  raw.pragma('wal_checkpoint(TRUNCATE)');
  raw.close();
}

describe('a database that was checked as a whole', () => {
  it('is not checked again before a week is over', () => {
    const desk = closedDesk();
    const first = openHeaded(desk);
    expect(first.wholeCheck.soundness(NOW_MS)).toBe('unknown');
    expect(first.checkIndexes(NEW_BATCH)).toBeNull();
    expect(first.wholeCheck.soundness(NOW_MS)).toBe('sound');
    first.close();
    damageOf(desk);
    const later = openHeaded(desk);
    expect(later.checkIndexes({ ...NEW_BATCH, nowMs: NOW_MS + 7 * DAY_MS - 1 })).toBeNull();
    expect(later.checkIndexes({ ...NEW_BATCH, nowMs: NOW_MS + 7 * DAY_MS })).toMatchObject({ code: 'damagedDatabase' });
    // It stays damaged, whatever the clock says.
    expect(later.checkIndexes(NEW_BATCH)).toMatchObject({ code: 'damagedDatabase' });
    later.close();
    expect(openHeaded(desk).checkIndexes(NEW_BATCH)).toMatchObject({ code: 'damagedDatabase' });
  });

  it('is checked again when the clock is set back by more than a week', () => {
    const desk = closedDesk();
    const store = openHeaded(desk);
    store.wholeCheck.note('sound', NOW_MS);
    expect(store.wholeCheck.soundness(NOW_MS - 7 * DAY_MS)).toBe('unknown');
  });

  it('is checked again after an unclean end', () => {
    const desk = closedDesk();
    const store = openHeaded(desk);
    expect(store.checkIndexes(NEW_BATCH)).toBeNull();
    confirmBatch({ store, merchantId: store.merchantId }, payments(2, { remark: 'Bonus' }));
    const died = crash(desk.path);
    store.close();
    // Written over, it is the same file.
    for (const ending of ['', '-wal']) copyFileSync(died + ending, desk.path + ending);
    expect(openHeaded(desk).wholeCheck.soundness(NOW_MS)).toBe('unknown');
  });

  it('is checked again when another file is in its place', () => {
    const desk = closedDesk();
    const store = openHeaded(desk);
    store.wholeCheck.note('sound', NOW_MS);
    store.close();
    expect(openHeaded(copyOf(desk)).wholeCheck.soundness(NOW_MS)).toBe('unknown');
  });

  it('is sound or damaged as the audit found it', () => {
    const desk = closedDesk();
    const verify = (): unknown => verifyHeaded({ path: desk.path, prefix: 'B' }, headPlaceIn(desk.state), NOW_MS);
    verify();
    const store = openHeaded(desk);
    expect(store.wholeCheck.soundness(NOW_MS)).toBe('sound');
    store.close();
    damageOf(desk);
    verify();
    expect(openHeaded(desk).checkIndexes(NEW_BATCH)).toMatchObject({ code: 'damagedDatabase' });
  });

  it('is damaged when the audit could not even read all of it', () => {
    const desk = closedDesk();
    const store = openHeaded(desk);
    store.wholeCheck.note('sound', NOW_MS);
    store.close();
    // A page that no run reads.
    const raw = openRaw(desk.path);
    const sql = `SELECT rootpage FROM sqlite_schema WHERE name = 'journal_saves'`;
    const page = Number(raw.prepare(sql).pluck().get());
    raw.close();
    writeFileSync(desk.path, readFileSync(desk.path).fill(0xff, 4096 * (page - 1), 4096 * page));
    expect(verifyHeaded({ path: desk.path, prefix: 'B' }, headPlaceIn(desk.state), NOW_MS)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'damagedDatabase' },
    });
    expect(openHeaded(desk).checkIndexes(NEW_BATCH)).toMatchObject({ code: 'damagedDatabase' });
  });

  it('needs a check where its note cannot be read', () => {
    const desk = closedDesk();
    const store = openHeaded(desk);
    store.wholeCheck.note('sound', NOW_MS);
    writeFileSync(join(headFolderOf(desk), 'checked'), 'sound');
    expect(store.wholeCheck.soundness(NOW_MS)).toBe('unknown');
  });
});

describe('checkWhole', () => {
  it('finds a key that belongs to nobody', () => {
    const desk = closedDesk();
    expect(checkWhole(desk.path)).toBe('sound');
    damageOf(desk);
    expect(checkWhole(desk.path)).toBe('damaged');
  });

  it('calls no batch damage that is confirmed while it counts', () => {
    const desk = makeDesk();
    const counting = openRaw(desk.path);
    let batches = 0;
    const beside = new Proxy(counting, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]): unknown => {
          if (name === 'prepare') confirmBatch(desk, payments(2, { remark: `Batch ${(batches += 1)}` }));
          return Reflect.apply(value, target, args) as unknown;
        };
      },
    });
    expect(damageAnywhere(beside)).toBeNull();
    expect(batches).toBeGreaterThan(3);
  });

  it('finds nothing out about a file that it cannot open', () => {
    expect(checkWhole(join(headFolderOf(closedDesk()), 'none.db'))).toBe('unknown');
  });
});
