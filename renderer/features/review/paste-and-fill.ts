// Lays a block copied from a spreadsheet onto the rows that a person saw. A block is never stretched, and cells outside the grid
// are dropped. A row is never replaced by another that has moved to its place, and an unread row is never skipped.

import type { DraftEdit, DraftLine } from '../../../shared/api/draft-commands.ts';
import { EDIT_CELLS_MAX, WINDOW_ROWS_MAX } from '../../../shared/limits.ts';
import type { Field, Refusal } from '../../../shared/rows.ts';
import { REVIEW } from '../../../shared/text/drafts.ts';
import type { CommandFailure, CommandResult } from '../../bridge/desk-transport.ts';
import type { RowPage, RowWindow } from '../../bridge/row-list.ts';
import { pageRefusal } from '../../language.ts';
import type { RowKey } from '../../ui/grid/bound-selection.ts';

/** `seen` is the text the person saw there; absent when the cell was not in sight. */
export type BlockCell = Extract<DraftEdit, { kind: 'setCells' }>['cells'][number];

/** Lays the block on the rows and columns starting at the selected cell. A field is null for a column that takes no text. */
export function layBlock(
  block: readonly (readonly string[])[],
  { rowNumbers, fields }: { readonly rowNumbers: readonly number[]; readonly fields: readonly (Field | null)[] },
): readonly BlockCell[] {
  return rowNumbers.flatMap((rowNumber, down) =>
    fields.flatMap((field, across) => {
      const text = block[down]?.[across];
      return field === null || text === undefined ? [] : [{ rowNumber, field, text }];
    }),
  );
}

export type DraftPage = RowPage<DraftLine> & { readonly revision: number };

interface BoundRows {
  readonly kind: 'bound';
  readonly revision: number;
  readonly rows: readonly DraftLine[];
}

interface Places {
  readonly from: number;
  /** The row number at each place from the first on; null where nobody has seen the row. */
  readonly keys: readonly (RowKey | null)[];
  /** The list's length at that time. If it changed, other rows may be before the unseen ones. */
  readonly total: number | null;
}

/** Reads the rows at these places. Refuses when they are not the rows that were chosen. */
export async function bindPlaces(
  read: (window: RowWindow) => Promise<CommandResult<DraftPage>>,
  { from, keys, total }: Places,
): Promise<BoundRows | CommandFailure> {
  const rows: DraftLine[] = [];
  let revision: number | null = null;
  for (let at = 0; at < keys.length; at += WINDOW_ROWS_MAX) {
    const result = await read({ from: from + at, count: Math.min(WINDOW_ROWS_MAX, keys.length - at) });
    if (result.kind !== 'done') return result;
    revision ??= result.value.revision;
    if (result.value.revision !== revision || result.value.total !== total) return MOVED;
    rows.push(...result.value.rows);
  }
  const areThese = keys.every((key, index) => {
    const rowNumber = rows[index]?.rowNumber;
    return rowNumber !== undefined && (key === null || key === rowNumber);
  });
  return revision === null || !areThese ? MOVED : { kind: 'bound', revision, rows };
}

/** This code rereads the draft's summary, as for an edit of an outdated revision. */
const MOVED_MEANWHILE: Refusal = pageRefusal('changedMeanwhile', REVIEW.moved);
const MOVED: CommandFailure = { kind: 'refused', refusal: MOVED_MEANWHILE };

/** For a fill of more cells than one edit may set. */
export const TOO_MANY_TO_FILL: CommandFailure = {
  kind: 'refused',
  refusal: pageRefusal('tooManyCells', REVIEW.fillTooMany(EDIT_CELLS_MAX)),
};

/** For a place whose row nobody has seen yet. */
export const NOT_READ_YET: CommandFailure = { kind: 'refused', refusal: pageRefusal('notReadYet', REVIEW.notRead) };
