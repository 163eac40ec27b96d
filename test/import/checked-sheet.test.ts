import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeptCheck } from '../../electron/main/import/kept-check.ts';
import { type OpenedSheet, openTable } from '../../electron/main/import/open-sheet.ts';
import { KIND, type Table } from '../../electron/main/import/table.ts';
import type { Sha256 } from '../../shared/ids.ts';
import { type Field, FIELDS } from '../../shared/issues.ts';
import { EDIT_ROWS_BY_DIFFERENCE_MAX } from '../../shared/limits.ts';
import { asPaise } from '../../shared/money.ts';
import { type ColumnMatch, type Edits, NO_EDITS } from '../../shared/rows.ts';

/** Few values, so that rows repeat one another, add up, and stop doing so. */
const TEXTS: Readonly<Record<Field, readonly string[]>> = {
  paymentMethod: ['', 'UPI', 'IMPS', 'upi', 'cash'],
  upiId: ['', '', 'asha@sample', 'Asha@Sample', 'ravi@sample', 'no upi'],
  accountNumber: ['', '', '00123456789', '123456789', '0012345678', '1234567890123456789'],
  ifsc: ['', '', 'HDFC0000001', 'hdfc0000001', 'HDFC0000002', 'HDFCO000001'],
  amount: ['100', '200', '300', '100.00', 'Rs. 500/-', '1e5', '', 'amount'],
  remark: ['pay', '', ' pay ', 'grand total'],
  reference: ['', '', '', 'REF1', 'ref1', 'REF2', 'not one'],
  name: ['', 'Asha', 'Ravi\u200b'],
};
const KINDS = [KIND.text, KIND.text, KIND.text, KIND.number, KIND.zeroMask, KIND.formula];
const FILE = { name: 'pay.csv', sizeBytes: 1, sha256: '0'.repeat(64) as Sha256 };

interface SheetMade {
  readonly fields: readonly Field[];
  readonly cells: readonly (readonly string[])[];
  readonly kinds: readonly number[] | null;
  readonly hidden: readonly number[];
}

const anySheet: fc.Arbitrary<SheetMade> = fc
  .record({ chosen: fc.subarray([...FIELDS]), count: fc.nat(11) })
  .chain(({ chosen, count }) => {
    const fields: readonly Field[] = [...new Set<Field>([...chosen, 'upiId', 'amount'])];
    const rows = count + 1;
    return fc.record({
      fields: fc.constant(fields),
      cells: fc.array(fc.tuple(...fields.map((field) => fc.constantFrom(...TEXTS[field]))), {
        minLength: rows,
        maxLength: rows,
      }),
      kinds: fc.option(
        fc.array(fc.constantFrom(...KINDS), { minLength: rows * fields.length, maxLength: rows * fields.length }),
      ),
      hidden: fc.array(fc.constantFrom(0, 0, 1), { minLength: rows, maxLength: rows }),
    });
  });

const anyChange = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(...FIELDS).chain((field) => typing(field, fc.constantFrom(...TEXTS[field]))),
  },
  { weight: 1, arbitrary: fc.constantFrom(...FIELDS).chain((field) => typing(field, fc.constant(null))) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('exclude' as const), row: fc.nat(11), isOut: fc.boolean() }) },
);
function typing(field: Field, text: fc.Arbitrary<string | null>) {
  const rows = fc.uniqueArray(fc.nat(11), { minLength: 1, maxLength: 4 });
  return fc.record({ kind: fc.constant('type' as const), field: fc.constant(field), rows, text });
}
type Change = typeof anyChange extends fc.Arbitrary<infer Value> ? Value : never;

const anyRules = fc.record({
  fillRemark: fc.constantFrom(null, 'salary'),
  includeHidden: fc.boolean(),
  maxPayoutPaise: fc.constantFrom(null, asPaise(15_000)),
});

function tableOf({ fields, cells, kinds, hidden }: SheetMade): Table {
  return {
    sheet: kinds === null ? null : 'Sheet1',
    headerRowNumber: 1,
    headers: [...fields],
    rows: cells,
    rowNumbers: cells.map((_, row) => row * 2 + 2),
    kinds: kinds === null ? null : Uint8Array.from(kinds),
    hidden: Uint8Array.from(hidden),
    hiddenColumns: new Set([1]),
  };
}

function columnsOf(fields: readonly Field[]): Readonly<Partial<Record<Field, ColumnMatch>>> {
  return Object.fromEntries(fields.map((field, index) => [field, { header: field, index, how: 'exact' }]));
}

async function sheetOf(made: SheetMade): Promise<OpenedSheet> {
  const opening = await openTable(tableOf(made), { file: FILE, sheets: [] });
  if (opening.kind !== 'opened') throw new Error('the sheet has no rows');
  return opening.sheet;
}

function after({ cells, excluded }: Edits, change: Change): { readonly edits: Edits; readonly rows: number[] } {
  if (change.kind === 'exclude') {
    const left = new Set(excluded);
    if (change.isOut) left.add(change.row);
    else left.delete(change.row);
    return { edits: { cells, excluded: left }, rows: [change.row] };
  }
  const typed = new Map(cells);
  for (const row of change.rows) {
    const fields = new Map(typed.get(row));
    if (change.text === null) fields.delete(change.field);
    else fields.set(change.field, change.text);
    if (fields.size === 0) typed.delete(row);
    else typed.set(row, fields);
  }
  return { edits: { cells: typed, excluded }, rows: [...change.rows] };
}

/** Everything a kept check says, in the words of a whole check. */
function told(kept: KeptCheck) {
  const { rows, payableCount, totalPaise, hiddenRowCount, hiddenColumnCount, columnIssues } = kept;
  const issues = [...columnIssues, ...rows.flatMap((_, row) => kept.issuesOf(row))];
  return { rows, issues, payableCount, totalPaise, hiddenRowCount, hiddenColumnCount };
}

describe('a sheet that stays checked', () => {
  it('says after any edits what the check from scratch says', async () => {
    await fc.assert(
      fc.asyncProperty(
        anySheet,
        anyRules,
        fc.array(anyChange, { minLength: 1, maxLength: 12 }),
        async (made, rules, changes) => {
          const sheet = await sheetOf(made);
          const request = { columns: columnsOf(made.fields), ...rules };
          const keeping = await sheet.keepChecked({ ...request, edits: NO_EDITS });
          if (keeping.kind === 'refused') throw new Error(keeping.refusal.code);
          let edits = NO_EDITS;
          for (const change of [null, ...changes]) {
            if (change !== null) {
              const next = after(edits, change);
              const rows = next.rows.filter((row) => row < made.cells.length);
              const inSheet = {
                cells: new Map([...next.edits.cells].filter(([row]) => row < made.cells.length)),
                excluded: new Set([...next.edits.excluded].filter((row) => row < made.cells.length)),
              };
              edits = inSheet;
              expect((await keeping.check.change(rows, edits)).kind).toBe('changed');
            }
            const whole = await sheet.check({ ...request, edits });
            if (whole.kind === 'refused') throw new Error(whole.refusal.code);
            const { rows, issues, payableCount, totalPaise, hiddenRowCount, hiddenColumnCount } = whole.checked;
            const figures = { payableCount, totalPaise, hiddenRowCount, hiddenColumnCount };
            expect(told(keeping.check)).toEqual({ rows, issues, ...figures });
          }
        },
      ),
      { numRuns: 400 },
    );
  }, 60_000);

  it('names every row whose findings a change touched, and no others far away', async () => {
    const cells = Array.from({ length: 50 }, (_, row) => [`staff${row}@sample`, '100', 'pay', '']);
    const fields = ['upiId', 'amount', 'remark', 'reference'] as const;
    const sheet = await sheetOf({ fields, cells, kinds: null, hidden: cells.map(() => 0) });
    const request = { columns: columnsOf(fields), fillRemark: null, includeHidden: false, maxPayoutPaise: null };
    const keeping = await sheet.keepChecked({ ...request, edits: NO_EDITS });
    if (keeping.kind === 'refused') throw new Error(keeping.refusal.code);
    const edits = {
      cells: new Map([[40, new Map<Field, string>([['upiId', 'staff7@sample']])]]),
      excluded: new Set<number>(),
    };
    const first = await keeping.check.change([40], edits);
    expect(first.kind === 'changed' ? first.rows?.toSorted((a, b) => a - b) : null).toEqual([7, 40]);
    const out = await keeping.check.change([7], { ...edits, excluded: new Set([7]) });
    expect(out.kind === 'changed' ? out.rows?.toSorted((a, b) => a - b) : null).toEqual([7, 40]);
  });

  it('finds a person paid twice by an edit, whatever branch and zeros it writes', async () => {
    const fields = ['accountNumber', 'ifsc', 'amount', 'remark'] as const;
    const cells = [
      ['00123456789', 'HDFC0000001', '100', 'pay'],
      ['50100000001', 'HDFC0000001', '100', 'pay'],
    ];
    const sheet = await sheetOf({ fields, cells, kinds: null, hidden: [0, 0] });
    const request = { columns: columnsOf(fields), fillRemark: null, includeHidden: false, maxPayoutPaise: null };
    const keeping = await sheet.keepChecked({ ...request, edits: NO_EDITS });
    if (keeping.kind === 'refused') throw new Error(keeping.refusal.code);
    const typed = new Map<Field, string>([
      ['accountNumber', '123456789'],
      ['ifsc', 'hdfc0000002'],
    ]);
    const edits = { cells: new Map([[1, typed]]), excluded: new Set<number>() };
    await keeping.check.change([1], edits);
    expect(keeping.check.issuesOf(1).map(({ code }) => code)).toContain('samePayment');
    const whole = await sheet.check({ ...request, edits });
    if (whole.kind === 'refused') throw new Error(whole.refusal.code);
    expect(told(keeping.check).issues).toEqual(whole.checked.issues);
  });

  it('checks so many rows at once as a whole, and says the same', async () => {
    const count = EDIT_ROWS_BY_DIFFERENCE_MAX + 10;
    const cells = Array.from({ length: count }, (_, row) => [`staff${row}@sample`, '100', 'pay']);
    const fields = ['upiId', 'amount', 'remark'] as const;
    const sheet = await sheetOf({ fields, cells, kinds: null, hidden: cells.map(() => 0) });
    const request = { columns: columnsOf(fields), fillRemark: null, includeHidden: false, maxPayoutPaise: null };
    const keeping = await sheet.keepChecked({ ...request, edits: NO_EDITS });
    if (keeping.kind === 'refused') throw new Error(keeping.refusal.code);
    const all = cells.map((_, row) => row);
    const typed = new Map(all.map((row) => [row, new Map<Field, string>([['upiId', 'asha@sample']])]));
    const edits = { cells: typed, excluded: new Set<number>() };
    expect(await keeping.check.change(all, edits)).toEqual({ kind: 'changed', rows: null });
    // The first of a group as large as the sheet: all others name another one.
    const without = { cells: typed, excluded: new Set([0]) };
    expect(await keeping.check.change([0], without)).toEqual({ kind: 'changed', rows: null });
    const whole = await sheet.check({ ...request, edits: without });
    if (whole.kind === 'refused') throw new Error(whole.refusal.code);
    expect(told(keeping.check)).toMatchObject({ payableCount: count - 1, issues: whole.checked.issues });
  });

  it('refuses a total that cannot be held exactly, and stands as it stood', async () => {
    const tenCrore = '100000000.00';
    const cells = Array.from({ length: 100_001 }, (_, row) => [
      `staff${row}@sample`,
      row === 0 ? '1' : tenCrore,
      'pay',
    ]);
    const fields = ['upiId', 'amount', 'remark'] as const;
    const sheet = await sheetOf({
      fields,
      cells: cells.slice(0, -1).concat([['last@sample', '1', 'pay']]),
      kinds: null,
      hidden: cells.map(() => 0),
    });
    const request = { columns: columnsOf(fields), fillRemark: null, includeHidden: false, maxPayoutPaise: null };
    const keeping = await sheet.keepChecked({ ...request, edits: NO_EDITS });
    if (keeping.kind === 'refused') throw new Error(keeping.refusal.code);
    const before = keeping.check.totalPaise;
    const typed = new Map([0, 100_000].map((row) => [row, new Map<Field, string>([['amount', tenCrore]])]));
    const change = await keeping.check.change([0, 100_000], { cells: typed, excluded: new Set() });
    expect(change).toMatchObject({ kind: 'refused', refusal: { code: 'totalTooLarge' } });
    expect(keeping.check.totalPaise).toBe(before);
    expect(keeping.check.rows[0]).toMatchObject({ kind: 'payable', payment: { amountPaise: 100 } });
  }, 60_000);
});
