// Which column carries which field, one to one.

import type { AnswerOf } from '../../../shared/api/contract.ts';
import type { ReadOptions } from '../../../shared/api/draft-commands.ts';
import { FIELDS, type Field } from '../../../shared/rows.ts';

export type MatchReading = AnswerOf<'readDraft'>;

export type Header = MatchReading['headers'][number];

/** The header of each field; null for a field without a column. */
export type HeaderByField = Readonly<Record<Field, string | null>>;

export const FIELD_ORDER: readonly Field[] = [
  'amount',
  'upiId',
  'accountNumber',
  'ifsc',
  'paymentMethod',
  'remark',
  'reference',
  'name',
];

export function columnsOf(headers: readonly Header[]): HeaderByField {
  const of = (field: Field): string | null => headers.find((header) => header.field === field)?.header ?? null;
  return Object.fromEntries(FIELDS.map((field) => [field, of(field)])) as HeaderByField;
}

/** Assigns a column to a field and takes it from any other field. */
export function chooseColumn(
  columns: HeaderByField,
  { field, header }: { readonly field: Field; readonly header: string | null },
): HeaderByField {
  const freed = FIELDS.map((other) => [other, header !== null && columns[other] === header ? null : columns[other]]);
  return { ...(Object.fromEntries(freed) as HeaderByField), [field]: header };
}

/**
 * `answered`: the fields that a person chose a column for, or none. `before` holds both from before the person started choosing
 * for the most recent field.
 */
export interface Choosing {
  readonly columns: HeaderByField;
  readonly answered: ReadonlySet<Field>;
  readonly before: (Omit<Choosing, 'before'> & { readonly field: Field }) | null;
}

/**
 * Chooses for a field, possibly again: an arrow key steps through every column, and each one it passes returns to the field it
 * was taken from.
 */
export function chooseOn(
  { before, ...now }: Choosing,
  chosen: { readonly field: Field; readonly header: string | null },
): Choosing {
  const began = before?.field === chosen.field ? before : { ...now, field: chosen.field };
  const columns = chooseColumn(began.columns, chosen);
  // A field whose column went to another one has no answer any more.
  const standing = [...began.answered].filter((field) => columns[field] === began.columns[field]);
  return { columns, answered: new Set([...standing, chosen.field]), before: began };
}

/** What the desk asks about columns. */
export function questionsOf(reading: MatchReading): readonly ColumnQuestion[] {
  return reading.kind === 'asks' ? reading.questions : [];
}

export type ColumnQuestion = Extract<MatchReading, { kind: 'asks' }>['questions'][number];

/** The person's answers, and none that nobody gave: only the fields that were asked about or changed. */
export function chosenColumns(reading: MatchReading, columns: HeaderByField): Pick<ReadOptions, 'columns' | 'money'> {
  const { options, headers } = reading;
  const shown = columnsOf(headers);
  const questions = questionsOf(reading);
  const isAnswer = (field: Field): boolean =>
    columns[field] !== shown[field] || questions.some((question) => question.field === field);
  const named = questions.flatMap((question) => (question.field === 'amount' ? question.named : []));
  return {
    columns: [
      ...options.columns.filter(({ field }) => !isAnswer(field)),
      ...FIELDS.filter(isAnswer).map((field) => ({ field, header: columns[field] ?? '' })),
    ],
    money: [...new Set([...options.money, ...named])],
  };
}

export type MissingColumn = 'amount' | 'payee' | 'payeeHalf' | 'remark';

/** What is missing before rows can be checked; null when nothing is. */
export function missingOf(columns: HeaderByField, fillRemark: string): MissingColumn | null {
  if (columns.amount === null) return 'amount';
  if ((columns.accountNumber === null) !== (columns.ifsc === null)) return 'payeeHalf';
  if (columns.upiId === null && columns.accountNumber === null) return 'payee';
  return columns.remark === null && fillRemark.trim() === '' ? 'remark' : null;
}

/** The columns a field may use. The payer's own account is never offered for a payee field. */
export function offeredFor(field: Field, headers: readonly Header[]): readonly Header[] {
  return OF_PAYEE.has(field) ? headers.filter((header) => !header.isPayers || header.field === field) : headers;
}

const OF_PAYEE: ReadonlySet<Field> = new Set(['upiId', 'accountNumber', 'ifsc']);
