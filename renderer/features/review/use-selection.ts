// The selected cell of Review. In: the list, and what the grid says was selected. Out: its place, and the row of the file that was
// last gone to. This file must never hold a row: after an edit another one may stand in the same place.

import { useCallback, useRef, useState } from 'react';
import type { DraftRow } from '../../../shared/api/draft-commands.ts';
import type { Field } from '../../../shared/issues.ts';
import type { RowList } from '../../bridge/row-list.ts';

/** Shape: `at` a place in the list; `field` null on a column that is no field. */
export interface SelectedCell {
  readonly at: number;
  readonly field: Field | null;
}

export interface Selection {
  readonly selected: SelectedCell | null;
  readonly select: (cell: SelectedCell | null) => void;
  readonly forget: () => void;
  /** The row the next issue is looked for after: where it stands may have become another row's place. */
  readonly wentTo: () => number;
  readonly goTo: (rowNumber: number) => void;
}

/** The selected place of a list; another list begins with none. */
export function useSelection(list: RowList<DraftRow>): Selection {
  const [chosen, setChosen] = useState<{ readonly list: RowList<DraftRow>; readonly cell: SelectedCell } | null>(null);
  const from = useRef(0);
  const select = useCallback(
    (cell: SelectedCell | null) => {
      from.current = (cell === null ? null : list.read().rows[cell.at]?.row?.rowNumber) ?? from.current;
      setChosen(cell === null ? null : { list, cell });
    },
    [list],
  );
  const forget = useCallback(() => setChosen(null), []);
  const wentTo = useCallback(() => from.current, []);
  const goTo = useCallback((rowNumber: number) => void (from.current = rowNumber), []);
  return { selected: chosen?.list === list ? chosen.cell : null, select, forget, wentTo, goTo };
}
