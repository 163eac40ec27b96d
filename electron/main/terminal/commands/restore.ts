// `restore`: puts a backup in the place of the desk's database. In: the backup. Out: the command.
// This file must never lead to anything being sent.

import { positional } from '../argument-kinds.ts';
import { defineCommand, taken } from '../command-table.ts';
import type { CommonValues } from '../command-table.ts';
import { parsePath } from '../values.ts';
import { PRACTICE_DESK } from '../which-desk.ts';

export interface RestoreCommand extends CommonValues {
  readonly kind: 'restore';
  readonly file: string;
  readonly practice: boolean;
}

export const restore = defineCommand({
  words: ['restore'],
  summary: 'puts a backup in the place of the database, which is kept beside it',
  notes: [
    'A backup that is older than the desk opens locked: what it calls unsent may have been sent since, so it is unknown and only looked up. `unlock` opens it for new batches.',
  ],
  positionals: { file: positional({ label: 'FILE', help: 'a file that `backup` has written', value: parsePath }) },
  options: { practice: PRACTICE_DESK },
  make: (values) => taken<RestoreCommand>({ kind: 'restore', ...values }),
});
