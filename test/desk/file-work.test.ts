// Long work on a database file, on its thread: what it says, and that it leaves nothing when it is stopped.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FileProgress } from '../../electron/main/domain/file-work.ts';
import { backUp } from '../../electron/main/store/backups.ts';
import { fileWork } from '../../electron/main/store/file-work.ts';
import { openReadOnly } from '../../electron/main/store/open-database.ts';
import { workerFiles } from '../fixtures/built-workers.ts';
import { headPlaceIn } from '../fixtures/head-place.ts';
import { confirmBatch, NOW_MS, openRaw, payments, testFolder } from '../store/desk-file.ts';
import { type HeadedDesk, newPlace, openHeaded } from '../store/headed-desk.ts';

const { fileWork: WORKER } = workerFiles();

/** Large enough for a thread: the pages of what was there are still in the file. */
function largeDesk(): HeadedDesk {
  const desk = newPlace();
  const store = openHeaded(desk);
  confirmBatch({ store, merchantId: store.merchantId }, payments(3));
  store.close();
  const raw = openRaw(desk.path);
  raw.exec('CREATE TABLE large (bytes BLOB); INSERT INTO large VALUES (zeroblob(9000000)); DROP TABLE large;');
  raw.pragma('wal_checkpoint(TRUNCATE)');
  raw.close();
  return desk;
}

describe('work on a large file', () => {
  it('says how far it is, and finds what it would find at once', async () => {
    const desk = largeDesk();
    const said: FileProgress[] = [];
    const { machine, folder } = headPlaceIn(desk.state);
    const task = { work: 'verify', path: desk.path, prefix: 'B', place: { machine, folder }, nowMs: NOW_MS } as const;
    const follower = { onProgress: (one: FileProgress) => said.push(one), signal: new AbortController().signal };
    expect(await fileWork(WORKER, task, follower)).toMatchObject({ kind: 'verified', verdict: { ok: true } });
    expect(said.map(({ part }) => part)).toContain('file');
    expect(said.map(({ share }) => share)).toEqual(
      said.map(({ share }) => share).toSorted((one, other) => one - other),
    );
  });

  it('leaves no copy behind when it is stopped, and refuses', async () => {
    const desk = largeDesk();
    const folder = testFolder();
    const target = join(folder, 'backup.db');
    const stopping = new AbortController();
    const made = await backUp(
      { path: desk.path, prefix: 'B' },
      {
        target,
        copy: (task) =>
          fileWork(
            WORKER,
            { work: 'copy', ...task },
            {
              onProgress: () => stopping.abort(),
              signal: stopping.signal,
            },
          ),
      },
    );
    expect(made).toMatchObject({ kind: 'refused', refusal: { code: 'stopped' } });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('copies one moment beside a desk that goes on, into one file without a log', async () => {
    const desk = largeDesk();
    const target = join(testFolder(), 'backup.db');
    const made = await backUp(
      { path: desk.path, prefix: 'B' },
      { target, copy: (task) => fileWork(WORKER, { work: 'copy', ...task }) },
    );
    expect(made).toMatchObject({ kind: 'written' });
    const opened = openReadOnly(target);
    if (opened.kind !== 'open') throw new Error(opened.refusal.code);
    expect(opened.database.pragma('journal_mode', { simple: true })).toBe('delete');
    opened.database.close();
    expect(existsSync(`${target}-wal`)).toBe(false);
  });
});
