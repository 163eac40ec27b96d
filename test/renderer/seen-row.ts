import type { SeenRow } from '../../renderer/features/review/draft-editing.ts';

/** A row of the list as read in a revision, with a remark. */
export function rowAt(revision: number, text: string): SeenRow {
  const about = { status: 'ready', edited: false, hidden: false, method: 'UPI', amountPaise: 1 } as const;
  const unsaid = { bank: null, whyUnpaid: null };
  return {
    at: 0,
    rowNumber: 2,
    ...about,
    ...unsaid,
    cells: [{ field: 'remark', text, original: null }],
    issues: [],
    revision,
  };
}
