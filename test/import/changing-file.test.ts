// A spreadsheet that is saved over while the desk reads it: the reading is one state of the file, or fails.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReceivedFiles, takeFromDisk } from '../../electron/main/desk/drafts/received-files.ts';
import { isJustWritten, isSameState } from '../../electron/main/domain/file-state.ts';
import { readBytes } from '../../electron/main/import/open-sheet.ts';
import { spoken } from '../fixtures/spoken.ts';

const SIZE = 24 * 1024 * 1024;
const TRIES = 9;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'changing-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Overwrites a file in place with one repeated letter after another, until told to stop. */
async function saveOverAndOver(path: string): Promise<() => Promise<void>> {
  const states = ['a', 'b'].map((letter) => Buffer.alloc(SIZE, letter));
  writeFileSync(path, Buffer.alloc(SIZE, 'b'));
  const stopping = new AbortController();
  const handle = await open(path, 'r+');
  const writing = (async () => {
    while (!stopping.signal.aborted) {
      for (const state of states) await handle.write(state, 0, SIZE, 0);
    }
  })();
  return async () => {
    stopping.abort();
    await writing;
    await handle.close();
  };
}

describe('a file that is saved over while it is read', { timeout: 60_000 }, () => {
  it('is refused, and never read as half of each', async () => {
    const path = join(folder, 'read.csv');
    const stop = await saveOverAndOver(path);
    const codes: string[] = [];
    for (let turn = 0; turn < TRIES; turn += 1) {
      const reading = await readBytes(path);
      codes.push(reading.kind === 'refused' ? reading.refusal.code : 'read');
      if (reading.kind === 'bytes') expect(new Set(reading.bytes).size).toBe(1);
    }
    await stop();
    expect(codes).toContain('fileChanged');
    expect(await readBytes(path)).toMatchObject({ kind: 'bytes' });
  });

  it('is refused by name where a person opens it from the disk', async () => {
    const path = join(folder, 'opened.csv');
    const received = openReceivedFiles({ folder: join(folder, 'received'), isInUse: () => false });
    const stop = await saveOverAndOver(path);
    const used = await takeFromDisk(received, path);
    await stop();
    expect(spoken(used)).toMatchObject({
      message: 'opened.csv changed while it was read.',
      cure: 'Open it again once it is saved.',
    });
    expect(await takeFromDisk(received, path)).toMatchObject({ name: 'opened.csv', sizeBytes: SIZE });
    received.close();
  });

  it('is another one when its place, its length or one of its times is another', () => {
    const state = { ino: 1n, size: 5n, mtimeNs: 7n, ctimeNs: 7n };
    expect(isSameState(state, { ...state })).toBe(true);
    for (const change of [{ ino: 2n }, { size: 6n }, { mtimeNs: 8n }, { ctimeNs: 8n }]) {
      expect(isSameState(state, { ...state, ...change })).toBe(false);
    }
  });

  it('is read twice where it was written so lately that its time says nothing', () => {
    const state = { ino: 1n, size: 5n, mtimeNs: 10_000_000_000n, ctimeNs: 9_000_000_000n };
    expect(isJustWritten(state, 11_999)).toBe(true);
    expect(isJustWritten(state, 12_001)).toBe(false);
    expect(isJustWritten({ ...state, ctimeNs: 11_000_000_000n }, 12_001)).toBe(true);
  });
});
