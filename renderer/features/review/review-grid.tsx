// The rows of the file, to be read and corrected in place. No row is changed here: the desk is asked, and what it says
// is shown.

import { SearchX } from 'lucide-react';
import { type Ref, useCallback, useMemo, useRef, useState } from 'react';
import type { CheckedReading, DraftEdit, DraftLine } from '../../../shared/api/draft-commands.ts';
import { EDIT_CELLS_MAX } from '../../../shared/limits.ts';
import { FIELD_WORDS, FIELDS, type Field } from '../../../shared/rows.ts';
import { type RowList, type RowWindow, useGridRows, useRows } from '../../bridge/row-list.ts';
import type { CommandFailure, CommandResult } from '../../bridge/transport.ts';
import { REVIEW } from '../../text/drafts.ts';
import { Button } from '../../ui/controls.tsx';
import { Grid, type GridEdit, type GridHandle } from '../../ui/grid/grid.tsx';
import { type GridTicks, useGridLayout } from '../../ui/grid/grid-columns.ts';
import { Empty, NotDoneNotice } from '../../ui/notice.tsx';
import { cellKey, type DraftEditing, type SeenRow, suggestedEdit } from './draft-editing.ts';
import {
  type BlockCell,
  type BoundRows,
  bindPlaces,
  type DraftPage,
  layBlock,
  NOT_READ_YET,
  TOO_MANY_TO_FILL,
} from './paste-and-fill.ts';
import { fieldsOf, reviewColumns } from './review-columns.tsx';
import styles from './review-screen.module.css';
import type { RowTicks } from './row-ticks.tsx';

interface ReviewGridProps {
  readonly reading: CheckedReading;
  readonly list: RowList<SeenRow>;
  readonly read: (window: RowWindow) => Promise<CommandResult<DraftPage>>;
  readonly handle: Ref<GridHandle>;
  readonly onSelect: (selected: SelectedCell | null) => void;
  readonly editing: DraftEditing;
  readonly ticks: RowTicks;
}

export function ReviewGrid({ reading, list, read, handle, onSelect, editing, ticks }: ReviewGridProps) {
  const { edit, editInTurn, known, refuse } = editing;
  const { failure } = useRows(list);
  // Each edit makes another reading; what columns come from stays what it is, and so no row is drawn anew for its columns.
  const { headers, options, lockedFields, retryOf } = reading;
  const fields = useMemo(() => fieldsOf({ headers, options }), [headers, options]);
  const columns = useMemo(() => reviewColumns(fields, { lockedFields, retryOf }), [fields, lockedFields, retryOf]);

  /** Sets cells of the rows at places: in turn with the edits, and only where rows and cells are still those that were seen. */
  const setAt = (
    { first, rows, kind }: Pick<GridEdit<SeenRow>, 'first' | 'rows' | 'kind'>,
    cellsOf: (rows: BoundRows) => readonly BlockCell[] | CommandFailure,
  ): Promise<unknown> => {
    const window = { from: first, count: rows.length };
    const [firstRow] = rows;
    const seen = list.seen(window).map((row, index) => (index === 0 && firstRow !== undefined ? firstRow : row));
    const texts = seenTexts(seen, { fields, known });
    return editInTurn(async () => {
      const bound = await bindPlaces(read, { ...window, seen });
      if (bound.kind !== 'bound') return bound;
      const cells = cellsOf(bound);
      if ('kind' in cells) return cells;
      const asSeen = cells.map((cell) => ({ ...cell, ...texts(cell) }));
      return { kind: 'edit', revision: bound.revision, edit: { kind: 'setCells', words: WORDS[kind], cells: asSeen } };
    });
  };

  const take = (block: GridEdit<SeenRow>): void => {
    const { kind, rows, texts } = block;
    if (kind === 'paste') return paste(block);
    const here = block.columns.flatMap((key) => fieldOf(key) ?? []);
    const count = rows.length * here.length;
    if (count > EDIT_CELLS_MAX) return refuse(TOO_MANY_TO_FILL);
    if (rows.some((row) => row === undefined)) {
      void setAt(block, ({ rows: found }) => layBlock(texts, { rowNumbers: numbersOf(found), fields: here }));
      return;
    }
    const cells = rows.flatMap((row, down) =>
      here.flatMap((field, across) => {
        const text = texts[down]?.[across];
        if (row === undefined || text === undefined) return [];
        // The row as it stood when the typing began: what it says of the cell is what the person meant to change.
        const seen = known(row, field);
        return text === seen ? [] : [{ rowNumber: row.rowNumber, field, text, seen }];
      }),
    );
    if (cells.length > 0) void edit({ kind: 'setCells', words: WORDS[kind], cells });
  };

  const paste = (block: GridEdit<SeenRow>): void => {
    const { texts } = block;
    const here = block.columns.map(fieldOf);
    const wanted = texts.reduce((count, line) => count + line.length, 0);
    const filled = texts.flat().filter((cell) => cell !== '').length;
    if ((here[0] ?? null) === null) return refuse(notPasted(REVIEW.pasteRefused.notHere));
    if (wanted > EDIT_CELLS_MAX) return refuse(notPasted(REVIEW.pasteRefused.tooMany(wanted, EDIT_CELLS_MAX)));
    if (block.rows[0] === undefined) return refuse(NOT_READ_YET);
    void setAt(block, ({ rows: found }) => {
      const cells = layBlock(texts, { rowNumbers: numbersOf(found), fields: here });
      const lost = filled - cells.filter((cell) => cell.text !== '').length;
      return lost > 0 ? notPasted(REVIEW.pasteRefused.outside(lost)) : cells;
    });
  };

  const gridTicks: GridTicks<SeenRow> = {
    isTicked: ({ rowNumber }) => ticks.isTicked(rowNumber),
    onTick: ({ first, last, isTicked }) => {
      const rows = list.read().rows.slice(first, last + 1);
      const read = rows.flatMap(({ row }) => (row === null ? [] : [row]));
      if (read.length === rows.length) return ticks.tick(numbersOf(read), isTicked);
      void list
        .readRows({ from: first, count: rows.length })
        .then((all) => (all === null ? undefined : ticks.tick(numbersOf(all), isTicked)));
    },
    all: ticks.isAll || (ticks.query !== null && 'some'),
    onTickAll: ticks.tickAll,
    label: ({ rowNumber }) => REVIEW.tickRow(rowNumber),
    allLabel: REVIEW.tickAll,
  };

  return (
    <>
      <NotDoneNotice result={failure} />
      <Grid<SeenRow>
        {...useGridRows(list)}
        {...useGridLayout('review')}
        label={REVIEW.rows}
        columns={columns}
        keyOf={({ rowNumber }) => rowNumber}
        handle={handle}
        empty={<Empty icon={SearchX} title={REVIEW.noRow} about={REVIEW.noRowAbout} />}
        ticks={gridTicks}
        onEdit={take}
        onActive={(cell) => onSelect(cell === null ? null : { at: cell.index, field: fieldOf(cell.column) })}
      />
    </>
  );
}

/** What undo calls it. */
const WORDS = { edit: 'edit', clear: 'edit', paste: 'paste', fill: 'fill' } as const;

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

function numbersOf(rows: readonly DraftLine[]): readonly number[] {
  return rows.map(({ rowNumber }) => rowNumber);
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
  readonly locked: readonly Field[];
  readonly edit: (edit: DraftEdit) => Promise<unknown>;
}

/**
 * The line below the grid about the selected cell: what is wrong, what the file said, leaving the row out. It hides no issue of
 * the row, nor speaks of one that no longer stands in that place.
 */
export function CellLine({ list, selected, locked, edit }: CellLineProps) {
  const { rows } = useRows(list);
  const place = selected === null ? undefined : rows[selected.at];
  if (selected === null || place === undefined || place.row === null)
    return <div className={`soft small ${styles.cellLine}`}>{REVIEW.keys}</div>;
  const { field } = selected;
  const { row } = place;
  const about = row.issues.filter((issue) => field === null || issue.field === field || issue.field === null);
  const { original = null, text = '' } = row.cells.find((cell) => cell.field === field) ?? {};
  const isOut = row.status === 'excluded';
  const suggested = suggestedEdit(row, field, locked);
  // A total or a note is left out by itself: there is nothing to take in.
  const isNoPayment = isOut && row.issues.every(({ code }) => code !== 'leftOut' && code !== 'hiddenLeftOut');
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
        {original === null ? null : <span>{REVIEW.changed(original, text)}</span>}
        {field !== null && locked.includes(field) ? <span>{REVIEW.locked}</span> : null}
      </div>
      {suggested === null ? null : (
        <Button weight="quiet" title={REVIEW.suggestionKey} onClick={() => void edit(suggested)}>
          {REVIEW.suggestion(suggested.cells[0]?.text ?? '')}
        </Button>
      )}
      {isNoPayment ? null : (
        <Button weight="quiet" onClick={() => void edit({ kind: 'exclude', excluded: !isOut, rows: [row.rowNumber] })}>
          {isOut ? REVIEW.includeRow : REVIEW.leaveRowOut}
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
      const rowNumber = cell === null ? null : (list.read().rows[cell.at]?.row?.rowNumber ?? null);
      // An issue of the very row one came to is the next one, unless that was the issue one was led to.
      if (rowNumber !== null && rowNumber !== from.current) from.current = rowNumber - 1;
      setChosen(cell === null ? null : { list, cell });
    },
    [list],
  );
  /** The row the next issue is looked for after: where it stands may have become another row's place. */
  const wentTo = useCallback(() => from.current, []);
  const goTo = useCallback((rowNumber: number) => void (from.current = rowNumber), []);
  return { selected: chosen?.list === list ? chosen.cell : null, select, wentTo, goTo };
}
