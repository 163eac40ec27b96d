// A file that has become unreadable when it is opened or restored: the window says so, and remains usable.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { expectShown, goTo, passMatch, startWithPractice } from './desk-page.ts';
import { HOSTS } from './hosts.ts';
import { useSession } from './use-session.ts';

const TEST_WITHIN_MS = 90_000;

describe.each(HOSTS)('A file that cannot be read on the $name', (host) => {
  const place = mkdtempSync(join(tmpdir(), 'payout-desk-gone-'));
  let page: Page;
  useSession({
    host,
    begin: async (session) => {
      ({ page } = session);
      await startWithPractice(page, session.link);
    },
  });

  afterAll(() => rmSync(place, { recursive: true, force: true }));

  it(
    'is said when it is dropped, and the next one opens',
    async () => {
      await dropGone(page, join(place, 'gone.csv'));
      await expectShown(page.getByText('This file cannot be read.'));
      expect(await page.getByText('cannot reach Payout Desk').count()).toBe(0);
      const next = {
        name: 'people.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Name,UPI ID,Amount,Remark\nA,a@b,1,x'),
      };
      await page.locator('input[type=file]').setInputFiles(next);
      await passMatch(page);
    },
    TEST_WITHIN_MS,
  );

  it(
    'is said when it is restored, and the dialog can be used again',
    async () => {
      await goTo(page, 'Settings');
      await page.getByRole('button', { name: 'Restore a backup' }).click();
      const dialog = page.getByRole('dialog');
      const file = join(place, 'backup.db');
      writeFileSync(file, 'a backup');
      await dialog.getByLabel('Backup file').setInputFiles(file);
      rmSync(file);
      await dialog.getByLabel('Type RESTORE').fill('RESTORE');
      const restore = dialog.getByRole('button', { name: 'Restore a backup' });
      await restore.click();
      await expectShown(dialog.getByText('This file cannot be read.'));
      await expect.poll(() => restore.isEnabled()).toBe(true);
    },
    TEST_WITHIN_MS,
  );
});

/** A file that is chosen, removed by another program, and dropped. */
async function dropGone(page: Page, file: string): Promise<void> {
  writeFileSync(file, 'Name,UPI ID,Amount,Remark\n');
  const input = await page.evaluateHandle(
    "window.chosen = Object.assign(document.createElement('input'), { type: 'file' })",
  );
  await input.asElement()?.setInputFiles(file);
  rmSync(file);
  const data = await page.evaluateHandle(
    `(() => {
      const data = new DataTransfer();
      data.items.add(window.chosen.files[0]);
      return data;
    })()`,
  );
  await page.dispatchEvent('main', 'drop', { dataTransfer: data });
}
