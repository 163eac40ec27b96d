// A database and its head: whether it may send, and that nothing leaves the machine which the head has not seen.
//
// After each commit the head is written and synced, and only then is a claim handed out; where it cannot be written, claims
// are taken back, since nothing of them left. So the database may be ahead of its head: what is beyond it has not left the
// machine. A database that lacks what its head has seen is locked; while it is, its head stays as it is and nothing is
// claimed. A fault of the head never undoes a commit.

import { invariant } from '../../../shared/failures.ts';
import { formatBatchId } from '../../../shared/ids.ts';
import type { Claimed, Ledger, LedgerFailure, News, TurnAnswer, TurnRequest } from '../../../shared/ledger.ts';
import type { HeadBatch, LostBatch, Standing } from '../../../shared/standing.ts';
import type { ChainReading } from './chain-reading.ts';
import { batchIdentity, distinctBatches, type HeadFile } from './head-file.ts';
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

/** Puts the head between the commit and the sockets. The store itself brings the head up after each commit. */
export function sendAfterHead(ledger: Ledger, keeper: HeadKeeper): Ledger {
  const takeBack = (claimed: readonly Claimed[], { nowMs, pace }: TurnRequest): TurnAnswer =>
    ledger.turn({ nowMs, pace, news: claimed.map((claim) => neverLeft(claim, nowMs)), claim: null });
  return {
    ...ledger,
    turn: (request) => {
      if (request.claim !== null) {
        invariant(keeper.standing.kind === 'current', 'a locked database sends nothing');
        const behind = keeper.catchUp();
        if (behind !== null) return behind;
      }
      const answer = ledger.turn(request);
      if (answer.kind !== 'committed' || answer.result.claimed.length === 0) return answer;
      const { result } = answer;
      try {
        if (keeper.catchUp() === null) return answer;
      } catch (bug) {
        takeBack(result.claimed, request);
        throw bug;
      }
      const back = takeBack(result.claimed, request);
      // They stay `sending` on disk, which the next start calls unknown: nothing of them leaves now either.
      if (back.kind !== 'committed') return { kind: 'committed', result: { ...result, claimed: [] } };
      return {
        kind: 'committed',
        result: { ...result, claimed: [], changes: [...result.changes, ...back.result.changes] },
      };
    },
  };
}

/** A claim whose request was never written to a socket. */
function neverLeft({ payoutId, attemptId }: Claimed, atMs: number): News {
  const outcome = { kind: 'notSent', cause: 'aborted', message: NEVER_LEFT } as const;
  return { kind: 'answer', payoutId, attemptId, outcome, evidence: { httpStatus: null, text: null }, atMs };
}

const NEVER_LEFT = 'It was not sent: the note of how far the desk has come could not be written.';
