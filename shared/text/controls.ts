// The words of the controls.

import { countOf, formatCount } from '../counts.ts';
import { formatRupees } from '../money.ts';

export const DATES = {
  form: 'dd-mm-yyyy',
  wrong: 'Write a day as dd-mm-yyyy.',
  choose: (label: string): string => `Choose a day: ${label}`,
  earlier: 'Month before',
  later: 'Month after',
  week: ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'],
} as const;

export const NAMES = { deceptive: 'This name mixes two scripts or has marks that nobody sees.' } as const;

export const COPY = { of: (what: string): string => `Copy ${what}`, done: 'Copied' } as const;

export const FILE = { choose: 'Choose a file', none: 'No file chosen' } as const;

/** The words of every grid. */
export const GRID = {
  copy: 'Copy',
  copyWithHeaders: 'Copy with headers',
  cut: 'Cut',
  paste: 'Paste',
  clear: 'Clear',
  sortUp: 'Sort ascending',
  sortDown: 'Sort descending',
  sortNot: 'Remove the sorting',
  sorting: 'Sorting',
  hide: 'Hide column',
  columns: 'Columns',
  menu: 'Cells',
  reset: 'Reset the columns',
  range: (rows: number, columns: number): string => `${countOf(rows, 'row')}, ${countOf(columns, 'column')}`,
  amounts: (count: number, paise: number): string => `${countOf(count, 'amount')}, ${formatRupees(paise)}`,
  reading: (rows: number): string => `Reading ${countOf(rows, 'row')} to copy …`,
  copied: (rows: number, columns: number): string => `Copied ${GRID.range(rows, columns)}.`,
  pressAgain: (command: 'copy' | 'cut'): string =>
    `The rows are read now. Press ${command === 'copy' ? 'Ctrl+C' : 'Ctrl+X'} once more.`,
  notRead: 'Not all rows could be read, so nothing was copied.',
  tooMany: (most: number): string => `At most ${formatCount(most)} cells are copied at once. Select fewer rows.`,
  saveExcel: 'Save the list as Excel',
  saveCsv: 'Save the list as CSV',
  saving: (rows: number): string => `Reading ${countOf(rows, 'row')} to save …`,
  saved: (rows: number): string => `Saved ${countOf(rows, 'row')}.`,
  notSaved: 'Not all rows could be read, so nothing was saved.',
  tooManyToSave: (most: number): string => `At most ${formatCount(most)} cells are saved at once. Filter the list.`,
  pressPaste: 'Press Ctrl+V to paste.',
  rowGone: 'This row left the list, so nothing was written.',
} as const;
