// A dash in the place of a file is standard input or standard output. What comes in lies in a private file while the command runs,
// so that it is read, checked and remembered like any other file.

import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { RefusedError } from '../../../../shared/failures.ts';
import { FILE_MAX_BYTES } from '../../../../shared/limits.ts';
import { refusalOf } from '../../reports/atomic-file.ts';
import type { Streams } from './terminal.ts';

export const STANDARD = '-';

/**
 * A file in a new folder that only this user can enter, and that goes with the process. Throws RefusedError where there can be no
 * such folder.
 */
export function temporaryFile(name: string): string {
  const beginning = join(tmpdir(), 'payout-desk-');
  try {
    const folder = mkdtempSync(beginning);
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return join(folder, name);
  } catch (error) {
    throw refusedByDisk(error, beginning);
  }
}

/** The disk's error as a refusal; any other error as it is. */
function refusedByDisk(error: unknown, path: string): unknown {
  const refusal = refusalOf(error, { path, stage: 'opening' });
  return refusal === null ? error : new RefusedError(refusal);
}

/** The path itself, or that of a file with all of standard input. Of more than a file may have, enough is kept to be refused. */
export async function fileOrInput(path: string, { stdin }: Streams): Promise<string> {
  if (path !== STANDARD) return path;
  const file = temporaryFile('standard-input.csv');
  try {
    await pipeline(stdin, upTo(FILE_MAX_BYTES + 1), createWriteStream(file, { mode: 0o600, flags: 'wx' }));
  } catch (error) {
    throw refusedByDisk(error, file);
  }
  return file;
}

function upTo(limit: number): (chunks: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array> {
  return async function* cut(chunks) {
    let bytes = 0;
    for await (const chunk of chunks) {
      const rest = chunk.subarray(0, limit - bytes);
      bytes += rest.length;
      yield rest;
      if (bytes >= limit) return;
    }
  };
}
