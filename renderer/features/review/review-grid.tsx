// The rows of the file, to read and correct in place. Nothing is changed here: the desk makes each edit, and its answer is shown.

import { SearchX } from 'lucide-react';
import { type Ref, useCallback, useMemo, useRef, useState } from 'react';
import type { CheckedReading, DraftLine } from '../../../shared/api/draft-commands.ts';
import { EDIT_CELLS_MAX } from '../../../shared/limits.ts';
import { FIELD_WORDS, FIELDS, type Field } from '../../../shared/rows.ts';
import { REVIEW } from '../../../shared/text/drafts.ts';
import type { CommandFailure, CommandResult } from '../../bridge/desk-transport.ts';
import { type RowList, type RowWindow, useGridRows, useRows } from '../../bridge/row-list.ts';
import { pageRefusal, say } from '../../language.ts';
import { Button } from '../../ui/controls.tsx';
import type { BoundCell, FindRow } from '../../ui/grid/bound-selection.ts';
import { Grid } from '../../ui/grid/grid.tsx';
import type { GridTicks, SavedLayout } from '../../ui/grid/grid-columns.ts';
import type { GridEdit } from '../../ui/grid/grid-edit.ts';
import type { GridHandle } from '../../ui/grid/grid-props.ts';
import { Empty, NotDoneNotice } from '../../ui/notice.tsx';
import { useScrolling } from '../../ui/scrolling.ts';
import { cellKey, type DraftEditing, type SeenRow, type SuggestedEdit } from './draft-editing.ts';
import type { HeldBack } from './held-back.ts';
import {
  type BlockCell,
  bindPlaces,
  type DraftPage,
  layBlock,
  NOT_READ_YET,
  TOO_MANY_TO_FILL,
} from './paste-and-fill.ts';
import { fieldsOf, heldIn, reviewColumns } from './review-columns.tsx';
import styles from './review-screen.module.css';
import type { RowTicks } from './row-ticks.tsx';

interface ReviewGridProps {
  readonly reading: CheckedReading;
  readonly list: RowList<SeenRow>;
  readonly layout: SavedLayout;
  readonly read: (window: RowWindow) => Promise<CommandResult<DraftPage>>;
  readonly findRow: FindRow;
  readonly handle: Ref<GridHandle>;
  readonly onSelect: (selected: SelectedCell | null) => void;
  readonly editing: DraftEditing;
  readonly ticks: RowTicks;
  readonly held: HeldBack;
}

export function ReviewGrid(props: ReviewGridProps) {
  const { reading, list, layout, read, findRow, handle, onSelect, editing, ticks, held } = props;
  const { edit, editInTurn, known, refuse } = editing;
  const { failure } = useRows(list);
  // Each edit brings a new reading, but what the columns depend on stays the same, so no row is redrawn for its columns.
  const { headers, options, lockedFields, retryOf } = reading;
  const fields = useMemo(() => fieldsOf({ headers, options }), [headers, options]);
  const columns = useMemo(
    () => reviewColumns(fields, { lockedFields, retryOf, held: held.byRow }),
    [fields, lockedFields, retryOf, held],
  );

  /** Sets cells of rows that are not all read. Waits its turn, and applies only if they are still the rows that were chosen. */
  const setAt = (
    { first, rows, keys, kind }: GridEdit<SeenRow>,
    cellsOf: (rows: readonly DraftLine[]) => readonly BlockCell[] | CommandFailure,
  ): Promise<unknown> => {
    const texts = seenTexts(rows, { fields, known });
    const { total } = list.read();
    return editInTurn(async () => {
      const bound = await bindPlaces(read, { from: first, keys, total });
      if (bound.kind !== 'bound') return bound;
      const cells = cellsOf(bound.rows);
      if ('kind' in cells) return cells;
      const asSeen = cells.map((cell) => ({ ...cell, ...texts(cell) }));
      const edit = { kind: 'setCells', words: WORDS[kind], cells: asSeen } as const;
      return { kind: 'edit', revision: bound.revision, edit, seenIn: oldestOf(rows) };
    });
  };

  const take = (block: GridEdit<SeenRow>): void => {
    const { kind, rows, texts } = block;
    if (kind === 'paste') return paste(block);
    const here = block.columns.flatMap((key) => fieldOf(key) ?? []);
    if (rows.length * here.length > EDIT_CELLS_MAX) return refuse(TOO_MANY_TO_FILL);
    if (rows.some((row) => row === undefined)) {
      void setAt(block, (found) => layBlock(texts, { rowNumbers: numbersOf(found), fields: here }));
      return;
    }
    const cells = rows.flatMap((row, down) =>
      here.flatMap((field, across) => {
        const text = texts[down]?.[across];
        if (row === undefined || text === undefined) return [];
        // The row as it was when typing began: its text is what the person meant to change.
        const seen = known(row, field);
        return text === seen ? [] : [{ rowNumber: row.rowNumber, field, text, seen }];
      }),
    );
    if (cells.length > 0) void edit({ kind: 'setCells', words: WORDS[kind], cells }, oldestOf(rows));
  };

  const paste = (block: GridEdit<SeenRow>): void => {
    const { texts } = block;
    const here = block.columns.map(fieldOf);
    const wanted = texts.reduce((count, line) => count + line.length, 0);
    const filled = texts.flat().filter((cell) => cell !== '').length;
    if ((here[0] ?? null) === null) return refuse(notPasted(REVIEW.pasteRefused.notHere));
    if (wanted > EDIT_CELLS_MAX) return refuse(notPasted(REVIEW.pasteRefused.tooMany(wanted, EDIT_CELLS_MAX)));
    if (block.rows[0] === undefined) return refuse(NOT_READ_YET);
    void setAt(block, (found) => {
      const cells = layBlock(texts, { rowNumbers: numbersOf(found), fields: here });
      const lost = filled - cells.filter((cell) => cell.text !== '').length;
      return lost > 0 ? notPasted(REVIEW.pasteRefused.outside(lost)) : cells;
    });
  };

  const gridTicks: GridTicks<SeenRow> = {
    isTicked: ({ rowNumber }) => ticks.isTicked(rowNumber),
    onTick: (rows, isTicked) => ticks.tick(numbersOf(rows), isTicked),
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
        {...layout}
        label={REVIEW.rows}
        columns={columns}
        keyOf={keyOf}
        findRow={findRow}
        handle={handle}
        empty={<Empty icon={SearchX} title={REVIEW.noRow} about={REVIEW.noRowAbout} />}
        ticks={gridTicks}
        isTall={retryOf !== null}
        onEdit={take}
        onActive={(cell) => onSelect(cell === null ? null : { ...cell, field: fieldOf(cell.column) })}
      />
    </>
  );
}

/** What undo calls it. */
const WORDS = { edit: 'edit', clear: 'edit', paste: 'paste', fill: 'fill' } as const;

function keyOf({ rowNumber }: SeenRow): number {
  return rowNumber;
}

/** The oldest revision in which any of these rows was seen; null when none was. */
function oldestOf(rows: readonly (SeenRow | undefined)[]): number | null {
  return rows.reduce<number | null>(
    (oldest, row) => (row === undefined ? oldest : Math.min(oldest ?? row.revision, row.revision)),
    null,
  );
}

/** The current text of the cells that were in sight; nothing for the others. */
function seenTexts(
  rows: readonly (SeenRow | undefined)[],
  { fields, known }: { readonly fields: readonly Field[] } & Pick<DraftEditing, 'known'>,
): (cell: BlockCell) => { readonly seen?: string } {
  const texts = new Map<string, string>();
  for (const row of rows) {
    if (row === undefined) continue;
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
  return { kind: 'refused', refusal: pageRefusal('notPasted', why) };
}

function fieldOf(key: string): Field | null {
  return FIELDS.find((field) => field === key) ?? null;
}

/** The selected cell as the grid shows it. `row` is undefined until it is read; `field` is null on a column that is no field. */
export interface SelectedCell extends BoundCell {
  readonly row: SeenRow | undefined;
  readonly field: Field | null;
}

interface CellLineProps {
  readonly held: HeldBack;
  readonly selected: SelectedCell | null;
  readonly suggested: SuggestedEdit | null;
  readonly locked: readonly Field[];
  readonly edit: DraftEditing['edit'];
}

/**
 * The line below the grid about the selected cell: what is wrong, what the file said, and leaving the row out. It shows every
 * issue of the row.
 */
export function CellLine({ held, selected, suggested, locked, edit }: CellLineProps) {
  const { row, field = null } = selected ?? {};
  const scrolling = useScrolling();
  if (row === undefined)
    return (
      <div {...scrolling} className={`row spread nowrap gap-3 soft small ${styles.cellLine}`}>
        {REVIEW.keys}
      </div>
    );
  const about = row.issues.filter((issue) => field === null || issue.field === field || issue.field === null);
  const { original = null, text = '' } = row.cells.find((cell) => cell.field === field) ?? {};
  const isOut = row.status === 'excluded';
  const back = heldIn(row, held.byRow);
  // A total or a note is left out automatically and cannot be included.
  const isNoPayment = isOut && row.issues.every(({ code }) => code !== 'leftOut' && code !== 'hiddenLeftOut');
  return (
    <div {...scrolling} className={`row spread nowrap gap-3 soft small ${styles.cellLine}`}>
      <div className={styles.cellWords} role="status">
        <strong>
          {REVIEW.row} {row.rowNumber}
          {field === null ? '' : ` · ${FIELD_WORDS[field]}`}
        </strong>
        {back === undefined ? null : <span>{back.about ?? back.word}</span>}
        {about.map(({ code, message, cure, severity }) => (
          <span key={`${code}${say(message)}`} className={severity === 'error' ? styles.wrong : undefined}>
            {say(message)} {say(cure)}
          </span>
        ))}
        {original === null ? null : <span>{REVIEW.changed(original, text)}</span>}
        {field !== null && locked.includes(field) ? <span>{REVIEW.locked}</span> : null}
      </div>
      {suggested === null ? null : (
        <Button weight="quiet" title={REVIEW.suggestionKey} onClick={() => void edit(suggested.edit, suggested.seenIn)}>
          {REVIEW.suggestion(suggested.edit.cells[0]?.text ?? '')}
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

/** The selected cell, and the row from which the search for the next issue starts. */
export function useSelection() {
  const [selected, setSelected] = useState<SelectedCell | null>(null);
  const newest = useRef<SelectedCell | null>(null);
  const from = useRef(0);
  const select = useCallback((cell: SelectedCell | null) => {
    const rowNumber = cell?.row?.rowNumber ?? null;
    // An issue of the row just selected counts as the next one, unless the search led to that row.
    if (rowNumber !== null && rowNumber !== from.current) from.current = rowNumber - 1;
    newest.current = cell;
    setSelected(cell);
  }, []);
  /** Reads the current value, for code that continues after an answer. */
  const readSelected = useCallback(() => newest.current, []);
  const wentTo = useCallback(() => from.current, []);
  const goTo = useCallback((rowNumber: number) => void (from.current = rowNumber), []);
  return { selected, readSelected, select, wentTo, goTo };
}
