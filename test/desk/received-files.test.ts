// Uploaded files: none outlives the process, not even a killed one, and those still needed stay.

import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  openReceivedFiles,
  RECEIVED_FILES_MAX,
  type ReceivedFiles,
} from '../../electron/main/desk/drafts/received-files.ts';
import { openTestDesk } from './window-desk.ts';

const HANDLE = 'AAAAAAAAAAAAAAAAAAAAAA';
describe('the shelf of files', () => {
  let folder = '';
  let salaries = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'shelf-'));
    salaries = join(folder, 'salaries.csv');
    writeFileSync(salaries, 'name,amount\n');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const root = (): string => join(folder, 'open-files');
  const open = (isInUse: (file: string) => boolean = () => false): ReceivedFiles =>
    openReceivedFiles({ folder: root(), isInUse });

  it('removes what a killed process left, and nothing that it did not make', () => {
    mkdirSync(join(root(), HANDLE), { recursive: true });
    writeFileSync(join(root(), HANDLE, 'salaries.csv'), 'name,amount\n');
    writeFileSync(join(root(), 'notes.txt'), 'mine');
    open();
    expect(readdirSync(root())).toEqual(['notes.txt']);
  });

  it('is empty once it is closed, and private', async (context) => {
    const received = open();
    await received.copyIn(salaries, 'salaries.csv');
    expect(readdirSync(root())).toHaveLength(1);
    received.close();
    expect(readdirSync(root())).toEqual([]);
    context.skip(process.platform === 'win32', 'Windows has no modes');
    expect(statSync(root()).mode & 0o777).toBe(0o700);
  });

  it('keeps no trace of a copy that failed, nor of a file that was not made', async () => {
    const store = open();
    await expect(store.copyIn(join(folder, 'gone.csv'), 'gone.csv')).rejects.toThrow('ENOENT');
    await store.offer('report.xlsx', () => Promise.resolve('refused'));
    await expect(store.offer('report.xlsx', () => Promise.reject(new Error('full')))).rejects.toThrow('full');
    expect(readdirSync(root())).toEqual([]);
  });

  it('lets the oldest go first, but for those in use', async () => {
    const inUse = new Set<string>();
    const files = open((file) => inUse.has(file));
    const { file: needed } = await files.copyIn(salaries, 'a.csv');
    const { file: other } = await files.copyIn(salaries, 'b.csv');
    inUse.add(needed);
    for (let more = 2; more <= RECEIVED_FILES_MAX; more += 1) await files.copyIn(salaries, `${more}.csv`);
    expect(files.pathOf(needed)).not.toBeNull();
    expect(files.pathOf(other)).toBeNull();
    expect(readdirSync(root())).toHaveLength(RECEIVED_FILES_MAX);
  });

  it('lies in the data folder, and is emptied only by the process that holds it', async () => {
    const desk = openTestDesk(join(folder, 'data'));
    try {
      const path = desk.desk.files.pathOf(await desk.give('salaries.csv', 'name,amount\n')) ?? '';
      expect(path.startsWith(join(folder, 'data', 'open-files'))).toBe(true);
      expect(() => openTestDesk(join(folder, 'data'))).toThrow('alreadyOpen');
      expect(statSync(path).size).toBe(12);
    } finally {
      await desk.close();
    }
  });
});
