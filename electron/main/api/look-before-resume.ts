// A retry that is resumed: what it pays again is looked up once more before anything is sent, as when it was confirmed.
// In: a paused retry and the paced session. Out: nothing; rows that may have been paid meanwhile are put on hold.
// This file must never let a row go whose chain it could not look up.

import type { Pause } from '../../../shared/failures.ts';
import type { News } from '../../../shared/ledger.ts';
import { type ChainWorld, lookChainsUp } from './look-chain.ts';
import { whyUnwritten, writePatiently } from './write-patiently.ts';

/** Looks up the chains of what is still queued. Errors: a pause when the gateway, the disk or the person stops it; null when done. */
export async function lookBeforeResume(world: ChainWorld, batch: number): Promise<Pause | null> {
  const { rooms, store } = world;
  const queued = store.retries
    .payouts(batch)
    .filter(({ state, retryOf }) => state === 'queued' && retryOf !== null)
    .map((payout) => ({ payout, reference: payout.reference, chain: store.retries.chain(payout.payoutId).slice(1) }));
  const looked = await lookChainsUp(world, queued);
  if (looked.kind === 'stopped') return looked.pause;
  const nowMs = rooms.clock.nowMs();
  const held: News[] = [];
  for (const { payout, chain } of queued) {
    const [before] = chain;
    const refusal = before === undefined ? undefined : looked.against.get(before.payoutId);
    if (refusal === undefined) continue;
    const hold = refusal.code === 'retriedElsewhere' ? 'referenceKnown' : 'referenceUnclear';
    const evidence = { httpStatus: null, text: null };
    held.push({ kind: 'held', payoutId: payout.payoutId, hold, evidence, atMs: nowMs });
  }
  if (held.length === 0) return null;
  const written = await writePatiently(world, held);
  return written.kind === 'written' ? null : whyUnwritten(written);
}
