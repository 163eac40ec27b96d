// Units that an amount may be counted in instead of the rupee: each by what a person calls it.

import type { MessageCode } from '../../../shared/messages/message.ts';
import { HEADER_MAX_CHARACTERS } from './table.ts';

type UnitOf<Code> = Code extends `unit.${infer Name}` ? Name : never;

/** A unit as the catalogue of messages calls it. */
export type Unit = UnitOf<MessageCode>;

/** Shape: `inText` are its words wherever they stand, `inHeaders` those that say it in a header alone. */
interface UnitWords {
  readonly unit: Unit;
  readonly inText: string;
  readonly inHeaders?: string;
}

const UNITS: readonly UnitWords[] = [
  { unit: 'paise', inText: 'paise paisa' },
  { unit: 'hundreds', inText: 'hundreds' },
  { unit: 'thousands', inText: 'thousand thousands', inHeaders: '000 k' },
  { unit: 'lakhs', inText: 'lakh lakhs lac lacs' },
  { unit: 'crores', inText: 'crore crores' },
  { unit: 'millions', inText: 'million millions mn' },
  { unit: 'dollars', inText: 'usd dollar dollars' },
  { unit: 'euros', inText: 'euro euros', inHeaders: 'eur' },
  { unit: 'pounds', inText: 'gbp' },
  { unit: 'yen', inText: 'jpy' },
  { unit: 'dirhams', inText: 'aed' },
  { unit: 'singaporeDollars', inText: 'sgd' },
];

const UNIT_OF_WORD = new Map(
  UNITS.flatMap(({ unit, inText, inHeaders }) =>
    [inText, inHeaders ?? '']
      .join(' ')
      .trim()
      .split(' ')
      .map((word) => [word, unit] as const),
  ),
);

/** Words of another unit in a header, and those that may be one: `cr` is a crore or a credit. */
export const UNIT_WORDS: readonly string[] = [
  ...UNIT_OF_WORD.keys(),
  ...'ps cr hundred 000s 00 1000 1000s m billion bn percent us pound pounds cent cents foreign fcy'.split(' '),
];

/** Another unit that the words of a header name; null without one. */
export function unitOfWords(words: ReadonlySet<string>): Unit | null {
  for (const word of words) {
    const unit = UNIT_OF_WORD.get(word);
    if (unit !== undefined) return unit;
  }
  return null;
}

const IN_TEXT = new Set(UNITS.flatMap(({ inText }) => inText.split(' ')));
const WORD = /\p{L}+|(?<!\d)['’]000(?!\d)/gu;

/** Another unit that a line beside the table speaks of; null for none, and for a total in words. */
export function otherUnitIn(text: string): string | null {
  if (text.length > HEADER_MAX_CHARACTERS || /\bonly\b/i.test(text)) return null;
  const words: readonly string[] = text.match(WORD) ?? [];
  return words.find((word) => IN_TEXT.has(word.toLowerCase()) || word.endsWith('000')) ?? null;
}
