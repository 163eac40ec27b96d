// The look-up in the moment of a decision: "not paid" is recorded only about a payout that the gateway does not know now.
// In: an open desk, the batch and the payouts that are to be decided. Out: why none of them may be, or null. What is heard is
// settled as any look-up, so that a payment that comes to light is followed from then on.

import type { BatchRecord } from '../../../shared/batches.ts';
import { unreachable } from '../../../shared/failures.ts';
import type { LookupKey } from '../../../shared/gateway-calls.ts';
import type { Refusal } from '../../../shared/issues.ts';
import type { UnknownPayout } from '../../../shared/unknown-desk.ts';
import { batchProfile } from './batch-profile.ts';
import type { Rooms, Writer } from './ports.ts';
import { mustWait, openSession, type Session, sessionWish, unlessMustWait } from './session.ts';
import { writePatiently, whyUnwritten } from './write-patiently.ts';

interface Deciding {
  readonly store: Writer;
  readonly batch: BatchRecord;
  readonly payouts: readonly UnknownPayout[];
}

/** Looks each of them up, by its reference and by its transaction id where that names it alone. */
export async function lookBeforeDeciding(rooms: Rooms, deciding: Deciding): Promise<Refusal | null> {
  const { store, batch } = deciding;
  const opened = await openSession(rooms, sessionWish(batchProfile(store, batch)));
  if (opened.kind !== 'done') return opened.refusal;
  const session = opened.value;
  try {
    return await unlessMustWait(rooms, session, () => lookAllUp(rooms, deciding, session));
  } finally {
    await session.close();
  }
}

async function lookAllUp(rooms: Rooms, deciding: Deciding, session: Session): Promise<Refusal | null> {
  const ready = await rooms.preflight(session.reads, []);
  if (ready.kind === 'stopped') return cannotBeAsked(ready.pause.message);
  if (ready.notKnown === null) return cannotBeAsked(NO_STEADY_ANSWER);
  for (const payout of deciding.payouts) {
    // The gateway may ask for minutes of patience in the middle.
    const wait = mustWait(rooms, session);
    if (wait !== null) return cannotBeAsked(wait.message);
    const against = await lookOneUp(rooms, deciding, { session, payout, notKnown: ready.notKnown });
    if (against !== null) return against;
  }
  return null;
}

async function lookOneUp(
  rooms: Rooms,
  { store, batch }: Deciding,
  { session, payout, notKnown }: { session: Session; payout: UnknownPayout; notKnown: string },
): Promise<Refusal | null> {
  const { payoutId, reference } = payout;
  const shown = `${payout.batch}/${payout.rowNumber}`;
  // A transaction id is asked for only while it names this payout alone: else its answer is another payment's.
  const own = store.retries.find(payoutId)?.key;
  const keys: readonly LookupKey[] = [{ by: 'reference', reference }, ...(own?.by === 'transactionId' ? [own] : [])];
  const { pollFirstMs: firstMs, pollMaxMs: maxMs } = batchProfile(store, batch);
  const world = { rooms, store, reads: session.reads, pace: { firstMs, maxMs }, isOver: () => false };
  for (const key of keys) {
    const looked = await rooms.lookAgain(session.reads, { key, notKnown });
    if (looked.kind === 'stopped') return cannotBeAsked(looked.pause.message);
    const atMs = rooms.clock.nowMs();
    const written = await writePatiently(world, [{ key, ...looked, kind: 'lookup', payoutId, atMs }]);
    if (written.kind !== 'written') return cannotBeAsked(whyUnwritten(written).message);
    const { finding, mismatch } = looked;
    switch (finding.kind) {
      case 'notKnown':
        break;
      case 'unclear':
        if (mismatch !== undefined) return aboutAnother(shown);
        return cannotBeAsked(`The gateway gave no clear answer about payout ${shown} just now.`);
      case 'state':
        return {
          code: 'gatewayKnows',
          message: `The gateway knows payout ${shown} now: it says "${finding.word}".`,
          cure: 'Its answer is recorded, and nothing was decided. Look at the payout again.',
        };
      default:
        return unreachable(finding);
    }
  }
  return null;
}

const NO_STEADY_ANSWER = 'The gateway gives no steady answer about payouts that do not exist.';

function aboutAnother(shown: string): Refusal {
  return {
    code: 'echoMismatch',
    message: `The gateway was asked about payout ${shown} and answered about another payment.`,
    cure: 'Its answer is recorded, and nothing was decided. Ask the gateway what became of the payout.',
  };
}

function cannotBeAsked(why: string): Refusal {
  return {
    code: 'notLookedUpNow',
    message: `${why} Nothing was decided.`,
    cure: '"Not paid" is decided only right after the gateway was asked: try again in a minute.',
  };
}
