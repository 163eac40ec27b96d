// `backup`: a verified copy of the desk's database. In: the file to write. Out: the command.
// This file must never name a file by itself: a backup overwrites nothing.

import { positional } from '../argument-kinds.ts';
import { defineCommand, taken } from '../command-table.ts';
import type { CommonValues } from '../command-table.ts';
import { parsePath } from '../values.ts';
import { PRACTICE_DESK } from '../which-desk.ts';

export interface BackupCommand extends CommonValues {
  readonly kind: 'backup';
  readonly file: string;
  readonly practice: boolean;
}

export const backup = defineCommand({
  words: ['backup'],
  summary: 'writes a verified copy of the database, beside a running desk',
  notes: ['The copy holds account numbers and salaries: only you can read it. It never replaces a file.'],
  positionals: { file: positional({ label: 'FILE', help: 'the new file to write', value: parsePath }) },
  options: { practice: PRACTICE_DESK },
  make: (values) => taken<BackupCommand>({ kind: 'backup', ...values }),
});
