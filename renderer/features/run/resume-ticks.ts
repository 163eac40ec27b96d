// What a person may accept with Resume, by why sending stopped. In: the pause. Out: the ticks that are offered.
// This file must never make a tick stand for a doubt that its sentence does not name.

import type { Pause } from '../../../shared/failures.ts';
import type { RUN } from '../../text/run.ts';

export type ResumeTick = keyof typeof RUN.resumeTicks;

/** Shape: `ticks` in the order in which they are offered; with `mustTick` nothing goes on without the first. */
export interface ResumeTicks {
  readonly ticks: readonly ResumeTick[];
  readonly mustTick: boolean;
}

/**
 * Where the cause can be mended the tick is a choice: without it, Resume looks whether it is mended. A wallet that holds too
 * little may come to light only once the look-ups were accepted, so both are offered there.
 */
const OFFERED: Readonly<Partial<Record<Pause['code'], readonly ResumeTick[]>>> = {
  lostAnswersUnrecoverable: ['unsureLookups', 'warnings'],
  lookupsUnreliable: ['unsureLookups', 'warnings'],
  walletLow: ['warnings'],
};

export function resumeTicksOf(code: Pause['code']): ResumeTicks {
  return { ticks: OFFERED[code] ?? [], mustTick: code === 'lostAnswersUnrecoverable' };
}
