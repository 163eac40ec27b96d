// The fast tests open a thousand databases, and each syncs its writes: in memory the whole run takes a tenth less time. The door
// tests keep the system's own folder, because they test what a disk does.

import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import type { TestProject } from 'vitest/node';

/** A file system in memory, on Linux. */
const MEMORY = '/dev/shm';

/** Ten times what the tests leave behind; a container may have only 64 MB. */
const FREE_MIN_BYTES = 2 * 1024 ** 3;

export function setup(project: TestProject): (() => void) | undefined {
  if (freeBytes() < FREE_MIN_BYTES) return undefined;
  const folder = mkdtempSync(`${MEMORY}/payout-desk-tests-`);
  project.config.env = { ...project.config.env, TMPDIR: folder };
  return () => rmSync(folder, { recursive: true, force: true });
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
