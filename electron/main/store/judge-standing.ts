// Compares a database with its head. In: the database's chain, what the head says, this machine. Out: whether it may send.
// The database may be ahead: its head is written after each commit and before any socket is opened, so what is beyond the
// head has not left the machine. This file must never call a database current that lacks what its head has seen.

import type { LostBatch, Standing } from '../../../shared/standing.ts';
import { formatBatchId } from '../../../shared/ids.ts';
import type { ChainReading } from './chain-reading.ts';
import { batchIdentity, distinctBatches } from './head-batches.ts';
import type { Noted } from './head-place.ts';

/** Judges a database. Shape: one without a batch holds nothing that could be sent, so that it needs no head. */
export function judgeStanding(
  chain: ChainReading,
  { head, batches, gone, machine }: Noted & { readonly machine: string },
): Standing {
  const isEmpty = chain.batchesAfter(0).length === 0;
  if (head === null || head.databaseId !== chain.databaseId) {
    if (!isEmpty) return { kind: 'locked', reason: 'noHead' };
  } else {
    if (head.sequence > chain.end().sequence) return { kind: 'locked', reason: 'older' };
    if (chain.hashAt(head.sequence) !== head.hash) return { kind: 'locked', reason: 'forked' };
    if (head.machine !== machine && !isEmpty) return { kind: 'locked', reason: 'otherMachine' };
  }
  // What its own head knows of them, a person has been told at the unlocking.
  const told = new Set([...chain.batchesAfter(0), ...batches].map(batchIdentity));
  return gone.every((batch) => told.has(batchIdentity(batch)))
    ? { kind: 'current' }
    : { kind: 'locked', reason: 'gone' };
}

/** The batches that are noted outside and that the database does not hold. */
export function lostBatches(
  chain: ChainReading,
  { batches, gone, prefix }: Omit<Noted, 'head'> & { readonly prefix: 'B' | 'P' },
): readonly LostBatch[] {
  const held = new Set(chain.batchesAfter(0).map(batchIdentity));
  const lost = [...batches, ...gone].filter((batch) => !held.has(batchIdentity(batch)));
  return distinctBatches(lost).map((batch) => ({ ...batch, id: formatBatchId(prefix, batch.batch) }));
}
