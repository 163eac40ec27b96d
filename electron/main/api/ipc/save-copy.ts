// Saves what the desk made where a person chose. In: a file of the shelf and a path. Out: the same bytes there, whole or not
// at all. This file must never write to a path that did not come from the system's own save dialog.

import { randomUUID } from 'node:crypto';
import { copyFile, open, rename, rm } from 'node:fs/promises';

/** Written under a temporary name, synced, renamed. Errors: throws what the disk says, with nothing left behind. */
export async function saveCopy({ from, to }: { readonly from: string; readonly to: string }): Promise<void> {
  const beside = `${to}.${randomUUID()}.part`;
  try {
    await copyFile(from, beside);
    await sync(beside);
    await rename(beside, to);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
