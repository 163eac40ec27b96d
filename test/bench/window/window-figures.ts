// What is measured in the window, each figure with its goal.

import type { Page } from 'playwright-core';
import { chooseIn, openRows } from '../../e2e/desk-page.ts';
import { atLeast, atMost, type Figure, median, reported, SHOW } from '../figures.ts';
import { type MeasuredDesk, PROFILE } from './measured-desk.ts';
import { type Frames, framesDuring, scrollGrid, untilOnReview, untilTotalsChange } from './page-probe.ts';
import type { Waited } from './rows-asker.ts';
import { stallsBetween } from './stalls.ts';

/** `stallMs` is of the host's thread; `rowsMs` is a page of rows requested while a file is opened or confirmed. */
const GOALS = {
  firstPaintMs: 1_000,
  xlsxSeconds: 1.5,
  csvSeconds: 2,
  editMs: 60,
  editOfManyMs: 120,
  frameMs: 100,
  stallMs: 16,
  rowsMs: 250,
  framesPerSecond: 55,
  pdfSeconds: 2,
} as const;

/** The page's thread time per frame at that rate. */
const FRAME_WORK_MS = 1_000 / GOALS.framesPerSecond;

const EDITS = 15;
const SCROLL_SECONDS = 4;
/** A wheel turned briskly, and a dragged scroll bar. */
const SCROLLS = { steady: 3, flying: 60 } as const;

const FIRST_PAINT = `new Promise((resolve) => new PerformanceObserver((list) => {
  for (const entry of list.getEntriesByName('first-contentful-paint')) resolve(entry.startTime);
}).observe({ type: 'paint', buffered: true }))`;

export async function firstPaint(page: Page, link: string): Promise<Figure[]> {
  const paint = async (): Promise<number> => {
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    return (await page.evaluate(FIRST_PAINT)) as number;
  };
  await page.goto(link);
  const first = await paint();
  const again: number[] = [];
  for (let visit = 0; visit < 5; visit += 1) {
    await page.reload();
    again.push(await paint());
  }
  return [
    atMost('first paint, first visit', first, { goal: GOALS.firstPaintMs, show: SHOW.milliseconds }),
    atMost('first paint, reloaded (median of 5)', median(again), {
      goal: GOALS.firstPaintMs,
      show: SHOW.milliseconds,
    }),
  ];
}

/** From choosing the file until its rows are on Review, without the time that Match waits for the person. */
export async function openFile(
  desk: MeasuredDesk,
  { name, path, goal }: { readonly name: string; readonly path: string; readonly goal: 'xlsxSeconds' | 'csvSeconds' },
): Promise<Figure[]> {
  const { page } = desk;
  let seconds = 0;
  const about = await during(desk, async () => {
    seconds = (await untilOnReview(page, () => openRows(page, path))) / 1_000;
  });
  return [atMost(`${name}: on Review`, seconds, { goal: GOALS[goal], show: SHOW.seconds }), ...about.figures(name)];
}

/** Types amounts into the first rows and waits for the totals to change. */
export async function editRows(
  desk: MeasuredDesk,
  { name, goal }: { readonly name: string; readonly goal: 'editMs' | 'editOfManyMs' },
): Promise<Figure[]> {
  const { page } = desk;
  const grid = page.getByRole('grid');
  await grid.evaluate('(element) => { element.scrollTop = 0; }');
  await grid
    .getByRole('row')
    .nth(1)
    .getByRole('gridcell', { name: /\.\d\d$/ })
    .first()
    .click();
  const editAll = async (rupees: number): Promise<readonly number[]> => {
    const times: number[] = [];
    for (let edit = 0; edit < EDITS; edit += 1) {
      await page.keyboard.press('F2');
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(`${rupees + edit}.75`);
      times.push(await untilTotalsChange(page, () => page.keyboard.press('Enter')));
    }
    return times;
  };
  // Counting frames requests every frame from the page, which no person does, so timed edits are not counted.
  const times = await editAll(1_000);
  const about = await during(desk, async () => void (await editAll(2_000)));
  return [
    atMost(`${name}: totals after an edit (median of ${EDITS})`, median(times), {
      goal: GOALS[goal],
      show: SHOW.milliseconds,
    }),
    reported(`${name}: totals after an edit, slowest`, SHOW.milliseconds(Math.max(...times))),
    ...about.figures(`${name}: editing`),
  ];
}

export async function scrollRows(desk: MeasuredDesk, name: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [how, rowsPerFrame] of Object.entries(SCROLLS)) {
    const rounds: Frames[] = [];
    for (let round = 0; round < 3; round += 1) {
      rounds.push(await scrollGrid(desk.page, { seconds: SCROLL_SECONDS, rowsPerFrame }));
    }
    const rate = median(rounds.map(({ count, seconds }) => count / seconds));
    const longest = median(rounds.map(({ longestMs }) => longestMs));
    const work = median(rounds.map(({ work: { all }, count }) => all / count));
    const [{ work: parts, count }] = rounds as [Frames];
    const perFrame = (ms: number): string => SHOW.milliseconds(ms / count);
    figures.push(
      atLeast(`${name}: scrolling, ${how} (median of 3)`, rate, {
        goal: GOALS.framesPerSecond,
        show: SHOW.framesPerSecond,
      }),
      atMost(`${name}: scrolling, ${how}, work per frame`, work, { goal: FRAME_WORK_MS, show: SHOW.milliseconds }),
      reported(
        `${name}: scrolling, ${how}, of it`,
        `script ${perFrame(parts.script)}, style ${perFrame(parts.style)}, layout ${perFrame(parts.layout)}`,
      ),
      atMost(`${name}: scrolling, ${how}, longest frame`, longest, { goal: GOALS.frameMs, show: SHOW.milliseconds }),
    );
    blame(`${name} ${how}`, rounds);
  }
  return figures;
}

/** Confirms the open draft and lets it run. Returns what was measured from the press of Pay on. */
export async function runRows(
  desk: MeasuredDesk,
  { name, rows, seconds }: { readonly name: string; readonly rows: number; readonly seconds: number },
): Promise<Figure[]> {
  const { page } = desk;
  const confirming = await during(desk, async () => {
    await page.getByRole('button', { name: 'Check and confirm' }).click();
    await page.getByLabel(/Type the number of payments/).fill(String(rows));
    await page.getByRole('button', { name: /^Pay ₹/ }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor({ timeout: 120_000 });
  });
  let ran = 0;
  const running = await during(desk, async () => {
    const from = performance.now();
    const settled = page.getByText(/^Finished: /).first();
    await settled.waitFor({ timeout: seconds * 1_000 }).catch(() => undefined);
    ran = (performance.now() - from) / 1_000;
  });
  const paid = await paidCount(page);
  return [
    ...confirming.figures(`${name}: confirming`),
    reported(`${name}: paid while watched`, `${paid} of ${rows} in ${SHOW.seconds(ran)}`),
    ...running.figures(`${name}: running`),
  ];
}

/** From the button on Result until the browser has the whole file; the first one of a desk, which loads the code and fonts. */
export async function savePdf(page: Page, name: string): Promise<Figure[]> {
  await page
    .getByText(/^Finished: /)
    .first()
    .waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'See the result' }).click();
  const save = async (): Promise<number> => {
    await page.getByRole('button', { name: 'Save report' }).click();
    const form = page.getByRole('menuitem', { name: 'PDF' });
    await form.waitFor();
    const from = performance.now();
    const [download] = await Promise.all([page.waitForEvent('download'), form.click()]);
    await download.path();
    return (performance.now() - from) / 1_000;
  };
  const first = await save();
  return [
    atMost(`PDF of ${name}, from the button`, first, { goal: GOALS.pdfSeconds, show: SHOW.seconds }),
    reported(`PDF of ${name}, once more`, SHOW.seconds(await save())),
  ];
}

/** Pauses the run, so that another file may be opened. */
export async function pauseRun(page: Page): Promise<void> {
  const pause = page.getByRole('button', { name: 'Pause' });
  if (!(await pause.isVisible())) return;
  await pause.click();
  await page.getByRole('button', { name: 'Resume' }).waitFor({ timeout: 60_000 });
}

/** Stops the grid from following the run. */
export async function stopFollowing(page: Page): Promise<void> {
  await page.getByRole('grid').hover();
  await page.mouse.wheel(0, -200);
  await page.getByRole('button', { name: 'Jump to current' }).waitFor();
}

async function paidCount(page: Page): Promise<string> {
  const chip = page.getByRole('group', { name: 'Show payments' }).getByRole('button', { name: 'Paid' });
  return ((await chip.textContent()) ?? '').replace(/^Paid | ₹.*/g, '');
}

/** Chooses the account that sends to the gateway of the benchmark. */
export async function chooseProfile(page: Page): Promise<void> {
  await chooseIn(page.getByRole('combobox', { name: 'Account' }), PROFILE);
}

/** Performs an action while page, desk and an idle process are measured. */
async function during(desk: MeasuredDesk, act: () => Promise<void>): Promise<{ figures(name: string): Figure[] }> {
  const fromMs = Date.now();
  let asked: readonly Waited[] = [];
  const frames = await framesDuring(desk.page, async () => {
    asked = await desk.rowsAsker.during(act);
  });
  // The meter writes ten lines a second; wait until the last ones are in the file.
  await desk.page.waitForTimeout(250);
  const stretch = { fromMs, toMs: Date.now(), boundMs: GOALS.stallMs };
  const own = stallsBetween(desk.stallsFile, stretch);
  const idle = stallsBetween(desk.idleStallsFile, stretch);
  return {
    figures: (name) => {
      blame(name, [frames]);
      const waited = `${SHOW.milliseconds(own.longestMs)}, over ${GOALS.stallMs} ms in ${own.over} of ${own.lines} looks`;
      return [
        atMost(`${name}: desk at work without a pause`, own.workMs, { goal: GOALS.stallMs, show: SHOW.milliseconds }),
        reported(`${name}: event loop waited`, waited),
        reported(`${name}: an idle process waited`, SHOW.milliseconds(idle.longestMs)),
        atMost(`${name}: longest frame of the page`, frames.longestMs, {
          goal: GOALS.frameMs,
          show: SHOW.milliseconds,
        }),
        ...(asked.length === 0 ? [] : rowsFigures(name, asked)),
      ];
    },
  };
}

/** How long a page of rows of an earlier batch took meanwhile, and for how much of it the window did not say why. */
function rowsFigures(name: string, asked: readonly Waited[]): readonly Figure[] {
  const slowest = Math.max(...asked.map(({ waitedMs }) => waitedMs));
  const untold = Math.max(...asked.map(({ untoldMs }) => untoldMs));
  const what = `${name}: page of rows meanwhile, slowest of ${asked.length}`;
  return [
    reported(what, SHOW.milliseconds(slowest)),
    atMost(`${what}, without a reason told`, untold, { goal: GOALS.rowsMs, show: SHOW.milliseconds }),
  ];
}

/** What the browser says of the longest frames, for whoever fixes them. */
function blame(name: string, frames: readonly Frames[]): void {
  const longest = frames.toSorted((a, b) => b.longestMs - a.longestMs)[0];
  for (const line of longest?.blame ?? []) process.stderr.write(`  ${name}: ${line}\n`);
}
