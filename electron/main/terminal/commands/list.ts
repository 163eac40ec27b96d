// `list`: every batch, newest first. In: nothing. Out: the command.
// This file must never lead to a request or a change.

import { defineCommand, taken } from '../command-table.ts';
import type { CommonValues } from '../command-table.ts';

export interface ListCommand extends CommonValues {
  readonly kind: 'list';
}

export const list = defineCommand({
  words: ['list'],
  summary: 'lists the batches, newest first; reads only',
  positionals: {},
  options: {},
  make: (values) => taken<ListCommand>({ kind: 'list', ...values }),
});
