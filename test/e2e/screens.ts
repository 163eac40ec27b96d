// Pictures of every screen and state, in both themes and two sizes, to be looked at and for the handbook. This file
// must never be part of a test: eyes judge.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from '../../build/fresh-build.ts';
import { REPOSITORY } from '../../build/repository.ts';
import { NO_CHROMIUM } from './chromium.ts';
import { openPageSession } from './page-session.ts';
import { tour } from './tour.ts';

/** The third is 1280 x 800 at 200 %. */
const SIZES = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 640, height: 400 },
];
const THEMES = ['light', 'dark'] as const;

const folder = path.resolve(process.argv[2] ?? path.join(REPOSITORY, 'out', 'screens'));
mkdirSync(folder, { recursive: true });
if (!ensureBuilt()) throw new Error('the program could not be built');
const session = await openPageSession();
if (session === null) throw new Error(NO_CHROMIUM);
const { page } = session;
let count = 0;
try {
  await tour(session, async (name) => {
    count += 1;
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const file = `${String(count).padStart(2, '0')}-${name}-${size.width}-${colorScheme}.png`;
        await page.screenshot({ path: path.join(folder, file), animations: 'disabled' });
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  });
} finally {
  await session.close();
}
process.stdout.write(`${count} screens in ${folder}\n`);
