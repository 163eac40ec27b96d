// What a person changed of a draft, and the steps it was changed in. In: edits as they stand and a step. Out: the edits after
// it, the step that takes it back, and the rows it names. This file must never change edits in place: a refused step leaves them.

import type { Field } from '../../../../shared/issues.ts';

/** One step of undo. Shape: `text` null is the file's own value again. */
export interface Step {
  readonly words: string;
  readonly cells: readonly { readonly row: number; readonly field: Field; readonly text: string | null }[];
  readonly excluded: readonly { readonly row: number; readonly excluded: boolean }[];
}

/** Shape: by the row's place in the sheet. */
export interface DraftEdits {
  readonly cells: ReadonlyMap<number, ReadonlyMap<Field, string>>;
  readonly excluded: ReadonlySet<number>;
}

/** Applies a step; `original` is the file's own text. Shape: `rows` are those it names; the edits before it stay as they were. */
export function takeStep(
  before: DraftEdits,
  { step, original }: { readonly step: Step; readonly original: (row: number, field: Field) => string },
): { readonly edits: DraftEdits; readonly inverse: Step; readonly rows: readonly number[] } {
  const cells = new Map(before.cells);
  const changed = new Map<number, Map<Field, string>>();
  for (const { row, field, text } of step.cells) {
    const fields = changed.get(row) ?? new Map(before.cells.get(row));
    changed.set(row, fields);
    if (text === null || text === original(row, field)) fields.delete(field);
    else fields.set(field, text);
  }
  for (const [row, fields] of changed) {
    if (fields.size === 0) cells.delete(row);
    else cells.set(row, fields);
  }
  const excluded = new Set(before.excluded);
  for (const { row, excluded: isOut } of step.excluded) {
    if (isOut) excluded.add(row);
    else excluded.delete(row);
  }
  const inverse = {
    words: step.words,
    cells: step.cells.map(({ row, field }) => ({ row, field, text: before.cells.get(row)?.get(field) ?? null })),
    excluded: step.excluded.map(({ row }) => ({ row, excluded: before.excluded.has(row) })),
  };
  const rows = new Set([...changed.keys(), ...step.excluded.map(({ row }) => row)]);
  return { edits: { cells, excluded }, inverse, rows: [...rows] };
}
