// Keeps a database's head: after each commit it is written and synced, so that nothing leaves the machine which the head
// has not seen. In: the chain, the head's file, this machine. Out: the standing at the opening, and a head that follows.
// While the database is locked its head stays as it is. This file must never let a fault of the head undo a commit.

import { invariant } from '../../../shared/failures.ts';
import type { LedgerFailure } from '../../../shared/ledger.ts';
import type { HeadBatch, LostBatch, Standing } from '../../../shared/standing.ts';
import type { ChainReading } from './chain-reading.ts';
import { batchIdentity } from './head-batches.ts';
import type { HeadFile } from './head-file.ts';
import { judgeStanding, lostBatches } from './judge-standing.ts';

export interface HeadKeeper {
  readonly standing: Standing;
  readonly lost: readonly LostBatch[];
  /** Brings the head up to the last commit. Errors: why it could not; nothing may be sent then. */
  catchUp(): LedgerFailure | null;
  /** Makes the database as it is the true one, whatever the head said. Errors: why it could not; it stays locked then. */
  adopt(): LedgerFailure | null;
  close(): void;
}

export interface KeeperWorld {
  readonly chain: ChainReading;
  readonly file: HeadFile;
  /** The batches of other databases that lay at its path. */
  readonly gone: readonly HeadBatch[];
  /** Notes where the database lies; done once it is the true one. Errors: throws what the disk says. */
  readonly notePath: () => void;
  readonly machine: string;
  readonly prefix: 'B' | 'P';
}

/** Judges the database and keeps its head from then on. */
export function keepHead({ chain, file, gone, notePath, machine, prefix }: KeeperWorld): HeadKeeper {
  const standing = judgeStanding(chain, { head: file.head, batches: file.batches, gone, machine });
  let isFollowing = standing.kind === 'current';
  let written: string | null = file.head === null ? null : nameOf({ ...file.head });
  let lastBatch = newestKept(chain, file.batches);
  let isPlaced = false;

  const append = (batches: readonly HeadBatch[]): LedgerFailure | null => {
    try {
      if (batches.length > 0) file.append(batches);
      return null;
    } catch (error) {
      return failureOf(error);
    }
  };
  const write = (): LedgerFailure | null => {
    try {
      if (!isPlaced) notePath();
      isPlaced = true;
      const next = { databaseId: chain.databaseId, machine, ...chain.end() };
      if (nameOf(next) === written) return null;
      // The batches first: a head that has seen a batch also knows it.
      const added = chain.batchesAfter(lastBatch);
      if (added.length > 0) file.append(added);
      lastBatch = added.at(-1)?.batch ?? lastBatch;
      file.write(next);
      written = nameOf(next);
      return null;
    } catch (error) {
      return failureOf(error);
    }
  };

  return {
    standing,
    lost: lostBatches(chain, { batches: file.batches, gone, prefix }),
    catchUp: () => (isFollowing ? write() : null),
    adopt: () => {
      invariant(!isFollowing, 'only a locked database is adopted');
      written = null;
      // From here on it knows them itself, so that it is not locked for them again.
      const failure = append(gone) ?? write();
      isFollowing = failure === null;
      return failure;
    },
    close: () => file.close(),
  };
}

function nameOf({ databaseId, machine, sequence, hash }: Parameters<HeadFile['write']>[0]): string {
  return `${databaseId} ${machine} ${sequence} ${hash}`;
}

/** The last batch that is in both: those after it are written again, by a torn line or a restored database. */
function newestKept(chain: ChainReading, known: readonly HeadBatch[]): number {
  const kept = new Set(known.map(batchIdentity));
  let newest = 0;
  for (const batch of chain.batchesAfter(0)) {
    if (!kept.has(batchIdentity(batch))) break;
    newest = batch.batch;
  }
  return newest;
}

/** Faults of the disk are the world's; everything else is our bug and is thrown. */
function failureOf(error: unknown): LedgerFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  if (code === null || code.startsWith('ERR_')) throw error;
  return { kind: 'headUnwritable', code };
}
