// The two books of the desk, real money and practice, each with a database of its own. In: what an account or the name of a
// batch says of its money. Out: its book, and back. This file must never hold what is in a book.

import { type BatchId, formatBatchId } from './ids.ts';
import type { Environment } from './profiles.ts';

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
