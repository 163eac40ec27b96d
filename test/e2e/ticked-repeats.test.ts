// A person's ticks for rows that repeat earlier payments, in a real browser on the built door with the practice gateway: asked
// once for a batch with another purpose, kept exactly as long as the rows, and given by keyboard alone.

import type { Locator, Page, Route } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { COMMAND_PATH, EVENTS_PATH } from '../../shared/api/wire.ts';
import { chip, csvOf, expectShown, openRows, startWithPractice, typeOver } from './desk-page.ts';
import { keysOf } from './keys.ts';
import { useSession } from './use-session.ts';

const RUNS_WITHIN_MS = 90_000;
const TEST_WITHIN_MS = 120_000;

const PEOPLE = ['Asha', 'Ravi', 'Meera', 'Vikram'];

/** `raised` is a person who gets ₹400 more than otherwise, `smaller` one who gets ₹900 less. */
function salaries({ remark = 'Salary', raised = '', smaller = '' } = {}) {
  return csvOf(
    PEOPLE.map((name, at) => {
      const rupees = 1000 + at * 100 + (name === raised ? 400 : 0) - (name === smaller ? 900 : 0);
      return `${name},success.${name.toLowerCase()}@practice,${rupees},${remark}`;
    }),
  );
}

describe('Rows that were paid before', { timeout: TEST_WITHIN_MS }, () => {
  let page: Page;
  const current = useSession({
    begin: async ({ page: opened, link }) => {
      await opened.addInitScript(HOLDS_EVENTS);
      await startWithPractice(opened, link);
      await openRows(opened, salaries());
      await opened.getByRole('button', { name: 'Check and confirm' }).click();
      await opened.getByRole('button', { name: /^Pay ₹/ }).click();
      await expectShown(opened.getByText(/^Finished: 4 paid/), RUNS_WITHIN_MS);
    },
    beginsWithinMs: RUNS_WITHIN_MS,
  });
  beforeEach(() => {
    ({ page } = current());
  });

  const dialog = (): Locator => page.getByRole('dialog');
  const thenAndNow = (): Locator => page.getByRole('button', { name: 'Then and now' });
  const confirm = (): Locator => page.getByRole('button', { name: 'Check and confirm' });
  const difference = (place: Locator | Page): Locator => place.getByRole('checkbox', { name: 'Ravi, ₹400.00' });
  const total = (words: string): Locator => page.getByText(words, { exact: true });
  const correct = async (before: string, after: string): Promise<void> => {
    await page.getByRole('gridcell', { name: before, exact: true }).click();
    await typeOver(page, after);
    await page.keyboard.press('Enter');
  };

  it('are asked about once for a batch of another purpose, on Review and on Confirm alike', async () => {
    await openRows(page, salaries({ remark: 'Diwali bonus' }));
    await expectShown(page.getByText(/^4 rows \(₹4,600\.00\) may be paid twice/));
    await expectShown(total('0 payments'));
    await thenAndNow().click();
    const all = 'Another payment: pay 4 people (₹4,600.00)';
    await expectShown(dialog().getByRole('table', { name: /^The same amounts as P0001 .*, for another purpose\./ }));
    expect(await dialog().getByRole('checkbox').count()).toBe(1);
    await dialog().getByRole('checkbox', { name: all }).check();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await expectShown(total('4 payments'));

    await confirm().click();
    await expectShown(page.getByRole('heading', { name: /^Pay ₹4,600\.00 to 4 people/ }));
    expect(await page.getByRole('checkbox', { name: all }).isChecked()).toBe(true);
    await page.getByRole('checkbox', { name: all }).uncheck();
    await expectShown(page.getByRole('heading', { name: 'Nothing to pay' }));
    await expectShown(page.getByText('4 rows may repeat an earlier batch · ₹4,600.00'));
    await page.getByRole('checkbox', { name: all }).check();
    await expectShown(page.getByRole('button', { name: 'Pay ₹4,600.00 to 4 people' }));
    await page.getByRole('button', { name: 'Back to the rows' }).click();
    await expectShown(total('4 payments'));
  });

  it('show a smaller amount as less than then, on Review and on Confirm', async () => {
    await openRows(page, salaries({ remark: 'Diwali bonus', smaller: 'Asha' }));
    await thenAndNow().click();
    await expectShown(dialog().getByRole('cell', { name: '₹900.00 less' }));
    await dialog().getByRole('button', { name: 'Close' }).click();
    await confirm().click();
    await expectShown(page.getByRole('cell', { name: '₹900.00 less' }));
  });

  it('are not called ready on Review, and are shown one after the other', async () => {
    await openRows(page, salaries({ raised: 'Ravi' }));
    await expectShown(page.getByRole('gridcell', { name: 'May be paid twice' }));
    await expect.poll(() => chip(page, 'Ready')).toBe(0);
    expect(await chip(page, 'Not paid now')).toBe(4);
    await page.keyboard.press('F8');
    await expectShown(
      page
        .getByRole('status')
        .filter({ hasText: 'Row 2' })
        .getByText(/^The same was paid/),
    );
    // The line above the rows says it, and nothing else says it again.
    expect(await page.getByText(/may be paid twice\./).count()).toBe(1);
    expect(await page.getByRole('complementary', { name: 'Issues' }).count()).toBe(0);
    await page.getByRole('group', { name: 'Show rows' }).getByRole('button', { name: 'Not paid now' }).click();
    await expect.poll(() => page.getByRole('gridcell', { name: 'May be paid twice' }).count()).toBe(4);
    await thenAndNow().click();
    await difference(dialog()).check();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => chip(page, 'Ready')).toBe(1);
  });

  it('stand on Confirm under one title each, with every row and the payment that it repeats', async () => {
    await openRows(page, salaries({ raised: 'Ravi' }));
    await confirm().click();
    const same = page.locator('tbody', { hasText: '3 rows may be paid twice · ₹3,500.00' });
    await expectShown(
      same.getByRole('row', { name: /^2 Asha .* ₹1,000\.00 The same was paid .*\(batch P0001 row 2\)\.$/ }),
    );
    expect(await same.getByRole('row').count()).toBe(4);
    await expectShown(page.getByText('1 row may be paid twice, now with another amount · ₹1,500.00'));
  });

  it('are no longer ticked once any row was edited, whatever is heard late of the rows before', async () => {
    await openRows(page, salaries({ raised: 'Ravi' }));
    await expectShown(thenAndNow());
    const late = await holdAnswers(page, 'readDraft');
    await correct('₹1,200.00', '1250');
    await expect.poll(late.count).toBeGreaterThan(0);
    await expectShown(thenAndNow());
    await thenAndNow().click();
    await difference(dialog()).check();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await expectShown(total('1 payment'));

    await page.evaluate('holdEvents(true)');
    await correct('₹1,250.00', '1200');
    await expectShown(total('0 payments'));
    await late.letGo();
    await thenAndNow().click();
    expect(await difference(dialog()).isChecked()).toBe(false);
    await dialog().getByRole('button', { name: 'Close' }).click();
    await expectShown(total('0 payments'));
    await page.evaluate('holdEvents(false)');
  });

  it('are seen, ticked and left by keyboard alone', async () => {
    const keys = keysOf(page);
    await openRows(page, salaries({ raised: 'Ravi' }));
    await keys.visit(thenAndNow(), dialog().getByText('₹400.00', { exact: true }));
    await keys.press('Enter');
    await keys.act(difference(dialog()), 'Space');
    expect(await difference(dialog()).isChecked()).toBe(true);
    await keys.act(dialog().getByRole('button', { name: 'Close' }));
    await expect.poll(() => dialog().count()).toBe(0);
    await keys.expectAt(thenAndNow());
    await expectShown(total('1 payment'));
  });
});

/** Runs in the page before it starts: holds back events until they are released. */
const HOLDS_EVENTS = `{
  let free = Promise.resolve();
  let release = () => {};
  globalThis.holdEvents = (isHeld) => {
    release();
    free = isHeld ? new Promise((resolve) => { release = resolve; }) : Promise.resolve();
  };
  const { fetch } = globalThis;
  globalThis.fetch = async (...asked) => {
    const response = await fetch(...asked);
    if (!String(asked[0]).startsWith('${EVENTS_PATH}') || response.body === null) return response;
    const late = new TransformStream({
      transform: async (chunk, to) => {
        await free;
        to.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(late), response);
  };
}`;

/** Holds the desk's answers to a command as they were then. */
async function holdAnswers(page: Page, command: string) {
  const held = Promise.withResolvers<undefined>();
  const args: Promise<void>[] = [];
  let count = 0;
  const answer = async (route: Route): Promise<void> => {
    const response = await route.fetch();
    count += 1;
    await held.promise;
    // The request may have been cancelled meanwhile.
    await route.fulfill({ response }).catch(() => undefined);
  };
  await page.route(`**${COMMAND_PATH}`, (route) => {
    if (route.request().postData()?.includes(`"${command}"`) !== true) return route.continue();
    const done = answer(route);
    args.push(done);
    return done;
  });
  return {
    count: () => count,
    letGo: async (): Promise<void> => {
      held.resolve(undefined);
      await Promise.all(args);
    },
  };
}
