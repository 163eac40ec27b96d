import { UNREADABLE } from '../text/open.ts';
import type { NotTold } from './told.ts';

/** A folder, or a file that was moved, removed or locked since it was chosen. */
export const CANNOT_BE_READ: NotTold = { kind: 'refused', refusal: { code: 'fileUnreadable', ...UNREADABLE } };

/** Errors: null when it cannot be read. */
export async function bytesOf(file: Blob): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return null;
  }
}

/**
 * Asked after a file did not arrive, to tell a file that cannot be read from a desk that cannot be reached. Its beginning is
 * read for that: a slice of a file that is gone has the size 0, and is read without an error.
 */
export async function isReadable(file: Blob): Promise<boolean> {
  const reader = file.stream().getReader();
  try {
    await reader.read();
    await reader.cancel();
    return true;
  } catch {
    return false;
  }
}
