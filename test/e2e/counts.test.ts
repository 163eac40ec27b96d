// The same number at the same moment: what needs a person in the rail, on Home, Run and Result and under Needs review, in two
// windows, during a run and after it, with payments seconds old and old ones. In a real Chromium on the built door.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { CHECKED_FOR_MS } from '../../shared/needs-you.ts';
import { withAccount } from './accounts.ts';
import { chooseIn, csvOf, expectShown, goTo, openRows, startWithPractice } from './desk-page.ts';
import { DOOR } from './hosts.ts';
import { RestartedDesk } from './restarted-desk.ts';
import { useSession } from './use-session.ts';

const TEST_WITHIN_MS = 300_000;
const RUN_WITHIN_MS = 90_000;

/** The desk looks at its doubts once a minute where nothing is written. */
const NOTICED_WITHIN = { timeout: 90_000 };

/** Nothing is looked up before a person decides. */
const POLL_FIRST_MS = 3_600_000;

const LOST = 6;
const FAILED = 2;

describe('What needs a person', { timeout: TEST_WITHIN_MS }, () => {
  const place = mkdtempSync(join(tmpdir(), 'payout-desk-clock-'));
  const clockFile = join(place, 'clock');
  writeFileSync(clockFile, '0');
  const current = useSession({
    clockFile,
    prepare: withAccount('Salaries', ['--poll-first-ms', String(POLL_FIRST_MS)]),
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  /** Each that no answer confirms is beside four that are paid: several in a row would pause the run. */
  const rowsOf = (run: string, lost: number): readonly string[] =>
    Array.from({ length: lost }, (_, at) => [
      ...Array.from({ length: 4 }, (_one, n) => `Person ${run}${at}x${n},success.${run}${at}x${n}@practice,1${n},Pay`),
      `Lost ${run}${at},toomany.${run}${at}@practice,2${at},Pay`,
    ]).flat();

  const pay = async (page: Page, rows: readonly string[]): Promise<void> => {
    await openRows(page, csvOf(rows));
    await page.getByRole('button', { name: 'Check and confirm' }).click();
    await page.getByLabel(/Type the number of payments/).fill(String(rows.length));
    await page.getByRole('button', { name: /^Pay ₹/ }).click();
    await expectShown(page.getByRole('group', { name: 'Show payments' }));
  };

  it('18: is one number in every place and in two windows, and none of it is seconds old', async () => {
    const { page, link } = current();
    const other = await page.context().newPage();
    await startWithPractice(page, link);
    await chooseIn(page.getByRole('combobox', { name: 'Account' }), 'Salaries');
    await expectShown(page.getByRole('banner').getByText('LIVE'));
    const failed = Array.from({ length: FAILED }, (_, at) => `Failed ${at},rejected.p${at}@practice,3${at},Pay`);
    await pay(page, [...rowsOf('p', LOST), ...failed]);
    await other.goto(page.url().replace(/#.*/, '#/unknown/live'));

    const isOver = page.getByText(`${LOST} payments are being checked`);
    const startedMs = Date.now();
    let checked = 0;
    while ((await isOver.count()) === 0 && Date.now() - startedMs < RUN_WITHIN_MS) {
      expect(await shown(page)).toMatchObject({ rail: 0, review: 0 });
      const needs = await shown(other);
      expect(needs).toMatchObject({ rail: 0, decide: 0 });
      checked = Math.max(checked, needs.checking);
    }
    await expectShown(isOver);
    await expect.poll(() => shown(other)).toMatchObject({ rail: 0, decide: 0, checking: LOST });
    expect((await shown(page)).notConfirmed).toBe(LOST);
    await goTo(page, 'Payouts');
    await expectShown(page.getByText('Not confirmed').first());
    expect(await shown(page)).toMatchObject({ rail: 0, home: 0 });

    // Ten minutes later nobody has confirmed them.
    writeFileSync(clockFile, String(CHECKED_FOR_MS + 60_000));
    await expect.poll(() => shown(page), NOTICED_WITHIN).toMatchObject({ rail: LOST, home: LOST });
    await expect.poll(() => shown(other)).toMatchObject({ rail: LOST, decide: LOST, checking: 0 });
    await page.goto(page.url().replace(/#.*/, '#/batch/B0001/result'));
    await expectShown(page.getByRole('button', { name: `Retry ${FAILED}` }));
    expect(await shown(page)).toMatchObject({ rail: LOST, review: LOST, retry: FAILED });
    await page.getByRole('button', { name: `Retry ${FAILED}` }).click();
    await expectShown(page.getByRole('dialog').getByText(new RegExp(`^${FAILED} pay(outs|ments) for `)));
    await page.keyboard.press('Escape');

    // A second run beside them: its own doubts are seconds old.
    await goTo(page, 'Payouts');
    await pay(page, rowsOf('q', 1));
    await expectShown(page.getByText('1 payment is being checked'), RUN_WITHIN_MS);
    await expect.poll(() => shown(page)).toMatchObject({ rail: LOST, review: 0, notConfirmed: 1 });
    await expect.poll(() => shown(other)).toMatchObject({ rail: LOST, decide: LOST, checking: 1 });

    await page.goto(page.url().replace(/#.*/, '#/batch/B0001/run'));
    await page.getByRole('button', { name: `Review ${LOST}`, exact: true }).click();
    await expect.poll(() => shown(page)).toMatchObject({ rail: LOST, decide: LOST, checking: 0 });
    await expect.poll(() => listed(page)).toBe(LOST);
    await page.getByRole('button', { name: `All batches (${LOST + 1})` }).click();
    await expect.poll(() => shown(page)).toMatchObject({ rail: LOST, decide: LOST, checking: 1 });
    await page.getByRole('button', { name: /^Checking/ }).click();
    await expect.poll(() => listed(page)).toBe(1);
  });
});

describe('The figures of a run on Home', { timeout: TEST_WITHIN_MS }, () => {
  const desk = new RestartedDesk(DOOR);
  afterAll(() => desk.close());

  it.skipIf(DOOR.unavailable !== null)(
    '15, 18: are one number in the month and in the batch, also after kill -9, in two windows',
    async () => {
      const { page: first, link } = await desk.open();
      await startWithPractice(first, link);
      await openRows(first, csvOf(Array.from({ length: 200 }, (_, at) => `Person ${at},home${at}@sample,1${at},Pay`)));
      await first.getByRole('button', { name: 'Check and confirm' }).click();
      await first.getByRole('button', { name: /^Pay ₹/ }).click();
      await expectShown(first.getByRole('button', { name: 'Pause' }));
      await goTo(first, 'Payouts');
      await expect.poll(async () => (await onHome(first)).batch).toBeGreaterThan(5);
      await expectAlike([first], { until: 40 });

      const page = await desk.restart();
      const other = await page.context().newPage();
      await other.goto(page.url());
      await expectShown(page.getByText(/^Paused\. /).first());
      // What was sent goes on being checked.
      const both = async () => [await onHome(page), await onHome(other)] as const;
      await expect
        .poll(async () => {
          const [one, two] = await both();
          return one.batch > 5 && one.batch === one.month && one.batch === two.batch && one.batch === two.month;
        })
        .toBe(true);
      await page.getByRole('button', { name: 'Resume P0001' }).click();
      await page.getByRole('button', { name: 'Resume', exact: true }).click();
      await goTo(page, 'Payouts');
      // Those that were on their way at the kill may stay unconfirmed for long.
      await expectAlike([page, other], { until: 190 });
    },
  );
});

/** Both figures in each of these windows, at every moment until so many are paid. */
async function expectAlike(pages: readonly Page[], { until }: { readonly until: number }): Promise<void> {
  const untilMs = Date.now() + RUN_WITHIN_MS;
  for (let paid = 0; paid < until && Date.now() < untilMs; ) {
    for (const page of pages) {
      const { batch, month } = await onHome(page);
      expect(month).toBe(batch);
      paid = batch;
    }
  }
  for (const page of pages) expect((await onHome(page)).batch).toBeGreaterThanOrEqual(until);
}

/** How many payments are paid of the newest batch and in this month, read at one moment of the page. */
async function onHome(page: Page): Promise<Readonly<Record<'batch' | 'month', number>>> {
  return (await page.evaluate(HOME)) as Readonly<Record<'batch' | 'month', number>>;
}

const HOME = `(() => {
  const numberIn = (text, pattern) => Number((pattern.exec(text)?.[1] ?? '-1').replaceAll(',', ''));
  return {
    batch: numberIn(document.querySelector('table[aria-label=Batches]')?.textContent ?? '', /([\\d,]+) of [\\d,]+ paid/),
    month: numberIn(document.querySelector('[aria-label^="Figures of"]')?.textContent ?? '', /Paid in .*?\\.\\d\\d([\\d,]+) payment/),
  };
})()`;

const listed = (page: Page): Promise<number> =>
  page
    .getByRole('grid', { name: 'Payments not confirmed' })
    .getByText(/^Lost /)
    .count();

type Shown = Readonly<Record<'rail' | 'review' | 'retry' | 'notConfirmed' | 'home' | 'decide' | 'checking', number>>;

/** All counts on the screen, read at one moment of the page; 0 where there is none. */
async function shown(page: Page): Promise<Shown> {
  return (await page.evaluate(COUNTS)) as Shown;
}

const COUNTS = `(() => {
  const numberIn = (start, within) => {
    const all = [...document.querySelectorAll(within + ' button')];
    const text = all.find((one) => one.textContent.trim().startsWith(start))?.textContent ?? '';
    return Number(/\\d+/.exec(text)?.[0] ?? 0);
  };
  return {
    rail: numberIn('Needs review', 'nav[aria-label="Screens"]'),
    review: numberIn('Review', 'main [data-region=actions]'),
    retry: numberIn('Retry', 'main footer'),
    notConfirmed: numberIn('Not confirmed', '[role=group][aria-label="Show payments"]'),
    home: numberIn('Review', 'main table'),
    decide: numberIn('To decide', '[role=group][aria-label="Show payments"]'),
    checking: numberIn('Checking', '[role=group][aria-label="Show payments"]'),
  };
})()`;
