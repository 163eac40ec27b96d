// What came back outside a run is written down here: where the disk refuses, or another program holds the database, it
// is tried again for as long as a run would.

import type { Pause } from '../../../../shared/failures.ts';
import { msg } from '../../../../shared/messages/message.ts';
import { DiskPatience, stopOfDisk } from '../../domain/disk-patience.ts';
import type { Change, News } from '../../domain/ledger.ts';
import type { PollPace } from '../../domain/poll-schedule.ts';
import type { PacedReads } from '../../domain/run.ts';
import type { System } from '../../session/system.ts';
import type { HeadedWriter } from '../../store/store.ts';

/** Why a run stops when a person asks for it. */
export const ASKED: Pause = { code: 'person', message: msg('pause.person') };

export interface PatientWorld {
  readonly system: Pick<System, 'clock'>;
  readonly store: Pick<HeadedWriter, 'ledger'>;
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
  const { system, store, reads, pace, isOver } = world;
  const patience = new DiskPatience();
  while (!isOver()) {
    const answer = store.ledger.turn({ nowMs: system.clock.nowMs(), pace, news, claim: null });
    if (answer.kind === 'committed') return { kind: 'written', changes: answer.result.changes };
    const nowMs = system.clock.monotonicMs();
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
