// Says the desk's messages in the language the page was opened in. Changing the language reloads the page.

import { type LanguageFile, SPOKEN_WINDOW } from '../shared/messages/language-file.ts';
import type { Language, Words } from '../shared/messages/message.ts';
import { ENGLISH, say as sayAs } from '../shared/messages/speak.ts';

let language: Language = ENGLISH;

/** Call once, before anything is drawn: replaces the window's texts with those of this language. */
export function speakLanguage(chosen: LanguageFile): void {
  language = chosen;
  for (const [name, words] of Object.entries(chosen.window)) {
    if (typeof words === 'object') Object.assign(SPOKEN_WINDOW[name as keyof typeof SPOKEN_WINDOW], words);
  }
}

export function say(words: Words): string {
  return sayAs(words, { language, door: 'window' });
}
