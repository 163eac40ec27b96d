// What a window remembers of itself, such as its theme or the files opened last: a small file beside the database.
// Nothing that is paid rests on it, so a file that cannot be read counts as none.

import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Shape: `read` gives null when there is nothing that can be read. Errors: `write` throws what the disk says. */
export function settingsFile(path: string): { read(): unknown; write(value: unknown): void } {
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
