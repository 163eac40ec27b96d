// Old batches archived in the window: the plan, the typed count, how it ended, and a drawer that reads as before.

import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { machineId } from '../../electron/main/platform/machine-id.ts';
import { openHeadedWriter } from '../../electron/main/store/store.ts';
import { headPlaceIn } from '../fixtures/head-place.ts';
import { fillOldBatches, LATER_MS } from '../store/archived-desk.ts';
import { MERCHANT, NOW_MS } from '../store/desk-file.ts';
import { setAccount } from './accounts.ts';
import { axeFaults } from './axe.ts';
import { chooseIn, expectShown, goTo, startWithPractice } from './desk-page.ts';
import { useSession } from './use-session.ts';

const TEST_WITHIN_MS = 120_000;
const clockFile = join(mkdtempSync(join(tmpdir(), 'archive-clock-')), 'clock');
let desk = '';

describe('Old batches', { timeout: TEST_WITHIN_MS }, () => {
  const current = useSession({
    clockFile,
    prepare: (folder) => {
      desk = folder;
      writeFileSync(clockFile, String(LATER_MS - Date.now()));
      setAccount(folder, { name: 'Salaries', url: MERCHANT.baseUrl, mid: String(MERCHANT.mid), more: [] });
      const state = join(folder, 'state', 'payout-desk');
      const place = headPlaceIn(state, machineId(state, { platform: process.platform }));
      const who = { actor: 'asha@desk', nowMs: NOW_MS, monotonicMs: () => 0, place };
      const opening = openHeadedWriter({ path: join(folder, 'desk.db'), prefix: 'B' }, who);
      if (opening.kind !== 'open') throw new Error(`the desk is ${opening.kind}`);
      fillOldBatches({ store: opening.store, merchantId: opening.store.merchants.ensure(MERCHANT) });
      opening.store.close();
    },
  });
  let page: Page;
  const dialog = () => page.getByRole('dialog');
  beforeAll(async () => {
    ({ page } = current());
    await startWithPractice(page, current().link);
    await chooseIn(page.getByRole('combobox', { name: 'Account' }), 'Salaries');
    await goTo(page, 'Settings');
  });

  it('are planned, archived once their number of payments is typed, and said to be', async () => {
    await page.getByRole('button', { name: 'Archive old batches' }).click();
    await expectShown(dialog().getByText('B0002 stays: 2 payments can still be retried.'));
    await dialog().getByRole('checkbox').check();
    await expectShown(dialog().getByText('13 · ₹6,500.00'));
    await expectShown(dialog().getByText('11 May 2026 2 can be retried'));
    const archive = dialog().getByRole('button', { name: 'Archive', exact: true });
    expect(await archive.isDisabled()).toBe(true);
    expect(await axeFaults(page)).toEqual([]);
    await dialog().getByRole('textbox').fill('13');
    await archive.click();
    await expectShown(dialog().getByText('2 batches archived.'));
    expect(await axeFaults(page)).toEqual([]);
    expect(readdirSync(join(desk, 'archives'))).toHaveLength(2);
    await dialog().getByRole('button', { name: 'Close' }).last().click();
  });
});
