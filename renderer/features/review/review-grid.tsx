// The rows of the file, to be read and corrected in place. In: the draft and what is asked of it. Out: edits.
// This file must never change a row by itself: it asks the desk, and shows what the desk says.

import { SearchX } from 'lucide-react';
import { type RefObject, useCallback, useMemo } from 'react';
import type { CellKeyDownArgs, CellPasteArgs, DataGridHandle, RowsChangeData } from 'react-data-grid';
import type { DraftEdit, DraftRow } from '../../../shared/api/draft-commands.ts';
import { type Field, FIELDS } from '../../../shared/issues.ts';
import { EDIT_CELLS_MAX, WINDOW_ROWS_MAX } from '../../../shared/limits.ts';
import type { NotTold } from '../../bridge/told.ts';
import { useDesk } from '../../bridge/use-desk.ts';
import { type GridRow, useRowWindow } from '../../bridge/use-row-window.ts';
import { REVIEW } from '../../text/review.ts';
import { Empty } from '../../ui/empty.tsx';
import { NotDoneNotice } from '../../ui/notice.tsx';
import { RowGrid } from '../../ui/row-grid.tsx';
import { textOf, type TypedRow, withText } from './cell-editor.tsx';
import { layBlock, parseBlock } from './paste-block.ts';
import { fieldsOf, reviewColumns } from './review-columns.tsx';
import type { Asked } from './review-filters.tsx';
import type { CheckedReading } from './use-draft-editing.ts';

export interface SelectedCell {
  readonly row: DraftRow;
  readonly field: Field | null;
}

interface ReviewGridProps {
  readonly reading: CheckedReading;
  readonly asked: Asked;
  readonly revision: number;
  readonly handle: RefObject<DataGridHandle | null>;
  readonly onSelect: (selected: SelectedCell | null) => void;
  readonly edit: (edit: DraftEdit) => Promise<boolean>;
  readonly onNotDone: (told: NotTold) => void;
}

type Row = GridRow<DraftRow>;

export function ReviewGrid({ reading, asked, revision, handle, onSelect, edit, onNotDone }: ReviewGridProps) {
  const desk = useDesk();
  const { draft } = reading;
  const fields = useMemo(() => fieldsOf(reading), [reading]);
  const columns = useMemo(() => reviewColumns(fields, reading.lockedFields), [fields, reading.lockedFields]);
  const read = useCallback(
    (window: { readonly from: number; readonly count: number }) =>
      desk.ask('readDraftRows', { draft, ...asked, window }),
    [asked, desk, draft],
  );
  const rows = useRowWindow<DraftRow>({ list: `${draft} ${JSON.stringify(asked)}`, version: revision, load: read });

  const take = (
    changed: readonly TypedRow[],
    { indexes, column }: Pick<RowsChangeData<Row>, 'indexes'> & { readonly column: { readonly key: string } },
  ): void => {
    const field = fieldOf(column.key);
    const cells = indexes.flatMap((index) => {
      const row = changed[index];
      if (field === null || row?.row === undefined || row.row === null || row.typed === undefined) return [];
      return row.typed.text === textOf({ at: row.at, row: row.row }, field)
        ? []
        : [{ rowNumber: row.row.rowNumber, field, text: row.typed.text }];
    });
    if (cells.length > 0) void edit({ kind: 'setCells', words: indexes.length > 1 ? 'fill' : 'edit', cells });
  };

  const refuse = ({ message, cure }: { readonly message: string; readonly cure: string }): void =>
    onNotDone({ kind: 'refused', refusal: { code: 'notPasted', message, cure } });

  const paste = async (
    { row, column }: { readonly row: Row; readonly column: { readonly key: string } },
    text: string,
  ): Promise<void> => {
    const block = parseBlock(text);
    const wanted = block.reduce((count, line) => count + line.length, 0);
    const filled = block.flat().filter((cell) => cell !== '').length;
    const columnsHere = fields.slice(fields.findIndex((field) => field === column.key));
    if (fieldOf(column.key) === null) return refuse(REVIEW.pasteRefused.notHere);
    if (wanted > EDIT_CELLS_MAX) return refuse(REVIEW.pasteRefused.tooMany(wanted, EDIT_CELLS_MAX));
    const rowNumbers: number[] = [];
    for (let from = row.at; from < row.at + block.length; from += WINDOW_ROWS_MAX) {
      const told = await read({ from, count: Math.min(WINDOW_ROWS_MAX, row.at + block.length - from) });
      // Without these rows every line after them would fall on another person's.
      if (told.kind !== 'done') return onNotDone(told);
      rowNumbers.push(...told.value.rows.map(({ rowNumber }) => rowNumber));
    }
    const cells = layBlock(block, { rowNumbers, fields: columnsHere });
    const lost = filled - cells.filter((cell) => cell.text !== '').length;
    if (lost > 0) return refuse(REVIEW.pasteRefused.outside(lost));
    if (cells.length > 0) await edit({ kind: 'setCells', words: 'paste', cells: [...cells] });
  };

  /** Ctrl+D as in a spreadsheet: the text of the cell above. */
  const fillFromAbove = (args: CellKeyDownArgs<Row>): void => {
    const above = rows.rows[args.rowIdx - 1];
    const field = fieldOf(args.column.key);
    if (field === null || above === undefined || args.row.row === null) return;
    void edit({
      kind: 'setCells',
      words: 'fill',
      cells: [{ rowNumber: args.row.row.rowNumber, field, text: textOf(above, field) }],
    });
  };

  return (
    <>
      <NotDoneNotice told={rows.notTold} />
      <RowGrid<DraftRow>
        label={REVIEW.grid}
        columns={columns}
        window={rows}
        handle={handle}
        empty={
          <Empty icon={SearchX} title={REVIEW.noRows}>
            {REVIEW.noRowsFor}
          </Empty>
        }
        onRowsChange={take}
        onFill={({ columnKey, sourceRow, targetRow }) =>
          withText(targetRow, { field: columnKey, text: textOf(sourceRow, columnKey) })
        }
        onCellPaste={(args: CellPasteArgs<Row>, event) => {
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
          onSelect(row?.row === undefined || row.row === null ? null : { row: row.row, field: fieldOf(column.key) })
        }
      />
    </>
  );
}

function fieldOf(key: string): Field | null {
  return FIELDS.find((field) => field === key) ?? null;
}
