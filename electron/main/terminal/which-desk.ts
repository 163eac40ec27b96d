// The option that names the practice desk where a command is about a whole desk. In: nothing. Out: an entry of the table.
// This file must never take the practice desk for the live one.

import type { Book } from '../../../shared/books.ts';
import { flag } from './argument-kinds.ts';

/** `--practice`; without it the live desk is meant. */
export const PRACTICE_DESK = flag({ name: 'practice', help: 'the practice desk instead of the live one' });

/** The desk that is meant. */
export function deskOf(isPractice: boolean): Book {
  return isPractice ? 'practice' : 'live';
}
