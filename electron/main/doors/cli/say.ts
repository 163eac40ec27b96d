// Formats messages in the language of the running command line. The default is English, whatever the machine is set to, because
// other people's scripts depend on the text.

import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync } from 'node:fs';
import { LANGUAGE_OF } from '../../../../shared/messages/languages.ts';
import type { Words } from '../../../../shared/messages/message.ts';
import { say as sayIn } from '../../../../shared/messages/speak.ts';
import type { Language } from '../../../../shared/report-forms.ts';

/** The name that a person types to run the command line: `desk` in a checkout, else `payout-desk`. */
export const PROGRAM =
  import.meta.url.endsWith('.ts') || existsSync(new URL('../../build/run.mjs', import.meta.url))
    ? 'desk'
    : 'payout-desk';

const chosen = new AsyncLocalStorage<Language>();

/** Runs `act` with all messages in one language. */
export function speakIn<Result>(language: Language, act: () => Result): Result {
  return chosen.run(language, act);
}

export function chosenLanguage(): Language {
  return chosen.getStore() ?? 'en';
}

/** Formats a message for the command line. */
export function say(words: Words): string {
  return sayIn(words, { language: LANGUAGE_OF[chosenLanguage()], door: 'commandLine' });
}

/** Formats a text, usually a cure, with its commands as they must be typed. */
export function typedCure(words: Words, program = PROGRAM): string {
  return say(words).replaceAll(/`desk(?=[ `])/g, `\`${program}`);
}
