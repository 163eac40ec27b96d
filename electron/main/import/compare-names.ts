// Whether two names in one file are two people. A warning is only worth reading where they clearly are: "R. Kumar" and
// "Ramesh Kumar" may be one, in either order, and so may "Ramesh" and "Ramesh Kumar".

/** Longer names are compared by their beginning: a name has no more words than this. */
const WORDS_MAX = 20;

/** What stands in front of a name and names nobody. */
const TITLES: ReadonlySet<string> = new Set(
  'mr mrs ms miss dr er adv ca prof shri sri smt kum kumari m/s late श्री श्रीमती सुश्री डॉ'.split(' '),
);

/** One spelling for words that firms shorten. */
const SHORT_FOR: Readonly<Record<string, string>> = {
  private: 'pvt',
  limited: 'ltd',
  company: 'co',
  corporation: 'corp',
  enterprises: 'enterprise',
  and: '&',
};

/** Whether the names clearly are those of two payees, whatever their case, punctuation, order, titles and initials. */
export function namesDiffer(one: string, other: string): boolean {
  if (one === other) return false;
  const [some, more] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length);
  if (some === undefined || more === undefined || some.length === 0) return false;
  // Words of two scripts cannot be compared.
  if (isLatin(some) !== isLatin(more)) return false;
  if (joined(some) === joined(more)) return false;
  const unmatched = [...more];
  const left = some.filter((word) => !take(unmatched, (candidate) => candidate === word));
  return !left.every((word) => take(unmatched, (candidate) => isInitialOf(word, candidate)));
}

/** One spelling for a name, whatever its case, punctuation, order and titles; empty for a name without words. */
export function foldName(name: string): string {
  return [...wordsOf(name)].sort().join(' ');
}

function wordsOf(name: string): readonly string[] {
  const words =
    name
      .normalize('NFKC')
      .toLowerCase()
      .match(/m\/s|&|[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words
    .filter((word) => !TITLES.has(word))
    .slice(0, WORDS_MAX)
    .map((word) => (Object.hasOwn(SHORT_FOR, word) ? (SHORT_FOR[word] ?? word) : word));
}

/** The words as one, for those who write "Ram Kumar" as "Ramkumar". */
function joined(words: readonly string[]): string {
  return words.join('');
}

function isLatin(words: readonly string[]): boolean {
  return words.some((word) => /\p{Script=Latin}/u.test(word));
}

/** Takes the first word that fits out of the list. Shape: whether there was one. */
function take(words: string[], fits: (word: string) => boolean): boolean {
  const place = words.findIndex(fits);
  if (place !== -1) words.splice(place, 1);
  return place !== -1;
}

function isInitialOf(one: string, other: string): boolean {
  return (one.length === 1 && other.startsWith(one)) || (other.length === 1 && one.startsWith(other));
}
