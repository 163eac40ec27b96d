// Writing down what was heard outside a run: where the disk refuses, or another program holds the database, it is tried again
// for as long as a run would. In: news. Out: what changed, that the person stopped it first, or why the disk never took it.
// This file must never write once the person has stopped it, nor call anything written that is not on disk.

import type { PollPace } from '../../../shared/backoff.ts';
import { DiskPatience, stopOfDisk } from '../../../shared/disk-patience.ts';
import type { Pause } from '../../../shared/failures.ts';
import type { Change, News } from '../../../shared/ledger.ts';
import type { PacedReads } from '../../../shared/run.ts';
import { ASKED } from './drive-run.ts';
import type { Rooms, Writer } from './ports.ts';

export interface PatientWorld {
  readonly rooms: Pick<Rooms, 'clock'>;
  readonly store: Pick<Writer, 'ledger'>;
  readonly reads: Pick<PacedReads, 'wait'>;
  readonly pace: PollPace;
  /** True once the person has stopped it: nothing is written any more. */
  readonly isOver: () => boolean;
}

/** Shape: `over` when the person stopped it first. Of what is not `written`, nothing is on disk. */
export type Written =
  | { readonly kind: 'written'; readonly changes: readonly Change[] }
  | { readonly kind: 'over' }
  | { readonly kind: 'stopped'; readonly pause: Pause };

/** Settles the news in one turn. Errors: stopped when the disk refused it for too long. */
export async function writePatiently(world: PatientWorld, news: readonly News[]): Promise<Written> {
  const { rooms, store, reads, pace, isOver } = world;
  const patience = new DiskPatience();
  while (!isOver()) {
    const answer = store.ledger.turn({ nowMs: rooms.clock.nowMs(), pace, news, claim: null });
    if (answer.kind === 'committed') return { kind: 'written', changes: answer.result.changes };
    const nowMs = rooms.clock.monotonicMs();
    patience.refused(nowMs, answer);
    if (patience.isOver(nowMs)) return { kind: 'stopped', pause: stopOfDisk(answer) };
    await reads.wait(patience.retryMs);
  }
  return { kind: 'over' };
}

/** Why the command that had the news goes no further. */
export function whyUnwritten(written: Exclude<Written, { kind: 'written' }>): Pause {
  return written.kind === 'over' ? ASKED : written.pause;
}
