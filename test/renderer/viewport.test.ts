import { describe, expect, it } from 'vitest';
import { layColumns, PLAIN_LAYOUT } from '../../renderer/ui/grid/grid-columns.ts';
import { placesToDraw, scrollToShow, viewOf } from '../../renderer/ui/grid/use-viewport.ts';

/** A grid of rows of 32 pixels, in which ten rows are visible below the header. */
const GRID = { scrollTop: 0, scrollLeft: 0, clientWidth: 400, clientHeight: 32 + 320 };
const rowHeight = 32;

describe('what is in sight', () => {
  it('begins at the first row, and reaches a few rows beyond the edge', () => {
    expect(viewOf(GRID, rowHeight)).toEqual({ first: 0, last: 14, left: 0, width: 400, height: 352 });
  });

  it('moves with the scrolling', () => {
    expect(viewOf({ ...GRID, scrollTop: 3_210 }, rowHeight)).toMatchObject({ first: 96, last: 115 });
  });
});

describe('the rows that are drawn', () => {
  const view = { first: 10, last: 13 };

  it('are those in sight, as far as there are any', () => {
    expect(placesToDraw(view, { rows: 100, activeRow: -1 })).toEqual([10, 11, 12, 13]);
    expect(placesToDraw(view, { rows: 12, activeRow: 11 })).toEqual([10, 11]);
    expect(placesToDraw(view, { rows: 0, activeRow: -1 })).toEqual([]);
  });

  it.each([
    ['above them', 2, [2, 10, 11, 12, 13]],
    ['among them', 12, [10, 11, 12, 13]],
    ['below them', 50, [10, 11, 12, 13, 50]],
  ])('hold the active one %s, in the order of the list', (_, activeRow, places) => {
    expect(placesToDraw(view, { rows: 100, activeRow })).toEqual(places);
  });
});

describe('scrolling to a cell', () => {
  const columns = ['name', 'ifsc', 'bank', 'remark', 'amount'].map((key) => ({
    key,
    header: key,
    width: 100,
    ...(key === 'name' ? { frozen: 'left' as const } : {}),
    ...(key === 'amount' ? { frozen: 'right' as const } : {}),
    text: () => '',
  }));
  const laid = layColumns(columns, { layout: PLAIN_LAYOUT, roomPx: GRID.clientWidth });
  const to = (row: number, column: number, from: Partial<typeof GRID> = {}) => {
    const { scrollTop, scrollLeft } = scrollToShow({ row, column }, { ...GRID, ...from }, { laid, rowHeight });
    return [scrollTop, scrollLeft];
  };

  it('moves nothing while the cell is in sight', () => {
    expect(to(9, 1)).toEqual([0, 0]);
    expect(to(50, 2, { scrollTop: 1_500, scrollLeft: 40 })).toEqual([1_500, 40]);
  });

  it('goes as far as it takes: up to its top, down to its bottom', () => {
    expect(to(10, 1)[0]).toBe(32);
    expect(to(40, 1, { scrollTop: 1_500 })[0]).toBe(1_280);
  });

  it('goes sideways until no frozen column covers it', () => {
    expect(to(0, 3)[1]).toBe(100);
    expect(to(0, 1, { scrollLeft: 100 })[1]).toBe(0);
  });

  it('never goes sideways for a frozen column, and never up or down for a header', () => {
    expect(to(0, 0, { scrollLeft: 100 })[1]).toBe(100);
    expect(to(0, 4)[1]).toBe(0);
    expect(to(-1, 1, { scrollTop: 1_500, scrollLeft: 100 })).toEqual([1_500, 0]);
  });

  it('goes to a row whose column is not shown', () => {
    expect(to(10, -1, { scrollLeft: 100 })).toEqual([32, 100]);
  });
});
