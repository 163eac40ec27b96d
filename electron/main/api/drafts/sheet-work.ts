// What a person did to one sheet of a file: the corrections as they stand, and the steps of undo and redo. It stays with its
// sheet while another one of the file is looked at. In: steps, sheets. Out: the work after them. Pure.
// This file must never bring what was done to one sheet to another.

import { unreachable } from '../../../../shared/failures.ts';
import { UNDO_STEPS_MAX } from '../../../../shared/limits.ts';
import { NO_EDITS } from '../../../../shared/rows.ts';
import type { OpenedSheet } from '../sheet-port.ts';
import type { DraftEdits, Step } from './draft-edits.ts';
import { isSameSheet, type SheetMark } from './same-sheet.ts';

/** Shape: the newest step last. */
export interface SheetWork {
  readonly edits: DraftEdits;
  readonly undo: readonly Step[];
  readonly redo: readonly Step[];
}

export const NO_WORK: SheetWork = { edits: NO_EDITS, undo: [], redo: [] };

/** Which way a step goes. */
export type Direction = 'edit' | 'undo' | 'redo';

/** The work after a step; `inverse` takes it back. */
export function workAfter(
  { undo, redo }: SheetWork,
  { edits, inverse, direction }: { readonly edits: DraftEdits; readonly inverse: Step; readonly direction: Direction },
): SheetWork {
  switch (direction) {
    case 'edit':
      return { edits, undo: [...undo, inverse].slice(-UNDO_STEPS_MAX), redo: [] };
    case 'undo':
      return { edits, undo: undo.slice(0, -1), redo: [...redo, inverse] };
    case 'redo':
      return { edits, undo: [...undo, inverse], redo: redo.slice(0, -1) };
    default:
      return unreachable(direction);
  }
}

/** The work on a sheet that is not looked at now. */
export interface SetAside {
  readonly mark: SheetMark;
  readonly work: SheetWork;
}

/** What was done to this sheet when it was last looked at. */
export function workOn(sheet: OpenedSheet, aside: readonly SetAside[]): SheetWork {
  return aside.find(({ mark }) => isSameSheet(mark, sheet))?.work ?? NO_WORK;
}

/** Lays the work on one sheet aside for another one, whose work is taken up. */
export function layAside(
  aside: readonly SetAside[],
  { left, work, taken }: { readonly left: OpenedSheet; readonly work: SheetWork; readonly taken: OpenedSheet },
): readonly SetAside[] {
  const others = aside.filter(({ mark }) => !isSameSheet(mark, left) && !isSameSheet(mark, taken));
  const { sheet, headers, rowNumbers } = left;
  return work.undo.length + work.redo.length === 0
    ? others
    : [...others, { mark: { sheet, headers, rowNumbers }, work }];
}
