// Drafts across a restart: the edits of a file are back and checked again, and what became a batch never comes back.

import { execFileSync, spawn } from 'node:child_process';
import { hash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DRAFTS_MAX } from '../../electron/main/desk/drafts/draft-store.ts';
import { newHandle } from '../../electron/main/desk/drafts/received-files.ts';
import type { AnswerOf } from '../../shared/api/contract.ts';
import { RefusedError } from '../../shared/failures.ts';
import { spoken } from '../fixtures/spoken.ts';
import { openTestDesk, type TestWindowDesk } from './window-desk.ts';

const FILE =
  'Name,UPI ID,Amount,Remark\nAsha,asha@sample,100.00,pay\nRavi,ravi@sample,200.00,pay\nMeena,meena@sample,x,pay\n';
const KILLED_CHILD_MS = 60_000;

let folder = '';
let desk: TestWindowDesk;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'saved-drafts-'));
  desk = openTestDesk(folder);
});
afterEach(async () => {
  await desk.end();
  rmSync(folder, { recursive: true, force: true });
});

async function restart(): Promise<void> {
  await desk.end();
  desk = openTestDesk(folder);
}

type Checked = Extract<AnswerOf<'readDraft'>, { kind: 'checked' }>;

async function open(text = FILE, options: object = {}): Promise<Checked> {
  const file = await desk.give('pay.csv', text);
  return checked(await desk.change('openDraft', { file, profile: 'practice', options }));
}

function checked(reading: AnswerOf<'readDraft'>): Checked {
  if (reading.kind !== 'checked') throw new RefusedError(reading.refusal);
  return reading;
}

const reading = async (draft: string): Promise<Checked> => checked(await desk.ask('readDraft', { draft }));
const edit = (draft: string, revision: number, made: object) =>
  desk.change('editDraft', { draft, revision, edit: made });
const typed = (rowNumber: number, text: string) => ({
  kind: 'setCells',
  words: 'edit',
  cells: [{ rowNumber, field: 'amount', text }],
});
const leftOut = (rowNumber: number) => ({ kind: 'exclude', rows: [rowNumber], excluded: true });
const rowsOf = async (draft: string) =>
  (await desk.ask('readDraftRows', { draft, window: { from: 0, count: 10 } })).rows.map(({ status, amountPaise }) => [
    status,
    amountPaise,
  ]);
const listed = async () => (await desk.ask('listDrafts')).drafts;
const journalOf = (draft: string): string => join(folder, 'drafts', `${draft}.journal`);

describe('A draft after a restart', () => {
  it('has its corrections, its undo and what was seen of it, and is listed with its rupees before it is read', async () => {
    const { draft } = await open();
    await edit(draft, 0, typed(4, '300'));
    await edit(draft, 1, leftOut(2));
    await edit(draft, 2, leftOut(3));
    await desk.change('undoDraft', { draft, revision: 3 });
    const query = { filter: 'edited', issue: null, search: 'me', ticked: null, press: randomUUID() };
    await desk.change('noteSeen', { draft, seen: { step: 'review', query } });
    await desk.change('noteSeen', { draft, seen: { step: 'confirm', query: null } });
    const before = await reading(draft);
    const rows = await rowsOf(draft);
    await restart();
    const [line] = await listed();
    expect(line).toMatchObject({
      draft,
      rows: 3,
      payable: { count: 2, paise: 50_000 },
      step: 'confirm',
      isSaved: true,
    });
    expect(await reading(draft)).toEqual({ ...before, seen: { step: 'confirm', query } });
    expect(await rowsOf(draft)).toEqual(rows);
    const { revision } = before.summary;
    expect((await desk.change('redoDraft', { draft, revision })).payable.count).toBe(1);
    await restart();
    expect((await reading(draft)).summary.payable.count).toBe(1);
  });

  it('has each change in the rows that were shown then, also where a row had been corrected and stayed', async () => {
    const { draft } = await open();
    const shown = { filter: 'errors', issue: null, search: '', ticked: null, press: randomUUID() };
    await desk.ask('readDraftRows', { draft, ...shown, window: { from: 0, count: 10 } });
    await edit(draft, 0, typed(4, '300'));
    await edit(draft, 1, { kind: 'changeShown', field: 'remark', change: { kind: 'set', text: 'bonus' }, shown });
    await edit(draft, 2, { kind: 'exclude', excluded: true, rows: shown });
    const before = await reading(draft);
    expect(spoken(before.summary)).toMatchObject({ undo: 'Leave out 1 row', counts: { excluded: 1, edited: 1 } });
    await restart();
    expect(await reading(draft)).toEqual(before);
  });

  it('has the columns that were chosen, whatever was learned of these headers since', async () => {
    const two = 'Name,UPI ID,Gross,Total,Remark\nAsha,asha@sample,100.00,90.00,pay\n';
    const amountIs = (header: string) => ({ columns: [{ field: 'amount', header }], money: ['Gross', 'Total'] });
    await open(two, { ...amountIs('Gross'), rememberColumns: true });
    const { draft } = await open(two);
    await open(two, { ...amountIs('Total'), rememberColumns: true });
    await restart();
    expect((await reading(draft)).summary.payable.paise).toBe(10_000);
  });

  it('goes on with the file that it was read from last', async () => {
    const { draft } = await open();
    await edit(draft, 0, leftOut(3));
    const newer = { file: await desk.give('pay.csv', FILE.replace('100.00', '150.00')) };
    await desk.change('rereadDraft', { draft, profile: 'practice', options: {}, newer });
    const before = await reading(draft);
    expect(before.summary.payable).toEqual({ count: 1, paise: 15_000 });
    await restart();
    expect(await reading(draft)).toEqual(before);
  });

  it('is whole without the last line that a power cut has torn, and takes the next', async () => {
    const { draft } = await open();
    await edit(draft, 0, leftOut(2));
    await desk.end();
    appendFileSync(journalOf(draft), '0123456789abcdef {"kind":"edit","ed');
    desk = openTestDesk(folder);
    const { summary, reopened } = await reading(draft);
    expect([summary.payable.paise, reopened]).toEqual([20_000, null]);
    await edit(draft, summary.revision, typed(4, '5'));
    await restart();
    expect((await reading(draft)).summary.payable.paise).toBe(20_500);
  });

  it('says which part is lost where a line is damaged, and keeps what stands before it', async () => {
    const { draft } = await open();
    await edit(draft, 0, typed(4, '300'));
    await edit(draft, 1, leftOut(2));
    await desk.end();
    const damaged = readFileSync(journalOf(draft), 'utf8').replace('"rows":[2]', '"rows":[3]');
    writeFileSync(journalOf(draft), damaged);
    desk = openTestDesk(folder);
    expect(await reading(draft)).toMatchObject({ reopened: 'partly', summary: { payable: { paise: 60_000 } } });
  });

  it('is refused where its file is not the same any more, until it is closed', async () => {
    const { draft } = await open();
    await desk.end();
    const [file = ''] = readdirSync(join(folder, 'open-files'));
    const path = join(folder, 'open-files', file, 'pay.csv');
    writeFileSync(path, readFileSync(path, 'utf8').replace('100.00', '900.00'));
    desk = openTestDesk(folder);
    expect(await desk.refusalOf('readDraft', { draft })).toBe('draftFileChanged');
    await desk.change('closeDraft', { draft });
    expect(await listed()).toEqual([]);
    await restart();
    expect(readdirSync(join(folder, 'drafts'))).toEqual([]);
    expect(readdirSync(join(folder, 'open-files'))).toEqual([]);
  });

  it('is a retry still, of what can be paid again by then', async () => {
    const lines =
      'Name,UPI ID,Amount,Remark\nAsha,rejected.asha@practice,100.00,pay\nRavi,rejected.ravi@practice,200.00,pay\n';
    const first = await open(lines);
    const asked = { draft: first.draft, revision: 0, profile: 'practice' };
    const { count, totalPaise, seal, ticks } = await desk.ask('readConfirmation', asked);
    const yes = { ...asked, name: null, count, totalPaise, seal, ticks, repeatOf: null };
    const { batch } = await desk.change('startBatch', yes);
    await desk.eventWhere((event) => event.kind === 'ended' && event.view.state === 'settled');
    const { draft } = checked(await desk.change('openRetry', { batch }));
    const cells = [{ rowNumber: 3, field: 'upiId', text: 'ravi@sample' }];
    await edit(draft, 0, { kind: 'setCells', words: 'edit', cells });
    await edit(draft, 1, leftOut(2));
    const before = await reading(draft);
    await restart();
    expect(await listed()).toMatchObject([{ draft, retryOf: batch, payable: { count: 1, paise: 20_000 } }]);
    expect(await reading(draft)).toEqual(before);
  });

  it('lies on the disk for its user alone, and goes with what it was read from once it is closed', async () => {
    const { draft } = await open();
    expect(statSync(journalOf(draft)).mode & 0o777).toBe(0o600);
    await desk.change('closeDraft', { draft });
    await restart();
    expect(readdirSync(join(folder, 'open-files'))).toEqual([]);
    expect(await listed()).toEqual([]);
  });
});

it('opens no further file where as many are open as the desk holds, and closes none for it', async () => {
  const { draft } = await open();
  await desk.end();
  const text = readFileSync(journalOf(draft));
  for (let nth = 1; nth < DRAFTS_MAX; nth += 1) writeFileSync(journalOf(newHandle()), text);
  desk = openTestDesk(folder);
  const further = { file: await desk.give('pay.csv', FILE), profile: 'practice', commandId: randomUUID() };
  expect(await desk.refusalOf('openDraft', { ...further, options: {} })).toBe('tooManyDrafts');
  expect(await listed()).toHaveLength(DRAFTS_MAX);
  await desk.change('closeDraft', { draft });
  await open();
  expect(await listed()).toHaveLength(DRAFTS_MAX);
});

type Unopened = AnswerOf<'listDrafts'>['unopened'];

describe('A journal that cannot be opened', () => {
  const unopened = async (): Promise<Unopened> => (await desk.ask('listDrafts')).unopened;
  const OTHER = 'AAAAAAAAAAAAAAAAAAAAAA';

  /** Puts something bad beside a good draft, and opens the desk. Returns the good draft and the bad one's path. */
  async function besideGood(make: (path: string) => void): Promise<{ readonly good: string; readonly path: string }> {
    const { draft: good } = await open();
    await desk.end();
    const path = journalOf(OTHER);
    make(path);
    desk = openTestDesk(folder);
    return { good, path };
  }

  it.each<readonly [string, string, (path: string) => void]>([
    ['a folder', 'draft.unopened.notAFile', (path) => mkdirSync(path)],
    ['a pipe', 'draft.unopened.notAFile', (path) => void execFileSync('mkfifo', [path])],
    ['a link to nothing', 'draft.unopened.notAFile', (path) => symlinkSync('/nonexistent', path)],
    ['an empty file', 'draft.unopened.damaged', (path) => writeFileSync(path, '')],
    ['a broken journal', 'draft.unopened.damaged', (path) => writeFileSync(path, 'nothing\n')],
    ['a journal without a newline', 'draft.unopened.damaged', (path) => writeFileSync(path, 'nothing')],
    ['a journal too large to read', 'draft.unopened.unreadable', (path) => writeSparse(path)],
    [
      'a newer journal',
      'draft.unopened.otherVersion',
      (path) => writeFileSync(path, line({ kind: 'read', from: 'a mail' })),
    ],
  ])('never stops the desk, is said and stays where it is: %s', async (_what, code, make) => {
    const { good, path } = await besideGood(make);
    expect((await listed()).map(({ draft }) => draft)).toEqual([good]);
    expect(await unopened()).toMatchObject([{ name: `${OTHER}.journal`, message: { code, params: { path } } }]);
    expect((await reading(good)).summary.payable.paise).toBe(30_000);
    await restart();
    expect(lstatSync(path, { throwIfNoEntry: false })).toBeDefined();
    expect(await unopened()).toHaveLength(1);
  });

  it.skipIf(process.getuid?.() === 0)('never stops the desk where it may not be read', async () => {
    const { path } = await besideGood((bad) => writeFileSync(bad, 'x\n', { mode: 0 }));
    expect(await unopened()).toMatchObject([{ message: { code: 'draft.unopened.unreadable', params: { path } } }]);
  });

  it('keeps a newer journal with the file it is read from, byte for byte, however far on it is newer', async () => {
    const { draft } = await open();
    await edit(draft, 0, leftOut(2));
    await desk.end();
    appendFileSync(journalOf(draft), line({ kind: 'edit', edit: { kind: 'splitRow' } }));
    const before = readFileSync(journalOf(draft), 'utf8');
    desk = openTestDesk(folder);
    expect(await listed()).toEqual([]);
    expect(await unopened()).toMatchObject([{ message: { code: 'draft.unopened.otherVersion' } }]);
    await restart();
    expect(readFileSync(journalOf(draft), 'utf8')).toBe(before);
    const [file = ''] = readdirSync(join(folder, 'open-files'));
    expect(readFileSync(join(folder, 'open-files', file, 'pay.csv'), 'utf8')).toBe(FILE);
  });

  it('never stops the desk where the folder itself is none, or holds a half-written folder', async () => {
    await besideGood(() => mkdirSync(`${journalOf(OTHER)}.new`));
    expect(await unopened()).toEqual([]);
    await desk.end();
    rmSync(join(folder, 'drafts'), { recursive: true });
    writeFileSync(join(folder, 'drafts'), '');
    desk = openTestDesk(folder);
    expect(await unopened()).toMatchObject([{ name: 'drafts', message: { code: 'draft.unopened.unreadable' } }]);
    await open();
    expect(await listed()).toMatchObject([{ isSaved: false }]);
  });
});

/** A journal's line, as any version writes it. */
function line(content: object): string {
  const json = JSON.stringify(content);
  return `${hash('sha256', json, 'hex').slice(0, 16)} ${json}\n`;
}

/** A file of 2 GiB that takes no room. */
function writeSparse(path: string): void {
  writeFileSync(path, '');
  truncateSync(path, 2 ** 31);
}

/** Starts the child, waits for its output, and kills it as a power cut would. Returns the output. */
async function killed(scenario: string): Promise<string> {
  await desk.end();
  const script = fileURLToPath(new URL('hold-draft.ts', import.meta.url));
  const child = spawn(process.execPath, [script, folder, scenario], { stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = once(child, 'exit');
  const [said] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  child.kill('SIGKILL');
  await gone;
  desk = openTestDesk(folder);
  return said;
}

describe('A draft whose process was killed', { timeout: KILLED_CHILD_MS }, () => {
  it('is there with its corrections', async () => {
    const draft = await killed('corrected');
    expect((await reading(draft)).summary.payable).toEqual({ count: 1, paise: 20_000 });
  });

  it('is no draft any more once its batch is stored, and says which batch it became', async () => {
    const draft = await killed('stored');
    expect(await listed()).toEqual([]);
    expect(await desk.refusalOf('readDraft', { draft })).toBe('draftConfirmed');
    const { batches } = await desk.ask('listBatches');
    expect(batches.map(({ rows }) => rows)).toEqual([2]);
  });

  it('is a draft still where it was killed before its batch was stored', async () => {
    const draft = await killed('noted');
    expect((await listed()).map((one) => one.draft)).toEqual([draft]);
    expect((await desk.ask('listBatches')).batches).toEqual([]);
  });
});
