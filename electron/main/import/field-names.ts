// How people name the payment fields, in headers, in options, and in our sentences. All words of a header count, including those
// in brackets: "Amount (in paise)" read as "Amount" would pay a hundredfold, and "Account No (Debit)" would pay the company
// itself. A single unknown word makes a header doubtful. Misspellings and content are judged elsewhere.
import { type Message, msg } from '../../../shared/messages/message.ts';
import { MONTH_WORDS, monthOf } from '../../../shared/months.ts';
import { FIELDS, type Field, type Refusal } from '../../../shared/rows.ts';
import { HeaderReader } from './header-words.ts';
import { wordsOf } from './known-words.ts';
import { HEADER_MAX_CHARACTERS } from './table.ts';
import { UNIT_WORDS } from './units.ts';

/**
 * The words a header needs to name a field, in canonical form. `needs` are alternatives; `allows` are words that may appear
 * around them in any order without changing the meaning.
 */
interface FieldPhrases {
  readonly needs: readonly (readonly string[])[];
  readonly allows: ReadonlySet<string>;
}

/** What an amount is paid for. Next to other money columns, such a column may be only part of what is paid. */
export const PAID_FOR = wordsOf('header', 'paidFor');

const BY_WORDS: Readonly<Partial<Record<Field, FieldPhrases>>> = {
  paymentMethod: { needs: phrases('paymentMethod'), allows: wordsOf('beside', 'paymentMethod') },
  upiId: { needs: phrases('upiId'), allows: wordsOf('beside', 'upiId') },
  accountNumber: { needs: phrases('accountNumber'), allows: wordsOf('beside', 'accountNumber') },
  ifsc: { needs: phrases('ifsc'), allows: wordsOf('beside', 'ifsc') },
  amount: { needs: phrases('amount'), allows: new Set([...wordsOf('beside', 'amount'), ...PAID_FOR]) },
};

/** Names in canonical words, tried in this order. Each field's first is its own name and wins over the others. */
const ALIASES: Readonly<Partial<Record<Field, readonly string[]>>> = {
  remark: [...wordsOf('field', 'remark')],
  reference: [...wordsOf('field', 'reference')],
  name: [...wordsOf('field', 'name')],
};

function phrases(field: Field): readonly (readonly string[])[] {
  return [...wordsOf('field', field)].map((phrase) => phrase.split(' '));
}

const SILENT = wordsOf('header', 'silent');

/** The words without those that mean nothing beside others. */
function significantWords(words: readonly string[]): readonly string[] {
  const significant = words.filter((word) => !SILENT.has(word));
  return significant.length > 0 ? significant : words;
}

/** A text's words in one spelling: `Bene A/C No. Rs.` and `beneficiaryAccountNumber` are both `account number`. */
export function canonical(text: string): string {
  return significantWords(reader().read(text).words).join(' ');
}

const FIELD_OF_ALIAS = new Map(
  FIELDS.flatMap((field) => (ALIASES[field] ?? []).map((alias) => [alias, field] as const)),
);

/** The field that these canonical words name exactly, and whether they are its own name. */
function fieldOfWords(words: readonly string[]): { readonly field: Field; readonly own: boolean } | null {
  const alias = words.join(' ');
  const field = FIELD_OF_ALIAS.get(alias);
  if (field !== undefined) return { field, own: ALIASES[field]?.[0] === alias };
  const named = FIELDS.find((one) => {
    const { needs, allows } = BY_WORDS[one] ?? NOTHING;
    return needs.some(
      (need) =>
        need.every((word) => words.includes(word)) &&
        words.every((word) => need.includes(word) || allows.has(word) || (one === 'amount' && isOfMonth(word, words))),
    );
  });
  return named === undefined ? null : { field: named, own: false };
}

const NOTHING: FieldPhrases = { needs: [], allows: new Set() };

/** Parses a field's name typed in an option: any alias, in any case. Returns null when it names none. */
export function parseFieldName(text: string): Field | null {
  const same = FIELDS.find((field) => field.toLowerCase() === text.trim().toLowerCase());
  return same ?? fieldOfWords(canonical(text).split(' '))?.field ?? null;
}

export interface NamedColumn {
  readonly field: string;
  readonly header: string;
}

type NamedColumns =
  | { readonly kind: 'map'; readonly map: Readonly<Partial<Record<Field, string>>> }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Reads a person's column names for fields, such as `IFSC Code` for `ifsc`. Refuses unknown fields and fields named twice. */
export function readNamedColumns(columns: readonly NamedColumn[]): NamedColumns {
  const map: Partial<Record<Field, string>> = {};
  for (const { field: word, header } of columns) {
    const field = parseFieldName(word);
    if (field === null) return refuse(msg('cli.map.unknownField', { word }));
    if (map[field] !== undefined) return refuse(msg('cli.map.fieldTwice', { field }));
    map[field] = header;
  }
  return { kind: 'map', map };
}

function refuse(message: Message): NamedColumns {
  const cure = msg('cli.map.fields', { fields: FIELDS });
  return { kind: 'refused', refusal: { code: 'unknownField', message, cure } };
}

/**
 * What a header means. `doubtful`: it names the field except for the words of `doubt`; `replaces`: it gives a new value for the
 * field, like `New Account Number`; `repeats`: it asks for the account number again. `isPayers`: a word refers to the payer;
 * `isOthers`: one refers to somebody else or to former details; `inRupees`: one says rupees; `isNear`: one is known except for
 * one letter.
 */
export type HeaderMeaning = HeaderTraits &
  (NamesField | Doubtful | Replaces | { readonly kind: 'repeats' } | { readonly kind: 'other' });

interface HeaderTraits {
  readonly words: ReadonlySet<string>;
  readonly isPayers: boolean;
  readonly isOthers: boolean;
  readonly inRupees: boolean;
  readonly isNear: boolean;
}
interface NamesField {
  readonly kind: 'names';
  readonly field: Field;
  readonly own: boolean;
}
interface Doubtful {
  readonly kind: 'doubtful';
  readonly field: Field;
  readonly doubt: string;
}

interface Replaces {
  readonly kind: 'replaces';
  readonly field: Field;
}

/** The fields for which a wrong column pays the wrong person or amount. */
export const DECISIVE: ReadonlySet<Field> = new Set(['upiId', 'accountNumber', 'ifsc', 'amount']);

/** How forms separate a column's name from its instructions: `Payout Amount (Mandatory) Amount should be in rupees`. */
const FILLED_IN = /^(.{2,60}?)\s*[([]\s*(?:mandatory|optional|required|conditional)\s*[)\]]\s*(.+)$/is;

/** The column's name without its instructions, unless those change its meaning. */
function withoutInstruction(header: string): string {
  const [, name, instruction] = FILLED_IN.exec(header) ?? [];
  if (name === undefined || instruction === undefined) return header;
  const { words } = reader().read(instruction);
  const changes = words.some((word) => PAYERS.has(word) || REPLACES.has(word) || UNIT_WORDS.has(word));
  return changes ? header : name;
}

/** What the header means. A header at the length limit may have been cut and said more. */
export function meaningOf(text: string): HeaderMeaning {
  const header = text.length < HEADER_MAX_CHARACTERS ? withoutInstruction(text) : '';
  const { words, isNear } = reader().read(header);
  const allWords = header === text ? words : reader().read(text).words;
  const about = {
    words: new Set(words),
    isPayers: words.some((word) => PAYERS.has(word)),
    isOthers: words.some((word) => SOMEBODY_ELSE.has(word)),
    // The instructions may say rupees too.
    inRupees: text.includes('₹') || allWords.some((word) => RUPEES.has(word)),
    isNear,
  };
  return { ...about, ...whatIsNamed(header, words) };
}

function whatIsNamed(
  header: string,
  all: readonly string[],
): NamesField | Doubtful | Replaces | { readonly kind: 'repeats' | 'other' } {
  const { outside, inside } = splitBrackets(header);
  const outer = significantWords(reader().read(outside).words);
  const named = fieldOfWords(outer) ?? inTwoLanguages(outside) ?? ifscOf(all);
  if (named === null)
    return changedName(outside) ?? replacedField(all) ?? { kind: isRepeated(all) ? 'repeats' : 'other' };
  const replaced = inside === '' ? null : replacedField(all);
  if (replaced !== null) return replaced;
  const isSum = SUM_OF_COLUMNS.test(inside.trim()) && outer.some((word) => word === 'net' || word === 'payable');
  const within =
    inside === '' || isSum
      ? []
      : reader()
          .read(inside)
          .words.filter((word) => !SILENT.has(word));
  if (isUnderstood(within, named.field, outer)) return { kind: 'names', ...named };
  return isRepeated(all) ? { kind: 'repeats' } : { kind: 'doubtful', field: named.field, doubt: inside.trim() };
}

/** How a net amount names the columns it is made from, as in `Net Pay (A-B)`. */
const SUM_OF_COLUMNS = /^(?:[A-Z]|\d{1,2})(?:\s*[-+=]\s*(?:[A-Z]|\d{1,2}))+$/i;

/** An IFSC named in brackets, as in `Bank Code (IFSC)`. */
function ifscOf(words: readonly string[]): { readonly field: Field; readonly own: boolean } | null {
  const named = fieldOfWords(significantWords(words));
  return named?.field === 'ifsc' ? named : null;
}

/** The same name in two languages, as in `नाम / Name`: each part names the field. */
function inTwoLanguages(text: string): { readonly field: Field; readonly own: boolean } | null {
  const parts = text.split(/[/|–-]/).map((part) => fieldOfWords(significantWords(reader().read(part).words)));
  const [first = null, ...others] = parts;
  return others.length > 0 && others.every((part) => part?.field === first?.field) ? first : null;
}

/** Whether a header asks for the account number again, to catch typing errors. */
function isRepeated(words: readonly string[]): boolean {
  const rest = words.filter((word) => !REPEATS.has(word));
  return rest.length < words.length && fieldOfWords(significantWords(rest))?.field === 'accountNumber';
}

/** A header for payee details that have changed: `New IFSC`, `Account Number (Revised)`. */
function replacedField(words: readonly string[]): Replaces | null {
  const rest = words.filter((word) => !REPLACES.has(word));
  // In `Changed Account from Nov` and `New Account (own)`, "from" and "own" do not refer to the payer.
  const named = rest.filter((word) => word !== 'from' && word !== 'own' && word !== 'self' && monthOf(word) === null);
  if (rest.length === words.length || named.some((word) => PAYERS.has(word) || SOMEBODY_ELSE.has(word))) return null;
  const field = fieldOfWords(significantWords(named))?.field;
  return field === 'accountNumber' || field === 'ifsc' || field === 'upiId' ? { kind: 'replaces', field } : null;
}

/** A name with a word that changes its meaning: `Annual Salary`, `Amount in lakhs`, `Debit A/C No`. */
function changedName(text: string): Doubtful | null {
  const { words } = reader().read(text);
  const isChanging = (word: string): boolean => PAYERS.has(word) || CHANGES_AMOUNT.has(word);
  const changing = words.filter(isChanging);
  const rest = words.filter((word) => !isChanging(word));
  if (changing.length === 0 || rest.length === 0) return null;
  const field = fieldOfWords(significantWords(rest))?.field;
  if (field === undefined || !isGuarded(field)) return null;
  const isChanged = field === 'amount' || changing.some((word) => PAYERS.has(word));
  return isChanged ? { kind: 'doubtful', field, doubt: [...new Set(changing)].join(', ') } : null;
}

/** Whether the words in brackets leave the field's meaning unchanged. */
function isUnderstood(within: readonly string[], field: Field, outer: readonly string[]): boolean {
  if (within.length === 0 || !isGuarded(field)) return true;
  if (field === 'name') return !within.some((word) => PAYERS.has(word));
  const isAlias = (words: readonly string[]): boolean => fieldOfWords(words)?.field === field;
  if (isAlias(within) || isAlias([...outer, ...within]) || isAlias([...within, ...outer])) return true;
  return within.every(
    (word) => HARMLESS.has(word) || (field === 'amount' ? isOfAmount(word, within) : isOfPayee(word)),
  );
}

/** The name stays on this machine, but a payer's name beside each payment would mislead the person who confirms it. */
function isGuarded(field: Field): boolean {
  return DECISIVE.has(field) || field === 'name';
}

function isOfAmount(word: string, within: readonly string[]): boolean {
  if (AMOUNT_WORDS.has(word) || isOfMonth(word, within)) return true;
  return /^\d{1,2}$/.test(word) && within.some((other) => other.startsWith('decimal'));
}

/** Whether a word is part of a month: `Nov`, `2026`, or the `26` of `Nov 26`. */
function isOfMonth(word: string, among: readonly string[]): boolean {
  if (monthOf(word) !== null || /^20\d\d$/.test(word)) return true;
  return /^\d{1,2}$/.test(word) && among.some((other) => monthOf(other) !== null);
}

function isOfPayee(word: string): boolean {
  return PAYEE_WORDS.has(word) || /^\d{1,2}$/.test(word);
}

/** The text outside and inside brackets. A text entirely in brackets counts as outside. */
function splitBrackets(text: string): { readonly outside: string; readonly inside: string } {
  let depth = 0;
  let outside = '';
  let inside = '';
  for (const character of text) {
    const opens = '([{（［'.includes(character);
    const closes = ')]}）］'.includes(character);
    if (opens) depth += 1;
    else if (closes) depth = Math.max(0, depth - 1);
    const seen = opens || closes ? ' ' : character;
    if (depth > 0) inside += seen;
    else outside += seen;
  }
  return /[\p{L}\p{N}]/u.test(outside) ? { outside, inside } : { outside: text, inside: '' };
}

const RUPEES = wordsOf('header', 'rupees');
const PAYERS = wordsOf('header', 'payer');
const SOMEBODY_ELSE = wordsOf('header', 'somebodyElse');
const REPLACES = wordsOf('header', 'replaces');
const REPEATS = wordsOf('header', 'repeats');
/** Another unit than rupees, an amount other than the one paid out now, or one that was already paid. */
const CHANGES_AMOUNT: ReadonlySet<string> = new Set([...UNIT_WORDS, ...wordsOf('header', 'otherAmount')]);
/** Words in brackets that say how to fill in a column, not what it is. */
const HARMLESS = wordsOf('header', 'harmless');
const PAYEE_WORDS = wordsOf('header', 'ofPayee');
const AMOUNT_WORDS = wordsOf('header', 'ofAmount');

let known: HeaderReader | null = null;

/** Created on first use. It knows every word of the sets above. */
function reader(): HeaderReader {
  known ??= makeReader();
  return known;
}

function makeReader(): HeaderReader {
  const fields = Object.values(BY_WORDS).flatMap(({ needs, allows }) => [...needs.flat(), ...allows]);
  const aliases = Object.values(ALIASES).flatMap((names) => names.flatMap((name) => name.split(' ')));
  const others = [SILENT, RUPEES, PAYERS, SOMEBODY_ELSE, REPLACES, CHANGES_AMOUNT, HARMLESS].concat(
    PAYEE_WORDS,
    AMOUNT_WORDS,
    new Set(MONTH_WORDS.flat()),
    REPEATS,
    wordsOf('header', 'whole'),
  );
  return new HeaderReader([...fields, ...aliases, ...others.flatMap((words) => [...words])]);
}
