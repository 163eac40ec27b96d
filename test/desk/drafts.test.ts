import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LAYOUT } from '../../electron/main/desk/runtime/memory.ts';
import { chosenColumns, columnsOf } from '../../renderer/features/match/choose-columns.ts';
import type { AnswerOf } from '../../shared/api/contract.ts';
import type { DraftEdit, ReadOptions } from '../../shared/api/draft-commands.ts';
import type { Field } from '../../shared/rows.ts';
import { spoken } from '../fixtures/spoken.ts';
import { openTestDesk, type TestWindowDesk } from './window-desk.ts';

let desk: TestWindowDesk;
beforeAll(() => {
  desk = openTestDesk();
});
afterAll(() => desk.close());

const FILE = [
  'Emp,A/C No.,IFSC Code,Net Pay,Narration,Cost Centre',
  'Asha,00123456789,HDFC0000001,100.00,pay,x',
  'Ravi,00123456780,HDFCO000001,200.00,pay,y',
  'Mina,00123456781,SBINO000300,300.00,pay,z',
  'Dev,0012345,HDFC0000001,400.00,pay,',
  'Zoya,00123456783,HDFC0000001,1e5,pay,',
  '',
].join('\n');

type Reading = Extract<AnswerOf<'openDraft'>, { kind: 'checked' }>;

async function openDraft(text = FILE, options: object = {}): Promise<AnswerOf<'openDraft'>> {
  return desk.change('openDraft', { file: await desk.give('pay.csv', text), profile: 'practice', options });
}

async function openChecked(): Promise<Reading> {
  const reading = await openDraft();
  if (reading.kind !== 'checked') throw new Error(reading.refusal.code);
  return reading;
}

const edit = (draft: string, revision: number, what: DraftEdit) =>
  desk.change('editDraft', { draft, revision, edit: what });

/** The options of a person who answers these questions as the window does. */
function answerOf(asks: AnswerOf<'openDraft'>, answers: Partial<Record<Field, string>>): ReadOptions {
  const columns = { ...columnsOf(asks.headers), ...answers };
  return { ...asks.options, ...chosenColumns(asks, columns) };
}

async function rows(draft: string, query: object = {}) {
  return desk.ask('readDraftRows', { draft, window: { from: 0, count: 50 }, ...query });
}

describe('a draft', () => {
  it('shows how each column was matched, and which are not sent', async () => {
    const { headers, summary } = await openChecked();
    expect(headers.map(({ header, field, how }) => [header, field, how])).toEqual([
      ['Emp', 'name', 'exact'],
      ['A/C No.', 'accountNumber', 'exact'],
      ['IFSC Code', 'ifsc', 'exact'],
      ['Net Pay', 'amount', 'exact'],
      ['Narration', 'remark', 'exact'],
      ['Cost Centre', null, null],
    ]);
    expect(summary.counts).toEqual({ all: 5, ready: 1, errors: 3, warnings: 1, excluded: 0, edited: 0 });
    expect(summary.payable).toEqual({ count: 2, paise: 50_000 });
  });

  it('keeps the zeros of an account number', async () => {
    const { draft } = await openChecked();
    const [first] = (await rows(draft)).rows;
    expect(first?.cells).toContainEqual({ field: 'accountNumber', text: '00123456789', original: null });
    expect(first?.bank).toBe('HDFC Bank');
  });

  it('corrects a row, shows what the file said, and counts anew', async () => {
    const { draft } = await openChecked();
    const cells = [{ rowNumber: 6, field: 'amount', text: '500' }] as const;
    const summary = await edit(draft, 0, { kind: 'setCells', words: 'edit', cells: [...cells] });
    const counts = { ready: 2, errors: 2, edited: 1 };
    expect(spoken(summary)).toMatchObject({ revision: 1, counts, undo: 'Edit 1 cell' });
    expect(summary.payable).toEqual({ count: 3, paise: 100_000 });
    const edited = await rows(draft, { filter: 'edited' });
    expect(edited.rows).toMatchObject([{ rowNumber: 6, status: 'ready', amountPaise: 50_000 }]);
    expect(edited.rows[0]?.cells).toContainEqual({ field: 'amount', text: '500', original: '1e5' });
  });

  it('fixes all rows of a kind in one step of undo, and redoes it', async () => {
    const { draft } = await openChecked();
    const { groups } = await desk.ask('readDraftIssues', { draft });
    expect(groups.find(({ code }) => code === 'ifscLetterO')).toMatchObject({ count: 2, fixable: 2, field: 'ifsc' });
    const [, second] = (await rows(draft)).rows;
    expect(second?.issues).toMatchObject([{ code: 'ifscLetterO', suggestion: 'HDFC0000001' }]);
    const fixed = await edit(draft, 0, { kind: 'fixAll', code: 'ifscLetterO', field: 'ifsc' });
    expect(fixed.counts).toMatchObject({ errors: 1, edited: 2 });
    const undone = await desk.change('undoDraft', { draft, revision: 1 });
    expect(spoken(undone)).toMatchObject({
      counts: { errors: 3, edited: 0 },
      undo: null,
      redo: 'Fix IFSC in 2 rows',
    });
    const redone = await desk.change('redoDraft', { draft, revision: 2 });
    expect(redone).toMatchObject({ counts: { errors: 1, edited: 2 }, redo: null });
  });

  it('leaves out the rows behind a chip, and takes them in again', async () => {
    const { draft } = await openChecked();
    const out = await edit(draft, 0, { kind: 'exclude', excluded: true, rows: 'errors' });
    expect(out.counts).toMatchObject({ all: 5, errors: 0, excluded: 3, ready: 1, warnings: 1 });
    expect((await rows(draft, { filter: 'excluded' })).rows.map(({ rowNumber }) => rowNumber)).toEqual([3, 4, 6]);
    const back = await edit(draft, 1, { kind: 'exclude', excluded: false, rows: [4] });
    expect(back.counts).toMatchObject({ errors: 1, excluded: 2 });
  });

  it('does not take an edit that was made on what is no more', async () => {
    const { draft } = await openChecked();
    await edit(draft, 0, { kind: 'exclude', excluded: true, rows: [2] });
    await expect(edit(draft, 0, { kind: 'exclude', excluded: true, rows: [3] })).rejects.toThrow('changedMeanwhile');
    await expect(edit(draft, 1, { kind: 'exclude', excluded: true, rows: [99] })).rejects.toThrow('noSuchRow');
  });

  it('finds a text and replaces it as it is, without reading it as a pattern', async () => {
    const { draft } = await openChecked();
    const replaced = await edit(draft, 0, { kind: 'replace', field: 'remark', find: 'pay', replaceWith: '$& 50% _' });
    expect(replaced.counts.edited).toBe(5);
    const found = await rows(draft, { search: '50% _' });
    expect(found.total).toBe(5);
    expect(found.rows[0]?.cells).toContainEqual({ field: 'remark', text: '$& 50% _', original: 'pay' });
  });

  it('leads from one issue to the next and round to the first', async () => {
    const { draft } = await openChecked();
    const next = (fromRowNumber: number, isBackward = false) =>
      desk
        .ask('findNextIssue', { draft, fromRowNumber, isBackward, severity: 'error' })
        .then(({ found }) => found?.rowNumber);
    expect([await next(1), await next(3), await next(4), await next(6)]).toEqual([3, 4, 6, 3]);
    const before = (rowNumber: number) => next(rowNumber, true);
    expect([await before(6), await before(4), await before(3), await before(1)]).toEqual([4, 3, 6, 6]);
  });

  it('asks for columns that it cannot tell, and remembers those a person chose', async () => {
    const text = 'Kram,Kiska,Kitna,Kyun\n1,asha@sample,3,a\n2,ravi@sample,1,b\n3,mina@sample,2,c\n';
    const asks = await openDraft(text);
    expect(asks).toMatchObject({ kind: 'asks', about: 'columns' });
    // Numbers that count the rows add up to nothing.
    expect(asks.headers[0]).toMatchObject({ header: 'Kram', sum: null, samples: ['1', '2', '3'] });
    expect(asks.headers).toContainEqual({
      index: 2,
      header: 'Kitna',
      sum: '₹6.00',
      samples: ['3', '1', '2'],
      isPayers: false,
      field: null,
      how: null,
    });
    const columns = [
      { field: 'upiId', header: 'Kiska' },
      { field: 'amount', header: 'Kitna' },
      { field: 'remark', header: 'Kyun' },
    ];
    const options = { columns, rememberColumns: true };
    const args = await desk.change('rereadDraft', { draft: asks.draft, profile: 'practice', options });
    expect(args).toMatchObject({ kind: 'checked', sureOfColumns: false, summary: { counts: { ready: 3 } } });
    const again = await openDraft(text);
    expect(again).toMatchObject({ kind: 'checked', sureOfColumns: true });
    expect(again.headers.map(({ how }) => how)).toEqual([null, 'remembered', 'remembered', 'remembered']);
    await desk.change('forgetColumns', { draft: again.draft });
    expect((await openDraft(text)).kind).toBe('asks');
  });

  it('asks about a column whose words change what it means, and asks about it again in each file', async () => {
    const text = 'UPI ID,Amount (in paise),Remark\nasha@sample,50000,a\n';
    const asks = await openDraft(text);
    expect(spoken(asks)).toMatchObject({
      kind: 'asks',
      about: 'columns',
      refusal: {
        code: 'amountUnclear',
        message: expect.stringContaining('its first value pays ₹50,000.00'),
        cure: 'Choose the column of the rupees to pay under Match the columns.',
      },
    });
    expect(asks.headers.map(({ field }) => field)).toEqual(['upiId', null, 'remark']);
    const columns = [
      { field: 'upiId', header: 'UPI ID' },
      { field: 'amount', header: 'Amount (in paise)' },
      { field: 'remark', header: 'Remark' },
    ];
    const options = { columns, rememberColumns: true };
    const input = await desk.change('rereadDraft', { draft: asks.draft, profile: 'practice', options });
    expect(input).toMatchObject({ kind: 'checked', sureOfColumns: false });
    const { groups } = await desk.ask('readDraftIssues', { draft: asks.draft });
    expect(spoken(groups)).toMatchObject([
      {
        code: 'unitDoubtful',
        severity: 'warning',
        message: '"Amount (in paise)" may be in paise. Taken as rupees, its first value pays ₹50,000.00.',
        cure: 'If it is not in rupees, convert it to rupees in the sheet.',
      },
    ]);
    const again = await openDraft(text);
    expect(again).toMatchObject({ kind: 'asks', refusal: { code: 'amountUnclear' } });
    expect(again.headers.map(({ field, how }) => [field, how])).toEqual([
      ['upiId', 'remembered'],
      [null, null],
      ['remark', 'remembered'],
    ]);
    await desk.change('forgetColumns', { draft: again.draft });
    expect((await openDraft(text)).headers.map(({ how }) => how)).toEqual(['exact', null, 'exact']);
  });

  it('never takes another column in the place of a doubtful one that was chosen before', async () => {
    const text = 'UPI ID,Salary (Gross),Net Pay,Remark\nasha@sample,60000,50000,a\n';
    const first = await openDraft(text);
    expect(first).toMatchObject({ kind: 'checked', sureOfColumns: false });
    const columns = [
      { field: 'upiId', header: 'UPI ID' },
      { field: 'amount', header: 'Salary (Gross)' },
      { field: 'remark', header: 'Remark' },
    ];
    const options = { columns, money: ['Salary (Gross)', 'Net Pay'], rememberColumns: true };
    await desk.change('rereadDraft', { draft: first.draft, profile: 'practice', options });
    expect(await openDraft(text)).toMatchObject({ kind: 'asks', refusal: { code: 'amountUnclear' } });
  });

  it('is sure of columns that its headers name only once a person has confirmed them', async () => {
    const text = 'UPI ID,Amount,Remark\nasha@sample,500,a\n';
    const first = await openDraft(text);
    expect(first).toMatchObject({ kind: 'checked', sureOfColumns: false });
    expect(first.headers.map(({ how }) => how)).toEqual(['exact', 'exact', 'exact']);
    const confirm = async (rememberColumns: boolean) => {
      const { draft } = await openDraft(text);
      await desk.change('rereadDraft', { draft, profile: 'practice', options: { rememberColumns } });
    };
    await confirm(false);
    expect(await openDraft(text)).toMatchObject({ sureOfColumns: false });
    await confirm(true);
    expect(await openDraft(text)).toMatchObject({ kind: 'checked', sureOfColumns: true });
    expect(await openDraft(text.replace('Remark', 'Narration'))).toMatchObject({ sureOfColumns: false });
  });

  it('opens its own sample without a question', async () => {
    const { file } = await desk.change('openSample', {});
    const reading = await desk.change('openDraft', { file, profile: 'practice', options: {} });
    expect(reading).toMatchObject({ kind: 'checked', sureOfColumns: true });
  });

  it("asks once how the sheet's own methods are paid, and remembers it with the headers", async () => {
    const text =
      'Mode,Account No,IFSC,Amount,Remark\nNEFT,50100123456789,HDFC0000001,500,a\nCOD,50100123456780,HDFC0000001,500,a\n';
    const first = await openDraft(text);
    expect(first).toMatchObject({
      kind: 'checked',
      sureOfColumns: false,
      methodWords: [
        { word: 'NEFT', rows: 1, as: null },
        { word: 'COD', rows: 1, as: null },
      ],
      summary: { counts: { errors: 2 } },
    });
    const methods = [
      { word: 'NEFT', as: 'IMPS' as const },
      { word: 'COD', as: 'unpaid' as const },
    ];
    const options = { methods, rememberColumns: true };
    const received = await desk.change('rereadDraft', { draft: first.draft, profile: 'practice', options });
    expect(received).toMatchObject({
      summary: { counts: { ready: 1, errors: 0, excluded: 1 }, byMethod: { IMPS: { count: 1 } } },
    });
    const { groups } = await desk.ask('readDraftIssues', { draft: first.draft });
    expect(groups.map(({ code }) => code)).toEqual(['methodAnswered']);
    const again = await openDraft(text);
    expect(again).toMatchObject({ sureOfColumns: true, summary: { counts: { ready: 1, excluded: 1 } } });
    expect(await openDraft(text.replace('COD', 'RTGS'))).toMatchObject({ sureOfColumns: false });
  });

  it('remembers an answer for the word of its column, not for the same word of another', async () => {
    const sheet = (...cells: readonly string[]): string =>
      [
        'Name,UPI ID,Amount,Remark,Seen by X,Allowed by Y',
        ...cells.map((cell, at) => `Asha ${at},asha${at}@sample,500,a,${cell}`),
        '',
      ].join('\n');
    const first = await openDraft(sheet('y ,', 'N,', ',', ','));
    expect(first.sheetWords).toMatchObject([
      { column: 'Seen by X', word: 'Y', shown: 'y', names: ['Asha 0'], as: null },
      { column: 'Seen by X', word: 'N', shown: 'N', names: ['Asha 1'], as: null },
    ]);
    const words = first.sheetWords.map(({ column, word }) => ({ column, word, as: 'pay' as const }));
    const options = { words, rememberColumns: true };
    await desk.change('rereadDraft', { draft: first.draft, profile: 'practice', options });
    const next = await openDraft(sheet('Y,', 'N,', ',N', ','));
    expect(next).toMatchObject({ sureOfColumns: false });
    expect(next.sheetWords.map(({ column, word, as }) => [column, word, as])).toEqual([
      ['Seen by X', 'Y', 'pay'],
      ['Seen by X', 'N', 'pay'],
      ['Allowed by Y', 'N', null],
    ]);
  });

  it('reads an answer remembered by an earlier version as one for any column', () => {
    const layout = { columns: [], methods: [], words: [{ word: 'pd', as: 'unpaid' }], money: [] };
    expect(LAYOUT.parse(layout).words).toEqual([{ column: '', word: 'pd', as: 'unpaid' }]);
  });

  it('leaves a column that is asked about unmatched, so that a person chooses it', async () => {
    const asks = await openDraft('UPI ID,Amount,TDS,Remark\nasha@sample,500,50,a\n');
    expect(asks).toMatchObject({ kind: 'asks', about: 'columns', refusal: { code: 'amountUnclear' } });
    expect(asks.headers.map(({ field }) => field)).toEqual(['upiId', null, null, 'remark']);
  });

  it('remembers the answer about other money, but none that nobody gave', async () => {
    const sheet = (adv: string): string =>
      `UPI ID,Amount,Adv.,Bal.,Remark\nasha@sample,500,${adv},,a\nravi@sample,700,${adv},,b\n`;
    const quiet = await openDraft(sheet(''));
    expect(quiet).toMatchObject({ kind: 'checked' });
    const confirm = async (draft: string, answers: object = {}) =>
      desk.change('rereadDraft', { draft, profile: 'practice', options: { ...answers, rememberColumns: true } });
    await confirm(quiet.draft);
    expect(await openDraft(sheet(''))).toMatchObject({ kind: 'checked', sureOfColumns: true });
    const asks = await openDraft(sheet('100'));
    expect(asks).toMatchObject({ kind: 'asks', refusal: { code: 'amountUnclear' } });
    expect(asks.headers.find(({ header }) => header === 'Amount')).toMatchObject({ field: null });
    expect(await confirm(asks.draft, answerOf(asks, { amount: 'Amount' }))).toMatchObject({ kind: 'checked' });
    expect(await openDraft(sheet('150'))).toMatchObject({ kind: 'checked', sureOfColumns: true });
    const other = await openDraft(sheet('150').replaceAll('150,', '150,350'));
    expect(spoken(other)).toMatchObject({ kind: 'asks', refusal: { message: expect.stringContaining('"Bal."') } });
  });

  it('asks about each column at once, so that no answer silences another question', async () => {
    const text = [
      'Name,UPI ID,Amount,Adv.,Order ID,Client Reference,Remark',
      'Asha,asha@sample,500,100,7001,C1,a',
      'Ravi,ravi@sample,700,200,7002,C2,b',
      '',
    ].join('\n');
    const asks = await openDraft(text);
    expect(asks).toMatchObject({
      kind: 'asks',
      refusal: { code: 'columnTied' },
      questions: [
        { field: 'reference', headers: ['Order ID', 'Client Reference'] },
        { field: 'amount', headers: ['Amount', 'Adv.'] },
      ],
    });
    // All other columns are matched.
    expect(asks.headers.map(({ field }) => field)).toEqual(['name', 'upiId', null, null, null, null, 'remark']);
    const reread = (options: ReadOptions) =>
      desk.change('rereadDraft', { draft: asks.draft, profile: 'practice', options });
    const half = await reread({ ...asks.options, columns: [{ field: 'reference', header: 'Order ID' }] });
    expect(half).toMatchObject({ kind: 'asks', questions: [{ field: 'amount' }] });
    const both = answerOf(asks, { reference: 'Order ID', amount: 'Amount' });
    expect(both.columns.map(({ field }) => field)).toEqual(['amount', 'reference']);
    const read = await reread({ ...both, rememberColumns: true });
    expect(read).toMatchObject({ kind: 'checked', summary: { payable: { paise: 120_000 } } });
    expect(await openDraft(text)).toMatchObject({ kind: 'checked', sureOfColumns: true });
  });

  it('asks about the words of a sheet together with its columns', async () => {
    const text = 'UPI ID,Amount,Adv.,Payment Status,Remark\nasha@sample,500,50,adj.,a\nravi@sample,700,70,done,b\n';
    const asks = await openDraft(text);
    expect(asks).toMatchObject({
      kind: 'asks',
      questions: [{ field: 'amount' }],
      sheetWords: [{ column: 'Payment Status', word: 'ADJ.', rows: 1, as: null }],
    });
  });

  it('asks about an amount that a person chose without a question about the other money', async () => {
    const asks = await openDraft('UPI ID,Gross,Fee,Adv.,Remark\nasha@sample,900,700,50,a\nravi@sample,800,600,50,b\n');
    const columns = [{ field: 'amount' as const, header: 'Fee' }];
    const reread = (options: object) => desk.change('rereadDraft', { draft: asks.draft, profile: 'practice', options });
    const again = await reread({ columns });
    expect(again).toMatchObject({ kind: 'asks', questions: [{ field: 'amount', named: ['Fee', 'Gross', 'Adv.'] }] });
    expect(await reread(answerOf(again, { amount: 'Fee' }))).toMatchObject({ kind: 'checked' });
  });

  it('asks about the money beside two amounts in the question which is paid, and says which comes of it', async () => {
    const text = 'UPI ID,Amount,TDS,Payable,Remark\nasha@sample,500,50,450,a\nravi@sample,700,70,630,b\n';
    const asks = await openDraft(text);
    expect(asks).toMatchObject({
      kind: 'asks',
      questions: [
        {
          field: 'amount',
          headers: ['Amount', 'Payable', 'TDS'],
          named: ['Amount', 'Payable', 'TDS'],
          sums: [{ header: 'Payable', sum: '"Amount" - "TDS"' }],
        },
      ],
    });
    const options = answerOf(asks, { amount: 'Payable' });
    const read = await desk.change('rereadDraft', { draft: asks.draft, profile: 'practice', options });
    expect(read).toMatchObject({ kind: 'checked', summary: { payable: { paise: 108_000 } } });
  });

  it('remembers answers about words that are not in every file', async () => {
    const sheet = (word: string) => `Mode,Account No,IFSC,Amount,Remark\n${word},50100123456789,HDFC0000001,500,a\n`;
    for (const word of ['NEFT', 'RTGS']) {
      const { draft } = await openDraft(sheet(word));
      const options = { methods: [{ word, as: 'IMPS' }], rememberColumns: true };
      await desk.change('rereadDraft', { draft, profile: 'practice', options });
    }
    for (const word of ['NEFT', 'RTGS'])
      expect(await openDraft(sheet(word))).toMatchObject({ sureOfColumns: true, summary: { counts: { ready: 1 } } });
  });

  it('says which row is the header and which are not read, and takes another one', async () => {
    const text = 'Salary register\nNov 2026\nUPI ID,Amount,Remark\nTo,Rs,Why\nasha@sample,500,a\n';
    const found = await openDraft(text);
    expect(found).toMatchObject({ kind: 'checked', rows: 2, firstRows: { headers: [3], above: [1, 2] } });
    expect(found.firstRows.rows).toContainEqual({ rowNumber: 3, cells: ['UPI ID', 'Amount', 'Remark'] });
    const { draft } = found;
    const other = await desk.change('rereadDraft', { draft, profile: 'practice', options: { headerRow: 4 } });
    expect(other).toMatchObject({ kind: 'asks', about: 'columns', firstRows: { headers: [4], above: [1, 2, 3] } });
    const back = await desk.change('rereadDraft', { draft, profile: 'practice', options: { headerRow: 3 } });
    expect(back).toMatchObject({ kind: 'checked', options: { headerRow: 3 }, firstRows: { headers: [3] } });
  });

  it('asks for the header where two rows could be it', async () => {
    const header = 'UPI ID,Amount,Remark';
    const asks = await openDraft(`ravi@sample,700,b\n${header}\nasha@sample,500,a\n`);
    expect(asks).toMatchObject({ kind: 'asks', about: 'header', refusal: { code: 'headerUnclear' } });
    expect(asks.firstRows.rows.map(({ rowNumber }) => rowNumber)).toEqual([1, 2, 3]);
    const options = { headerRow: 2 };
    const supplied = await desk.change('rereadDraft', { draft: asks.draft, profile: 'practice', options });
    expect(supplied).toMatchObject({ kind: 'checked', rows: 1, summary: { payable: { paise: 50_000 } } });
  });

  it('is gone once it is closed', async () => {
    const { draft } = await openChecked();
    await desk.change('closeDraft', { draft });
    expect(await desk.refusalOf('readDraft', { draft })).toBe('draftGone');
  });
});
