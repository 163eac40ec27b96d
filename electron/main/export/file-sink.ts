// A stream into an open file that hashes and counts what passes. In: bytes. Out: the same bytes on disk, synced at the
// end. This file must never report an end before the disk has the last byte.

import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Writable } from 'node:stream';
import type { Sha256 } from '../../../shared/ids.ts';

/** Shape: `fault` is what the disk said, null while it took everything. */
export interface FileSink {
  readonly stream: Writable;
  readonly fault: () => unknown;
  readonly digest: () => { readonly sizeBytes: number; readonly sha256: Sha256 };
}

/** Opens a sink into the file; whoever opened the file closes it. */
export function createFileSink(file: FileHandle): FileSink {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let fault: unknown = null;
  const settle = async (work: Promise<void>, done: (error?: Error) => void) => {
    try {
      await work;
    } catch (error) {
      fault = error;
      done(new Error('the disk did not take it', { cause: error }));
      return;
    }
    done();
  };
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      sizeBytes += chunk.length;
      void settle(file.writeFile(chunk), done);
    },
    final: (done) => void settle(file.sync(), done),
  });
  return { stream, fault: () => fault, digest: () => ({ sizeBytes, sha256: hash.digest('hex') as Sha256 }) };
}
