// Whether a command may have been done although it was not answered as done. In: what was told. Out: yes or no. Pure.
// This file must never take silence, a fault or an unreadable answer for "nothing was changed".

import { unreachable } from '../../shared/failures.ts';
import type { Told } from './told.ts';

/** What was refused changed nothing, and what is done is over: only then is the next try another one. */
export function mayBeDone({ kind }: Told<unknown>): boolean {
  switch (kind) {
    case 'done':
    case 'refused':
      return false;
    case 'unsure':
    case 'fault':
    case 'lost':
      return true;
    default:
      return unreachable(kind);
  }
}
