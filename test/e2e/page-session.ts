// A page of Chromium on a built door of its own, with a gateway beside it whose address makes a profile LIVE.
// In: nothing. Out: all of them, and one way to end them. This file must never share a folder with another test.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { type BuiltDoor, startBuiltDoor } from './built-door.ts';
import { findChromium, openChromium } from './chromium.ts';
import { type PracticeProcess, servePracticeGateway } from './practice-gateway.ts';

/** Building, starting and a first paint, on a machine that does other things as well. */
export const SESSION_STARTS_WITHIN_MS = 120_000;

export const NO_CHROMIUM = 'there is no Chromium on this machine';

export interface PageSession {
  readonly page: Page;
  readonly browser: Browser;
  readonly door: BuiltDoor;
  readonly gateway: PracticeProcess;
  close(): Promise<void>;
}

interface SessionOptions {
  /** Says by how much the wall clock of gateway and door is off. */
  readonly clockFile?: string;
  /** Does something in the door's folder before the door opens it. */
  readonly prepare?: (folder: string, gateway: PracticeProcess) => void;
}

/** Shape: null where there is no Chromium. */
export async function openPageSession({
  clockFile = '',
  prepare = () => {},
}: SessionOptions = {}): Promise<PageSession | null> {
  const executable = findChromium();
  if (executable === null) return null;
  const gateway = await servePracticeGateway({ clockFile });
  const folder = mkdtempSync(join(tmpdir(), 'payout-desk-page-'));
  prepare(folder, gateway);
  const door = await startBuiltDoor({ token: gateway.token, folder, clockFile });
  const browser = await openChromium(executable);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  return {
    page,
    browser,
    door,
    gateway,
    close: async () => {
      await browser.close();
      await door.close();
      await gateway.close();
    },
  };
}
