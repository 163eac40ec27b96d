// What has the place of the one thing at a time, and what it is told as. In: a job. Out: what the process does now.
// This file must never take what is about to send for something that only looks up.

import type { Activity, Work } from '../../../../shared/api/desk-commands.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import type { RunTelling } from './run-telling.ts';

/**
 * What has the place. Shape: `batch` is known from the first for what goes on, and once the run is prepared for what is
 * started; `before` settles when what had the place has made way.
 */
export interface Current {
  readonly kind: 'preparing' | 'sending' | 'following';
  readonly work: Work;
  readonly batch: BatchId | null;
  readonly before: Promise<void>;
  readonly ended: Promise<void>;
  readonly telling: RunTelling;
}

export function activityOf(current: Current | null): Activity {
  if (current === null) return { kind: 'idle' };
  const { kind, batch, work } = current;
  if (kind === 'sending' && batch !== null) return { kind, batch };
  return kind === 'following' ? { kind, batch } : { kind: 'preparing', batch, work };
}

/** Whether payouts leave now or are about to: what only looks up makes way for what sends. */
export function sends(current: Current | null): boolean {
  if (current === null || current.kind === 'following') return false;
  return current.kind === 'preparing' || current.telling.progress?.phase !== 'settling';
}
