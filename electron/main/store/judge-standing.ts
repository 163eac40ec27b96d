// Compares a database with its head. In: the database's chain, what the head says, this machine. Out: whether it may send.
// The database may be ahead: its head is written after each commit and before any socket is opened, so what is beyond the
// head has not left the machine. This file must never call a database current that lacks what its head has seen.

import type { HeadBatch, LostBatch, OutsideHead, Standing } from '../../../shared/standing.ts';
import { formatBatchId } from '../../../shared/ids.ts';
import type { ChainReading } from './chain-reading.ts';

/** Judges a database. Shape: one without a batch holds nothing that could be sent, so that it needs no head. */
export function judgeStanding(
  chain: ChainReading,
  { head, machine }: { readonly head: OutsideHead | null; readonly machine: string },
): Standing {
  const isEmpty = chain.batchesAfter(0).length === 0;
  if (head === null || head.databaseId !== chain.databaseId) {
    return isEmpty ? { kind: 'current' } : { kind: 'locked', reason: 'noHead' };
  }
  if (head.sequence > chain.end().sequence) return { kind: 'locked', reason: 'older' };
  if (chain.hashAt(head.sequence) !== head.hash) return { kind: 'locked', reason: 'forked' };
  if (head.machine !== machine && !isEmpty) return { kind: 'locked', reason: 'otherMachine' };
  return { kind: 'current' };
}

/** The batches that the head knows and the database does not hold. */
export function lostBatches(
  chain: ChainReading,
  { known, prefix }: { readonly known: readonly HeadBatch[]; readonly prefix: 'B' | 'P' },
): readonly LostBatch[] {
  const held = new Set(chain.batchesAfter(0).map(identityOf));
  const lost = known.filter((batch) => !held.has(identityOf(batch)));
  const once = new Map(lost.map((batch) => [identityOf(batch), batch]));
  return [...once.values()].map((batch) => ({ ...batch, id: formatBatchId(prefix, batch.batch) }));
}

/** Two batches of one number, in two stories of one database, differ in their rows or their moment. */
function identityOf({ batch, fingerprint, confirmedAtMs }: HeadBatch): string {
  return `${batch} ${fingerprint} ${confirmedAtMs}`;
}
