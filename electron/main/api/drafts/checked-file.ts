// A kept check in the words of a file that was read as a whole. In: the sheet and its check. Out: a checked file that later
// edits do not change. This file must never judge a row: the import does.

import type { Issue } from '../../../../shared/issues.ts';
import type { CheckedFile } from '../../../../shared/rows.ts';
import type { KeptCheck, OpenedSheet } from '../sheet-port.ts';

/** A kept check as a checked file: every row, every finding. */
export function checkedFileOf(sheet: OpenedSheet, columns: CheckedFile['columns'], check: KeptCheck): CheckedFile {
  const { payableCount, totalPaise, hiddenRowCount, hiddenColumnCount } = check;
  const issues = check.rows.reduce<Issue[]>(
    (all, _, row) => {
      all.push(...check.issuesOf(row));
      return all;
    },
    [...check.columnIssues],
  );
  const { file, sheet: name, headers } = sheet;
  return {
    file,
    sheet: name,
    headers,
    columns,
    rows: [...check.rows],
    issues,
    payableCount,
    totalPaise,
    hiddenRowCount,
    hiddenColumnCount,
  };
}
