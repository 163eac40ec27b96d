// Every twentieth file of the corpus, on each change; `test/corpus` reads them all.

import { expect, it } from 'vitest';
import { expectedOf, readPage, verdictOn } from '../corpus/read-corpus.ts';

const EVERY = 20;

const sample = expectedOf(readPage()).filter((_, index) => index % EVERY === 0);

it.each(sample)('$file', async ({ file, verdict, today }) => {
  expect(await verdictOn(file)).toBe(today === '' ? verdict : today);
});
