// One row of a grid, redrawn only when something in it changed, and its cell editor.

import { type CSSProperties, type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import styles from './grid.module.css';
import { type LaidColumn, TICKS } from './grid-columns.ts';

interface GridRowProps<Row> {
  /** Undefined until it has been read. */
  readonly row: Row | undefined;
  readonly index: number;
  readonly topPx: number;
  readonly columns: readonly LaidColumn<Row>[];
  /** The columns that are partly hidden at each side; -1 for none. */
  readonly underLeft: number;
  readonly underRight: number;
  /** -1 when the active cell is in another row. */
  readonly activeColumn: number;
  /** The part of the selected range in this row, both ends included; -1 for none. */
  readonly from: number;
  readonly to: number;
  readonly isLight: boolean;
  /** Undefined when rows have no tick boxes. */
  readonly isTicked: boolean | undefined;
  readonly tickLabel: string;
  /** Replaces the text of the active cell. */
  readonly editor: ReactNode;
}

export function GridRow<Row>(props: GridRowProps<Row>) {
  const { row, index, topPx, columns, underLeft, underRight, activeColumn, from, to } = props;
  const { isLight, isTicked, tickLabel, editor } = props;
  return useMemo(() => {
    const position = { transform: `translateY(${topPx}px)` };
    if (isLight) {
      const name = columns.find(({ key }) => key !== TICKS);
      return (
        <div role="row" aria-rowindex={index + 2} className={styles.row} style={position}>
          <div role="gridcell" aria-colindex={1} aria-colspan={columns.length} className={styles.light}>
            <span style={{ width: (name?.left ?? 0) + (name?.width ?? 0) }} className={styles.lightName}>
              {row === undefined ? null : name?.text(row, index)}
            </span>
          </div>
        </div>
      );
    }
    const names = editor === null ? styles.row : `${styles.row} ${styles.edited}`;
    return (
      <div role="row" aria-rowindex={index + 2} className={names} style={position}>
        {columns.map((column, at) => {
          const isActive = at === activeColumn;
          const isEditing = isActive && editor !== null;
          const tones = row === undefined ? undefined : column.tone?.(row).join(' ');
          return (
            <div
              key={column.key}
              role="gridcell"
              aria-colindex={at + 1}
              aria-selected={at >= from && at <= to}
              tabIndex={isActive ? 0 : -1}
              title={row === undefined || isEditing ? undefined : column.title?.(row)}
              data-tone={tones === '' ? undefined : tones}
              data-under={isEditing ? undefined : sideOf(at, { underLeft, underRight })}
              className={cellClass(column, { isActive, isEditing })}
              style={edgesOf(column)}
            >
              {isEditing ? (
                editor
              ) : column.key === TICKS ? (
                row === undefined ? null : (
                  <input
                    type="checkbox"
                    readOnly
                    tabIndex={-1}
                    className={styles.tick}
                    aria-label={tickLabel}
                    checked={isTicked === true}
                  />
                )
              ) : row === undefined ? (
                <span className={styles.gap} />
              ) : (
                contentOf(column, row, index)
              )}
            </div>
          );
        })}
      </div>
    );
  }, [row, index, topPx, columns, underLeft, underRight, activeColumn, from, to, isLight, isTicked, tickLabel, editor]);
}

function contentOf<Row>(column: LaidColumn<Row>, row: Row, index: number): ReactNode {
  const content = column.render?.(row, index) ?? column.shown?.(row) ?? column.text(row, index);
  return column.wraps === true && column.render === undefined ? (
    <span className={styles.lines}>{content}</span>
  ) : (
    content
  );
}

/** At which side a column is partly hidden. */
export function sideOf(
  at: number,
  { underLeft, underRight }: { readonly underLeft: number; readonly underRight: number },
): 'left' | 'right' | undefined {
  if (at === underRight) return 'right';
  return at === underLeft ? 'left' : undefined;
}

interface CellLooks {
  readonly isActive?: boolean;
  readonly isEditing?: boolean;
}

type Looks = Pick<LaidColumn<never>, 'left' | 'right' | 'align' | 'paise' | 'isWhole' | 'isEdge' | 'wraps'>;

export function cellClass(
  { left, right, align, paise, isWhole, isEdge, wraps }: Looks,
  { isActive = false, isEditing = false }: CellLooks,
): string {
  const names = [
    styles.cell,
    left === null && right === null ? undefined : styles.frozen,
    isEdge ? (left === null ? styles.edgeRight : styles.edgeLeft) : undefined,
    isWhole === true || align === 'end' || paise !== undefined ? styles.whole : undefined,
    align === 'end' || paise !== undefined ? styles.end : undefined,
    wraps === true ? styles.wraps : undefined,
    isActive ? styles.active : undefined,
    isEditing ? styles.editing : undefined,
  ];
  return names.filter((name) => name !== undefined).join(' ');
}

export function edgesOf({ left, right }: Pick<LaidColumn<never>, 'left' | 'right'>): CSSProperties | undefined {
  if (left !== null) return { left };
  return right === null ? undefined : { right };
}

/** How editing ended. `text` is null when nothing is to be changed. */
export interface EditEnd {
  readonly text: string | null;
  readonly step: 'up' | 'down' | 'left' | 'right' | 'next' | 'previous' | null;
}

const ENDS: Readonly<Record<string, EditEnd['step']>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

interface CellEditorProps {
  readonly label: string;
  readonly text: string;
  /** Started by typing: arrow keys accept the text and move on, as in Excel. */
  readonly isTyped: boolean;
  readonly options: readonly string[];
  readonly onEnd: (end: EditEnd) => void;
}

/** Never changes the text itself. */
export function CellEditor({ label, text: first, isTyped, options, onEnd }: CellEditorProps) {
  const [text, setText] = useState(first);
  const listId = useId();
  const isDone = useRef(false);
  const end = (how: EditEnd): void => {
    if (isDone.current) return;
    isDone.current = true;
    onEnd(how);
  };
  const chosen = options.indexOf(text);
  const combobox = {
    role: 'combobox',
    'aria-expanded': true,
    'aria-controls': listId,
    'aria-activedescendant': chosen === -1 ? undefined : `${listId}${chosen}`,
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // The grid does not see arrow keys and Tab while a text is typed; Escape leaves the cell, not the screen.
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const { key, shiftKey: isShift } = event;
    const isVertical = key === 'ArrowUp' || key === 'ArrowDown';
    const step =
      key === 'Enter'
        ? isShift
          ? 'up'
          : 'down'
        : key === 'Tab'
          ? isShift
            ? 'previous'
            : 'next'
          : isTyped && !isShift
            ? ENDS[key]
            : undefined;
    if (options.length > 0 && isVertical) {
      event.preventDefault();
      const next = options.at((chosen + (key === 'ArrowDown' ? 1 : -1) + options.length) % options.length);
      setText(next ?? text);
    } else if (key === 'Escape' || step !== undefined) {
      event.preventDefault();
      end(key === 'Escape' ? { text: null, step: null } : { text, step: step ?? null });
    }
  };
  return (
    <>
      <input
        {...(options.length === 0 ? {} : combobox)}
        ref={isTyped ? focusAtEnd : focusAndSelect}
        className={styles.editor}
        aria-label={label}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => end({ text, step: null })}
      />
      {options.length === 0 ? null : (
        <div ref={turnUpAtEnd} id={listId} role="listbox" aria-label={label} className={styles.options}>
          {options.map((option, at) => (
            <div
              key={option}
              id={`${listId}${at}`}
              role="option"
              aria-selected={at === chosen}
              tabIndex={-1}
              onPointerDown={(event) => {
                event.preventDefault();
                end({ text: option, step: null });
              }}
            >
              {option}
            </div>
          ))}
        </div>
      )}
    </>
  );
}

/** The list of options opens upwards when the grid ends below it and there is room above. */
function turnUpAtEnd(list: HTMLElement | null): void {
  const grid = list?.closest('[role="grid"]')?.getBoundingClientRect();
  if (list === null || grid === undefined) return;
  const { top, bottom, height } = list.getBoundingClientRect();
  list.toggleAttribute('data-above', bottom > grid.bottom && top - 2 * height > grid.top);
}

function focusAndSelect(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}

function focusAtEnd(input: HTMLInputElement | null): void {
  input?.focus();
}
