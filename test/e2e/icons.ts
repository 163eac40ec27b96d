// Draws the app's icon at every size that a system requires, from renderer/icon.svg, into build/resources.

import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from '../../build/repository.ts';
import { findChromium, NO_CHROMIUM, openChromium } from './chromium.ts';

/** The Windows and Mac icons are made from the largest. */
const SIZES = [16, 32, 48, 64, 128, 256, 512, 1024];

const chromium = findChromium();
if (chromium === null) throw new Error(NO_CHROMIUM);
const svg = readFileSync(path.join(REPOSITORY, 'renderer', 'icon.svg')).toString('base64');
const folder = path.join(REPOSITORY, 'build', 'resources', 'icons');
mkdirSync(folder, { recursive: true });
const browser = await openChromium(chromium);
try {
  for (const size of SIZES) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>body { margin: 0 } img { display: block; width: ${size}px }</style>
      <img src="data:image/svg+xml;base64,${svg}">`);
    await page.locator('img').evaluate('(image) => image.decode()');
    await page.screenshot({ path: path.join(folder, `${size}x${size}.png`), omitBackground: true });
    await page.close();
  }
} finally {
  await browser.close();
}
