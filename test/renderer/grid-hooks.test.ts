import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bindSelection, chosenRows, type ShownList } from '../../renderer/ui/grid/bound-selection.ts';
import { rangeOf, type Selection, selectionAt } from '../../renderer/ui/grid/cell-range.ts';
import type { LaidColumn } from '../../renderer/ui/grid/grid-columns.ts';
import type { GridEdit } from '../../renderer/ui/grid/grid-edit.ts';
import { handleKey } from '../../renderer/ui/grid/grid-keys.ts';
import { useClipboard } from '../../renderer/ui/grid/use-clipboard.ts';
import { type GridEdits, useEdits } from '../../renderer/ui/grid/use-edits.ts';
import type { GridSelection } from '../../renderer/ui/grid/use-selection.ts';
import { useTicks } from '../../renderer/ui/grid/use-ticks.ts';

interface Person {
  readonly id: string;
  readonly name: string;
}

const keyOf = ({ id }: Person): string => id;

const COLUMNS: readonly LaidColumn<Person>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 100,
    left: null,
    right: null,
    isEdge: false,
    editor: 'text',
    text: ({ name }) => name,
  },
  { key: 'bank', header: 'Bank', width: 100, left: null, right: null, isEdge: false, text: () => 'a bank' },
];

const cell = (row: number, column = 0) => ({ row, column });

/** The result of rendering a hook once. */
function drawn<Result>(hook: () => Result): Result {
  const results: Result[] = [];
  renderToStaticMarkup(
    createElement(() => {
      results.push(hook());
      return null;
    }),
  );
  const [result] = results;
  if (result === undefined) throw new Error('nothing was drawn');
  return result;
}

/** Six people in a list; those at `unread` places are unread, and reading returns all. */
function selected(placed: Selection | null, unread: readonly number[] = []) {
  const people = Array.from('abcdef').map((id): Person => ({ id, name: id.toUpperCase() }));
  const rowAt = (place: number): Person | undefined => (unread.includes(place) ? undefined : people[place]);
  const list: ShownList = { count: 6, columns: ['name', 'bank'], keyAt: (place) => rowAt(place)?.id };
  const range = placed === null || placed.head.row < 0 ? null : rangeOf(placed);
  const stored = placed === null ? null : bindSelection(placed, list);
  const active = placed?.active ?? null;
  const keys = stored?.range.rows ?? [];
  const selection: GridSelection<Person> = {
    list,
    bound: stored,
    keep: vi.fn<GridSelection<Person>['keep']>(),
    placed,
    active,
    activeRow: active === null ? undefined : rowAt(active.row),
    activeColumn: active === null ? undefined : COLUMNS[active.column],
    range,
    isRange: range !== null && (range.top < range.bottom || range.left < range.right),
    select: vi.fn<GridSelection<Person>['select']>(),
    choose: vi.fn<GridSelection<Person>['choose']>(),
    rowsAt: (first, size) =>
      chosenRows(first, size, { list, rowAt, range: range === null ? null : { top: range.top, keys } }),
    readAll: vi.fn<GridSelection<Person>['readAll']>((first, size) =>
      Promise.resolve(people.slice(first, first + size)),
    ),
  };
  return { selection, rowAt, people };
}

describe('edits of the selected cells', () => {
  const editing = (placed: Selection | null, unread: readonly number[] = []) => {
    const made: GridEdit<Person>[] = [];
    const { selection, rowAt } = selected(placed, unread);
    const onEdit = (edit: GridEdit<Person>): void => void made.push(edit);
    return { made, edits: drawn(() => useEdits({ selection, columns: COLUMNS, rowAt, onEdit })) };
  };
  const range = { ...selectionAt(cell(1)), head: cell(3, 1) };

  it('name the rows by their keys, and are counted', () => {
    const { made, edits } = editing(range);
    edits.clear();
    edits.paste('x\ty');
    expect(made).toMatchObject([
      { kind: 'clear', first: 1, keys: ['b', 'c', 'd'], columns: ['name'], texts: [[''], [''], ['']] },
      { kind: 'paste', first: 1, columns: ['name', 'bank'] },
    ]);
    expect(edits.changes()).toBe(2);
  });

  it('fill down from the first row of a range, and from the row above a single cell', () => {
    const [down, one, first] = [editing(range), editing(selectionAt(cell(1))), editing(selectionAt(cell(0)))];
    for (const { edits } of [down, one, first]) edits.fillDown();
    expect(down.made).toMatchObject([{ kind: 'fill', first: 2, keys: ['c', 'd'], texts: [['B'], ['B']] }]);
    expect(one.made).toMatchObject([{ kind: 'fill', first: 1, keys: ['b'], texts: [['A']] }]);
    expect(first.made).toEqual([]);
  });

  it('fill nothing from a row that is not read', () => {
    const { made, edits } = editing(range, [1]);
    edits.fillDown();
    expect(made).toEqual([]);
  });

  it('are none where nothing is selected, or nothing can be edited', () => {
    const { made, edits } = editing(null);
    edits.clear();
    edits.fillDown();
    edits.paste('x');
    const { selection, rowAt } = selected(range);
    const fixed = drawn(() => useEdits({ selection, columns: COLUMNS, rowAt, onEdit: undefined }));
    fixed.clear();
    fixed.paste('x');
    expect([edits.canEdit, fixed.canEdit, made, edits.changes(), fixed.changes()]).toEqual([true, false, [], 0, 0]);
  });
});

describe('a copy for which the clipboard was not given', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('is finished by the next press without reading again, unless something was changed since', async () => {
    vi.stubGlobal('document', { addEventListener: () => {}, execCommand: () => false });
    const { selection, rowAt } = selected({ ...selectionAt(cell(1)), head: cell(3) }, [2]);
    const announced: string[] = [];
    const announce = (words: string): void => void announced.push(words);
    const { edits, clipboard } = drawn(() => {
      const all = useEdits({ selection, columns: COLUMNS, rowAt, onEdit: () => {} });
      return { edits: all, clipboard: useClipboard({ selection, columns: COLUMNS, edits: all, keyOf, announce }) };
    });
    const presses = async (): Promise<number> => {
      clipboard.copy('copy');
      await Promise.resolve();
      await Promise.resolve();
      return vi.mocked(selection.readAll).mock.calls.length;
    };
    expect([await presses(), await presses()]).toEqual([1, 1]);
    edits.clear();
    expect(await presses()).toBe(2);
    expect(announced).toHaveLength(5);
  });
});

describe('ticks', () => {
  const ticking = (unread: readonly number[] = []) => {
    const onTick = vi.fn<(rows: readonly Person[], isTicked: boolean) => void>();
    const ticks = {
      isTicked: ({ id }: Person) => id === 'f',
      onTick,
      all: false,
      onTickAll: () => {},
      label: () => '',
      allLabel: '',
    };
    const { selection, rowAt, people } = selected(null, unread);
    return { onTick, people, tick: drawn(() => useTicks({ ticks, rowAt, selection })) };
  };

  it('are set or taken one by one, or from the last one on', () => {
    const { onTick, people, tick } = ticking();
    tick(4, true);
    tick(1, true);
    tick(5, false);
    expect(onTick.mock.calls).toEqual([
      [[people[4]], true],
      [people.slice(1, 5), true],
      [[people[5]], false],
    ]);
  });

  it('are set on rows in between only once those are read', async () => {
    const { onTick, people, tick } = ticking([2]);
    tick(1, false);
    tick(3, true);
    expect(onTick).toHaveBeenCalledTimes(1);
    await expect.poll(() => onTick.mock.calls[1]).toEqual([people.slice(1, 4), true]);
  });
});

describe('a key', () => {
  const pressing = (
    key: string,
    { canEdit = true, isEntered = true, isCtrl = false, placed = selectionAt(cell(1)) } = {},
  ) => {
    const { selection } = selected(placed);
    const edits: GridEdits<Person> = {
      canEdit,
      isEditable: ({ editor }) => canEdit && editor !== undefined,
      change: vi.fn<GridEdits<Person>['change']>(),
      changes: () => 0,
      clear: vi.fn<() => void>(),
      clearRows: vi.fn<GridEdits<Person>['clearRows']>(),
      fillDown: vi.fn<() => void>(),
      paste: vi.fn<(text: string) => void>(),
    };
    const preventDefault = vi.fn<() => void>();
    const keys = {
      extent: { rows: 6, columns: 2, page: 3 },
      isEntered,
      begin: vi.fn<(text: string | null) => void>(),
      leaveFollow: vi.fn<() => void>(),
      leave: vi.fn<() => void>(),
      onOpen: vi.fn<(row: Person) => void>(),
      openMenu: vi.fn<() => void>(),
      sortBy: vi.fn<(key: string | undefined) => void>(),
      tick: vi.fn<(place: number) => void>(),
    };
    const held = { ctrlKey: isCtrl, metaKey: false, shiftKey: false, altKey: false };
    handleKey({ key, ...held, defaultPrevented: false, preventDefault }, { selection, edits, ...keys });
    return { ...keys, edits, choose: selection.choose, isHandled: preventDefault.mock.calls.length === 1 };
  };

  it('moves the selection, and leaves what is followed', () => {
    const { choose, leaveFollow, isHandled: isUsed } = pressing('ArrowDown');
    expect(choose).toHaveBeenCalledWith(selectionAt(cell(2)));
    expect(leaveFollow).toHaveBeenCalledTimes(1);
    expect(isUsed).toBe(true);
  });

  it.each([
    ['where nothing can be edited', { canEdit: false }],
    ['where one only passes by', { isEntered: false }],
  ])('Tab leads out of the grid %s', (_, about) => {
    const { choose, isHandled } = pressing('Tab', about);
    expect(choose).not.toHaveBeenCalled();
    expect(isHandled).toBe(false);
  });

  it('Enter goes down where cells are edited, opens the row where none is, and sorts by a header', () => {
    expect(pressing('Enter').choose).toHaveBeenCalledWith(selectionAt(cell(2)));
    expect(pressing('Enter', { canEdit: false }).onOpen).toHaveBeenCalledWith({ id: 'b', name: 'B' });
    expect(pressing('Enter', { placed: selectionAt(cell(-1)) }).sortBy).toHaveBeenCalledWith('name');
  });

  it('that is typed begins an edit in a column that has an editor, and nowhere else', () => {
    expect(pressing('7').begin).toHaveBeenCalledWith('7');
    const { begin, isHandled } = pressing('7', { placed: selectionAt(cell(1, 1)) });
    expect(begin).not.toHaveBeenCalled();
    expect(isHandled).toBe(false);
  });

  it('Space ticks the row where nothing can be edited', () => {
    expect(pressing(' ', { canEdit: false }).tick).toHaveBeenCalledWith(1);
    expect(pressing(' ').tick).not.toHaveBeenCalled();
  });

  it('Escape leaves the range, then the cell, and is never the screen’s', () => {
    const range = { active: cell(1), anchor: cell(1), head: cell(3, 1) };
    const first = pressing('Escape', { placed: range });
    expect(first.choose).toHaveBeenCalledWith(selectionAt(cell(1)));
    expect(first.leave).not.toHaveBeenCalled();
    const second = pressing('Escape');
    expect(second.leave).toHaveBeenCalledTimes(1);
    expect(second.choose).not.toHaveBeenCalled();
    expect([first.isHandled, second.isHandled]).toEqual([true, true]);
  });

  it('Ctrl+A selects every cell, and the active one stays', () => {
    const { choose, isHandled } = pressing('a', { isCtrl: true });
    expect(choose).toHaveBeenCalledWith({ active: cell(1), anchor: cell(0), head: cell(5, 1) }, cell(1));
    expect(isHandled).toBe(true);
  });

  it('Delete clears what is selected', () => {
    expect(pressing('Delete').edits.clear).toHaveBeenCalledTimes(1);
  });
});
