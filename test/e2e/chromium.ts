// A headless Chromium of this machine.

import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';

export const NO_CHROMIUM = 'there is no Chromium on this machine';

/** The shell first: it is the same browser without a window, and takes a third of the processor time for each page. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
];

/** Where Chromium is; null when it is not installed. */
export function findChromium(): string | null {
  return [process.env['CHROMIUM'] ?? '', ...PLACES].find((place) => place !== '' && existsSync(place)) ?? null;
}

export async function openChromium(executablePath: string): Promise<Browser> {
  return await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

/** Longer than one test file takes to follow another; a script ends this much later. */
const IDLE_MS = 15_000;

let shared: Promise<Browser> | null = null;
let contextCount = 0;
let idle: NodeJS.Timeout | undefined;

/**
 * Opens a context of its own in the browser of this process: starting one for each desk takes a second of processor time. The
 * browser ends some time after its last context; one that died is replaced.
 */
export async function openContext(executablePath: string, options: BrowserContextOptions): Promise<BrowserContext> {
  clearTimeout(idle);
  contextCount += 1;
  try {
    const browser = await (shared ??= openShared(executablePath));
    const context = await browser.newContext(options);
    context.once('close', () => leave(browser));
    return context;
  } catch (error) {
    contextCount -= 1;
    throw error;
  }
}

function openShared(executablePath: string): Promise<Browser> {
  const opening = openChromium(executablePath);
  const forget = (): void => {
    if (shared === opening) shared = null;
  };
  opening.then((browser) => browser.once('disconnected', forget), forget);
  return opening;
}

function leave(browser: Browser): void {
  contextCount -= 1;
  if (contextCount > 0) return;
  idle = setTimeout(() => {
    shared = null;
    void browser.close();
  }, IDLE_MS);
}
