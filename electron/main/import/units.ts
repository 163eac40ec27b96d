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

/** A word of any script, a number, or thousands as zeros: `'000`. */
const WORD = /[\p{L}\p{M}]+|['‘’]000(?!\d)|\p{Nd}(?:[.,]{0,2}\p{Nd})*/gu;
/** Units as people shorten them where they say that amounts are `in` them: `Rs in K`, `₹ Mn`, `x 1000`. */
const SHORT =
  /(?:\bin\s+|\b(?:rs|inr)\b\.?\s*(?:in\s*)?|₹\s*(?:in\s*)?|\(\s*)(k|ths?|thou|hundred|mn|bn|crs?|lkhs?)\b(?!\s*\d)|(?:\bin\s+|[x×*]\s*|\b1\s{0,3}=\s{0,3}|\bby\s+)((?:1,?)?000s?|100s?)(?![\d,.])/i;

/** The same behind a word for the amount, at the end: `Amt in Thous.`, `₹ L`. */
const SHORT_AT_END = /(?:₹|\b(?:rs|inr|in|amt|amount)\b\.?)\s{0,3}(?:in\s{1,3})?\(?(k|l|t|m|lks?|mio)\b\.?\)?$/i;
/** The same alone, in a column of units. `L` and `T` may be litres and tonnes. */
const SHORT_ALONE = /^(?:k|thou|ths?|mn|crs?\.?|lks?|lkhs?|['’]?(?:1,?)?000s?)$/i;

/** Whether a cell of a column of units is another than the rupee. */
export function unitAlone(text: string): string | null {
  return otherUnitIn(text) ?? (SHORT_ALONE.test(text.slice(0, HEADER_MAX_CHARACTERS).trim()) ? text.trim() : null);
}

/** Another unit that a text beside the table names; null for none, and for a sum such as `Rupees five thousand only`. */
export function otherUnitIn(text: string): string | null {
  if (text.length > HEADER_MAX_CHARACTERS) return null;
  const words: readonly string[] = text.normalize('NFC').match(WORD) ?? [];
  const named = words.find((word, at) => isUnit(word) && !isNumber(words[at - 1]));
  if (named !== undefined) return named;
  const short = SHORT.exec(text) ?? SHORT_AT_END.exec(text);
  return short?.[1] ?? short?.[2] ?? null;
}

function isUnit(word: string): boolean {
  return isKnown(word.toLowerCase(), 'unit') || /^['‘’]000$/.test(word);
}

/** Whether a word in front of a unit counts it. */
function isNumber(word: string | undefined): boolean {
  return word !== undefined && (/\p{Nd}/u.test(word) || isKnown(word.toLowerCase(), 'numberWord'));
}
