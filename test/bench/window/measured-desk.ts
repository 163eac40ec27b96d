// The built browser door with a stall meter in it, the practice gateway in a separate process, and a page.

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { BUILT_CLI, ensureBuilt } from '../../../build/fresh-build.ts';
import { type BuiltDoor, startBuiltDoor } from '../../e2e/built-door.ts';
import { openChromium } from '../../e2e/chromium.ts';
import { servePracticeGateway } from '../../e2e/practice-gateway.ts';
import { addProbe } from './page-probe.ts';
import { openRowsAsker, type RowsAsker } from './rows-asker.ts';
import { measuredBy } from './stalls.ts';

/** An idle process is measured beside the desk: its waits are the machine's fault. */
export interface MeasuredDesk {
  readonly page: Page;
  readonly browser: Browser;
  readonly door: BuiltDoor;
  readonly folder: string;
  readonly stallsFile: string;
  readonly idleStallsFile: string;
  /** Another client of the same desk. */
  readonly rowsAsker: RowsAsker;
  close(): Promise<void>;
}

export const PROFILE = 'Bench';

export async function openMeasuredDesk(
  executable: string,
  { rate, inFlight }: { readonly rate: number; readonly inFlight: number },
): Promise<MeasuredDesk> {
  if (!ensureBuilt()) throw new Error('the program could not be built');
  const folder = mkdtempSync(join(tmpdir(), 'payout-desk-bench-window-'));
  const data = join(folder, 'data');
  const gateway = await servePracticeGateway();
  const profile = ['profile', 'set', PROFILE, '--base-url', gateway.url, '--mid', gateway.mid, '--data', data];
  execFileSync(process.execPath, [BUILT_CLI, ...profile, '--rate', String(rate), '--in-flight', String(inFlight)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, XDG_STATE_HOME: join(data, 'state') },
  });
  const stallsFile = join(folder, 'stalls');
  const idleStallsFile = join(folder, 'idle-stalls');
  const idle = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { ...process.env, ...measuredBy(idleStallsFile) },
  });
  const door = await startBuiltDoor({ token: gateway.token, folder: data, env: measuredBy(stallsFile) });
  const browser = await openChromium(executable);
  const page = await openPage(browser);
  return {
    page,
    browser,
    door,
    folder,
    stallsFile,
    idleStallsFile,
    rowsAsker: openRowsAsker(page),
    close: async () => {
      await browser.close();
      await door.close();
      await gateway.close();
      idle.stdin.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A page with an empty cache and the probe in it, in the larger of its two sizes: more rows to draw. */
async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  const page = await context.newPage();
  await addProbe(page);
  return page;
}
