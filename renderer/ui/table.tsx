// For short lists; long ones use the grid.

import type { ReactNode } from 'react';
import { formatRupees } from '../../shared/money.ts';
import { UNKNOWN } from '../../shared/text/payouts.ts';
import { Card } from './page.tsx';
import { PersonName } from './person-name.tsx';
import { useScrolling } from './scrolling.ts';
import styles from './table.module.css';

export interface TableColumn<Row> {
  readonly word: string;
  readonly cell: (row: Row) => ReactNode;
  /** Shown below all rows. */
  readonly total?: ReactNode;
  readonly isNumber?: boolean;
  /** Buttons at the end of each line; the heading is for screen readers only. */
  readonly hasActs?: boolean;
}

export interface TableGroup<Row> {
  readonly key: string;
  readonly heading: ReactNode;
  readonly rows: readonly Row[];
}

interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows?: readonly Row[];
  /** In place of `rows`: those of one kind together, below their heading. */
  readonly groups?: readonly TableGroup<Row>[];
  readonly keyOf: (row: Row) => string | number;
  /** Lines explain themselves, so the headings are for screen readers only. */
  readonly isPlain?: boolean;
}

export function Table<Row>({ label, columns, rows = [], groups, keyOf, isPlain = false }: TableProps<Row>) {
  const cells = (contentOf: (column: TableColumn<Row>) => ReactNode): ReactNode =>
    columns.map((column) => (
      <td key={column.word} className={sideOf(column)}>
        {contentOf(column)}
      </td>
    ));
  return (
    <table className={styles.table} aria-label={label}>
      <thead className={isPlain ? 'unseen' : undefined}>
        <tr>
          {columns.map((column) => (
            <th key={column.word} scope="col" className={sideOf(column)}>
              <span className={column.hasActs === true ? 'unseen' : undefined}>{column.word}</span>
            </th>
          ))}
        </tr>
      </thead>
      {(groups ?? [{ key: '', heading: null, rows }]).map((group) => (
        <tbody key={group.key}>
          {group.heading === null ? null : (
            <tr>
              <th scope="rowgroup" colSpan={columns.length} className={styles.heading}>
                {group.heading}
              </th>
            </tr>
          )}
          {group.rows.map((row) => (
            <tr key={keyOf(row)}>{cells(({ cell }) => cell(row))}</tr>
          ))}
        </tbody>
      ))}
      {columns.some(({ total }) => total !== undefined) ? (
        <tfoot>
          <tr>{cells(({ total }) => total)}</tr>
        </tfoot>
      ) : null}
    </table>
  );
}

/** Payee and amount: the first two columns of every table of payments. */
export const WHO: TableColumn<{ readonly payout: string; readonly name: string | null }> = {
  word: UNKNOWN.name,
  cell: ({ payout, name }) => <PersonName>{name ?? payout}</PersonName>,
};
export const HOW_MUCH: TableColumn<{ readonly paise: number }> = {
  word: UNKNOWN.amount,
  cell: ({ paise }) => formatRupees(paise),
  isNumber: true,
};

/** A table that may be wider than its place: what goes on beyond the edge fades there. */
export function WideTable<Row>({
  className = '',
  ...table
}: TableProps<Row> & { readonly className?: string | undefined }) {
  const scrolling = useScrolling();
  return (
    <div {...scrolling} className={`fades ${className}`}>
      <Table {...table} />
    </div>
  );
}

interface TableCardProps<Row> extends TableProps<Row> {
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** A table in its own card, with its label as the title. Anything else goes between title and table. */
export function TableCard<Row>({ actions, children, ...table }: TableCardProps<Row>) {
  return (
    <Card title={table.label} actions={actions} isFlush>
      {children}
      <Table {...table} />
    </Card>
  );
}

function sideOf({ isNumber, hasActs }: Pick<TableColumn<never>, 'isNumber' | 'hasActs'>): string | undefined {
  return isNumber === true || hasActs === true ? styles.number : undefined;
}
