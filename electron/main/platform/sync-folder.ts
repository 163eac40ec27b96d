import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Fsyncs a file that somebody has written to the end. Throws on a disk error. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

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
