import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DraftEdit, EVERY_ROW } from '../../shared/api/draft-commands.ts';
import { spoken } from '../fixtures/spoken.ts';
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
    expect(spoken(reply)).toEqual({
      kind: 'refused',
      refusal: {
        code: 'cellChanged',
        message: 'Row 2, Remark: someone else changed it to “Diwali bonus”.',
        cure: 'Keep theirs or yours?',
      },
    });
    expect(await remarks(draft)).toEqual(['Diwali bonus', 'pay', 'pay', 'pay', 'pay']);
    const known = { ...cell, text: 'Salary', seen: 'Diwali bonus' };
    expect(await edit(draft, 1, { kind: 'setCells', words: 'edit', cells: [known] })).toMatchObject({ revision: 2 });
  });

  it('is none where every text stands there already, whatever was seen there: no revision, and nothing to undo', async () => {
    const { draft } = await openChecked();
    const bonus = { rowNumber: 2, field: 'remark', text: 'bonus', seen: 'pay' } as const;
    const set = { kind: 'setCells', words: 'edit', cells: [bonus] } as const;
    await edit(draft, 0, { ...set, cells: [bonus] });
    const undo = 'Edit 1 cell';
    expect(spoken(await edit(draft, 1, { ...set, cells: [bonus] }))).toMatchObject({ revision: 1, undo });
    const both = [bonus, { ...bonus, rowNumber: 3 }];
    expect(spoken(await edit(draft, 1, { ...set, cells: both }))).toMatchObject({ revision: 2, undo });
    await desk.change('undoDraft', { draft, revision: 2 });
    expect(await remarks(draft)).toEqual(['bonus', 'pay', 'pay', 'pay', 'pay']);
  });

  it('changes a column of the rows that a question shows and of no others, in one step of undo', async () => {
    const { draft } = await openChecked();
    const shown = { ...EVERY_ROW, issue: { code: 'ifscLetterO', field: 'ifsc' } } as const;
    await edit(draft, 0, { kind: 'exclude', excluded: true, rows: [3] });
    const change = { kind: 'set', text: ' salary ' } as const;
    const set = await edit(draft, 1, { kind: 'changeShown', field: 'remark', change, shown });
    expect(spoken(set)).toMatchObject({ undo: 'Set Remark in 1 row', counts: { edited: 1 } });
    expect(await remarks(draft)).toEqual(['pay', 'pay', ' salary ', 'pay', 'pay']);
    await edit(draft, 2, { kind: 'changeShown', field: 'remark', change: { kind: 'trim' }, shown: EVERY_ROW });
    const upper = { kind: 'changeShown', field: 'remark', change: { kind: 'upperCase' }, shown: EVERY_ROW } as const;
    expect(spoken(await edit(draft, 3, upper))).toMatchObject({ undo: 'UPPERCASE Remark in 4 rows' });
    expect(await remarks(draft)).toEqual(['PAY', 'pay', 'SALARY', 'PAY', 'PAY']);
    await expect(edit(draft, 4, upper)).rejects.toThrow('nothingChanged');
    await desk.change('undoDraft', { draft, revision: 4 });
    expect(await remarks(draft)).toEqual(['pay', 'pay', 'salary', 'pay', 'pay']);
  });

  it('leaves out the rows that a question shows', async () => {
    const { draft } = await openChecked();
    const rowsShown = { ...EVERY_ROW, search: 'zoya' };
    const out = await edit(draft, 0, { kind: 'exclude', excluded: true, rows: rowsShown });
    expect(spoken(out)).toMatchObject({ undo: 'Leave out 1 row', counts: { excluded: 1 } });
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
    const out = await edit(draft, 1, { kind: 'exclude', excluded: true, rows: allBut });
    expect(spoken(out)).toMatchObject({ undo: 'Leave out 3 rows' });
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
    const done = await edit(draft, preview.revision, { kind: 'replace', ...replacement });
    expect(spoken(done)).toMatchObject({ undo: 'Replace in 4 rows' });
    expect(await remarks(draft)).toEqual(['salary', 'pay', 'salary', 'salary', 'salary']);
    expect(await desk.ask('previewReplace', { draft, ...replacement })).toMatchObject({ count: 0, first: [] });
  });
});

describe('the rows that a filter shows', () => {
  const errors = (press: string | null) => ({ filter: 'errors', press });
  const numbers = async (draft: string, query: object) =>
    (await rows(draft, query)).rows.map(({ rowNumber }) => rowNumber);
  const ifsc = (rowNumber: number, text: string): DraftEdit => ({
    kind: 'setCells',
    words: 'edit',
    cells: [{ rowNumber, field: 'ifsc', text }],
  });

  it('stay until it is pressed again, and those that have become wrong since come', async () => {
    const { draft } = await openChecked();
    const first = errors(randomUUID());
    expect(await numbers(draft, first)).toEqual([3, 4]);
    await edit(draft, 0, ifsc(3, 'HDFC0000001'));
    await edit(draft, 1, ifsc(6, 'HDFC'));
    expect(await numbers(draft, first)).toEqual([3, 4, 6]);
    expect(await numbers(draft, errors(null))).toEqual([4, 6]);
    await edit(draft, 2, { kind: 'exclude', excluded: true, rows: [4] });
    expect(await numbers(draft, first)).toEqual([3, 4, 6]);
    expect(await numbers(draft, errors(randomUUID()))).toEqual([6]);
  });

  it('stay while others are asked for, by another window or letter by letter', async () => {
    const { draft } = await openChecked();
    const [mine, other] = [errors(randomUUID()), errors(randomUUID())];
    await numbers(draft, mine);
    await edit(draft, 0, ifsc(3, 'HDFC0000001'));
    expect(await numbers(draft, other)).toEqual([4]);
    for (const search of ['z', 'zo', 'zoy']) await numbers(draft, { search, press: randomUUID() });
    expect(await numbers(draft, mine)).toEqual([3, 4]);
  });

  it('are changed together as they are shown, and found at their places', async () => {
    const { draft } = await openChecked();
    const shown = { ...EVERY_ROW, filter: 'errors', press: randomUUID() } as const;
    await numbers(draft, shown);
    await edit(draft, 0, ifsc(3, 'HDFC0000001'));
    const set = { kind: 'changeShown', field: 'remark', change: { kind: 'set', text: 'bonus' }, shown } as const;
    expect(spoken(await edit(draft, 1, set))).toMatchObject({ undo: 'Set Remark in 2 rows' });
    expect(await remarks(draft)).toEqual(['pay', 'bonus', 'bonus', 'pay', 'pay']);
    const placeOf = async (rowNumber: number) => (await desk.ask('findDraftRow', { draft, ...shown, rowNumber })).at;
    expect([await placeOf(3), await placeOf(4), await placeOf(5), await placeOf(99)]).toEqual([0, 1, null, null]);
  });
});

describe('the order of the rows shown', () => {
  const sorted = (by: string, direction: 'up' | 'down' = 'up') => ({ sort: { by, direction, press: randomUUID() } });
  const numbers = async (draft: string, query: object) =>
    (await rows(draft, query)).rows.map(({ rowNumber }) => rowNumber);
  const amount = (rowNumber: number, text: string): DraftEdit => ({
    kind: 'setCells',
    words: 'edit',
    cells: [{ rowNumber, field: 'amount', text }],
  });

  it.each([
    ['name', [2, 5, 4, 3, 6]],
    ['amount', [2, 3, 4, 5, 6]],
    ['ifsc', [2, 5, 6, 3, 4]],
    ['status', [3, 4, 2, 5, 6]],
    ['bank', [2, 3, 5, 6, 4]],
    ['method', [2, 5, 6, 3, 4]],
    ['row', [2, 3, 4, 5, 6]],
  ])('goes by %s over all rows, and what has no value stands last', async (by, order) => {
    const { draft } = await openChecked();
    expect(await numbers(draft, sorted(by))).toEqual(order);
  });

  it('goes down too, and a page of it begins where the one before ends', async () => {
    const { draft } = await openChecked();
    const down = sorted('amount', 'down');
    expect(await numbers(draft, down)).toEqual([6, 5, 4, 3, 2]);
    expect(await numbers(draft, { ...down, window: { from: 2, count: 2 } })).toEqual([4, 3]);
    const places = [2, 6].map(async (rowNumber) => (await desk.ask('findDraftRow', { draft, ...down, rowNumber })).at);
    expect(await Promise.all(places)).toEqual([4, 0]);
  });

  it('25: stays as it was when a row is corrected, until a header is pressed again', async () => {
    const { draft } = await openChecked();
    const [first, again] = [sorted('amount'), sorted('amount')];
    expect(await numbers(draft, first)).toEqual([2, 3, 4, 5, 6]);
    await edit(draft, 0, amount(2, '900'));
    expect(await numbers(draft, first)).toEqual([2, 3, 4, 5, 6]);
    expect(await numbers(draft, again)).toEqual([3, 4, 5, 6, 2]);
  });

  it('25: keeps a fixed row in its place under a filter, and sets one that comes later at the end', async () => {
    const { draft } = await openChecked();
    const shown = { filter: 'errors', press: randomUUID(), ...sorted('amount', 'down') };
    expect(await numbers(draft, shown)).toEqual([4, 3]);
    const ifsc = (rowNumber: number, text: string): DraftEdit => ({
      kind: 'setCells',
      words: 'edit',
      cells: [{ rowNumber, field: 'ifsc', text }],
    });
    await edit(draft, 0, ifsc(4, 'SBIN0000300'));
    await edit(draft, 1, ifsc(6, 'HDFC'));
    expect(await numbers(draft, shown)).toEqual([4, 3, 6]);
  });

  it('leads from issue to issue in the order of the file, and says where each is shown', async () => {
    const { draft } = await openChecked();
    const next = {
      draft,
      ...sorted('amount', 'down'),
      fromRowNumber: 0,
      isBackward: false,
      severity: 'error',
    } as const;
    expect((await desk.ask('findNextIssue', next)).found).toMatchObject({ rowNumber: 3, at: 3 });
    expect((await desk.ask('findNextIssue', { ...next, fromRowNumber: 3 })).found).toMatchObject({
      rowNumber: 4,
      at: 2,
    });
  });
});
