// The columns as they are drawn: the tick boxes before them, as wide as a person made them, sorted by one of them.

import { useMemo, useState } from 'react';
import {
  type GridColumn,
  type KeptLayout,
  type Laid,
  layColumns,
  nextSort,
  type Resized,
  TICKS,
} from './grid-columns.ts';

interface ColumnsOf<Row> extends KeptLayout {
  readonly columns: readonly GridColumn<Row>[];
  readonly hasTicks: boolean;
  /** How wide the grid is. Units: pixels. */
  readonly roomPx: number;
}

interface Columns<Row> {
  readonly laid: Laid<Row>;
  /** While the edge of a column is dragged; null once it is let go. */
  readonly onResize: (resized: Resized | null) => void;
  readonly sortBy: (key: string | undefined) => void;
}

export function useColumns<Row>(props: ColumnsOf<Row>): Columns<Row> {
  const { hasTicks, layout, onLayoutChange, roomPx } = props;
  const [resized, setResized] = useState<Resized | null>(null);
  const all = useMemo(() => (hasTicks ? [TICK_COLUMN, ...props.columns] : props.columns), [props.columns, hasTicks]);
  const current = useMemo(
    () => (resized === null ? layout : { ...layout, widths: { ...layout.widths, [resized.key]: resized.width } }),
    [layout, resized],
  );
  const laid = useMemo(() => layColumns(all, { layout: current, roomPx }), [all, current, roomPx]);
  return {
    laid,
    onResize: setResized,
    sortBy: (key) => {
      if (key === undefined || laid.columns.find((column) => column.key === key)?.canSort !== true) return;
      onLayoutChange({ ...layout, sort: nextSort(layout.sort, key) });
    },
  };
}

const TICK_COLUMN: GridColumn<unknown> = {
  key: TICKS,
  header: '',
  width: 36,
  frozen: 'left',
  canHide: false,
  text: () => '',
};
