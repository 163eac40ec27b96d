// `check`: reads a spreadsheet and says what is wrong with it. In: the file and how to read it. Out: the command.
// This file must never lead to anything being changed.

import { defineCommand, taken } from '../command-table.ts';
import type { CommonValues } from '../command-table.ts';
import { FILE, FILE_OPTIONS } from '../file-options.ts';
import type { FileChoice } from '../file-options.ts';

export interface CheckCommand extends CommonValues, FileChoice {
  readonly kind: 'check';
}

export const check = defineCommand({
  words: ['check'],
  summary: 'reads a spreadsheet and checks it; changes nothing',
  notes: ['Ends with exit code 3 when there are rows that cannot be paid.'],
  positionals: { file: FILE },
  options: FILE_OPTIONS,
  make: (values) => taken<CheckCommand>({ kind: 'check', ...values }),
});
