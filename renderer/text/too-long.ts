// What is said beside a field that holds more than the desk takes. In: the text and its limit. Out: a sentence, or null.
// This file must never shorten a text: it stays as it was typed.

import { formatCount } from './format.ts';

/** Units: characters. */
export function tooLong(text: string, mostCharacters: number): string | null {
  return text.length <= mostCharacters
    ? null
    : `Too long: ${formatCount(text.length)} characters, and at most ${formatCount(mostCharacters)} fit.`;
}
