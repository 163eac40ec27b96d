// A file that the page gives over IPC. In: its name and bytes, and the place where the preload was told it lies, as they came.
// Out: a reply with its handle. This file must never believe the page about a type, a size or a place, nor leave half a file
// behind.

import { readFile, stat } from 'node:fs/promises';
import { extname, isAbsolute } from 'node:path';
import { finished } from 'node:stream/promises';
import type { FileHandle } from '../../../../shared/api/file-handles.ts';
import type { Reply } from '../../../../shared/api/reply.ts';
import { FILE_MAX_BYTES } from '../../../../shared/limits.ts';
import { SPREADSHEET_ENDINGS } from '../../../../shared/spreadsheets.ts';
import type { FileShelf } from '../held/file-shelf.ts';
import { refusalOf } from './ipc-refusals.ts';

/** Shape: whatever came through the door. */
export interface GivenFile {
  readonly name: unknown;
  readonly bytes: unknown;
  readonly source: unknown;
}

export async function takeBytes(files: FileShelf, { name, bytes, source }: GivenFile): Promise<Reply<FileHandle>> {
  if (typeof name !== 'string' || name === '' || !(bytes instanceof Uint8Array)) return refusalOf('malformed');
  if (bytes.byteLength > FILE_MAX_BYTES) return refusalOf('tooLarge');
  const known = typeof source === 'string' && (await isFoundAt(source, bytes)) ? source : null;
  const receiving = files.receive(name);
  try {
    receiving.stream.end(bytes);
    await finished(receiving.stream);
    return { kind: 'done', value: receiving.finish(known) };
  } catch {
    receiving.abandon();
    return refusalOf('notTaken');
  }
}

/**
 * Whether these very bytes lie there, in a spreadsheet's file: the proof that whoever names the place was given the file, and
 * cannot have the desk open one that no person chose.
 */
async function isFoundAt(path: string, bytes: Uint8Array): Promise<boolean> {
  if (!isAbsolute(path) || !SPREADSHEET_ENDINGS.includes(extname(path).toLowerCase())) return false;
  try {
    const about = await stat(path);
    if (!about.isFile() || about.size !== bytes.byteLength) return false;
    return (await readFile(path)).equals(bytes);
  } catch {
    return false;
  }
}
