// Says the desk's messages in the language the page was opened in. Changing the language reloads the page.

import { type LanguageFile, SPOKEN_WINDOW } from '../shared/messages/language-file.ts';
import { type Language, type Message, verbatim } from '../shared/messages/message.ts';
import { ENGLISH, speak } from '../shared/messages/speak.ts';
import type { Refusal } from '../shared/rows.ts';

let language: Language = ENGLISH;

/** Call once, before anything is drawn: replaces the window's texts with those of this language. */
export function speakLanguage(chosen: LanguageFile): void {
  language = chosen;
  for (const [name, words] of Object.entries(chosen.window)) {
    if (typeof words === 'object') Object.assign(SPOKEN_WINDOW[name as keyof typeof SPOKEN_WINDOW], words);
  }
}

/** A refusal of the page's own, whose words are already in its language. */
export function pageRefusal(
  code: string,
  { message, cure }: { readonly message: string; readonly cure: string },
): Refusal {
  return { code, message: verbatim(message), cure: verbatim(cure) };
}

export function say(message: Message): string {
  return speak(message, { language, door: 'window' });
}
