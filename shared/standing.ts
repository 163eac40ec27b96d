// Whether a database may send: it is compared with its head, the note outside the data folder of how far it had come.
// In: nothing. Out: types. Source: DESIGN, The store, last paragraph. This file must never hold how a head is kept.

import type { BatchId, Sha256 } from './ids.ts';
import type { Paise } from './money.ts';

/** Where an audit chain ends. */
export interface ChainEnd {
  readonly sequence: number;
  readonly hash: Sha256;
}

/**
 * Why a database is locked: `noHead` none is kept on this computer; `older` the head is further on; `forked` at the head's
 * entry the database tells another story; `otherMachine` the head was written by another computer.
 */
export type LockReason = 'noHead' | 'older' | 'forked' | 'otherMachine';

/** Shape: `current` also when the database is ahead of its head, as a crash between commit and head leaves it. */
export type Standing = { readonly kind: 'current' } | { readonly kind: 'locked'; readonly reason: LockReason };

/** What a head knows of a confirmed batch. Shape: `batch` is its number in the database. */
export interface HeadBatch {
  readonly batch: number;
  readonly runNumber: number;
  readonly fingerprint: Sha256;
  readonly count: number;
  readonly totalPaise: Paise;
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
