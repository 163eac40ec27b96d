// Nobody is blamed: the cell is named, and the cure.

import type { DraftFilter } from '../../shared/api/draft-commands.ts';
import { countOf, formatCount, formatSize } from './format.ts';

interface ReadFile {
  readonly file: { readonly name: string; readonly sizeBytes: number };
  readonly sheet: string | null;
  readonly rows: number;
}

export const REVIEW = {
  title: 'Review and fix',
  about: ({ file, sheet, rows }: ReadFile): string =>
    [file.name, sheet, countOf(rows, 'row'), file.sizeBytes === 0 ? null : formatSize(file.sizeBytes)]
      .filter((part) => part !== null)
      .join(' · '),
  filters: {
    all: 'All',
    ready: 'Ready',
    errors: 'Errors',
    warnings: 'Warnings',
    excluded: 'Left out',
    edited: 'Edited',
  } satisfies Record<DraftFilter, string>,
  filterLabel: 'Show rows',
  search: 'Search in the rows',
  payable: 'Will be paid',
  total: 'Total',
  upi: 'UPI',
  imps: 'IMPS',
  /** Shape: empty when the sheet hides nothing. */
  hidden: ({ rows, columns }: { readonly rows: number; readonly columns: number }): string => {
    const what = [...(rows > 0 ? [countOf(rows, 'row')] : []), ...(columns > 0 ? [countOf(columns, 'column')] : [])];
    return what.length === 0 ? '' : `${what.join(' and ')} hidden in the sheet`;
  },
  grid: 'Rows of the file',
  row: 'Row',
  status: 'Status',
  bank: 'Bank',
  method: 'Method',
  statuses: { ready: 'Ready', warning: 'Warning', error: 'Error', excluded: 'Left out' },
  noRows: 'No row here',
  noRowsFor: 'No row of the file matches this filter.',
  issues: 'What is wrong',
  noIssues: 'Nothing is wrong with these rows.',
  noIssuesAbout: 'Every row of the file can be paid.',
  show: 'Show',
  shown: 'Shown',
  fixAll: (count: number): string => `Fix all ${formatCount(count)}`,
  rowsWith: (count: number, first: number): string =>
    count === 1 ? `Row ${first}` : `${countOf(count, 'row')}, the first is ${first}`,
  undo: 'Undo',
  redo: 'Redo',
  undoStep: (step: string): string => `Undo: ${step} (Ctrl+Z)`,
  redoStep: (step: string): string => `Redo: ${step} (Ctrl+Y)`,
  replace: 'Find and replace',
  replaceIn: 'In the column',
  find: 'Find',
  replaceWith: 'Replace with',
  replaceAll: 'Replace all',
  change: 'Change all rows shown',
  changeAbout: 'For every row that the filter and the search show now. Undo takes it back in one step.',
  changeAboutCells:
    'For every row that the filter and the search show now. Those that are left out stay as they are. Undo takes it back in one step.',
  changeWhat: 'What to do',
  changeActs: {
    setRemark: 'Set the remark',
    setMethod: 'Set the method',
    trim: 'Take away blanks at both ends',
    upperCase: 'Write in capitals',
    leaveOut: 'Leave out',
    takeIn: 'Take in again',
  },
  /** Shape: null where the rows could not be counted. */
  changeApply: (count: number | null): string =>
    count === null ? 'Apply' : count === 1 ? 'Apply to the row shown' : `Apply to the ${countOf(count, 'row')} shown`,
  changeCounting: 'Counting the rows',
  exportProblems: 'Save the problem rows',
  nextIssue: 'Next issue',
  nextIssueKey: 'Next issue (F8)',
  leaveOut: 'Leave this row out',
  takeIn: 'Take this row in again',
  leaveOutErrors: 'Leave out all rows with errors',
  changeColumns: 'Change the columns',
  backToResult: 'Back to the result',
  retryOf: (batch: string): string =>
    `These rows were not paid in ${batch}. Correct them here; the originals stay as they are.`,
  retryAbout: 'Each is paid again once, for the same amount, as a new batch linked with the first one.',
  locked: 'This cannot be changed in a retry. Another amount is another payment: pay it from a file of its own.',
  pasteRefused: {
    notHere: {
      message: 'Nothing can be pasted into this column.',
      cure: 'Select a cell of another column, then paste.',
    },
    tooMany: (count: number, most: number) => ({
      message: `The copied block has ${countOf(count, 'cell')}: nothing was pasted.`,
      cure: `At most ${formatCount(most)} go in one step. Copy it in parts.`,
    }),
    outside: (count: number) => ({
      message: `${countOf(count, 'cell')} of the copied block would fall outside the rows and columns here: nothing was pasted.`,
      cure: 'Select the cell where the block begins, or copy fewer rows or columns.',
    }),
  },
  typedText: 'What you typed',
  typedTextAbout: 'It is kept here until you close this. Copy from it what you need.',
  original: (text: string): string => (text === '' ? 'The file has nothing here.' : `In the file: ${text}`),
  moved: {
    message: 'The rows changed before this was done, so nothing was changed.',
    cure: 'Look at the rows as they are now, and do it again.',
  },
  fillTooMany: (most: number) => ({
    message: `At most ${formatCount(most)} cells are filled at once, so nothing was changed.`,
    cure: 'Fill fewer rows at a time, or use Find and replace.',
  }),
  notRead: {
    message: 'This row has not been read yet, so nothing was changed.',
    cure: 'Wait until it is shown, and do it again.',
  },
  noCell: 'F8 next issue · F2 or typing edits · Ctrl+V pastes a block · Ctrl+D fills from above · Ctrl+Z undoes',
  next: 'Check and confirm',
  nothingToPay: 'No row can be paid yet.',
  errorsLeft: (count: number): string => `${countOf(count, 'row')} with errors will be left out.`,
} as const;
