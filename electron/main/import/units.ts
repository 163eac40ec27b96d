// Units that an amount may be counted in instead of the rupee: each by what a person calls it.

import type { MessageCode } from '../../../shared/messages/message.ts';
import { isKnown, knownIn, wordsOf } from './known-words.ts';
import { HEADER_MAX_CHARACTERS } from './table.ts';

type UnitOf<Code> = Code extends `unit.${infer Name}` ? Name : never;

/** A unit as the catalogue of messages calls it. */
export type Unit = UnitOf<MessageCode>;

/** Words of another unit in a header, and those that may be one: `cr` is a crore or a credit. */
export const UNIT_WORDS: ReadonlySet<string> = new Set([
  ...wordsOf('unit'),
  ...wordsOf('unitInHeader'),
  ...wordsOf('header', 'mayBeUnit'),
]);

/** Another unit that the words of a header name; null without one. */
export function unitOfWords(words: ReadonlySet<string>): Unit | null {
  for (const word of words) {
    const known = knownIn(word, 'unit') ?? knownIn(word, 'unitInHeader');
    if (known !== null) return known.meaning;
  }
  return null;
}

const WORD = /\p{L}+|(?<!\d)['’]000(?!\d)/gu;

/** Another unit that a line beside the table speaks of; null for none, and for a total in words. */
export function otherUnitIn(text: string): string | null {
  if (text.length > HEADER_MAX_CHARACTERS || /\bonly\b/i.test(text)) return null;
  const words: readonly string[] = text.match(WORD) ?? [];
  return words.find((word) => isKnown(word.toLowerCase(), 'unit') || word.endsWith('000')) ?? null;
}
