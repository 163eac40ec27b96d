import { describe, expect, it } from 'vitest';
import { hiddenRefusal, tooManyPayouts } from '../../electron/main/desk/batches/start-refusals.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import { spoken } from '../fixtures/spoken.ts';

describe('a sheet that hides what would be paid', () => {
  it.each([
    [1, 0, '1 row of the sheet is hidden and would be paid without being seen.'],
    [3, 0, '3 rows of the sheet are hidden and would be paid without being seen.'],
    [0, 1, '1 column of the sheet is hidden and would be paid without being seen.'],
    [1, 2, '1 row and 2 columns of the sheet are hidden and would be paid without being seen.'],
  ])('names %i rows and %i columns', (hiddenRowCount, hiddenColumnCount, message) => {
    expect(inEnglish(hiddenRefusal({ hiddenRowCount, hiddenColumnCount }).message)).toBe(message);
  });
});

describe('a batch', () => {
  it('holds at most 500,000 payments', () => {
    expect(tooManyPayouts(500_000)).toBeNull();
    expect(spoken(tooManyPayouts(500_001))).toEqual({
      code: 'tooManyPayouts',
      message: 'One batch holds at most 5,00,000 payments.',
      cure: 'Split the file.',
    });
  });
});
