// Which row of a corrected file belongs to which payout: every way in which rows can have moved is refused, not guessed.

import { describe, expect, it } from 'vitest';
import { matchCorrections } from '../../electron/main/desk/batches/match-corrections.ts';
import type { BatchId, PayoutId, Reference, Sha256 } from '../../shared/ids.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import { asPaise } from '../../shared/money.ts';
import type { RetryPayout } from '../../shared/retry-payout.ts';
import type { CheckedFile, CheckedRow } from '../../shared/rows.ts';
import type { StateKind } from '../../shared/states.ts';

interface Person {
  readonly upi?: string;
  readonly name?: string | null;
  readonly rupees?: number;
}

/** The payout of sheet row `number + 1`, as `p1` of Person 1. */
function payout(
  number: number,
  { upi = `p${number}@bank`, name = `Person ${number}`, rupees = 500 }: Person = {},
  state: StateKind = 'failed',
): RetryPayout {
  const reference = `REF${number}` as Reference;
  return {
    payoutId: number as PayoutId,
    batch: 'B0001' as BatchId,
    rowNumber: number + 1,
    state,
    endedAtMs: null,
    decidedBy: null,
    message: null,
    payment: {
      beneficiary: { method: 'UPI', upiId: upi },
      amountPaise: asPaise(rupees * 100),
      remark: 'r',
      reference: null,
      name,
    },
    reference,
    key: { by: 'reference', reference },
    refusedAtOnce: true,
    silentSinceMs: null,
    lastFinding: null,
    decidedByTicket: false,
    gatewayWord: null,
    hasUnreadNews: false,
    retryOf: null,
    successor: null,
    source: [],
  };
}

/** A row of the file; `reference` is its only column. */
function row(
  rowNumber: number,
  { upi = `p${rowNumber - 1}@bank`, name = `Person ${rowNumber - 1}`, rupees = 500 }: Person = {},
  reference = '',
): CheckedRow {
  const payment = {
    beneficiary: { method: 'UPI', upiId: upi } as const,
    amountPaise: asPaise(rupees * 100),
    remark: 'r',
    reference: null,
    name,
  };
  return { kind: 'payable', rowNumber, payment, source: [reference], hidden: false };
}

interface SheetBefore {
  /** The cell with the reference, for each row that was left out. */
  readonly excluded?: Readonly<Record<number, string>>;
  readonly before?: Readonly<Record<number, readonly RetryPayout[]>>;
  readonly earlier?: readonly RetryPayout[];
}

function match(
  payouts: readonly RetryPayout[],
  rows: readonly CheckedRow[],
  { excluded = {}, before = {}, earlier = [] }: SheetBefore = {},
): ReturnType<typeof matchCorrections> {
  const checked: CheckedFile = {
    file: { name: 'fixed.csv', sizeBytes: 1, sha256: 'ab'.repeat(32) as Sha256 },
    sheet: null,
    headers: ['Reference'],
    columns: { reference: { header: 'Reference', index: 0, how: 'exact' } },
    rows,
    issues: [],
    payableCount: rows.length,
    totalPaise: asPaise(0),
    hiddenRowCount: 0,
    hiddenColumnCount: 0,
  };
  return matchCorrections(checked, {
    payouts,
    retriable: new Set(payouts.filter(({ state }) => state === 'failed').map(({ payoutId }) => payoutId)),
    earlier,
    excludedRows: new Map(Object.entries(excluded).map(([row, cell]) => [Number(row), [cell]])),
    chainOf: (one) => [one, ...(before[one.payoutId] ?? [])],
  });
}

function pairs(matched: ReturnType<typeof matchCorrections>): readonly (readonly [number, number])[] | string {
  if ('code' in matched) return matched.code;
  return [...matched.rows].map(([payoutId, { rowNumber }]) => [payoutId, rowNumber] as const);
}

const BANK = { accountNumber: '00501000001', ifsc: 'HDFC0001234' };

/** The same payee, paid by bank. */
function byBank<Of extends RetryPayout | CheckedRow>(one: Of, { accountNumber, ifsc } = BANK): Of {
  if ('kind' in one && one.kind === 'blocked') return one;
  return { ...one, payment: { ...one.payment, beneficiary: { method: 'IMPS', accountNumber, ifsc } } };
}

const THREE = [payout(1), payout(2), payout(3)];
const NAMELESS = [1, 2, 3].map((number) => payout(number, { name: null }));

describe('a row without a reference', () => {
  it('means the payout of its row number, in the whole sheet with cells corrected', () => {
    expect(pairs(match(THREE, [row(2), row(3, { upi: 'new@bank' }), row(4)]))).toEqual([
      [1, 2],
      [2, 3],
      [3, 4],
    ]);
    const whole = [row(2, { name: null }), row(3, { name: null, upi: 'new@bank' }), row(4, { name: null })];
    expect(pairs(match(NAMELESS, whole))).toHaveLength(3);
  });

  it('is believed in a sheet with rows missing when its name and amount tell it from all others', () => {
    expect(pairs(match(THREE, [row(3, { upi: 'new@bank' })]))).toEqual([[2, 3]]);
    expect(pairs(match(THREE, [row(3, { upi: 'new@bank', name: ' person  2' })]))).toEqual([[2, 3]]);
  });

  it.each<readonly [string, readonly RetryPayout[], readonly CheckedRow[], string]>([
    ['a row was taken out and the others moved up', THREE, [row(2, { upi: 'p2@bank', name: 'Person 2' })], 'rowsMoved'],
    [
      'the sheet was sorted',
      THREE,
      [3, 1, 2].map((of, at) => row(at + 2, { upi: `p${of}@bank`, name: `Person ${of}` })),
      'rowsMoved',
    ],
    ['nobody has a name and rows moved up', NAMELESS, [row(2, { upi: 'p2@bank', name: null })], 'rowsMoved'],
    [
      'nobody has a name, rows moved up and the payee was corrected',
      NAMELESS,
      [row(2, { upi: 'new@bank', name: null })],
      'rowsMoved',
    ],
    [
      'two people have one name and one amount, and a row is missing',
      [payout(1, { name: 'Asha' }), payout(2, { name: 'Asha' }), payout(3)],
      [row(2, { upi: 'new@bank', name: 'Asha' }), row(4)],
      'rowsMoved',
    ],
    [
      'nobody has a name and the whole sheet was sorted',
      NAMELESS,
      [2, 3, 1].map((of, at) => row(at + 2, { upi: `p${of}@bank`, name: null })),
      'rowsMoved',
    ],
    ['a name was taken away', THREE, [row(2), row(3, { name: null, upi: 'new@bank' }), row(4)], 'rowsMoved'],
    ['an amount changed', THREE, [row(2), row(3, { rupees: 501 }), row(4)], 'amountChanged'],
    ['a row is no payout', THREE, [row(2), row(9, { name: 'Person 9' })], 'noSuchPayout'],
    [
      'a row that was paid holds somebody else',
      [payout(1, {}, 'success'), payout(2)],
      [row(2, { upi: 'p2@bank', name: 'Person 2' }), row(3, { upi: 'p1@bank', name: 'Person 1' })],
      'rowsMoved',
    ],
  ])('is refused when %s', (_name, payouts, rows, code) => {
    expect(pairs(match(payouts, rows))).toBe(code);
  });

  it('passes over rows that were paid, and rows that were left out when the batch was confirmed', () => {
    const payouts = [payout(1, {}, 'success'), payout(2)];
    const rows = [row(2), row(3, { upi: 'new@bank' }), row(4)];
    expect(pairs(match(payouts, rows, { excluded: { 4: '' } }))).toEqual([[2, 3]]);
  });
});

describe('a row that corrects only the branch of an account', () => {
  const other = { ...BANK, accountNumber: '00501000002' };
  const branch = { ...BANK, ifsc: 'HDFC0009999' };
  const nameless = { name: null };
  const two = [byBank(payout(1, nameless)), byBank(payout(2, nameless), other)];

  it('means the same payout, though rows are missing and nobody has a name', () => {
    expect(pairs(match(two, [byBank(row(2, nameless), branch)]))).toEqual([[1, 2]]);
  });

  it('is the row that was paid, where that one was paid', () => {
    const paid = [byBank(payout(1, nameless, 'success')), byBank(payout(2, nameless), other)];
    const rows = [byBank(row(2, nameless), branch), byBank(row(3, nameless), { ...other, ifsc: 'SBIN0000300' })];
    expect(pairs(match(paid, rows))).toEqual([[2, 3]]);
  });

  it.each([
    ['zeros are lost as well', { ...branch, accountNumber: '501000001' }],
    ['the bank is another', { ...BANK, ifsc: 'ICIC0001234' }],
    ['it is the account of another row', { ...branch, accountNumber: other.accountNumber }],
  ])('is not believed so easily where %s', (_name, changed) => {
    expect(pairs(match(two, [byBank(row(2, nameless), changed)]))).toBe('rowsMoved');
  });
});

describe('a row with a reference', () => {
  it('means that payout wherever it stands, without regard to case, and may correct the name', () => {
    const rows = [row(2, { upi: 'new@bank', name: 'Somebody' }, 'ref3'), row(3, { upi: 'p1@bank' }, 'REF1')];
    expect(pairs(match(THREE, rows))).toEqual([
      [3, 2],
      [1, 3],
    ]);
  });

  it("may be the sheet's own, though the payout it named was retried since", () => {
    const first = { ...payout(7), reference: 'INV-7' as Reference };
    expect(pairs(match(THREE, [row(2, { upi: 'new@bank' }, 'INV-7')], { before: { 2: [first] } }))).toEqual([[2, 2]]);
  });

  it.each([
    ['names no payout of the batch', [row(2, {}, 'REF9')], 'noSuchPayout'],
    [
      'names one that an earlier row means',
      [row(2), row(9, { upi: 'p1@bank', name: 'Person 1' }, 'REF1')],
      'payoutTwice',
    ],
    ['changes an amount', [row(2, { rupees: 501 }, 'REF1')], 'amountChanged'],
  ])('is refused when it %s', (_name, rows, code) => {
    expect(pairs(match(THREE, rows))).toBe(code);
  });
});

describe("the batch's own sheet, corrected", () => {
  const said = (matched: ReturnType<typeof matchCorrections>) =>
    'code' in matched
      ? matched.code
      : matched.passedOver.map(({ row, code, message }) => [row, code, inEnglish(message)]);
  const noPayment = (rowNumber: number, cell: string): CheckedRow => ({
    kind: 'blocked',
    rowNumber,
    source: [cell],
    isNoPayment: true,
    hidden: false,
  });
  const withCell = (one: RetryPayout, cell: string): RetryPayout => ({ ...one, source: [cell] });

  it('may have a totals line, and rows that were left out, with words in the column of references', () => {
    const rows = [row(2, { upi: 'new@bank' }), row(3), row(4), row(5, {}, 'INV-5'), noPayment(6, 'Total')];
    const matched = match(THREE, rows, { excluded: { 5: 'INV-5' } });
    expect(pairs(matched)).toHaveLength(3);
    expect(said(matched)).toEqual([[5, 'notInBatch', 'It was left out of the batch, and a retry does not pay it.']]);
    expect(pairs(match(THREE, [row(2), row(5, {}, 'INV-6')], { excluded: { 5: 'INV-5' } }))).toBe('noSuchPayout');
  });

  it('may have a column that is taken for references now and was not when it was confirmed', () => {
    const payouts = [withCell(payout(1), 'E-1'), withCell(payout(2), 'E-2')];
    expect(pairs(match(payouts, [row(2, { upi: 'new@bank' }, 'E-1'), row(3, {}, 'E-2')]))).toHaveLength(2);
    expect(pairs(match(payouts, [row(2, { upi: 'new@bank' }, 'E-2'), row(3, {}, 'E-1')]))).toBe('noSuchPayout');
  });

  it('pays nothing of a row that was paid, and says so, also where its amount or its account was changed', () => {
    const payouts = [1, 2, 3, 4].map((number) => payout(number, {}, number < 4 ? 'success' : 'failed'));
    const rows = [row(2), row(3), row(4, { rupees: 700 }), row(5, { upi: 'new@bank' })];
    const matched = match(payouts, rows);
    expect(pairs(matched)).toEqual([[4, 5]]);
    expect(said(matched)).toEqual([
      [4, 'alreadyPaid', expect.stringContaining('₹500.00')],
      [2, 'alreadyPaid', 'It is paid, so it is not paid again; the same is true of 1 other row.'],
    ]);
    expect(pairs(match(payouts, [row(2, { upi: 'other@bank' }), row(5, { upi: 'new@bank' })]))).toEqual([[4, 5]]);
  });

  it('may spell a name otherwise where account and amount are those of the payout', () => {
    expect(pairs(match(THREE, [row(3, { name: 'Mr Person 2' })]))).toEqual([[2, 3]]);
    expect(pairs(match(THREE, [row(3, { name: 'Somebody 2', upi: 'new@bank' })]))).toBe('rowsMoved');
    expect(pairs(match(THREE, [row(3, { name: 'Person 1' })]))).toBe('rowsMoved');
  });

  it('of a retry is that of the batch before it: rows of which this batch pays nothing are passed over', () => {
    const before = [1, 2, 3].map((number) => payout(number, {}, number === 1 ? 'success' : 'failed'));
    const again = { ...payout(12), rowNumber: 3, payment: payout(2).payment };
    const world = { earlier: before, before: { 12: before.slice(1, 2) } };
    const matched = match([again], [row(2), row(3, { upi: 'new@bank' }), row(4)], world);
    expect(pairs(matched)).toEqual([[12, 3]]);
    expect(said(matched)).toEqual([
      [4, 'ofEarlierBatch', 'It is row 4 of batch B0001, which this batch does not pay again.'],
      [2, 'alreadyPaid', 'It is paid, so it is not paid again.'],
    ]);
    // A row was removed, and the others moved up.
    const movedUp = [row(2, { upi: 'p2@bank', name: 'Person 2' }), row(3, { upi: 'p3@bank', name: 'Person 3' })];
    expect(pairs(match([again], movedUp, world))).toBe('rowsMoved');
    // The account of somebody from another row of the sheet.
    expect(pairs(match([again], [row(3, { upi: 'p1@bank' })], world))).toBe('rowsMoved');
  });
});
