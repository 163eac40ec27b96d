// A desk's database with its head, for one test: opened as compose opens it, on a machine that the test chooses.

import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readHeadFolder } from '../../electron/main/store/heads.ts';
import {
  type HeadedReader,
  type HeadedWriter,
  openHeadedReader,
  openHeadedWriter,
} from '../../electron/main/store/store.ts';
import { RefusedError } from '../../shared/failures.ts';
import { headPlaceIn } from '../fixtures/head-place.ts';
import { ACTOR, MERCHANT, NOW_MS, testFolder } from './desk-file.ts';

export interface HeadedDesk {
  readonly path: string;
  readonly state: string;
  readonly machine?: string;
}

/** A folder for a database, and another for its head. */
export function newPlace(): HeadedDesk {
  return { path: join(testFolder(), 'desk.db'), state: testFolder() };
}

/** Opens for writing. Throws when it is refused or busy. */
export function openHeaded(desk: HeadedDesk): HeadedWriter & { readonly merchantId: number } {
  const opening = tryHeaded(desk);
  if (opening.kind !== 'open') throw new Error(`the desk is ${opening.kind}`);
  let isOpen = true;
  const { store } = opening;
  const close = (): void => {
    if (isOpen) store.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { ...store, close, merchantId: store.merchants.ensure(MERCHANT) };
}

export function tryHeaded({ path, state, machine }: HeadedDesk): ReturnType<typeof openHeadedWriter> {
  return openHeadedWriter(
    { path, prefix: 'B' },
    { actor: ACTOR, nowMs: NOW_MS, monotonicMs: () => 0, place: headPlaceIn(state, machine) },
  );
}

/** Opens for reading. Throws when it is refused. */
export function readHeaded({ path, state, machine }: HeadedDesk): HeadedReader {
  const opening = openHeadedReader({ path, prefix: 'B' }, headPlaceIn(state, machine));
  if (opening.kind !== 'open') throw new RefusedError(opening.refusal);
  onTestFinished(() => opening.store.close());
  return opening.store;
}

/** The desk's standing, as a reading command finds it. */
export function standing(desk: HeadedDesk): string {
  const opening = openHeadedReader({ path: desk.path, prefix: 'B' }, headPlaceIn(desk.state, desk.machine));
  if (opening.kind !== 'open') return opening.refusal.code;
  const { standing: how } = opening.store;
  opening.store.close();
  return how.kind === 'locked' ? how.reason : how.kind;
}

/** The folder of the desk's head. */
export function headFolderOf({ state }: HeadedDesk): string {
  const heads = join(state, 'heads');
  const [id = 'none'] = existsSync(heads) ? readdirSync(heads) : [];
  return join(heads, id);
}

export function headOf(desk: HeadedDesk): ReturnType<typeof readHeadFolder> {
  return readHeadFolder(headFolderOf(desk));
}

/** Copies a database that is closed, or left by a crash, into a new folder. Its head stays shared. */
export function copyOf(desk: HeadedDesk): HeadedDesk {
  const path = join(testFolder(), 'desk.db');
  copyDatabase(desk.path, path);
  return { ...desk, path };
}

function copyDatabase(from: string, to: string): void {
  copyFileSync(from, to);
  if (existsSync(`${from}-wal`)) copyFileSync(`${from}-wal`, `${to}-wal`);
}

/** Saves the current head. Returns a function that restores it, as if the later write never reached the disk. */
export function rememberHead(desk: HeadedDesk): () => void {
  const folder = headFolderOf(desk);
  const stored = testFolder();
  for (const name of ['head', 'batches']) copyFileSync(join(folder, name), join(stored, name));
  return () => {
    mkdirSync(folder, { recursive: true });
    for (const name of ['head', 'batches']) copyFileSync(join(stored, name), join(folder, name));
  };
}
