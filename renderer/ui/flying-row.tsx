// A row of a list that flies past: what it is called, and a quiet place for all else. In: which row, and its name. Out: one cell
// instead of one for each column. This file must never stand for the selected row: what has the focus stays what it is.

import { memo } from 'react';
import styles from './row-grid.module.css';

interface FlyingRowProps {
  readonly ariaRowIndex: number | undefined;
  readonly gridRowStart: number;
  readonly columnCount: number;
  readonly name: string | number | null;
  /** That of the column of names, so that they stay where they are. */
  readonly nameClass: string;
}

export const FlyingRow = memo(function FlyingRow(row: FlyingRowProps) {
  const { ariaRowIndex, gridRowStart, columnCount, name, nameClass } = row;
  return (
    <div role="row" aria-rowindex={ariaRowIndex} className={styles.flying}>
      <div
        role="gridcell"
        aria-colindex={1}
        aria-colspan={columnCount}
        className={`${styles.flyingName} ${nameClass}`}
        style={{ gridRowStart }}
      >
        {name}
      </div>
      <div aria-hidden className={styles.flyingRest} style={{ gridRowStart }} />
    </div>
  );
});
