// The grid of every list. Rows have one height, so that where a row stands is arithmetic, and frozen columns are sticky
// cells. Only rows in sight are drawn, and the active one, so that what has the focus stays the element it is. Nothing
// is changed here: what a person types, pastes, fills or clears is handed to the screen.

import {
  type ClipboardEvent,
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useContext,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { EDIT_CELLS_MAX, SAVED_CELLS_MAX } from '../../../shared/limits.ts';
import { saveDownload, useDesk } from '../../bridge/use-desk.ts';
import { GRID } from '../../text/controls.ts';
import { say } from '../../text/say.ts';
import { EnvironmentContext } from '../page.tsx';
import {
  type BoundCell,
  bindCell,
  bindOne,
  bindSelection,
  type FindRow,
  placeOf,
  type RowKey,
  useBoundSelection,
} from './bound-selection.ts';
import {
  type Cell,
  type CellRange,
  clamp,
  isIn,
  keyAction,
  rangeOf,
  type Selection,
  selectionAt,
  stepFrom,
} from './cell-range.ts';
import { type Block, formatHtml, formatTsv, parseTsv, tiled } from './clipboard.ts';
import { makeFlight, waitForLull } from './flight.ts';
import styles from './grid.module.css';
import { type GridColumn, type GridTicks, type KeptLayout, layColumns, nextSort, TICKS } from './grid-columns.ts';
import { GridHeader, HEADER_HEIGHT_PX, type Resized } from './grid-header.tsx';
import { GridMenu, type GridMenuItem, type MenuPoint } from './grid-menu.tsx';
import { CellEditor, type EditEnd, GridRow } from './grid-row.tsx';
import { RangeSummary } from './range-summary.tsx';
import { useDrag } from './use-drag.ts';

/** What a person did to cells. Shape: texts by row and column from the first ones on. */
export interface GridEdit<Row> {
  readonly kind: 'edit' | 'paste' | 'fill' | 'clear';
  /** The place of the first row. */
  readonly first: number;
  /** The rows as they were when it was begun; undefined where one is not read. */
  readonly rows: readonly (Row | undefined)[];
  /** Which rows were chosen, one for each of `rows`; null for one that nobody has seen. */
  readonly keys: readonly (RowKey | null)[];
  /** For a pasted block all columns from the first one on, whether they can be edited or not; else those with an editor. */
  readonly columns: readonly string[];
  readonly texts: Block;
}

/** `row` is undefined while it is not read. */
interface ActiveCell<Row> extends BoundCell {
  readonly row: Row | undefined;
}

export interface GridHandle {
  /** Makes a cell the active one, in sight and with the focus, before it comes back. */
  readonly jumpTo: (cell: BoundCell) => void;
}

export interface GridProps<Row> extends KeptLayout {
  readonly label: string;
  readonly columns: readonly GridColumn<Row>[];
  /** Null until it is known. */
  readonly count: number | null;
  /** Undefined until the row has been read. */
  readonly rowAt: (index: number) => Row | undefined;
  /** A row's identity, wherever in the list it stands. The function must be the same from one drawing to the next. */
  readonly keyOf: (row: Row) => RowKey;
  /** For a list whose rows must be found where they are not read. */
  readonly findRow?: FindRow;
  readonly onVisible?: (first: number, last: number) => void;
  /** For copying and saving rows that were not read yet. Shape: null where they cannot be. */
  readonly readRows?: (first: number, count: number) => Promise<readonly Row[] | null>;
  readonly empty: ReactNode;
  readonly handle?: Ref<GridHandle>;
  readonly onActive?: (cell: ActiveCell<Row> | null) => void;
  /** A row is opened by a double click, and by Enter on any of its cells. */
  readonly onOpen?: (row: Row) => void;
  readonly onEdit?: (edit: GridEdit<Row>) => void;
  readonly ticks?: GridTicks<Row>;
  /** The place in the list to keep in sight; null leaves the scrolling to the person. */
  readonly follow?: number | null;
  /** The person scrolls or moves while it follows. */
  readonly onLeaveFollow?: () => void;
}

type Density = 'comfortable' | 'compact';
export const DensityContext = createContext<Density>('comfortable');

/** As high as a control of tokens.css. */
const ROW_HEIGHT_PX: Readonly<Record<Density, number>> = { comfortable: 32, compact: 28 };

/** Rows that are drawn empty until it is known how many there are. */
const LOADING_ROWS = 8;

/** Rows drawn beyond the edge. */
const BEYOND_ROWS = 4;

interface Editing<Row> {
  readonly key: RowKey;
  readonly column: string;
  /** As it stood when the typing began: what is typed is meant for it. */
  readonly row: Row;
  readonly text: string;
  readonly isTyped: boolean;
}

/** `cells` names what was chosen, by which another press knows whether it still is. */
interface Copying<Row> {
  readonly command: 'copy' | 'cut';
  readonly isTitled: boolean;
  readonly range: CellRange;
  readonly cells: string;
  readonly rows: readonly Row[];
}

/** What of the list is in sight. Units: `width` and `height` pixels. */
interface View {
  readonly first: number;
  readonly last: number;
  readonly width: number;
  readonly height: number;
}

export function Grid<Row>(props: GridProps<Row>) {
  const { label, count, rowAt, keyOf, readRows, empty, handle, layout, onLayoutChange, ticks, onEdit, onOpen } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = ROW_HEIGHT_PX[useContext(DensityContext)];
  const rows = count ?? 0;
  const isLoading = count === null;
  const [view, setView] = useState<View>({ first: 0, last: 30, width: 1_200, height: 600 });
  const [editing, setEditing] = useState<Editing<Row> | null>(null);
  const [menuAt, setMenuAt] = useState<MenuPoint | null>(null);
  const [resized, setResized] = useState<Resized | null>(null);
  const [announced, announce] = useState('');
  // Whoever only passes by with Tab passes with one press; whoever moved, clicked or jumped goes on from cell to cell.
  const isEntered = useRef(false);
  const isFocusWanted = useRef(false);
  const hasFocus = useRef(false);
  const ready = useRef<Copying<Row> | null>(null);
  const lastTick = useRef<BoundCell | null>(null);

  const hasTicks = ticks !== undefined;
  const all = useMemo(() => (hasTicks ? [TICK_COLUMN, ...props.columns] : props.columns), [props.columns, hasTicks]);
  const widths = useMemo(
    () => (resized === null ? layout : { ...layout, widths: { ...layout.widths, [resized.key]: resized.width } }),
    [layout, resized],
  );
  const laid = useMemo(() => layColumns(all, { layout: widths, roomPx: view.width }), [all, widths, view.width]);
  const { columns } = laid;
  const page = Math.max(1, Math.floor((view.height - HEADER_HEIGHT_PX) / rowHeight) - 1);
  const extent = { rows, columns: columns.length, page };
  const { kept, keep, list, selection } = useBoundSelection({
    count,
    columns,
    rowAt,
    keyOf,
    findRow: props.findRow,
    onFound: (place) => show({ row: place, column: active?.column ?? 0 }),
  });
  const active = selection?.active ?? null;
  if (editing !== null && kept?.active.key !== editing.key) {
    setEditing(null);
    announce(GRID.rowGone);
  }
  const range = selection === null || selection.head.row < 0 ? null : rangeOf(selection);
  const activeColumn = active === null ? undefined : columns[active.column];
  const canEdit = onEdit !== undefined && columns.some(({ editor }) => editor !== undefined);

  /* What is in sight. */

  const [, setCalmed] = useState(0);
  const [flight] = useState(() => makeFlight(() => setCalmed((times) => times + 1), waitForLull));
  useEffect(() => flight.rest, [flight]);
  const look = (): void => {
    const grid = scroller.current;
    if (grid === null) return;
    const { scrollTop, clientHeight, clientWidth } = grid;
    const first = Math.max(0, Math.floor(scrollTop / rowHeight) - BEYOND_ROWS);
    const last = Math.ceil((scrollTop + clientHeight - HEADER_HEIGHT_PX) / rowHeight) + BEYOND_ROWS;
    setView((old) =>
      old.first === first && old.last === last && old.width === clientWidth && old.height === clientHeight
        ? old
        : { first, last, width: clientWidth, height: clientHeight },
    );
  };
  const onScroll = (): void => {
    const grid = scroller.current;
    if (grid === null) return;
    // Following a run is no flight: its rows are watched.
    if ((props.follow ?? null) === null) flight.scrolled({ top: grid.scrollTop, height: grid.clientHeight });
    flushSync(look);
  };
  const lookAgain = useEffectEvent(look);
  useEffect(() => {
    if (scroller.current === null) return undefined;
    const observer = new ResizeObserver(() => lookAgain());
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => lookAgain(), [rowHeight]);
  const { onVisible } = props;
  useEffect(() => {
    const frame = requestAnimationFrame(() => onVisible?.(view.first, view.last));
    return () => cancelAnimationFrame(frame);
  }, [onVisible, view.first, view.last]);

  /** Scrolls as little as shows the cell. */
  const show = ({ row, column }: Cell): void => {
    const grid = scroller.current;
    if (grid === null) return;
    const top = row * rowHeight;
    const seen = grid.clientHeight - HEADER_HEIGHT_PX;
    if (row >= 0 && top < grid.scrollTop) grid.scrollTop = top;
    else if (row >= 0 && top + rowHeight > grid.scrollTop + seen) grid.scrollTop = top + rowHeight - seen;
    const at = columns[column];
    const start = laid.starts[column] ?? 0;
    if (at === undefined || at.left !== null || at.right !== null) return;
    const most = grid.clientWidth - laid.rightPx;
    if (start - laid.leftPx < grid.scrollLeft) grid.scrollLeft = start - laid.leftPx;
    else if (start + at.width > grid.scrollLeft + most) grid.scrollLeft = start + at.width - most;
  };
  const follow = props.follow ?? null;
  const showFollowed = useEffectEvent((row: number) => show({ row: Math.min(row, rows - 1), column: 0 }));
  useEffect(() => {
    if (follow === null) return undefined;
    const frame = requestAnimationFrame(() => showFollowed(follow));
    return () => cancelAnimationFrame(frame);
  }, [follow, rows]);
  const leaveFollow = (): void => {
    if (follow !== null) props.onLeaveFollow?.();
  };

  /* What is chosen. */

  const choose = (next: Selection, seen: Cell = next.head): void => {
    isEntered.current = true;
    isFocusWanted.current = true;
    if (announced !== '') announce('');
    keep(bindSelection(next, list));
    show(seen);
  };
  const cellElement = (cell: Cell | null): HTMLElement | null => {
    const row = cell === null ? null : scroller.current?.querySelector(`[aria-rowindex="${cell.row + 2}"]`);
    const at = row?.querySelector<HTMLElement>(`[aria-colindex="${(cell?.column ?? 0) + 1}"]`) ?? null;
    return at?.querySelector<HTMLElement>('input[type=checkbox]') ?? at;
  };
  useLayoutEffect(() => {
    // A row that went with the focus leaves it to the one that took its place.
    const isLost = hasFocus.current && document.activeElement === document.body;
    if ((!isFocusWanted.current && !isLost) || editing !== null) return;
    isFocusWanted.current = false;
    cellElement(active)?.focus({ preventScroll: true });
  });
  const { onActive } = props;
  const activeRow = active === null || active.row < 0 ? undefined : rowAt(active.row);
  const tellActive = useEffectEvent(() => {
    const isCell = active !== null && active.row >= 0 && kept !== null && activeColumn !== undefined;
    onActive?.(isCell ? { ...kept.active, column: activeColumn.key, row: activeRow } : null);
  });
  // Before anything is painted: whatever else names the row names this one.
  useLayoutEffect(() => tellActive(), [kept?.active.key, active?.row, activeRow, activeColumn?.key]);
  useImperativeHandle(handle, () => ({
    jumpTo: (cell) => {
      // It may come late: whoever is typing by then is not led away from the cell it is meant for.
      if (editing !== null) return;
      isEntered.current = true;
      isFocusWanted.current = true;
      const isShown = columns.some(({ key }) => key === cell.column);
      const next = isShown ? cell : { ...cell, column: columns[active?.column ?? 0]?.key ?? '' };
      flushSync(() => keep(bindOne(next)));
      show({ row: next.place, column: columns.findIndex(({ key }) => key === next.column) });
    },
  }));
  // Another filter shows another list: the chosen row is in sight there, too.
  const showActive = useEffectEvent(() => {
    if (active !== null && active.row >= 0) show(active);
  });
  useEffect(() => {
    if (!isLoading) showActive();
  }, [isLoading]);

  /* What is changed. */

  const begin = (text: string | null): void => {
    if (active === null || activeColumn?.editor === undefined || onEdit === undefined) return;
    const row = activeRow;
    if (row === undefined) return;
    show(active);
    keep(bindSelection(selectionAt(active), list));
    setEditing({
      key: keyOf(row),
      column: activeColumn.key,
      row,
      text: text ?? activeColumn.text(row, active.row),
      isTyped: text !== null,
    });
  };
  const change = (edit: GridEdit<Row>): void => {
    ready.current = null;
    onEdit?.(edit);
  };
  const endEdit = ({ text, step }: EditEnd): void => {
    if (editing === null) return;
    setEditing(null);
    const { key, column, row } = editing;
    const at = active ?? { row: 0, column: 0 };
    if (text !== null)
      change({ kind: 'edit', first: at.row, rows: [row], keys: [key], columns: [column], texts: [[text]] });
    // Left with the mouse: the focus is where the person put it.
    if (step === null && document.activeElement !== cellElement(at)?.querySelector('input')) return;
    const next = step === null ? at : (stepFrom(at, step, extent) ?? at);
    choose(selectionAt(next));
  };
  /** One text for each column of the range, all the way down. */
  const fill = (
    kind: 'fill' | 'clear',
    over: CellRange,
    textOf: (at: number) => string,
    of = rowsAt(over.top, over.bottom - over.top + 1),
  ): void => {
    const ends = columns.flatMap(({ editor }, at) =>
      editor !== undefined && at >= over.left && at <= over.right ? [at] : [],
    );
    if (onEdit === undefined || ends.length === 0 || over.bottom < over.top) return;
    const line = ends.map(textOf);
    const here = ends.flatMap((at) => columns[at]?.key ?? []);
    change({ kind, first: over.top, ...of, columns: here, texts: of.rows.map(() => line) });
  };
  /** What is known of the rows at places: those of the range are known by their keys even where they are not read. */
  const rowsAt = (first: number, size: number): Pick<GridEdit<Row>, 'rows' | 'keys'> => {
    const places = Array.from({ length: Math.min(size, Math.max(0, rows - first)) }, (_, at) => first + at);
    const chosen = (place: number): RowKey | null =>
      range === null ? null : (kept?.range.rows[place - range.top] ?? null);
    return {
      rows: places.map((place) => rowAt(place)),
      keys: places.map((place) => list.keyAt(place) ?? chosen(place)),
    };
  };
  /** Reads the rows at these places; null where one could not be read, or is not the one that was chosen. */
  const readAll = async (first: number, size: number): Promise<readonly Row[] | null> => {
    const { keys } = rowsAt(first, size);
    const read = (await readRows?.(first, size)) ?? null;
    const isThese = keys.every((key, at) => {
      const row = read?.[at];
      return row !== undefined && (key === null || keyOf(row) === key);
    });
    return isThese && keys.length === size ? read : null;
  };
  const clear = (): void => {
    if (range !== null) fill('clear', range, () => '');
  };
  /** As in Excel: the row above a single cell, the first row of a range. */
  const fillDown = (): void => {
    if (range === null) return;
    const source = range.top === range.bottom ? range.top - 1 : range.top;
    const row = source < 0 ? undefined : rowAt(source);
    if (row === undefined) return;
    fill('fill', { ...range, top: source + 1 }, (at) => columns[at]?.text(row, source) ?? '');
  };
  const pasteText = (text: string): void => {
    const block = parseTsv(text);
    const [line] = block;
    if (onEdit === undefined || range === null || line === undefined) return;
    const size = { rows: range.bottom - range.top + 1, columns: range.right - range.left + 1 };
    const [only] = line;
    // One value fills the range, where its columns can be edited.
    if (block.length === 1 && line.length === 1 && size.rows * size.columns > 1)
      return fill('fill', range, () => only ?? '');
    const whole = tiled(block, size) ?? block;
    change({
      kind: 'paste',
      first: range.top,
      ...rowsAt(range.top, whole.length),
      columns: columns.slice(range.left).map(({ key }) => key),
      texts: whole,
    });
  };

  /* Copying. */

  /** Shape: `clipboard` that of the page's own event; null where none is at hand and one is made. */
  const copy = (command: Copying<Row>['command'], isTitled: boolean, clipboard: DataTransfer | null): void => {
    if (range === null) return;
    const size = range.bottom - range.top + 1;
    if (size * (range.right - range.left + 1) > EDIT_CELLS_MAX) return announce(GRID.tooMany(EDIT_CELLS_MAX));
    const { rows: known, keys } = rowsAt(range.top, size);
    const cells = JSON.stringify([range, keys, laid.columns.map(({ key }) => key)]);
    const waiting = ready.current;
    if (waiting?.command === command && waiting.cells === cells) return put(waiting, clipboard);
    const read = known.filter((row) => row !== undefined);
    const copying = { command, isTitled, range, cells, rows: read };
    if (read.length === size) put(copying, clipboard);
    else void readAndPut(copying);
  };
  const put = (copying: Copying<Row>, clipboard: DataTransfer | null): void => {
    const { command, isTitled, range: over, rows: lines } = copying;
    const taken = columns.slice(over.left, over.right + 1).filter(({ key }) => key !== TICKS);
    const texts = lines.map((row, at) => taken.map(({ text }) => text(row, over.top + at)));
    const block = isTitled ? [taken.map(({ header }) => header), ...texts] : texts;
    const isNumber = taken.map(({ paise }) => paise !== undefined);
    const write = (target: DataTransfer): void => {
      target.setData('text/plain', formatTsv(block));
      target.setData('text/html', formatHtml(block, isNumber));
    };
    if (clipboard !== null) write(clipboard);
    else if (!writeNow(write)) {
      // The clipboard is given only soon after a key or a click.
      ready.current = copying;
      return announce(GRID.pressAgain(command));
    }
    ready.current = null;
    if (command === 'cut') fill('clear', over, () => '', { rows: lines, keys: lines.map(keyOf) });
    announce(GRID.copied(lines.length, taken.length));
  };
  const readAndPut = async (copying: Copying<Row>): Promise<void> => {
    const { top, bottom } = copying.range;
    const size = bottom - top + 1;
    announce(GRID.reading(size));
    const read = await readAll(top, size);
    if (read === null) return announce(GRID.notRead);
    put({ ...copying, rows: read }, null);
  };
  const environment = useContext(EnvironmentContext);
  const desk = useDesk();
  /** The whole list in its order, the columns that are shown. */
  const save = async (format: 'xlsx' | 'csv'): Promise<void> => {
    const taken = columns.filter(({ key }) => key !== TICKS);
    if (rows * taken.length > SAVED_CELLS_MAX) return announce(GRID.tooManyToSave(SAVED_CELLS_MAX));
    announce(GRID.saving(rows));
    const known = rowsAt(0, rows).rows.filter((row) => row !== undefined);
    const read = known.length === rows ? known : await readRows?.(0, rows);
    if (read?.length !== rows) return announce(GRID.notSaved);
    const saved = await saveDownload(desk, 'exportList', {
      title: label,
      environment,
      format,
      columns: taken.map(({ header, paise }) => ({ header, isAmount: paise !== undefined })),
      rows: read.map((row, at) => taken.map(({ paise, text }) => (paise === undefined ? text(row, at) : paise(row)))),
    });
    if (saved.kind === 'refused') announce(say(saved.refusal.message));
    else if (saved.kind !== 'done') announce(GRID.notSaved);
    else announce(saved.value.saved ? GRID.saved(rows) : '');
  };
  const onCopy = (event: ClipboardEvent): void => {
    if (isEditor(event.target) || range === null) return;
    event.preventDefault();
    copy(event.type === 'cut' && canEdit ? 'cut' : 'copy', false, event.clipboardData);
  };
  const pasteFromMenu = async (): Promise<void> => {
    try {
      pasteText(await navigator.clipboard.readText());
    } catch {
      announce(GRID.pressPaste);
    }
  };

  /* Keys. */

  const onKeyDown = (event: KeyboardEvent): void => {
    const action = keyAction(event);
    if (action === null || event.defaultPrevented) return;
    const from = selection ?? selectionAt({ row: -1, column: 0 });
    const done = (): void => event.preventDefault();
    switch (action.kind) {
      case 'step': {
        const isTab = action.step === 'next' || action.step === 'previous';
        if (isTab && (!canEdit || !isEntered.current)) return;
        const next = stepFrom(action.isExtending ? from.head : from.active, action.step, extent);
        if (next === null) return;
        done();
        leaveFollow();
        const isHeader = next.row < 0 || from.anchor.row < 0;
        return choose(action.isExtending && !isHeader ? { ...from, head: next } : selectionAt(next));
      }
      case 'enter': {
        if (from.active.row < 0) {
          done();
          sortBy(activeColumn?.key);
        } else if (canEdit || onOpen === undefined) {
          done();
          choose(selectionAt(stepFrom(from.active, 'down', extent) ?? from.active));
        } else if (activeRow !== undefined) {
          done();
          onOpen(activeRow);
        }
        return;
      }
      case 'chooseRow':
        done();
        return choose({
          ...from,
          anchor: { row: from.anchor.row, column: 0 },
          head: { row: from.head.row, column: columns.length - 1 },
        });
      case 'chooseColumn':
        done();
        return choose(
          {
            ...from,
            anchor: { row: 0, column: from.anchor.column },
            head: { row: rows - 1, column: from.head.column },
          },
          from.active,
        );
      case 'menu':
        done();
        return openMenuAtCell();
      case 'type':
        if (activeColumn?.key === TICKS) return;
        if (action.text === ' ' && !canEdit && ticks !== undefined && active !== null && active.row >= 0) {
          done();
          return tick(active.row, false);
        }
        if (activeColumn?.editor === undefined || onEdit === undefined) return;
        done();
        return begin(action.text);
      case 'edit':
        done();
        return begin(null);
      case 'clear':
        done();
        return clear();
      case 'fillDown':
        if (!canEdit) return;
        done();
        return fillDown();
    }
  };

  /* The mouse. */

  const cellAt = (target: EventTarget): Cell | null => {
    const at = target instanceof Element ? target.closest('[role=gridcell], [role=columnheader]') : null;
    if (at === null || !(scroller.current?.contains(at) ?? false) || at.hasAttribute('aria-colspan')) return null;
    const row = Number(at.parentElement?.getAttribute('aria-rowindex')) - 2;
    return { row, column: Number(at.getAttribute('aria-colindex')) - 1 };
  };
  const cellUnder = ({ x, y }: MenuPoint): Cell => {
    const box = scroller.current?.getBoundingClientRect() ?? new DOMRect();
    const top = (scroller.current?.scrollTop ?? 0) - box.top - HEADER_HEIGHT_PX;
    const row = Math.floor((clamp(y, { min: box.top + HEADER_HEIGHT_PX, max: box.bottom - 1 }) + top) / rowHeight);
    const within = clamp(x, { min: box.left + 1, max: box.right - 1 });
    const heads = [...(scroller.current?.querySelectorAll('[role=columnheader]') ?? [])].map((head, at) => ({
      at,
      isFrozen: (columns[at]?.left ?? columns[at]?.right ?? null) !== null,
      box: head.getBoundingClientRect(),
    }));
    const under = heads
      .toSorted((left, right) => Number(right.isFrozen) - Number(left.isFrozen))
      .find(({ box: { left, right } }) => within >= left && within < right);
    return { row: clamp(row, { min: 0, max: rows - 1 }), column: under?.at ?? columns.length - 1 };
  };
  const drag = useDrag(scroller, (point) => {
    const head = cellUnder(point);
    if (selection === null || (head.row === selection.head.row && head.column === selection.head.column)) return;
    keep(bindSelection({ ...selection, head }, list));
  });
  const onPointerDown = (event: PointerEvent): void => {
    leaveFollow();
    const cell = cellAt(event.target);
    if (cell === null || cell.row < 0 || event.button !== 0 || isEditor(event.target)) return;
    isEntered.current = true;
    // What is typed is taken before another cell is the active one.
    if (editing !== null) cellElement(active)?.querySelector('input')?.blur();
    if (event.shiftKey && selection !== null && columns[cell.column]?.key !== TICKS) {
      event.preventDefault();
      return choose({ ...selection, head: cell });
    }
    if (announced !== '') announce('');
    keep(bindSelection(selectionAt(cell), list));
    if (columns[cell.column]?.key !== TICKS) drag();
  };
  const tick = (place: number, isRange: boolean): void => {
    const row = rowAt(place);
    if (ticks === undefined || row === undefined) return;
    const before = isRange && lastTick.current !== null ? placeOf(lastTick.current, list) : null;
    const from = before === null || rowAt(before) === undefined ? place : before;
    lastTick.current = bindCell({ row: place, column: 0 }, list);
    const [first, size] = [Math.min(from, place), Math.abs(from - place) + 1];
    const isTicked = !ticks.isTicked(row);
    const read = rowsAt(first, size).rows.filter((one) => one !== undefined);
    if (read.length === size) return ticks.onTick(read, isTicked);
    void readAll(first, size).then((all) => (all === null ? undefined : ticks.onTick(all, isTicked)));
  };
  const onClick = ({ target, shiftKey: isRange }: MouseEvent): void => {
    const cell = cellAt(target);
    if (cell === null) return;
    const isBox = target instanceof HTMLInputElement && target.type === 'checkbox';
    if (isBox && cell.row >= 0) tick(cell.row, isRange);
    else if (!isBox && cell.row < 0) sortBy(columns[cell.column]?.key);
  };
  const onDoubleClick = (event: MouseEvent): void => {
    const cell = cellAt(event.target);
    const row = cell === null || cell.row < 0 ? undefined : rowAt(cell.row);
    if (cell === null || row === undefined || columns[cell.column]?.key === TICKS || isEditor(event.target)) return;
    if (columns[cell.column]?.editor !== undefined && onEdit !== undefined) begin(null);
    else onOpen?.(row);
  };
  const sortBy = (key: string | undefined): void => {
    if (key === undefined || columns.find((column) => column.key === key)?.canSort !== true) return;
    onLayoutChange({ ...layout, sort: nextSort(layout.sort, key) });
  };
  /* The menu. */

  const onContextMenu = (event: MouseEvent): void => {
    const cell = cellAt(event.target);
    if (cell === null || isEditor(event.target)) return;
    event.preventDefault();
    if (range === null || !isIn(cell, range)) choose(selectionAt(cell));
    setMenuAt({ x: event.clientX, y: event.clientY });
  };
  const openMenuAtCell = (): void => {
    const box = cellElement(active)?.getBoundingClientRect();
    const grid = scroller.current?.getBoundingClientRect();
    if (box === undefined || grid === undefined) return;
    // The active cell may have been scrolled out of sight.
    setMenuAt({
      x: clamp(box.left + 8, { min: grid.left, max: grid.right - 8 }),
      y: clamp(box.bottom, { min: grid.top + HEADER_HEIGHT_PX, max: grid.bottom }),
    });
  };
  const menuGroups = (): readonly (readonly GridMenuItem[])[] => {
    if (active === null || active.row < 0 || activeColumn === undefined) return [];
    const copying = [
      { word: GRID.copy, keys: 'Ctrl+C', run: () => copy('copy', false, null) },
      { word: GRID.copyWithHeaders, run: () => copy('copy', true, null) },
    ];
    const changing = [
      { word: GRID.cut, keys: 'Ctrl+X', run: () => copy('cut', false, null) },
      { word: GRID.paste, keys: 'Ctrl+V', run: () => void pasteFromMenu() },
      { word: GRID.clear, keys: 'Delete', run: clear },
    ];
    const files = [
      { word: GRID.saveExcel, run: () => void save('xlsx') },
      { word: GRID.saveCsv, run: () => void save('csv') },
    ];
    return [canEdit ? [...copying, ...changing] : copying, files];
  };

  /* How it is drawn. */

  const drawn = placesToDraw(view, { rows: isLoading ? LOADING_ROWS : rows, activeRow: active?.row ?? -1 });
  const editor =
    editing === null || activeColumn === undefined ? null : (
      <CellEditor
        key={`${editing.key} ${editing.column}`}
        label={activeColumn.header}
        text={editing.text}
        isTyped={editing.isTyped}
        options={typeof activeColumn.editor === 'string' ? [] : (activeColumn.editor ?? [])}
        onEnd={endEdit}
      />
    );
  const isFlying = flight.isFlying();
  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        role="grid"
        tabIndex={-1}
        aria-label={label}
        aria-rowcount={isLoading ? -1 : rows + 1}
        aria-busy={isLoading}
        aria-colcount={columns.length}
        aria-multiselectable
        className={styles.grid}
        style={variables({
          columns: laid.template,
          width: `${laid.widthPx}px`,
          row: `${rowHeight}px`,
        })}
        onScroll={onScroll}
        onWheel={leaveFollow}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onClick={onClick}
        onDoubleClick={onDoubleClick}
        onContextMenu={onContextMenu}
        onFocus={({ target }) => {
          hasFocus.current = true;
          // Tab came here: the cell with the focus is the active one.
          const cell = cellAt(target);
          if (cell !== null && active === null) keep(bindSelection(selectionAt(cell), list));
        }}
        onBlur={({ relatedTarget }) => {
          if (relatedTarget instanceof Node && scroller.current?.contains(relatedTarget) === true) return;
          hasFocus.current = false;
          isEntered.current = menuAt !== null && isEntered.current;
        }}
        onCopy={onCopy}
        onCut={onCopy}
        onPaste={(event) => {
          if (isEditor(event.target)) return;
          event.preventDefault();
          pasteText(event.clipboardData.getData('text/plain'));
        }}
      >
        <GridHeader
          columns={columns}
          activeColumn={active === null || active.row >= 0 ? null : active.column}
          isTabStop={active === null}
          layout={layout}
          onResize={setResized}
          onLayoutChange={onLayoutChange}
          ticks={ticks}
        />
        {drawn.length > 0 ? (
          <div
            role="rowgroup"
            className={styles.body}
            style={{ height: (isLoading ? drawn.length : rows) * rowHeight }}
          >
            {drawn.map((index) => {
              const row = rowAt(index);
              const isActive = active?.row === index;
              const key = (isActive ? kept?.active.key : null) ?? list.keyAt(index) ?? `gap ${index}`;
              const isChosen = range !== null && index >= range.top && index <= range.bottom;
              return (
                <GridRow
                  key={key}
                  row={row}
                  index={index}
                  topPx={index * rowHeight}
                  columns={columns}
                  activeColumn={isActive ? active.column : -1}
                  from={isChosen ? range.left : -1}
                  to={isChosen ? range.right : -1}
                  isLight={isFlying && !isActive}
                  isTicked={row === undefined ? undefined : ticks?.isTicked(row)}
                  tickLabel={row === undefined ? '' : (ticks?.label(row) ?? '')}
                  editor={isActive ? editor : null}
                />
              );
            })}
          </div>
        ) : null}
      </div>
      {count === 0 ? empty : null}
      <div role="status" className={styles.range}>
        {announced !== '' || range === null ? announced : <RangeSummary {...range} columns={columns} rowAt={rowAt} />}
      </div>
      <GridMenu
        point={menuAt}
        onClose={() => setMenuAt(null)}
        finalFocus={() => cellElement(active)}
        groups={menuAt === null ? [] : menuGroups()}
        columns={props.columns}
        column={props.columns.find(({ key }) => key === activeColumn?.key)}
        layout={layout}
        onLayoutChange={onLayoutChange}
      />
    </div>
  );
}

const TICK_COLUMN: GridColumn<unknown> = {
  key: TICKS,
  header: '',
  width: 36,
  frozen: 'left',
  canHide: false,
  text: () => '',
};

/** Shape: in the order of the list, the active row among them wherever it is: an element that is moved loses the focus. */
function placesToDraw(
  { first, last }: View,
  { rows, activeRow }: { readonly rows: number; readonly activeRow: number },
): readonly number[] {
  const end = Math.min(last, rows - 1);
  const places = Array.from({ length: Math.max(0, end - first + 1) }, (_, at) => first + at);
  if (activeRow >= 0 && activeRow < first) return [activeRow, ...places];
  return activeRow > end ? [...places, activeRow] : places;
}

/**
 * Writes through a copy event of the page: that takes HTML as it is and needs no permission, while the clipboard's interface
 * drops the marks of text. Shape: false where too long has passed since the last key or click.
 */
function writeNow(write: (clipboard: DataTransfer) => void): boolean {
  const stop = new AbortController();
  let isWritten = false;
  document.addEventListener(
    'copy',
    (event) => {
      if (event.clipboardData === null) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      write(event.clipboardData);
      isWritten = true;
    },
    { capture: true, signal: stop.signal },
  );
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else fires this event.
  const isDone = document.execCommand('copy');
  stop.abort();
  return isDone && isWritten;
}

function isEditor(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type !== 'checkbox';
}

/** What the style sheet reckons with, as its own properties. */
function variables(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, value]));
}
