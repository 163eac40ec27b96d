// No field is hidden that the file carries.

import { CircleAlert, CircleCheck, CircleMinus, TriangleAlert } from 'lucide-react';
import type { Column, RenderEditCellProps } from 'react-data-grid';
import type { CheckedReading, DraftLine } from '../../../shared/api/draft-commands.ts';
import { FIELD_WORDS, type Field } from '../../../shared/rows.ts';
import type { GridRow } from '../../bridge/row-list.ts';
import { REVIEW } from '../../text/drafts.ts';
import cells from '../../ui/cells.module.css';
import { Gap } from '../../ui/payout-grid.tsx';
import { type Mark, Status } from '../../ui/status.tsx';
import type { SeenRow } from './draft-editing.ts';
import { TickBox } from './row-ticks.tsx';

const ORDER: readonly Field[] = [
  'paymentMethod',
  'name',
  'upiId',
  'accountNumber',
  'ifsc',
  'amount',
  'remark',
  'reference',
];

const WIDTHS: Readonly<Record<Field, number>> = {
  paymentMethod: 84,
  name: 160,
  upiId: 180,
  accountNumber: 152,
  ifsc: 120,
  amount: 112,
  remark: 160,
  reference: 136,
};

const STATUS_MARKS: Readonly<Record<DraftLine['status'], Mark>> = {
  ready: { tone: 'paid', icon: CircleCheck },
  warning: { tone: 'doubt', icon: TriangleAlert },
  error: { tone: 'wrong', icon: CircleAlert },
  excluded: { tone: 'quiet', icon: CircleMinus },
};

type ReviewRow = GridRow<SeenRow>;

export function fieldsOf({ headers, options }: CheckedReading): readonly Field[] {
  const carried = new Set(headers.flatMap(({ field }) => field ?? []));
  return ORDER.filter((field) => carried.has(field) || (field === 'remark' && options.fillRemark !== null));
}

/** Where a field stands in the grid; the status where no one cell is to blame. */
export function columnIndexOf(fields: readonly Field[], field: Field | null): number {
  const keys = keysOf(fields);
  const index = field === null ? -1 : keys.indexOf(field);
  return index === -1 ? keys.indexOf('status') : index;
}

/** Shape: a field in `locked` is shown and never edited. */
export function reviewColumns(fields: readonly Field[], locked: readonly Field[]): readonly Column<ReviewRow>[] {
  return keysOf(fields).map((key) => {
    if (key === 'row')
      return {
        key,
        name: REVIEW.row,
        width: 56,
        frozen: true,
        cellClass: 'number faint',
        headerCellClass: 'number',
        renderCell: ({ row }) => row.row?.rowNumber ?? '',
      };
    if (key === 'ticked')
      return {
        key,
        name: '',
        width: 36,
        frozen: true,
        resizable: false,
        renderHeaderCell: ({ tabIndex }) => <TickBox rowNumber={null} tabIndex={tabIndex} />,
        renderCell: ({ row: { row }, tabIndex }) =>
          row === null ? null : <TickBox rowNumber={row.rowNumber} tabIndex={tabIndex} />,
      };
    if (key === 'status')
      return {
        key,
        name: 'Status',
        width: 104,
        frozen: true,
        renderCell: ({ row: { row } }) =>
          row === null ? <Gap /> : <Status {...STATUS_MARKS[row.status]} word={REVIEW.statuses[row.status]} />,
      };
    if (key === 'method' || key === 'bank')
      return {
        key,
        name: key === 'method' ? 'Method' : 'Bank',
        width: key === 'method' ? 72 : 136,
        cellClass: 'faint',
        renderCell: ({ row }) => row.row?.[key] ?? '',
      };
    return fieldColumn(key, locked.includes(key));
  });
}

type ReviewColumnKey = Field | 'row' | 'ticked' | 'status' | 'method' | 'bank';

function keysOf(fields: readonly Field[]): readonly ReviewColumnKey[] {
  const method: readonly ReviewColumnKey[] = fields.includes('paymentMethod') ? [] : ['method'];
  return [
    'row',
    'ticked',
    'status',
    ...method,
    ...fields.flatMap((field): readonly ReviewColumnKey[] => (field === 'ifsc' ? ['ifsc', 'bank'] : [field])),
  ];
}

/** Rows are read anew after each edit, also while the next is being typed: that text is kept, and goes to the row it was begun on. */
const KEEP_TYPING = { closeOnExternalRowChange: false };

function fieldColumn(field: Field, isLocked: boolean): Column<ReviewRow> {
  const isNumber = field === 'amount';
  return {
    key: field,
    name: field === 'paymentMethod' ? 'Method' : FIELD_WORDS[field],
    width: WIDTHS[field],
    headerCellClass: isNumber ? 'number' : undefined,
    cellClass: ({ row }) => (row === null ? undefined : classes(cellClass(row, field), isLocked ? 'faint' : undefined)),
    renderCell: ({ row }) => <CellText row={row.row} field={field} isLocked={isLocked} />,
    renderEditCell: CellEditor,
    // Also where a row has not been read: filling down goes on over it. RowGrid lets nobody type there.
    editable: !isLocked,
    editorOptions: KEEP_TYPING,
  };
}

interface CellTextProps {
  readonly row: DraftLine | null;
  readonly field: Field;
  readonly isLocked: boolean;
}

function CellText({ row, field, isLocked }: CellTextProps) {
  if (row === null) return <Gap />;
  const cell = row.cells.find((candidate) => candidate.field === field);
  const said = row.issues.filter((issue) => issue.field === field).map(({ message, cure }) => `${message} ${cure}`);
  const original = cell?.original === undefined || cell.original === null ? [] : [REVIEW.original(cell.original)];
  const locked = isLocked ? [REVIEW.locked] : [];
  const title = [...said, ...original, ...locked].join('\n');
  return <span title={title === '' ? undefined : title}>{cell?.text ?? ''}</span>;
}

function cellClass(row: DraftLine, field: Field): string | undefined {
  const severities = row.issues.filter((issue) => issue.field === field).map(({ severity }) => severity);
  const isEdited = row.cells.some((cell) => cell.field === field && cell.original !== null);
  return classes(
    field === 'amount' ? 'number' : undefined,
    field === 'accountNumber' || field === 'ifsc' ? 'mono' : undefined,
    row.status === 'excluded' ? cells.excluded : undefined,
    severities.includes('error') ? cells.error : severities.includes('warning') ? cells.warning : undefined,
    isEdited ? 'strong' : undefined,
  );
}

function classes(...names: readonly (string | undefined)[]): string {
  return names.filter((name) => name !== undefined).join(' ');
}

/** A row with text that was typed or filled into a column and is not yet the desk's. */
export interface TypedRow extends GridRow<SeenRow> {
  readonly typed?: { readonly field: string; readonly text: string };
}

/** What is typed stays on the row until it is taken; the text is never changed by itself. */
function CellEditor({ row, column, onRowChange, onClose }: RenderEditCellProps<GridRow<SeenRow>>) {
  return (
    <input
      ref={focusAndSelect}
      className={cells.editor}
      aria-label={typeof column.name === 'string' ? column.name : column.key}
      value={textOf(row, column.key)}
      onChange={(event) => onRowChange(withText(row, { field: column.key, text: event.target.value }))}
      onBlur={() => onClose(true, false)}
    />
  );
}

function textOf(row: Pick<TypedRow, 'row' | 'typed'>, key: string): string {
  if (row.typed?.field === key) return row.typed.text;
  return row.row?.cells.find(({ field }) => field === key)?.text ?? '';
}

export function withText(row: GridRow<SeenRow>, typed: { readonly field: string; readonly text: string }): TypedRow {
  return { ...row, typed };
}

function focusAndSelect(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
