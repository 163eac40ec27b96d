// Copying, cutting and pasting. Unread rows are read first, and only the rows that were chosen are copied.

import { type ClipboardEvent, useRef } from 'react';
import { EDIT_CELLS_MAX } from '../../../shared/limits.ts';
import { GRID } from '../../../shared/text/controls.ts';
import type { RowKey } from './bound-selection.ts';
import { isEditor } from './cell-elements.ts';
import type { CellRange } from './cell-range.ts';
import { type Block, formatHtml, formatTsv } from './clipboard.ts';
import { type GridColumn, TICKS } from './grid-columns.ts';
import type { GridEdits } from './use-edits.ts';
import type { GridSelection } from './use-selection.ts';

/** `cells` identifies the selection, so that a second press can tell whether it is still the same. */
interface Copying<Row> {
  readonly command: 'copy' | 'cut';
  readonly isTitled: boolean;
  readonly range: CellRange;
  readonly cells: string;
  readonly rows: readonly Row[];
}

/** A copy that was refused access to the clipboard: the next press finishes it, unless something has changed since. */
interface Waiting<Row> {
  readonly copying: Copying<Row>;
  readonly changes: number;
}

interface CopiedBlock {
  readonly block: Block;
  readonly isNumber: readonly boolean[];
}

/** The copied texts of these rows, without tick boxes, below the headers when `isTitled`. */
export function copiedBlock<Row>(
  { rows, range, isTitled }: Pick<Copying<Row>, 'rows' | 'range' | 'isTitled'>,
  columns: readonly GridColumn<Row>[],
): CopiedBlock {
  const copied = columns.slice(range.left, range.right + 1).filter(({ key }) => key !== TICKS);
  const texts = rows.map((row, at) => copied.map(({ text }) => text(row, range.top + at)));
  return {
    block: isTitled ? [copied.map(({ header }) => header), ...texts] : texts,
    isNumber: copied.map(({ paise }) => paise !== undefined),
  };
}

interface ClipboardOf<Row> {
  readonly selection: GridSelection<Row>;
  readonly columns: readonly GridColumn<Row>[];
  readonly edits: GridEdits<Row>;
  readonly keyOf: (row: Row) => RowKey;
  readonly announce: (words: string) => void;
}

export interface GridClipboard {
  /** For the page's own events; an editor handles its own copy and paste. */
  readonly onCopy: (event: ClipboardEvent) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
  /** Without an event, as from a menu. */
  readonly copy: (command: 'copy' | 'cut', isTitled?: boolean) => void;
  readonly paste: () => Promise<void>;
}

export function useClipboard<Row>({ selection, columns, edits, keyOf, announce }: ClipboardOf<Row>): GridClipboard {
  const { range, rowsAt, readAll } = selection;
  const waiting = useRef<Waiting<Row> | null>(null);

  /** `clipboard` comes from the page's own event; null when there is none and one is created. */
  const copy = (command: Copying<Row>['command'], isTitled: boolean, clipboard: DataTransfer | null): void => {
    if (range === null) return;
    const size = range.bottom - range.top + 1;
    if (size * (range.right - range.left + 1) > EDIT_CELLS_MAX) return announce(GRID.tooMany(EDIT_CELLS_MAX));
    const { rows: known, keys } = rowsAt(range.top, size);
    const cells = JSON.stringify([range, keys, columns.map(({ key }) => key)]);
    const { copying: before, changes } = waiting.current ?? {};
    if (before?.command === command && before.cells === cells && changes === edits.changes())
      return put(before, clipboard);
    const read = known.filter((row) => row !== undefined);
    const copying = { command, isTitled, range, cells, rows: read };
    if (read.length === size) put(copying, clipboard);
    else void readAndPut(copying);
  };
  const put = (copying: Copying<Row>, clipboard: DataTransfer | null): void => {
    const { command, range: over, rows } = copying;
    const { block, isNumber } = copiedBlock(copying, columns);
    const write = (target: DataTransfer): void => {
      target.setData('text/plain', formatTsv(block));
      target.setData('text/html', formatHtml(block, isNumber));
    };
    if (clipboard !== null) write(clipboard);
    else if (!writeNow(write)) {
      // The browser allows the clipboard only shortly after a key or a click.
      waiting.current = { copying, changes: edits.changes() };
      return announce(GRID.pressAgain(command));
    }
    waiting.current = null;
    if (command === 'cut') edits.clearRows(over, { rows, keys: rows.map(keyOf) });
    announce(GRID.copied(rows.length, isNumber.length));
  };
  const readAndPut = async (copying: Copying<Row>): Promise<void> => {
    const { top, bottom } = copying.range;
    const size = bottom - top + 1;
    announce(GRID.reading(size));
    const read = await readAll(top, size);
    if (read === null) return announce(GRID.notRead);
    put({ ...copying, rows: read }, null);
  };
  return {
    onCopy: (event) => {
      if (isEditor(event.target) || range === null) return;
      event.preventDefault();
      copy(event.type === 'cut' && edits.canEdit ? 'cut' : 'copy', false, event.clipboardData);
    },
    onPaste: (event) => {
      if (isEditor(event.target)) return;
      event.preventDefault();
      edits.paste(event.clipboardData.getData('text/plain'));
    },
    copy: (command, isTitled = false) => copy(command, isTitled, null),
    paste: async () => {
      try {
        edits.paste(await navigator.clipboard.readText());
      } catch {
        announce(GRID.pressPaste);
      }
    },
  };
}

/**
 * Writes through a copy event of the page, which keeps HTML unchanged and needs no permission; the clipboard API drops the text
 * marks. Returns false when too long has passed since the last key or click.
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
