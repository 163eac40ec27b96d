import { describe, expect, it } from 'vitest';
import { fillEdit, pasteEdit } from '../../renderer/ui/grid/grid-edit.ts';

const COLUMNS = [
  { key: 'name', editor: 'text' },
  { key: 'bank' },
  { key: 'amount', editor: 'text' },
  { key: 'remark', editor: 'text' },
] as const;

/** Rows that are known by their keys, of which only even ones are read. */
const rowsAt = (first: number, size: number) => {
  const places = Array.from({ length: size }, (_, at) => first + at);
  return {
    rows: places.map((place) => (place % 2 === 0 ? { id: `id${place}` } : undefined)),
    keys: places.map((place) => `id${place}`),
  };
};

describe('a range that is filled or cleared', () => {
  const range = { top: 4, bottom: 5, left: 0, right: 2 };
  const chosen = rowsAt(4, 2);

  it('has one text for each column that can be edited, in every row by its key', () => {
    expect(fillEdit('fill', range, { columns: COLUMNS, chosen, textOf: (at) => `text ${at}` })).toEqual({
      kind: 'fill',
      first: 4,
      rows: [{ id: 'id4' }, undefined],
      keys: ['id4', 'id5'],
      columns: ['name', 'amount'],
      texts: [
        ['text 0', 'text 2'],
        ['text 0', 'text 2'],
      ],
    });
  });

  it('changes nothing where no column of it can be edited, or it holds no row', () => {
    const of = { columns: COLUMNS, chosen, textOf: () => '' };
    expect(fillEdit('clear', { ...range, left: 1, right: 1 }, of)).toBeNull();
    expect(fillEdit('clear', { ...range, top: 6 }, of)).toBeNull();
  });
});

describe('a block that is pasted', () => {
  const of = { columns: COLUMNS, rowsAt };
  const one = { top: 4, bottom: 4, left: 1, right: 1 };

  it('lies on all columns from the first one on, so that none of its texts is shifted', () => {
    expect(pasteEdit([['a', 'b'], ['c']], one, of)).toMatchObject({
      kind: 'paste',
      first: 4,
      keys: ['id4', 'id5'],
      columns: ['bank', 'amount', 'remark'],
      texts: [['a', 'b'], ['c']],
    });
  });

  it('is repeated over a range that holds it a whole number of times', () => {
    const pasted = pasteEdit([['a']], { ...one, bottom: 4 }, of);
    expect(pasted).toMatchObject({ kind: 'paste', texts: [['a']] });
    const repeated = pasteEdit([['a'], ['b']], { ...one, bottom: 7 }, of);
    expect(repeated).toMatchObject({ keys: ['id4', 'id5', 'id6', 'id7'], texts: [['a'], ['b'], ['a'], ['b']] });
  });

  it('fills a range with the one value it holds', () => {
    expect(pasteEdit([['7']], { top: 4, bottom: 5, left: 1, right: 2 }, of)).toMatchObject({
      kind: 'fill',
      keys: ['id4', 'id5'],
      columns: ['amount'],
      texts: [['7'], ['7']],
    });
  });

  it('is none where the clipboard is empty', () => {
    expect(pasteEdit([], one, of)).toBeNull();
  });
});
