// Small files beside the database for what a window remembers, such as its theme. No payment depends on them, so for a window one
// that cannot be read counts as missing.

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { errorCode } from '../../../shared/failures.ts';

export interface SmallFile {
  /** Undefined when there is no file, null when it cannot be read. */
  read(): unknown;
  /** Throws the disk's error. */
  write(value: unknown): void;
}

export function settingsFile(path: string): SmallFile {
  return {
    read: () => {
      try {
        return JSON.parse(readFileSync(path, 'utf8')) as unknown;
      } catch (error) {
        return errorCode(error) === 'ENOENT' ? undefined : null;
      }
    },
    write: (value) => {
      writeFileSync(`${path}.new`, JSON.stringify(value), { mode: 0o600 });
      renameSync(`${path}.new`, path);
    },
  };
}

/** Returns a function that writes the whole file. `onWriteFailed` is called when the disk refused it. */
export function prepareFileWrite(file: SmallFile, onWriteFailed: () => void): (content: unknown) => void {
  return (content) => {
    try {
      file.write(content);
    } catch {
      onWriteFailed();
    }
  };
}
