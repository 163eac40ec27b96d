// A file in which a window keeps what it could do without. In: such a file. Out: how to write it.
// This file must never let a disk that takes nothing stop what the content is about: it then holds while this process lives.

import type { Rooms } from '../ports.ts';

/** Writes the file's whole content. `onNotKept` hears when the disk did not take it. */
export function keptIfTaken(file: Rooms['settings'], onNotKept: () => void): (content: unknown) => void {
  return (content) => {
    try {
      file.write(content);
    } catch {
      onNotKept();
    }
  };
}
