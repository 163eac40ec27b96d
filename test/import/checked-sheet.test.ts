import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RowRules } from '../../electron/main/import/check-row.ts';
import { CheckedSheet, EDIT_ROWS_BY_DIFFERENCE_MAX } from '../../electron/main/import/checked-sheet.ts';
import { openTable } from '../../electron/main/import/open-sheet.ts';
import { CELL_FLAG, KIND, type OpenedSheet, type Table } from '../../electron/main/import/table.ts';
import type { Sha256 } from '../../shared/ids.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import { asPaise } from '../../shared/money.ts';
import { type ColumnMatch, type Edits, FIELDS, type Field, NO_EDITS } from '../../shared/rows.ts';

/** Few values, so that rows repeat one another, add up, and stop doing so. */
const TEXTS: Readonly<Record<Field, readonly string[]>> = {
  paymentMethod: ['', 'UPI', 'IMPS', 'upi', 'cash'],
  upiId: ['', '', 'asha@sample', 'Asha@Sample', 'ravi@sample', 'no upi'],
  accountNumber: ['', '', '00123456789', '123456789', '0012345678', '1234567890123456789'],
  ifsc: ['', '', 'HDFC0000001', 'hdfc0000001', 'HDFC0000002', 'HDFCO000001'],
  amount: ['100', '200', '300', '100.00', 'Rs. 500/-', '1e5', '', 'amount'],
  remark: ['pay', '', ' pay ', 'grand total'],
  reference: ['', '', '', 'REF1', 'ref1', 'REF2', 'not one'],
  name: ['', 'Asha', 'ASHA', 'Ravi', 'Total', 'Ravi\u200b'],
};
const KINDS = [
  KIND.text,
  KIND.text,
  KIND.text,
  KIND.number,
  KIND.zeroMask,
  KIND.formula,
  KIND.text | CELL_FLAG.formula,
  KIND.number | CELL_FLAG.formula,
  KIND.text | CELL_FLAG.struck,
];
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

function checkedOf(sheet: OpenedSheet, { edits, ...rules }: RowRules & { readonly edits: Edits }): CheckedSheet {
  const checked = CheckedSheet.open(sheet, rules, edits);
  if ('code' in checked) throw new Error(checked.code);
  return checked;
}

/** Changes the sheet. Returns the indexes of the rows that were judged again. */
function checkedBy(checked: CheckedSheet, ...change: Parameters<CheckedSheet['change']>): number[] {
  const before = [...checked.rows];
  expect(checked.change(...change)).toBeNull();
  return checked.rows.flatMap((row, at) => (row === before[at] ? [] : [at]));
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

interface Plain {
  readonly upiId: string;
  readonly amount: string;
  readonly reference: string;
  readonly isOut: boolean;
}
const anyPlain: fc.Arbitrary<Plain> = fc.record({
  upiId: fc.constantFrom('asha@sample', 'Asha@Sample', 'ravi@sample'),
  amount: fc.constantFrom('100', '100.00', '200'),
  reference: fc.constantFrom('', '', 'REF1', 'ref1', 'REF2', 'REF3'),
  isOut: fc.constantFrom(false, false, false, true),
});

/** What each row repeats, found by comparing each with all rows, as `row code other-row`. */
function repeatsIn(rows: readonly Plain[]): string[] {
  const number = (row: number): number => row * 2 + 2;
  const all = rows.map((row, at) => ({ ...row, at }));
  const there = all.filter(({ isOut }) => !isOut);
  const sharing = ({ reference }: Plain) =>
    there.filter((row) => reference !== '' && row.reference.toLowerCase() === reference.toLowerCase());
  const isFirst = (row: (typeof all)[number]): boolean => (sharing(row)[0] ?? row).at === row.at;
  const isSame = (a: Plain, b: Plain): boolean =>
    a.upiId.toLowerCase() === b.upiId.toLowerCase() && Number(a.amount) === Number(b.amount);
  return there.flatMap((row) => {
    const [one, two] = sharing(row);
    const other = isFirst(row) ? two : one;
    const paid = there.find((earlier) => isFirst(earlier) && isSame(earlier, row));
    return [
      ...(isFirst(row) && paid !== undefined && paid.at < row.at
        ? [`${number(row.at)} samePayment ${number(paid.at)}`]
        : []),
      ...(other === undefined ? [] : [`${number(row.at)} referenceRepeated ${number(other.at)}`]),
    ];
  });
}

describe('a sheet that stays checked', () => {
  it('finds the repeats that looking through all rows for each finds, after edits as well', async () => {
    const fields = ['upiId', 'amount', 'reference', 'remark'] as const;
    const cellsOf = ({ upiId, amount, reference }: Plain): string[] => [upiId, amount, reference, 'pay'];
    const anyRows = fc.array(fc.tuple(anyPlain, fc.option(anyPlain)), { minLength: 1, maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(anyRows, async (rows) => {
        const before = rows.map(([row]) => row);
        const now = rows.map(([row, changed]) => changed ?? row);
        const outOf = (all: readonly Plain[]): Set<number> =>
          new Set(all.flatMap(({ isOut }, at) => (isOut ? [at] : [])));
        const sheet = await sheetOf({
          fields,
          cells: before.map(cellsOf),
          kinds: null,
          hidden: before.map(() => 0),
        });
        const request = { columns: columnsOf(fields), fillRemark: null, includeHidden: false, maxPayoutPaise: null };
        const checked = checkedOf(sheet, { ...request, edits: { cells: new Map(), excluded: outOf(before) } });
        const repeats = (): string[] =>
          checked
            .asFile()
            .issues.filter(({ code }) => code === 'samePayment' || code === 'referenceRepeated')
            .map(({ row, code, message }) => `${row} ${code} ${/row (\d+)/.exec(inEnglish(message))?.[1]}`);
        expect(repeats()).toEqual(repeatsIn(before));
        const typed = rows.flatMap(([, row], at) =>
          row === null
            ? []
            : [[at, new Map(fields.map((field, column) => [field, cellsOf(row)[column] ?? '']))] as const],
        );
        const edits = { cells: new Map<number, Map<Field, string>>(typed), excluded: outOf(now) };
        checked.change(
          typed.map(([at]) => at),
          edits,
        );
        expect(repeats()).toEqual(repeatsIn(now));
        const unique = now.filter(
          (row, at) => !row.isOut && !repeatsIn(now).some((line) => line.startsWith(`${at * 2 + 2} reference`)),
        );
        expect(checked.payableCount).toBe(unique.length);
      }),
      { numRuns: 1_000 },
    );
  }, 60_000);

  it('says after any edits what the check from scratch says', async () => {
    await fc.assert(
      fc.asyncProperty(
        anySheet,
        anyRules,
        fc.array(anyChange, { minLength: 1, maxLength: 12 }),
        async (made, rules, changes) => {
          const sheet = await sheetOf(made);
          const request = { columns: columnsOf(made.fields), ...rules };
          const checked = checkedOf(sheet, { ...request, edits: NO_EDITS });
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
              expect(checked.change(rows, edits)).toBeNull();
            }
            const whole = checkedOf(sheet, { ...request, edits });
            expect(checked.asFile()).toEqual(whole.asFile());
          }
        },
      ),
      { numRuns: 400 },
    );
  }, 60_000);

  it('judges again every row whose findings a change touched, and no others far away', async () => {
    const cells = Array.from({ length: 50 }, (_, row) => [`staff${row}@sample`, '100', 'pay', '']);
    const fields = ['upiId', 'amount', 'remark', 'reference'] as const;
    const sheet = await sheetOf({ fields, cells, kinds: null, hidden: cells.map(() => 0) });
    const request = { columns: columnsOf(fields), fillRemark: null, includeHidden: false, maxPayoutPaise: null };
    const checked = checkedOf(sheet, { ...request, edits: NO_EDITS });
    const edits = {
      cells: new Map([[40, new Map<Field, string>([['upiId', 'staff7@sample']])]]),
      excluded: new Set<number>(),
    };
    expect(checkedBy(checked, [40], edits)).toEqual([7, 40]);
    expect(checkedBy(checked, [7], { ...edits, excluded: new Set([7]) })).toEqual([7, 40]);
  });

  it('finds a person paid twice by an edit, whatever branch and zeros it writes', async () => {
    const fields = ['accountNumber', 'ifsc', 'amount', 'remark'] as const;
    const cells = [
      ['00123456789', 'HDFC0000001', '100', 'pay'],
      ['50100000001', 'HDFC0000001', '100', 'pay'],
    ];
    const sheet = await sheetOf({ fields, cells, kinds: null, hidden: [0, 0] });
    const request = { columns: columnsOf(fields), fillRemark: null, includeHidden: false, maxPayoutPaise: null };
    const checked = checkedOf(sheet, { ...request, edits: NO_EDITS });
    const typed = new Map<Field, string>([
      ['accountNumber', '123456789'],
      ['ifsc', 'hdfc0000002'],
    ]);
    const edits = { cells: new Map([[1, typed]]), excluded: new Set<number>() };
    checked.change([1], edits);
    expect(checked.issuesOf(1).map(({ code }) => code)).toContain('samePayment');
    const whole = checkedOf(sheet, { ...request, edits });
    expect(checked.asFile().issues).toEqual(whole.asFile().issues);
  });

  it('checks so many rows at once as a whole, and says the same', async () => {
    const count = EDIT_ROWS_BY_DIFFERENCE_MAX + 10;
    const cells = Array.from({ length: count }, (_, row) => [`staff${row}@sample`, '100', 'pay']);
    const fields = ['upiId', 'amount', 'remark'] as const;
    const sheet = await sheetOf({ fields, cells, kinds: null, hidden: cells.map(() => 0) });
    const request = { columns: columnsOf(fields), fillRemark: null, includeHidden: false, maxPayoutPaise: null };
    const checked = checkedOf(sheet, { ...request, edits: NO_EDITS });
    const all = cells.map((_, row) => row);
    const typed = new Map(all.map((row) => [row, new Map<Field, string>([['upiId', 'asha@sample']])]));
    const edits = { cells: typed, excluded: new Set<number>() };
    expect(checkedBy(checked, all, edits)).toEqual(all);
    // The first of a group as large as the sheet: all the others now name another row.
    const without = { cells: typed, excluded: new Set([0]) };
    expect(checkedBy(checked, [0], without)).toEqual(all);
    const whole = checkedOf(sheet, { ...request, edits: without });
    expect(checked.asFile()).toMatchObject({ payableCount: count - 1, issues: whole.asFile().issues });
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
    const checked = checkedOf(sheet, { ...request, edits: NO_EDITS });
    const before = checked.totalPaise;
    const typed = new Map([0, 100_000].map((row) => [row, new Map<Field, string>([['amount', tenCrore]])]));
    const change = checked.change([0, 100_000], { cells: typed, excluded: new Set() });
    expect(change).toMatchObject({ code: 'totalTooLarge' });
    expect(checked.totalPaise).toBe(before);
    expect(checked.rows[0]).toMatchObject({ kind: 'payable', payment: { amountPaise: 100 } });
  }, 60_000);
});

describe('rows that are made to look alike', () => {
  const COUNT = 20_000;
  const fields = ['upiId', 'amount', 'remark'] as const;
  const request = { columns: columnsOf(fields), fillRemark: null, includeHidden: false, maxPayoutPaise: null };

  /** The least of three, in milliseconds of this process. */
  const timeOf = async (
    rowOf: (row: number) => { readonly payee: number; readonly paise: number },
  ): Promise<number> => {
    const cells = Array.from({ length: COUNT }, (_, row) => {
      const { payee, paise } = rowOf(row);
      return [`p${payee}@sample`, (paise / 100).toFixed(2), 'pay'];
    });
    const sheet = await sheetOf({ fields, cells, kinds: null, hidden: cells.map(() => 0) });
    const times = [1, 2, 3].map(() => {
      const before = process.cpuUsage();
      const checked = checkedOf(sheet, { ...request, edits: NO_EDITS });
      expect(checked.payableCount).toBe(COUNT);
      return process.cpuUsage(before).user / 1_000;
    });
    return Math.min(...times);
  };

  let plain = 0;
  beforeAll(async () => {
    plain = await timeOf((row) => ({ payee: row, paise: 1 + ((row * 7_919) % 1_000_003) }));
  });

  it.each<readonly [string, (row: number) => { readonly payee: number; readonly paise: number }]>([
    ['amounts of one payee by powers of two', (row) => ({ payee: 1, paise: 1 + row * 2 ** 16 })],
    [
      'amounts that differ in their high digits alone',
      (row) => ({ payee: row >> 10, paise: 1 + (row & 1_023) * 2 ** 23 }),
    ],
    ['amounts that fall as payees rise', (row) => ({ payee: row, paise: 1 + COUNT - row })],
  ])(
    'are checked as fast as others: %s',
    async (_, rowOf) => {
      expect(await timeOf(rowOf)).toBeLessThan(4 * plain);
    },
    60_000,
  );
});
