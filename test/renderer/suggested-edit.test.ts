import { describe, expect, it } from 'vitest';
import { keepOwnCells, type SeenRow, suggestedEdit } from '../../renderer/features/review/draft-editing.ts';
import { verbatim } from '../../shared/messages/message.ts';
import type { Field } from '../../shared/rows.ts';

const ROW: SeenRow = {
  revision: 3,
  at: 0,
  rowNumber: 7,
  status: 'error',
  edited: false,
  hidden: false,
  method: null,
  amountPaise: null,
  bank: null,
  whyUnpaid: null,
  cells: [{ field: 'ifsc', text: 'HDFCO000001', original: null }],
  issues: [
    {
      field: 'amount',
      severity: 'error',
      code: 'amountEmpty',
      title: verbatim('t'),
      message: verbatim('m'),
      cure: verbatim('c'),
      suggestion: null,
    },
    {
      field: 'ifsc',
      severity: 'error',
      code: 'ifscLetterO',
      title: verbatim('t'),
      message: verbatim('m'),
      cure: verbatim('c'),
      suggestion: 'HDFC0000001',
    },
  ],
};

/** As in a window that has written nothing. */
const ways = (locked: readonly Field[] = []) => ({ locked, known: keepOwnCells().known });

describe('the suggestion of the selected cell', () => {
  it('is written over what was seen there', () => {
    expect(suggestedEdit(ROW, 'ifsc', ways())).toEqual({
      edit: {
        kind: 'setCells',
        words: 'edit',
        cells: [{ rowNumber: 7, field: 'ifsc', text: 'HDFC0000001', seen: 'HDFCO000001' }],
      },
      seenIn: 3,
    });
  });

  it('is none once another text was typed there, though the list does not show it yet', () => {
    const own = keepOwnCells();
    own.write([{ rowNumber: 7, field: 'ifsc', text: 'SBIN0000300' }]);
    expect(suggestedEdit(ROW, 'ifsc', { locked: [], known: own.known })).toBeNull();
  });

  it('is none for another cell, a locked one, or a row that is left out', () => {
    expect(suggestedEdit(ROW, 'amount', ways())).toBeNull();
    expect(suggestedEdit(ROW, null, ways())).toBeNull();
    expect(suggestedEdit(ROW, 'ifsc', ways(['ifsc']))).toBeNull();
    expect(suggestedEdit({ ...ROW, status: 'excluded' }, 'ifsc', ways())).toBeNull();
  });
});
