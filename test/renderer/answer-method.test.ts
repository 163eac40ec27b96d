import { describe, expect, it } from 'vitest';
import { answerMethod } from '../../renderer/features/match/match-screen.tsx';

describe('answerMethod', () => {
  it('keeps one answer for each word, and takes it back', () => {
    const one = answerMethod([], 'NEFT', 'IMPS');
    expect(one).toEqual([{ word: 'NEFT', as: 'IMPS' }]);
    const two = answerMethod(one, 'COD', 'unpaid');
    expect(answerMethod(two, 'NEFT', 'UPI')).toEqual([
      { word: 'COD', as: 'unpaid' },
      { word: 'NEFT', as: 'UPI' },
    ]);
    expect(answerMethod(two, 'NEFT', '')).toEqual([{ word: 'COD', as: 'unpaid' }]);
    expect(answerMethod(one, 'NEFT', 'by post')).toEqual([]);
  });
});
