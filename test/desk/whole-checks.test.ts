// The checks of whole databases beside a window's desk: they leave the file to whoever replaces it, and break nothing.

import { expect, it } from 'vitest';
import { WholeChecks } from '../../electron/main/desk/runtime/whole-checks.ts';
import { checkWhole, damageSince } from '../../electron/main/store/damage.ts';
import type { WholeChecking } from '../../electron/main/store/file-work.ts';
import type { HeadedWriter } from '../../electron/main/store/store.ts';
import type { Soundness } from '../../electron/main/store/whole-check.ts';
import type { Book } from '../../shared/profiles.ts';
import { confirmBatch, NOW_MS, openRaw, payments, tamper } from '../store/desk-file.ts';
import { newPlace, openHeaded } from '../store/headed-desk.ts';

function world(checking: (path: string) => WholeChecking) {
  const noted: string[] = [];
  const faults: unknown[] = [];
  const storeOf = (path: string) =>
    ({
      wholeCheck: {
        path,
        isLong: () => path === 'live',
        soundness: (): Soundness => 'unknown',
        note: (found: string) => void noted.push(found),
      },
    }) as Pick<HeadedWriter, 'wholeCheck'> as HeadedWriter;
  const stores = { live: storeOf('live'), practice: storeOf('practice') };
  const checks = new WholeChecks({
    system: { checkWhole: checking, clock: { nowMs: () => 1, monotonicMs: () => 1, after: () => () => undefined } },
    stores,
    onDamage: () => undefined,
    onFault: (error) => void faults.push(error),
  });
  return { checks, stores, noted, faults };
}

it('ends the check of a file that is to be replaced, which is due again', async () => {
  const begun: PromiseWithResolvers<Soundness>[] = [];
  const { checks, noted } = world(() => {
    const { promise, resolve, reject } = Promise.withResolvers<Soundness>();
    begun.push({ promise, resolve, reject });
    return { found: promise, stop: () => Promise.resolve(resolve('unknown')) };
  });
  checks.begin();
  checks.begin();
  expect(begun.length).toBe(1);
  await checks.stop('live');
  await begun[0]?.promise;
  checks.begin();
  expect(begun.length).toBe(2);
  begun[1]?.resolve('sound');
  await expect.poll(() => noted).toEqual(['sound']);
  await checks.close();
});

it('goes on without a check where no thread can be started', async () => {
  const { checks, faults } = world(() => {
    throw new Error('no thread');
  });
  checks.begin();
  await expect.poll(() => faults.length).toBe(1);
});

it('tells damage that no run meets, and the next start is refused until the file is found sound', async () => {
  const place = newPlace();
  const store = openHeaded(place);
  confirmBatch({ store, merchantId: store.merchantId }, payments(3));
  const raw = openRaw(place.path);
  tamper(raw, `INSERT INTO payout_people VALUES (1, 'upi:nobody@bank', 1, 1)`);
  // What a start compares does not see it.
  expect(damageSince(raw, 0)).toBeNull();
  raw.close();
  // As a file of over 64 MB.
  const live: HeadedWriter = { ...store, wholeCheck: { ...store.wholeCheck, isLong: () => true } };
  const practice = world(() => ({ found: Promise.resolve('sound'), stop: () => Promise.resolve() }));
  const damaged: Book[] = [];
  const checks = new WholeChecks({
    system: {
      checkWhole: (path) => ({ found: Promise.resolve(checkWhole(path)), stop: () => Promise.resolve() }),
      clock: { nowMs: () => NOW_MS, monotonicMs: () => 1, after: () => () => undefined },
    },
    stores: { live, practice: practice.stores.practice },
    onDamage: (book) => void damaged.push(book),
    onFault: (error) => expect.unreachable(String(error)),
  });
  checks.begin();
  await expect.poll(() => damaged).toEqual(['live']);
  expect(store.wholeCheck.soundness(NOW_MS)).toBe('damaged');
  expect(live.checkIndexes({ nowMs: NOW_MS, batch: null })).toMatchObject({ code: 'damagedDatabase' });
  store.close();
  expect(openHeaded(place).checkIndexes({ nowMs: NOW_MS, batch: null })).toMatchObject({ code: 'damagedDatabase' });
  await checks.close();
});
