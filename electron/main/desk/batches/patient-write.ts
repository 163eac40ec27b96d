// Settles what came back outside a run. If the disk refuses or the database is held, it retries as long as a run would.

import type { Pause } from '../../../../shared/failures.ts';
import { msg } from '../../../../shared/messages/message.ts';
import { DiskPatience, stopOfDisk } from '../../domain/disk-patience.ts';
import type { Change, News } from '../../domain/ledger.ts';
import type { PollBackoff } from '../../domain/poll-schedule.ts';
import type { PacedReads } from '../../domain/run.ts';
import type { System } from '../../session/system.ts';
import type { HeadedWriter } from '../../store/store.ts';

/** The pause when a person asks a run to stop. */
export const ASKED: Pause = { code: 'person', message: msg('pause.person') };

export interface PatientWorld {
  readonly system: Pick<System, 'clock'>;
  readonly store: Pick<HeadedWriter, 'ledger'>;
  readonly reads: Pick<PacedReads, 'wait'>;
  readonly backoff: PollBackoff;
  /** True once the person has stopped it; then nothing more is written. */
  readonly isOver: () => boolean;
}

/** `over`: the person stopped it first. Unless `written`, nothing is on disk. */
export type Written =
  | { readonly kind: 'written'; readonly changes: readonly Change[] }
  | { readonly kind: 'over' }
  | { readonly kind: 'stopped'; readonly pause: Pause };

/** Settles the news in one transaction. Returns `stopped` if the disk refused for too long. */
export async function writePatiently(world: PatientWorld, news: readonly News[]): Promise<Written> {
  const { system, store, reads, backoff, isOver } = world;
  const patience = new DiskPatience();
  while (!isOver()) {
    const answer = store.ledger.turn({ nowMs: system.clock.nowMs(), backoff, news, claim: null });
    if (answer.kind === 'committed') return { kind: 'written', changes: answer.result.changes };
    const nowMs = system.clock.monotonicMs();
    patience.refused(nowMs, answer);
    if (patience.isOver(nowMs)) return { kind: 'stopped', pause: stopOfDisk(answer) };
    await reads.wait(patience.retryMs);
  }
  return { kind: 'over' };
}

/** Returns why the command that had the news stops. */
export function whyUnwritten(written: Exclude<Written, { kind: 'written' }>): Pause {
  return written.kind === 'over' ? ASKED : written.pause;
}
