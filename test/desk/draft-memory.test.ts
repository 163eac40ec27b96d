// Salaries leave memory with their draft: what remains (a reply cached for a second click, a remembered layout, the list of
// files) holds no part of the file's text. A substring keeps the whole string it was cut from alive.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startReading } from './live-scene.ts';
import { openTestDesk, type TestWindowDesk } from './window-desk.ts';

const FILES = 6;
const ROWS = 20_000;
const MIB = 1024 * 1024;

let desk: TestWindowDesk;
beforeAll(() => {
  desk = openTestDesk();
});
afterAll(() => desk.close());

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

async function heapMiB(): Promise<number> {
  // What a finished turn still references is released in the next.
  for (let turn = 0; turn < 3; turn += 1) {
    await nextTurn();
    collect();
  }
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MIB;
}

/** Each file has its own headers, long enough to be slices of the text, not copies. */
function fileOf(number: number): string {
  const header = `Beneficiary UPI ID,Amount (INR),Payment narration,Employee code ${number}`;
  const rows = Array.from(
    { length: ROWS },
    (_, row) =>
      `someone.with.a.long.name.${number}.${row}@okaxis,${row + 1}.50,Salary for November 2026,${'x'.repeat(40)}`,
  );
  return [header, ...rows, ''].join('\n');
}

async function openAndClose(number: number, close = true): Promise<void> {
  const text = fileOf(number);
  const file = await desk.give(
    `salaries-${number}.csv`,
    number % 2 === 0 ? text : `\ufeff${text.replaceAll('\n', '\r\n')}`,
  );
  const { draft } = await desk.change('openDraft', { file, profile: 'practice', options: {} });
  const cells = [{ rowNumber: 3, field: 'remark', text: 'Corrected' }] as const;
  await desk.ask('readDraftRows', { draft, window: { from: 0, count: 50 } });
  await desk.change('editDraft', { draft, revision: 0, edit: { kind: 'setCells', words: 'edit', cells } });
  await desk.change('editDraft', {
    draft,
    revision: 1,
    edit: { kind: 'replace', field: 'remark', find: 'November', replaceWith: 'December' },
  });
  await desk.change('undoDraft', { draft, revision: 2 });
  if (close) await desk.change('closeDraft', { draft });
}

it('holds no text of a file once its draft is closed, and no thread in which it lay', {
  timeout: 120_000,
}, async () => {
  let threads = 0;
  process.on('worker', (worker) => {
    threads += 1;
    worker.once('exit', () => {
      threads -= 1;
    });
  });
  await openAndClose(0);
  await expect.poll(() => threads).toBe(0);
  const before = await heapMiB();
  await openAndClose(1, false);
  expect(threads).toBe(1);
  for (const { draft } of (await desk.ask('listDrafts')).drafts) await desk.change('closeDraft', { draft });
  for (let number = 2; number < FILES; number += 1) await openAndClose(number);
  await expect.poll(() => threads).toBe(0);
  expect((await heapMiB()) - before).toBeLessThan(2);
});

/** Pays the one payable row of a long file. */
async function payOne(number: number): Promise<void> {
  const rows = fileOf(number).split('\n');
  const text = [rows[0], rows[1], ...rows.slice(2).map((row) => row.replace('.50,', '.505,'))].join('\n');
  const file = await desk.give(`one-of-${number}.csv`, text);
  const { draft } = await desk.change('openDraft', { file, profile: 'practice', options: {} });
  await desk.change('editDraft', { draft, revision: 0, edit: { kind: 'exclude', excluded: true, rows: 'errors' } });
  const batch = await startReading(desk, { draft, revision: 1 }, { profile: 'practice' });
  await desk.eventWhere((event) => event.kind === 'ended' && event.view.batch === batch);
}

it('holds no text of a file once its batch has ended', { timeout: 120_000 }, async () => {
  await payOne(10);
  const before = await heapMiB();
  for (let number = 11; number < 15; number += 1) await payOne(number);
  expect((await heapMiB()) - before).toBeLessThan(4);
});
