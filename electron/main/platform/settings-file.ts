// Small files beside the database for what a window remembers, such as its theme. No payment depends on them, so one that
// cannot be read counts as missing.

import { readFileSync, renameSync, writeFileSync } from 'node:fs';

export interface SmallFile {
  /** Null when there is nothing readable. */
  read(): unknown;
  /** Throws the disk's error. */
  write(value: unknown): void;
}

export function settingsFile(path: string): SmallFile {
  return {
    read: () => {
      try {
        return JSON.parse(readFileSync(path, 'utf8')) as unknown;
      } catch {
        return null;
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
