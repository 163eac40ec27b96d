// What a person said about words of columns about paying. An answer is to a word of one column, or of any column where it names
// none: as typed on the command line, or remembered by an earlier version.

import type { WordAnswer } from '../../../shared/rows.ts';
import { methodWord } from './row-cells.ts';

/** In place of a word: any word of a column that has many. No cell of words is written so. */
export const ANY_WORD = '…';

type ColumnWord = Pick<WordAnswer, 'column' | 'word'>;

/** Two answers with the same key are to the same word. */
export function answerKey({ column, word }: ColumnWord): string {
  return JSON.stringify([methodWord(column), methodWord(word).replace(/ ?: ?/g, ':').replace('...', ANY_WORD)]);
}

export class WordAnswers {
  readonly #said: ReadonlyMap<string, WordAnswer['as']>;

  constructor(answers: readonly WordAnswer[]) {
    this.#said = new Map(answers.map((answer) => [answerKey(answer), answer.as]));
  }

  /** On the command line a word may stand behind its column: `Status:pd`. */
  to({ column, word }: ColumnWord): WordAnswer['as'] | undefined {
    if (this.#said.size === 0) return undefined;
    return (
      this.#said.get(answerKey({ column, word })) ??
      this.#said.get(answerKey({ column: '', word: `${column}:${word}` })) ??
      this.#said.get(answerKey({ column: '', word }))
    );
  }
}
