// `practice`: serves the practice gateway. In: the port. Out: the command.
// This file must never let it be served to other machines.

import { PORT_MAX } from '../../../../shared/limits.ts';
import { optional } from '../argument-kinds.ts';
import { defineCommand, taken } from '../command-table.ts';
import type { CommonValues } from '../command-table.ts';
import { wholeNumber } from '../values.ts';

/** Shape: `port` null or 0 for any free one. */
export interface PracticeCommand extends CommonValues {
  readonly kind: 'practice';
  readonly port: number | null;
}

export const practice = defineCommand({
  words: ['practice'],
  summary: 'serves the practice gateway until Ctrl+C; prints its URL, mid and token',
  positionals: {},
  options: {
    port: optional({
      name: 'port',
      argument: 'N',
      help: 'the port on 127.0.0.1; any free one if left out or 0',
      value: wholeNumber({ min: 0, max: PORT_MAX, unit: 'for a port' }),
    }),
  },
  make: (values) => taken<PracticeCommand>({ kind: 'practice', ...values }),
});
