// What a person decides by is in sight at 1280 x 800 and said once: Match, Review, Confirm, Result, and the small chart of Home;
// and what no row says at 200 %. In a real Chromium on the built door.

import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectShown, goTo, passMatch, sample, startWithPractice } from './desk-page.ts';
import { useSession } from './use-session.ts';

const TEST_WITHIN_MS = 120_000;
const RUNS_WITHIN_MS = 60_000;

const TITLE = `Sharma and Sons Engineering Works - Register of wages - ${'all allowances and deductions '.repeat(5)}`;
const PAY = 'Basic,HRA,Conveyance,Special,Gross,PF,ESI,PT,TDS,Deductions';
const REGISTER = [
  `"${TITLE}"`,
  `Sl,Emp Code,Employee Name,Designation,${PAY},A/C No.,IFSC Code,Mode,Net Pay (Rs.),Narration`,
  ...['NEFT', 'IMPS', ''].map(
    (mode, at) =>
      `${at},E${at},Person ${at},Engineer,9,8,7,6,5,4,3,2,1,0,50100${at}3463${at}9${at},HDFC0000001,${mode},3035${at},Salary`,
  ),
];

/** Two kinds of one warning, many rows of each. */
const SHORT_ACCOUNTS = [
  'Name,Account number,IFSC,Amount,Remark',
  ...Array.from(
    { length: 24 },
    (_, at) => `Person ${at},5${10 + at}910071,${at % 2 ? 'ICIC0000004' : 'HDFC0000001'},1${at},Pay`,
  ),
];

/** The texts of the cells of which all is in sight. */
const WHOLE = `[...document.querySelectorAll('[role=gridcell], td')].filter((one) => {
  const box = (one.closest('[role=grid]') ?? one.closest('.fades') ?? document.body).getBoundingClientRect();
  const { left, right } = one.getBoundingClientRect();
  const isCut = [one, ...one.querySelectorAll('span')].some(
    (part) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1,
  );
  return left >= box.left && right <= box.right + 1 && !isCut;
}).map((one) => one.textContent)`;

const USUAL = { width: 1280, height: 800 };

/** The same at 200 %. */
const LOW = { width: 640, height: 400 };

interface Drawn {
  contains(other: unknown): boolean;
  readonly ownerDocument: {
    createRange(): { selectNodeContents(of: unknown): void; getClientRects(): Iterable<Sides> };
    elementFromPoint(x: number, y: number): unknown;
  };
}
type Sides = Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>;

/** Whether the words of an element are whole in the window, with nothing over them. */
async function isSeen(what: Locator): Promise<boolean> {
  return await what.evaluate((one) => {
    const drawn = one as unknown as Drawn;
    const words = drawn.ownerDocument.createRange();
    words.selectNodeContents(one);
    return [...words.getClientRects()].every(({ left, right, top, bottom }) =>
      [left + 1, right - 1].every((x) => drawn.contains(drawn.ownerDocument.elementFromPoint(x, (top + bottom) / 2))),
    );
  });
}

/** How the title is cut that is wider than its place. */
const CUT_TITLE = `(() => {
  const title = document.querySelector('td > span[title^="Sharma"]');
  const isCut = title.scrollWidth > title.clientWidth && title.getBoundingClientRect().right <= innerWidth;
  return isCut ? getComputedStyle(title).textOverflow : 'not';
})()`;

/** What fades as the preview is scrolled sideways: its edge, and the columns beneath the amount. */
const FADING = `[
  getComputedStyle(document.querySelector('.fades')),
  getComputedStyle([...document.querySelectorAll('.fades tbody td')].find((one) => getComputedStyle(one).position === 'sticky'), '::before'),
].map(({ animationTimeline }) => animationTimeline)`;

/** Of the line of the small balance chart, and of the chart. */
const HEIGHTS = `(() => {
  const charts = [...document.querySelectorAll('section[aria-label^="Figures of"] svg')].filter((one) => one.clientWidth > 100);
  const line = charts.at(-1)?.querySelector(':scope > path') ?? null;
  return line === null ? [] : [line, line.closest('svg')].map((one) => one.getBoundingClientRect().height);
})()`;

describe('At 1280 x 800', { timeout: TEST_WITHIN_MS }, () => {
  let page: Page;
  useSession({
    begin: async (session) => {
      ({ page } = session);
      await page.setViewportSize(USUAL);
      await startWithPractice(page, session.link);
    },
  });
  const give = (name: string, rows: readonly string[]): Promise<void> =>
    page.locator('input[type=file]').setInputFiles({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from([...rows, ''].join('\n')),
    });
  const whole = (): Promise<readonly string[]> => page.evaluate(WHOLE);

  beforeEach(() => goTo(page, 'Payouts'));

  it('Match keeps the amount and its sum in sight, and shows that a long title is cut', async () => {
    await give('register.csv', REGISTER);
    const preview = page.getByRole('table', { name: 'First rows of the sheet' });
    await expectShown(preview);
    const seen = await whole();
    expect(seen).toContain('Net Pay (Rs.)');
    expect(seen.filter((text) => text.startsWith('Amountadds up to ₹'))).toHaveLength(1);
    expect(await page.evaluate(CUT_TITLE)).toBe('ellipsis');
    expect(await page.evaluate(FADING)).toEqual(['scroll(self inline)', 'scroll(inline)']);
  });

  it('Review shows how each row will be paid, and what the sheet said where it is another word', async () => {
    await give('register.csv', REGISTER);
    for (const at of [0, 1]) await page.getByRole('radio', { name: 'Pay by IMPS' }).nth(at).click();
    await passMatch(page);
    const methods = page.getByRole('gridcell').filter({ hasText: /^IMPS( \(NEFT\))?$/ });
    await expect.poll(() => methods.allTextContents()).toEqual(['IMPS (NEFT)', 'IMPS', 'IMPS']);
    await methods.first().click();
    await page.keyboard.press('F2');
    expect(await page.getByRole('combobox', { name: 'Method' }).inputValue()).toBe('NEFT');
    await page.keyboard.press('Escape');
  });

  it('Confirm says once what all rows of a kind have in common', async () => {
    await give('short.csv', SHORT_ACCOUNTS);
    await passMatch(page);
    await page.getByRole('button', { name: 'Check and confirm' }).click();
    const said = page.getByText(/^The account number has fewer than the \d+ digits that are usual at/);
    await expectShown(said);
    const asked = page.getByRole('table', { name: 'Check and tick' });
    expect(await asked.getByRole('checkbox', { name: /^Person/ }).count()).toBe(24);
    const sentences = await said.allTextContents();
    expect(sentences.length).toBeGreaterThan(0);
    expect(new Set(sentences).size).toBe(sentences.length);
    expect(sentences.length).toBeLessThan(3);
    await asked.getByRole('checkbox', { name: 'Tick all 24' }).check();
    expect(await asked.getByRole('checkbox', { name: /^Person/, checked: true }).count()).toBe(24);
  });

  it('Result shows what went wrong and what to do about it whole', async () => {
    await page.locator('input[type=file]').setInputFiles(sample('first-run.csv'));
    await passMatch(page);
    await page.getByRole('button', { name: 'Check and confirm' }).click();
    await page.getByRole('button', { name: /^Pay ₹/ }).click();
    await expectShown(page.getByText('1 payment is being checked.', { exact: false }), RUNS_WITHIN_MS);
    await page.getByRole('button', { name: 'See the result' }).click();
    for (const words of ['Transaction failed at the beneficiary bank', 'Correct and retry, or ask the payee.'])
      await expect.poll(whole).toContain(words);
    expect(await page.getByRole('columnheader', { name: 'Note' }).count()).toBe(0);
    await page.getByRole('button', { name: /^Paid 10/ }).click();
    await expectShown(page.getByRole('columnheader', { name: 'IFSC' }));
  });

  it('at 200 % Review says how many and how much, Run what it does, Needs review whom it is about', async () => {
    const people = Array.from({ length: 500 }, (_, at) => `Person ${at},p${at}@sample,${26_529 + at}.16,Salary`);
    await give('people.csv', ['Name,UPI ID,Amount,Remark', ...people]);
    await passMatch(page);
    await page.setViewportSize(LOW);
    for (const words of ['500 payments', '₹1,33,89,330.00'])
      await expect.poll(() => isSeen(page.locator('footer').getByText(words, { exact: true }).first())).toBe(true);
    await page.getByRole('button', { name: /^Open the run/ }).click();
    const status = page.getByText(/^Everything is sent\. 1 payment is being checked\.$/);
    await expect.poll(() => isSeen(status)).toBe(true);
    for (const button of ['Check now', 'See the result'])
      await expect.poll(() => isSeen(page.getByRole('button', { name: button }))).toBe(true);
    await goTo(page, 'Needs review');
    const detail = page.getByRole('region', { name: 'What happened' });
    for (const words of ['Sunita Das', '₹31,240.50'])
      await expect.poll(() => isSeen(detail.getByText(words, { exact: true }))).toBe(true);
    await page.setViewportSize(USUAL);
  });

  it('Result shows whom a decided payment was for, with what to do', async () => {
    await goTo(page, 'Needs review');
    await expectShown(page.getByRole('gridcell', { name: 'Open now' }), RUNS_WITHIN_MS);
    await page.getByRole('button', { name: 'Mark not paid' }).click();
    const dialog = page.getByRole('dialog', { name: /^Mark not paid: Sunita Das/ });
    await dialog.getByLabel('Note').fill('Their support says on the phone that it was never executed.');
    await dialog.getByRole('button', { name: 'Mark not paid' }).click();
    await expectShown(page.getByText('Nothing needs review'));
    await page.goto(page.url().replace(/#.*/, '#/batch/P0001/result'));
    const row = page.getByRole('row', { name: /Sunita Das/ });
    await expectShown(row.getByText(/^Marked not paid/));
    const decided = ['toomany.sunita@practice', '₹31,240.50', 'Pay it again if it is still due.'];
    const failed = ['Transaction failed at the beneficiary bank', 'Correct and retry, or ask the payee.'];
    for (const words of [...decided, ...failed]) await expect.poll(whole).toContain(words);
    expect(await row.getByRole('gridcell', { name: /^Marked not paid/ }).getAttribute('title')).toContain(
      'never executed',
    );
    await page.getByRole('button', { name: 'Retry 2' }).click();
    await page.getByRole('button', { name: 'Open them in Review' }).click();
    await expectShown(page.getByText('These rows were not paid in P0001. Correct them here.'));
    await expect.poll(whole).toContain('Transaction failed at the beneficiary bank');
  });

  it('the small chart of a balance that fell by a two-hundredth shows no fall to nothing', async () => {
    const heights = (): Promise<readonly number[]> => page.evaluate(HEIGHTS);
    await expect.poll(heights).toHaveLength(2);
    const [fall = 0, all = 0] = await heights();
    expect(fall).toBeLessThan(all / 10);
  });
});
