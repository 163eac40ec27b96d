// Which rows Review shows. In: nothing. Out: the question, and the one that shows every row.
// This file must never hold a component.

import type { DraftFilter } from '../../../shared/api/draft-commands.ts';
import type { Field } from '../../../shared/issues.ts';

/** Shape: `issue` only rows with this kind, null for any; `search` in any cell, without case. */
export interface Asked {
  readonly filter: DraftFilter;
  readonly issue: { readonly code: string; readonly field: Field | null } | null;
  readonly search: string;
}

export const EVERYTHING: Asked = { filter: 'all', issue: null, search: '' };
