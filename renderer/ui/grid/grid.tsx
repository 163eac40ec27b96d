// The grid of every list. Rows have one height, so that a row's position is arithmetic, and frozen columns are sticky cells. Only
// visible rows are drawn, plus the active one, so that the focused element stays the same. Nothing is changed here: what a person
// types, pastes, fills or clears goes to the screen.

import { createContext, useContext, useMemo, useState } from 'react';
import { GRID } from '../../../shared/text/controls.ts';
import { useIsLow } from '../low-window.ts';
import { cellElement } from './cell-elements.ts';
import type { Cell, CellRange } from './cell-range.ts';
import { useContentWidths } from './content-widths.ts';
import { hideFullText, showFullText } from './full-text.ts';
import styles from './grid.module.css';
import { type GridColumn, partlyHidden, useColumns } from './grid-columns.ts';
import { GridHeader } from './grid-header.tsx';
import { handleKey } from './grid-keys.ts';
import { GridMenu } from './grid-menu.tsx';
import type { GridProps } from './grid-props.ts';
import { CellEditor, GridRow } from './grid-row.tsx';
import { useActiveCell } from './use-active-cell.ts';
import { useCellEditor } from './use-cell-editor.ts';
import { useClipboard } from './use-clipboard.ts';
import { useEdits } from './use-edits.ts';
import { makeFocus, useFocus } from './use-focus.ts';
import { useMenu } from './use-menu.ts';
import { useMouse } from './use-mouse.ts';
import { useSaveList } from './use-save-list.ts';
import { useSelection } from './use-selection.ts';
import { useTicks } from './use-ticks.ts';
import { placesToDraw, useFollow, useViewport } from './use-viewport.ts';
import { WaitSign } from './wait-sign.tsx';

type Density = 'comfortable' | 'compact';
export const DensityContext = createContext<Density>('comfortable');

/** The same heights as controls in tokens.css. */
const ROW_HEIGHT_PX: Readonly<Record<Density, number>> = { comfortable: 32, compact: 28 };

/** Two lines of text. */
const TALL_ROW_HEIGHT_PX: Readonly<Record<Density, number>> = { comfortable: 48, compact: 44 };

/** In a low window, as a laptop's at 200 %, where ten rows stay in sight below a notice. */
const LOW_ROW_HEIGHT_PX = 24;

/** Empty rows drawn while the count is unknown. */
const LOADING_ROWS = 8;

export function Grid<Row>(props: GridProps<Row>) {
  const { label, count, rowAt, keyOf, readRows, onVisible, layout, onLayoutChange, ticks, onOpen } = props;
  const rows = count ?? 0;
  const isLoading = count === null;
  const density = useContext(DensityContext);
  const isLow = useIsLow();
  const isTall = props.isTall === true && !isLow;
  const rowHeight = isLow ? LOW_ROW_HEIGHT_PX : (isTall ? TALL_ROW_HEIGHT_PX : ROW_HEIGHT_PX)[density];
  const [announced, announce] = useState('');
  const silence = (): void => {
    if (announced !== '') announce('');
  };

  const follow = props.follow ?? null;
  const viewport = useViewport({ rowHeight, isFollowing: follow !== null, onVisible });
  const { scroller, view } = viewport;
  const { isFlying } = viewport;
  const content = useContentWidths({ columns: props.columns, rowAt, view, isFlying, scroller });
  const { laid, onResize, sortBy } = useColumns({
    columns: props.columns,
    hasTicks: ticks !== undefined,
    layout,
    onLayoutChange,
    roomPx: view.width,
    content,
  });
  const { columns } = laid;
  const under = partlyHidden(laid, view);
  const extent = { rows, columns: columns.length, page: viewport.page };
  const show = (cell: Cell): void => viewport.scrollTo(cell, laid);
  useFollow({ follow, rows, show });
  const leaveFollow = (): void => {
    if (follow !== null) props.onLeaveFollow?.();
  };

  const [focus] = useState(makeFocus);
  const selection = useSelection({
    count,
    columns,
    rowAt,
    keyOf,
    findRow: props.findRow,
    readRows,
    show,
    onChoose: () => {
      focus.bring();
      silence();
    },
  });
  const { bound, active, activeColumn, range } = selection;
  const edits = useEdits({ selection, columns, rowAt, onEdit: props.onEdit });
  const editor = useCellEditor({ scroller, selection, edits, extent, keyOf, show, announce });
  const { editing } = editor;
  const isEditing = editing !== null;
  const clipboard = useClipboard({ selection, columns, edits, keyOf, announce });
  const save = useSaveList({ label, rows, columns, selection, readRows, announce });
  const menu = useMenu({ scroller, selection, edits, clipboard, save });
  const isMenuOpen = menu.point !== null;
  const { onFocus, onBlur } = useFocus({ focus, scroller, selection, isEditing, isMenuOpen });
  const { handle, onActive } = props;
  useActiveCell({ selection, columns, isLoading, isEditing, handle, onActive, onJump: focus.bring, show });
  const tick = useTicks({ ticks, rowAt, selection });
  const mouse = useMouse({
    scroller,
    rows,
    rowHeight,
    columns,
    selection,
    edits,
    editor,
    rowAt,
    onOpen,
    leaveFollow,
    onEnter: focus.enter,
    onSelect: silence,
    sortBy,
    tick,
  });

  const drawn = placesToDraw(view, { rows: isLoading ? LOADING_ROWS : rows, activeRow: active?.row ?? -1 });
  const cellEditor =
    editing === null || activeColumn === undefined ? null : (
      <CellEditor
        key={`${editing.key} ${editing.column}`}
        label={activeColumn.header}
        text={editing.text}
        isTyped={editing.isTyped}
        options={typeof activeColumn.editor === 'string' ? [] : (activeColumn.editor ?? [])}
        onEnd={editor.end}
      />
    );
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
        data-tall={isTall}
        style={variables({
          columns: laid.template,
          width: `${laid.widthPx}px`,
          row: `${rowHeight}px`,
          'under-left': `${under.left.px}px`,
          'under-right': `${under.right.px}px`,
        })}
        onScroll={viewport.onScroll}
        onWheel={leaveFollow}
        onKeyDown={(event) =>
          handleKey(event, {
            selection,
            edits,
            extent,
            isEntered: focus.isEntered(),
            begin: editor.begin,
            leaveFollow,
            leave: () => {
              focus.leave();
              scroller.current?.focus({ preventScroll: true });
            },
            onOpen,
            openMenu: menu.openAtCell,
            sortBy,
            tick: ticks === undefined ? undefined : (place) => tick(place, false),
          })
        }
        {...mouse}
        onPointerOver={showFullText}
        onPointerOut={hideFullText}
        onContextMenu={menu.onContextMenu}
        onFocus={onFocus}
        onBlur={onBlur}
        onCopy={clipboard.onCopy}
        onCut={clipboard.onCopy}
        onPaste={clipboard.onPaste}
      >
        <GridHeader
          columns={columns}
          underLeft={under.left.at}
          underRight={under.right.at}
          activeColumn={active === null || active.row >= 0 ? null : active.column}
          isTabStop={active === null}
          layout={layout}
          onResize={onResize}
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
              const key = (isActive ? bound?.active.key : null) ?? selection.list.keyAt(index) ?? `gap ${index}`;
              const isChosen = range !== null && index >= range.top && index <= range.bottom;
              return (
                <GridRow
                  key={key}
                  row={row}
                  index={index}
                  topPx={index * rowHeight}
                  columns={columns}
                  underLeft={under.left.at}
                  underRight={under.right.at}
                  activeColumn={isActive ? active.column : -1}
                  from={isChosen ? range.left : -1}
                  to={isChosen ? range.right : -1}
                  isLight={isFlying && !isActive}
                  isTicked={row === undefined ? undefined : ticks?.isTicked(row)}
                  tickLabel={row === undefined ? '' : (ticks?.label(row) ?? '')}
                  editor={isActive ? cellEditor : null}
                />
              );
            })}
          </div>
        ) : null}
      </div>
      {count === 0 ? props.empty : null}
      <WaitSign isLoading={isLoading} layout={layout} onLayoutChange={onLayoutChange} />
      <div role="status" className={styles.range}>
        {announced !== '' || range === null ? announced : <RangeSummary {...range} columns={columns} rowAt={rowAt} />}
      </div>
      <GridMenu
        point={menu.point}
        onClose={menu.close}
        finalFocus={() => cellElement(scroller.current, active)}
        groups={menu.groups}
        columns={props.columns}
        column={props.columns.find(({ key }) => key === activeColumn?.key)}
        layout={layout}
        onLayoutChange={onLayoutChange}
      />
    </div>
  );
}

/** The values that the style sheet uses, as custom properties. */
function variables(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, value]));
}

interface SummaryOf<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly rowAt: (index: number) => Row | undefined;
}

/** How many cells are selected and the sum of their amounts. Empty for a single cell; no sum while one of the rows is unread. */
export function summaryOf<Row>({ top, bottom, left, right }: CellRange, { columns, rowAt }: SummaryOf<Row>): string {
  if (top === bottom && left === right) return '';
  const size = GRID.range(bottom - top + 1, right - left + 1);
  const amounts = columns.slice(left, right + 1).flatMap(({ paise }) => paise ?? []);
  if (amounts.length === 0) return size;
  let [count, sum] = [0, 0];
  for (let index = top; index <= bottom; index += 1) {
    const row = rowAt(index);
    if (row === undefined) return size;
    for (const paiseOf of amounts) {
      const paise = paiseOf(row);
      if (paise === null) continue;
      count += 1;
      sum += paise;
    }
  }
  return Number.isSafeInteger(sum) ? `${size} · ${GRID.amounts(count, sum)}` : size;
}

/** Recomputed only when the range or its rows change, not on scrolling. */
function RangeSummary<Row>({ top, bottom, left, right, columns, rowAt }: CellRange & SummaryOf<Row>) {
  return useMemo(
    () => summaryOf({ top, bottom, left, right }, { columns, rowAt }),
    [top, bottom, left, right, columns, rowAt],
  );
}
