// Whether a database may send: it is compared with its head, the note outside the data folder of how far it had come. See
// DESIGN, The store.

import type { BatchId, Mid, Sha256 } from '../../../shared/ids.ts';
import { type Message, msg } from '../../../shared/messages/message.ts';
import { type Paise, sumPaise } from '../../../shared/money.ts';

/** The end of an audit chain. */
export interface ChainEnd {
  readonly sequence: number;
  readonly hash: Sha256;
}

/**
 * Why a database is locked. `noHead`: this computer has no head for it. `older`: the head is further on. `forked`: its entry at
 * the head's sequence differs. `otherMachine`: another computer wrote the head. `gone`: another database with confirmed batches
 * used to be at this path.
 */
export type LockReason = 'noHead' | 'older' | 'forked' | 'otherMachine' | 'gone';

/** Also `current` when the database is ahead of its head, as after a crash between commit and head. */
export type Standing = { readonly kind: 'current' } | { readonly kind: 'locked'; readonly reason: LockReason };

/**
 * A confirmed batch, as the head records it. `batch` is its number in the database. `from` is the database's id when it was
 * another database at the same path.
 */
export interface HeadBatch {
  readonly batch: number;
  readonly runNumber: number;
  readonly fingerprint: Sha256;
  readonly count: number;
  readonly totalPaise: Paise;
  readonly confirmedAtMs: number;
  readonly from?: string;
  /** The merchant it was paid from; absent for practice and in older notes. */
  readonly mid?: Mid;
}

/** Another database of this user on this computer that paid from a merchant. `path` is null if it was never noted. */
export interface OtherDesk {
  readonly path: string | null;
  readonly count: number;
  readonly confirmedAtMs: number;
}

/** A batch that is in the head but no longer in the database. */
export interface LostBatch extends HeadBatch {
  readonly id: BatchId;
}

export interface OutsideHead extends ChainEnd {
  readonly generation: number;
  readonly databaseId: string;
  readonly machine: string;
}

/** How many batches, their rupees, and when the last was confirmed, as the end of a sentence. Needs at least one batch. */
export function batchesInWords(batches: readonly HeadBatch[]): Message {
  const total = sumPaise(batches.map(({ totalPaise }) => totalPaise)) ?? 0;
  const day = new Date(Math.max(...batches.map(({ confirmedAtMs }) => confirmedAtMs))).toISOString().slice(0, 10);
  return msg('part.batchesOf', { count: batches.length, total, day });
}
