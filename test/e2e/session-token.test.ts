// A machine without a keychain: the token is typed, kept for this session only, as the window says, and never seen again. Also:
// another account never replaces the existing one.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectShown, goTo } from './desk-page.ts';
import { HOSTS } from './hosts.ts';
import { useSession } from './use-session.ts';

const TEST_WITHIN_MS = 120_000;

describe.each(HOSTS)('A token on a machine without a keychain, in the $name', (host) => {
  const isHidden = process.platform === 'linux';
  const unavailable = isHidden ? host.unavailable : "this system's keychain cannot be hidden from a test";
  const current = useSession({ host: { ...host, unavailable }, withoutToken: true });

  it(
    'serves for this session, is said to, and is nowhere on disk nor in what the page receives',
    async () => {
      const { page, gateway, folder, link, received } = current();
      await page.goto(link);
      await page.getByLabel('Name of this account').fill('Salaries');
      await page.getByLabel("Gateway's address").fill(gateway.url);
      await page.getByLabel('Merchant id (mid)').fill(gateway.mid);
      await page.getByLabel('Token', { exact: true }).fill(gateway.token);
      await page.getByRole('button', { name: 'Save and test connection' }).click();
      await expectShown(page.getByText('The token is kept in memory only.'));
      await expectShown(page.getByText('The gateway answered.'));
      expect(await page.getByLabel('Token', { exact: true }).inputValue()).toBe('');
      await page.getByRole('button', { name: 'Use this account' }).click();
      await goTo(page, 'Settings');
      await expectShown(page.getByRole('row', { name: /^Salaries/ }).getByText('For this session'));

      await page.getByRole('button', { name: 'Connect another account' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name of this account').fill('Salaries');
      await dialog.getByLabel("Gateway's address").fill('https://other.example.com');
      await dialog.getByLabel('Merchant id (mid)').fill('12');
      await dialog.getByRole('button', { name: 'Save and test connection' }).click();
      await expectShown(dialog.getByText(/^There is an account called Salaries already/));
      await page.keyboard.press('Escape');
      await expectShown(page.getByRole('row', { name: /^Salaries/ }).getByText(gateway.mid));

      await page.getByRole('button', { name: 'Forget the token Salaries' }).click();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expectShown(page.getByRole('row', { name: /^Salaries/ }).getByText('For this session'));
      await page.getByRole('button', { name: 'Forget the token Salaries' }).click();
      await dialog.getByRole('button', { name: 'Forget it' }).click();
      await expectShown(page.getByRole('row', { name: /^Salaries/ }).getByText('No keychain'));
      await expect.poll(() => page.getByRole('button', { name: 'Forget the token Salaries' }).count()).toBe(0);

      const all = await received();
      expect(all.length).toBeGreaterThan(1_000);
      expect(all).not.toContain(gateway.token);
      expect(filesWith(folder, gateway.token)).toEqual([]);
    },
    TEST_WITHIN_MS,
  );
});

/** Chromium keeps dangling links, and files that disappear while being listed: neither can hold a token. */
function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => existsSync(path) && readFileSync(path).includes(text));
}
