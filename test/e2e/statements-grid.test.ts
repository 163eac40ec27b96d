// What every grid promises: its columns, its keys, and at 200 % its rows.

import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { csvOf, expectShown, goTo, openRows, passMatch, startWithPractice } from './desk-page.ts';
import { cellsInSight } from './grid-cells.ts';
import { useSession } from './use-session.ts';

/** 1280 x 800 at 200 %. */
const LOW = { width: 640, height: 400 };
const USUAL = { width: 1280, height: 800 };
const RUNS_WITHIN_MS = 120_000;
const NAMES = ['Lakshmi Venkataraman Subramaniam', 'Anil Kumar', 'Mohammed Abdul Rahman Siddiqui', 'Priya'];

/** Long names, accounts and references, and amounts that come to 62 lakh. */
const SALARIES = [
  'Name,Account Number,IFSC,Amount,Remark,Reference',
  ...Array.from({ length: 24 }, (_, at) => {
    const amount = (259_583.75 + at * 7).toFixed(2);
    return `${NAMES[at % 4] ?? ''} ${at},${50_100_123_456_000 + at * 37},HDFC0000001,${amount},Salary Nov,EMP-2026-11-${10_000 + at}`;
  }),
  '',
].join('\n');

/** Payees of the practice gateway with every kind of ending. */
const ENDINGS = ['success', 'failed', 'failed.two', 'rejected', 'reversed', 'toomany', 'pending', 'stuck'];

const GRID = 'document.querySelector("[role=grid]")';

describe('A grid', () => {
  let page: Page;

  const pay = async (file: Parameters<typeof openRows>[1]): Promise<void> => {
    await openRows(page, file);
    await page.getByRole('button', { name: 'Check and confirm' }).click();
    await page.getByRole('button', { name: /^Pay ₹/ }).click();
    await expectShown(page.getByText(/^(?:Finished: |Everything is sent\. 2 )/), RUNS_WITHIN_MS);
  };

  const sort = (header: string) => page.getByRole('columnheader', { name: header, exact: true }).click();

  const current = useSession({
    begin: async ({ page: opened, link }) => {
      page = opened;
      await startWithPractice(page, link);
    },
  });

  describe('of what was paid', () => {
    beforeAll(async () => {
      if (current().page !== page) return;
      await pay({
        name: 'salaries-november-2026-head-office.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(SALARIES),
      });
      await pay(
        csvOf(
          ENDINGS.map(
            (word, at) => `Meenakshi Sundaram Ramanathan Iyer ${at},${word}@practice,${1_500 + at}.25,Refund`,
          ),
        ),
      );
    }, RUNS_WITHIN_MS * 3);

    const WHOLE = [
      'Row',
      'Batch',
      'Payment',
      'IFSC',
      'UTR or RRN',
      'Reference',
      'UPI ID or account',
      'Pay to',
      'Amount',
    ];
    const MONEY = ['Paid', 'Not settled yet', 'Not paid', 'Total', 'Last amount', 'Total paid', 'Payments'];

    /** Where each is opened, and what must be in sight without scrolling sideways. */
    const SCREENS: readonly (readonly [name: string, open: () => Promise<void>, needed: readonly string[]])[] = [
      [
        'Result',
        async () => {
          await page.goto(page.url().replace(/#.*/, '#/batch/P0002/result'));
          await page.getByRole('group', { name: 'Show payments' }).getByRole('button', { name: /^All/ }).click();
        },
        ['Row', 'Status', 'Name', 'Gateway message', 'What to do', 'UPI ID or account', 'Amount'],
      ],
      [
        'History, payouts',
        () => goTo(page, 'History'),
        ['Payment', 'Status', 'Sent', 'Name', 'UPI ID or account', 'Amount', 'UTR or RRN', 'Gateway message'],
      ],
      [
        'History, batches',
        async () => {
          await goTo(page, 'History');
          await page.getByRole('button', { name: 'Batches' }).click();
        },
        ['Batch', 'Status', 'Name', 'Confirmed', 'Payments', 'Paid', 'Not settled yet', 'Not paid', 'Total', 'Account'],
      ],
      [
        'Payees',
        () => goTo(page, 'Payees'),
        ['Name', 'Pay to', 'Bank', 'Payments', 'Last paid', 'Last amount', 'Not confirmed', 'Failed', 'Total paid'],
      ],
    ];

    it.each(SCREENS)(
      '26: %s has every number whole or cut with a sign, and what decides in sight at 1280',
      async (_, open, needed) => {
        await page.setViewportSize(USUAL);
        await open();
        await expectShown(page.getByRole('grid').locator('[role=gridcell]:not([aria-colspan])').first());
        await expect
          .poll(async () => {
            const cells = await cellsInSight(page);
            const hidden = needed.filter((name) => cells.every(({ column }) => column !== name));
            return [
              ...hidden.map((name) => `${name} is not there`),
              ...cells.flatMap(({ column, text, isSeen, isCut, isSaid }) => {
                if (needed.includes(column) && !isSeen) return [`${column} ${text} is out of sight`];
                if (isSeen && isCut && [...WHOLE, ...MONEY].includes(column)) return [`${column} ${text} is cut`];
                return (isCut || !isSeen) && !isSaid ? [`${column} ${text} is cut without a sign`] : [];
              }),
            ];
          })
          .toEqual([]);
      },
    );

    it('26: shows no part of a number at any place between the columns, and the full text of what is cut', async () => {
      await page.setViewportSize({ width: 900, height: 700 });
      await goTo(page, 'History');
      const grid = page.getByRole('grid');
      await expectShown(grid.locator('[role=gridcell]:not([aria-colspan])').first());
      const widest = await page.evaluate<number>(`${GRID}.scrollWidth - ${GRID}.clientWidth`);
      expect(widest).toBeGreaterThan(0);
      for (let left = 0; left <= widest; left += 23) {
        await page.evaluate(`void (${GRID}.scrollLeft = ${left})`);
        await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
        expect(await page.evaluate(PARTS)).toEqual([]);
      }
      const cut = grid.getByRole('gridcell', { name: /^Lakshmi/ }).first();
      await page.evaluate(`void (${GRID}.scrollLeft = 0)`);
      await cut.hover();
      await expect.poll(() => cut.getAttribute('title')).toMatch(/^Lakshmi Venkataraman Subramaniam \d+$/);
      await page.setViewportSize(USUAL);
    });

    it.each([
      ['Run', '#/batch/P0002', 'Name'],
      ['Result', '#/batch/P0002/result', 'Amount'],
    ])('sorts %s by every column, and says which one to a screen reader', async (_, route, last) => {
      await page.setViewportSize({ width: 1920, height: 1080 });
      await page.goto(page.url().replace(/#.*/, route));
      await page.getByRole('group', { name: 'Show payments' }).getByRole('button', { name: /^All/ }).click();
      // Columns that no row fills give way once the rows are there.
      await expect.poll(async () => (await cellsInSight(page)).length).toBeGreaterThan(0);
      const headers = (await page.getByRole('columnheader').allTextContents()).filter((text) => text !== '');
      for (const header of [...headers.filter((one) => one !== last), last]) {
        await sort(header);
        await expect
          .poll(() => page.locator('[role=columnheader][aria-sort]').allTextContents())
          .toEqual([`${header}▲`]);
      }
      await expect
        .poll(async () => {
          const cells = (await cellsInSight(page)).filter(({ column }) => column === last).map(({ text }) => text);
          return (
            cells.length >= 8 && cells.join() === cells.toSorted((one, other) => one.localeCompare(other, 'en')).join()
          );
        })
        .toBe(true);
      await page.getByRole('columnheader', { name: last }).click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Remove the sorting' }).click();
    });
  });

  describe('and its keys', () => {
    const focused = () =>
      page.evaluate('document.activeElement.getAttribute("role") + " " + document.activeElement.textContent');

    beforeAll(async () => {
      if (current().page !== page) return;
      await page.setViewportSize(USUAL);
      await openRows(page, csvOf(['Asha,asha.keys@sample,100,Salary', 'Ravi,ravi.keys@sample,200,Salary']));
    });

    it('selects all with Ctrl+A, and Esc leaves the selection, then the cell, and never the screen', async () => {
      await page.getByRole('gridcell', { name: 'ravi.keys@sample' }).click();
      await page.keyboard.press('ControlOrMeta+A');
      await expectShown(page.getByRole('status').filter({ hasText: /^2 rows, \d columns · 2 amounts, ₹300\.00$/ }));
      await page.keyboard.press('Escape');
      await expect.poll(() => page.locator('[role=gridcell][aria-selected=true]').count()).toBe(1);
      expect(await focused()).toBe('gridcell ravi.keys@sample');
      for (let times = 0; times < 3; times += 1) {
        await page.keyboard.press('Escape');
        await expect.poll(() => page.evaluate('document.activeElement.getAttribute("role")')).toBe('grid');
      }
      await expectShown(page.getByRole('heading', { level: 1, name: 'Review and fix' }));
      await page.keyboard.press('ArrowUp');
      await expect.poll(focused).toBe('gridcell asha.keys@sample');
    });

    it('accepts the screen with Ctrl+A outside of it', async () => {
      await page.getByRole('heading', { level: 1 }).focus();
      await page.keyboard.press('ControlOrMeta+A');
      await expectShown(page.getByRole('heading', { level: 1, name: /^Pay ₹/ }).or(page.getByText('Only · ').first()));
      await page.keyboard.press('Escape');
      await passMatch(page);
    });

    it('is in the list of keys, and Ctrl+F finds the search of every screen that has one', async () => {
      await page.getByRole('heading', { level: 1 }).focus();
      await page.keyboard.press('?');
      const list = page.getByRole('dialog');
      for (const word of ['In a list', 'Select all', 'Leave the selection, then the cell', 'Alt+1 – 7', 'Ctrl+F'])
        await expectShown(list.getByText(word, { exact: true }));
      await page.keyboard.press('Escape');
      for (const place of ['History', 'Payees']) {
        await goTo(page, place);
        await page.keyboard.press('ControlOrMeta+F');
        await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('search');
      }
    });
  });
});

describe('A grid at 200 %', () => {
  let page: Page;
  useSession({
    begin: async ({ page: opened, link }) => {
      page = opened;
      await startWithPractice(page, link);
    },
  });

  const LIST: readonly (readonly [name: string, open: () => Promise<void>])[] = [
    [
      'Review',
      () =>
        openRows(page, csvOf(Array.from({ length: 40 }, (_, at) => `Low ${at},low${at}@@sample,${100 + at},Salary`))),
    ],
    [
      'Review below a notice',
      async () => {
        const people = Array.from({ length: 40 }, (_, at) => `Twice ${at % 20},twice${at % 20}@sample,100,Salary`);
        await openRows(page, csvOf(people));
        await expectShown(page.getByText(/may be paid twice/));
      },
    ],
    [
      'Run',
      async () => {
        await openRows(
          page,
          csvOf(Array.from({ length: 14 }, (_, at) => `Ok ${at},ok${at}@sample,${100 + at},Salary`)),
        );
        await page.getByRole('button', { name: 'Check and confirm' }).click();
        await page.getByRole('button', { name: /^Pay ₹/ }).click();
        await expectShown(page.getByText(/^Finished: /), RUNS_WITHIN_MS);
      },
    ],
    ['Result', () => goToBatch('#/batch/P0001/result')],
  ];
  const goToBatch = async (route: string): Promise<void> => {
    await page.goto(page.url().replace(/#.*/, route));
    await page.getByRole('group', { name: 'Show payments' }).getByRole('button', { name: /^All/ }).click();
  };

  it.each(LIST)('27: has ten rows in sight on %s without scrolling the page', async (_, open) => {
    await page.setViewportSize(USUAL);
    await open();
    await page.setViewportSize(LOW);
    await expect.poll(() => page.evaluate<number>(ROWS_IN_SIGHT)).toBeGreaterThanOrEqual(10);
    await page.keyboard.press('F8');
    await expect.poll(() => page.evaluate<number>(ROWS_IN_SIGHT)).toBeGreaterThanOrEqual(10);
  });

  it('27: has every warning of Confirm within reach', async () => {
    await page.setViewportSize(USUAL);
    const lines = Array.from(
      { length: 12 },
      (_, at) => `Payee ${at},0012345${at}${at},SBIN0${900_000 + at},${500 + at},Fee`,
    );
    const text = ['Name,Account Number,IFSC,Amount,Remark', ...lines, ''].join('\n');
    await openRows(page, { name: 'warned.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.getByRole('button', { name: 'Check and confirm' }).click();
    const boxes = page.locator('main input[type=checkbox]');
    await expectShown(boxes.first());
    await page.setViewportSize(LOW);
    for (const box of await boxes.all()) await box.check({ trial: true });
    const people = page.locator('main').getByText(/^Payee \d+$/);
    for (const person of await people.all()) await person.click({ trial: true });
    await page.setViewportSize(USUAL);
  });
});

/** Runs in the page: the numbers of which a person sees only a part. */
const PARTS = `[...document.querySelectorAll('[role=gridcell]:not([aria-colspan])')].flatMap((cell) => {
  const grid = cell.closest('[role=grid]');
  const [box, frame] = [cell.getBoundingClientRect(), grid.getBoundingClientRect()];
  if (!/^(₹|[A-Z]?\\d)/.test(cell.textContent) || box.bottom > frame.bottom || box.width === 0) return [];
  const sees = (x) => x > frame.left && x < frame.left + grid.clientWidth &&
    cell.contains(document.elementFromPoint(x, box.top + box.height / 2));
  const isWhole = sees(box.left + 3) && sees(box.right - 3);
  const isSeen = [0.1, 0.3, 0.5, 0.7, 0.9].some((part) => sees(box.left + part * box.width));
  return isSeen && !isWhole && !('under' in cell.dataset) ? [cell.textContent] : [];
})`;

/** Runs in the page: how many rows stand whole in the window, with nothing over them. */
const ROWS_IN_SIGHT = `[...document.querySelectorAll('[role=rowgroup] [role=row]')].filter((row) => {
  const grid = row.closest('[role=grid]').getBoundingClientRect();
  const { left, top, bottom } = row.getBoundingClientRect();
  const isMet = (y) => row.contains(document.elementFromPoint(Math.max(left, grid.left) + 60, y));
  return top >= grid.top + 32 && bottom <= Math.min(innerHeight, grid.bottom) + 0.5 && isMet(top + 2) && isMet(bottom - 2);
}).length`;
