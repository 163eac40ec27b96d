import { describe, expect, it } from 'vitest';
import { layBlock, parseBlock } from '../../renderer/features/review/paste-and-fill.ts';

describe('a pasted block', () => {
  it('is read as spreadsheets write it, with quotes, tabs and line ends inside cells', () => {
    expect(parseBlock('a\tb\r\nc\t"d ""e""\tf\ng"\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd "e"\tf\ng'],
    ]);
  });

  it('keeps empty cells and zeros in front, and loses no last line without an end', () => {
    expect(parseBlock('00123456789\t\n\t5')).toEqual([
      ['00123456789', ''],
      ['', '5'],
    ]);
  });

  it('fills 150 cells from 3 x 50', () => {
    const text = Array.from({ length: 50 }, (_, row) => `a${row}\tb${row}\tc${row}`).join('\n');
    const rowNumbers = Array.from({ length: 50 }, (_, row) => row + 2);
    const cells = layBlock(parseBlock(text), { rowNumbers, fields: ['upiId', 'amount', 'remark'] });
    expect(cells).toHaveLength(150);
    expect(cells.at(-1)).toEqual({ rowNumber: 51, field: 'remark', text: 'c49' });
  });

  it('empties the cells that are empty in it', () => {
    expect(layBlock([['', '0']], { rowNumbers: [2], fields: ['remark', 'amount'] })).toEqual([
      { rowNumber: 2, field: 'remark', text: '' },
      { rowNumber: 2, field: 'amount', text: '0' },
    ]);
  });

  it('takes nothing that falls outside the grid', () => {
    expect(layBlock([['1', '2', '3'], ['4']], { rowNumbers: [2], fields: ['amount', 'remark'] })).toEqual([
      { rowNumber: 2, field: 'amount', text: '1' },
      { rowNumber: 2, field: 'remark', text: '2' },
    ]);
  });
});
