// Faults in unexpected places: in preparing a run, in recovering what it left, in opening a desk again.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, type TestContext } from 'vitest';
import type { System } from '../../electron/main/session/system.ts';
import type { HeadedWriter } from '../../electron/main/store/store.ts';
import type { BatchId } from '../../shared/ids.ts';
import { confirmation, openFile, people, startParams } from './live-scene.ts';
import { deskFor, type TestDeskOptions, type TestWindowDesk } from './window-desk.ts';

/** A system whose databases fail to recover for as long as the test says. */
class Breaking {
  error: Error | null = null;
  recovered = 0;

  readonly in = (system: System): System => ({
    ...system,
    openWriter: (book) => {
      const opening = system.openWriter(book);
      return opening.kind === 'open' ? { ...opening, store: this.#breakable(opening.store) } : opening;
    },
  });

  #breakable(store: HeadedWriter): HeadedWriter {
    const interrupt: HeadedWriter['ledger']['interrupt'] = (reason, at) => {
      if (this.error !== null) throw this.error;
      this.recovered += 1;
      return store.ledger.interrupt(reason, at);
    };
    return { ...store, ledger: { ...store.ledger, interrupt } };
  }
}

function openDesk(test: TestContext, options: TestDeskOptions, folder = emptyFolder(test)): TestWindowDesk {
  const desk = deskFor(test, folder, options);
  return desk;
}

function emptyFolder(test: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'faulty-desk-'));
  test.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** One practice payout shown on Confirm: the request for Start. */
async function confirmed(desk: TestWindowDesk): Promise<object> {
  const practice = { profile: 'practice' };
  const { summary } = await openFile(desk, people(1), practice);
  return startParams(await confirmation(desk, summary, practice), practice);
}

describe('a fault of the desk', () => {
  it('in a run and in recovering it is answered, and recovering is tried again', async (test) => {
    const breaking = new Breaking();
    let isBroken = false;
    const change = (system: System): System => ({
      ...breaking.in(system),
      engine: {
        ...system.engine,
        newRun: (world, request) => {
          if (isBroken) throw new Error('a bug in preparing');
          return system.engine.newRun(world, request);
        },
      },
    });
    const desk = openDesk(test, { change });
    const about = await confirmed(desk);
    isBroken = true;
    breaking.error = new Error('a bug in recovering');
    const reply = await desk.desk.dispatch('startBatch', { ...about, commandId: randomUUID() });
    expect(reply.kind).toBe('fault');
    await expect.poll(async () => (await desk.ask('readDesk')).activity.kind).toBe('idle');
    expect(desk.faults.join('\n')).toMatch(/a bug in preparing[^]*a bug in recovering/);
    const before = breaking.recovered;
    breaking.error = null;
    isBroken = false;
    const [view] = (await desk.ask('listBatches')).batches;
    await desk.change('checkNow', { batch: view?.view.batch });
    await expect.poll(() => breaking.recovered).toBeGreaterThan(before);
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

describe('a disk that takes nothing', () => {
  it('is why a batch is not looked up at once, and no fault of the desk', async (test) => {
    const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    const hastenLookups = (): never => {
      throw full;
    };
    const change = (system: System): System => ({
      ...system,
      openWriter: (book) => {
        const opening = system.openWriter(book);
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

/** A system whose disk fails once, when a run that sends is prepared or when a batch is first read. */
const FAILING = {
  'as its run is prepared': (system: System, failOnce: () => void): System => ({
    ...system,
    engine: {
      ...system.engine,
      newRun: (world, request) => {
        if (request.send) failOnce();
        return system.engine.newRun(world, request);
      },
    },
  }),
  'as it is read back': (system: System, failOnce: () => void): System => ({
    ...system,
    openWriter: (book) => {
      const opening = system.openWriter(book);
      if (opening.kind !== 'open') return opening;
      const { batches } = opening.store;
      const find: HeadedWriter['batches']['find'] = (batch) => {
        failOnce();
        return batches.find(batch);
      };
      return { ...opening, store: { ...opening.store, batches: { ...batches, find } } };
    },
  }),
} as const;

describe('a disk that fails once a batch is stored,', () => {
  it.for(['as its run is prepared', 'as it is read back'] as const)(
    '%s, refuses nothing: the windows hear of the batch, and its file is not paid again',
    async (when, test) => {
      let isBroken = false;
      const failOnce = (): void => {
        if (!isBroken) return;
        isBroken = false;
        throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_READ');
      };
      const desk = openDesk(test, { change: (system) => FAILING[when](system, failOnce) });
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
      await expect.poll(async () => (await desk.ask('readDesk')).activity.kind).toBe('idle');
      await desk.change('resumeBatch', { batch, count: 1, ticks: [] });
      await desk.eventWhere((event) => event.kind === 'ended' && event.view.counts.success === 1);
    },
  );
});
