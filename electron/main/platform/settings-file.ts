// What a window remembers of itself, such as its theme or the files opened last: a small file beside the database.
// Nothing that is paid rests on it, so a file that cannot be read counts as none.

import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** A small file that is read and written whole. */
export interface SmallFile {
  /** Null when there is nothing that can be read. */
  read(): unknown;
  /** Errors: throws what the disk says. */
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

/** Prepares writing the file's whole content. `onWriteFailed` is called when the disk did not take it. */
export function prepareFileWrite(file: SmallFile, onWriteFailed: () => void): (content: unknown) => void {
  return (content) => {
    try {
      file.write(content);
    } catch {
      onWriteFailed();
    }
  };
}
