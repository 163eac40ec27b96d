// The voice of the page: what the desk says in the language that the page was opened in.

import type { Language, Words } from '../../shared/messages/message.ts';
import { ENGLISH, speak } from '../../shared/messages/speak.ts';

let language: Language = ENGLISH;
let textIn = (text: string): string => text;

/** Once, before anything is drawn. */
export function sayIn(chosen: Language, ofTexts: (text: string) => string): void {
  language = chosen;
  textIn = ofTexts;
}

export function say(words: Words): string {
  return typeof words === 'string' ? textIn(words) : speak(words, { language, door: 'window' });
}
