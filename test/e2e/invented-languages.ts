// A language that nobody speaks: English with a space of no width within each word. Whoever looks for an English sentence still
// finds it, and a word without that space does not come from a language file. The built page of a test has it for every language.

import { EN, EN_NOUNS } from '../../shared/messages/en.ts';
import { HINDI } from '../../shared/messages/hi.ts';
import { ENGLISH_WINDOW, type LanguageFile, type WindowWords } from '../../shared/messages/language-file.ts';
import type { Sentences } from '../../shared/messages/message.ts';
import { ENGLISH } from '../../shared/messages/speak.ts';
import { DESKTOP } from '../../shared/text/desktop.ts';

/** A word, outside what stands in braces. */
const WORD = /\{[^}]*\}|[A-Za-z]{3,}/g;

function invented(text: string): string {
  return text.replaceAll(WORD, (word) => (word.startsWith('{') ? word : `${word.slice(0, 1)}\u200B${word.slice(1)}`));
}

function inventedOf(words: unknown): unknown {
  if (typeof words === 'string') return invented(words);
  if (typeof words === 'function') {
    const say = words as (...args: readonly unknown[]) => unknown;
    return (...input: readonly unknown[]) => inventedOf(say(...input));
  }
  if (Array.isArray(words)) return words.map(inventedOf);
  if (typeof words !== 'object' || words === null) return words;
  return Object.fromEntries(Object.entries(words).map(([name, inner]) => [name, inventedOf(inner)]));
}

/** A sentence by its count names the parameter that counts. */
function inventedSentence(sentence: unknown): unknown {
  if (typeof sentence !== 'object' || sentence === null || !('by' in sentence)) return inventedOf(sentence);
  return { ...(inventedOf(sentence) as object), by: sentence.by };
}

const INVENTED: LanguageFile = {
  ...ENGLISH,
  nouns: inventedOf(EN_NOUNS) as typeof EN_NOUNS,
  sentences: Object.fromEntries(
    Object.entries(EN).map(([code, sentence]) => [code, inventedSentence(sentence)]),
  ) as unknown as Sentences,
  amountInWords: (paise) => invented(ENGLISH.amountInWords(paise)),
  window: inventedWindow(),
  desktop: DESKTOP,
};

/** What a language says; all else of the modules is no word. */
function inventedWindow(): WindowWords {
  const names = Object.keys(HINDI.window) as (keyof WindowWords)[];
  const words = Object.fromEntries(
    names.map((name) => [name, inventedOf(ENGLISH_WINDOW[name])]),
  ) as unknown as WindowWords;
  return { ...words, TIMES: { ...words.TIMES, locale: ENGLISH_WINDOW.TIMES.locale } };
}

export const LANGUAGE_OF = { en: INVENTED, hi: INVENTED };
