// The desk's verdict on each file of the corpus must be the one in docs/corpus.md.

import { describe, expect, it } from 'vitest';
import { HINDI } from '../../shared/messages/hi.ts';
import { say } from '../../shared/messages/speak.ts';
import { checkOfCorpus, expectedOf, listFiles, readPage } from './read-corpus.ts';
import { verdictOf } from './verdict.ts';

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

describe('the public reports', () => {
  it('are at least forty, each with its address and a file of the corpus', () => {
    const rows = readPage().matchAll(/^\| [^|`]+ \| <(https:\/\/[^>]+)> \| `([^`]+)` \|$/gm);
    const reports = [...rows].map(([, address = '', file = '']) => ({ address, file }));
    expect(reports.length).toBeGreaterThanOrEqual(40);
    const files = new Set(listFiles());
    expect(reports.filter(({ file }) => !files.has(file))).toEqual([]);
  });
});

describe('a file of the corpus', () => {
  it.each(expected)('$file', { timeout: FILE_TIMEOUT_MS }, async ({ file, verdict, today }) => {
    const result = await checkOfCorpus(file);
    expect(verdictOf(result)).toBe(today === '' ? verdict : today);
    const said = result.kind === 'refused' ? [result.refusal] : result.checked.issues;
    const hindi = said.flatMap(({ message, cure }) => [message, cure].map((one) => say(one, SPEAKER)));
    expect([...new Set(hindi)].filter(isEnglish)).toEqual([]);
  });
});

const SPEAKER = { language: HINDI, door: 'window' } as const;

/**
 * Whether two consecutive words are English, except for quotes from the file with the header of their column, bank names, and what is wrong in a workbook's
 * parts.
 */
function isEnglish(sentence: string): boolean {
  return /(?:^| )[A-Za-z]?[a-z]+ [a-z]{2,}/.test(
    sentence.replace(/(?:[\w ]+: )?"[^"]*"|“[^”]*”|\([^)]*\)|\bBank of(?: Bikaner and)?\b/g, ''),
  );
}
