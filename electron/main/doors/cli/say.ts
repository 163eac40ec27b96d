// Formats messages in the language of the running command line. The default is English, whatever the machine is set to, because
// other people's scripts depend on the text.

import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync } from 'node:fs';
import { EN } from '../../../../shared/messages/en.ts';
import { EN_CLI } from '../../../../shared/messages/en-cli.ts';
import type { Message, Language as Spoken } from '../../../../shared/messages/message.ts';
import {
  ENGLISH as ENGLISH_ELSEWHERE,
  isMessage as isMessageIn,
  say as sayIn,
} from '../../../../shared/messages/speak.ts';
import type { Paise } from '../../../../shared/money.ts';
import type { Language } from '../../../../shared/report-forms.ts';

/** The name that a person types to run the command line: `desk` in a checkout, else `payout-desk`. */
export const PROGRAM =
  import.meta.url.endsWith('.ts') || existsSync(new URL('../../build/run.mjs', import.meta.url))
    ? 'desk'
    : 'payout-desk';

const ENGLISH: Spoken = { ...ENGLISH_ELSEWHERE, sentences: { ...EN, ...EN_CLI } };

const chosen = new AsyncLocalStorage<{ readonly code: Language; readonly language: Spoken }>();

/** Runs `act` with all messages in one language. Only English is loaded at start. */
export async function speakIn<Result>(code: Language, act: () => Result): Promise<Awaited<Result>> {
  const language =
    code === 'en' ? ENGLISH : (await import('../../../../shared/messages/languages.ts')).LANGUAGE_OF[code];
  return await chosen.run({ code, language }, act);
}

export function chosenLanguage(): Language {
  return chosen.getStore()?.code ?? 'en';
}

function spokenLanguage(): Spoken {
  return chosen.getStore()?.language ?? ENGLISH;
}

/** Whether any part of an answer is a message. */
export function isMessage(value: unknown): value is Message {
  return isMessageIn(value, ENGLISH);
}

/** Formats a message for the command line. */
export function say(value: string | Message): string {
  return sayIn(value, { language: spokenLanguage(), door: 'commandLine' });
}

/** Rupees written out, as on a cheque. */
export function amountInWords(paise: Paise): string {
  return spokenLanguage().amountInWords(paise);
}

/** Formats a text, usually a cure, with its commands as they must be typed. */
export function typedCure(cure: string | Message, program = PROGRAM): string {
  return say(cure).replaceAll(/`desk(?=[ `])/g, `\`${program}`);
}
