import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { CheckedSheet } from '../../electron/main/import/checked-sheet.ts';
import { matchColumns } from '../../electron/main/import/match-columns.ts';
import { openSheet } from '../../electron/main/import/open-sheet.ts';
import type { OpenedSheet } from '../../electron/main/import/table.ts';
import type { CheckedFile, Field } from '../../shared/rows.ts';
import { workerFiles } from '../fixtures/built-workers.ts';

const folder = mkdtempSync(join(tmpdir(), 'open-sheet-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const WORKER = { xlsxWorkerUrl: workerFiles().xlsx };

const CSV = [
  'name,upi id,amount,remark',
  'Asha,asha@sample,100,pay',
  'Ravi,ravi.sample,200,pay',
  'Asha,asha@sample,100,pay',
  'Meera,meera@sample,300,pay',
  '',
].join('\n');

async function open(text: string | Uint8Array, name = 'pay.csv'): Promise<OpenedSheet> {
  const path = join(folder, name);
  writeFileSync(path, text);
  const opening = await openSheet({ path, sheet: null, encoding: null }, WORKER);
  if (opening.kind !== 'opened') throw new Error(opening.refusal.code);
  return opening.sheet;
}

type Cells = readonly (readonly [number, Field, string])[];

function check(sheet: OpenedSheet, cells: Cells = [], excluded: readonly number[] = []): CheckedFile {
  const matching = matchColumns(sheet.table, {});
  if (matching.kind === 'refused') throw new Error(matching.refusal.code);
  const rows = Map.groupBy(cells, ([row]) => row);
  const edited = new Map([...rows].map(([row, list]) => [row, new Map(list.map(([, field, text]) => [field, text]))]));
  const rules = { fillRemark: null, includeHidden: false, maxPayoutPaise: null };
  const edits = { cells: edited, excluded: new Set(excluded) };
  const checked = CheckedSheet.open(sheet, { columns: matching.columns, ...rules }, edits);
  if ('code' in checked) throw new Error(checked.code);
  return checked.asFile();
}

const codes = (checked: CheckedFile): string[] => checked.issues.map((issue) => `${issue.row} ${issue.code}`);

describe('an opened sheet', () => {
  it('checks a row that was corrected by the same rules, and keeps what the file said as its source', async () => {
    const sheet = await open(CSV);
    expect(codes(check(sheet))).toEqual(['3 upiShape', '4 samePayment']);
    const checked = check(sheet, [[1, 'upiId', 'ravi@sample']]);
    expect(codes(checked)).toEqual(['4 samePayment']);
    expect(checked.rows[1]).toMatchObject({
      kind: 'payable',
      payment: { beneficiary: { upiId: 'ravi@sample' } },
      source: ['Ravi', 'ravi.sample', '200', 'pay'],
    });
    expect(sheet.table.rows[1]?.[1]).toBe('ravi.sample');
  });

  it('finds a wrong value that was typed over a right one', async () => {
    const checked = check(await open(CSV), [[3, 'amount', '1e5']]);
    expect(codes(checked)).toEqual(['3 upiShape', '4 samePayment', '5 amountScientific']);
    expect(checked.rows[3]?.kind).toBe('blocked');
  });

  it('leaves out a row, which is then nobody’s repeat', async () => {
    const checked = check(await open(CSV), [], [0]);
    expect(codes(checked)).toEqual(['2 leftOut', '3 upiShape']);
    expect(checked.rows.map((row) => row.kind)).toEqual(['blocked', 'blocked', 'payable', 'payable']);
    expect(checked.rows.map((row) => row.rowNumber)).toEqual([2, 3, 4, 5]);
    expect(checked.totalPaise).toBe(40_000);
  });

  it('warns of a cell at the very end of the file until it is typed', async () => {
    const sheet = await open('upi id,remark,amount\nasha@sample,pay,1\nravi@sample,pay,2');
    expect(codes(check(sheet))).toEqual(['3 lastLineOpen']);
    expect(codes(check(sheet, [[1, 'amount', '20']]))).toEqual([]);
  });

  it('takes a field that the file has no column for', async () => {
    const sheet = await open('upi id,amount\nasha@sample,1\nravi@sample,2\n');
    expect(codes(check(sheet))).toEqual(['2 remarkMissing', '3 remarkMissing']);
    const checked = check(sheet, [[1, 'remark', 'salary']]);
    expect(codes(checked)).toEqual(['2 remarkMissing']);
    expect(checked.rows[1]).toMatchObject({ payment: { remark: 'salary' }, source: ['ravi@sample', '2'] });
  });

  it('asks for the encoding with the text in each, and opens it once that is named', async () => {
    const path = join(folder, 'latin.csv');
    writeFileSync(path, Buffer.from('name,upi id,amount,remark\nRen\u00e9,rene@sample,1,pay', 'latin1'));
    const asks = await openSheet({ path, sheet: null, encoding: null }, WORKER);
    expect(asks).toMatchObject({ kind: 'asks', about: 'encoding' });
    const preview = asks.kind === 'asks' ? asks.encodings.find((one) => one.encoding === 'windows-1252') : undefined;
    expect(preview?.preview).toContain('Ren\u00e9');
    expect((await openSheet({ path, sheet: null, encoding: 'windows-1252' }, WORKER)).kind).toBe('opened');
  });
});
