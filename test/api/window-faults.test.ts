// Faults where none should come: in preparing a run, in recovering what it left, in opening a desk again. In: rooms that break
// once. Out: a desk that goes on, or says that it is lost, and locks that are given back.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, type TestContext } from 'vitest';
import type { Rooms, Writer } from '../../electron/main/api/ports.ts';
import type { BatchId } from '../../shared/ids.ts';
import { openTestDesk, type TestDeskOptions, type TestWindowDesk } from './window-desk.ts';

const WAIT = { timeout: 30_000 };

/** Rooms whose databases refuse to recover while the test says so. */
class Breaking {
  error: Error | null = null;
  recovered = 0;

  readonly in = (rooms: Rooms): Rooms => ({
    ...rooms,
    openWriter: (book) => {
      const opening = rooms.openWriter(book);
      return opening.kind === 'open' ? { ...opening, store: this.#breakable(opening.store) } : opening;
    },
  });

  #breakable(store: Writer): Writer {
    const interrupt: Writer['ledger']['interrupt'] = (reason, at) => {
      if (this.error !== null) throw this.error;
      this.recovered += 1;
      return store.ledger.interrupt(reason, at);
    };
    return { ...store, ledger: { ...store.ledger, interrupt } };
  }
}

function openDesk(test: TestContext, options: TestDeskOptions, folder = emptyFolder(test)): TestWindowDesk {
  const desk = openTestDesk(folder, options);
  test.onTestFinished(() => desk.end());
  return desk;
}

function emptyFolder(test: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'faulty-desk-'));
  test.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** One practice payout, shown on Confirm: what Start is asked with. */
async function confirmed(desk: TestWindowDesk): Promise<object> {
  const file = await desk.give('pay.csv', 'name,upi id,amount,remark\nAsha,asha@sample,1,pay');
  const reading = await desk.change('openDraft', { file, profile: 'practice', options: {} });
  if (reading.kind !== 'checked') throw new Error(reading.refusal.code);
  const { draft, revision } = reading.summary;
  const { count, totalPaise, seal } = await desk.ask('readConfirmation', { draft, revision, profile: 'practice' });
  const figures = { count, totalPaise, seal, ticks: [], repeatOf: null };
  return { draft, revision, profile: 'practice', name: 'May', ...figures };
}

describe('a fault of the desk', { timeout: 60_000 }, () => {
  it('in a run and in recovering it is answered, and recovering is tried again', async (test) => {
    const breaking = new Breaking();
    let isBroken = false;
    const change = (rooms: Rooms): Rooms => ({
      ...breaking.in(rooms),
      prepareRun: (world, request) => {
        if (isBroken) throw new Error('a bug in preparing');
        return rooms.prepareRun(world, request);
      },
    });
    const desk = openDesk(test, { change });
    const about = await confirmed(desk);
    isBroken = true;
    breaking.error = new Error('a bug in recovering');
    const reply = await desk.desk.dispatch('startBatch', { ...about, commandId: randomUUID() });
    expect(reply.kind).toBe('fault');
    await expect.poll(async () => (await desk.ask('readDesk')).activity.kind, WAIT).toBe('idle');
    expect(desk.faults.join('\n')).toMatch(/a bug in preparing[^]*a bug in recovering/);
    const before = breaking.recovered;
    breaking.error = null;
    isBroken = false;
    const [view] = (await desk.ask('listBatches')).batches;
    await desk.change('checkNow', { batch: view?.view.batch });
    await expect.poll(() => breaking.recovered, WAIT).toBeGreaterThan(before);
  });

  it('in opening a desk again leaves it lost, said to every command and written down', async (test) => {
    const breaking = new Breaking();
    const desk = openDesk(test, { change: breaking.in });
    const { download } = await desk.ask('backUp', { book: 'practice' });
    const file = await desk.giveBytes('backup.db', desk.take(download));
    breaking.error = new Error('a bug in recovering');
    const restore = { book: 'practice', file, typed: 'RESTORE', commandId: randomUUID() };
    expect(await desk.refusalOf('restore', restore)).toBe('deskLost');
    expect(await desk.refusalOf('listBatches')).toBe('deskLost');
    expect(desk.faults.join('\n')).toContain('a bug in recovering');
    await desk.end();
  });

  it('of the disk, in recovering at the start, is refused and gives the folder back', (test) => {
    const folder = emptyFolder(test);
    const breaking = new Breaking();
    breaking.error = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    expect(() => openDesk(test, { change: breaking.in }, folder)).toThrow('diskFull');
    breaking.error = new Error('a bug in recovering');
    expect(() => openDesk(test, { change: breaking.in }, folder)).toThrow('a bug in recovering');
    openDesk(test, {}, folder);
  });
});

describe('a disk that takes nothing', { timeout: 60_000 }, () => {
  it('is why a batch is not looked up at once, and no fault of the desk', async (test) => {
    const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    const hastenLookups = (): never => {
      throw full;
    };
    const change = (rooms: Rooms): Rooms => ({
      ...rooms,
      openWriter: (book) => {
        const opening = rooms.openWriter(book);
        if (opening.kind !== 'open') return opening;
        return { ...opening, store: { ...opening.store, ledger: { ...opening.store.ledger, hastenLookups } } };
      },
    });
    const desk = openDesk(test, { change });
    const { batch } = await desk.change('startBatch', await confirmed(desk));
    expect(await desk.refusalOf('checkNow', { batch, commandId: randomUUID() })).toBe('diskFull');
    expect(desk.faults).toEqual([]);
  });
});

/** Rooms whose disk fails once when a run that sends is prepared, or when a batch is read for the first time. */
const FAILING = {
  'as its run is prepared': (rooms: Rooms, failOnce: () => void): Rooms => ({
    ...rooms,
    prepareRun: (world, request) => {
      if (request.send) failOnce();
      return rooms.prepareRun(world, request);
    },
  }),
  'as it is read back': (rooms: Rooms, failOnce: () => void): Rooms => ({
    ...rooms,
    openWriter: (book) => {
      const opening = rooms.openWriter(book);
      if (opening.kind !== 'open') return opening;
      const { batches } = opening.store;
      const find: Writer['batches']['find'] = (batch) => {
        failOnce();
        return batches.find(batch);
      };
      return { ...opening, store: { ...opening.store, batches: { ...batches, find } } };
    },
  }),
} as const;

describe('a disk that fails once a batch is stored,', { timeout: 60_000 }, () => {
  it.for(['as its run is prepared', 'as it is read back'] as const)(
    '%s, refuses nothing: the windows hear of the batch, and its file is not paid again',
    async (when, test) => {
      let isBroken = false;
      const failOnce = (): void => {
        if (!isBroken) return;
        isBroken = false;
        throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_READ');
      };
      const desk = openDesk(test, { change: (rooms) => FAILING[when](rooms, failOnce) });
      const about = await confirmed(desk);
      isBroken = true;
      const commandId = randomUUID();
      const reply = await desk.desk.dispatch('startBatch', { ...about, commandId });
      expect(reply).toMatchObject({ kind: 'unsure', refusal: { code: 'unusableDatabase' } });
      const topics = ['batches', 'payouts', 'drafts', 'confirmations'] as const;
      await desk.eventWhere(
        (event) => event.kind === 'changed' && topics.every((topic) => event.topics.includes(topic)),
      );
      const { batches } = await desk.ask('listBatches');
      expect(batches.map(({ view }) => [view.batch, view.counts.queued])).toEqual([['P0001', 1]]);
      expect(await desk.desk.dispatch('startBatch', { ...about, commandId })).toEqual(reply);
      expect(await desk.refusalOf('startBatch', { ...about, commandId: randomUUID() })).toBe('draftConfirmed');
      expect(desk.faults).toEqual([]);
      const batch = 'P0001' as BatchId;
      await expect.poll(async () => (await desk.ask('readDesk')).activity.kind, WAIT).toBe('idle');
      await desk.change('resumeBatch', { batch, count: 1, ticks: [] });
      await desk.eventWhere((event) => event.kind === 'ended' && event.view.counts.success === 1);
    },
  );
});
