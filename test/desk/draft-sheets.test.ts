// A workbook with two months in it: a correction on one sheet never reaches the other.

import { randomUUID } from 'node:crypto';
import ExcelJS from 'exceljs';
import { afterEach, describe, expect, it } from 'vitest';
import { openTestDesk, type TestWindowDesk } from './window-desk.ts';

const HEADERS = ['Name', 'Account Number', 'IFSC', 'Amount', 'Remark'];
const SHEETS = {
  Oct: [
    ['Asha', '50100000001', 'HDFC0000001', '100', 'pay'],
    ['Bina', '50100000002', 'HDFC0000001', '200', 'pay'],
  ],
  Nov: [
    ['Chitra', '50100000003', 'SBIN0000001', '300', 'pay'],
    ['Devi', '50100000004', 'SBIN0000001', '400', 'pay'],
  ],
} as const;

async function workbook(): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  for (const [name, rows] of Object.entries(SHEETS)) {
    book.addWorksheet(name).addRows([HEADERS, ...rows.map((row) => [...row])]);
  }
  return new Uint8Array(await book.xlsx.writeBuffer());
}

describe('a draft whose sheet is chosen anew', () => {
  let desk: TestWindowDesk | null = null;
  afterEach(async () => {
    await desk?.close();
    desk = null;
  });

  it('carries no correction, no left-out row and no undo from one sheet to the other', async () => {
    const open = openTestDesk();
    desk = open;
    const file = await open.giveBytes('pay.xlsx', await workbook());
    const about = { profile: 'practice' };
    const asks = await open.change('openDraft', { ...about, file, options: {} });
    const { draft } = asks.kind === 'asks' ? asks : { draft: asks.summary.draft };
    const october = await open.change('rereadDraft', { ...about, draft, options: { sheet: 'Oct' } });
    if (october.kind !== 'checked') throw new Error(october.refusal.code);
    const cells = [{ rowNumber: 2, field: 'accountNumber' as const, text: '99999999999' }];
    const edit = { kind: 'setCells' as const, words: 'edit' as const, cells };
    const { revision } = await open.change('editDraft', { draft, revision: october.summary.revision, edit });
    const leaveOut = { kind: 'exclude' as const, excluded: true, rows: [3] };
    const left = await open.ask('editDraft', { draft, revision, edit: leaveOut, commandId: randomUUID() });
    expect(left.counts).toMatchObject({ edited: 1, excluded: 1 });

    const november = await open.change('rereadDraft', { ...about, draft, options: { sheet: 'Nov' } });
    if (november.kind !== 'checked') throw new Error(november.refusal.code);
    expect(november.summary).toMatchObject({ counts: { edited: 0, excluded: 0, ready: 2 }, undo: null, redo: null });
    const { rows } = await open.ask('readDraftRows', { draft, window: { from: 0, count: 10 } });
    const accounts = rows.map(({ cells: of }) => of.find(({ field }) => field === 'accountNumber')?.text);
    expect(accounts).toEqual(['50100000003', '50100000004']);
  });

  it('has every correction and every step of undo again when its first sheet is chosen again', async () => {
    const open = openTestDesk();
    desk = open;
    const about = { profile: 'practice' };
    const asks = await open.change('openDraft', {
      ...about,
      file: await open.giveBytes('pay.xlsx', await workbook()),
      options: {},
    });
    const { draft } = asks.kind === 'asks' ? asks : { draft: asks.summary.draft };
    const choose = async (sheet: string) => {
      const read = await open.change('rereadDraft', { ...about, draft, options: { sheet } });
      if (read.kind !== 'checked') throw new Error(read.refusal.code);
      return read.summary;
    };
    const correct = async (revision: number, text: string) => {
      const cells = [{ rowNumber: 2, field: 'accountNumber' as const, text }];
      const edit = { kind: 'setCells' as const, words: 'edit' as const, cells };
      return (await open.change('editDraft', { draft, revision, edit })).revision;
    };
    const accountNow = async () => {
      const { rows } = await open.ask('readDraftRows', { draft, window: { from: 0, count: 10 } });
      return rows[0]?.cells.find(({ field }) => field === 'accountNumber')?.text;
    };
    const october = await choose('Oct');
    const twice = await correct(await correct(october.revision, '88888888888'), '99999999999');
    await open.change('undoDraft', { draft, revision: twice });
    expect((await choose('Nov')).undo).toBeNull();
    await correct((await choose('Nov')).revision, '77777777777');

    const again = await choose('Oct');
    expect(again).toMatchObject({ counts: { edited: 1 } });
    expect(again.undo).not.toBeNull();
    expect(await accountNow()).toBe('88888888888');
    const redone = await open.change('redoDraft', { draft, revision: again.revision });
    expect(await accountNow()).toBe('99999999999');
    const once = await open.change('undoDraft', { draft, revision: redone.revision });
    await open.change('undoDraft', { draft, revision: once.revision });
    expect(await accountNow()).toBe('50100000001');
    await choose('Nov');
    expect(await accountNow()).toBe('77777777777');
  });
});
