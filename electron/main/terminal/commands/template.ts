// `template`: writes an empty spreadsheet with a sample row. In: the file to write. Out: the command.
// This file must never name a format that the import does not read.

import { positional } from '../argument-kinds.ts';
import { defineCommand, taken } from '../command-table.ts';
import type { CommonValues } from '../command-table.ts';
import { FORCE } from '../force-option.ts';
import { outFile } from '../values.ts';
import type { OutFile } from '../values.ts';

export interface TemplateCommand extends CommonValues {
  readonly kind: 'template';
  readonly out: OutFile<'csv' | 'xlsx'>;
  readonly force: boolean;
}

export const template = defineCommand({
  words: ['template'],
  summary: 'writes an empty template with a sample row',
  positionals: {
    out: positional({ label: 'FILE.csv|.xlsx', help: 'the file to write', value: outFile(['csv', 'xlsx']) }),
  },
  options: { force: FORCE },
  make: (values) => taken<TemplateCommand>({ kind: 'template', ...values }),
});
