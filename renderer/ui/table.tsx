// For short lists: a long one is the grid's.

import type { ReactNode } from 'react';
import styles from './table.module.css';

export interface TableColumn {
  readonly word: string;
  readonly isNumber?: boolean;
  /** The heading is read aloud but not shown. */
  readonly isHidden?: boolean;
}

export interface TableRow {
  readonly key: string;
  readonly cells: readonly ReactNode[];
}

export function Table({
  label,
  columns,
  rows,
  total,
}: {
  readonly label: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  readonly total?: readonly ReactNode[];
}) {
  const sided = (index: number): string | undefined => (columns[index]?.isNumber === true ? styles.number : undefined);
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ word, isHidden }, index) => (
            <th key={word} scope="col" className={sided(index)}>
              <span className={isHidden === true ? styles.hidden : undefined}>{word}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, index) => (
              <td key={columns[index]?.word ?? index} className={sided(index)}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {total === undefined ? null : (
        <tfoot>
          <tr>
            {total.map((cell, index) => (
              <td key={columns[index]?.word ?? index} className={sided(index)}>
                {cell}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}
