// A reader whose exit event comes before its last messages: nothing of the workbook is lost, and nothing waits in vain.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { readXlsx } from '../../electron/main/import/read-xlsx.ts';

const PIECES = 2_000;

/** Sends the sheet without cells, then all strings on the other port, and ends at once. */
const READER = `
const { parentPort, workerData } = await import('node:worker_threads');
const facts = { sheet: 'S', sheetHidden: false, merged: [], formulas: [], hiddenColumns: [], links: [] };
parentPort.postMessage({ kind: 'end', facts, hasStrings: true });
for (let at = 0; at < ${PIECES}; at += 1) workerData.strings.postMessage({ kind: 'strings', strings: ['a'.repeat(1_000)], struck: [] });
if (!workerData.request.sheet) workerData.strings.postMessage({ kind: 'end' });
process.exit();
`;

function reader(): URL {
  const folder = mkdtempSync(join(tmpdir(), 'payout-desk-reader-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'reader.mjs');
  writeFileSync(path, READER);
  return pathToFileURL(path);
}

it('takes what still lies on the other port when the reader has ended', async () => {
  const url = reader();
  for (let again = 0; again < 20; again += 1) {
    const reading = readXlsx({ bytes: new Uint8Array(1), sheet: null }, url);
    // Everything has been sent before the first of it is received.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    expect((await reading).sheets).toEqual([]);
  }
}, 60_000);

it('says that a reader ended without an answer', async () => {
  const reading = readXlsx({ bytes: new Uint8Array(1), sheet: 'cut' }, reader());
  await expect(reading).rejects.toThrow('ended without an answer');
});
