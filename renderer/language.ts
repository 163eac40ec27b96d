// The voice of the page: what the desk says in the language that the page was opened in. Who changes the language reads the page anew.

import { type LanguageFile, SPOKEN_WINDOW } from '../shared/messages/language-file.ts';
import type { Language, Words } from '../shared/messages/message.ts';
import { ENGLISH, say as sayAs } from '../shared/messages/speak.ts';

let language: Language = ENGLISH;

/** Once, before anything is drawn: the words of the window give way to those of this language. */
export function speakLanguage(chosen: LanguageFile): void {
  language = chosen;
  for (const [name, words] of Object.entries(chosen.window)) {
    if (typeof words === 'object') Object.assign(SPOKEN_WINDOW[name as keyof typeof SPOKEN_WINDOW], words);
  }
}

export function say(words: Words): string {
  return sayAs(words, { language, door: 'window' });
}
