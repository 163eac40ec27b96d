// What a resumed batch would pay once more is looked up again before anything is sent, as when it was confirmed.
// In: a paused batch and the paced session. Out: nothing; rows that may have been paid meanwhile are put on hold.
// This file must never let a row go whose earlier payouts it could not look up.

import type { Pause } from '../../../shared/failures.ts';
import type { UnsentRepeat } from '../../../shared/guards.ts';
import type { News } from '../../../shared/ledger.ts';
import { foundEarlier } from './choose-rows.ts';
import { ASKED } from './drive-run.ts';
import { type EarlierWorld, lookEarlierUp } from './look-earlier.ts';
import { whyUnwritten, writePatiently } from './write-patiently.ts';

/** Looks the repeats up. Errors: a pause when the gateway, the disk or the person stops it; null when done. */
export async function lookBeforeResume(world: EarlierWorld, repeats: readonly UnsentRepeat[]): Promise<Pause | null> {
  const { rooms, store, reads, profile } = world;
  const rows = repeats.map(({ rowNumber, earlier, references }) => ({
    rowNumber,
    payouts: earlier.map((payoutId) => foundEarlier(store, payoutId)),
    references,
  }));
  const looked = await lookEarlierUp(world, rows);
  if (looked === null) return ASKED;
  if (looked.kind === 'stopped') return looked.pause;
  const nowMs = rooms.clock.nowMs();
  const held: News[] = [];
  for (const { payoutId, rowNumber, isRetry } of repeats) {
    const refusal = looked.against.get(rowNumber);
    if (refusal === undefined) continue;
    // What a lost batch paid has a reference of its own: this payout's is not known by it.
    const hold = refusal.code === 'retriedElsewhere' && isRetry ? 'referenceKnown' : 'referenceUnclear';
    const { message, evidence = { httpStatus: null, text: null } } = refusal;
    held.push({ kind: 'held', payoutId, hold, message, evidence, atMs: nowMs });
  }
  if (held.length === 0) return null;
  const pace = { firstMs: profile.pollFirstMs, maxMs: profile.pollMaxMs };
  const written = await writePatiently({ rooms, store, reads, pace, isOver: () => false }, held);
  return written.kind === 'written' ? null : whyUnwritten(written);
}
