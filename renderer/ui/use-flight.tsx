// How a grid draws its rows: light while the list flies past, whole as soon as it has calmed. In: its columns, names in the
// first, and what a row is called. Out: the flight to tell of each scroll, and what draws a row.
// This file must never draw the selected row light: what has the focus stays the element it is.

import { type Key, type ReactNode, useEffect, useMemo, useState } from 'react';
import { type Column, type DataGridProps, type RenderRowProps, Row as WholeRow } from 'react-data-grid';
import type { GridRow } from '../bridge/row-list.ts';
import { type Flight, makeFlight } from './flight.ts';
import { FlyingRow } from './flying-row.tsx';

/** Without another leap for this long the list is calm. */
const CALM_AFTER_MS = 100;

interface Flying<Row> {
  readonly flight: Flight;
  readonly renderers: NonNullable<DataGridProps<GridRow<Row>>['renderers']>;
}

export function useFlight<Row>(
  columns: readonly Column<GridRow<Row>>[],
  nameOf: (row: Row) => string | number,
): Flying<Row> {
  const [, setCalmed] = useState(0);
  const [flight] = useState(() => makeFlight(() => setCalmed((times) => times + 1), waitForLull));
  useEffect(() => flight.rest, [flight]);
  const renderers = useMemo(() => {
    const cellClass = columns[0]?.cellClass;
    const nameClass = typeof cellClass === 'string' ? cellClass : '';
    const renderRow = (key: Key, props: RenderRowProps<GridRow<Row>>): ReactNode => {
      if (!flight.isFlying() || props.selectedCellIdx !== undefined) return <WholeRow key={key} {...props} />;
      return (
        <FlyingRow
          key={key}
          ariaRowIndex={props['aria-rowindex']}
          gridRowStart={props.gridRowStart}
          columnCount={columns.length}
          nameClass={nameClass}
          name={props.row.row === null ? null : nameOf(props.row.row)}
        />
      );
    };
    return { renderRow };
  }, [columns, flight, nameOf]);
  return { flight, renderers };
}

/** In time and in frames: on a slow machine the next scroll may come long after, and is still the next. */
function waitForLull(then: () => void): () => void {
  let frame = 0;
  const timer = setTimeout(() => {
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(then);
    });
  }, CALM_AFTER_MS);
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}
