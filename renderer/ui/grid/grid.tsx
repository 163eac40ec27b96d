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
import { EnvironmentContext } from '../page.tsx';
import {
  type Cell,
  type CellRange,
  clamp,
  findNear,
  isIn,
  keyAction,
  movedBy,
  rangeOf,
  type Selection,
  selectionAt,
  stepFrom,
  within,
} from './cell-range.ts';
import { type Block, formatHtml, formatTsv, parseTsv, tiled } from './clipboard.ts';
import { makeFlight, waitForLull } from './flight.ts';
import styles from './grid.module.css';
import { type GridColumn, type GridTicks, type KeptLayout, layColumns, nextSort, TICKS } from './grid-columns.ts';
import { GridHeader, type Resized } from './grid-header.tsx';
import { GridMenu, type GridMenuItem, type MenuPoint } from './grid-menu.tsx';
import { CellEditor, type EditEnd, GridRow } from './grid-row.tsx';
import { RangeSummary } from './range-summary.tsx';

/** What a person did to cells. Shape: texts by row and column from the first ones on. */
export interface GridEdit<Row> {
  readonly kind: 'edit' | 'paste' | 'fill' | 'clear';
  /** The place of the first row. */
  readonly first: number;
  /** The rows as they were when it was begun; undefined where one had not been read. */
  readonly rows: readonly (Row | undefined)[];
  /** For a pasted block all columns from the first one on, whether they can be edited or not; else those with an editor. */
  readonly columns: readonly string[];
  readonly texts: Block;
}

export interface ActiveCell<Row> {
  readonly index: number;
  readonly column: string;
  readonly row: Row | undefined;
}

export interface GridHandle {
  /** Makes a cell the active one, in sight and with the focus. Shape: null for the column one is in. */
  readonly jumpTo: (index: number, column: string | null) => void;
}

export interface GridProps<Row> extends KeptLayout {
  readonly label: string;
  readonly columns: readonly GridColumn<Row>[];
  /** Null until it is known. */
  readonly count: number | null;
  /** Undefined until the row has been read. */
  readonly rowAt: (index: number) => Row | undefined;
  /** What makes a row that row, wherever in the list it stands. */
  readonly keyOf: (row: Row) => string | number;
  readonly onVisible?: (first: number, last: number) => void;
  /** For copying and saving rows that were not read yet. Shape: null where they cannot be. */
  readonly readRows?: (first: number, count: number) => Promise<readonly Row[] | null>;
  readonly empty: ReactNode;
  readonly handle?: Ref<GridHandle>;
  readonly onActive?: (cell: ActiveCell<Row> | null) => void;
  /** A row is opened by a double click, and by Enter on any of its cells. */
  readonly onOpen?: (row: Row) => void;
  readonly onEdit?: (edit: GridEdit<Row>) => void;
  readonly menu?: (cell: ActiveCell<Row>) => readonly GridMenuItem[];
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
const HEADER_HEIGHT_PX = 32;

/** Rows that are drawn empty until it is known how many there are. */
const LOADING_ROWS = 8;

/** Rows drawn beyond the edge. */
const BEYOND_ROWS = 4;

/** How fast a drag beyond the border scrolls. Units: pixels a frame. */
const DRAG_SCROLL_PX = 24;

interface Editing<Row> {
  readonly at: Cell;
  readonly column: string;
  /** As it stood when the typing began: what is typed is meant for it. */
  readonly row: Row;
  readonly text: string;
  readonly isTyped: boolean;
}

/** Shape: `rows` those of the range that are read. */
interface Copying<Row> {
  readonly command: 'copy' | 'cut';
  readonly isTitled: boolean;
  readonly range: CellRange;
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
  const [kept, setKept] = useState<Selection | null>(null);
  const [editing, setEditing] = useState<Editing<Row> | null>(null);
  const [menuAt, setMenuAt] = useState<MenuPoint | null>(null);
  const [resized, setResized] = useState<Resized | null>(null);
  const [said, say] = useState('');
  // Whoever only passes by with Tab passes with one press; whoever moved, clicked or jumped goes on from cell to cell.
  const isEntered = useRef(false);
  const isFocusWanted = useRef(false);
  const hasFocus = useRef(false);
  const ready = useRef<Copying<Row> | null>(null);
  const lastTick = useRef<number | null>(null);

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
  // Another list begins with no cell chosen.
  if (kept !== null && rows === 0 && kept.active.row >= 0) setKept(null);
  // The active cell stays with its row when rows before it come or go; only where it is gone does the next one take its place.
  const place = kept?.active.row ?? -1;
  const atPlace = place < 0 ? undefined : rowAt(place);
  const key = atPlace === undefined ? null : keyOf(atPlace);
  const [bound, bind] = useState<{ readonly place: number; readonly key: string | number } | null>(null);
  if (kept !== null && key !== null && (bound?.place !== place || bound.key !== key)) {
    const isSameRow = (index: number): boolean => {
      const row = rowAt(index);
      return row !== undefined && keyOf(row) === bound?.key;
    };
    const away = bound?.place === place ? findNear(place, isSameRow) : null;
    if (away !== null) setKept(movedBy(kept, away));
    bind({ place: place + (away ?? 0), key: away === null ? key : (bound?.key ?? key) });
  }
  const selection = kept === null ? null : within(kept, extent);
  const active = selection?.active ?? null;
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
    if (said !== '') say('');
    setKept(next);
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
  const tellActive = useEffectEvent(() => {
    const column = activeColumn?.key;
    onActive?.(
      active === null || active.row < 0 || column === undefined
        ? null
        : { index: active.row, column, row: rowAt(active.row) },
    );
  });
  useEffect(() => tellActive(), [active?.row, activeColumn?.key]);
  useImperativeHandle(handle, () => ({
    jumpTo: (index, key) => {
      // It may come late: whoever is typing by then is not led away from the cell it is meant for.
      if (editing !== null) return;
      const column = columns.findIndex((one) => one.key === key);
      choose(selectionAt({ row: index, column: column === -1 ? (active?.column ?? 0) : column }));
    },
  }));

  /* What is changed. */

  const begin = (text: string | null): void => {
    if (active === null || activeColumn?.editor === undefined || onEdit === undefined) return;
    const row = active.row < 0 ? undefined : rowAt(active.row);
    if (row === undefined) return;
    show(active);
    setKept(selectionAt(active));
    const isTyped = text !== null;
    setEditing({
      at: active,
      column: activeColumn.key,
      row,
      text: text ?? activeColumn.text(row, active.row),
      isTyped,
    });
  };
  const change = (edit: GridEdit<Row>): void => {
    ready.current = null;
    onEdit?.(edit);
  };
  const endEdit = ({ text, step }: EditEnd): void => {
    if (editing === null) return;
    setEditing(null);
    const { column, row } = editing;
    const at = active ?? editing.at;
    if (text !== null) change({ kind: 'edit', first: at.row, rows: [row], columns: [column], texts: [[text]] });
    // Left with the mouse: the focus is where the person put it.
    if (step === null && document.activeElement !== cellElement(at)?.querySelector('input')) return;
    const next = step === null ? at : (stepFrom(at, step, extent) ?? at);
    choose(selectionAt(next));
  };
  /** One text for each column of the range, all the way down. */
  const fill = (kind: 'fill' | 'clear', over: CellRange, textOf: (at: number) => string): void => {
    const ends = columns.flatMap(({ editor }, at) =>
      editor !== undefined && at >= over.left && at <= over.right ? [at] : [],
    );
    if (onEdit === undefined || ends.length === 0 || over.bottom < over.top) return;
    const line = ends.map(textOf);
    const size = over.bottom - over.top + 1;
    change({
      kind,
      first: over.top,
      rows: rowsAt(over.top, size),
      columns: ends.flatMap((at) => columns[at]?.key ?? []),
      texts: Array.from({ length: size }, () => line),
    });
  };
  const rowsAt = (first: number, size: number): readonly (Row | undefined)[] =>
    Array.from({ length: Math.min(size, Math.max(0, rows - first)) }, (_, at) => rowAt(first + at));
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
      rows: rowsAt(range.top, whole.length),
      columns: columns.slice(range.left).map(({ key }) => key),
      texts: whole,
    });
  };

  /* Copying. */

  /** Shape: `clipboard` that of the page's own event; null where none is at hand and one is made. */
  const copy = (command: Copying<Row>['command'], isTitled: boolean, clipboard: DataTransfer | null): void => {
    if (range === null) return;
    const size = range.bottom - range.top + 1;
    if (size * (range.right - range.left + 1) > EDIT_CELLS_MAX) return say(GRID.tooMany(EDIT_CELLS_MAX));
    const waiting = ready.current;
    const isReady = waiting?.command === command && JSON.stringify(waiting.range) === JSON.stringify(range);
    if (isReady) return put(waiting, clipboard);
    const read = rowsAt(range.top, size).filter((row) => row !== undefined);
    const copying = { command, isTitled, range, rows: read };
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
      return say(GRID.pressAgain(command));
    }
    ready.current = null;
    if (command === 'cut') fill('clear', over, () => '');
    say(GRID.copied(lines.length, taken.length));
  };
  const readAndPut = async (copying: Copying<Row>): Promise<void> => {
    const { top, bottom } = copying.range;
    const size = bottom - top + 1;
    say(GRID.reading(size));
    const read = (await readRows?.(top, size)) ?? null;
    if (read === null || read.length < size) return say(GRID.notRead);
    put({ ...copying, rows: read }, null);
  };
  const environment = useContext(EnvironmentContext);
  const desk = useDesk();
  /** The whole list in its order, the columns that are shown. */
  const save = async (format: 'xlsx' | 'csv'): Promise<void> => {
    const taken = columns.filter(({ key }) => key !== TICKS);
    if (rows * taken.length > SAVED_CELLS_MAX) return say(GRID.tooManyToSave(SAVED_CELLS_MAX));
    say(GRID.saving(rows));
    const known = rowsAt(0, rows).filter((row) => row !== undefined);
    const read = known.length === rows ? known : await readRows?.(0, rows);
    if (read?.length !== rows) return say(GRID.notSaved);
    const saved = await saveDownload(desk, 'exportList', {
      title: label,
      environment,
      format,
      columns: taken.map(({ header, paise }) => ({ header, isAmount: paise !== undefined })),
      rows: read.map((row, at) => taken.map(({ paise, text }) => (paise === undefined ? text(row, at) : paise(row)))),
    });
    if (saved.kind === 'refused') say(saved.refusal.message);
    else if (saved.kind !== 'done') say(GRID.notSaved);
    else say(saved.value.saved ? GRID.saved(rows) : '');
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
      say(GRID.pressPaste);
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
        const row = from.active.row < 0 ? undefined : rowAt(from.active.row);
        if (from.active.row < 0) {
          done();
          sortBy(activeColumn?.key);
        } else if (canEdit || onOpen === undefined) {
          done();
          choose(selectionAt(stepFrom(from.active, 'down', extent) ?? from.active));
        } else if (row !== undefined) {
          done();
          onOpen(row);
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
  const dragFrom = (start: Cell): void => {
    let point: MenuPoint | null = null;
    let frame = 0;
    const stop = new AbortController();
    const drag = (): void => {
      const grid = scroller.current;
      if (grid === null || point === null) return stop.abort();
      const box = grid.getBoundingClientRect();
      if (point.y < box.top + HEADER_HEIGHT_PX) grid.scrollTop -= DRAG_SCROLL_PX;
      else if (point.y > box.bottom) grid.scrollTop += DRAG_SCROLL_PX;
      if (point.x < box.left) grid.scrollLeft -= DRAG_SCROLL_PX;
      else if (point.x > box.right) grid.scrollLeft += DRAG_SCROLL_PX;
      const head = cellUnder(point);
      setKept((old) => (old === null ? old : { active: start, anchor: start, head }));
      frame = requestAnimationFrame(drag);
    };
    const { signal } = stop;
    window.addEventListener(
      'pointermove',
      ({ clientX: x, clientY: y }) => {
        const isFirst = point === null;
        point = { x, y };
        const head = cellUnder(point);
        if (isFirst && head.row === start.row && head.column === start.column) point = null;
        else if (isFirst) drag();
      },
      { signal },
    );
    for (const end of ['pointerup', 'pointercancel', 'blur'])
      window.addEventListener(
        end,
        () => {
          cancelAnimationFrame(frame);
          stop.abort();
        },
        { signal },
      );
  };
  const onPointerDown = (event: PointerEvent): void => {
    leaveFollow();
    const cell = cellAt(event.target);
    if (cell === null || cell.row < 0 || event.button !== 0 || isEditor(event.target)) return;
    isEntered.current = true;
    if (event.shiftKey && selection !== null && columns[cell.column]?.key !== TICKS) {
      event.preventDefault();
      return choose({ ...selection, head: cell });
    }
    if (said !== '') say('');
    setKept(selectionAt(cell));
    if (columns[cell.column]?.key !== TICKS) dragFrom(cell);
  };
  const tick = (row: number, isRange: boolean): void => {
    const at = rowAt(row);
    if (ticks === undefined || at === undefined) return;
    const from = isRange ? (lastTick.current ?? row) : row;
    lastTick.current = row;
    ticks.onTick({ first: Math.min(from, row), last: Math.max(from, row), isTicked: !ticks.isTicked(at) });
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
    const cell = active === null || active.row < 0 || activeColumn === undefined ? null : active;
    if (cell === null || activeColumn === undefined) return [];
    const own = props.menu?.({ index: cell.row, column: activeColumn.key, row: rowAt(cell.row) }) ?? [];
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
    return [own, canEdit ? [...copying, ...changing] : copying, files];
  };

  /* How it is drawn. */

  const drawn = placesToDraw(view, { rows: isLoading ? LOADING_ROWS : rows, activeRow: active?.row ?? -1 });
  const editor =
    editing === null || activeColumn === undefined ? null : (
      <CellEditor
        key={`${editing.at.row} ${editing.column}`}
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
          if (cell !== null && active === null) setKept(selectionAt(cell));
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
              const isChosen = range !== null && index >= range.top && index <= range.bottom;
              return (
                <GridRow
                  key={index}
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
        {said !== '' || range === null ? said : <RangeSummary {...range} columns={columns} rowAt={rowAt} />}
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
