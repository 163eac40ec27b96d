import { describe, expect, it } from 'vitest';
import type { MatchReading } from '../../renderer/features/match/choose-columns.ts';
import { answered, answersOf, openQuestions } from '../../renderer/features/match/question-cards.tsx';
import type { Field } from '../../shared/rows.ts';

const METHOD_WORDS = [
  { word: 'NEFT', rows: 3, as: null },
  { word: '', rows: 1, as: null },
];
const SHEET_WORDS = [
  { column: 'Status', word: 'PD', shown: 'pd', names: ['Asha'], rows: 2, paise: 50_000, words: 1, like: [], as: null },
  { column: 'Final', word: '', shown: '', names: [], rows: 1, paise: 0, words: 1, like: [], as: 'unpaid' },
] satisfies MatchReading['sheetWords'];

function asking(questions: readonly Field[]): MatchReading {
  const asked = questions.map((field) => ({ field, headers: [], named: [], sums: [], messages: [] }));
  return {
    kind: 'asks',
    about: 'columns',
    questions: asked,
    methodWords: METHOD_WORDS,
    sheetWords: SHEET_WORDS,
  } as unknown as MatchReading;
}

describe('questions about columns', () => {
  it('are open until a person chose a column or none, whatever is matched', () => {
    const answers = {
      methods: [{ word: 'NEFT', as: 'IMPS' as const }],
      words: [{ column: 'Status', word: 'PD', as: 'pay' as const }],
    };
    const words = [...answers.words, ...answersOf(asking([])).words];
    const openAfter = (...fields: readonly Field[]) =>
      openQuestions(asking(['paymentMethod', 'amount']), { ...answers, words, answered: new Set(fields) });
    expect([
      openAfter(),
      openAfter('amount'),
      openAfter('remark', 'amount'),
      openAfter('amount', 'paymentMethod'),
    ]).toEqual([2, 1, 1, 0]);
  });
});

describe('questions about words', () => {
  it('are open until each has its answer; rows without a method may be corrected instead', () => {
    const reading = asking([]);
    const none = new Set<Field>();
    const { words } = answersOf(reading);
    expect(openQuestions(reading, { methods: [], words, answered: none })).toBe(2);
    const methods = answered([], { word: 'NEFT', as: 'IMPS' as const });
    expect(openQuestions(reading, { methods, words, answered: none })).toBe(1);
    const all = answered(words, { column: 'Status', word: 'PD', as: 'pay' as const });
    expect(openQuestions(reading, { methods, words: all, answered: none })).toBe(0);
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
