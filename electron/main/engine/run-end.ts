// Whether a run is over, and how. Pure: what is left in, an end or null out. This file must never end a run that has
// something in flight or not yet on disk: the loop asks only when neither is so.

import type { Pause } from '../../../shared/failures.ts';
import { SETTLED_HORIZON_MS } from '../../../shared/limits.ts';
import type { RunEnd, RunRequest } from '../../../shared/run.ts';
import type { RunMode } from './run-mode.ts';

/** What is left. Shape: `held` rows wait for a person; `claimable` are queued and not held. */
export interface Remainder {
  readonly claimable: number;
  readonly held: number;
  readonly nextDueInMs: number | null;
  /** Whether a held row is one whose reference the gateway knows. */
  readonly hasKnownReference: boolean;
}

/** How a run that has nothing in flight ends; null while it goes on. */
export function endOf(
  mode: RunMode,
  { send, until }: Pick<RunRequest, 'send' | 'until'>,
  left: Remainder,
): RunEnd | null {
  if (mode.kind === 'stopping') return mode.end;
  if (send && left.claimable > 0) return null;
  const awaitedMs = send && until === 'sent' ? null : left.nextDueInMs;
  if (awaitedMs !== null && awaitedMs <= SETTLED_HORIZON_MS) return null;
  return send && left.held > 0 ? { kind: 'paused', pause: pauseOfHeld(left) } : { kind: 'reached' };
}

function pauseOfHeld({ held, hasKnownReference }: Remainder): Pause {
  const rows = held === 1 ? '1 row is' : `${held} rows are`;
  return hasKnownReference
    ? { code: 'referenceKnown', message: `${rows} held back: the gateway already knows the reference.` }
    : {
        code: 'guarded',
        message: `${rows} held back: another batch pays, or lately paid, the same amount to the same person, or the gateway gave no clear answer about the reference.`,
      };
}

/**
 * What is noted with the batch, so that it says why it stands still; null when nothing of it is unsent or it went to its
 * end. A run that only followed has stopped nothing: what was noted before it stays.
 */
export function pauseToNote(
  end: RunEnd,
  { send, claimable }: { readonly send: boolean; readonly claimable: number },
): Pause | null {
  if (!send) return null;
  if (end.kind === 'paused') return end.pause;
  return end.kind === 'bound' && claimable > 0 ? TIME_OVER : null;
}

const TIME_OVER: Pause = { code: 'timeOver', message: 'Its time was over. Resume sends what is left.' };
