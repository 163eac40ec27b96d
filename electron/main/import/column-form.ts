// The form that the texts of a column share: names, or codes, numbers and days. Whatever its header says, a column is left alone
// because its cells have one form, and a cell that leaves it is asked about: `not joined` among days, `left us` among names. No list
// of words that speak against paying ends, but a sentence looks like no code and no name.

import { denies, hasSentenceWord, isDayWord, isMarkedOff, isNone, isSpoken, isWhen } from './cell-says.ts';
import { VALUE_MAX_CHARACTERS } from './table.ts';

/** Of the texts of a column, so few may have another form. */
const FEW = 3;
/** Fewer texts have no form, but one of two may be a sentence. */
const TEXTS_MIN = 3;

/** A code or an address. */
const ONE_WORD = /^\S*[\p{Nd}@]\S*$/u;
/** A word in small letters, longer than `of`. */
const SMALL_WORD = /(?<![\p{L}\p{M}\p{Nd}'’.@_/-])(?!(?:and|the|for|bin|von)(?!\p{L}))\p{Ll}{3}/u;
const STARTS_SMALL = /^\P{L}{0,3}\p{Ll}[^\p{Nd}]{2}/u;
/** `s/o Ram Lal` */
const RELATION = /^\p{L}\/o\b/u;
const STARTS_CAPITAL = /^\P{L}{0,3}\p{Lu}/u;
/** In most Indian scripts, letters have no case. */
const STARTS_LARGE = /^\P{L}{0,3}(?:\p{Lu}|\p{Lo})/u;
/** `VIII`, `A+` */
const SHORT_CODE = /^[\p{Lu}\p{Nd}+./-]{1,5}$/u;
/** A number of things: `2 yrs`. */
const QUANTITY = /^\p{Nd}[\p{Nd}.,]{0,12}\s?\p{L}{1,8}\.?$/u;

/** Whether a text is one code, number, day or address. */
function isFigure(text: string): boolean {
  return ONE_WORD.test(text) || QUANTITY.test(text) || isDayWord(text.toLowerCase()) || isWhen(text);
}

/** The same of several, with no words besides. */
function areFigures(text: string): boolean {
  return (/\p{Nd}/u.test(text) && !SMALL_WORD.test(text)) || isFigure(text);
}

function startsSmall(text: string): boolean {
  return STARTS_SMALL.test(text) && !RELATION.test(text);
}

/**
 * `strict`: the column must have a form, because its header says nothing; `described`: its header asks for sentences, of which only
 * those that deny something are none of it; `named`: for names, perhaps short ones.
 */
export type FormOf = 'any' | 'strict' | 'described' | 'named';

/** What tells whether a text leaves the form that most of a column's texts have; null where they have none. */
export function leavesForm(texts: readonly string[], of: FormOf): ((text: string) => boolean) | null {
  const filled = texts.filter((text) => text.length <= VALUE_MAX_CHARACTERS && !isNone(text));
  if (filled.length < TEXTS_MIN) return filled.length > 1 && (of === 'any' || of === 'named') ? isSpoken : null;
  const form = whatLeaves(filled, of);
  if (form === null) return null;
  const areMarked = filled.filter(isMarkedOff).length * FEW > filled.length;
  const leaves = (text: string): boolean => form(text) || (!areMarked && of !== 'described' && isMarkedOff(text));
  if (filled.filter(leaves).length * 2 > filled.length) return null;
  return (text) => text.length <= VALUE_MAX_CHARACTERS && leaves(text) && !isNone(text);
}

function whatLeaves(filled: readonly string[], of: FormOf): ((text: string) => boolean) | null {
  const isMost = (test: (text: string) => boolean): boolean =>
    filled.filter((text) => !test(text)).length * FEW <= filled.length;
  if (isMost(of === 'described' ? isFigure : areFigures)) return (text) => /\p{L}{3}/u.test(text) && !areFigures(text);
  const areLarge = isMost((text) => (of === 'strict' ? STARTS_CAPITAL : STARTS_LARGE).test(text));
  if (of === 'described') return (text) => denies(text) || (areLarge && startsSmall(text) && hasSentenceWord(text));
  if (of === 'any' && isMost((text) => SHORT_CODE.test(text)))
    return (text) => isSpoken(text) || (/\p{Ll}{3}/u.test(text) && filled.indexOf(text) === filled.lastIndexOf(text));
  if (areLarge) return (text) => startsSmall(text) || isSpoken(text);
  if (of === 'strict') return null;
  // In small letters, a name of one word is told from a sentence by its length.
  return isMost((text) => !text.includes(' ')) ? (text) => text.split(' ').length >= FEW || isSpoken(text) : isSpoken;
}
