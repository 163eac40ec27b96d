// A file that the page gives over IPC. In: its name and bytes, as they came. Out: a reply with its handle.
// This file must never believe the page about a type or a size, nor leave half a file behind.

import { finished } from 'node:stream/promises';
import type { FileHandle } from '../../../../shared/api/file-handles.ts';
import type { Reply } from '../../../../shared/api/reply.ts';
import { FILE_MAX_BYTES } from '../../../../shared/limits.ts';
import type { FileShelf } from '../held/file-shelf.ts';
import { refusalOf } from './ipc-refusals.ts';

export async function takeBytes(files: FileShelf, name: unknown, bytes: unknown): Promise<Reply<FileHandle>> {
  if (typeof name !== 'string' || name === '' || !(bytes instanceof Uint8Array)) return refusalOf('malformed');
  if (bytes.byteLength > FILE_MAX_BYTES) return refusalOf('tooLarge');
  const receiving = files.receive(name);
  try {
    receiving.stream.end(bytes);
    await finished(receiving.stream);
    return { kind: 'done', value: receiving.finish() };
  } catch {
    receiving.abandon();
    return refusalOf('notTaken');
  }
}
