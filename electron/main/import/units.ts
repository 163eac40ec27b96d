// Units other than the rupee in which an amount may be counted, as people name them.

import type { MessageCode } from '../../../shared/messages/message.ts';
import { isKnown, knownIn, wordsOf } from './known-words.ts';
import { HEADER_MAX_CHARACTERS } from './table.ts';

type UnitOf<Code> = Code extends `unit.${infer Name}` ? Name : never;

/** A unit by its name in the message catalogue. */
export type Unit = UnitOf<MessageCode>;

/** Header words that name another unit or may name one: `cr` is a crore or a credit. */
export const UNIT_WORDS: ReadonlySet<string> = new Set([
  ...wordsOf('unit'),
  ...wordsOf('unitInHeader'),
  ...wordsOf('header', 'mayBeUnit'),
]);

/** Another unit that a header's words name; null for none. */
export function unitOfWords(words: ReadonlySet<string>): Unit | null {
  for (const word of words) {
    const known = knownIn(word, 'unit') ?? knownIn(word, 'unitInHeader');
    if (known !== null) return known.meaning;
  }
  return null;
}

const WORD = /\p{L}+|(?<!\d)['’]000(?!\d)/gu;

/** Another unit that a text beside the table names; null for none, and for a total in words. */
export function otherUnitIn(text: string): string | null {
  if (text.length > HEADER_MAX_CHARACTERS || /\bonly\b/i.test(text)) return null;
  const words: readonly string[] = text.match(WORD) ?? [];
  return words.find((word) => isKnown(word.toLowerCase(), 'unit') || word.endsWith('000')) ?? null;
}
