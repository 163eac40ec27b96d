// The desk's verdict on each file of the corpus is the one that docs/corpus.md says.

import { describe, expect, it } from 'vitest';
import { expectedOf, listFiles, readPage, verdictOn } from './read-corpus.ts';

/** None of them is larger than a few tens of kilobytes. */
const FILE_TIMEOUT_MS = 20_000;

const expected = expectedOf(readPage());

describe('the page of the corpus', () => {
  it('names every file, each once', () => {
    expect(expected.map(({ file }) => file).toSorted()).toEqual(listFiles());
  });

  it('says of a file what the desk does today only where that is not its verdict', () => {
    expect(expected.filter(({ verdict, today }) => verdict === today)).toEqual([]);
  });
});

describe('a file of the corpus', () => {
  it.each(expected)('$file', { timeout: FILE_TIMEOUT_MS }, async ({ file, verdict, today }) => {
    expect(await verdictOn(file)).toBe(today === '' ? verdict : today);
  });
});
