// A profile is one merchant account as a person set it up. The token is not part of it and never will be. Real money
// and practice are two books, each with a database of its own.

import { type BatchId, formatBatchId, type Mid } from './ids.ts';
import type { Paise } from './money.ts';
import type { WalletUnit } from './wallet.ts';

/** PRACTICE is the gateway this app itself started; everything else moves real money. */
export type Environment = 'LIVE' | 'PRACTICE';

/** The base URL that stands for the gateway this app itself starts, whatever its port. */
export const PRACTICE_BASE_URL = 'practice://desk';
export const PRACTICE_PROFILE = 'practice';

/** The merchant id of the practice gateway: four digits, as order create wants. */
export const PRACTICE_MID = 1001 as Mid;

export interface Profile {
  readonly name: string;
  readonly baseUrl: string;
  readonly mid: Mid;
  readonly environment: Environment;
  readonly ratePerSecond: number;
  readonly inFlightMax: number;
  readonly pollFirstMs: number;
  readonly pollMaxMs: number;
  readonly timeoutMs: number;
  /** Ceilings no tick can lift; null where the merchant set none. */
  readonly maxPayoutPaise: Paise | null;
  readonly maxBatchPaise: Paise | null;
  /** How long after the send "not paid" may be decided of a payout in doubt; left out: DECIDE_AFTER_MS. */
  readonly decideAfterMs?: number;
  /** What the gateway's wallet counts in; null until a person confirms it. */
  readonly walletUnit: WalletUnit | null;
  /** Whether other computers pay from this account too; left out where nobody said so. */
  readonly severalComputers?: true;
}

/** The account that references, guards and the rate belong to, whatever the profile is called. */
export interface Merchant {
  readonly baseUrl: string;
  readonly mid: Mid;
}

export const BOOKS = ['live', 'practice'] as const;
export type Book = (typeof BOOKS)[number];

export function bookOf({ environment }: { readonly environment: Environment }): Book {
  return environment === 'LIVE' ? 'live' : 'practice';
}
export function environmentOf(book: Book): Environment {
  return book === 'live' ? 'LIVE' : 'PRACTICE';
}

/** The book that a batch lies in. */
export function bookOfBatch(batch: BatchId): Book {
  return batch.startsWith('P') ? 'practice' : 'live';
}

/** A batch of this book as people name it; `sequence` is its number in the database. */
export function batchIdIn(book: Book, sequence: number): BatchId {
  return formatBatchId(book === 'practice' ? 'P' : 'B', sequence);
}
