// The recent files as a window requests them: from disk, from a copy, across restarts, and never by a path.

import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RECEIVED_FILES_MAX } from '../../electron/main/desk/drafts/received-files.ts';
import { RECENT_FILES_MAX } from '../../electron/main/desk/drafts/recent-files.ts';
import type { AnswerOf } from '../../shared/api/contract.ts';
import type { BatchId } from '../../shared/ids.ts';
import { spoken } from '../fixtures/spoken.ts';
import { checked, putDown, settled, startReading } from './live-scene.ts';
import { openTestDesk, type TestDeskOptions, type TestWindowDesk } from './window-desk.ts';

const PROFILE = { profile: 'practice' };

type Recent = AnswerOf<'listRecentFiles'>['files'][number];

let data = '';
let disk = '';
let desk: TestWindowDesk;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'recent-data-'));
  disk = mkdtempSync(join(tmpdir(), 'recent-disk-'));
  desk = openTestDesk(data);
});
afterEach(async () => {
  await desk.close();
  rmSync(disk, { recursive: true, force: true });
});

async function restart(options: TestDeskOptions = {}): Promise<void> {
  await desk.end();
  desk = openTestDesk(data, options);
}

function people(...amounts: readonly (number | string)[]): string {
  const rows = amounts.map((amount, at) => `Person ${at},0012345678${at}9,HDFC0000001,${amount},pay`);
  return ['name,account number,ifsc,amount,remark', ...rows, ''].join('\n');
}

function payees(word: string, count: number): string {
  const rows = Array.from({ length: count }, (_, at) => `${word} ${at},${word}${at}@sample,${at + 1},pay`);
  return ['name,upi id,amount,remark', ...rows, ''].join('\n');
}

function onDisk(name: string, text: string): string {
  const path = join(disk, name);
  writeFileSync(path, text);
  return path;
}

const openDraft = (file: string) => desk.change('openDraft', { file, ...PROFILE, options: {} });

/** As the system's file dialog passes a file to the desk. */
async function openFromDisk(path: string, name = 'pay.csv'): Promise<AnswerOf<'openDraft'>> {
  return openDraft((await desk.desk.files.copyIn(path, name)).file);
}

/** As a browser passes it: only its bytes. */
async function openSent(text: string, name = 'pay.csv'): Promise<AnswerOf<'openDraft'>> {
  return openDraft(await desk.give(name, text));
}

const list = async (): Promise<Recent[]> => (await desk.ask('listRecentFiles', PROFILE)).files;

async function only(): Promise<Recent> {
  const [first, ...others] = await list();
  if (first === undefined || others.length > 0) throw new Error('there is not exactly one line');
  return first;
}

const refusalOfOpening = (entry: string): Promise<string> =>
  desk.refusalOf('openRecentFile', { entry, commandId: randomUUID() });

const storedIn = (): string => join(data, 'recent-files.json');

describe('the files opened last', () => {
  it('are listed newest first, with their rows and what can be paid of them, and nobody’s account', async () => {
    expect(await list()).toEqual([]);
    await openSent(people(100, '200.50'), 'may.csv');
    await openSent(people(1, 'a lot'), 'june.csv');
    const shown = await list();
    expect(shown.map(({ name, rows, totalPaise }) => [name, rows, totalPaise])).toEqual([
      ['june.csv', 2, 100],
      ['may.csv', 2, 30_050],
    ]);
    expect(shown.map(({ run }) => run)).toEqual([null, null]);
    expect(JSON.stringify(shown) + readFileSync(storedIn(), 'utf8')).not.toMatch(/0012345678|HDFC/);
  });

  it('are so many and no more', async () => {
    for (let at = 0; at <= RECENT_FILES_MAX; at += 1) {
      const { draft } = await openSent(people(at + 1), `${at}.csv`);
      await desk.change('closeDraft', { draft });
    }
    const names = (await list()).map(({ name }) => name);
    expect(names).toHaveLength(RECENT_FILES_MAX);
    expect([names[0], names.at(-1)]).toEqual([`${RECENT_FILES_MAX}.csv`, '1.csv']);
  });

  it('have one line for a place, and one for the same bytes, under the name they were opened by last', async () => {
    const path = onDisk('pay.csv', people(1));
    await openFromDisk(path);
    const { entry } = await only();
    writeFileSync(path, people(1, 2));
    await openFromDisk(path);
    expect(await only()).toMatchObject({ entry, rows: 2, totalPaise: 300 });
    await openSent(people(1, 2), 'copy.csv');
    expect(await only()).toMatchObject({ entry, name: 'copy.csv', opens: 'copy' });
    await openSent(people(7), 'copy.csv');
    expect((await list()).map(({ rows }) => rows)).toEqual([1, 2]);
  });

  it('are there after a restart, and only those with a place can be opened by a click', async () => {
    await openFromDisk(onDisk('disk.csv', people(1)), 'disk.csv');
    await openSent(people(2), 'given.csv');
    const before = await list();
    expect(before.map(({ opens }) => opens)).toEqual(['copy', 'disk']);
    await restart();
    const after = await list();
    expect(after).toEqual([{ ...before[0], opens: 'choose' }, before[1]]);
    expect(await refusalOfOpening(after[0]?.entry ?? '')).toBe('fileNotHeld');
  });

  it('learn their rows once a choice was made, and keep them when it is asked for again', async () => {
    const text = 'Wer,Wohin,Wieviel,Wofuer\nAsha,asha@sample,100,Salary\n';
    const asked = await openSent(text);
    expect(asked.kind).toBe('asks');
    expect(await only()).toMatchObject({ rows: null, totalPaise: null });
    const columns = [
      { field: 'upiId', header: 'Wohin' },
      { field: 'amount', header: 'Wieviel' },
      { field: 'remark', header: 'Wofuer' },
    ];
    await desk.change('rereadDraft', { draft: asked.draft, ...PROFILE, options: { columns } });
    expect(await only()).toMatchObject({ rows: 1, totalPaise: 10_000 });
    expect((await openSent(text)).kind).toBe('asks');
    expect(await only()).toMatchObject({ rows: 1, totalPaise: 10_000 });
  });

  it('tell the sum of the file, not of a person’s corrections', async () => {
    const reading = await openSent(people(100));
    const cells = [{ rowNumber: 2, field: 'amount', text: '900' }];
    const { draft } = reading;
    await desk.change('editDraft', { draft, revision: 0, edit: { kind: 'setCells', words: 'edit', cells } });
    await desk.change('rereadDraft', { draft, ...PROFILE, options: { fillRemark: 'Salary' } });
    expect(await only()).toMatchObject({ totalPaise: 10_000 });
  });

  it('leave out the desk’s own sample and what is no spreadsheet', async () => {
    const { file } = await desk.change('openSample');
    expect((await openDraft(file)).rows).toBeGreaterThan(0);
    const wrong = { file: await desk.give('empty.csv', ''), ...PROFILE, options: {}, commandId: randomUUID() };
    await desk.refusalOf('openDraft', wrong);
    expect(await list()).toEqual([]);
  });

  it('tell all windows of a change', async () => {
    await openSent(people(1));
    const reported = desk.eventWhere((event) => event.kind === 'changed' && event.topics.includes('recentFiles'));
    expect((await reported).event).toEqual({ kind: 'changed', book: null, topics: ['recentFiles'] });
  });
});

describe('opening one of them again', () => {
  it('reads what lies there now', async () => {
    const path = onDisk('pay.csv', people(1));
    await openFromDisk(path);
    await openSent(people(5), 'other.csv');
    writeFileSync(path, people(1, 2, 3));
    const line = (await list())[1];
    const used = await desk.change('openRecentFile', { entry: line?.entry });
    expect(used).toMatchObject({ name: 'pay.csv', sizeBytes: statSync(path).size });
    expect((await openDraft(used.file)).rows).toBe(3);
    expect(await list()).toMatchObject([{ entry: line?.entry, rows: 3 }, { name: 'other.csv' }]);
  });

  const spot = (): string => join(disk, 'pay.csv');
  it.each([
    ['is gone', () => rmSync(spot()), 'recentFileGone', 'pay.csv is no longer there.'],
    ['is a folder now', () => (rmSync(spot()), mkdirSync(spot())), 'fileNotOpened', 'pay.csv is no file.'],
  ])('says so when it %s, without its path, until it is taken off', async (_, spoil, code, message) => {
    await openFromDisk(onDisk('pay.csv', people(1)));
    const { entry } = await only();
    spoil();
    const reply = await desk.desk.dispatch('openRecentFile', { entry, commandId: randomUUID() });
    expect(spoken(reply)).toMatchObject({ kind: 'refused', refusal: { code, message } });
    expect(JSON.stringify([reply, await list(), desk.system.files.settings.read()])).not.toContain(disk);
    await desk.change('forgetRecentFile', { entry });
    expect(await list()).toEqual([]);
    expect(await refusalOfOpening(entry)).toBe('noSuchRecentFile');
    const log = join(data, 'logs', 'desk.log');
    expect(existsSync(log) ? readFileSync(log, 'utf8') : '').not.toContain(disk);
  });

  it('gives the copy while this process holds it, and no longer', async () => {
    const { draft } = await openSent(people(1));
    const { entry, opens } = await only();
    expect(opens).toBe('copy');
    const { file } = await desk.change('openRecentFile', { entry });
    expect((await openDraft(file)).rows).toBe(1);
    for (const one of (await desk.ask('listDrafts')).drafts) await desk.change('closeDraft', { draft: one.draft });
    expect(await desk.refusalOf('readDraft', { draft })).toBe('draftGone');
    for (let more = 0; more < RECEIVED_FILES_MAX; more += 1) await desk.give(`${more}.csv`, 'a');
    expect(await only()).toMatchObject({ entry, opens: 'choose' });
    expect(await refusalOfOpening(entry)).toBe('fileNotHeld');
  });

  it('knows lines by their own handles and by nothing else', async () => {
    const path = onDisk('pay.csv', people(1));
    const { draft } = await openFromDisk(path);
    const args = await desk.give('pay.csv', people(1));
    for (const stranger of [draft, args, 'A'.repeat(22)]) {
      expect(await refusalOfOpening(stranger)).toBe('noSuchRecentFile');
    }
    const paths = [path, '../pay.csv', '/etc/passwd', '..', '', 'C:\\pay.csv', '\\\\server\\pay.csv', 'a/b'.padEnd(22)];
    for (const wrong of [...paths, 'constructor', '__proto__', null, 0, { path }]) {
      const params = { entry: wrong, commandId: randomUUID() };
      expect(await desk.refusalOf('openRecentFile', params)).toBe('wrongValue');
      expect(await desk.refusalOf('forgetRecentFile', params)).toBe('wrongValue');
    }
    const more = { entry: (await only()).entry, path: '/etc/passwd', commandId: randomUUID() };
    expect(await desk.refusalOf('openRecentFile', more)).toBe('wrongValue');
    expect(await desk.refusalOf('listRecentFiles', { profile: 'nobody' })).toBe('unknownProfile');
    expect(desk.faults).toEqual([]);
  });
});

describe('a list on the disk', () => {
  it('is private, and empty when it is cleared', async (context) => {
    await openFromDisk(onDisk('pay.csv', people(1)));
    await openSent(people(2));
    expect(readFileSync(storedIn(), 'utf8')).toContain(JSON.stringify(disk).slice(1, -1));
    await desk.change('clearRecentFiles');
    expect(await list()).toEqual([]);
    expect(JSON.parse(readFileSync(storedIn(), 'utf8'))).toEqual({ files: [] });
    await restart();
    expect(await list()).toEqual([]);
    context.skip(process.platform === 'win32', 'Windows has no modes');
    expect(statSync(storedIn()).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['torn', (text: string) => text.slice(0, -20)],
    ['empty', () => ''],
    ['another thing', () => '[1,2]'],
    ['with a path that is none', (text: string) => text.replace('"path":null', '"path":"pay.csv"')],
    ['with another handle', (text: string) => text.replace(/"entry":"[^"]*"/, '"entry":"../../etc/passwd"')],
    ['too long', (text: string) => text.replace(/\[(.*)\]/, (_, one: string) => `[${`${one},`.repeat(50)}${one}]`)],
  ])('counts as none when it is %s, and is written anew', async (_, spoil) => {
    await openSent(people(1));
    await desk.end();
    writeFileSync(storedIn(), spoil(readFileSync(storedIn(), 'utf8')));
    desk = openTestDesk(data);
    expect(await list()).toEqual([]);
    await openSent(people(2));
    await restart();
    expect(await only()).toMatchObject({ totalPaise: 200 });
    expect(desk.faults).toEqual([]);
  });

  it('that cannot be written stops nobody from opening, and is not said to be forgotten', async () => {
    const full = (): never => {
      throw Object.assign(new Error(`ENOSPC: no space left on device, open '${data}'`), { code: 'ENOSPC' });
    };
    await restart({
      change: (system) => ({
        ...system,
        files: { ...system.files, recentFiles: { read: () => null, write: full } },
      }),
    });
    expect((await openSent(people(1))).kind).toBe('checked');
    const { entry } = await only();
    expect(await desk.refusalOf('forgetRecentFile', { entry, commandId: randomUUID() })).toBe('notForgotten');
    expect(await desk.refusalOf('clearRecentFiles', { commandId: randomUUID() })).toBe('notForgotten');
    expect((await only()).entry).toBe(entry);
    expect(desk.faults).toEqual([]);
  });
});

describe('a file that was run', () => {
  const start = (reading: AnswerOf<'openDraft'>): Promise<BatchId> =>
    startReading(desk, checked(reading).summary, PROFILE);

  it('names its batch to a window that still has it open', async () => {
    const reading = await openFromDisk(onDisk('open-twice.csv', payees('twice', 2)));
    const batch = await start(reading);
    const recorded = await desk.desk.dispatch('readDraft', { draft: reading.draft });
    expect(recorded).toMatchObject({ kind: 'refused', refusal: { code: 'draftConfirmed' } });
    expect(JSON.stringify(spoken(recorded))).toContain(`This file was confirmed as batch ${batch}.`);
    await settled(desk, batch);
  });

  it('says which batch it was and how it ended, as Match does, also after a restart', async () => {
    const path = onDisk('pay.csv', payees('a', 3));
    const batch = await start(await openFromDisk(path));
    await settled(desk, batch);
    const { run, entry } = await only();
    expect(run).toMatchObject({ batch, rows: 3, paid: 3 });
    await restart();
    expect((await only()).run).toEqual(run);
    const { file } = await desk.change('openRecentFile', { entry });
    expect(await openDraft(file)).toMatchObject({ repeats: [run] });
  });

  it('is known by its rows too, in other bytes', async () => {
    await settled(desk, await start(await openSent(payees('a', 2), 'first.csv')));
    await openSent(`${payees('a', 2)}\n`, 'second.csv');
    expect((await list()).map(({ name, run }) => [name, run?.paid])).toEqual([
      ['second.csv', 2],
      ['first.csv', 2],
    ]);
  });

  it('is listed, and opened, at a desk that is locked too, with what that desk still knows', async () => {
    await settled(desk, await start(await openSent(payees('a', 2), 'first.csv')));
    await putDown(desk);
    const { download } = await desk.ask('backUp', { book: 'practice' });
    const backup = await desk.giveBytes('backup.db', desk.take(download));
    await settled(desk, await start(await openSent(payees('b', 3), 'second.csv')));
    await putDown(desk);
    await desk.change('restore', { book: 'practice', file: backup, typed: 'RESTORE' });
    expect((await desk.ask('readDesk')).lockedBooks).toHaveLength(1);
    const shown = await list();
    expect(shown.map(({ name, run }) => [name, run?.paid ?? null])).toEqual([
      ['second.csv', null],
      ['first.csv', 2],
    ]);
    const { file } = await desk.change('openRecentFile', { entry: shown[1]?.entry });
    expect((await openDraft(file)).rows).toBe(2);
  });

  it('opens as a draft while a batch is sent, and so does any other file', async () => {
    await openSent(payees('b', 1), 'other.csv');
    const { entry } = await only();
    const batch = await start(await openSent(payees('a', 200)));
    await desk.eventWhere((event) => event.kind === 'progress' && event.progress.view.counts.success > 0);
    const { file } = await desk.change('openRecentFile', { entry });
    expect((await openDraft(file)).kind).toBe('checked');
    const third = await openSent(payees('c', 1), 'third.csv');
    const sample = await openDraft((await desk.change('openSample')).file);
    const drafts = (await desk.ask('listDrafts')).drafts.map(({ draft }) => draft);
    expect(drafts.slice(-2)).toEqual([third.draft, sample.draft]);
    // They wait: none of them can be paid before the run is over.
    const { summary } = checked(third);
    await expect(startReading(desk, summary, PROFILE)).rejects.toThrow('runUnderWay');
    await desk.change('pauseBatch', { batch });
    await desk.eventWhere((event) => event.kind === 'ended' && event.view.batch === batch);
    await putDown(desk);
    expect(await startReading(desk, summary, PROFILE)).not.toBe(batch);
  });
});
