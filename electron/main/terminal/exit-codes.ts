// What the program ends with. In: how a command came out. Out: a code that scripts rely on. Source: CLI, Exit codes.
// This file must never call a run done while a payout of it has not succeeded.

import type { BatchView, CheckView, LookupView } from '../../../shared/api/views.ts';
import type { Refusal } from '../../../shared/issues.ts';
import type { StateKind } from '../../../shared/states.ts';
import { STATE_KINDS } from '../../../shared/states.ts';
import type { Until } from './follow-options.ts';

/**
 * Shape: `done`: everything asked for is done and every payout succeeded. `refused`: nothing was changed. `rowsBlocked`:
 * rows cannot be paid, or `run` may not leave them out. `inUse`: the data folder belongs to another process, or is locked.
 */
export const EXIT = {
  done: 0,
  fault: 1,
  refused: 2,
  rowsBlocked: 3,
  notAllSucceeded: 4,
  paused: 5,
  inUse: 6,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** How a window's door ends that could not open its desk. */
export function exitCodeOfUnopened({ code }: Refusal): ExitCode {
  return code === 'alreadyOpen' ? EXIT.inUse : EXIT.refused;
}

/** How `run`, `resume` and `watch` end; `watch` follows until `settled`. */
export function exitCodeOfBatch(view: BatchView, until: Until): ExitCode {
  const good: readonly StateKind[] = until === 'sent' ? ['success', 'processing'] : ['success'];
  const bad = STATE_KINDS.filter((kind) => !good.includes(kind)).some((kind) => view.counts[kind] > 0);
  // Late news says that an ending may not be true: until a person has read it, nothing is called done.
  if (!bad) return view.news === undefined ? EXIT.done : EXIT.notAllSucceeded;
  return view.paused === null ? EXIT.notAllSucceeded : EXIT.paused;
}

/** How `lookup` ends: known, not known, or nothing that was said of the payout are three things. */
export function exitCodeOfLookup({ known, trouble }: LookupView): ExitCode {
  if (trouble !== null) return EXIT.paused;
  return known ? EXIT.done : EXIT.notAllSucceeded;
}

/** How `check` ends. */
export function exitCodeOfCheck(view: CheckView): ExitCode {
  const blocked = view.payable < view.rows || view.issues.some((issue) => issue.severity === 'error');
  return blocked ? EXIT.rowsBlocked : EXIT.done;
}
