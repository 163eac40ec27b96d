// Makes the film of the README: twenty seconds from the dropped file to the result, on the practice gateway. It writes
// docs/film.png, an animated PNG. Never use this in a test: eyes judge.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { ensureBuilt } from '../../build/fresh-build.ts';
import { REPOSITORY } from '../../build/repository.ts';
import { animatedPng, type Frame } from './animated-png.ts';
import { NO_CHROMIUM } from './chromium.ts';
import { startWithPractice } from './desk-page.ts';
import { dropFile } from './dropped-file.ts';
import { openPageSession } from './page-session.ts';

const FILM_MS = 20_000;
const SIZE = { width: 1040, height: 650 };
const FILE = path.join(REPOSITORY, 'docs', 'film.png');
const ENDS_WITHIN_MS = 120_000;

/** Names, with a mistake that a payroll makes: the letter O in an IFSC. */
const FIRST = ['Aarav', 'Ananya', 'Diya', 'Rohit', 'Meera', 'Farhan', 'Kavita', 'Arjun', 'Lakshmi', 'Imran'];
const LAST = ['Sharma', 'Khan', 'Iyer', 'Verma', 'Nair', 'Patel', 'Fernandes', 'Reddy', 'Das', 'Kaur'];

function salaries(): Buffer {
  const people = Array.from({ length: 90 }, (_, at) => {
    const [first = '', last = ''] = [FIRST[at % FIRST.length], LAST[Math.floor(at / 9) % LAST.length]];
    const amount = (18_500 + 613 * at).toFixed(2);
    const upi = at === 3 ? 'failed.rohit@practice' : `${first}.${last}${at}@sample`.toLowerCase();
    if (at % 3 !== 1) return `${first} ${last},UPI,${upi},,,${amount},Salary Nov 2026`;
    const ifsc = at < 9 ? `HDFCO00${1_000 + at}` : `HDFC000${1_000 + at}`;
    return `${first} ${last},IMPS,,0091001000${47_000 + at},${ifsc},${amount},Salary Nov 2026`;
  });
  const header = 'Employee Name,Mode,UPI ID,Account No.,IFSC Code,Net Pay (Rs.),Narration';
  return Buffer.from([header, ...people, ''].join('\n'));
}

if (!ensureBuilt()) throw new Error('the program could not be built');
const session = await openPageSession();
if (session === null) throw new Error(NO_CHROMIUM);
const { page } = session;
const frames: Frame[] = [];
try {
  await page.setViewportSize(SIZE);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await startWithPractice(page, session.link);
  await page.getByText('No batch yet').waitFor();
  await show(1_300);
  await dropFile(page, { name: 'Salaries Nov 2026.csv', buffer: salaries() });
  await page.getByRole('heading', { level: 1, name: 'Match the columns' }).waitFor();
  await page.getByRole('button', { name: 'Check the rows' }).and(page.locator(':enabled')).waitFor();
  await show(1_900);
  await press(page.getByRole('button', { name: 'Check the rows' }));
  await page.getByRole('grid').getByText('Ananya').first().waitFor();
  const fix = page.getByRole('button', { name: /^Fix all \d/ });
  await fix.waitFor();
  await show(2_000);
  await press(fix);
  await page.getByRole('dialog').waitFor();
  await show(1_700);
  await press(page.getByRole('dialog').getByRole('button', { name: /^Fix all \d/ }));
  await fix.waitFor({ state: 'detached' });
  await show(1_100);
  await press(page.getByRole('button', { name: 'Check and confirm' }));
  await page.getByText('Only · ').first().waitFor();
  await show(1_900);
  await press(page.getByRole('table').getByRole('checkbox').first());
  await page
    .getByRole('button', { name: /^Pay ₹/ })
    .and(page.locator(':enabled'))
    .waitFor();
  await press(page.getByRole('button', { name: /^Pay ₹/ }));
  const running = page.getByRole('button', { name: 'Pause' });
  await running.waitFor();
  const result = page.getByRole('button', { name: 'See the result' });
  const seen: Buffer[] = [];
  const untilMs = performance.now() + ENDS_WITHIN_MS;
  while ((await running.isVisible()) && performance.now() < untilMs) seen.push(await picture());
  const [shown, each] = [seen.filter((_, at) => at % Math.ceil(seen.length / 14) === 0), 320];
  for (const png of shown) frames.push({ png, ms: each });
  await result.waitFor({ timeout: ENDS_WITHIN_MS });
  await press(result);
  await page.getByText('Totals match').first().waitFor();
  await page.getByRole('button', { name: 'Retry 1' }).waitFor({ timeout: ENDS_WITHIN_MS });
  const ms = FILM_MS - frames.reduce((sum, frame) => sum + frame.ms, 0);
  if (ms < 1_500) throw new Error(`nothing is left for the result: ${ms} ms`);
  await show(ms);
} finally {
  await session.close();
}
const film = animatedPng(frames);
writeFileSync(FILE, film);
process.stdout.write(
  `${frames.length} frames, ${FILM_MS / 1_000} s, ${(film.length / 1e6).toFixed(1)} MB in ${FILE}\n`,
);

async function picture(): Promise<Buffer> {
  return await page.screenshot({ animations: 'disabled' });
}

async function show(ms: number): Promise<void> {
  frames.push({ png: await picture(), ms });
}

/** Shows where the pointer is before it presses. */
async function press(what: Locator): Promise<void> {
  await what.hover();
  const box = await what.boundingBox();
  if (box === null) throw new Error('there is nothing to press');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  // The page's CSP takes no style tag; the properties of an element it does.
  await page.evaluate(`(() => {
    const dot = document.createElement('div');
    dot.id = 'pointer';
    const look = { position: 'fixed', zIndex: 99999, width: '26px', height: '26px', borderRadius: '50%', pointerEvents: 'none',
      background: 'rgb(59 91 219 / 35%)', border: '2px solid #3b5bdb', left: '${x - 15}px', top: '${y - 15}px' };
    Object.assign(dot.style, look);
    document.body.append(dot);
  })()`);
  await show(450);
  await page.evaluate(`document.getElementById('pointer')?.remove()`);
  await what.click();
}
