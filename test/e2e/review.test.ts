// Review and fix in a real Chromium, on the built door and in the built desktop app: corrections by keyboard, a pasted block,
// undo. A desk holds six corrected files, and no test pays or closes its own, so there are two desks.

import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { CELL_MAX_CHARACTERS, EDIT_CELLS_MAX } from '../../shared/limits.ts';
import {
  chip,
  chooseIn,
  csvOf,
  expectShown,
  goTo,
  openRows,
  sample,
  startWithPractice,
  typeOver,
} from './desk-page.ts';
import { holdCommand } from './hold-command.ts';
import { HOSTS } from './hosts.ts';
import { keysOf } from './keys.ts';
import { useSession } from './use-session.ts';

describe.each(HOSTS)('Review and fix on the $name', (host) => {
  let page: Page;
  useSession({
    host,
    begin: async (session) => {
      ({ page } = session);
      await startWithPractice(page, session.link);
    },
  });

  beforeEach(async () => {
    await goTo(page, 'Payouts');
  });

  it('7: does a whole correction with F8, typing, Enter and Ctrl+Z, without the mouse', async () => {
    await openRows(page, sample('messy.csv'));
    const errors = await chip(page, 'Errors');
    await page.keyboard.press('F8');
    await expectShown(page.getByText('Row 5 · Payment method'));
    await typeOver(page, 'UPI');
    await page.keyboard.press('Enter');
    await expect.poll(() => chip(page, 'Errors')).toBe(errors - 1);
    await expect.poll(() => chip(page, 'Edited')).toBe(1);
    await page.keyboard.press('ControlOrMeta+Z');
    await expect.poll(() => chip(page, 'Errors')).toBe(errors);
    await expect.poll(() => chip(page, 'Edited')).toBe(0);
  });

  it('takes the suggestion for the selected cell with F9', async () => {
    await openRows(page, csvOf(['Asha,asha.slip@ybll,100,Salary', 'Ravi,ravi.slip@sample,100,Salary']));
    await page.getByRole('gridcell', { name: 'asha.slip@ybll' }).click();
    await expectShown(page.getByRole('button', { name: 'Write asha.slip@ybl' }));
    await page.keyboard.press('F9');
    await expectShown(page.getByRole('gridcell', { name: 'asha.slip@ybl', exact: true }));
    await expect.poll(() => chip(page, 'Warnings')).toBe(0);
  });

  it('keeps what is being typed while the rows of the edit before are read anew', async () => {
    await openRows(page, csvOf(['Asha,asha.typed@sample,100,Salary', 'Ravi,ravi.typed@sample,100,Salary']));
    await page.getByRole('gridcell', { name: 'asha.typed@sample' }).click();
    const typed = await holdCommand(page, 'readDraftRows');
    await typeOver(page, 'asha.first@sample');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await typeOver(page, 'ravi.second@sample');
    await expect.poll(() => chip(page, 'Edited')).toBe(1);
    await typed.goOn();
    await expectShown(page.getByRole('gridcell', { name: 'asha.first@sample' }));
    await page.keyboard.press('Enter');
    await expectShown(page.getByRole('gridcell', { name: 'ravi.second@sample' }));
    await expect.poll(() => chip(page, 'Edited')).toBe(2);
  });

  it('counts and shows what Find and replace would change, before it does', async () => {
    await openRows(page, csvOf(['Asha,asha.find@sample,100,Salary', 'Ravi,ravi.find@sample,100,Salary Nov']));
    await page.getByRole('button', { name: 'Find and replace' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Find', { exact: true }).fill('Bonus');
    await expectShown(dialog.getByText('No cell holds this text.'));
    await expect.poll(() => dialog.getByRole('button', { name: 'Replace in 0 cells' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Find', { exact: true }).fill('Salary');
    await dialog.getByLabel('Replace with').fill('Bonus');
    await expectShown(dialog.getByText('Row 3: Salary Nov → Bonus Nov'));
    await expectShown(dialog.getByRole('button', { name: 'Replace in 2 cells' }));
    await page.keyboard.press('Enter');
    await expect.poll(() => dialog.count()).toBe(0);
    await expectShown(page.getByRole('gridcell', { name: 'Bonus Nov' }));
  });

  it('changes the rows that are ticked together, by keyboard too', async () => {
    await openRows(
      page,
      csvOf([
        'Asha,asha.tick@sample,100,Salary',
        'Ravi,ravi.tick@sample,200,Salary',
        'Mina,mina.tick@sample,300,Salary',
      ]),
    );
    await page.getByRole('checkbox', { name: 'Tick row 2' }).click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await expectShown(page.getByText('2 rows ticked'));
    await page.getByRole('button', { name: 'Change the ticked rows' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Remark').fill('Bonus');
    await dialog.getByRole('button', { name: 'Apply to the 2 rows ticked' }).click();
    await expect.poll(() => page.getByRole('gridcell', { name: 'Bonus' }).count()).toBe(2);
    await page.getByRole('checkbox', { name: 'Tick all rows shown' }).click();
    await expectShown(page.getByText('3 rows ticked'));
    await page.getByRole('checkbox', { name: 'Tick row 3' }).click();
    await page.getByRole('button', { name: 'Leave out', exact: true }).click();
    await expect.poll(() => chip(page, 'Left out')).toBe(2);
    await expectShown(page.getByText('₹200.00').first());
  });

  it('reads a corrected file again, keeps what was typed here, and says what no longer stands', async () => {
    const before = ['Asha,asha.again@sample,100,Salary', 'Ravi,ravi.again@sample,200,Salary'];
    await openRows(page, csvOf(before));
    await page.getByRole('gridcell', { name: 'asha.again@sample' }).click();
    await typeOver(page, 'asha.right@sample');
    await page.keyboard.press('Enter');
    await page.getByRole('gridcell', { name: 'ravi.again@sample' }).click();
    await page.getByRole('button', { name: 'Leave this row out' }).click();
    await expect.poll(() => chip(page, 'Left out')).toBe(1);
    const newer = csvOf(['Mina,mina.again@sample,300,Salary', 'Asha,asha.again@sample,150,Salary']);
    await page.getByLabel('Choose the corrected file again').last().setInputFiles(newer);
    await expectShown(page.getByText('1 correction made here no longer stands'));
    await expectShown(page.getByText('Row 3 was left out and is not found any more'));
    await expectShown(page.getByRole('gridcell', { name: 'asha.right@sample' }));
    await expectShown(page.getByText('₹450.00').first());
  });
});

describe.each(HOSTS)('Review and fix, many cells at once, on the $name', (host) => {
  let page: Page;
  useSession({
    host,
    begin: async (session) => {
      ({ page } = session);
      await startWithPractice(page, session.link);
    },
  });

  beforeEach(async () => {
    await goTo(page, 'Payouts');
  });

  it('changes all rows that are shown and no others, by keyboard and as one step of undo', async () => {
    const keys = keysOf(page);
    await openRows(
      page,
      csvOf(['Asha,asha.all@sample,100,Salary', 'Ravi,ravi.all@sample,0,Salary', 'Mina,mina.all@sample,x,']),
    );
    await expect.poll(() => chip(page, 'Errors')).toBe(2);
    const dialog = page.getByRole('dialog');
    await keys.visit(page.getByRole('button', { name: 'Change all rows shown' }), dialog.getByLabel('What to do'));
    await keys.press('Enter');
    await expectShown(dialog.getByRole('button', { name: 'Apply to the 2 rows shown' }));
    await expect.poll(() => dialog.getByRole('button', { name: 'Apply to the 2 rows shown' }).isDisabled()).toBe(true);
    await keys.fill(dialog.getByLabel('Remark'), 'Diwali bonus');
    await keys.press('Enter');
    await expect.poll(() => dialog.count()).toBe(0);
    await keys.expectAt(page.getByRole('button', { name: 'Change all rows shown' }));
    await expect.poll(() => chip(page, 'Edited')).toBe(2);
    await page.getByRole('group', { name: 'Show rows' }).getByRole('button', { name: 'All' }).click();
    await expect.poll(() => page.getByRole('gridcell', { name: 'Diwali bonus' }).count()).toBe(2);
    await expectShown(page.getByRole('gridcell', { name: 'Salary', exact: true }));
    await page.getByRole('button', { name: 'Undo: Set Remark in 2 rows' }).click();
    await expect.poll(() => chip(page, 'Edited')).toBe(0);

    await page.getByRole('button', { name: 'Change all rows shown' }).click();
    await chooseIn(dialog.getByLabel('What to do'), 'UPPERCASE');
    await chooseIn(dialog.getByLabel('In the column'), 'Remark');
    await page.keyboard.press('F8');
    await dialog.getByRole('button', { name: 'Apply to the 3 rows shown' }).click();
    await expect.poll(() => page.getByRole('gridcell', { name: 'SALARY' }).count()).toBe(2);
    await page.getByRole('button', { name: 'Change all rows shown' }).click();
    await chooseIn(dialog.getByLabel('What to do'), 'Leave out');
    await dialog.getByRole('button', { name: 'Apply to the 3 rows shown' }).click();
    await expect.poll(() => chip(page, 'Left out')).toBe(3);
  });

  it('7: fills 150 cells from a pasted block of 3 x 50, as one step of undo', async () => {
    await openRows(page, csvOf(Array.from({ length: 60 }, (_, index) => `Person ${index},p${index}@sample,100,old`)));
    const block = Array.from({ length: 50 }, (_, index) => `new${index}@sample\tpasted\t${200 + index}`).join('\n');
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(block)})`);
    await page.getByRole('gridcell', { name: 'p0@sample' }).click();
    await page.keyboard.press('ControlOrMeta+V');
    await expect.poll(() => chip(page, 'Edited')).toBe(50);
    await expectShown(page.getByText('₹12,225.00').first());
    await expectShown(page.getByRole('gridcell', { name: 'new0@sample' }));
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => chip(page, 'Edited')).toBe(0);
  });

  it('says of which cell a pasted text is too long, and keeps what was typed', async () => {
    await openRows(page, csvOf(['Asha,asha.long@sample,100,Salary', 'Ravi,ravi.long@sample,100,Salary']));
    await page.getByRole('gridcell', { name: 'ravi.long@sample' }).click();
    await page.keyboard.press('F2');
    const typed = 'y'.repeat(CELL_MAX_CHARACTERS + 1);
    await page.getByRole('textbox', { name: 'UPI ID' }).fill(typed);
    await page.keyboard.press('Enter');
    await expectShown(page.getByText('Row 3, UPI ID: the text is too long, 32,768 characters.'));
    await expectShown(page.getByText('At most 32,767 fit. Make it shorter.'));
    await expect.poll(() => page.getByLabel('What you typed').inputValue()).toBe(typed);
    await expectShown(page.getByRole('gridcell', { name: 'ravi.long@sample' }));
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByLabel('What you typed').waitFor({ state: 'detached' });
  });

  it('says why a block is not pasted that is too large or reaches beyond the rows, and changes nothing', async () => {
    await openRows(page, csvOf(['Asha,asha.block@sample,100,Salary', 'Ravi,ravi.block@sample,100,Salary']));
    const pasteAt = async (cell: string, block: string): Promise<void> => {
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(block)})`);
      await page.getByRole('gridcell', { name: cell }).click();
      await page.keyboard.press('ControlOrMeta+V');
    };
    await pasteAt('asha.block@sample', 'x\n'.repeat(EDIT_CELLS_MAX + 1));
    await expectShown(page.getByText('The copied block has 2,00,001 cells: nothing was pasted.'));
    await pasteAt('ravi.block@sample', 'a@sample\nb@sample\nc@sample');
    await expectShown(page.getByText(/^2 cells of the copied block would fall outside/));
    await expect.poll(() => chip(page, 'Edited')).toBe(0);
    await page.getByRole('button', { name: 'Close' }).click();
  });

  it('5: keeps the zeros of an account number on the screen', async () => {
    const buffer = Buffer.from('Name,Account Number,IFSC,Amount,Remark\nAsha,00123456789,HDFC0000001,500,Salary\n');
    await openRows(page, { name: 'zeros.csv', mimeType: 'text/csv', buffer });
    await expectShown(page.getByRole('gridcell', { name: '00123456789' }));
  });

  it('6: shows only the rows of a chip, and says so when there are none', async () => {
    await openRows(page, csvOf(['Asha,asha@sample,100,Salary']));
    await page.getByRole('button', { name: 'Errors' }).click();
    await expectShown(page.getByText('No row of the file matches this filter.'));
  });

  it('leads to each place with Alt and its number, because Ctrl and a number are the browser’s', async () => {
    const places = ['Payouts', 'History', 'Payees', 'Collect', 'Lookups', 'Wallet', 'Settings'];
    for (const [index, name] of places.entries()) {
      await page.keyboard.press(`Alt+${index + 1}`);
      await expectShown(page.getByRole('heading', { level: 1, name }));
    }
  });
});

describe.each(HOSTS)('Review and fix, the row that was meant, on the $name', (host) => {
  let page: Page;
  useSession({
    host,
    begin: async (session) => {
      ({ page } = session);
      await startWithPractice(page, session.link);
    },
  });

  /** Five people, four of them without an amount. Each `tag` makes a different file. */
  const openUnpaid = async (tag: string): Promise<void> => {
    const people = ['A One', 'B Two', 'C Three', 'D Four'].map((name, at) => `${name},${tag}${at}@okaxis,,x`);
    await openRows(page, csvOf([...people, `E Five,${tag}5@okaxis,100.00,x`]));
    await expect.poll(() => chip(page, 'Errors')).toBe(4);
  };
  const show = (word: string) =>
    page.getByRole('group', { name: 'Show rows' }).getByRole('button', { name: word }).click();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const amount = (name: string) => row(name).getByRole('gridcell').last();
  const amounts = (): Promise<readonly string[]> =>
    page.locator('[role=rowgroup] [role=row] > [role=gridcell]:last-child').allTextContents();

  /** Checks which row the ring is in, and what else names it: the focus if the grid has it, and the line below. */
  const expectRing = async (name: string, { hasFocus }: { readonly hasFocus: boolean }): Promise<void> => {
    const ring = page.locator('[role=rowgroup] [role=gridcell][tabindex="0"]').locator('..');
    await expect.poll(() => ring.allTextContents()).toEqual([expect.stringContaining(name)]);
    if (hasFocus) expect(await ring.locator(':focus').count()).toBe(1);
    const rowNumber = await ring.getByRole('gridcell').nth(1).textContent();
    await expectShown(page.getByRole('status').getByText(`Row ${rowNumber} · Amount`));
  };

  it('25: writes a typed amount to the person whose cell was clicked, whatever was chosen under another filter', async () => {
    await openUnpaid('ring');
    await amount('A One').click();
    await page.keyboard.type('11');
    await page.keyboard.press('Enter');
    await expect.poll(() => chip(page, 'Errors')).toBe(3);
    await expectRing('B Two', { hasFocus: true });
    await show('All');
    await expectRing('B Two', { hasFocus: false });
    await amount('A One').click();
    await page.keyboard.type('99999');
    await page.keyboard.press('Enter');
    await expect.poll(amounts).toEqual(['₹99,999.00', '', '', '', '₹100.00']);
    await expectRing('B Two', { hasFocus: true });
  });

  it('25: fills down the rows that were chosen, whatever was chosen under another filter', async () => {
    await openUnpaid('fill');
    await amount('A One').click();
    await page.keyboard.type('11');
    await page.keyboard.press('Enter');
    await page.keyboard.type('22');
    await page.keyboard.press('Enter');
    await expect.poll(() => chip(page, 'Errors')).toBe(2);
    await show('All');
    await amount('A One').click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('ControlOrMeta+D');
    await expect.poll(amounts).toEqual(['₹11.00', '₹11.00', '₹11.00', '', '₹100.00']);
  });

  it('keeps a corrected row where it is until the filter is pressed again, and what is typed when another cell is clicked', async () => {
    await openUnpaid('stay');
    await amount('B Two').click();
    await page.keyboard.type('22');
    await amount('D Four').click();
    await expect.poll(() => chip(page, 'Errors')).toBe(3);
    await expect.poll(amounts).toEqual(['', '₹22.00', '', '']);
    await expectRing('D Four', { hasFocus: true });
    await show('Errors');
    await expect.poll(amounts).toEqual(['', '', '']);
    await expectRing('D Four', { hasFocus: false });
    await amount('C Three').click();
    await page.getByRole('button', { name: 'Leave this row out' }).click();
    await expect.poll(() => chip(page, 'Left out')).toBe(1);
    await expect.poll(() => row('C Three').count()).toBe(1);
  });

  it('takes F8 and F9 as fast as they are typed, and never speaks of its own corrections', async () => {
    const wrong = (at: number) => `Person ${at},person${at}@ybll,${100 + at},Salary`;
    await openRows(
      page,
      csvOf(Array.from({ length: 250 }, (_, at) => (at % 50 === 7 ? wrong(at) : `Person ${at},quick${at}@ybl,1,x`))),
    );
    await expect.poll(() => chip(page, 'Warnings')).toBe(5);
    for (let issue = 0; issue < 5; issue += 1) for (const key of ['F8', 'F9', 'F9']) await page.keyboard.press(key);
    await expect.poll(() => chip(page, 'Warnings')).toBe(0);
    await expect.poll(() => chip(page, 'Edited')).toBe(5);
    expect(await page.getByText('so nothing was changed', { exact: false }).count()).toBe(0);
  });
});
