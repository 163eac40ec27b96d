import { closeSync, fsyncSync, openSync } from 'node:fs';

/**
 * A rename is kept over a power cut once its folder is synced. Windows knows no such call.
 * Errors: throws what the disk says; some network drives know no such call either.
 */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
