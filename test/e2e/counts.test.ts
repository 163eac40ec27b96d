// The same number at the same moment: payouts in doubt in the sidebar and on the run's own screen, in two windows, during a run.
// In a real Chromium on the built door.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { csvOf, expectShown, openRows, startWithPractice } from './desk-page.ts';
import { useSession } from './use-session.ts';

const TEST_WITHIN_MS = 120_000;
const RUN_WITHIN_MS = 60_000;

describe('Payouts in doubt', { timeout: TEST_WITHIN_MS }, () => {
  const current = useSession();

  it('are the same number in the rail and in the run while it goes on, in two windows', async () => {
    const { page, link } = current();
    const other = await page.context().newPage();
    await startWithPractice(page, link);
    const paid = (at: number) =>
      Array.from({ length: 20 }, (_, n) => `Person ${at}${n},success.p${at}x${n}@practice,1${n},Pay`);
    const lost = (at: number) => `Lost ${at},replylost.p${at}@practice,2${at},Pay`;
    const rows = [1, 2, 3, 4, 5, 6].flatMap((at) => [...paid(at), lost(at)]);
    await openRows(page, csvOf(rows));
    await page.getByRole('button', { name: 'Check and confirm' }).click();
    await page.getByRole('button', { name: /^Pay ₹/ }).click();
    await expectShown(page.getByRole('button', { name: 'Pause' }));
    await other.goto(page.url());
    await expectShown(other.getByRole('button', { name: 'Pause' }));
    // A window that has just opened may have requested only one of the two numbers yet.
    const isKnown = async (): Promise<boolean> => {
      const { rail, run } = await doubts(other);
      return rail > 0 && rail === run;
    };
    await expect.poll(isKnown).toBe(true);

    const seen = new Map<Page, Set<number>>([page, other].map((window) => [window, new Set<number>()]));
    const isOver = page.getByText(/^Finished: /);
    const startedMs = Date.now();
    while ((await isOver.count()) === 0 && Date.now() - startedMs < RUN_WITHIN_MS) {
      for (const [window, counts] of seen) {
        const { rail, run } = await doubts(window);
        expect(rail).toBe(run);
        counts.add(run);
      }
    }
    for (const counts of seen.values()) expect(Math.max(...counts)).toBeGreaterThan(0);
  });
});

/** Both counts, read at one moment of the page. */
async function doubts(page: Page): Promise<{ readonly rail: number; readonly run: number }> {
  return (await page.evaluate(BOTH)) as { readonly rail: number; readonly run: number };
}

const BOTH = `(() => {
  const numberIn = (text) => Number(/\\d+/.exec(text ?? '')?.[0] ?? 0);
  const chips = [...document.querySelectorAll('[role=group][aria-label="Show payments"] button')];
  const run = chips.find((chip) => chip.textContent.startsWith('Not confirmed'));
  const places = [...document.querySelectorAll('nav[aria-label="Screens"] button')];
  const rail = places.find((place) => place.textContent.startsWith('Needs review'));
  return { rail: numberIn(rail?.textContent), run: numberIn(run?.textContent) };
})()`;
