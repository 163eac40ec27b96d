import { describe, expect, it } from 'vitest';
import {
  type KeyPress,
  keyAction,
  rangeOf,
  selectionAfter,
  selectionAt,
  stepFrom,
  wholeColumns,
  wholeRows,
} from '../../renderer/ui/grid/cell-range.ts';
import { formatHtml, formatTsv, parseTsv, tiled } from '../../renderer/ui/grid/clipboard.ts';
import { summaryOf } from '../../renderer/ui/grid/grid.tsx';
import {
  type GridColumn,
  layColumns,
  nextSort,
  PLAIN_LAYOUT,
  partlyHidden,
} from '../../renderer/ui/grid/grid-columns.ts';
import { copiedBlock } from '../../renderer/ui/grid/use-clipboard.ts';
import { draggedWidth } from '../../renderer/ui/grid/use-drag.ts';

function press(keys: string): KeyPress {
  const parts = keys.split('+');
  return {
    key: parts.at(-1) ?? '',
    ctrlKey: parts.includes('Ctrl'),
    metaKey: false,
    shiftKey: parts.includes('Shift'),
    altKey: parts.includes('Alt'),
  };
}

describe('a key in the grid', () => {
  it.each([
    ['ArrowDown', { kind: 'step', step: 'down', isExtending: false }],
    ['Shift+ArrowRight', { kind: 'step', step: 'right', isExtending: true }],
    ['Ctrl+ArrowDown', { kind: 'step', step: 'bottom', isExtending: false }],
    ['Ctrl+Shift+End', { kind: 'step', step: 'gridEnd', isExtending: true }],
    ['Tab', { kind: 'step', step: 'next', isExtending: false }],
    ['Shift+Tab', { kind: 'step', step: 'previous', isExtending: false }],
    ['Shift+Enter', { kind: 'step', step: 'up', isExtending: false }],
    ['Enter', { kind: 'enter' }],
    ['F2', { kind: 'edit' }],
    ['Delete', { kind: 'clear' }],
    ['Ctrl+d', { kind: 'fillDown' }],
    ['Ctrl+a', { kind: 'chooseAll' }],
    ['Escape', { kind: 'leave' }],
    ['Ctrl+ ', { kind: 'chooseColumn' }],
    ['Shift+ ', { kind: 'chooseRow' }],
    ['Shift+F10', { kind: 'menu' }],
    ['7', { kind: 'type', text: '7' }],
    ['Shift+A', { kind: 'type', text: 'A' }],
  ])('%s is the grid’s', (keys, action) => {
    expect(keyAction(press(keys))).toEqual(action);
  });

  it.each(['Ctrl+f', 'Ctrl+h', 'Ctrl+k', 'Ctrl+z', 'Ctrl+y', 'Ctrl+c', 'F6', 'F8', '?', 'Alt+x', 'Alt+2'])(
    '%s is left to the screen',
    (keys) => {
      expect(keyAction(press(keys))).toBeNull();
    },
  );
});

describe('a step in a grid of 100 rows and 4 columns', () => {
  const extent = { rows: 100, columns: 4, page: 20 };
  it.each([
    ['up', { row: 0, column: 2 }, { row: -1, column: 2 }],
    ['down', { row: 99, column: 2 }, { row: 99, column: 2 }],
    ['pageDown', { row: 90, column: 0 }, { row: 99, column: 0 }],
    ['pageUp', { row: 50, column: 1 }, { row: 30, column: 1 }],
    ['top', { row: 50, column: 1 }, { row: 0, column: 1 }],
    ['rowEnd', { row: 5, column: 0 }, { row: 5, column: 3 }],
    ['gridEnd', { row: 5, column: 0 }, { row: 99, column: 3 }],
    ['next', { row: 5, column: 3 }, { row: 6, column: 0 }],
    ['previous', { row: 6, column: 0 }, { row: 5, column: 3 }],
  ] as const)('%s', (step, from, to) => {
    expect(stepFrom(from, step, extent)).toEqual(to);
  });

  it('leads out after the very last cell and before the first', () => {
    expect(stepFrom({ row: 99, column: 3 }, 'next', extent)).toBeNull();
    expect(stepFrom({ row: 0, column: 0 }, 'previous', extent)).toBeNull();
  });
});

describe('what is selected by keys', () => {
  const extent = { rows: 100, columns: 4, page: 20 };
  const from = { active: { row: 5, column: 1 }, anchor: { row: 5, column: 1 }, head: { row: 7, column: 2 } };

  it('is one cell after a step, and the range grows by its head while Shift is held', () => {
    expect(selectionAfter(from, { step: 'down', isExtending: false }, extent)).toEqual(
      selectionAt({ row: 6, column: 1 }),
    );
    expect(selectionAfter(from, { step: 'down', isExtending: true }, extent)).toEqual({
      ...from,
      head: { row: 8, column: 2 },
    });
    expect(
      selectionAfter(selectionAt({ row: 99, column: 3 }), { step: 'next', isExtending: false }, extent),
    ).toBeNull();
  });

  it('is never a range into the header or out of it', () => {
    const [header, below] = [selectionAt({ row: -1, column: 1 }), selectionAt({ row: 0, column: 1 })];
    expect(selectionAfter(below, { step: 'up', isExtending: true }, extent)).toEqual(header);
    expect(selectionAfter(header, { step: 'down', isExtending: true }, extent)).toEqual(below);
  });

  it('is whole rows or columns of the range, and the active cell stays', () => {
    expect(wholeRows(from, extent)).toEqual({
      active: from.active,
      anchor: { row: 5, column: 0 },
      head: { row: 7, column: 3 },
    });
    expect(wholeColumns(from, extent)).toEqual({
      active: from.active,
      anchor: { row: 0, column: 1 },
      head: { row: 99, column: 2 },
    });
  });
});

describe('what is chosen', () => {
  it('is the same range whichever corner it was begun at', () => {
    const corners = [
      { row: 3, column: 4 },
      { row: 1, column: 2 },
    ] as const;
    const [one, other] = corners;
    const range = { top: 1, bottom: 3, left: 2, right: 4 };
    expect(rangeOf({ anchor: one, head: other })).toEqual(range);
    expect(rangeOf({ anchor: other, head: one })).toEqual(range);
  });
});

describe('a block on the clipboard', () => {
  it.each([
    [
      'tabs, line ends and quotes in cells',
      [
        ['a\tb', 'c\nd'],
        ['"e"', 'f"g'],
      ],
    ],
    [
      'zeros in front and empty cells',
      [
        ['00123456789', ''],
        ['', '5'],
      ],
    ],
    ['one empty cell above another text', [[''], ['x']]],
  ])('comes back as it was: %s', (_, block) => {
    expect(parseTsv(formatTsv(block))).toEqual(block);
  });

  it('is read as Excel writes it, without a row after the last line end', () => {
    expect(parseTsv('a\tb\r\nc\t"d ""e""\tf\ng"\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd "e"\tf\ng'],
    ]);
  });

  it('marks all but numbers as text, and shows what it holds instead of obeying it', () => {
    const html = formatHtml([['00123456789', '<b>&', '10.50', '=1+1']], [false, false, true, true]);
    expect(html).toContain(`<td style='mso-number-format:"\\@"'>00123456789</td>`);
    expect(html).toContain('&lt;b&gt;&amp;');
    expect(html).toContain('<td>10.50</td>');
    expect(html).toContain(`<td style='mso-number-format:"\\@"'>=1+1</td>`);
  });

  it('is repeated over a range that holds it a whole number of times', () => {
    expect(tiled([['a', 'b']], { rows: 2, columns: 4 })).toEqual([
      ['a', 'b', 'a', 'b'],
      ['a', 'b', 'a', 'b'],
    ]);
    expect(tiled([['a', 'b']], { rows: 2, columns: 3 })).toBeNull();
    expect(tiled([['a', 'b'], ['c']], { rows: 4, columns: 2 })).toBeNull();
  });
});

interface Person {
  readonly name: string;
  readonly paise: number | null;
}

const COLUMNS: readonly GridColumn<Person>[] = [
  { key: 'amount', header: 'Amount', width: 100, frozen: 'right', paise: ({ paise }) => paise, text: () => '' },
  { key: 'remark', header: 'Remark', width: 200, text: () => '' },
  { key: 'name', header: 'Name', width: 150, frozen: 'left', text: ({ name }) => name },
];

describe('what is copied', () => {
  const columns: readonly GridColumn<Person>[] = [
    { key: 'ticks', header: '', width: 36, text: () => '' },
    { key: 'name', header: 'Name', width: 150, text: ({ name }, index) => `${index} ${name}` },
    { key: 'amount', header: 'Amount', width: 100, paise: ({ paise }) => paise, text: ({ paise }) => String(paise) },
  ];
  const rows = [{ name: 'Asha', paise: 5 }];
  const range = { top: 7, bottom: 7, left: 0, right: 2 };

  it('is the text of each cell without the tick boxes, and which columns are amounts', () => {
    expect(copiedBlock({ rows, range, isTitled: false }, columns)).toEqual({
      block: [['7 Asha', '5']],
      isNumber: [false, true],
    });
  });

  it('stands below its headers where they are wanted', () => {
    expect(copiedBlock({ rows, range: { ...range, right: 1 }, isTitled: true }, columns).block).toEqual([
      ['Name'],
      ['7 Asha'],
    ]);
  });
});

describe('a column whose edge is dragged', () => {
  it('is as much wider as the edge was moved, and neither lost nor endless', () => {
    expect([draggedWidth(100, 20.4), draggedWidth(100, -900), draggedWidth(100, 9_000)]).toEqual([120, 40, 1_200]);
  });
});

describe('columns', () => {
  it('stand left, middle and right, and the last one that scrolls takes the room that is left', () => {
    const laid = layColumns(COLUMNS, { layout: PLAIN_LAYOUT, roomPx: 400 });
    expect(laid.columns.map(({ key, left, right, isEdge }) => [key, left, right, isEdge])).toEqual([
      ['name', 0, null, true],
      ['remark', null, null, false],
      ['amount', null, 0, true],
    ]);
    expect(layColumns(COLUMNS, { layout: PLAIN_LAYOUT, roomPx: 800 }).template).toBe('150px minmax(200px, 1fr) 100px');
  });

  const content = {
    name: { cells: 190, header: 60 },
    remark: { cells: 400, header: 70 },
    amount: { cells: 137, header: 64 },
  };

  it('26: are as wide as their content, and an amount is never cut, however little room there is', () => {
    expect(layColumns(COLUMNS, { layout: PLAIN_LAYOUT, roomPx: 900, content }).template).toBe(
      '190px minmax(400px, 1fr) 137px',
    );
    expect(layColumns(COLUMNS, { layout: PLAIN_LAYOUT, roomPx: 200, content }).template).toMatch(/ 137px$/);
  });

  it('share what is free among those that are cut, those first that lack little', () => {
    expect(layColumns(COLUMNS, { layout: PLAIN_LAYOUT, roomPx: 600, content }).template).toBe(
      '190px minmax(273px, 1fr) 137px',
    );
  });

  it('26: end at the edge of what is in sight, so that none shows a part of itself before anything is scrolled', () => {
    const columns = ['name', 'one', 'two', 'three', 'amount'].map((key): GridColumn<Person> => {
      const side = { name: 'left', amount: 'right' }[key] as 'left' | 'right' | undefined;
      return { key, header: key, width: 100, text: () => '', ...(side === undefined ? {} : { frozen: side }) };
    });
    const laid = layColumns(columns, { layout: PLAIN_LAYOUT, roomPx: 450 });
    expect(laid.template).toBe('100px 100px 150px 100px 100px');
    expect(partlyHidden(laid, { left: 0, width: 450 })).toMatchObject({ left: { at: -1 }, right: { at: -1 } });
    expect(partlyHidden(laid, { left: 40, width: 450 })).toEqual({ left: { at: 1, px: 40 }, right: { at: 3, px: 60 } });
  });

  it('27: insist on less in a narrow grid, so that who and how much are both in sight', () => {
    const columns = ['problem', 'name', 'amount'].map((key): GridColumn<Person> => {
      const side = key === 'amount' ? 'right' : 'left';
      return { key, header: key, width: 200, narrow: 100, frozen: side, text: () => '' };
    });
    const widths = (roomPx: number) =>
      layColumns(columns, { layout: PLAIN_LAYOUT, roomPx }).columns.map(({ width }) => width);
    expect(widths(390)).toEqual([100, 100, 100]);
    expect(widths(700)).toEqual([200, 200, 200]);
  });

  it('are hidden and as wide as the person left them', () => {
    const layout = { ...PLAIN_LAYOUT, hidden: ['remark'], widths: { name: 300 } };
    expect(layColumns(COLUMNS, { layout, roomPx: 1_000 }).template).toBe('300px minmax(100px, 1fr)');
  });

  it('give way while they are empty and the others are cut, unless a person sorted them or gave them a width', () => {
    const columns = COLUMNS.map(
      (column): GridColumn<Person> => (column.key === 'remark' ? { ...column, givesWay: true } : column),
    );
    const keysIn = (roomPx: number, layout = PLAIN_LAYOUT, cells = 0) =>
      layColumns(columns, { layout, roomPx, content: { ...content, remark: { cells, header: 70 } } }).columns.map(
        ({ key }) => key,
      );
    expect(keysIn(350)).toEqual(['name', 'amount']);
    expect(keysIn(400)).toEqual(['name', 'remark', 'amount']);
    expect(keysIn(350, PLAIN_LAYOUT, 10)).toEqual(['name', 'remark', 'amount']);
    expect(keysIn(350, { ...PLAIN_LAYOUT, sort: { key: 'remark', direction: 'up' } })).toContain('remark');
    expect(keysIn(350, { ...PLAIN_LAYOUT, widths: { remark: 90 } })).toContain('remark');
  });

  it.each([
    ['all of them are in sight', 450, null],
    ['too little room would be left to the others, except the amounts', 300, 0],
    ['not even the amounts leave room', 120, null],
  ])('are not frozen where %s', (_, roomPx, amount) => {
    const laid = layColumns(COLUMNS, { layout: PLAIN_LAYOUT, roomPx });
    expect(laid.columns.map(({ left, right }) => [left, right])).toEqual([
      [null, null],
      [null, null],
      [null, amount],
    ]);
  });
});

describe('sorting by a column', () => {
  it('goes up, down, and back to the list’s own order', () => {
    const up = nextSort({ key: 'name', direction: 'down' }, 'amount');
    const down = nextSort(up, 'amount');
    expect([up, down, nextSort(down, 'amount')]).toEqual([
      { key: 'amount', direction: 'up' },
      { key: 'amount', direction: 'down' },
      null,
    ]);
  });
});

describe('what is said of a range', () => {
  const people: readonly Person[] = [
    { name: 'Asha', paise: 10_010 },
    { name: 'Ravi', paise: null },
    { name: 'Mina', paise: 20_020 },
  ];
  const rowAt = (index: number): Person | undefined => people[index];
  const range = { top: 0, bottom: 2, left: 0, right: 1 };

  it('counts and sums its amounts to the paisa', () => {
    expect(summaryOf(range, { columns: COLUMNS, rowAt })).toBe('3 rows, 2 columns · 2 amounts, ₹300.30');
  });

  it('names no sum while a row of it is not read, and nothing of a single cell', () => {
    expect(summaryOf({ ...range, bottom: 3 }, { columns: COLUMNS, rowAt })).toBe('4 rows, 2 columns');
    expect(summaryOf({ ...range, bottom: 0, right: 0 }, { columns: COLUMNS, rowAt })).toBe('');
  });
});
