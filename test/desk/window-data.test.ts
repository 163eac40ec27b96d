// Backup, restore, the audit check and a locked desk, as a window requests them.

import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, type TestContext } from 'vitest';
import type { System } from '../../electron/main/session/system.ts';
import { refusedAs } from '../../shared/failures.ts';
import type { BatchId } from '../../shared/ids.ts';
import { msg } from '../../shared/messages/message.ts';
import { spoken } from '../fixtures/spoken.ts';
import { fillDoubt, filledFolder, withoutToken } from './filled-desk.ts';
import { confirmation, openFile, people, putDown, settled, startFile } from './live-scene.ts';
import { deskFor, type TestWindowDesk } from './window-desk.ts';

/** A desk over a filled folder, with no connection to a gateway. */
const filledDesk = (test: TestContext, folder: string): TestWindowDesk =>
  deskFor(test, folder, { change: withoutToken });

const start = (desk: TestWindowDesk, lines: readonly string[]): Promise<BatchId> =>
  startFile(desk, lines, { profile: 'practice' });

/** Starts a file of practice money, and waits until its batch has ended and is released. */
async function pay(desk: TestWindowDesk, lines: readonly string[]): Promise<BatchId> {
  const batch = await start(desk, lines);
  await settled(desk, batch);
  await putDown(desk);
  return batch;
}

async function backUp(desk: TestWindowDesk, book: 'live' | 'practice'): Promise<Buffer> {
  const { download, name, sizeBytes } = await desk.ask('backUp', { book });
  expect(name).toMatch(book === 'live' ? /^payout-desk \S+\.db$/ : /^PRACTICE payout-desk \S+\.db$/);
  const bytes = desk.take(download);
  expect(bytes).toHaveLength(sizeBytes);
  return bytes;
}

describe.concurrent('a backup in a window', () => {
  it('waits for what was begun in the desk that it replaces', async (test) => {
    const desk = deskFor(test);
    await pay(desk, people(3, 'a'));
    const file = await desk.giveBytes('backup.db', await backUp(desk, 'practice'));
    const { summary } = await openFile(desk, people(2, 'b'), { name: 'b.csv', profile: 'practice' });
    const begun = [
      confirmation(desk, summary, { profile: 'practice' }),
      openFile(desk, people(4, 'c'), { name: 'c.csv', profile: 'practice' }),
      desk.ask('readWallet', { profile: 'practice' }),
    ];
    const restored = desk.ask('restore', { book: 'practice', file, typed: 'RESTORE', commandId: randomUUID() });
    const ends = await Promise.allSettled([...begun, restored]);
    expect(ends.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(desk.faults).toEqual([]);
  });

  it('takes the place of the desk, locked when it is older, until a person opens it', async (test) => {
    const desk = deskFor(test);
    const first = await pay(desk, people(3, 'a'));
    const bytes = await backUp(desk, 'practice');
    const second = await pay(desk, people(2, 'b'));

    const file = await desk.giveBytes('backup.db', bytes);
    const restore = { book: 'practice', file, typed: 'RESTORE', commandId: randomUUID() };
    const restored = await desk.ask('restore', restore);
    expect(spoken(restored)).toMatchObject({ unknown: 0, locked: expect.stringContaining('older than the desk was') });
    expect(existsSync(join(desk.folder, 'practice', restored.kept ?? ''))).toBe(true);
    // A second click gets the first one's answer: nothing is replaced again.
    expect(await desk.ask('restore', restore)).toEqual(restored);

    const { lockedBooks } = await desk.ask('readDesk');
    expect(lockedBooks).toMatchObject([{ book: 'practice', unknown: { count: 0, paise: 0 } }]);
    expect(lockedBooks[0]?.lost.map(({ batch, rows }) => [batch, rows])).toEqual([[second, 2]]);
    expect((await desk.ask('listBatches')).batches.map(({ view }) => view.batch)).toEqual([first]);
    await expect(start(desk, people(2, 'c'))).rejects.toThrow('locked');

    const opening = { book: 'practice', unknown: 1, note: 'Restored after a fault.' };
    const refusal = (options: object): Promise<string> =>
      desk.refusalOf('openLockedDesk', { ...opening, ...options, commandId: randomUUID() });
    expect(await refusal({})).toBe('changedMeanwhile');
    expect(await refusal({ note: '' })).toBe('wrongValue');
    expect(await refusal({ book: 'live', unknown: 0 })).toBe('notLocked');
    const commandId = randomUUID();
    await desk.ask('openLockedDesk', { ...opening, unknown: 0, commandId });
    await desk.ask('openLockedDesk', { ...opening, unknown: 0, commandId });
    expect((await desk.ask('readDesk')).lockedBooks).toEqual([]);
    await pay(desk, people(2, 'c'));
    expect(await desk.ask('verifyAudit', { book: 'practice' })).toMatchObject({ batches: 2, findings: [] });

    // What the desk has lost was paid. The gateway knows those references, so even a tick does not pay it again.
    const { summary } = await openFile(desk, people(2, 'b'), { name: 'another.csv', profile: 'practice' });
    const seen = await confirmation(desk, summary, { profile: 'practice' });
    expect(seen).toMatchObject({
      blocked: { code: 'nothingPayable' },
      repeats: [{ batch: second, rows: 2, paid: null }],
      leftOut: [{ code: 'referenceKnown', rows: [{ rowNumber: 2 }, { rowNumber: 3 }] }],
    });
    expect(desk.faults).toEqual([]);
  });

  it('calls what it says is unsent in doubt, and never sends it', async (test) => {
    const desk = deskFor(test);
    const batch = await start(desk, people(40, 'q'));
    await desk.eventWhere((event) => event.kind === 'progress' && event.progress.view.counts.success > 2);
    const none = await desk.give('none.db', '');
    const early = { book: 'practice', file: none, typed: 'RESTORE', commandId: randomUUID() };
    expect(await desk.refusalOf('restore', early)).toBe('runUnderWay');
    expect(await desk.refusalOf('backUp', { book: 'practice' })).toBe('runUnderWay');
    expect(await desk.refusalOf('verifyAudit', { book: 'live' })).toBe('runUnderWay');
    await desk.change('pauseBatch', { batch });
    await desk.eventWhere((event) => event.kind === 'ended' && event.view.batch === batch);
    await putDown(desk);
    const file = await desk.giveBytes('backup.db', await backUp(desk, 'practice'));
    const restore = { book: 'practice', file, typed: 'RESTORE' };
    await desk.change('resumeBatch', { batch, count: null, ticks: [] });
    await settled(desk, batch);
    await putDown(desk);
    const { unknown, locked } = await desk.change('restore', restore);
    expect(locked).not.toBeNull();
    expect(unknown).toBeGreaterThan(0);
    const { lockedBooks } = await desk.ask('readDesk');
    expect(lockedBooks[0]?.unknown.count).toBeGreaterThan(0);
    expect(await desk.refusalOf('resumeBatch', { batch, count: null, ticks: [], commandId: randomUUID() })).toBe(
      'locked',
    );
    // Lookups alone find that all of them were paid.
    await settled(desk, batch);
    const paid = async (): Promise<number> => (await desk.ask('readBatch', { batch })).view.counts.success;
    await test.expect.poll(paid, { timeout: 20_000 }).toBe(40);
  });

  it('leaves the desk as it is when it is none of its own, or the word was not typed', async (test) => {
    const desk = deskFor(test);
    await pay(desk, people(2, 'a'));
    const live = await desk.giveBytes('live.db', await backUp(desk, 'live'));
    const refusal = (params: object): Promise<string> =>
      desk.refusalOf('restore', { book: 'practice', typed: 'RESTORE', ...params, commandId: randomUUID() });
    expect(await refusal({ file: live })).toBe('otherDesk');
    expect(await refusal({ file: live, typed: 'restore' })).toBe('notTyped');
    const foreign = { book: 'practice', file: await desk.give('pay.db', 'a,b'), typed: 'RESTORE' };
    expect(spoken(await desk.desk.dispatch('restore', { ...foreign, commandId: randomUUID() }))).toMatchObject({
      refusal: { message: 'pay.db is no database of the desk.', cure: 'Choose another backup.' },
    });
    expect(await refusal({ file: 'A'.repeat(22) })).toBe('fileGone');
    expect((await desk.ask('listBatches')).batches).toHaveLength(1);
    expect((await desk.ask('readDesk')).lockedBooks).toEqual([]);
    await pay(desk, people(2, 'c'));
    expect(desk.faults).toEqual([]);
  });

  it('leaves a desk that cannot be opened again alone, and says so to every command', async (test) => {
    // Once it is closed, somebody else's copy of the same database holds its head.
    let isUsed = false;
    const change = (system: System): System => ({
      ...system,
      openWriter: (book) => (isUsed ? { kind: 'busy' } : system.openWriter(book)),
    });
    const desk = deskFor(test, undefined, { change });
    const file = await desk.giveBytes('backup.db', await backUp(desk, 'practice'));
    isUsed = true;
    const reply = await desk.refusalOf('restore', {
      book: 'practice',
      file,
      typed: 'RESTORE',
      commandId: randomUUID(),
    });
    expect(reply).toBe('deskLost');
    expect(await desk.refusalOf('listBatches')).toBe('deskLost');
    await desk.eventWhere((event) => event.kind === 'environment' && event.about === 'closing');
  });
});

describe.concurrent('the audit check in a window', () => {
  it('names what was changed behind its back', async (test) => {
    const folder = filledFolder((writer) => void fillDoubt(writer, { count: 2, answers: 0 }));
    const desk = filledDesk(test, folder);
    expect(await desk.ask('verifyAudit', { book: 'live' })).toMatchObject({ payouts: 3, batches: 2, findings: [] });
    await desk.end();
    const raw = new Database(join(folder, 'desk.db'));
    raw.pragma('recursive_triggers = OFF');
    raw
      .prepare("UPDATE payouts SET state = 'success', unknown_reason = NULL, settled_at_ms = 1 WHERE payout_id = 1")
      .run();
    raw.close();
    const again = filledDesk(test, folder);
    const { findings } = await again.ask('verifyAudit', { book: 'live' });
    expect(findings).not.toEqual([]);
  });

  it('says how far it is, alone with the file, until a person stops it', async (test) => {
    const folder = filledFolder((writer) => void fillDoubt(writer, { count: 2, answers: 0 }));
    const stopped = refusedAs('stopped', msg('fileWork.stopped'), msg('cure.fileWork.stopped'));
    const goOn = Promise.withResolvers<(share: number) => void>();
    const desk = deskFor(test, folder, {
      // In place of a large file: it works until it is stopped.
      change: (system) => ({
        ...withoutToken(system),
        workOnFile: (_task, follower) =>
          new Promise((resolve) => {
            goOn.resolve((share) => follower?.onProgress({ part: 'log', share }));
            follower?.signal.addEventListener('abort', () => resolve(stopped));
          }),
      }),
    });
    expect(await desk.ask('readFileWork', {})).toEqual({ work: null });
    const checking = desk.refusalOf('verifyAudit', { book: 'live' });
    const say = await goOn.promise;
    expect(await desk.ask('readFileWork', {})).toEqual({ work: { part: 'file', share: 0 } });
    say(0.5);
    expect(await desk.ask('readFileWork', {})).toEqual({ work: { part: 'log', share: 0.5 } });
    expect(await desk.refusalOf('backUp', { book: 'live' })).toBe('fileWorkUnderWay');
    await desk.change('stopFileWork', {});
    expect(await checking).toBe('stopped');
    expect(await desk.ask('readFileWork', {})).toEqual({ work: null });
  });
});

describe.concurrent('a desk whose database is gone', () => {
  it('opens locked, knows what is lost, and takes the database back as a backup', async (test) => {
    const folder = filledFolder((writer) => void fillDoubt(writer, { count: 2, answers: 0 }));
    const path = join(folder, 'desk.db');
    const bytes = readFileSync(path);
    for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true });
    const desk = filledDesk(test, folder);
    const { lockedBooks } = await desk.ask('readDesk');
    expect(lockedBooks).toMatchObject([
      { isGone: true, unknown: { count: 0 }, lost: [{ batch: 'B0001', rows: 2 }, {}] },
    ]);
    const file = await desk.giveBytes('desk.db', bytes);
    const { locked } = await desk.change('restore', { book: 'live', file, typed: 'RESTORE' });
    expect(locked).toBeNull();
    expect((await desk.ask('listBatches')).batches).toHaveLength(2);
  });
});

describe.concurrent('a desk that was copied', () => {
  it('opens locked, with the reason and what is in doubt', async (test) => {
    const folder = filledFolder((writer) => void fillDoubt(writer, { count: 2, answers: 0 }));
    const desk = deskFor(test, folder, { change: withoutToken, stateFolder: join(folder, 'another-state') });
    const { lockedBooks } = await desk.ask('readDesk');
    expect(lockedBooks).toMatchObject([{ book: 'live', unknown: { count: 2, paise: 100_000 }, lost: [] }]);
    expect(spoken(lockedBooks[0]?.why)).toContain('no note of how far');
    await desk.change('openLockedDesk', { book: 'live', unknown: 2, note: 'Moved to this computer.' });
    expect((await desk.ask('readDesk')).lockedBooks).toEqual([]);
  });
});
