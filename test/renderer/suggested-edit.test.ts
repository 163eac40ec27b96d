import { describe, expect, it } from 'vitest';
import { suggestedEdit } from '../../renderer/features/review/draft-editing.ts';
import type { DraftLine } from '../../shared/api/draft-commands.ts';

const ROW: DraftLine = {
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
    { field: 'amount', severity: 'error', code: 'amountEmpty', message: 'm', cure: 'c', suggestion: null },
    { field: 'ifsc', severity: 'error', code: 'ifscLetterO', message: 'm', cure: 'c', suggestion: 'HDFC0000001' },
  ],
};

describe('the suggestion of the selected cell', () => {
  it('is written over what was seen there', () => {
    expect(suggestedEdit(ROW, 'ifsc', [])).toEqual({
      kind: 'setCells',
      words: 'edit',
      cells: [{ rowNumber: 7, field: 'ifsc', text: 'HDFC0000001', seen: 'HDFCO000001' }],
    });
  });

  it('is none for another cell, a locked one, or a row that is left out', () => {
    expect(suggestedEdit(ROW, 'amount', [])).toBeNull();
    expect(suggestedEdit(ROW, null, [])).toBeNull();
    expect(suggestedEdit(ROW, 'ifsc', ['ifsc'])).toBeNull();
    expect(suggestedEdit({ ...ROW, status: 'excluded' }, 'ifsc', [])).toBeNull();
  });
});
