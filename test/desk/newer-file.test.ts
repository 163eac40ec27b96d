// A file that was changed in the spreadsheet program while it was being corrected here, and is read again.

import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CheckedReading, DraftEdit } from '../../shared/api/draft-commands.ts';
import { openTestDesk, type TestWindowDesk } from './window-desk.ts';

let desk: TestWindowDesk;
let disk: string;
beforeEach(() => {
  desk = openTestDesk();
  disk = mkdtempSync(join(tmpdir(), 'newer-file-'));
});
afterEach(async () => {
  await desk.close();
  rmSync(disk, { recursive: true, force: true });
});

const HEADER = 'name,account number,ifsc,amount,remark';
const ASHA = 'Asha,00123456781,HDFC0000001,100,pay';
const RAVI = 'Ravi,00123456782,HDFC0000001,200,pay';
const MINA = 'Mina,00123456783,HDFC0000001,300,pay';
const ZOYA = 'Zoya,00123456784,HDFC0000001,400,pay';

const FIELDS_OF_HEADER = ['name', 'accountNumber', 'ifsc', 'amount', 'remark'] as const;

const csv = (...rows: readonly string[]): string => [HEADER, ...rows, ''].join('\n');

async function open(...rows: readonly string[]): Promise<CheckedReading> {
  const path = join(disk, 'pay.csv');
  writeFileSync(path, csv(...rows));
  const { file } = await desk.desk.files.copyIn(path, 'pay.csv');
  return checked(await desk.change('openDraft', { file, profile: 'practice', options: {} }));
}

function checked(reading: { readonly kind: string }): CheckedReading {
  if (reading.kind !== 'checked') throw new Error(JSON.stringify(reading));
  return reading as CheckedReading;
}

async function edit({ draft, summary }: CheckedReading, ...edits: readonly DraftEdit[]): Promise<void> {
  for (const [at, one] of edits.entries()) {
    await desk.change('editDraft', { draft, revision: summary.revision + at, edit: one });
  }
}

const set = (rowNumber: number, field: 'remark' | 'amount', text: string): DraftEdit => ({
  kind: 'setCells',
  words: 'edit',
  cells: [{ rowNumber, field, text }],
});
const leaveOut = (rowNumber: number): DraftEdit => ({ kind: 'exclude', excluded: true, rows: [rowNumber] });

/** Overwrites the file on disk and reads it again. */
async function reread({ draft, options }: CheckedReading, ...rows: readonly string[]): Promise<CheckedReading> {
  writeFileSync(join(disk, 'pay.csv'), csv(...rows));
  return checked(await desk.change('rereadDraft', { draft, profile: 'practice', options, newer: { file: null } }));
}

async function shown({ draft }: CheckedReading): Promise<readonly string[]> {
  const { rows } = await desk.ask('readDraftRows', { draft, window: { from: 0, count: 50 } });
  return rows.map(({ status, cells }) => {
    const text = (wanted: string) => cells.find(({ field }) => field === wanted)?.text;
    return `${text('name')} ${text('remark')} ${status}`;
  });
}

describe('a file that was changed while it was corrected', () => {
  it('keeps each correction with its row, wherever that stands now', async () => {
    const draft = await open(ASHA, RAVI, MINA);
    await edit(draft, set(3, 'remark', 'bonus'), leaveOut(4));
    const again = await reread(draft, ZOYA, ASHA, RAVI, MINA);
    expect(await shown(again)).toEqual(['Zoya pay ready', 'Asha pay ready', 'Ravi bonus ready', 'Mina pay excluded']);
    expect(again.carried).toEqual({ counts: { kept: 2, inFile: 0, fileChanged: 0, gone: 0 }, listed: [] });
    expect(again.summary).toMatchObject({ undo: null, counts: { excluded: 1, edited: 1 } });
  });

  it('lets the file count where it changed the very cell, and says so', async () => {
    const draft = await open(ASHA, RAVI);
    await edit(draft, set(2, 'amount', '150'), set(2, 'remark', 'bonus'), set(3, 'amount', '250'));
    const again = await reread(draft, ASHA.replace(',100,', ',120,'), RAVI.replace(',200,', ',250,'));
    expect(await shown(again)).toEqual(['Asha bonus ready', 'Ravi pay ready']);
    expect(again.summary.payable).toEqual({ count: 2, paise: 37_000 });
    const at = (rowNumber: number) => ({ rowNumber, nowRowNumber: rowNumber, field: 'amount' });
    expect(again.carried).toEqual({
      counts: { kept: 1, inFile: 1, fileChanged: 1, gone: 0 },
      listed: [
        { ...at(2), typed: '150', now: '120', became: 'fileChanged' },
        { ...at(3), typed: '250', now: '250', became: 'inFile' },
      ],
    });
  });

  it('tells of each row that was left out and is not found any more', async () => {
    const draft = await open(ASHA, RAVI);
    await edit(draft, leaveOut(3), set(3, 'remark', 'bonus'));
    const again = await reread(draft, ASHA, MINA);
    expect(await shown(again)).toEqual(['Asha pay ready', 'Mina pay ready']);
    expect(again.carried?.listed).toEqual([
      { rowNumber: 3, nowRowNumber: null, field: 'remark', typed: 'bonus', now: null, became: 'gone' },
      { rowNumber: 3, nowRowNumber: null, field: null, typed: '', now: null, became: 'gone' },
    ]);
  });

  it('never takes one row of a person for another one of the same person', async () => {
    const second = ASHA.replace(',100,', ',900,');
    const draft = await open(ASHA, second);
    await edit(draft, leaveOut(2));
    // The row that was left out was deleted; the other one is in its place now.
    const again = await reread(draft, second);
    expect(await shown(again)).toEqual(['Asha pay ready']);
    expect(again.carried?.counts).toMatchObject({ gone: 1, kept: 0 });
  });

  it('goes on with its corrections after its columns were asked for anew', async () => {
    const draft = await open(ASHA, RAVI);
    await edit(draft, leaveOut(3));
    const { draft: id, options } = draft;
    const changed = { draft: id, profile: 'practice', options };
    writeFileSync(join(disk, 'pay.csv'), `name,account number,ifsc,figures,remark\n${ASHA}\n${RAVI}`);
    const asks = await desk.change('rereadDraft', { ...changed, newer: { file: null } });
    expect(asks).toMatchObject({ kind: 'asks', about: 'columns' });
    const columns = [
      { field: 'name', header: 'name' },
      { field: 'accountNumber', header: 'account number' },
      { field: 'ifsc', header: 'ifsc' },
      { field: 'amount', header: 'figures' },
      { field: 'remark', header: 'remark' },
    ] as const;
    const chosen = { ...options, columns: [...columns] };
    const again = checked(await desk.change('rereadDraft', { ...changed, options: chosen }));
    expect(await shown(again)).toEqual(['Asha pay ready', 'Ravi pay excluded']);
  });

  it('has its columns matched anew where its headers are others, whatever was chosen before', async () => {
    const draft = await open(ASHA, RAVI);
    const { draft: id } = draft;
    const options = {
      ...draft.options,
      columns: [{ field: 'amount', header: 'amount' } as const],
      rememberColumns: true,
    };
    const chosen = checked(await desk.change('rereadDraft', { draft: id, profile: 'practice', options }));
    writeFileSync(join(disk, 'pay.csv'), `${HEADER},net payable\n${ASHA},90\n${RAVI},190\n`);
    const asked = { draft: id, profile: 'practice', options: chosen.options };
    const again = await desk.change('rereadDraft', { ...asked, newer: { file: null } });
    expect(again).toMatchObject({ kind: 'asks', about: 'columns', options: { columns: [], rememberColumns: false } });
  });

  it('is asked about money beside the amount that its earlier version did not have', async () => {
    const header = `${HEADER},adv`;
    const path = join(disk, 'pay.csv');
    writeFileSync(path, `${header}\n${ASHA},\n${RAVI},\n`);
    const { file } = await desk.desk.files.copyIn(path, 'pay.csv');
    const columns = HEADER.split(',').map((name, at) => ({ field: FIELDS_OF_HEADER[at] ?? 'name', header: name }));
    const draft = checked(await desk.change('openDraft', { file, profile: 'practice', options: { columns } }));
    const asked = { draft: draft.draft, profile: 'practice', options: draft.options };
    writeFileSync(path, `${header}\n${ASHA},\n${RAVI},50\n`);
    const question = { kind: 'asks', questions: [{ field: 'amount', named: ['amount', 'adv'] }] };
    expect(await desk.change('rereadDraft', { ...asked, newer: { file: null } })).toMatchObject(question);
    expect(await desk.change('rereadDraft', asked)).toMatchObject(question);
    const options = { ...draft.options, money: ['amount', 'adv'] };
    const answered = checked(await desk.change('rereadDraft', { ...asked, options }));
    writeFileSync(path, `${header}\n${ASHA},\n${RAVI},60\n`);
    const again = { ...asked, options: answered.options, newer: { file: null } };
    expect(await desk.change('rereadDraft', again)).toMatchObject({
      kind: 'checked',
      summary: { counts: { ready: 2 } },
    });
  });

  it('is asked about money that stood there before, where nobody was asked about the amount', async () => {
    const header = HEADER.replace('remark', 'order id,client reference,remark');
    const row = (adv: string): string => ASHA.replace('pay', `7001,C1,pay,${adv}`);
    const path = join(disk, 'pay.csv');
    writeFileSync(path, `${header},adv\n${row('')}\n`);
    const { file } = await desk.desk.files.copyIn(path, 'pay.csv');
    const asks = await desk.change('openDraft', { file, profile: 'practice', options: {} });
    expect(asks).toMatchObject({ kind: 'asks', questions: [{ field: 'reference' }] });
    const options = { ...asks.options, columns: [{ field: 'reference' as const, header: 'order id' }] };
    const asked = { draft: asks.draft, profile: 'practice', options };
    checked(await desk.change('rereadDraft', asked));
    writeFileSync(path, `${header},adv\n${row('50')}\n`);
    expect(await desk.change('rereadDraft', { ...asked, newer: { file: null } })).toMatchObject({
      kind: 'asks',
      questions: [{ field: 'amount', headers: ['amount', 'adv'] }],
    });
  });

  it('is shown to be matched once more where nobody confirmed its new headers', async () => {
    const draft = await open(ASHA, RAVI);
    const options = { ...draft.options, rememberColumns: true };
    const sure = checked(await desk.change('rereadDraft', { draft: draft.draft, profile: 'practice', options }));
    expect(sure.options.rememberColumns).toBe(false);
    writeFileSync(join(disk, 'pay.csv'), `${HEADER},city\n${ASHA},Pune\n${RAVI},Pune\n`);
    const asked = { draft: draft.draft, profile: 'practice', options: sure.options };
    expect(await desk.change('rereadDraft', { ...asked, newer: { file: null } })).toMatchObject({
      sureOfColumns: false,
    });
    const path = join(disk, 'next.csv');
    writeFileSync(path, `${HEADER},city\n${ASHA},Pune\n`);
    const { file } = await desk.desk.files.copyIn(path, 'next.csv');
    const next = await desk.change('openDraft', { file, profile: 'practice', options: {} });
    expect(next).toMatchObject({ kind: 'checked', sureOfColumns: false });
  });

  it('keeps its corrections while another header row is looked at', async () => {
    const draft = await open(ASHA, RAVI, MINA);
    await edit(draft, leaveOut(3), set(2, 'remark', 'bonus'));
    const again = await reread(draft, ASHA, RAVI, MINA, ZOYA);
    const as = (headerRow: number | null) =>
      desk.change('rereadDraft', {
        draft: again.draft,
        profile: 'practice',
        options: {
          ...again.options,
          headerRow,
          columns:
            headerRow === null
              ? []
              : [
                  { field: 'accountNumber', header: '00123456781' },
                  { field: 'ifsc', header: 'HDFC0000001' },
                  { field: 'amount', header: '100' },
                ],
        },
      });
    expect(await as(2)).toMatchObject({ kind: 'checked', carried: null });
    expect(await shown(checked(await as(null)))).toEqual([
      'Asha bonus ready',
      'Ravi pay excluded',
      'Mina pay ready',
      'Zoya pay ready',
    ]);
  });

  it('is chosen again where the desk does not know its place, and stays as it is when it is gone', async () => {
    const args = await desk.give('pay.csv', csv(ASHA, RAVI));
    const draft = checked(await desk.change('openDraft', { file: args, profile: 'practice', options: {} }));
    expect(draft.isOnDisk).toBe(false);
    await edit(draft, leaveOut(3));
    const asked = { draft: draft.draft, profile: 'practice', options: draft.options };
    expect(
      await desk.refusalOf('rereadDraft', { ...asked, newer: { file: null }, commandId: crypto.randomUUID() }),
    ).toBe('chooseAgain');
    const newer = { file: await desk.give('pay.csv', csv(RAVI, ASHA)) };
    expect(await shown(checked(await desk.change('rereadDraft', { ...asked, newer })))).toEqual([
      'Ravi pay excluded',
      'Asha pay ready',
    ]);

    const onDisk = await open(ASHA, MINA);
    expect(onDisk.isOnDisk).toBe(true);
    unlinkSync(join(disk, 'pay.csv'));
    const gone = { draft: onDisk.draft, profile: 'practice', options: onDisk.options, newer: { file: null } };
    expect(await desk.refusalOf('rereadDraft', { ...gone, commandId: crypto.randomUUID() })).toBe('recentFileGone');
    expect(await shown(onDisk)).toEqual(['Asha pay ready', 'Mina pay ready']);
  });
});
