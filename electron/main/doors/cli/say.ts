// What the command line says, in the language of the command line that runs. Without one it is English, whatever the machine
// is set to: other people's scripts depend on the text.

import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync } from 'node:fs';
import { LANGUAGE_OF } from '../../../../shared/messages/languages.ts';
import type { Words } from '../../../../shared/messages/message.ts';
import { say as sayIn } from '../../../../shared/messages/speak.ts';
import type { Language } from '../../../../shared/report-forms.ts';

/** What a person types to run the command line: in a checkout it has no name of its own, and sentences call it `desk`. */
export const PROGRAM =
  import.meta.url.endsWith('.ts') || existsSync(new URL('../../build/run.mjs', import.meta.url))
    ? 'desk'
    : 'payout-desk';

const chosen = new AsyncLocalStorage<Language>();

/** Carries something out, all of it spoken in one language. */
export function speakIn<Result>(language: Language, act: () => Result): Result {
  return chosen.run(language, act);
}

export function chosenLanguage(): Language {
  return chosen.getStore() ?? 'en';
}

/** What the desk says, as the command line says it. */
export function say(words: Words): string {
  return sayIn(words, { language: LANGUAGE_OF[chosenLanguage()], door: 'commandLine' });
}

/** A text whose commands can be typed as they stand, most often a cure. */
export function typedCure(words: Words, program = PROGRAM): string {
  return say(words).replaceAll(/`desk(?=[ `])/g, `\`${program}`);
}
