// Backup, restore, the audit check and a locked desk as a window asks for them.

import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import type { Rooms } from '../../electron/main/api/ports.ts';
import type { BatchId } from '../../shared/ids.ts';
import { fillDoubt, filledFolder, withoutToken } from './filled-desk.ts';
import { openTestDesk, type TestWindowDesk } from './window-desk.ts';

const LATER = { timeout: 30_000 };

let open: TestWindowDesk | null = null;
afterEach(async () => {
  await open?.close();
  open = null;
});

function openDesk(folder?: string): TestWindowDesk {
  open = folder === undefined ? openTestDesk() : openTestDesk(folder, { change: withoutToken });
  return open;
}

function people(count: number, word: string): string {
  const rows = Array.from({ length: count }, (_, at) => `${word} ${at},${word}${at}@sample,${at + 1},pay`);
  return ['name,upi id,amount,remark', ...rows].join('\n');
}

/** Confirms a file with practice money and starts it. */
async function start(desk: TestWindowDesk, text: string): Promise<BatchId> {
  const file = await desk.give('pay.csv', text);
  const reading = await desk.change('openDraft', { file, profile: 'practice', options: {} });
  if (reading.kind !== 'checked') throw new Error(reading.refusal.code);
  const { draft, revision } = reading.summary;
  const seen = await desk.ask('readConfirmation', { draft, revision, profile: 'practice' });
  if (seen.blocked !== null) throw new Error(seen.blocked.code);
  const { count, totalPaise, seal, ticks, repeats } = seen;
  const repeatOf = repeats[0]?.batch ?? null;
  const about = { draft, revision, profile: 'practice', name: 'May', count, totalPaise, seal, ticks, repeatOf };
  return (await desk.change('startBatch', about)).batch;
}

/** The batch has come to its end, and the desk has put it down. */
async function settled(desk: TestWindowDesk, batch: BatchId): Promise<void> {
  await desk.eventWhere(
    (event) => event.kind === 'ended' && event.view.batch === batch && event.view.state === 'settled',
  );
  await putDown(desk);
}

async function putDown(desk: TestWindowDesk): Promise<void> {
  await expect.poll(async () => (await desk.ask('readDesk')).activity.kind, LATER).toMatch(/^(?:idle|following)$/);
}

async function backUp(desk: TestWindowDesk, book: 'live' | 'practice'): Promise<Buffer> {
  const { download, name, sizeBytes } = await desk.ask('backUp', { book });
  expect(name).toMatch(book === 'live' ? /^payout-desk \S+\.db$/ : /^PRACTICE payout-desk \S+\.db$/);
  const bytes = desk.take(download);
  expect(bytes).toHaveLength(sizeBytes);
  return bytes;
}

describe('a backup in a window', { timeout: 60_000 }, () => {
  it('takes the place of the desk, locked when it is older, until a person opens it', async () => {
    const desk = openDesk();
    const first = await start(desk, people(3, 'a'));
    await settled(desk, first);
    const bytes = await backUp(desk, 'practice');
    const second = await start(desk, people(2, 'b'));
    await settled(desk, second);

    const file = await desk.giveBytes('backup.db', bytes);
    const restore = { book: 'practice', file, typed: 'RESTORE', commandId: randomUUID() };
    const restored = await desk.ask('restore', restore);
    expect(restored).toMatchObject({ unknown: 0, locked: expect.stringContaining('older than the desk was') });
    expect(existsSync(join(desk.folder, 'practice', restored.kept ?? ''))).toBe(true);
    // A second click gets the first one's answer: nothing is replaced again.
    expect(await desk.ask('restore', restore)).toEqual(restored);

    const { lockedBooks } = await desk.ask('readDesk');
    expect(lockedBooks).toMatchObject([{ book: 'practice', unknown: { count: 0, paise: 0 } }]);
    expect(lockedBooks[0]?.lost.map(({ batch, rows }) => [batch, rows])).toEqual([[second, 2]]);
    expect((await desk.ask('listBatches')).batches.map(({ view }) => view.batch)).toEqual([first]);
    await expect(start(desk, people(2, 'c'))).rejects.toThrow('locked');

    const opening = { book: 'practice', unknown: 1, note: 'Restored after a fault.' };
    const refusal = (wish: object): Promise<string> =>
      desk.refusalOf('openLockedDesk', { ...opening, ...wish, commandId: randomUUID() });
    expect(await refusal({})).toBe('changedMeanwhile');
    expect(await refusal({ note: '' })).toBe('wrongValue');
    expect(await refusal({ book: 'live', unknown: 0 })).toBe('notLocked');
    const commandId = randomUUID();
    await desk.ask('openLockedDesk', { ...opening, unknown: 0, commandId });
    await desk.ask('openLockedDesk', { ...opening, unknown: 0, commandId });
    expect((await desk.ask('readDesk')).lockedBooks).toEqual([]);
    await settled(desk, await start(desk, people(2, 'c')));
    expect(await desk.ask('verifyAudit', { book: 'practice' })).toMatchObject({ batches: 2, findings: [] });

    // What the desk has lost was paid: the gateway knows the references it had, so not even its tick pays it again.
    const again = await desk.give('again.csv', people(2, 'b'));
    const reading = await desk.change('openDraft', { file: again, profile: 'practice', options: {} });
    const { draft, revision } = reading.kind === 'checked' ? reading.summary : expect.unreachable();
    const seen = await desk.ask('readConfirmation', { draft, revision, profile: 'practice' });
    expect(seen).toMatchObject({
      blocked: { code: 'nothingPayable' },
      repeats: [{ batch: second, rows: 2, paid: null }],
      leftOut: [
        { code: 'retriedElsewhere', rowNumbers: [2] },
        { code: 'retriedElsewhere', rowNumbers: [3] },
      ],
    });
    expect(desk.faults).toEqual([]);
  });

  it('calls what it says is unsent in doubt, and never sends it', async () => {
    const desk = openDesk();
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
    const { unknown, locked } = await desk.change('restore', restore);
    expect(locked).not.toBeNull();
    expect(unknown).toBeGreaterThan(0);
    const { lockedBooks } = await desk.ask('readDesk');
    expect(lockedBooks[0]?.unknown.count).toBeGreaterThan(0);
    expect(await desk.refusalOf('resumeBatch', { batch, count: null, ticks: [], commandId: randomUUID() })).toBe(
      'locked',
    );
    // Look-ups alone find out that all of them were paid.
    await settled(desk, batch);
    await expect.poll(async () => (await desk.ask('readBatch', { batch })).view.counts.success, LATER).toBe(40);
  });

  it('leaves the desk as it is when it is none of its own, or the word was not typed', async () => {
    const desk = openDesk();
    const batch = await start(desk, people(2, 'a'));
    await settled(desk, batch);
    const live = await desk.giveBytes('live.db', await backUp(desk, 'live'));
    const refusal = (wish: object): Promise<string> =>
      desk.refusalOf('restore', { book: 'practice', typed: 'RESTORE', ...wish, commandId: randomUUID() });
    expect(await refusal({ file: live })).toBe('otherDesk');
    expect(await refusal({ file: live, typed: 'restore' })).toBe('notTyped');
    const foreign = { book: 'practice', file: await desk.give('pay.db', 'a,b'), typed: 'RESTORE' };
    expect(await desk.desk.dispatch('restore', { ...foreign, commandId: randomUUID() })).toMatchObject({
      refusal: { message: 'pay.db is no database of the desk.', cure: 'Choose another backup.' },
    });
    expect(await refusal({ file: 'A'.repeat(22) })).toBe('fileGone');
    expect((await desk.ask('listBatches')).batches).toHaveLength(1);
    expect((await desk.ask('readDesk')).lockedBooks).toEqual([]);
    await settled(desk, await start(desk, people(2, 'c')));
    expect(desk.faults).toEqual([]);
  });

  it('leaves a desk that cannot be opened again alone, and says so to every command', async () => {
    // Somebody else's copy of the same database holds its head from the moment it is closed.
    let isTaken = false;
    const change = (rooms: Rooms): Rooms => ({
      ...rooms,
      openWriter: (book) => (isTaken ? { kind: 'busy' } : rooms.openWriter(book)),
    });
    const desk = (open = openTestDesk(undefined, { change }));
    const file = await desk.giveBytes('backup.db', await backUp(desk, 'practice'));
    isTaken = true;
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

describe('the audit check in a window', () => {
  it('names what was changed behind its back', async () => {
    const folder = filledFolder((writer) => void fillDoubt(writer, { count: 2, answers: 0 }));
    const desk = openDesk(folder);
    expect(await desk.ask('verifyAudit', { book: 'live' })).toMatchObject({ payouts: 2, batches: 1, findings: [] });
    await desk.desk.close();
    const raw = new Database(join(folder, 'desk.db'));
    raw.pragma('recursive_triggers = OFF');
    raw
      .prepare("UPDATE payouts SET state = 'success', unknown_reason = NULL, settled_at_ms = 1 WHERE payout_id = 1")
      .run();
    raw.close();
    const again = openDesk(folder);
    const { findings } = await again.ask('verifyAudit', { book: 'live' });
    expect(findings).not.toEqual([]);
  });
});

describe('a desk whose database is gone', () => {
  it('opens locked, knows what is lost, and takes the database back as a backup', async () => {
    const folder = filledFolder((writer) => void fillDoubt(writer, { count: 2, answers: 0 }));
    const path = join(folder, 'desk.db');
    const bytes = readFileSync(path);
    for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true });
    const desk = openDesk(folder);
    const { lockedBooks } = await desk.ask('readDesk');
    expect(lockedBooks).toMatchObject([{ isGone: true, unknown: { count: 0 }, lost: [{ batch: 'B0001', rows: 2 }] }]);
    const file = await desk.giveBytes('desk.db', bytes);
    const { locked } = await desk.change('restore', { book: 'live', file, typed: 'RESTORE' });
    expect(locked).toBeNull();
    expect((await desk.ask('listBatches')).batches).toHaveLength(1);
  });
});

describe('a desk that was copied', () => {
  it('opens locked, with the reason and what is in doubt', async () => {
    const folder = filledFolder((writer) => void fillDoubt(writer, { count: 2, answers: 0 }));
    open = openTestDesk(folder, { change: withoutToken, stateFolder: join(folder, 'another-state') });
    const { lockedBooks } = await open.ask('readDesk');
    expect(lockedBooks).toMatchObject([{ book: 'live', unknown: { count: 2, paise: 100_000 }, lost: [] }]);
    expect(lockedBooks[0]?.why).toContain('no note of how far');
    await open.change('openLockedDesk', { book: 'live', unknown: 2, note: 'Moved to this computer.' });
    expect((await open.ask('readDesk')).lockedBooks).toEqual([]);
  });
});
