// Files stay open until a person closes them; only their threads are bounded.

import { setTimeout } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import ExcelJS from 'exceljs';
import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { DRAFT_THREADS_MAX } from '../../electron/main/desk/drafts/draft-store.ts';
import { RECEIVED_FILES_MAX } from '../../electron/main/desk/drafts/received-files.ts';
import type { AnswerOf } from '../../shared/api/contract.ts';
import { openTestDesk, type TestWindowDesk } from './window-desk.ts';

const FILE = 'Name,UPI ID,Amount,Remark\nAsha,asha@okbank,100.00,pay\nRavi,ravi@okbank,200.00,pay\n';
/** Answers to the question that names both. */
const AMOUNT_IS_GROSS = { columns: [{ field: 'amount', header: 'Gross' }], money: ['Gross', 'Total'] };
const AMOUNT_IS_TOTAL = { columns: [{ field: 'amount', header: 'Total' }], money: ['Gross', 'Total'] };

describe('the shelf of drafts', () => {
  let desk: TestWindowDesk;
  beforeEach(() => {
    desk = openTestDesk();
  });
  afterEach(() => desk.close());

  const give = (name = 'pay.csv'): Promise<string> => desk.give(name, FILE);
  const open = async (file?: string): Promise<string> =>
    (await desk.change('openDraft', { file: file ?? (await give()), profile: 'practice', options: {} })).draft;
  const correct = (draft: string) =>
    desk.change('editDraft', { draft, revision: 0, edit: { kind: 'exclude', rows: [2], excluded: true } });
  const reread = (draft: string, options: object): Promise<AnswerOf<'rereadDraft'>> =>
    desk.change('rereadDraft', { draft, profile: 'practice', options });
  /** A file that does not say which column is the amount. */
  const openAsking = async (): Promise<string> => {
    const file = await desk.give('asks.csv', 'Name,UPI ID,Gross,Total,Remark\nAsha,asha@okbank,100.00,90.00,pay\n');
    const reading = await desk.change('openDraft', { file, profile: 'practice', options: {} });
    expect(reading).toMatchObject({ kind: 'asks', about: 'columns' });
    return reading.draft;
  };
  const listed = async (): Promise<string[]> => (await desk.ask('listDrafts')).drafts.map(({ draft }) => draft);

  /** Counts the draft threads that live at once from now on. */
  const countThreads = (test: TestContext): { readonly now: () => number } => {
    let count = 0;
    const onWorker = (worker: Worker): void => {
      count += 1;
      worker.once('exit', () => {
        count -= 1;
      });
    };
    process.on('worker', onWorker);
    test.onTestFinished(() => void process.off('worker', onWorker));
    return { now: () => count };
  };

  it('closes no file by itself, and keeps the corrections and the undo of those whose thread ended', async (test) => {
    const threads = countThreads(test);
    const drafts: string[] = [];
    const before: AnswerOf<'readDraft'>[] = [];
    for (let nth = 0; nth < DRAFT_THREADS_MAX + 3; nth += 1) {
      const draft = await open();
      if (nth % 2 === 0) await correct(draft);
      before.push(await desk.ask('readDraft', { draft }));
      drafts.push(draft);
    }
    expect(await listed()).toEqual(drafts);
    await expect.poll(threads.now).toBe(DRAFT_THREADS_MAX);
    for (const [nth, draft] of drafts.entries()) expect(await desk.ask('readDraft', { draft })).toEqual(before[nth]);
    const [first = ''] = drafts;
    const { counts } = await desk.change('undoDraft', { draft: first, revision: 1 });
    expect(counts.excluded).toBe(0);
    await expect.poll(threads.now).toBe(DRAFT_THREADS_MAX);
  });

  it('ends the thread of the draft that was used longest ago', async (test) => {
    const threads = countThreads(test);
    const first = await open();
    for (let nth = 0; nth < DRAFT_THREADS_MAX; nth += 1) {
      await open();
      await desk.ask('readDraftIssues', { draft: first });
    }
    await expect.poll(threads.now).toBe(DRAFT_THREADS_MAX);
    let started = 0;
    const onWorker = (): void => void (started += 1);
    process.on('worker', onWorker);
    await desk.ask('readDraftIssues', { draft: first });
    process.off('worker', onWorker);
    expect(started).toBe(0);
  });

  it('never ends a thread that is at work, however many files are opened meanwhile', async () => {
    const file = await desk.give('long.csv', manyRows());
    const long = await open(file);
    const asked = {
      draft: long,
      profile: 'practice',
      options: { includeHidden: true },
      commandId: crypto.randomUUID(),
    };
    const rereading = desk.desk.dispatch('rereadDraft', asked);
    for (let nth = 0; nth <= DRAFT_THREADS_MAX; nth += 1) await open();
    expect(await rereading).toMatchObject({ kind: 'done' });
  });

  it('keeps what was corrected on a sheet that is not looked at, as long as what is', async () => {
    const first = await open(await desk.giveBytes('two.xlsx', await twoSheets()));
    const { summary } = checkedOf(await reread(first, { sheet: 'Oct' }));
    const edit = { kind: 'exclude' as const, rows: [2], excluded: true };
    await desk.change('editDraft', { draft: first, revision: summary.revision, edit });
    await reread(first, { sheet: 'Nov' });
    for (let more = 0; more <= DRAFT_THREADS_MAX; more += 1) await open();
    expect(await listed()).toContain(first);
    expect(checkedOf(await reread(first, { sheet: 'Oct' })).summary.counts.excluded).toBe(1);
  });

  it('ends the reading of a file at once when it is cancelled, however long it would take', async () => {
    const file = await desk.give('long.csv', `UPI ID,Amount,Remark\n${'ravi@okbank,500,Salary\n'.repeat(1_000_000)}`);
    const params = { file, profile: 'practice', options: {}, commandId: crypto.randomUUID() };
    const reading = desk.desk.dispatch('openDraft', params);
    await desk.change('cancelOpening', { file });
    expect(await reading).toMatchObject({ kind: 'refused', refusal: { code: 'openingCancelled' } });
    expect(await listed()).toEqual([]);
    await desk.change('cancelOpening', { file });
    expect(await open()).not.toBe('');
  });

  it.each(['pay.csv', 'pay.xlsx'])(
    'ends it at once at whatever stage it is cancelled: %s',
    async (name) => {
      const file = await (name.endsWith('.csv')
        ? desk.give(name, manyRows())
        : manyCells().then((made) => desk.giveBytes(name, made)));
      const read = () =>
        desk.desk.dispatch('openDraft', { file, profile: 'practice', options: {}, commandId: crypto.randomUUID() });
      const startedMs = performance.now();
      expect(await read()).toMatchObject({ kind: 'done' });
      const wholeMs = performance.now() - startedMs;
      // The bytes, the workbook, the columns, the rows: each is read in one part of this time.
      const codes: unknown[] = [];
      for (const part of [0, 0.15, 0.3, 0.45, 0.6, 0.75]) {
        const reading = read();
        await setTimeout(part * wholeMs);
        const cancelledMs = performance.now();
        await desk.change('cancelOpening', { file });
        const reply = await reading;
        expect(performance.now() - cancelledMs).toBeLessThan(Math.max(200, wholeMs / 4));
        codes.push(reply.kind === 'refused' ? reply.refusal.code : reply.kind);
      }
      // A reading cancelled late may already be done.
      expect(codes.slice(0, 3)).toEqual(Array(3).fill('openingCancelled'));
      expect(codes.slice(3).filter((code) => code !== 'openingCancelled' && code !== 'done')).toEqual([]);
    },
    60_000,
  );

  it('leaves a draft closed that was being read again when it was closed', async () => {
    const draft = await open();
    const asked = { draft, profile: 'practice', options: { includeHidden: true }, commandId: crypto.randomUUID() };
    const rereading = desk.desk.dispatch('rereadDraft', asked);
    await desk.change('closeDraft', { draft });
    expect(await rereading).toMatchObject({ kind: 'refused', refusal: { code: 'draftGone' } });
    expect(await listed()).not.toContain(draft);
  });

  it('keeps the file of an open draft, however many came after it', async () => {
    const draft = await open();
    for (let more = 0; more <= RECEIVED_FILES_MAX; more += 1) await give();
    expect((await reread(draft, { includeHidden: true })).kind).toBe('checked');
  });

  it('keeps what was corrected while the file asks, and shows the question meanwhile', async () => {
    const draft = await open();
    await correct(draft);
    const asking = await reread(draft, { columns: [{ field: 'amount', header: 'Gross' }] });
    expect(asking).toMatchObject({ kind: 'asks', about: 'columns' });
    expect(await desk.ask('readDraft', { draft })).toMatchObject({ kind: 'asks' });
    expect(await desk.refusalOf('readDraftIssues', { draft })).not.toBe('draftGone');

    const again = await reread(draft, {});
    expect(again).toMatchObject({ kind: 'checked', summary: { counts: { excluded: 1 } } });
    expect(again.kind === 'checked' && again.summary.revision).toBeGreaterThan(1);
  });

  it('reads a file that asks in one way after the other: no revision stands for two of them', async () => {
    const draft = await openAsking();
    const readings = await Promise.all([reread(draft, AMOUNT_IS_GROSS), reread(draft, AMOUNT_IS_TOTAL)]);
    expect(readings.map((reading) => checkedOf(reading).summary.revision)).toEqual([0, 1]);
    expect(await desk.ask('readDraft', { draft })).toEqual(readings[1]);
  });

  it('keeps what was corrected in the first reading of a file that asks once more meanwhile', async () => {
    const draft = await openAsking();
    const first = reread(draft, AMOUNT_IS_GROSS);
    const second = reread(draft, {});
    expect(checkedOf(await first).summary.revision).toBe(0);
    await correct(draft);
    expect(await second).toMatchObject({ kind: 'asks' });
    expect(await reread(draft, AMOUNT_IS_GROSS)).toMatchObject({
      kind: 'checked',
      summary: { counts: { excluded: 1 } },
    });
  });
});

function checkedOf(reading: AnswerOf<'rereadDraft'>): Extract<AnswerOf<'rereadDraft'>, { kind: 'checked' }> {
  if (reading.kind !== 'checked') throw new Error(reading.refusal.code);
  return reading;
}

async function twoSheets(): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  for (const name of ['Oct', 'Nov']) {
    book.addWorksheet(name).addRows(
      FILE.trim()
        .split('\n')
        .map((line) => line.split(',')),
    );
  }
  return new Uint8Array(await book.xlsx.writeBuffer());
}

const MANY = 40_000;

function manyRows(): string {
  const rows = Array.from({ length: MANY }, (_, at) => `p${at}@okbank,${100 + at},Salary\n`);
  return `UPI ID,Amount,Remark\n${rows.join('')}`;
}

async function manyCells(): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Nov');
  sheet.addRow(['UPI ID', 'Amount', 'Remark']);
  for (let at = 0; at < MANY; at += 1) sheet.addRow([`p${at}@okbank`, 100 + at, 'Salary']);
  return new Uint8Array(await book.xlsx.writeBuffer());
}
