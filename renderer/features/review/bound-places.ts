// The rows at places of the list, bound to what a person saw there. In: how to read rows, the places, the rows as they were
// seen. Out: the rows and the one revision that all of them are of, or why not.
// This file must never give a row that stands where another one was seen, nor leave out one that was not read.

import type { DraftRow } from '../../../shared/api/draft-commands.ts';
import type { Refusal } from '../../../shared/issues.ts';
import { EDIT_CELLS_MAX, WINDOW_ROWS_MAX } from '../../../shared/limits.ts';
import type { RowPage, RowWindow } from '../../bridge/row-list.ts';
import type { NotTold, Told } from '../../bridge/told.ts';
import { REVIEW } from '../../text/review.ts';

export type DraftPage = RowPage<DraftRow> & { readonly revision: number };

export interface BoundRows {
  readonly kind: 'bound';
  readonly revision: number;
  readonly rows: readonly DraftRow[];
}

interface Places extends RowWindow {
  /** Shape: one for each place from the first on, null where none was seen. */
  readonly seen: readonly (DraftRow | null)[];
}

/** Reads the rows at places. Shape: fewer than `count` where the list ends. Errors: refused when they are not those seen. */
export async function bindPlaces(
  read: (window: RowWindow) => Promise<Told<DraftPage>>,
  { from, count, seen }: Places,
): Promise<BoundRows | NotTold> {
  const rows: DraftRow[] = [];
  let revision: number | null = null;
  for (let at = from; at < from + count; at += WINDOW_ROWS_MAX) {
    const told = await read({ from: at, count: Math.min(WINDOW_ROWS_MAX, from + count - at) });
    if (told.kind !== 'done') return told;
    revision ??= told.value.revision;
    if (told.value.revision !== revision) return MOVED;
    rows.push(...told.value.rows);
    if (at + WINDOW_ROWS_MAX >= told.value.total) break;
  }
  const isAsSeen = seen.every((row, index) => row === null || row.rowNumber === rows[index]?.rowNumber);
  return revision === null || rows.length === 0 || !isAsSeen ? MOVED : { kind: 'bound', revision, rows };
}

/** The code makes the draft's summary be read anew, as for an edit of a revision that is no more. */
const MOVED_MEANWHILE: Refusal = { code: 'changedMeanwhile', ...REVIEW.moved };
const MOVED: NotTold = { kind: 'refused', refusal: MOVED_MEANWHILE };

/** For a fill over more rows than one edit sets cells. */
export const TOO_MANY_TO_FILL: NotTold = {
  kind: 'refused',
  refusal: { code: 'tooManyCells', ...REVIEW.fillTooMany(EDIT_CELLS_MAX) },
};

/** For a place whose row nobody has seen yet. */
export const NOT_READ_YET: NotTold = { kind: 'refused', refusal: { code: 'notReadYet', ...REVIEW.notRead } };
