import { closeSync, fsyncSync, openSync } from 'node:fs';

/**
 * A rename survives a power cut once its folder is synced. Windows has no such call. Throws the disk's error; some network
 * drives do not support it either.
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
