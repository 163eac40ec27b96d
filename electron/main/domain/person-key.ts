// Decides who is the same payee, however a sheet spells the account or the name. Requests and references keep the spelling they
// were first made with.

import { isPlain } from '../../../shared/deceptive-name.ts';
import type { Beneficiary } from '../../../shared/rows.ts';
import { plainText } from './plain-text.ts';
import { remembering } from './remembering.ts';

type BankAccount = Extract<Beneficiary, { readonly method: 'IMPS' }>;

/** An IFSC starts with the bank's four letters; the rest is the branch. The shape is RBI's. */
const BANK_LETTERS = 4;

/**
 * Banks merged into another one: the account number stays, the IFSC changes. From RBI's and the banks' notices of amalgamation.
 * A change here needs a migration that rewrites the stored keys.
 */
export const MERGED_BANKS: Readonly<Record<string, string>> = {
  ALLA: 'IDIB',
  ANDB: 'UBIN',
  BKDN: 'BARB',
  BMBL: 'SBIN',
  CITI: 'UTIB',
  CORP: 'UBIN',
  FSFB: 'AUBL',
  LAVB: 'DBSS',
  ORBC: 'PUNB',
  PMCB: 'UNBA',
  SBBJ: 'SBIN',
  SBHY: 'SBIN',
  SBMY: 'SBIN',
  SBTR: 'SBIN',
  STBP: 'SBIN',
  SYNB: 'CNRB',
  UTBI: 'PUNB',
  VIJB: 'BARB',
  VYSA: 'KKBK',
};

/**
 * One key per account or UPI ID, used to find repeats: `upi:<id>` or `imps:<bank>:<account>`. The account has no leading zeros:
 * banks pad with them, spreadsheets drop them, and both spellings may reach one account. Two people whose accounts differ only
 * by zeros cause one question too many; a repeat that nobody asks about is paid twice.
 */
export function personKey(beneficiary: Beneficiary): string {
  return beneficiary.method === 'UPI'
    ? `upi:${beneficiary.upiId.toLowerCase()}`
    : `imps:${bankOf(beneficiary)}:${withoutLeadingZeros(beneficiary).toLowerCase()}`;
}

/** One key per account as written, to notice changes: like personKey() with leading zeros, because a lost zero is a change. */
export function accountKey(beneficiary: Beneficiary): string {
  return beneficiary.method === 'UPI'
    ? personKey(beneficiary)
    : `imps:${bankOf(beneficiary)}:${beneficiary.accountNumber.toLowerCase()}`;
}

/** The personKey() for an accountKey(). */
export function personOfAccount(key: string): string {
  return key.startsWith('imps:') ? key.replace(/^(imps:[^:]*:)0+/, '$1') : key;
}

/** The bank of an IFSC, by its code after mergers. */
function bankOf({ ifsc }: BankAccount): string {
  const bank = ifsc.slice(0, BANK_LETTERS).toUpperCase();
  return MERGED_BANKS[bank] ?? bank;
}

/** The account number for comparing, never for sending. Empty for zeros alone. */
function withoutLeadingZeros({ accountNumber }: BankAccount): string {
  return accountNumber.startsWith('0') ? accountNumber.replace(/^0+/, '') : accountNumber;
}

/** No name has more words; of a longer text only the beginning is compared. */
const NAME_WORDS_MAX = 20;

/** How words of a name are normalised: titles are dropped, words that firms abbreviate get one spelling. */
const WRITTEN: ReadonlyMap<string, string> = new Map([
  ...'mr mrs ms miss dr er adv ca prof shri sri smt kum kumari m/s late श्री श्रीमती सुश्री डॉ'
    .split(' ')
    .map((title) => [title, ''] as const),
  ['private', 'pvt'],
  ['limited', 'ltd'],
  ['company', 'co'],
  ['corporation', 'corp'],
  ['enterprises', 'enterprise'],
  ['and', '&'],
]);

/** The words of a name for comparing, without titles, punctuation, case, accents and look-alike letters. */
export function nameWords(name: string): string[] {
  const words = wordsIn(plainText(name));
  // Compacted in place: a second list per name would take as long as finding the words.
  let count = 0;
  for (const word of words) {
    if (count === NAME_WORDS_MAX) break;
    const written = WRITTEN.get(word) ?? word;
    if (written === '') continue;
    if (written === 'ltd' && words[count - 1] === 'p') words[count - 1] = 'pvt';
    words[count] = written;
    count += 1;
  }
  words.length = count;
  return words;
}

/**
 * The one spelling for comparing names throughout the desk: names that look the same to a reader are equal. Empty for a name
 * without words. A change here needs a migration that rewrites the stored keys.
 */
export function foldName(name: string): string {
  let words = nameWords(name);
  let initials: string | null = null;
  if (words.some(isInitial)) {
    // "A. K. Rao" is "AK Rao", in any order.
    initials = words.filter(isInitial).join('');
    words = [...words.filter((word) => !isInitial(word)), initials];
  }
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const folded = withoutLookAlikes(word === initials || isShort(word) ? lettersInOrder(word) : word);
    // Insertion sort: for a few words sort() takes several times as long.
    let place = at;
    for (; place > 0 && (words[place - 1] ?? '') > folded; place -= 1) words[place] = words[place - 1] ?? '';
    words[place] = folded;
  }
  return words.join(' ');
}

// The lengths are tested first: most words are longer.
const isInitial = (word: string): boolean => word.length <= 2 && /^\p{L}$/u.test(word);
const isShort = (word: string): boolean => word.length <= 6 && /^\p{L}{2,3}$/u.test(word);

const lettersInOrder = remembering((word) => Array.from(word).sort().join(''));

/** Maps letters and digits that are mistaken for each other to one. Letter by letter: patterns are several times slower. */
function withoutLookAlikes(word: string): string {
  let folded = '';
  let from = 0;
  for (let at = 0; at < word.length; at += 1) {
    const letter = word[at];
    const isPair = (letter === 'r' && word[at + 1] === 'n') || (letter === 'v' && word[at + 1] === 'v');
    let alike = '';
    if (letter === 'i' || letter === '1') alike = 'l';
    else if (letter === '0') alike = 'o';
    else if (isPair) alike = letter === 'r' ? 'm' : 'w';
    else continue;
    folded += word.slice(from, at) + alike;
    if (isPair) at += 1;
    from = at + 1;
  }
  return from === 0 ? word : folded + word.slice(from);
}

/** For plain text it uses a pattern that is several times faster. */
function wordsIn(text: string): string[] {
  const words = isPlain(text) ? /m\/s|&|[a-z0-9]+/g : /m\/s|&|[\p{L}\p{M}\p{N}]+/gu;
  return text.match(words) ?? [];
}
