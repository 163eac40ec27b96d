import { useContext } from 'react';
import { SAVED_CELLS_MAX } from '../../../shared/limits.ts';
import { GRID } from '../../../shared/text/controls.ts';
import { saveDownload, useDesk } from '../../bridge/use-desk.ts';
import { say } from '../../language.ts';
import { EnvironmentContext } from '../page.tsx';
import { type LaidColumn, TICKS } from './grid-columns.ts';
import type { GridProps } from './grid-props.ts';
import type { GridSelection } from './use-selection.ts';

interface SaveListOf<Row> extends Pick<GridProps<Row>, 'label'> {
  readonly readRows: GridProps<Row>['readRows'];
  readonly rows: number;
  readonly columns: readonly LaidColumn<Row>[];
  readonly selection: GridSelection<Row>;
  readonly announce: (words: string) => void;
}

export type SaveList = (format: 'xlsx' | 'csv') => Promise<void>;

/** Saves the whole list in its order, with the columns shown, as a file for Excel. */
export function useSaveList<Row>({ label, rows, columns, selection, readRows, announce }: SaveListOf<Row>): SaveList {
  const environment = useContext(EnvironmentContext);
  const desk = useDesk();
  return async (format) => {
    const savedColumns = columns.filter(({ key }) => key !== TICKS);
    if (rows * savedColumns.length > SAVED_CELLS_MAX) return announce(GRID.tooManyToSave(SAVED_CELLS_MAX));
    announce(GRID.saving(rows));
    const known = selection.rowsAt(0, rows).rows.filter((row) => row !== undefined);
    const read = known.length === rows ? known : await readRows?.(0, rows);
    if (read?.length !== rows) return announce(GRID.notSaved);
    const saved = await saveDownload(desk, 'exportList', {
      title: label,
      environment,
      format,
      columns: savedColumns.map(({ header, paise }) => ({ header, isAmount: paise !== undefined })),
      rows: read.map((row, at) =>
        savedColumns.map(({ paise, text }) => (paise === undefined ? text(row, at) : paise(row))),
      ),
    });
    if (saved.kind === 'refused') announce(say(saved.refusal.message));
    else if (saved.kind !== 'done') announce(GRID.notSaved);
    else announce(saved.value.saved ? GRID.saved(rows) : '');
  };
}
