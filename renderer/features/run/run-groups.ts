// What accounts people tell apart in a run. In: a batch's view. Out: groups of states with their words, numbers and rupees.
// This file must never put money that is in doubt together with money that is not.

import type { BatchView } from '../../../shared/api/views.ts';
import type { StateKind } from '../../../shared/states.ts';
import { RUN } from '../../text/run.ts';
import { STATE_WORDS } from '../../text/states.ts';
import type { Tone } from '../../ui/tone.ts';

interface RunGroup {
  readonly word: string;
  readonly states: readonly StateKind[];
  readonly tone: Tone;
  /** Shown also while nothing is in it, so that the others keep their places. */
  readonly isAlways: boolean;
}

/** In the order of the bar: what is paid first, what has not been sent last. */
export const RUN_GROUPS = {
  success: { word: STATE_WORDS.success, states: ['success'], tone: 'paid', isAlways: true },
  processing: { word: STATE_WORDS.processing, states: ['sending', 'processing'], tone: 'moving', isAlways: true },
  unknown: { word: STATE_WORDS.unknown, states: ['unknown'], tone: 'doubt', isAlways: true },
  failed: { word: RUN.failedOrRejected, states: ['failed', 'rejected'], tone: 'wrong', isAlways: true },
  reversed: { word: STATE_WORDS.reversed, states: ['reversed'], tone: 'back', isAlways: false },
  queued: { word: STATE_WORDS.queued, states: ['queued'], tone: 'quiet', isAlways: true },
  cancelled: { word: STATE_WORDS.cancelled, states: ['cancelled'], tone: 'quiet', isAlways: false },
} as const satisfies Record<string, RunGroup>;
export type RunGroupKey = keyof typeof RUN_GROUPS;

export const RUN_GROUP_KEYS = [
  'success',
  'processing',
  'unknown',
  'failed',
  'reversed',
  'queued',
  'cancelled',
] as const satisfies readonly RunGroupKey[];

/** The groups that are shown. Units: paise. */
export function groupsOf({ counts, paise }: Pick<BatchView, 'counts' | 'paise'>) {
  return RUN_GROUP_KEYS.flatMap((key) => {
    const { word, tone, isAlways } = RUN_GROUPS[key];
    const states: readonly StateKind[] = RUN_GROUPS[key].states;
    const count = states.reduce((sum, state) => sum + counts[state], 0);
    const worth = states.reduce((sum, state) => sum + paise[state], 0);
    return count > 0 || isAlways ? [{ key, word, tone, count, paise: worth }] : [];
  });
}
