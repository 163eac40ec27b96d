import { describe, expect, it } from 'vitest';
import { actsFor, changeOf, columnsFor, type TypedChange } from '../../renderer/features/review/edit-dialogs.tsx';
import { EVERY_ROW } from '../../shared/api/draft-commands.ts';

const ASKED = { ...EVERY_ROW, filter: 'errors', search: 'asha' } as const;
const FIELDS = ['upiId', 'amount', 'remark'] as const;
const typed = (part: Partial<TypedChange>): TypedChange => ({
  act: 'setRemark',
  field: 'remark',
  method: 'IMPS',
  text: '',
  ...part,
});
const made = (part: Partial<TypedChange>) => changeOf(typed(part), { asked: ASKED, fields: FIELDS });

describe('a change of all rows shown', () => {
  it('is offered for the columns that the file has and that may be changed', () => {
    expect(actsFor(FIELDS)).toEqual(['setRemark', 'trim', 'upperCase', 'leaveOut', 'takeIn']);
    expect(actsFor(['paymentMethod'])[0]).toBe('setMethod');
    expect(actsFor([])).toEqual(['leaveOut', 'takeIn']);
    expect(columnsFor('trim', FIELDS)).toEqual(FIELDS);
    expect(columnsFor('upperCase', FIELDS)).toEqual(['upiId', 'remark']);
  });

  it('names the rows that are shown', () => {
    expect(made({ text: 'Salary ' })).toEqual({
      kind: 'changeShown',
      field: 'remark',
      change: { kind: 'set', text: 'Salary ' },
      shown: ASKED,
    });
    expect(made({ act: 'setMethod' })).toMatchObject({
      field: 'paymentMethod',
      change: { kind: 'set', text: 'IMPS' },
      shown: ASKED,
    });
    expect(made({ act: 'leaveOut' })).toEqual({ kind: 'exclude', excluded: true, rows: ASKED });
    expect(made({ act: 'takeIn' })).toEqual({ kind: 'exclude', excluded: false, rows: ASKED });
  });

  it('takes the column that was chosen, and another one where it has none', () => {
    expect(made({ act: 'trim', field: 'amount' })).toMatchObject({ field: 'amount', change: { kind: 'trim' } });
    expect(made({ act: 'upperCase', field: 'amount' })).toMatchObject({ field: 'upiId' });
  });

  it('is none while there is no remark to set: nobody empties a column by pressing Enter', () => {
    expect(made({ text: '  ' })).toBeNull();
  });
});
