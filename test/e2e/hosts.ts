// The two hosts of the window: the browser door as it ships, and the built desktop app. A spec that runs on both tests the
// program, not a door.

import type { Page } from 'playwright-core';
import { startBuiltDesktop, whyNoDesktop } from './built-desktop.ts';
import { startBuiltDoor } from './built-door.ts';
import { findChromium, NO_CHROMIUM, openContext } from './chromium.ts';
import { followDesktop } from './hear-desktop.ts';

export interface HostedPage {
  readonly page: Page;
  /** The first address to open. */
  readonly link: string;
  readonly folder: string;
  /** Everything that the page has received until now. */
  readonly received: () => Promise<string>;
  /** Ends the desk's process as a power cut would. */
  readonly kill: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** `token` goes into the environment, as on a machine without a keychain; `clockFile` shifts the clock. */
export interface HostOptions {
  readonly token: string;
  readonly folder: string;
  readonly clockFile: string;
}

export interface Host {
  readonly name: string;
  /** Why it cannot run on this machine; null when it can. */
  readonly unavailable: string | null;
  /** Rejects what this host cannot do. */
  open(options: HostOptions): Promise<HostedPage>;
}

const VIEWPORT = { width: 1280, height: 800 };

/** Progress events never end; answers and files are what the page requests. */
const EVENTS = '/api/events';

export const DOOR: Host = {
  name: 'browser door',
  unavailable: findChromium() === null ? NO_CHROMIUM : null,
  open: (params) => openDoor(params),
};

/** Opens the door in a browser. `program`: another build of it; `env` adds to its environment. */
export async function openDoor(
  { token, folder, clockFile }: HostOptions,
  program: Pick<Parameters<typeof startBuiltDoor>[0] & object, 'program' | 'env'> = {},
): Promise<HostedPage> {
  const executable = findChromium();
  if (executable === null) throw new Error(NO_CHROMIUM);
  const door = await startBuiltDoor({ token, folder, clockFile, ...program });
  const context = await openContext(executable, { viewport: VIEWPORT, reducedMotion: 'reduce' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  const received: Promise<string>[] = [];
  page.on('response', (response) => {
    if (!response.url().endsWith(EVENTS)) received.push(response.text().catch(() => ''));
  });
  return {
    page,
    link: door.link,
    folder,
    kill: () => door.kill(),
    received: async () => (await Promise.all(received)).join('\n'),
    close: async () => {
      await context.close();
      await door.close();
    },
  };
}

export const DESKTOP: Host = {
  name: 'desktop app',
  unavailable: whyNoDesktop(),
  open: async ({ token, folder, clockFile }) => {
    if (clockFile !== '') throw new Error("the desktop app goes by the machine's clock");
    const desktop = await startBuiltDesktop({ token, folder });
    const { app, page, link } = desktop;
    await page.setViewportSize(VIEWPORT);
    return {
      page,
      link,
      folder,
      received: await followDesktop(app),
      kill: () => desktop.kill(),
      close: () => desktop.close(),
    };
  },
};

export const HOSTS: readonly Host[] = [DOOR, DESKTOP];
