// Lookup of the vocabulary's words and their meanings, as sets or one by one. It does not build regular expressions from the
// vocabulary: each text is scanned once, word by word.

import { type Language, type Phrases, VOCABULARY } from './vocabulary.ts';

export type Role = keyof typeof VOCABULARY;
export type MeaningOf<R extends Role> = R extends Role ? string & keyof (typeof VOCABULARY)[R] : never;

/** One spelling of a word or phrase of the vocabulary. */
interface Entry {
  readonly phrase: string;
  readonly language: Language;
  readonly role: Role;
  readonly meaning: string;
}

export interface KnownWord<R extends Role> extends Entry {
  readonly meaning: MeaningOf<R>;
}

/** The characters of words in a role: which ASCII characters, and whether a non-ASCII letter counts. */
interface Letters {
  readonly ascii: string;
  readonly isOther: (character: string) => boolean;
}

const LATIN: Letters = { ascii: 'abcdefghijklmnopqrstuvwxyz', isOther: () => false };
const LATIN_AND_DIGITS: Letters = { ...LATIN, ascii: `${LATIN.ascii}0123456789_` };
const OF_ANY_SCRIPT: Letters = { ...LATIN, isOther: (character) => /[\p{L}\p{M}]/u.test(character) };

/** The roles that are searched for in longer texts. In any other role, a phrase must be the whole text. */
const IN_TEXTS: Readonly<Partial<Record<Role, Letters>>> = {
  party: LATIN,
  remark: LATIN_AND_DIGITS,
  statusRemark: LATIN_AND_DIGITS,
  cell: LATIN_AND_DIGITS,
  title: LATIN_AND_DIGITS,
  heading: LATIN_AND_DIGITS,
  headingEnd: LATIN_AND_DIGITS,
  note: LATIN_AND_DIGITS,
  total: OF_ANY_SCRIPT,
  above: LATIN_AND_DIGITS,
  netHeader: LATIN_AND_DIGITS,
};

/** A phrase and where it may be in a text. `order`: its position in the vocabulary; `isOpen`: its last word may continue. */
interface Placed {
  readonly known: Entry;
  readonly order: number;
  readonly text: string;
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
  readonly isOpen: boolean;
}

/** The phrases of a role, and how they are found. `finder`: only for a role that is searched for in longer texts. */
interface RoleWords {
  readonly placed: readonly Placed[];
  readonly byPhrase: ReadonlyMap<string, readonly Entry[]>;
  readonly finder: PhraseFinder | null;
}

const prepared = new Map<Role, RoleWords>();

/** The words of a role, prepared when they are first asked for: all roles take as long as a thread takes to start. */
function wordsFor(role: Role): RoleWords {
  const before = prepared.get(role);
  if (before !== undefined) return before;
  const placed = Object.entries<Phrases>(VOCABULARY[role])
    .flatMap(([meaning, phrases]) => knownPhrases(meaning, phrases))
    .map((one, order) => place({ ...one, role }, order));
  const letters = IN_TEXTS[role];
  const words = {
    placed,
    byPhrase: Map.groupBy(
      placed.map(({ known }) => known),
      ({ phrase }) => phrase,
    ),
    finder: letters === undefined ? null : new PhraseFinder(placed, letters),
  };
  prepared.set(role, words);
  return words;
}

function knownPhrases(meaning: string, phrases: Phrases): readonly Omit<Entry, 'role'>[] {
  const lists = typeof phrases === 'string' ? { en: phrases } : phrases;
  return Object.entries<string>(lists).flatMap(([language, list]) => {
    const all = [...new Set(list.split(/,\s+/).flatMap(spellings))];
    return all.map((phrase) => ({ phrase, language: language as Language, meaning }));
  });
}

/** All spellings of a phrase: `(one|other)` is either, and whatever is before a question mark is optional. */
function spellings(phrase: string): readonly string[] {
  const [open, optional] = [phrase.lastIndexOf('('), phrase.indexOf('?')];
  if (open === -1) {
    if (optional === -1) return [phrase];
    const rest = phrase.slice(optional + 1);
    return [optional, optional - 1].flatMap((end) => spellings(phrase.slice(0, end) + rest));
  }
  const close = phrase.indexOf(')', open);
  const mayBeMissing = phrase[close + 1] === '?';
  const choices = phrase.slice(open + 1, close).split('|');
  const rest = phrase.slice(close + (mayBeMissing ? 2 : 1));
  return [...choices, ...(mayBeMissing ? [''] : [])].flatMap((one) => spellings(phrase.slice(0, open) + one + rest));
}

function place(known: Entry, order: number): Placed {
  const { phrase, role } = known;
  if (IN_TEXTS[role] === undefined) {
    return { known, order, text: phrase, isAtStart: true, isAtEnd: true, isOpen: false };
  }
  const [isAtStart, isAtEnd, isOpen] = [phrase.startsWith('^'), phrase.endsWith('$'), phrase.endsWith('…')];
  const text = phrase.slice(isAtStart ? 1 : 0, isAtEnd || isOpen ? -1 : undefined);
  return { known: { ...known, phrase: text.trim() }, order, text, isAtStart, isAtEnd, isOpen };
}

/** All phrases of a role, or those with the given meanings, in vocabulary order. */
export function knownOf<R extends Role>(role: R, ...meanings: readonly MeaningOf<R>[]): readonly KnownWord<R>[] {
  return wordsFor(role)
    .placed.map(({ known }) => known)
    .filter((known) => isOneOf<R>(known, meanings));
}

/** Whether a phrase has one of these meanings. True when none are given. */
function isOneOf<R extends Role>(known: Entry, meanings: readonly string[]): known is KnownWord<R> {
  return meanings.length === 0 || meanings.includes(known.meaning);
}

/** The phrases of a role, or those with the given meanings, as a set. */
export function wordsOf<R extends Role>(role: R, ...meanings: readonly MeaningOf<R>[]): ReadonlySet<string> {
  return new Set(knownOf(role, ...meanings).map(({ phrase }) => phrase));
}

/** Whatever is inside a phrase of this meaning is ignored: `demand draft` is no draft. */
const NOTHING = 'nothing';

/** A word is looked up only if some phrase starts with a word of its length and first letters. Most do not. */
const BEGINNINGS = 4_096;
/** The length from the end of a word through the first letter of the next. */
const NEXT_LETTER = 2;

function placeOf(text: string, start: number, end: number): number {
  const second = start + 1 < end ? text.charCodeAt(start + 1) : 0;
  return (text.charCodeAt(start) * 32 + second + (end - start) * 211) % BEGINNINGS;
}

/** Finds the phrases of one role in longer texts. */
class PhraseFinder {
  readonly #isOfWord = new Uint8Array(0x80);
  readonly #isOther: Letters['isOther'];
  /** By the first word plus the first letter of the second, or by the first word alone. */
  readonly #byBeginning: ReadonlyMap<string, readonly Placed[]>;
  readonly #begins = new Uint8Array(BEGINNINGS);
  /** Phrases that do not start with a letter of the role, so word boundaries do not apply to them. */
  readonly #others: readonly Placed[];

  constructor(phrases: readonly Placed[], { ascii, isOther }: Letters) {
    for (const letter of ascii) this.#isOfWord[letter.charCodeAt(0)] = 1;
    this.#isOther = isOther;
    const byBeginning = Map.groupBy(phrases, ({ text }) => {
      const end = this.#endOfWord(text);
      this.#begins[placeOf(text, 0, end)] = 1;
      return text.slice(0, end > 0 && text.length >= end + NEXT_LETTER ? end + NEXT_LETTER : end);
    });
    this.#others = byBeginning.get('') ?? [];
    byBeginning.delete('');
    // Phrases with the meaning `nothing` go first, because they may contain one that starts at the same place.
    const silentFirst = (all: readonly Placed[]): Placed[] =>
      all.toSorted((one, other) => Number(isSilent(other)) - Number(isSilent(one)));
    this.#byBeginning = new Map([...byBeginning].map(([word, all]) => [word, silentFirst(all)]));
  }

  find(written: string, meanings: readonly string[]): Entry | null {
    const text = written.toLowerCase();
    const isOfWord = this.#isOfWord;
    let best: Placed | null = null;
    let silentUntil = 0;
    for (let at = 0; at < text.length; at += 1) {
      const start = at;
      for (; at < text.length; at += 1) {
        const code = text.charCodeAt(at);
        if (code < 0x80 ? isOfWord[code] === 0 : !this.#isOther(text.charAt(at))) break;
      }
      if (at === start || this.#begins[placeOf(text, start, at)] === 0) continue;
      for (const end of [at + NEXT_LETTER, at]) {
        for (const one of this.#byBeginning.get(text.slice(start, end)) ?? []) {
          if (!this.#stands(one, text, start)) continue;
          const until = start + one.text.length;
          if (isSilent(one)) silentUntil = Math.max(silentUntil, until);
          else if (until > silentUntil && isOneOf(one.known, meanings) && (best === null || one.order < best.order))
            best = one;
        }
      }
    }
    for (const one of this.#others) {
      if ((best === null || one.order < best.order) && isOneOf(one.known, meanings) && text.includes(one.text))
        best = one;
    }
    return best?.known ?? null;
  }

  #stands({ text: phrase, isAtStart, isAtEnd, isOpen }: Placed, text: string, at: number): boolean {
    if ((isAtStart && at > 0) || !text.startsWith(phrase, at)) return false;
    const end = at + phrase.length;
    return isAtEnd ? end === text.length : isOpen || end === text.length || !this.#isOfWordAt(text, end);
  }

  #isOfWordAt(text: string, at: number): boolean {
    const code = text.charCodeAt(at);
    return code < 0x80 ? this.#isOfWord[code] === 1 : this.#isOther(text.charAt(at));
  }

  #endOfWord(text: string): number {
    let end = 0;
    while (end < text.length && this.#isOfWordAt(text, end)) end += 1;
    return end;
  }
}

function isSilent({ known }: Placed): boolean {
  return known.meaning === NOTHING;
}

/**
 * The known word that a text is or contains, with its meaning; the first in vocabulary order if there are several, and null for
 * none. For a role of whole texts, pass `text` in lower case.
 */
export function knownIn<R extends Role>(
  text: string,
  role: R,
  ...meanings: readonly MeaningOf<R>[]
): KnownWord<R> | null {
  const { finder, byPhrase } = wordsFor(role);
  if (finder !== null) return finder.find(text, meanings) as KnownWord<R> | null;
  return byPhrase.get(text)?.find((one) => isOneOf<R>(one, meanings)) ?? null;
}

/** Whether one of a header's words, or its singular, is a known word of a role with one of these meanings. */
export function someKnown<R extends Role>(
  words: Iterable<string>,
  role: R,
  ...meanings: readonly MeaningOf<R>[]
): boolean {
  for (const word of words) {
    if (isKnown(word, role, ...meanings)) return true;
    if (word.endsWith('s') && isKnown(word.slice(0, -1), role, ...meanings)) return true;
  }
  return false;
}

/** Whether a text is or contains a known word of a role, or one with the given meanings. */
export function isKnown<R extends Role>(text: string, role: R, ...meanings: readonly MeaningOf<R>[]): boolean {
  return knownIn(text, role, ...meanings) !== null;
}
