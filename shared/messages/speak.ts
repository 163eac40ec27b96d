// Speaks messages: the only place where a sentence of the catalogue and its parameters become text.

import { amountInWords } from '../amount-in-words.ts';
import { formatRupees } from '../money.ts';
import type { Door } from '../rows.ts';
import { EN, EN_NOUNS } from './en.ts';
import type { Language, Message, Param } from './message.ts';
import type { Noun, Sentence } from './sentence.ts';

export const ENGLISH: Language = { locale: 'en-IN', nouns: EN_NOUNS, sentences: EN, amountInWords };

export interface Speaker {
  readonly language: Language;
  readonly door: Door;
}

const DAY = { day: 'numeric', month: 'short' } as const;

/** Made once per language, because `Intl` objects are expensive to make. */
const makeFormats = ({ locale }: Language) => ({
  number: new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 }),
  plural: new Intl.PluralRules(locale),
  list: new Intl.ListFormat(locale, { type: 'unit', style: 'short' }),
  and: new Intl.ListFormat(locale, { type: 'conjunction' }),
  or: new Intl.ListFormat(locale, { type: 'disjunction' }),
  day: new Intl.DateTimeFormat(locale, DAY),
  date: new Intl.DateTimeFormat(locale, { ...DAY, year: 'numeric' }),
  time: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
  clock: new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
});

type Formats = ReturnType<typeof makeFormats>;

const formatsOf = new WeakMap<Language, Formats>();

function formatsFor(language: Language): Formats {
  const formats = formatsOf.get(language) ?? makeFormats(language);
  formatsOf.set(language, formats);
  return formats;
}

const PLACE = /\{(\w+)(?::(\w+))?\}/g;

/** The text of a message. An unknown code, as stored by a newer version, is shown as the code. */
export function speak(message: Message, speaker: Speaker): string {
  const { sentences } = speaker.language;
  const sentence = Object.hasOwn(sentences, message.code) ? sentences[message.code] : undefined;
  if (sentence === undefined) return message.code;
  const text = textFor(sentence, message, speaker);
  return text.replace(PLACE, (_, name: string, kind: string | undefined) => {
    const value = message.params[name];
    return value === undefined ? '' : spoken(value, kind, speaker);
  });
}

/** For tables whose values are messages or texts that have no language, such as a name. */
export function say(value: string | Message, speaker: Speaker): string {
  return typeof value === 'string' ? value : speak(value, speaker);
}

/** Whether any part of an answer is a message that this language has. */
export function isMessage(value: unknown, { sentences } = ENGLISH): value is Message {
  if (typeof value !== 'object' || value === null || !('code' in value) || !('params' in value)) return false;
  if (typeof value.params !== 'object' || value.params === null) return false;
  return typeof value.code === 'string' && Object.hasOwn(sentences, value.code);
}

/** For logs, and for texts that neither a window nor the command line shows. */
export function inEnglish(message: Message, door: Door = 'commandLine'): string {
  return speak(message, { language: ENGLISH, door });
}

function textFor(sentence: Sentence, { params }: Message, { language, door }: Speaker): string {
  if (typeof sentence === 'string') return sentence;
  if ('window' in sentence) return sentence[door];
  return formatsFor(language).plural.select(Number(params[sentence.by])) === 'one' ? sentence.one : sentence.other;
}

function spoken(value: Param, kind: string | undefined, speaker: Speaker): string {
  const { language } = speaker;
  if (typeof value === 'object') {
    if (!isList(value)) return speak(value, speaker);
    const parts = value.map((one) => spoken(one, undefined, speaker));
    if (kind === 'sentences') return parts.join(' ');
    if (kind === 'more') return parts.map((part) => ` ${part}`).join('');
    return formatsFor(language)[kind === 'and' || kind === 'or' ? kind : 'list'].format(parts);
  }
  if (typeof value === 'string' || kind === undefined) return String(value);
  const formats = formatsFor(language);
  switch (kind) {
    case 'rupees':
      return formatRupees(value);
    case 'number':
      return formats.number.format(value);
    case 'day':
    case 'date':
    case 'time':
    case 'clock':
      return formats[kind].format(value);
    default: {
      const noun = language.nouns[kind as Noun];
      return noun[formats.plural.select(value) === 'one' ? 'one' : 'other'].replace(
        '{n}',
        formats.number.format(value),
      );
    }
  }
}

function isList(value: Message | readonly (string | Message)[]): value is readonly (string | Message)[] {
  return Array.isArray(value);
}
