// An update or a removal under an open window of the built program: it is said before anything is lost, what is loaded goes on, and
// nothing that cannot be loaded becomes a fault.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { COMMAND_PATH } from '../../shared/api/wire.ts';
import { startBuiltDesktop, whyNoDesktop } from './built-desktop.ts';
import { type CopiedBuild, copyBuild } from './copied-build.ts';
import { chip, csvOf, expectShown, goTo, openRows, startWithPractice, typeOver } from './desk-page.ts';
import { DOOR, openDoor } from './hosts.ts';

const TEST_WITHIN_MS = 180_000;

/** It looks at its files every ten seconds. */
const SEEN_WITHIN_MS = 30_000;
const WAITS = { timeout: 30_000 };

const RESTART = 'Restart Payout Desk: it was updated or removed while open.';
const ROWS = ['Asha,asha@sample,100.00,Salary', 'Ravi,ravi@sample,oops,Salary'];

function emptyFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'payout-desk-changed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

function copied(): CopiedBuild {
  const build = copyBuild();
  onTestFinished(() => build.remove());
  return build;
}

async function openCopy(context: TestContext, build: CopiedBuild): Promise<Page> {
  context.skip(DOOR.unavailable !== null, DOOR.unavailable ?? '');
  const hosted = await openDoor({ token: '', folder: emptyFolder(), clockFile: '' }, { program: build.program });
  onTestFinished(() => hosted.close());
  await startWithPractice(hosted.page, hosted.link);
  return hosted.page;
}

describe('A program changed under an open browser door', { timeout: TEST_WITHIN_MS }, () => {
  it.for(['removeChunks', 'replaceFiles'] as const)(
    'is said by itself, and what is loaded goes on: %s',
    async (how, context) => {
      const build = copied();
      const page = await openCopy(context, build);
      await openRows(page, csvOf(ROWS));
      build[how]();
      await expectShown(page.getByText(RESTART), SEEN_WITHIN_MS);
      await expectShown(
        page.getByText(/Press Ctrl\+C where it was started, then run npm start \(or the installed command\) again\./),
      );
      await page.getByRole('group', { name: 'Show rows' }).getByRole('button', { name: 'All' }).click();
      await page.getByRole('grid').getByText('oops').click();
      await typeOver(page, '200');
      await page.keyboard.press('Enter');
      await expect.poll(() => chip(page, 'Ready'), WAITS).toBe(2);
      await page.reload();
      await expectShown(page.getByText(RESTART));
      await expect.poll(() => chip(page, 'Ready'), WAITS).toBe(2);
    },
  );

  it('is said at once where a chunk is missing, and never called a fault', async (context) => {
    const build = copied();
    const page = await openCopy(context, build);
    build.removeChunks();
    await page.getByRole('button', { name: 'Template (.xlsx)' }).click();
    await expectShown(page.getByText('This waits for the restart.'));
    await expectShown(page.getByText(RESTART));
    expect(await page.getByText(/something went wrong|a fault of its own/i).count()).toBe(0);
    await goTo(page, 'Settings');
    await expectShown(page.getByText(RESTART));
  });

  it('is said by a page of another version than the desk', async (context) => {
    const page = await openCopy(context, copied());
    await page.route(`**${COMMAND_PATH}`, async (route) => {
      if (route.request().postData()?.includes('"readDesk"') !== true) return await route.continue();
      const response = await route.fetch();
      const body = await response.text();
      await route.fulfill({ response, body: body.replace(/"version":"[^"]+"/, '"version":"99.0.0"') });
    });
    await page.reload();
    await expectShown(page.getByText(/^This page is version .+, Payout Desk is 99\.0\.0\. Load the page again\.$/));
    await page.unroute(`**${COMMAND_PATH}`);
    await page.getByRole('button', { name: 'Load the page again' }).click();
    await expectShown(page.getByRole('heading', { level: 1, name: 'Payouts' }));
    expect(await page.getByText(/^This page is version/).count()).toBe(0);
  });
});

describe('A program changed under the open desktop app', { timeout: TEST_WITHIN_MS }, () => {
  it('is restarted by the button, through the question before quitting', async (context) => {
    context.skip(whyNoDesktop() !== null, whyNoDesktop() ?? '');
    const build = copied();
    const desktop = await startBuiltDesktop({ root: build.root });
    onTestFinished(() => desktop.close());
    const { app, page, link } = desktop;
    await startWithPractice(page, link);
    const mark = path.join(emptyFolder(), 'relaunched');
    await app.evaluate(({ app: itself }, to) => {
      itself.relaunch = () => process.getBuiltinModule('node:fs').writeFileSync(to, '');
    }, mark);
    build.removeChunks();
    await expectShown(page.getByText(RESTART), SEEN_WITHIN_MS);
    await page.getByRole('button', { name: 'Restart Payout Desk' }).click();
    expect(await desktop.ended).toBe(0);
    expect(existsSync(mark)).toBe(true);
  });
});
