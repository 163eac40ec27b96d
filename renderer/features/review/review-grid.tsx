// The rows of the file, to be read and corrected in place. No row is changed here: the desk is asked, and what it says
// is shown.

import { SearchX } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CellKeyDownArgs, CellPasteArgs, DataGridHandle, RowsChangeData } from 'react-data-grid';
import type { CheckedReading, DraftEdit, DraftLine } from '../../../shared/api/draft-commands.ts';
import { EDIT_CELLS_MAX } from '../../../shared/limits.ts';
import { FIELD_WORDS, FIELDS, type Field } from '../../../shared/rows.ts';
import { type GridRow, type RowList, type RowWindow, useRows } from '../../bridge/row-list.ts';
import type { CommandFailure, CommandResult } from '../../bridge/transport.ts';
import { REVIEW } from '../../text/drafts.ts';
import { Button } from '../../ui/controls.tsx';
import { Empty, NotDoneNotice } from '../../ui/notice.tsx';
import { RowGrid } from '../../ui/row-grid.tsx';
import { cellKey, type DraftEditing, type SeenRow, suggestedEdit } from './draft-editing.ts';
import {
  type BlockCell,
  type BoundRows,
  bindPlaces,
  type DraftPage,
  layBlock,
  NOT_READ_YET,
  parseBlock,
  TOO_MANY_TO_FILL,
} from './paste-and-fill.ts';
import { fieldsOf, reviewColumns, type TypedRow, withText } from './review-columns.tsx';
import styles from './review-screen.module.css';

interface ReviewGridProps {
  readonly reading: CheckedReading;
  readonly list: RowList<SeenRow>;
  readonly read: (window: RowWindow) => Promise<CommandResult<DraftPage>>;
  readonly handle: RefObject<DataGridHandle | null>;
  readonly onSelect: (selected: SelectedCell | null) => void;
  readonly editing: DraftEditing;
}

type ReviewRow = GridRow<SeenRow>;

export function ReviewGrid({ reading, list, read, handle, onSelect, editing }: ReviewGridProps) {
  const { edit, editInTurn, known, refuse } = editing;
  const rows = useRows(list);
  const fields = useMemo(() => fieldsOf(reading), [reading]);
  const columns = useMemo(() => reviewColumns(fields, reading.lockedFields), [fields, reading.lockedFields]);

  /** Sets cells of the rows at places: in turn with the edits, and only where rows and cells are still those that were seen. */
  const setAt = (
    places: RowWindow & { readonly first?: SeenRow },
    { words, cellsOf }: { readonly words: 'paste' | 'fill'; readonly cellsOf: CellsOf },
  ): Promise<unknown> => {
    const { first, ...window } = places;
    const seen = list.seen(window).map((row, index) => (index === 0 && first !== undefined ? first : row));
    const texts = seenTexts(seen, { fields, known });
    return editInTurn(async () => {
      const bound = await bindPlaces(read, { ...window, seen });
      if (bound.kind !== 'bound') return bound;
      const cells = cellsOf(bound);
      if ('kind' in cells) return cells;
      const asSeen = cells.map((cell) => ({ ...cell, ...texts(cell) }));
      return { kind: 'edit', revision: bound.revision, edit: { kind: 'setCells', words, cells: asSeen } };
    });
  };

  const take = (
    changed: readonly TypedRow[],
    { indexes, column }: Pick<RowsChangeData<ReviewRow>, 'indexes'> & { readonly column: { readonly key: string } },
  ): void => {
    const field = fieldOf(column.key);
    const [first, last] = [changed[indexes[0] ?? -1], indexes.at(-1)];
    const isUnread = indexes.some((index) => changed[index]?.row === null);
    if (isUnread && field !== null && first?.typed !== undefined && last !== undefined) {
      const { text } = first.typed;
      const count = last - first.at + 1;
      if (count > EDIT_CELLS_MAX) return refuse(TOO_MANY_TO_FILL);
      void setAt(
        { from: first.at, count },
        { words: 'fill', cellsOf: ({ rows: found }) => found.map(({ rowNumber }) => ({ rowNumber, field, text })) },
      );
      return;
    }
    const cells = indexes.flatMap((index) => {
      const row = changed[index];
      if (field === null || row?.row === undefined || row.row === null || row.typed === undefined) return [];
      // The row as it stood when the typing began: what it says of the cell is what the person meant to change.
      const seen = known(row.row, field);
      return row.typed.text === seen ? [] : [{ rowNumber: row.row.rowNumber, field, text: row.typed.text, seen }];
    });
    if (cells.length > 0) void edit({ kind: 'setCells', words: indexes.length > 1 ? 'fill' : 'edit', cells });
  };

  const paste = async (
    { row, column }: { readonly row: ReviewRow; readonly column: { readonly key: string } },
    text: string,
  ): Promise<void> => {
    const block = parseBlock(text);
    const wanted = block.reduce((count, line) => count + line.length, 0);
    const filled = block.flat().filter((cell) => cell !== '').length;
    const columnsHere = fields.slice(fields.findIndex((field) => field === column.key));
    const { row: first } = row;
    if (fieldOf(column.key) === null) return refuse(notPasted(REVIEW.pasteRefused.notHere));
    if (wanted > EDIT_CELLS_MAX) return refuse(notPasted(REVIEW.pasteRefused.tooMany(wanted, EDIT_CELLS_MAX)));
    if (first === null) return refuse(NOT_READ_YET);
    if (block.length === 0) return;
    await setAt(
      { from: row.at, count: block.length, first },
      {
        words: 'paste',
        cellsOf: ({ rows: found }) => {
          const cells = layBlock(block, { rowNumbers: found.map(({ rowNumber }) => rowNumber), fields: columnsHere });
          const lost = filled - cells.filter((cell) => cell.text !== '').length;
          return lost > 0 ? notPasted(REVIEW.pasteRefused.outside(lost)) : cells;
        },
      },
    );
  };

  /** Ctrl+D as in a spreadsheet: the text of the cell above. */
  const fillFromAbove = (args: CellKeyDownArgs<ReviewRow>): void => {
    const above = rows.rows[args.rowIdx - 1];
    const field = fieldOf(args.column.key);
    if (field === null || above === undefined || above.row === null || args.row.row === null) return;
    const { row } = args.row;
    const cell = { rowNumber: row.rowNumber, field, text: known(above.row, field), seen: known(row, field) };
    void edit({ kind: 'setCells', words: 'fill', cells: [cell] });
  };

  return (
    <>
      <NotDoneNotice result={rows.failure} />
      <RowGrid<SeenRow>
        label="Rows of the file"
        columns={columns}
        list={list}
        nameOf={numberOf}
        handle={handle}
        empty={<Empty icon={SearchX} title="No row here" about="No row of the file matches this filter." />}
        onRowsChange={take}
        onFill={({ columnKey, sourceRow, targetRow }) => {
          const field = fieldOf(columnKey);
          return sourceRow.row === null || field === null
            ? targetRow
            : withText(targetRow, { field, text: known(sourceRow.row, field) });
        }}
        onCellPaste={(args: CellPasteArgs<ReviewRow>, event) => {
          event.preventDefault();
          void paste(args, event.clipboardData.getData('text/plain'));
          return args.row;
        }}
        onCellKeyDown={(args, event) => {
          if (args.mode !== 'SELECT' || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'd') return;
          event.preventDefault();
          event.preventGridDefault();
          fillFromAbove(args);
        }}
        onSelectedCellChange={({ row, column }) =>
          onSelect(row === undefined ? null : { at: row.at, field: fieldOf(column.key) })
        }
      />
    </>
  );
}

type CellsOf = (rows: BoundRows) => readonly BlockCell[] | CommandFailure;

/** What stood in the cells that were in sight, as of now. Shape: nothing for a cell that was not. */
function seenTexts(
  rows: readonly (SeenRow | null)[],
  { fields, known }: { readonly fields: readonly Field[] } & Pick<DraftEditing, 'known'>,
): (cell: BlockCell) => { readonly seen?: string } {
  const texts = new Map<string, string>();
  for (const row of rows) {
    if (row === null) continue;
    for (const field of fields) texts.set(cellKey(row.rowNumber, field), known(row, field));
  }
  return ({ rowNumber, field }) => {
    const seen = texts.get(cellKey(rowNumber, field));
    return seen === undefined ? {} : { seen };
  };
}

function numberOf({ rowNumber }: DraftLine): number {
  return rowNumber;
}

function notPasted(why: { readonly message: string; readonly cure: string }): CommandFailure {
  return { kind: 'refused', refusal: { code: 'notPasted', ...why } };
}

function fieldOf(key: string): Field | null {
  return FIELDS.find((field) => field === key) ?? null;
}

interface CellLineProps {
  readonly list: RowList<DraftLine>;
  readonly selected: SelectedCell | null;
  /** The list ends before the selected place: the grid has let go of it. */
  readonly onGone: () => void;
  readonly locked: readonly Field[];
  readonly edit: (edit: DraftEdit) => Promise<unknown>;
}

/**
 * The line below the grid about the selected cell: what is wrong, what the file said, leaving the row out. It hides no issue of
 * the row, nor speaks of one that no longer stands in that place.
 */
export function CellLine({ list, selected, onGone, locked, edit }: CellLineProps) {
  const { rows } = useRows(list);
  const place = selected === null ? undefined : rows[selected.at];
  const isGone = selected !== null && place === undefined;
  useEffect(() => {
    if (isGone) onGone();
  }, [isGone, onGone]);
  if (selected === null || place === undefined || place.row === null)
    return (
      <div className={`soft small ${styles.cellLine}`}>
        F8 next issue · F9 takes a suggestion · F2 or typing edits · Ctrl+V pastes a block · Ctrl+D fills from above ·
        Ctrl+Z undoes
      </div>
    );
  const { field } = selected;
  const { row } = place;
  const about = row.issues.filter((issue) => field === null || issue.field === field || issue.field === null);
  const original = row.cells.find((cell) => cell.field === field)?.original ?? null;
  const isOut = row.status === 'excluded';
  const suggested = suggestedEdit(row, field, locked);
  // A total or a note is left out by itself: there is nothing to take in.
  const isNoPayment = isOut && row.issues.every(({ code }) => code !== 'leftOut');
  return (
    <div className={`soft small ${styles.cellLine}`}>
      <div className={styles.cellWords} role="status">
        <strong>
          {REVIEW.row} {row.rowNumber}
          {field === null ? '' : ` · ${FIELD_WORDS[field]}`}
        </strong>
        {about.map(({ code, message, cure, severity }) => (
          <span key={`${code}${message}`} className={severity === 'error' ? styles.wrong : undefined}>
            {message} {cure}
          </span>
        ))}
        {original === null ? null : <span>{REVIEW.original(original)}</span>}
        {field !== null && locked.includes(field) ? <span>{REVIEW.locked}</span> : null}
      </div>
      {suggested === null ? null : (
        <Button weight="quiet" title={REVIEW.suggestionKey} onClick={() => void edit(suggested)}>
          {REVIEW.suggestion(suggested.cells[0]?.text ?? '')}
        </Button>
      )}
      {isNoPayment ? null : (
        <Button weight="quiet" onClick={() => void edit({ kind: 'exclude', excluded: !isOut, rows: [row.rowNumber] })}>
          {isOut ? 'Take this row in again' : 'Leave this row out'}
        </Button>
      )}
    </div>
  );
}

/** Shape: `at` a place in the list; `field` null on a column that is no field. */
interface SelectedCell {
  readonly at: number;
  readonly field: Field | null;
}

/** The selected place of a list; another list begins with none. */
export function useSelection(list: RowList<DraftLine>) {
  const [chosen, setChosen] = useState<{ readonly list: RowList<DraftLine>; readonly cell: SelectedCell } | null>(null);
  const from = useRef(0);
  const select = useCallback(
    (cell: SelectedCell | null) => {
      from.current = (cell === null ? null : list.read().rows[cell.at]?.row?.rowNumber) ?? from.current;
      setChosen(cell === null ? null : { list, cell });
    },
    [list],
  );
  const forget = useCallback(() => setChosen(null), []);
  /** The row the next issue is looked for after: where it stands may have become another row's place. */
  const wentTo = useCallback(() => from.current, []);
  const goTo = useCallback((rowNumber: number) => void (from.current = rowNumber), []);
  return { selected: chosen?.list === list ? chosen.cell : null, select, forget, wentTo, goTo };
}
