// Whether two names in one file are two people. Warns only when they clearly are: "R. Kumar" and "Ramesh Kumar" may be one
// person, in either order, and so may "Ramesh" and "Ramesh Kumar".

import { nameWords } from '../domain/person-key.ts';

/** Whether the names clearly belong to two payees. Ignores case, punctuation, order, titles and initials. */
export function namesDiffer(one: string, other: string): boolean {
  if (one === other) return false;
  const [some, more] = [nameWords(one), nameWords(other)].sort((a, b) => a.length - b.length);
  if (some === undefined || more === undefined || some.length === 0) return false;
  // Words in two scripts cannot be compared.
  if (isLatin(some) !== isLatin(more)) return false;
  if (joined(some) === joined(more)) return false;
  const unmatched = [...more];
  const left = some.filter((word) => !take(unmatched, (candidate) => candidate === word));
  return !left.every((word) => take(unmatched, (candidate) => isInitialOf(word, candidate)));
}

/** The words run together, for people who write "Ram Kumar" as "Ramkumar". */
function joined(words: readonly string[]): string {
  return words.join('');
}

function isLatin(words: readonly string[]): boolean {
  return words.some((word) => /\p{Script=Latin}/u.test(word));
}

/** Removes the first word that fits from the list. Returns whether there was one. */
function take(words: string[], fits: (word: string) => boolean): boolean {
  const place = words.findIndex(fits);
  if (place !== -1) words.splice(place, 1);
  return place !== -1;
}

function isInitialOf(one: string, other: string): boolean {
  return (one.length === 1 && other.startsWith(one)) || (other.length === 1 && one.startsWith(other));
}
