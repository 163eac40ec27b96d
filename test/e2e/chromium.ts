// A headless Chromium of this machine.

import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

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
