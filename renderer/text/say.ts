// The voice of the page: what the desk says in the language that the page was opened in.

import type { Language, Words } from '../../shared/messages/message.ts';
import { ENGLISH, say as sayAs } from '../../shared/messages/speak.ts';

let language: Language = ENGLISH;

/** Once, before anything is drawn. */
export function sayIn(chosen: Language): void {
  language = chosen;
}

export function say(words: Words): string {
  return sayAs(words, { language, door: 'window' });
}
