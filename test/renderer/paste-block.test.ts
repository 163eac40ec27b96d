import { describe, expect, it } from 'vitest';
import { layBlock } from '../../renderer/features/review/paste-and-fill.ts';
import { parseTsv } from '../../renderer/ui/grid/clipboard.ts';

describe('a pasted block', () => {
  it('fills 150 cells from 3 x 50', () => {
    const text = Array.from({ length: 50 }, (_, row) => `a${row}\tb${row}\tc${row}`).join('\n');
    const rowNumbers = Array.from({ length: 50 }, (_, row) => row + 2);
    const cells = layBlock(parseTsv(text), { rowNumbers, fields: ['upiId', 'amount', 'remark'] });
    expect(cells).toHaveLength(150);
    expect(cells.at(-1)).toEqual({ rowNumber: 51, field: 'remark', text: 'c49' });
  });

  it('empties the cells that are empty in it', () => {
    expect(layBlock([['', '0']], { rowNumbers: [2], fields: ['remark', 'amount'] })).toEqual([
      { rowNumber: 2, field: 'remark', text: '' },
      { rowNumber: 2, field: 'amount', text: '0' },
    ]);
  });

  it('never shifts a text past a column that takes none', () => {
    expect(
      layBlock([['HDFC0000001', 'HDFC Bank', 'Salary']], { rowNumbers: [2], fields: ['ifsc', null, 'remark'] }),
    ).toEqual([
      { rowNumber: 2, field: 'ifsc', text: 'HDFC0000001' },
      { rowNumber: 2, field: 'remark', text: 'Salary' },
    ]);
  });

  it('takes nothing that falls outside the grid', () => {
    expect(layBlock([['1', '2', '3'], ['4']], { rowNumbers: [2], fields: ['amount', 'remark'] })).toEqual([
      { rowNumber: 2, field: 'amount', text: '1' },
      { rowNumber: 2, field: 'remark', text: '2' },
    ]);
  });
});
