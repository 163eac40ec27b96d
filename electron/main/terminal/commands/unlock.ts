// `unlock`: a person takes a restored or copied database for the true one. In: the reason. Out: the command.
// This file must never let a note be left out: it stands in the audit log.

import { NOTE_MAX_CHARACTERS } from '../../../../shared/limits.ts';
import { flag, required } from '../argument-kinds.ts';
import { defineCommand, taken } from '../command-table.ts';
import type { CommonValues } from '../command-table.ts';
import { textUpTo } from '../values.ts';
import { PRACTICE_DESK } from '../which-desk.ts';

export interface UnlockCommand extends CommonValues {
  readonly kind: 'unlock';
  readonly note: string;
  readonly yes: boolean;
  readonly practice: boolean;
}

export const unlock = defineCommand({
  words: ['unlock'],
  summary: 'opens a restored or copied desk for new batches',
  notes: [
    'Shows what is in doubt and asks for its count. What is unknown stays unknown: it is looked up, and never sent again by the desk.',
  ],
  positionals: {},
  options: {
    note: required({
      name: 'note',
      argument: 'TEXT',
      help: 'why this copy is the true one; it goes into the audit log',
      value: textUpTo(NOTE_MAX_CHARACTERS),
    }),
    yes: flag({ name: 'yes', help: 'unlock without asking for the typed count' }),
    practice: PRACTICE_DESK,
  },
  make: (values) => taken<UnlockCommand>({ kind: 'unlock', ...values }),
});
