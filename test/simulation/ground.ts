// The folder in which simulated machines keep their disks: in memory where the system has such a folder, since nothing
// of it outlives the run.

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

/** Opens a folder of one's own. Errors: throws when no database can be made there. */
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
