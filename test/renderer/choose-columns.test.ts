import { describe, expect, it } from 'vitest';
import {
  chooseColumn,
  chooseOn,
  chosenColumns,
  columnsOf,
  type Header,
  type MatchReading,
  missingOf,
  offeredFor,
} from '../../renderer/features/match/choose-columns.ts';
import { READ_OPTIONS } from '../../shared/api/draft-commands.ts';
import type { Field } from '../../shared/rows.ts';
import { MATCH } from '../../shared/text/drafts.ts';

const HEADERS: readonly Header[] = [
  { index: 0, sum: null, header: 'Net Pay (Rs.)', samples: ['500'], isPayers: false, field: 'amount', how: 'exact' },
  { index: 1, sum: null, header: 'UPI ID', samples: ['asha@okaxis'], isPayers: false, field: 'upiId', how: 'guessed' },
  { index: 2, sum: null, header: 'Branch', samples: ['Pune'], isPayers: false, field: null, how: null },
];

describe('choosing columns', () => {
  it('starts from what the desk matched, and sends nothing else', () => {
    const columns = columnsOf(HEADERS);
    expect(columns.amount).toBe('Net Pay (Rs.)');
    expect(Object.values(columns)).not.toContain('Branch');
    expect(missingOf(columns, 'Nov')).toBeNull();
    expect(missingOf(columns, ' ')).toBe('remark');
  });

  it("offers the payer's own columns for nobody who is paid, unless one was chosen", () => {
    const own: Header = {
      index: 3,
      sum: null,
      header: 'Debit A/c',
      samples: ['1'],
      isPayers: true,
      field: null,
      how: null,
    };
    const offered = (field: Field, headers: readonly Header[]) =>
      offeredFor(field, headers).map(({ header }) => header);
    expect(offered('accountNumber', [...HEADERS, own])).toEqual(HEADERS.map(({ header }) => header));
    expect(offered('amount', [own])).toEqual(['Debit A/c']);
    expect(offered('accountNumber', [{ ...own, field: 'accountNumber', how: 'given' }])).toEqual(['Debit A/c']);
  });

  it('takes a column away from the field that had it', () => {
    const columns = chooseColumn(columnsOf(HEADERS), { field: 'remark', header: 'UPI ID' });
    expect(columns.remark).toBe('UPI ID');
    expect(columns.upiId).toBeNull();
    expect(missingOf(columns, 'Nov')).toBe('payee');
  });

  it('gives back what was only passed over on the way to another column', () => {
    const start = { columns: columnsOf(HEADERS), answered: new Set<Field>(), before: null };
    const passing = chooseOn(start, { field: 'remark', header: 'UPI ID' });
    const chosen = chooseOn(passing, { field: 'remark', header: 'Branch' });
    expect(chosen.columns).toEqual({ ...start.columns, remark: 'Branch' });
    const other = chooseOn(passing, { field: 'name', header: 'Branch' });
    expect(other.columns).toMatchObject({ remark: 'UPI ID', upiId: null, name: 'Branch' });
  });

  it('wants the amount, and account number and IFSC together', () => {
    const none = columnsOf([]);
    expect(missingOf(none, 'Nov')).toBe('amount');
    expect(missingOf({ ...none, amount: 'a', accountNumber: 'b' }, 'Nov')).toBe('payeeHalf');
    expect(missingOf({ ...none, amount: 'a', accountNumber: 'b', ifsc: 'c' }, 'Nov')).toBeNull();
  });

  it('counts a field as answered until its column goes to another field', () => {
    const start = { columns: columnsOf(HEADERS), answered: new Set<Field>(), before: null };
    const none = chooseOn(start, { field: 'reference', header: null });
    expect([...none.answered]).toEqual(['reference']);
    const branch = chooseOn(none, { field: 'reference', header: 'Branch' });
    const moved = chooseOn(branch, { field: 'remark', header: 'Branch' });
    expect([...moved.answered]).toEqual(['remark']);
    expect([...chooseOn(moved, { field: 'remark', header: null }).answered]).toEqual(['reference', 'remark']);
  });
});

describe('what is sent of the columns', () => {
  const options = READ_OPTIONS.parse({ columns: [{ field: 'name', header: '' }], money: ['Bal.'] });
  const checked = { kind: 'checked', options, headers: HEADERS } as MatchReading;
  const asks = {
    kind: 'asks',
    options,
    headers: HEADERS,
    questions: [
      { field: 'reference', headers: ['Branch'], named: ['Branch'], sums: [], messages: [] },
      { field: 'amount', headers: ['Net Pay (Rs.)'], named: ['Net Pay (Rs.)', 'Adv.'], sums: [], messages: [] },
    ],
  } as unknown as MatchReading;

  it('is what a person changed, with the answers before', () => {
    const columns = columnsOf(HEADERS);
    expect(chosenColumns(checked, columns)).toEqual({ columns: options.columns, money: ['Bal.'] });
    const changed = chooseColumn(columns, { field: 'remark', header: 'UPI ID' });
    expect(chosenColumns(checked, changed)).toEqual({
      columns: [
        { field: 'name', header: '' },
        { field: 'upiId', header: '' },
        { field: 'remark', header: 'UPI ID' },
      ],
      money: ['Bal.'],
    });
  });

  it('is each answer to a question, also one that changes nothing, with the money that it named', () => {
    const sent = chosenColumns(asks, columnsOf(HEADERS));
    expect(sent).toEqual({
      columns: [
        { field: 'name', header: '' },
        { field: 'amount', header: 'Net Pay (Rs.)' },
        { field: 'reference', header: '' },
      ],
      money: ['Bal.', 'Net Pay (Rs.)', 'Adv.'],
    });
  });
});

describe('what is said of the rows above the table', () => {
  it.each([
    [[1], [], null],
    [[4], [1, 3], 'Rows 1 to 3 above it are not read.'],
    [[2], [1], 'Row 1 above it is not read.'],
    [[2, 3], [1], 'Rows 2 and 3 are the header. Row 1 above it is not read.'],
  ])('is that they are not read: header %j, above %j', (headers, above, words) => {
    expect(MATCH.notRead({ rows: [], headers, above })).toBe(words);
  });
});
