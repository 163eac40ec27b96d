// A window of a desk that shares a register: what another desk paid, what it has open, and a row that it paid too, accepted on Confirm.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BUILT_CLI } from '../../build/fresh-build.ts';
import { hasSecretService, type OpenKeyring, openKeyring } from '../platform/keychain/secret-service.ts';
import { NO_POSTGRES, type PrivatePostgres, startPostgres } from '../register/private-postgres.ts';
import { setAccount } from './accounts.ts';
import { axeFaults } from './axe.ts';
import { chooseIn, csvOf, expectShown, goTo, openRows } from './desk-page.ts';
import { DOOR, openDoor } from './hosts.ts';
import { openPageSession, type PageSession, SESSION_STARTS_WITHIN_MS } from './page-session.ts';

const WHY_NOT = NO_POSTGRES ?? (hasSecretService() ? DOOR.unavailable : 'gnome-keyring and dbus are not installed');
const SECRETS = 'five words of a long phrase\n\n';
const SHEET =
  'name,upi id,amount,remark\nAsha Rao,asha.rao@sample,1000.50,Salary May\nRavi Iyer,ravi@sample,2000,Salary May\n';

describe('A window of a desk that shares a register', { timeout: 120_000 }, () => {
  let server: PrivatePostgres | null = null;
  let keyring: OpenKeyring | null = null;
  let session: PageSession | null = null;
  let page: Page;
  const delhi = mkdtempSync(path.join(tmpdir(), 'payout-desk-delhi-'));

  beforeAll(async () => {
    if (WHY_NOT !== null) return;
    const [postgres, ring] = [await startPostgres(), await openKeyring()];
    [server, keyring] = [postgres, ring];
    postgres.sql('CREATE ROLE payout_desk_member NOLOGIN');
    postgres.sql('CREATE ROLE clerk LOGIN IN ROLE payout_desk_member');
    const open: typeof DOOR.open = (options) => openDoor(options, { env: ring.environment });
    session = await openPageSession(
      { ...DOOR, open },
      {
        prepare: (pune, { url, mid, token }) => {
          const run = (folder: string, words: readonly string[], input = SECRETS): void => {
            const said = spawnSync(process.execPath, [BUILT_CLI, ...words, '--data', folder], {
              env: {
                ...process.env,
                XDG_STATE_HOME: path.join(folder, 'state'),
                ...ring.environment,
                PAYOUT_DESK_TOKEN: token,
              },
              encoding: 'utf8',
              input,
            });
            if (said.status !== 0) throw new Error(`${words.join(' ')}: ${said.stderr}`);
          };
          const file = path.join(delhi, 'team.join');
          const where = ['--host', '127.0.0.1', '--port', String(postgres.port), '--database', 'team'];
          for (const folder of [pune, delhi]) setAccount(folder, { name: 'Salaries', url, mid, more: [] });
          run(delhi, ['register', 'init', ...where, '--user', 'keeper', '--out', file]);
          run(pune, ['register', 'join', file, '--name', 'Pune', '--user', 'clerk']);
          run(delhi, ['register', 'join', file, '--name', 'Delhi', '--user', 'clerk']);
          writeFileSync(path.join(delhi, 'may.csv'), SHEET);
          run(delhi, ['run', path.join(delhi, 'may.csv'), '--profile', 'Salaries', '--yes', '--accept-warnings'], '');
        },
      },
    );
    if (session === null) return;
    ({ page } = session);
    await page.goto(session.link);
    await page.getByRole('button', { name: 'Use this account' }).click();
  }, SESSION_STARTS_WITHIN_MS * 2);
  afterAll(async () => {
    await session?.close();
    await keyring?.close();
    server?.remove();
    rmSync(delhi, { recursive: true, force: true });
  }, SESSION_STARTS_WITHIN_MS);
  beforeEach((context) => context.skip(session === null, WHY_NOT ?? ''));

  it('says in the rail who is there, and shows what another desk paid beside its own', async () => {
    const rail = page.getByRole('region', { name: 'Other desks' });
    await expectShown(rail.getByText('Register reachable'));
    await expectShown(rail.getByText('Delhi'));
    await goTo(page, 'History');
    await chooseIn(page.getByLabel('Desk', { exact: true }), 'All desks');
    const grid = page.getByRole('grid', { name: 'Payments of several desks' });
    await expectShown(grid.getByText('Ravi Iyer'));
    await expectShown(grid.getByText('B0001/3'));
    await expectShown(page.getByText(/Other desks as of/));
    await page.getByLabel('Search', { exact: true }).fill('asha');
    await expect.poll(() => grid.getByText('Ravi Iyer').count()).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
  });

  it('leaves out what the other desk paid until a person ticks that it is another payment', async () => {
    await openRows(page, csvOf(['Asha Rao,asha.rao@sample,1200,Salary May', 'Meera,meera@sample,3000,Salary May']));
    await page.getByRole('button', { name: 'Check and confirm' }).click();
    await expectShown(page.getByText('Delhi/B0001/2').first());
    await expectShown(page.getByRole('heading', { name: /₹3,000.00/ }));
    await page.getByLabel('It is another payment').check();
    await expectShown(page.getByRole('heading', { name: /₹4,200.00/ }));
    expect(await axeFaults(page)).toEqual([]);
  });

  it('goes on without the register, and says since when', async () => {
    server?.stop();
    await expectShown(page.getByRole('region', { name: 'Other desks' }).getByText(/Register away since/), 60_000);
    await goTo(page, 'History');
    await chooseIn(page.getByLabel('Desk', { exact: true }), 'Delhi');
    await expectShown(page.getByRole('grid', { name: 'Payments of several desks' }).getByText('Ravi Iyer'));
  });
});
