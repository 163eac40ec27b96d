// The words of the vocabulary as they are looked for: as sets, as expressions, and one by one with what each of them means.

import { type Language, type Phrases, VOCABULARY } from './vocabulary.ts';

export type Role = keyof typeof VOCABULARY;
export type MeaningOf<R extends Role> = R extends Role ? string & keyof (typeof VOCABULARY)[R] : never;

/** A word or a phrase of the vocabulary. Shape: `shown` is what is quoted to a person, often the phrase itself. */
interface Entry {
  readonly shown: string;
  readonly phrase: string;
  readonly language: Language;
  readonly role: Role;
  readonly meaning: string;
}

export interface Known<R extends Role> extends Entry {
  readonly meaning: MeaningOf<R>;
}

/** What must stand before and behind a phrase in a text. */
type Frame = readonly [before: string, behind: string];

const AS_WORDS: Frame = ['\\b', '\\b'];
const ANYWHERE: Frame = ['', ''];

/** Where the phrases of a role are looked for as parts of a text; of the roles that are not here each is a whole text. */
const STANDS_IN: Readonly<Partial<Record<Role, Frame>>> = {
  party: ['(?<![a-z])', '(?![a-z])'],
  bankHeader: ['^', '$'],
  sentHeader: ['^', '\\b[ ?]*$'],
  bankNameHeader: ANYWHERE,
  remark: AS_WORDS,
  statusRemark: AS_WORDS,
  cell: AS_WORDS,
  flag: ANYWHERE,
  noName: ['^', '(?=[\\s\\d_-]|$)'],
  title: AS_WORDS,
  heading: AS_WORDS,
  headingEnd: AS_WORDS,
  note: AS_WORDS,
  total: ['(?<![\\p{L}\\p{M}])', '(?![\\p{L}\\p{M}])'],
  rowCount: ['^', ' ?[:=-]? ?\\d{0,6}$'],
  declared: ['^', ' ?[:=-]?$'],
  noteStart: ['^', ''],
  signer: ['^', '$'],
  instruction: ['^\\(?', '\\)?\\*?$'],
  above: AS_WORDS,
  netHeader: ['^\\s*', '\\b'],
};

const KNOWN: ReadonlyMap<string, readonly Entry[]> = new Map(
  Object.entries(VOCABULARY).map(([role, meanings]) => [
    role,
    Object.entries<Phrases>(meanings).flatMap(([meaning, phrases]) => knownPhrases(role, meaning, phrases)),
  ]),
);

function knownPhrases(role: string, meaning: string, phrases: Phrases): readonly Entry[] {
  const { shown, ...lists } = typeof phrases === 'string' ? { shown: undefined, en: phrases } : phrases;
  return Object.entries<string>(lists).flatMap(([language, list]) =>
    list.split(/,\s+/).map((phrase) => ({ shown: shown ?? phrase, phrase, language, role, meaning }) as Entry),
  );
}

/** All phrases of a role, or those of some of its meanings, in the order of the vocabulary. */
export function knownOf<R extends Role>(role: R, ...meanings: readonly MeaningOf<R>[]): readonly Known<R>[] {
  const all: readonly Entry[] = KNOWN.get(role) ?? [];
  return all.filter(isOneOf<R>(meanings));
}

/** Tells the phrases of these meanings; all, where there are none. */
function isOneOf<R extends Role>(meanings: readonly string[]): (entry: Entry) => entry is Known<R> {
  return (entry): entry is Known<R> => meanings.length === 0 || meanings.includes(entry.meaning);
}

/** Whole words, of a role or of some of its meanings. */
export function wordsOf<R extends Role>(role: R, ...meanings: readonly MeaningOf<R>[]): ReadonlySet<string> {
  return new Set(knownOf(role, ...meanings).map(({ phrase }) => phrase));
}

/** What finds any phrase of a role in a text, or any of some of its meanings. */
export function patternOf<R extends Role>(role: R, ...meanings: readonly MeaningOf<R>[]): RegExp {
  return patternFor(role, knownOf(role, ...meanings));
}

/** The one place where words become an expression: a literal one could not be built of the vocabulary. */
function patternFor(role: Role, known: readonly Entry[]): RegExp {
  const [before, behind] = STANDS_IN[role] ?? ['^', '$'];
  // To `\b` the letters of Indian scripts are none: it sees no word begin or end there.
  const isFramed = ({ phrase }: Entry): boolean => before !== '\\b' || /[a-z]/.test(phrase);
  const sources = [...Map.groupBy(known, isFramed)].map(([framed, some]) => {
    const phrases = some.map(({ phrase }) => phrase.replace(/(?<!\\)\((?!\?)/g, '(?:')).join('|');
    return framed ? `${before}(?:${phrases})${behind}` : phrases;
  });
  return new RegExp(sources.join('|'), before.includes('\\p') ? 'iu' : 'i');
}

/** What one meaning is looked for by, and each of its phrases. */
interface MeaningPattern {
  readonly pattern: RegExp;
  readonly phrases: readonly { readonly pattern: RegExp; readonly known: Entry }[];
}

/** The phrases of the roles of whole texts by phrase. */
const WHOLE = new Map([...KNOWN].map(([role, known]) => [role, Map.groupBy(known, ({ phrase }) => phrase)]));

/** Those of the others by meaning. */
const PARTS = new Map(
  (Object.keys(STANDS_IN) as Role[]).map((role) => {
    const byMeaning = Map.groupBy(KNOWN.get(role) ?? [], ({ meaning }) => meaning);
    return [role, [...byMeaning.values()].map((known) => meaningPattern(role, known))];
  }),
);

function meaningPattern(role: Role, all: readonly Entry[]): MeaningPattern {
  const phrases = all.map((known) => ({ pattern: patternFor(role, [known]), known }));
  return { pattern: patternFor(role, all), phrases };
}

/**
 * Which known word a text is, or holds, and what it means there: of several the first meaning of the vocabulary. Shape: null
 * for none. Of a role of whole texts, `text` is in lower case.
 */
export function knownIn<R extends Role>(text: string, role: R, ...meanings: readonly MeaningOf<R>[]): Known<R> | null {
  const isMeant = isOneOf<R>(meanings);
  const parts = PARTS.get(role);
  if (parts === undefined) return WHOLE.get(role)?.get(text)?.find(isMeant) ?? null;
  for (const { pattern, phrases } of parts) {
    const [first] = phrases;
    if (first === undefined || !isMeant(first.known) || !pattern.test(text)) continue;
    return (phrases.find((phrase) => phrase.pattern.test(text)) ?? first).known as Known<R>;
  }
  return null;
}
