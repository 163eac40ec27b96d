// Looks up every payout of a retry's chains again, just before it is confirmed. In: the rows, the paced session, the
// not-known fingerprint. Out: what speaks against which row, by payout, or why nothing could be asked. What is heard is
// settled by the ledger as it comes, so that a payment that was believed unpaid becomes late news at once.
// This file must never let a row through on silence: each payout of its chain must be refused once more.

import { type Pause, unreachable } from '../../../shared/failures.ts';
import type { PayoutId, Reference } from '../../../shared/ids.ts';
import type { Refusal } from '../../../shared/issues.ts';
import type { RetryPayout } from '../../../shared/retry.ts';
import type { LookedAgain, PacedReads } from '../../../shared/run.ts';
import type { Rooms, Writer } from './ports.ts';
import { type PatientWorld, whyUnwritten, writePatiently, type Written } from './write-patiently.ts';

/** One row to look up. Shape: `chain` the payout it retries, then what that one retried; `reference` its own, unsent. */
export interface ChainToLookUp {
  readonly chain: readonly RetryPayout[];
  readonly reference: Reference;
}

export type ChainsLookedUp =
  | { readonly kind: 'looked'; readonly against: ReadonlyMap<PayoutId, Refusal> }
  | { readonly kind: 'stopped'; readonly pause: Pause };

export interface ChainWorld extends PatientWorld {
  readonly rooms: Rooms;
  readonly store: Writer;
  readonly reads: PacedReads;
  readonly notKnown: string | null;
  readonly onLookedUp: (done: number) => void;
}

type Looked = Extract<LookedAgain, { kind: 'looked' }>;

/** Looks all rows up, one after the other. Errors: stopped when the gateway, the disk or the person stops it. */
export async function lookChainsUp(world: ChainWorld, rows: readonly ChainToLookUp[]): Promise<ChainsLookedUp> {
  const against = new Map<PayoutId, Refusal>();
  for (const [index, row] of rows.entries()) {
    const [payout] = row.chain;
    if (payout === undefined) continue;
    const verdict = await lookRowUp(world, row);
    if (verdict !== null && 'pause' in verdict) return { kind: 'stopped', pause: verdict.pause };
    if (verdict !== null) against.set(payout.payoutId, verdict);
    world.onLookedUp(index + 1);
  }
  return { kind: 'looked', against };
}

type Stopped = { readonly pause: Pause };

/** What speaks against one row; null when nothing does. */
async function lookRowUp(world: ChainWorld, { chain, reference }: ChainToLookUp): Promise<Refusal | Stopped | null> {
  const { rooms, reads, notKnown } = world;
  for (const payout of chain) {
    const looked = await rooms.lookAgain(reads, { key: payout.key, notKnown });
    if (looked.kind === 'stopped') return { pause: looked.pause };
    const verdict = await judge(world, payout, looked);
    if (verdict !== null) return verdict;
  }
  // Another computer, or this one before a restore, may have retried the same payout: its reference would be this one.
  const own = await rooms.lookAgain(reads, { key: { by: 'reference', reference }, notKnown });
  if (own.kind === 'stopped') return { pause: own.pause };
  if (own.finding.kind === 'notKnown') return null;
  return own.finding.kind === 'state' ? retriedElsewhere(reference, own.finding.word) : unclear(chain[0]);
}

/** Settles what was heard, and says what it means for paying again. */
async function judge(world: ChainWorld, payout: RetryPayout, looked: Looked): Promise<Refusal | Stopped | null> {
  const { finding } = looked;
  const settled = await settle(world, payout, looked);
  if (settled.kind !== 'written') return { pause: whyUnwritten(settled) };
  const isLate = settled.changes.some(({ late }) => late);
  switch (finding.kind) {
    case 'state':
      return isLate || finding.state !== payout.state ? movedOn(payout, finding.word) : null;
    case 'notKnown': {
      const wasDeclaredUnpaid = payout.state === 'failed' && payout.decidedBy !== null;
      return wasDeclaredUnpaid || payout.refusedAtOnce ? null : noLongerKnown(payout);
    }
    case 'unclear':
      return unclear(payout);
    default:
      return unreachable(finding);
  }
}

/** Writes the look-up down. */
function settle(world: ChainWorld, { payoutId, key }: RetryPayout, looked: Looked): Promise<Written> {
  const { finding, utr, message, evidence } = looked;
  const atMs = world.rooms.clock.nowMs();
  return writePatiently(world, [{ kind: 'lookup', payoutId, key, finding, utr, message, evidence, atMs }]);
}

function nameOf({ batch, rowNumber }: RetryPayout): string {
  return `${batch} row ${rowNumber}`;
}

function movedOn(payout: RetryPayout, word: string): Refusal {
  return {
    code: 'maybePaid',
    message: `The gateway now says ${word} about ${nameOf(payout)}, which had ended ${payout.state}.`,
    cure: 'It is recorded as late news. Ask the gateway before anything is paid again.',
  };
}

function noLongerKnown(payout: RetryPayout): Refusal {
  return {
    code: 'noLongerKnown',
    message: `The gateway no longer knows ${nameOf(payout)}, which it had called ${payout.state}.`,
    cure: 'Ask the gateway what became of it before anything is paid again.',
  };
}

function unclear(payout: RetryPayout | undefined): Refusal {
  return {
    code: 'chainUnclear',
    message: `The gateway gave no clear answer about ${payout === undefined ? 'it' : nameOf(payout)}.`,
    cure: 'Try again in a while; without a clear answer nothing is paid again.',
  };
}

function retriedElsewhere(reference: Reference, word: string): Refusal {
  return {
    code: 'retriedElsewhere',
    message: `The gateway already knows reference ${reference} (${word}): it was paid again from another computer or before a restore.`,
    cure: 'Compare with the gateway and with the other computer first.',
  };
}
