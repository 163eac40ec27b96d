// Measures frames inside the page. The probe is text, because it runs in the page, where none of our modules exist.

import type { Page } from 'playwright-core';

/** Processor time of the page's main thread in milliseconds, unaffected by other work on the machine. */
export interface Work {
  readonly all: number;
  readonly script: number;
  readonly style: number;
  readonly layout: number;
}

/** In milliseconds. `blame` is what the browser says of the longest animation frames, the longest first. */
export interface Frames {
  readonly count: number;
  readonly seconds: number;
  readonly longestMs: number;
  readonly work: Work;
  readonly blame: readonly string[];
}

const PROBE = `
globalThis.probe = { stamps: [], long: [], turn: 0 };
probe.observer = new PerformanceObserver((list) => probe.long.push(...list.getEntries()));
try { probe.observer.observe({ type: 'long-animation-frame', buffered: false }); } catch { }
probe.start = () => {
  probe.stamps = [];
  probe.long = [];
  const turn = ++probe.turn;
  const tick = (at) => { if (probe.turn === turn) { probe.stamps.push(at); requestAnimationFrame(tick); } };
  requestAnimationFrame(tick);
};
probe.stop = () => {
  probe.turn += 1;
  const gaps = probe.stamps.slice(1).map((at, index) => at - probe.stamps[index]);
  const seconds = (probe.stamps.at(-1) - probe.stamps[0]) / 1000;
  const long = probe.long.toSorted((a, b) => b.duration - a.duration).slice(0, 3);
  const blame = long.map((frame) => Math.round(frame.duration) + ' ms: ' + frame.scripts
    .map((script) => script.invoker + ' ' + Math.round(script.duration) + ' ms' +
      (script.forcedStyleAndLayoutDuration > 5 ? ' (layout ' + Math.round(script.forcedStyleAndLayoutDuration) + ')' : ''))
    .join(', '));
  return { count: gaps.length, seconds, longestMs: Math.max(0, ...gaps), blame };
};
`;

export async function addProbe(page: Page): Promise<void> {
  await page.addInitScript(PROBE);
}

/** Frames during an action. */
export async function framesDuring(page: Page, act: () => Promise<void>): Promise<Frames> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = workOf(await devtools.send('Performance.getMetrics'));
  await page.evaluate('probe.start()');
  await act();
  const frames = (await page.evaluate('probe.stop()')) as Omit<Frames, 'work'>;
  const after = workOf(await devtools.send('Performance.getMetrics'));
  await devtools.detach();
  const work = {
    all: after.all - before.all,
    script: after.script - before.script,
    style: after.style - before.style,
    layout: after.layout - before.layout,
  };
  return { ...frames, work };
}

function workOf({ metrics }: { readonly metrics: readonly { readonly name: string; readonly value: number }[] }): Work {
  const of = (name: string): number => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1_000;
  return {
    all: of('TaskDuration'),
    script: of('ScriptDuration'),
    style: of('RecalcStyleDuration'),
    layout: of('LayoutDuration'),
  };
}

/** Scrolls the grid a step in every frame for some seconds, down and up again. Returns the frames drawn. */
export function scrollGrid(page: Page, { seconds, rowsPerFrame }: Scroll): Promise<Frames> {
  return framesDuring(page, async () => {
    await page.evaluate(`new Promise((resolve) => {
      const grid = document.querySelector('[role=grid]');
      const from = performance.now();
      let way = 1;
      const step = (at) => {
        if (at - from > ${seconds * 1000}) return resolve(null);
        const before = grid.scrollTop;
        grid.scrollTop += way * ${rowsPerFrame * ROW_HEIGHT_PX};
        if (grid.scrollTop === before) way = -way;
        requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    })`);
  });
}
interface Scroll {
  readonly seconds: number;
  readonly rowsPerFrame: number;
}

/** The grid's own, at its usual density. */
const ROW_HEIGHT_PX = 32;

const CHANGES_WITHIN_MS = 10_000;

/** Milliseconds from a key's event until the totals change, including the frame that shows it. */
export async function untilTotalsChange(page: Page, press: () => Promise<void>): Promise<number> {
  await page.evaluate(`void (globalThis.changed = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('the totals did not change')), ${CHANGES_WITHIN_MS});
    const totals = [...document.querySelectorAll('[role=status]')].find((one) => one.querySelector('dl') !== null);
    let pressedAt = 0;
    addEventListener('keydown', (event) => { pressedAt = event.timeStamp; }, { capture: true });
    new MutationObserver((_, observer) => {
      observer.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - pressedAt));
    }).observe(totals, { subtree: true, childList: true, characterData: true });
  }))`);
  await press();
  return (await page.evaluate('globalThis.changed')) as number;
}

/**
 * Milliseconds from choosing a file until its rows are on Review, without the time that Match waits for the person. Observed in
 * the page, because a test's own waiting checks only twice a second.
 */
export async function untilOnReview(page: Page, open: () => Promise<void>): Promise<number> {
  await page.evaluate(`void (globalThis.onReview = new Promise((resolve) => {
    let from = 0;
    let matchAt = 0;
    let waitedMs = 0;
    const stop = new AbortController();
    addEventListener('change', (event) => { if (event.target.type === 'file') from = event.timeStamp; },
      { capture: true, signal: stop.signal });
    addEventListener('click', (event) => { if (matchAt > 0) waitedMs = event.timeStamp - matchAt; },
      { capture: true, signal: stop.signal });
    const observer = new MutationObserver(() => {
      const heading = document.querySelector('h1')?.textContent;
      if (from > 0 && matchAt === 0 && heading === 'Match the columns') matchAt = performance.now();
      if (from === 0 || heading !== 'Review and fix') return;
      if (document.querySelector('[role=grid] [role=gridcell]:not([aria-colspan])') === null) return;
      observer.disconnect();
      stop.abort();
      requestAnimationFrame(() => resolve(performance.now() - from - waitedMs));
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  }))`);
  await open();
  return (await page.evaluate('globalThis.onReview')) as number;
}
