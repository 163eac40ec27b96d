// A live database that is gone from its folder, in a real browser on the built door: it is noticed before anything is started,
// and restored from a backup.

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { machineId } from '../../electron/main/platform/machine-id.ts';
import { openHeadedWriter } from '../../electron/main/store/store.ts';
import { fillDoubt } from '../desk/filled-desk.ts';
import { headPlaceIn } from '../fixtures/head-place.ts';
import { expectShown } from './desk-page.ts';
import { useSession } from './use-session.ts';

const TEST_WITHIN_MS = 60_000;

/** The database before it was deleted. */
let backup = Buffer.alloc(0);

/** Confirms a batch in the folder's live desk and deletes its database. */
function loseDatabase(folder: string): void {
  const path = join(folder, 'desk.db');
  const state = join(folder, 'state', 'payout-desk');
  const place = headPlaceIn(state, machineId(state, { platform: process.platform }));
  const opening = openHeadedWriter(
    { path, prefix: 'B' },
    { actor: 'asha@desk', nowMs: Date.now(), monotonicMs: () => performance.now(), place },
  );
  if (opening.kind !== 'open') throw new Error(`the desk is ${opening.kind}`);
  fillDoubt(opening.store, { count: 2, answers: 0 });
  opening.store.close();
  backup = readFileSync(path);
  for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true });
}

describe('A live database that is gone', () => {
  const current = useSession({ prepare: loseDatabase });

  it(
    'is missed on the first page, which leads to a backup and to nothing that is not there',
    async () => {
      const { page, link } = current();
      await page.goto(link);
      await expectShown(page.getByText('This desk is locked and sends nothing.'));
      await expectShown(page.getByText(/The database of this folder is gone, and with it 2 batches of ₹1,500\.00/));
      await expectShown(page.getByRole('button', { name: 'Begin anew without it' }));
      expect(await page.getByRole('button', { name: /not confirmed/ }).count()).toBe(0);
      await page.getByRole('button', { name: 'Restore a backup' }).click();
      const file = { name: 'kept.db', mimeType: 'application/octet-stream', buffer: backup };
      await page.getByLabel('Backup file').setInputFiles(file);
      await page.getByLabel('Type RESTORE').fill('RESTORE');
      await page.getByRole('dialog').getByRole('button', { name: 'Restore a backup' }).click();
      await expectShown(page.getByRole('dialog').getByText('The backup is in place.'));
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await expect.poll(() => page.getByText('This desk is locked and sends nothing.').count()).toBe(0);
    },
    TEST_WITHIN_MS,
  );
});
