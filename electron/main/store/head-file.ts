// The head on disk, outside the data folder: how far the audit chain had come, and which batches were confirmed.
// In: a private folder of this database's own. Out: what it says, and synced writes. A read sees whole records only.
// This file must never overwrite the newest whole record, and never call a write done before it is synced.

import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { invariant } from '../../../shared/failures.ts';
import type { HeadBatch, OutsideHead } from '../../../shared/standing.ts';
import { decodeBatchLines, encodeBatchLine } from './head-batches.ts';
import { decodeHead, encodeSlot, HEAD_FILE_BYTES, slotOffset } from './head-slots.ts';

const PRIVATE_MODE = 0o600;

/** What a head's folder says. Shape: `head` null where there is none, or none that is whole. */
export interface HeadReading {
  readonly head: OutsideHead | null;
  readonly batches: readonly HeadBatch[];
}

export interface HeadFile extends HeadReading {
  /** Writes the next head over the older slot and syncs it. Errors: throws what the disk says; the newest slot stays. */
  write(head: Omit<OutsideHead, 'generation'>): void;
  /** Adds confirmed batches and syncs them. Errors: throws what the disk says. */
  append(batches: readonly HeadBatch[]): void;
  close(): void;
}

/** Reads a head beside whoever keeps it. Errors: throws when a file is there and cannot be read. */
export function readHeadFolder(folder: string): HeadReading {
  const path = join(folder, 'head');
  const head = existsSync(path) ? decodeHead(readFileSync(path)) : null;
  const list = join(folder, 'batches');
  return { head, batches: existsSync(list) ? decodeBatchLines(readFileSync(list, 'utf8')) : [] };
}

/** Opens the head of a database for its one keeper. Errors: throws what the disk says. */
export function openHeadFile(folder: string): HeadFile {
  const path = join(folder, 'head');
  if (!existsSync(path)) create(path);
  const { head, batches } = readHeadFolder(folder);
  const slots = openSync(path, 'r+', PRIVATE_MODE);
  const list = openSync(join(folder, 'batches'), 'a', PRIVATE_MODE);
  let generation = head?.generation ?? 0;
  return {
    head,
    batches,
    write: (next) => {
      const bytes = encodeSlot({ ...next, generation: generation + 1 });
      invariant(writeSync(slots, bytes, 0, bytes.length, slotOffset(generation + 1)) === bytes.length, SHORT);
      fdatasyncSync(slots);
      generation += 1;
    },
    append: (added) => {
      // It begins on a line of its own, whatever a torn write left at the end.
      const text = added.map((batch) => `\n${encodeBatchLine(batch)}\n`).join('');
      invariant(writeSync(list, text) === Buffer.byteLength(text), SHORT);
      fdatasyncSync(list);
    },
    close: () => {
      closeSync(slots);
      closeSync(list);
    },
  };
}

const SHORT = 'a write of some hundred bytes was cut short without an error';

/** The file has its full size from the start, under its own name only once it is on disk. */
function create(path: string): void {
  const draft = `${path}.new`;
  const file = openSync(draft, 'w', PRIVATE_MODE);
  try {
    writeSync(file, Buffer.alloc(HEAD_FILE_BYTES));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
  syncFolder(join(path, '..'));
}

/** A new name is kept over a power cut once its folder is synced; Windows knows no such call. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
