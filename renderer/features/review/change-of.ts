import type { DraftEdit, DraftQuery } from '../../../shared/api/draft-commands.ts';
import { unreachable } from '../../../shared/failures.ts';
import type { Field } from '../../../shared/issues.ts';
import { CELL_MAX_CHARACTERS } from '../../../shared/limits.ts';
import type { REVIEW } from '../../text/review.ts';

export type ChangeAct = keyof typeof REVIEW.changeActs;

export const METHODS = ['UPI', 'IMPS'] as const;

export interface TypedChange {
  readonly act: ChangeAct;
  readonly field: Field;
  readonly method: (typeof METHODS)[number];
  readonly text: string;
}

/** Shape: at least one, the first is offered. */
export function actsFor(fields: readonly Field[]): readonly [ChangeAct, ...ChangeAct[]] {
  const texts: readonly ChangeAct[] = [
    ...(fields.includes('remark') ? (['setRemark'] as const) : []),
    ...(fields.includes('paymentMethod') ? (['setMethod'] as const) : []),
    ...(columnsFor('trim', fields).length > 0 ? (['trim'] as const) : []),
    ...(columnsFor('upperCase', fields).length > 0 ? (['upperCase'] as const) : []),
  ];
  const [first, ...more] = texts;
  return first === undefined ? ['leaveOut', 'takeIn'] : [first, ...more, 'leaveOut', 'takeIn'];
}

/** Whether it changes what stands in the rows, or only which of them are paid. */
export function changesCells(act: ChangeAct): boolean {
  return act !== 'leaveOut' && act !== 'takeIn';
}

/** The columns that a person chooses from. An amount has no letters. */
export function columnsFor(act: ChangeAct, fields: readonly Field[]): readonly Field[] {
  if (act === 'trim') return fields;
  return act === 'upperCase' ? fields.filter((field) => field !== 'amount') : [];
}

export function changeOf(
  { act, field, method, text }: TypedChange,
  { asked, fields }: { readonly asked: DraftQuery; readonly fields: readonly Field[] },
): DraftEdit | null {
  const columns = columnsFor(act, fields);
  const column = columns.find((one) => one === field) ?? columns[0];
  switch (act) {
    case 'setMethod':
      return { kind: 'changeShown', field: 'paymentMethod', change: { kind: 'set', text: method }, shown: asked };
    case 'setRemark':
      return text.trim() === '' || text.length > CELL_MAX_CHARACTERS
        ? null
        : { kind: 'changeShown', field: 'remark', change: { kind: 'set', text }, shown: asked };
    case 'trim':
    case 'upperCase':
      return column === undefined ? null : { kind: 'changeShown', field: column, change: { kind: act }, shown: asked };
    case 'leaveOut':
    case 'takeIn':
      return { kind: 'exclude', excluded: act === 'leaveOut', rows: asked };
    default:
      return unreachable(act);
  }
}
