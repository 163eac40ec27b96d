// The options that every command has. In: nothing. Out: entries of the table.
// This file must never take a token: there is no option for one, and there never will be.

import { flag, optional } from './argument-kinds.ts';
import { parsePath } from './values.ts';

export const DATA = optional({
  name: 'data',
  argument: 'DIR',
  help: "where the database lives; the user's application folder if left out",
  value: parsePath,
});
export const JSON_RESULT = flag({
  name: 'json',
  help: 'the result as one JSON object on the last line of standard output; everything else goes to standard error',
});
export const HELP = flag({ name: 'help', help: 'this help' });

/** In the order in which help lists them. */
export const COMMON_OPTIONS = [DATA, JSON_RESULT, HELP] as const;

/** Stands alone on a line. */
export const VERSION = flag({ name: 'version', help: 'the version' });
