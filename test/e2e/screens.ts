// Takes pictures of every screen and state, in both themes and four sizes, for people to look at; with `--guide` only those of
// the user guide, into docs/. With `--hindi` they show a second tab at the same place in Hindi: dialogs and menus, which have no
// address, are closed there. Never use this in a test: eyes judge.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { ensureBuilt } from '../../build/fresh-build.ts';
import { REPOSITORY } from '../../build/repository.ts';
import { NO_CHROMIUM } from './chromium.ts';
import { openPageSession } from './page-session.ts';
import { tour } from './tour.ts';

const USUAL_SIZE = { width: 1280, height: 800 };
/** The last is 1280 x 800 at 200 %. */
const SIZES = [USUAL_SIZE, { width: 1440, height: 900 }, { width: 1920, height: 1080 }, { width: 640, height: 400 }];
const THEMES = ['light', 'dark'] as const;

/** The guide's name for a screen of the tour, and the theme of its picture. */
const GUIDE: Readonly<Record<string, readonly [name: string, theme: (typeof THEMES)[number]]>> = {
  open: ['home', 'light'],
  match: ['match', 'light'],
  'review-errors': ['review-errors', 'light'],
  'confirm-live': ['confirm-live', 'light'],
  'run-sending': ['run-sending', 'dark'],
  unknown: ['needs-review', 'light'],
  result: ['result', 'light'],
};

const words = process.argv.slice(2);
const isGuide = words.includes('--guide');
const isHindi = words.includes('--hindi');
const usual = isGuide ? path.join(REPOSITORY, 'docs', 'screens') : path.join(REPOSITORY, 'out', 'screens');
const folder = path.resolve(words.find((word) => !word.startsWith('--')) ?? usual);
mkdirSync(folder, { recursive: true });
if (!ensureBuilt()) throw new Error('the program could not be built');
const session = await openPageSession();
if (session === null) throw new Error(NO_CHROMIUM);
const { page } = session;
const pictured = isHindi ? await openHindiTab(page) : page;
let count = 0;
try {
  await tour(session, async (screen) => {
    count += 1;
    const guide = GUIDE[screen];
    if (isGuide && guide === undefined) return;
    if (isHindi) await showIn(pictured, page.url());
    if (guide !== undefined && isGuide) {
      const [name, theme] = guide;
      await picture(`${name}-${isHindi ? 'hindi-' : ''}${theme}.png`, { size: USUAL_SIZE, theme });
    } else {
      for (const size of SIZES) {
        for (const theme of THEMES) {
          await picture(`${String(count).padStart(2, '0')}-${screen}-${size.width}-${theme}.png`, { size, theme });
        }
      }
    }
    await pictured.setViewportSize(USUAL_SIZE);
    await pictured.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  });
} finally {
  if (isHindi) await pictured.close();
  await session.close();
}
process.stdout.write(`${isGuide ? 'the screens of the guide' : `${count} screens`} in ${folder}\n`);

async function picture(
  file: string,
  { size, theme }: { readonly size: typeof USUAL_SIZE; readonly theme: (typeof THEMES)[number] },
): Promise<void> {
  await pictured.setViewportSize(size);
  await pictured.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await pictured.screenshot({ path: path.join(folder, file), animations: 'disabled' });
}

/** Another tab of the same desk, whose settings say Hindi. */
async function openHindiTab(beside: Page): Promise<Page> {
  const tab = await beside.context().newPage();
  const isOfSettings = (asked: string | null): boolean => asked?.includes('"readSettings"') ?? false;
  await tab.route('**/api/command', async (route) => {
    if (!isOfSettings(route.request().postData())) return await route.continue();
    const response = await route.fetch();
    const body = (await response.text()).replace('"language":"en"', '"language":"hi"');
    await route.fulfill({ response, body });
  });
  return tab;
}

async function showIn(tab: Page, address: string): Promise<void> {
  // The same address with another fragment would not reload.
  await tab.goto('about:blank');
  await tab.goto(address);
  await tab.getByRole('heading', { level: 1 }).waitFor();
  // The events of a desk never end; every other request has.
  await tab.waitForTimeout(700);
  await tab.getByText('पूछा जा रहा है').first().waitFor({ state: 'hidden' });
}
