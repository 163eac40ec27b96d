// Whether a database may send: it is compared with its head, the note outside the data folder of how far it had come.
// Source: DESIGN, The store, last paragraph. How a head is kept is the store's.

import type { BatchId, Mid, Sha256 } from '../../../shared/ids.ts';
import { type Message, msg } from '../../../shared/messages/message.ts';
import { type Paise, sumPaise } from '../../../shared/money.ts';

/** Where an audit chain ends. */
export interface ChainEnd {
  readonly sequence: number;
  readonly hash: Sha256;
}

/**
 * Why a database is locked: `noHead` none is kept on this computer; `older` the head is further on; `forked` at the head's
 * entry the database tells another story; `otherMachine` the head was written by another computer; `gone` another database
 * with confirmed batches lay at this path.
 */
export type LockReason = 'noHead' | 'older' | 'forked' | 'otherMachine' | 'gone';

/** Shape: `current` also when the database is ahead of its head, as a crash between commit and head leaves it. */
export type Standing = { readonly kind: 'current' } | { readonly kind: 'locked'; readonly reason: LockReason };

/**
 * What a head knows of a confirmed batch. Shape: `batch` is its number in the database; `from` is the id of that database
 * where it is another one, which lay at the same path.
 */
export interface HeadBatch {
  readonly batch: number;
  readonly runNumber: number;
  readonly fingerprint: Sha256;
  readonly count: number;
  readonly totalPaise: Paise;
  readonly confirmedAtMs: number;
  readonly from?: string;
  /** The merchant that it was paid from; absent in practice, and in older notes. */
  readonly mid?: Mid;
}

/** Another database of this user on this computer that paid from a merchant. `path` is null where it was never noted. */
export interface OtherDesk {
  readonly path: string | null;
  readonly count: number;
  readonly confirmedAtMs: number;
}

/** A batch that the head knows and the database has lost. */
export interface LostBatch extends HeadBatch {
  readonly id: BatchId;
}

/** What a head says. */
export interface OutsideHead extends ChainEnd {
  readonly generation: number;
  readonly databaseId: string;
  readonly machine: string;
}

/** How many batches, of how many rupees, and when the last was confirmed: the end of a sentence about at least one. */
export function batchesInWords(batches: readonly HeadBatch[]): Message {
  const total = sumPaise(batches.map(({ totalPaise }) => totalPaise)) ?? 0;
  const day = new Date(Math.max(...batches.map(({ confirmedAtMs }) => confirmedAtMs))).toISOString().slice(0, 10);
  return msg('part.batchesOf', { count: batches.length, total, day });
}
