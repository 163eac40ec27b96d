// A database and its head: what is in order, what is locked and why, and that nothing leaves before the head has it.

import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { keepHead, openHeadFile, sendAfterHead } from '../../electron/main/store/heads.ts';
import type { Mid } from '../../shared/ids.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { THIS_MACHINE } from '../fixtures/head-place.ts';
import { verifiedChain } from './chain.ts';
import {
  answer,
  BACKOFF,
  claimOne,
  confirmBatch,
  MERCHANT,
  makeDesk,
  NOW_MS,
  openRaw,
  PAID,
  payment,
  payments,
  rowOf,
  testFolder,
  turn,
} from './desk-file.ts';
import {
  copyOf,
  type HeadedDesk,
  headFolderOf,
  headOf,
  newPlace,
  openHeaded,
  readHeaded,
  rememberHead,
  standing,
  tryHeaded,
} from './headed-desk.ts';

const DIES = fileURLToPath(new URL('./die-before-head.ts', import.meta.url));
const OTHER_MACHINE = 'b'.repeat(32);

/** A desk with a batch of three, closed. */
function closedDesk(): HeadedDesk {
  const place = newPlace();
  const store = openHeaded(place);
  confirmBatch({ store, merchantId: store.merchantId }, payments(3));
  store.close();
  return place;
}

/** Another batch, of other people. */
function confirmAnother(store: ReturnType<typeof openHeaded>, name = 'other'): number {
  const beneficiary = { method: 'UPI', upiId: `${name}@bank` } as const;
  return confirmBatch({ store, merchantId: store.merchantId }, [payment({ beneficiary, name })]);
}

function lockDown(desk: HeadedDesk): number {
  const store = openHeaded(desk);
  if (store.standing.kind === 'current') throw new Error('the desk is not locked');
  const count = store.lock.close(store.standing.reason, { nowMs: NOW_MS, backoff: BACKOFF });
  store.close();
  return count;
}

describe('the head of a desk', () => {
  it('is there from the first opening on, outside the database, in a folder for its owner alone', () => {
    const desk = newPlace();
    const store = openHeaded(desk);
    expect(headOf(desk).head).toMatchObject({ sequence: 1, machine: THIS_MACHINE, databaseId: store.chain.databaseId });
    expect(statSync(headFolderOf(desk)).mode & 0o777).toBe(0o700);
    expect(standing(desk)).toBe('current');
  });

  it('follows every audited commit, whichever it is', () => {
    const desk = newPlace();
    const store = openHeaded(desk);
    const isUpToDate = (): void => {
      expect(headOf(desk).head).toMatchObject({ ...store.chain.end() });
      expect(standing(desk)).toBe('current');
    };
    const batch = confirmBatch({ store, merchantId: store.merchantId }, payments(3));
    isUpToDate();
    const claimed = claimOne(store, batch);
    isUpToDate();
    turn(store, batch, { news: [answer(claimed, PAID)] });
    isUpToDate();
    store.notes.pause(batch, { code: 'person', message: verbatim('Paused.') }, NOW_MS);
    isUpToDate();
    store.ledger.cancel(batch, { nowMs: NOW_MS, backoff: BACKOFF });
    isUpToDate();
    // Two that only name rows, the confirmation, a claim, an answer, a pause and two cancellations.
    expect(store.chain.end().sequence).toBe(8);
  });

  it('knows the merchant id, fingerprint, count, total, run and date of each confirmed batch', () => {
    const desk = newPlace();
    const store = openHeaded(desk);
    const batch = confirmBatch({ store, merchantId: store.merchantId }, payments(3));
    const another = confirmAnother(store);
    const records = [batch, another].map((number) => store.batches.find(number));
    expect(headOf(desk).batches).toEqual(
      records.map((record) => ({
        batch: record?.batch,
        runNumber: 1,
        fingerprint: record?.fingerprint,
        count: record?.payoutCount,
        totalPaise: record?.totalPaise,
        confirmedAtMs: NOW_MS,
        mid: record?.mid,
      })),
    );
  });

  it('is kept by one process: a copy of the database cannot be opened beside it', () => {
    const desk = closedDesk();
    const copy = copyOf(desk);
    const store = openHeaded(desk);
    expect(tryHeaded(copy).kind).toBe('busy');
    store.close();
    expect(tryHeaded(copy).kind).toBe('open');
  });
});

describe('the other databases of a user', () => {
  const since = { mid: MERCHANT.mid, sinceMs: NOW_MS };

  it('that paid from the same merchant id are known with their place, how many batches and when the last', () => {
    const desk = closedDesk();
    const beside = { ...newPlace(), state: desk.state };
    const store = openHeaded(beside);
    expect(store.otherDesks(since)).toEqual([{ path: realpathSync(desk.path), count: 1, confirmedAtMs: NOW_MS }]);
    expect(store.otherDesks({ ...since, mid: 4321 as Mid })).toEqual([]);
    expect(store.otherDesks({ ...since, sinceMs: NOW_MS + 1 })).toEqual([]);
    confirmBatch({ store, merchantId: store.merchantId }, payments(2));
    store.close();
    const first = openHeaded(desk);
    expect(first.otherDesks(since)).toMatchObject([{ path: realpathSync(beside.path) }]);
    rmSync(beside.path);
    expect(first.otherDesks(since)).toMatchObject([{ path: beside.path, count: 1 }]);
  });

  it('are none of this one’s: its own batches and those of a database that lay in its place are told elsewhere', () => {
    const desk = closedDesk();
    for (const ending of ['', '-wal', '-shm']) rmSync(desk.path + ending, { force: true });
    expect(openHeaded(desk).otherDesks(since)).toEqual([]);
  });
});

describe('a database that is ahead of its head', () => {
  it.each([0, 1, 2])(
    'after a kill between commit and head, %i claims on, opens unlocked, its last claim in doubt',
    (heads) => {
      const desk = closedDesk();
      const child = spawnSync(process.execPath, [DIES, desk.path, desk.state, String(heads)], { encoding: 'utf8' });
      expect({ signal: child.signal, stderr: child.stderr }).toEqual({ signal: 'SIGKILL', stderr: '' });
      const letGo = child.stdout.split('\n').filter((line) => line !== '');
      expect(letGo).toHaveLength(heads);

      const raw = openRaw(desk.path);
      const end = verifiedChain(raw).at(-1);
      expect((end?.sequence ?? 0) - (headOf(desk).head?.sequence ?? 0)).toBe(1);
      expect(standing(desk)).toBe('current');
      const sending = raw.prepare<[], string>(`SELECT reference FROM payouts WHERE state = 'sending'`).pluck().all();
      expect(sending).toHaveLength(heads + 1);
      expect(letGo.every((reference) => sending.includes(reference))).toBe(true);

      const store = openHeaded(desk);
      expect(store.ledger.interrupt('crashed', { nowMs: NOW_MS, backoff: BACKOFF })).toHaveLength(heads + 1);
      expect(store.tally(1).counts).toMatchObject({ queued: 2 - heads, unknown: heads + 1, sending: 0 });
      expect(headOf(desk).head?.sequence).toBe(store.chain.end().sequence);
    },
  );

  it('writes down a batch that a crash kept out of the head', () => {
    const desk = closedDesk();
    const forget = rememberHead(desk);
    const store = openHeaded(desk);
    confirmAnother(store);
    store.close();
    forget();
    expect(headOf(desk).batches).toHaveLength(1);
    openHeaded(desk).close();
    expect(headOf(desk).batches.map(({ batch }) => batch)).toEqual([1, 2]);
  });
});

describe('a database that is not the true one', () => {
  it('is locked when it is older than its head, by a single commit', () => {
    const desk = closedDesk();
    const old = copyOf(desk);
    const store = openHeaded(desk);
    claimOne(store, 1);
    store.close();
    expect([standing(desk), standing(old)]).toEqual(['current', 'older']);
  });

  it('is locked when it went its own way, however far', () => {
    const desk = closedDesk();
    const copy = copyOf(desk);
    const forget = rememberHead(desk);
    const first = openHeaded(desk);
    claimOne(first, 1);
    first.close();
    const headOfFirst = rememberHead(desk);
    forget();
    const second = openHeaded(copy);
    second.notes.pause(1, { code: 'person', message: verbatim('Paused.') }, NOW_MS);
    second.notes.pause(1, null, NOW_MS);
    second.close();
    headOfFirst();
    expect([standing(desk), standing(copy)]).toEqual(['current', 'forked']);
  });

  it('is locked on another computer, and without any head, unless it is empty', () => {
    const desk = closedDesk();
    expect(standing({ ...desk, machine: OTHER_MACHINE })).toBe('otherMachine');
    expect(standing({ ...desk, state: testFolder() })).toBe('noHead');
    const empty = newPlace();
    openHeaded(empty).close();
    expect(standing({ ...empty, machine: OTHER_MACHINE })).toBe('current');
    expect(standing({ ...empty, state: testFolder() })).toBe('current');
  });

  it('is locked when its head is there and cannot be read', () => {
    const desk = closedDesk();
    writeFileSync(join(headFolderOf(desk), 'head'), 'not a head');
    expect(standing(desk)).toBe('noHead');
  });

  it('calls every unsent payout unknown, held ones too, and sends none', () => {
    const desk = closedDesk();
    const store = openHeaded(desk);
    const claimed = claimOne(store, 1);
    store.close();
    openRaw(desk.path).exec(`UPDATE payouts SET hold = 'guarded' WHERE payout_id = 3`);
    const elsewhere = { ...desk, state: testFolder() };
    expect(lockDown(elsewhere)).toBe(3);
    const raw = openRaw(desk.path);
    for (const payoutId of [1, 2, 3]) {
      expect(rowOf(raw, payoutId)).toMatchObject({ state: 'unknown', unknown_reason: 'restored', hold: null });
      expect(rowOf(raw, payoutId)['next_lookup_at_ms']).toBe(NOW_MS);
    }
    expect(rowOf(raw, claimed.payoutId)['attempts']).toBe(1);
    const reported = verifiedChain(raw).map(({ what }) => what);
    expect(reported.slice(-4)).toEqual(['locked', 'unknown', 'unknown', 'unknown']);
    expect(lockDown(elsewhere)).toBe(0);
    const locked = openHeaded(elsewhere);
    expect(() => claimOne(locked, 1)).toThrow(/locked database sends nothing/);
    expect(() => confirmAnother(locked)).toThrow(/locked database confirms nothing/);
  });

  it('stays locked however much is written to it, until a person unlocks it with a note', () => {
    const desk = closedDesk();
    const old = copyOf(desk);
    const store = openHeaded(desk);
    claimOne(store, 1);
    store.close();
    expect(lockDown(old)).toBe(3);
    expect(standing(old)).toBe('forked');
    const locked = openHeaded(old);
    expect(locked.unlock('the disk died', NOW_MS)).toBeNull();
    locked.close();
    expect([standing(old), standing(desk)]).toEqual(['current', 'older']);
    const last = verifiedChain(openRaw(old.path)).at(-1);
    expect(last).toMatchObject({
      what: 'unlocked',
      detail: JSON.stringify({ reason: 'forked', note: 'the disk died' }),
    });
    const open = openHeaded(old);
    expect(claimOne(open, confirmAnother(open)).order.beneficiary).toEqual({ method: 'UPI', upiId: 'other@bank' });
  });

  it('names the batches that it has lost, also after it was unlocked', () => {
    const desk = closedDesk();
    const old = copyOf(desk);
    const store = openHeaded(desk);
    const lost = store.batches.find(confirmAnother(store));
    store.close();
    expect(readHeaded(old).lostBatches).toMatchObject([{ id: 'B0002', fingerprint: lost?.fingerprint, count: 1 }]);
    const locked = openHeaded(old);
    locked.unlock('the disk died', NOW_MS);
    locked.close();
    const open = openHeaded(old);
    expect(open.lostBatches.map(({ id }) => id)).toEqual(['B0002']);
    confirmAnother(open, 'third');
    open.close();
    expect(readHeaded(old).lostBatches.map(({ fingerprint }) => fingerprint)).toEqual([lost?.fingerprint]);
  });
});

describe('a head that cannot be written', () => {
  /** A store whose head the disk refuses to write as often as requested. */
  function failing() {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(3));
    const file = openHeadFile(testFolder());
    let refusals = 0;
    let isBroken = false;
    const refusing = {
      ...file,
      write: (head: Parameters<typeof file.write>[0]) => {
        if (refusals > 0) {
          refusals -= 1;
          throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
        }
        file.write(head);
      },
    };
    file.write({ databaseId: desk.store.chain.databaseId, machine: THIS_MACHINE, ...desk.store.chain.end() });
    const head = { ...refusing, head: { generation: 1, ...headNow(desk) } };
    const world = { gone: [], notePath: () => {}, machine: THIS_MACHINE, prefix: 'B' } as const;
    const keeper = keepHead({ chain: desk.store.chain, file: head, ...world });
    const catchUp: typeof keeper.catchUp = () => {
      // The head is up to date before a claim, so the bug appears with what the claim wrote.
      if (isBroken && desk.store.tally(batch).counts.sending > 0) throw new TypeError('a bug');
      return keeper.catchUp();
    };
    desk.store.afterCommit(() => {
      if (!isBroken) catchUp();
    });
    const store = { ...desk.store, ledger: sendAfterHead(desk.store.ledger, { ...keeper, catchUp }) };
    const refuse = (times: number): void => void (refusals = times);
    return { desk, store, batch, keeper, refuse, breakIt: () => void (isBroken = true) };
  }

  function headNow({ store }: ReturnType<typeof makeDesk>) {
    return { databaseId: store.chain.databaseId, machine: THIS_MACHINE, ...store.chain.end() };
  }

  const REQUEST = { nowMs: NOW_MS, backoff: BACKOFF, news: [] };
  const NOBODY = new Set<never>();

  it('hands out no claim: it goes back to the queue, never sent', () => {
    const { desk, store, batch, refuse } = failing();
    refuse(9);
    const claim = {
      batch,
      count: 2,
      busy: NOBODY,
      cleared: NOBODY,
      lookUpAll: false,
      earlierStands: () => true,
      budgetPaise: null,
    };
    const answered = store.ledger.turn({ ...REQUEST, claim });
    expect(answered).toMatchObject({ kind: 'committed', result: { claimed: [] } });
    expect(store.tally(batch).counts).toMatchObject({ queued: 3, sending: 0, unknown: 0 });
    expect(rowOf(desk.raw, 1)).toMatchObject({ attempts: 1, requests_left: 0 });
    expect(store.ledger.turn({ ...REQUEST, claim })).toEqual({ kind: 'headUnwritable', code: 'ENOSPC' });
    expect(rowOf(desk.raw, 1)).toMatchObject({ attempts: 1 });
    verifiedChain(desk.raw);
  });

  it('takes every claim back when a bug of ours keeps the head from being written, and tells the bug', () => {
    const { desk, store, batch, breakIt } = failing();
    breakIt();
    const claim = {
      batch,
      count: 2,
      busy: NOBODY,
      cleared: NOBODY,
      lookUpAll: false,
      earlierStands: () => true,
      budgetPaise: null,
    };
    expect(() => store.ledger.turn({ ...REQUEST, claim })).toThrow('a bug');
    expect(store.tally(batch).counts).toMatchObject({ queued: 3, sending: 0, unknown: 0 });
    expect(rowOf(desk.raw, 1)).toMatchObject({ attempts: 1, requests_left: 0 });
    verifiedChain(desk.raw);
  });

  it('still settles what came back, and sends on once the head is written', () => {
    const { store, batch, refuse, keeper } = failing();
    const claimed = claimOne(store, batch);
    refuse(2);
    turn(store, batch, { news: [answer(claimed, PAID)] });
    expect(store.tally(batch).counts).toMatchObject({ success: 1, queued: 2 });
    expect(keeper.catchUp()).toEqual({ kind: 'headUnwritable', code: 'ENOSPC' });
    expect(keeper.catchUp()).toBeNull();
    expect(claimOne(store, batch).payoutId).not.toBe(claimed.payoutId);
  });

  it('refuses the desk at its opening, with a sentence, and lets go of it', () => {
    const desk = closedDesk();
    const folder = headFolderOf(desk);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'a file where a folder must be');
    expect(tryHeaded(desk)).toMatchObject({ kind: 'refused', refusal: { code: 'stateFolder' } });
    rmSync(folder);
    expect(tryHeaded(desk).kind).toBe('open');
    expect(existsSync(join(folder, 'head'))).toBe(true);
  });
});
