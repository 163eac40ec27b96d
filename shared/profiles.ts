// A profile is one merchant account as a person set it up. It never contains the token. Real money and practice are two books,
// each with its own database.

import { type BatchId, formatBatchId, type Mid } from './ids.ts';
import type { Paise } from './money.ts';
import type { WalletUnit } from './wallet.ts';

/** PRACTICE is the gateway that this app started itself; everything else moves real money. */
export type Environment = 'LIVE' | 'PRACTICE';

/** Stands for the gateway that this app starts itself, whatever its port. */
export const PRACTICE_BASE_URL = 'practice://desk';
export const PRACTICE_PROFILE = 'practice';

/** The practice gateway's merchant id: four digits, as order create requires. */
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
  /** Ceilings that no tick can lift; null where the merchant set none. */
  readonly maxPayoutPaise: Paise | null;
  readonly maxBatchPaise: Paise | null;
  /** How long after the send an unknown payout may be decided "not paid"; DECIDE_AFTER_MS if absent. */
  readonly decideAfterMs?: number;
  /** The unit of the gateway's wallet; null until a person confirms it. */
  readonly walletUnit: WalletUnit | null;
  /** Whether other computers pay from this account too. */
  readonly severalComputers?: true;
}

/** The account that references, guards and the rate belong to, whatever the profile's name. */
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

/** The book that a batch is in. */
export function bookOfBatch(batch: BatchId): Book {
  return batch.startsWith('P') ? 'practice' : 'live';
}

/** A batch's public name; `sequence` is its number in the database. */
export function batchIdIn(book: Book, sequence: number): BatchId {
  return formatBatchId(book === 'practice' ? 'P' : 'B', sequence);
}
