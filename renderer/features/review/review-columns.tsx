// No field is hidden that the file carries.

import { CircleAlert, CircleCheck, CircleMinus, TriangleAlert } from 'lucide-react';
import type { CheckedReading, DraftLine } from '../../../shared/api/draft-commands.ts';
import { parseRupees } from '../../../shared/money.ts';
import { FIELD_WORDS, type Field, METHODS } from '../../../shared/rows.ts';
import { REVIEW } from '../../text/drafts.ts';
import type { GridColumn, Tone } from '../../ui/grid/grid-columns.ts';
import { type Mark, Status } from '../../ui/status.tsx';
import type { SeenRow } from './draft-editing.ts';

const ORDER: readonly Field[] = [
  'paymentMethod',
  'name',
  'upiId',
  'accountNumber',
  'ifsc',
  'remark',
  'reference',
  'amount',
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

export function fieldsOf({ headers, options }: CheckedReading): readonly Field[] {
  const carried = new Set(headers.flatMap(({ field }) => field ?? []));
  return ORDER.filter((field) => carried.has(field) || (field === 'remark' && options.fillRemark !== null));
}

/** Shape: a field in `locked` is shown and never edited. */
export function reviewColumns(fields: readonly Field[], locked: readonly Field[]): readonly GridColumn<SeenRow>[] {
  const derived: Readonly<Record<'method' | 'bank', GridColumn<SeenRow>>> = {
    method: { key: 'method', header: 'Method', width: 76, tone: () => FAINT, text: ({ method }) => method ?? '' },
    bank: { key: 'bank', header: 'Bank', width: 136, tone: () => FAINT, text: ({ bank }) => bank ?? '' },
  };
  return [
    {
      key: 'row',
      header: REVIEW.row,
      width: 56,
      frozen: 'left',
      align: 'end',
      tone: () => FAINT,
      text: ({ rowNumber }) => String(rowNumber),
    },
    {
      key: 'status',
      header: 'Status',
      width: 104,
      frozen: 'left',
      canHide: false,
      text: ({ status }) => REVIEW.statuses[status],
      render: ({ status }) => <Status {...STATUS_MARKS[status]} word={REVIEW.statuses[status]} />,
    },
    ...(fields.includes('paymentMethod') ? [] : [derived.method]),
    ...fields.flatMap((field) => {
      const column = fieldColumn(field, locked.includes(field));
      return field === 'ifsc' ? [column, derived.bank] : [column];
    }),
  ];
}

const FAINT = ['faint'] as const;

function fieldColumn(field: Field, isLocked: boolean): GridColumn<SeenRow> {
  const textOf = (row: DraftLine): string => row.cells.find((cell) => cell.field === field)?.text ?? '';
  return {
    key: field,
    header: field === 'paymentMethod' ? 'Method' : FIELD_WORDS[field],
    width: WIDTHS[field],
    canHide: false,
    ...(field === 'name' ? { frozen: 'left' } : {}),
    ...(field === 'amount' ? { frozen: 'right', paise: (row) => paiseOf(textOf(row)) } : {}),
    ...(field === 'remark' ? { grow: true } : {}),
    ...(isLocked ? {} : { editor: field === 'paymentMethod' ? METHODS : 'text' }),
    text: textOf,
    title: (row) => titleOf(row, field, isLocked),
    tone: (row) => tonesOf(row, field, isLocked),
  };
}

/** Shape: null for what is no amount. */
function paiseOf(text: string): number | null {
  const reading = parseRupees(text);
  return reading.kind === 'exact' ? reading.paise : null;
}

function titleOf(row: DraftLine, field: Field, isLocked: boolean): string | undefined {
  const said = row.issues.filter((issue) => issue.field === field).map(({ message, cure }) => `${message} ${cure}`);
  const original = row.cells.find((cell) => cell.field === field)?.original ?? null;
  const lines = [
    ...said,
    ...(original === null ? [] : [REVIEW.original(original)]),
    ...(isLocked ? [REVIEW.locked] : []),
  ];
  return lines.length === 0 ? undefined : lines.join('\n');
}

function tonesOf(row: DraftLine, field: Field, isLocked: boolean): readonly Tone[] {
  const severities = row.issues.filter((issue) => issue.field === field).map(({ severity }) => severity);
  const isEdited = row.cells.some((cell) => cell.field === field && cell.original !== null);
  const tones: readonly (Tone | false)[] = [
    row.status === 'excluded' && 'leftOut',
    severities.includes('error') && 'error',
    severities.includes('warning') && !severities.includes('error') && 'warning',
    isEdited && 'edited',
    isLocked && 'faint',
  ];
  return tones.filter((tone) => tone !== false);
}
