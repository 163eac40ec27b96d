// How a command of the desk can end, as data, at every front door. Source: CLI, exit codes.
// This file must never hold a sentence: refusals bring their own.

import type { Refusal } from '../issues.ts';
import type { CheckView } from './views.ts';

/**
 * `refused`: a file, option or profile was refused and nothing was changed. `unsure`: it may have been done all the same, and
 * only a person can find out. `blocked`: the file holds rows that cannot be paid and may not be left out. `busy`: another
 * process sends from the data folder, or the desk is locked.
 */
export type Answer<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'refused'; readonly file: string | null; readonly refusal: Refusal }
  | { readonly kind: 'unsure'; readonly refusal: Refusal }
  | { readonly kind: 'blocked'; readonly check: CheckView; readonly refusal: Refusal }
  | { readonly kind: 'busy'; readonly refusal: Refusal };
