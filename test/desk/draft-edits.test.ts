import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DraftEdit, EVERY_ROW } from '../../shared/api/draft-commands.ts';
import { openTestDesk, type TestWindowDesk } from './window-desk.ts';

let desk: TestWindowDesk;
beforeEach(() => {
  desk = openTestDesk();
});
afterEach(() => desk.close());

const FILE = [
  'Emp,A/C No.,IFSC Code,Net Pay,Narration',
  'Asha,00123456789,HDFC0000001,100.00,pay',
  'Ravi,00123456780,HDFCO000001,200.00,pay',
  'Mina,00123456781,SBINO000300,300.00,pay',
  'Dev,00123456782,HDFC0000001,400.00,pay',
  'Zoya,00123456783,HDFC0000001,500.00,pay',
  '',
].join('\n');

async function openChecked(): Promise<{ readonly draft: string }> {
  const file = await desk.give('pay.csv', FILE);
  const reading = await desk.change('openDraft', { file, profile: 'practice', options: {} });
  if (reading.kind !== 'checked') throw new Error(reading.refusal.code);
  return reading;
}

const edit = (draft: string, revision: number, what: DraftEdit) =>
  desk.change('editDraft', { draft, revision, edit: what });

async function rows(draft: string, query: object = {}) {
  return desk.ask('readDraftRows', { draft, window: { from: 0, count: 50 }, ...query });
}

async function remarks(draft: string) {
  return (await rows(draft)).rows.map(({ cells }) => cells.find(({ field }) => field === 'remark')?.text);
}

describe('an edit of a draft', () => {
  it('sets a cell only where still stands what a person saw there, and says what stands there now', async () => {
    const { draft } = await openChecked();
    const cell = { rowNumber: 2, field: 'remark', seen: 'pay' } as const;
    await edit(draft, 0, { kind: 'setCells', words: 'edit', cells: [{ ...cell, text: 'Diwali bonus' }] });
    const other = { rowNumber: 3, field: 'remark', text: 'Salary', seen: 'pay' };
    const late = { kind: 'setCells', words: 'paste', cells: [other, { ...cell, text: 'Salary' }] };
    const reply = await desk.desk.dispatch('editDraft', { draft, revision: 1, edit: late, commandId: randomUUID() });
    expect(reply).toEqual({
      kind: 'refused',
      refusal: {
        code: 'cellChanged',
        message: 'Row 2, Remark: this was changed after you saw it, so nothing was changed.',
        cure: 'It is now “Diwali bonus”. Look at it, and do it again.',
      },
    });
    expect(await remarks(draft)).toEqual(['Diwali bonus', 'pay', 'pay', 'pay', 'pay']);
    const known = { ...cell, text: 'Salary', seen: 'Diwali bonus' };
    expect(await edit(draft, 1, { kind: 'setCells', words: 'edit', cells: [known] })).toMatchObject({ revision: 2 });
  });

  it('changes a column of the rows that a question shows and of no others, in one step of undo', async () => {
    const { draft } = await openChecked();
    const shown = { ...EVERY_ROW, issue: { code: 'ifscLetterO', field: 'ifsc' } } as const;
    await edit(draft, 0, { kind: 'exclude', excluded: true, rows: [3] });
    const change = { kind: 'set', text: ' salary ' } as const;
    const set = await edit(draft, 1, { kind: 'changeShown', field: 'remark', change, shown });
    expect(set).toMatchObject({ undo: 'Set Remark in 1 row', counts: { edited: 1 } });
    expect(await remarks(draft)).toEqual(['pay', 'pay', ' salary ', 'pay', 'pay']);
    await edit(draft, 2, { kind: 'changeShown', field: 'remark', change: { kind: 'trim' }, shown: EVERY_ROW });
    const upper = { kind: 'changeShown', field: 'remark', change: { kind: 'upperCase' }, shown: EVERY_ROW } as const;
    expect(await edit(draft, 3, upper)).toMatchObject({ undo: 'UPPERCASE Remark in 4 rows' });
    expect(await remarks(draft)).toEqual(['PAY', 'pay', 'SALARY', 'PAY', 'PAY']);
    await expect(edit(draft, 4, upper)).rejects.toThrow('nothingChanged');
    await desk.change('undoDraft', { draft, revision: 4 });
    expect(await remarks(draft)).toEqual(['pay', 'pay', 'salary', 'pay', 'pay']);
  });

  it('leaves out the rows that a question shows', async () => {
    const { draft } = await openChecked();
    const rowsShown = { ...EVERY_ROW, search: 'zoya' };
    const out = await edit(draft, 0, { kind: 'exclude', excluded: true, rows: rowsShown });
    expect(out).toMatchObject({ undo: 'Leave out 1 row', counts: { excluded: 1 } });
    expect((await rows(draft, { filter: 'excluded' })).rows.map(({ rowNumber }) => rowNumber)).toEqual([6]);
  });

  it('changes the rows that are ticked, or all that are shown but those whose tick was taken away', async () => {
    const { draft } = await openChecked();
    const some = { ...EVERY_ROW, ticked: { isAll: false, rows: [3, 6] } };
    const change = { kind: 'set', text: 'bonus' } as const;
    await edit(draft, 0, { kind: 'changeShown', field: 'remark', change, shown: some });
    expect(await remarks(draft)).toEqual(['pay', 'bonus', 'pay', 'pay', 'bonus']);
    expect((await rows(draft, some)).rows.map(({ rowNumber }) => rowNumber)).toEqual([3, 6]);
    const allBut = { ...EVERY_ROW, ticked: { isAll: true, rows: [3, 6] } };
    expect(await edit(draft, 1, { kind: 'exclude', excluded: true, rows: allBut })).toMatchObject({
      undo: 'Leave out 3 rows',
    });
    expect((await rows(draft, { filter: 'excluded' })).rows.map(({ rowNumber }) => rowNumber)).toEqual([2, 4, 5]);
  });

  it('shows what a replacement would change, and changes that', async () => {
    const { draft } = await openChecked();
    await edit(draft, 0, { kind: 'exclude', excluded: true, rows: [3] });
    const replacement = { field: 'remark', find: 'pay', replaceWith: 'salary' } as const;
    const preview = await desk.ask('previewReplace', { draft, ...replacement });
    expect(preview).toMatchObject({
      revision: 1,
      count: 4,
      first: [{ rowNumber: 2, from: 'pay', to: 'salary' }, { rowNumber: 4 }, {}, {}],
    });
    expect(await edit(draft, preview.revision, { kind: 'replace', ...replacement })).toMatchObject({
      undo: 'Replace in 4 rows',
    });
    expect(await remarks(draft)).toEqual(['salary', 'pay', 'salary', 'salary', 'salary']);
    expect(await desk.ask('previewReplace', { draft, ...replacement })).toMatchObject({ count: 0, first: [] });
  });
});
