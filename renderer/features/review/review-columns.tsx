// Every field in the file is shown.

import { CircleAlert, CircleCheck, CircleMinus, TriangleAlert } from 'lucide-react';
import type { CheckedReading, DraftLine, DraftSort } from '../../../shared/api/draft-commands.ts';
import { formatRupees, parseRupees } from '../../../shared/money.ts';
import { FIELD_WORDS, FIELDS, type Field, METHODS } from '../../../shared/rows.ts';
import { REVIEW } from '../../../shared/text/drafts.ts';
import { say } from '../../language.ts';
import type { CellTone, GridColumn } from '../../ui/grid/grid-columns.ts';
import { PersonName } from '../../ui/person-name.tsx';
import { type Mark, Status } from '../../ui/status.tsx';
import type { SeenRow } from './draft-editing.ts';
import type { HeldBack } from './held-back.ts';

const ORDER: readonly Field[] = [
  'name',
  'paymentMethod',
  'upiId',
  'accountNumber',
  'ifsc',
  'remark',
  'reference',
  'amount',
];

const WIDTHS: Readonly<Record<Field, number>> = {
  paymentMethod: 104,
  name: 136,
  upiId: 136,
  accountNumber: 136,
  ifsc: 112,
  amount: 104,
  remark: 120,
  reference: 112,
};

/** Half of one of these is another one. A UPI ID tells by its beginning what was cut. */
const WHOLE: ReadonlySet<Field> = new Set(['accountNumber', 'ifsc', 'reference']);

/** Columns by which the desk sorts all rows. */
export const SORTED_BY: readonly DraftSort['by'][] = [...FIELDS, 'row', 'status', 'method', 'bank', 'whyUnpaid'];

const STATUS_MARKS: Readonly<Record<DraftLine['status'], Mark>> = {
  ready: { tone: 'paid', icon: CircleCheck },
  warning: { tone: 'doubt', icon: TriangleAlert },
  error: { tone: 'wrong', icon: CircleAlert },
  excluded: { tone: 'quiet', icon: CircleMinus },
};

export function fieldsOf({ headers, options }: Pick<CheckedReading, 'headers' | 'options'>): readonly Field[] {
  const carried = new Set(headers.flatMap(({ field }) => field ?? []));
  return ORDER.filter((field) => carried.has(field) || (field === 'remark' && options.fillRemark !== null));
}

/** A locked field is shown but never edited. A retry's rows say why they were not paid before. */
export function reviewColumns(
  fields: readonly Field[],
  {
    lockedFields: locked,
    retryOf,
    held,
  }: Pick<CheckedReading, 'lockedFields' | 'retryOf'> & { readonly held: HeldBack['byRow'] },
): readonly GridColumn<SeenRow>[] {
  const derived: Readonly<Record<'method' | 'bank', GridColumn<SeenRow>>> = {
    method: { key: 'method', header: REVIEW.method, width: 72, tone: () => FAINT, text: ({ method }) => method ?? '' },
    bank: { key: 'bank', header: REVIEW.bank, width: 96, tone: () => FAINT, text: ({ bank }) => bank ?? '' },
  };
  return [
    {
      key: 'row',
      header: REVIEW.row,
      width: 52,
      narrow: 44,
      frozen: 'left',
      align: 'end',
      tone: () => FAINT,
      text: ({ rowNumber }) => String(rowNumber),
    },
    {
      key: 'status',
      header: REVIEW.problem,
      width: 192,
      narrow: 104,
      frozen: 'left',
      canHide: false,
      text: (row) => heldIn(row, held)?.word ?? problemOf(row),
      title: (row) => {
        const issues = row.issues.map(({ message, cure }) => `${say(message)} ${say(cure)}`);
        return [heldIn(row, held)?.about ?? '', ...issues].filter((line) => line !== '').join('\n') || undefined;
      },
      render: (row) => {
        const back = heldIn(row, held);
        return back === undefined ? (
          <Status {...STATUS_MARKS[row.status]} word={problemOf(row)} />
        ) : (
          <Status {...STATUS_MARKS.warning} word={back.word} />
        );
      },
    },
    ...fields.filter((field) => field === 'name').map((field) => fieldColumn(field, locked.includes(field))),
    ...(retryOf === null ? [] : [WHY_UNPAID]),
    // Comes before the columns that a pasted block runs over.
    ...(fields.includes('paymentMethod') ? [] : [derived.method]),
    ...fields.flatMap((field) => {
      if (field === 'name') return [];
      const column = fieldColumn(field, locked.includes(field));
      return field === 'ifsc' ? [column, derived.bank] : [column];
    }),
  ];
}

const WHY_UNPAID: GridColumn<SeenRow> = {
  key: 'whyUnpaid',
  header: REVIEW.whyUnpaid,
  width: 160,
  wraps: true,
  text: ({ whyUnpaid }) => (whyUnpaid === null ? '' : say(whyUnpaid)),
  title: ({ whyUnpaid }) => (whyUnpaid === null ? undefined : say(whyUnpaid)),
};

/** Why a row with nothing wrong in the file is not paid now. */
export function heldIn({ rowNumber, status }: DraftLine, held: HeldBack['byRow']) {
  return status === 'ready' || status === 'warning' ? held.get(rowNumber) : undefined;
}

const SEVERITIES = ['error', 'warning', 'notice'] as const;

/** The row's worst issue in words, or its status when there is none. */
function problemOf({ status, issues }: DraftLine): string {
  const worst = SEVERITIES.map((severity) => issues.find((issue) => issue.severity === severity)).find(
    (issue) => issue !== undefined,
  );
  return status === 'ready' || worst === undefined ? REVIEW.statuses[status] : say(worst.title);
}

const FAINT = ['faint'] as const;

function fieldColumn(field: Field, isLocked: boolean): GridColumn<SeenRow> {
  const text = (row: DraftLine): string => textOf(row, field);
  return {
    key: field,
    header: field === 'paymentMethod' ? REVIEW.method : FIELD_WORDS[field],
    width: WIDTHS[field],
    canHide: false,
    ...(field === 'name' ? { frozen: 'left', narrow: 104, render: (row) => <PersonName>{text(row)}</PersonName> } : {}),
    ...(WHOLE.has(field) ? { isWhole: true } : {}),
    ...(field === 'amount'
      ? { frozen: 'right', paise: (row) => paiseOf(text(row)), render: (row) => shownAmount(text(row)) }
      : {}),
    ...(field === 'remark' ? { grow: true } : {}),
    ...(field === 'paymentMethod' ? { shown: shownMethod } : {}),
    ...(isLocked ? {} : { editor: field === 'paymentMethod' ? METHODS : 'text' }),
    text,
    title: (row) => titleOf(row, field, isLocked),
    tone: (row) => tonesOf(row, field, isLocked),
  };
}

/** What will be done, and what the sheet said where that is another word. */
function shownMethod(row: DraftLine): string {
  const said = textOf(row, 'paymentMethod').trim();
  if (row.method === null) return said;
  return said === '' || said.toUpperCase() === row.method ? row.method : REVIEW.methodFor(row.method, said);
}

function textOf({ cells }: DraftLine, field: Field): string {
  return cells.find((cell) => cell.field === field)?.text ?? '';
}

/** Returns null when the text is no amount. */
function paiseOf(text: string): number | null {
  const reading = parseRupees(text);
  return reading.kind === 'exact' ? reading.paise : null;
}

/** Formats an amount; any other text stays as written. */
function shownAmount(text: string): string {
  const paise = paiseOf(text);
  return paise === null ? text : formatRupees(paise);
}

function titleOf(row: DraftLine, field: Field, isLocked: boolean): string | undefined {
  const said = row.issues
    .filter((issue) => issue.field === field)
    .map(({ message, cure }) => `${say(message)} ${say(cure)}`);
  const original = row.cells.find((cell) => cell.field === field)?.original ?? null;
  const lines = [
    ...said,
    ...(original === null ? [] : [REVIEW.changed(original, textOf(row, field))]),
    ...(isLocked ? [REVIEW.locked] : []),
  ];
  return lines.length === 0 ? undefined : lines.join('\n');
}

function tonesOf(row: DraftLine, field: Field, isLocked: boolean): readonly CellTone[] {
  const severities = row.issues.filter((issue) => issue.field === field).map(({ severity }) => severity);
  const isEdited = row.cells.some((cell) => cell.field === field && cell.original !== null);
  const tones: readonly (CellTone | false)[] = [
    row.status === 'excluded' && 'leftOut',
    severities.includes('error') && 'error',
    severities.includes('warning') && !severities.includes('error') && 'warning',
    isEdited && 'edited',
    (isLocked || (field === 'paymentMethod' && textOf(row, field).trim() === '')) && 'faint',
  ];
  return tones.filter((tone) => tone !== false);
}
