// The two books of the desk, real money and practice, as the window's places name them. In: what a batch or a profile says
// of its money. Out: its book, and back. This file must never hold what is in a book.

export const BOOKS = ['live', 'practice'] as const;
export type Book = (typeof BOOKS)[number];

type Environment = 'LIVE' | 'PRACTICE';

export function bookOf({ environment }: { readonly environment: Environment }): Book {
  return environment === 'LIVE' ? 'live' : 'practice';
}

export function environmentOf(book: Book): Environment {
  return book === 'live' ? 'LIVE' : 'PRACTICE';
}
