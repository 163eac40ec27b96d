// The folder for the disks of simulated machines: in memory if the system has such a folder, because none of it outlives the run.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStoreWriter } from '../../electron/main/store/store.ts';
import { RefusedError } from '../../shared/failures.ts';

const MEMORY_FOLDER = '/dev/shm';

export interface Ground {
  readonly root: string;
  readonly template: string;
  close(): void;
}

/** Opens a new folder. Throws when no database can be made there. */
export function openGround(): Ground {
  const root = mkdtempSync(join(existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), 'payout-desk-sim-'));
  const template = join(root, 'template.db');
  const opening = openStoreWriter(
    { path: template, prefix: 'B' },
    { actor: 'simulation', nowMs: 0, monotonicMs: () => 0 },
  );
  if (opening.kind === 'refused') throw new RefusedError(opening.refusal);
  opening.store.close();
  return { root, template, close: () => rmSync(root, { recursive: true, force: true }) };
}
