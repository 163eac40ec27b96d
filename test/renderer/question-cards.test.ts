import { describe, expect, it } from 'vitest';
import type { MatchReading } from '../../renderer/features/match/choose-columns.ts';
import { answered, answersOf, openQuestions } from '../../renderer/features/match/question-cards.tsx';
import type { ReadOptions } from '../../shared/api/draft-commands.ts';

const METHOD_WORDS = [
  { word: 'NEFT', rows: 3, as: null },
  { word: '', rows: 1, as: null },
];
const SHEET_WORDS = [
  { column: 'Status', word: 'PD', rows: 2, as: null },
  { column: 'Final', word: '', rows: 1, as: 'unpaid' },
] satisfies MatchReading['sheetWords'];

describe('questions about words', () => {
  it('are open until each has its answer; rows without a method may be corrected instead', () => {
    const reading = { methodWords: METHOD_WORDS, sheetWords: SHEET_WORDS };
    const words: ReadOptions['words'] = answersOf(SHEET_WORDS);
    expect(openQuestions(reading, { methods: [], words })).toBe(2);
    const methods = answered([], { word: 'NEFT', as: 'IMPS' as const });
    expect(openQuestions(reading, { methods, words })).toBe(1);
    expect(
      openQuestions(reading, { methods, words: answered(words, { column: 'Status', word: 'PD', as: 'pay' }) }),
    ).toBe(0);
  });

  it('have one answer each, the last', () => {
    const one = answered([{ word: 'PD', as: 'pay' }], { word: 'OK', as: 'pay' });
    const inTwo = answered([{ column: 'Seen', word: 'N', as: 'pay' }], { column: 'Allowed', word: 'N', as: 'unpaid' });
    expect(inTwo).toEqual([
      { column: 'Seen', word: 'N', as: 'pay' },
      { column: 'Allowed', word: 'N', as: 'unpaid' },
    ]);
    expect(answered(one, { word: 'PD', as: 'unpaid' })).toEqual([
      { word: 'OK', as: 'pay' },
      { word: 'PD', as: 'unpaid' },
    ]);
  });
});
