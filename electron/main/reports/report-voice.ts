// Writes for people in the chosen language. What other programs read is always English.

import { LANGUAGE_OF } from '../../../shared/messages/languages.ts';
import { type Message, msg } from '../../../shared/messages/message.ts';
import { say } from '../../../shared/messages/speak.ts';
import type { Paise } from '../../../shared/money.ts';
import type { Language } from '../../../shared/report-forms.ts';
import type { BatchApproval } from '../domain/approval.ts';

export interface Voice {
  readonly language: Language;
  readonly say: (value: string | Message) => string;
  readonly inWords: (paise: Paise) => string;
}

export function voiceOf(code: Language): Voice {
  const language = LANGUAGE_OF[code];
  return {
    language: code,
    say: (value) => say(value, { language, door: 'commandLine' }),
    inWords: language.amountInWords,
  };
}

export const ENGLISH_VOICE = voiceOf('en');

/** Who approved a batch, or its going on, and the digest of what they signed. */
export function approvalWords({ by: names, maker, digest }: BatchApproval): Message {
  return msg('summary.approval', { names, maker, digest });
}
