import { describe, expect, it } from 'vitest';
import { BOOKS, batchIdIn, bookOf, bookOfBatch, environmentOf } from '../../shared/profiles.ts';

describe('the two books', () => {
  it.each(BOOKS)('finds %s again by its environment and by the name of a batch', (book) => {
    expect(bookOf({ environment: environmentOf(book) })).toBe(book);
    expect(bookOfBatch(batchIdIn(book, 7))).toBe(book);
  });

  it('calls only real money LIVE, and its batches B', () => {
    expect(BOOKS.map((book) => [book, environmentOf(book), batchIdIn(book, 12)])).toEqual([
      ['live', 'LIVE', 'B0012'],
      ['practice', 'PRACTICE', 'P0012'],
    ]);
  });
});
