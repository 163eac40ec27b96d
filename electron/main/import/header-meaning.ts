// What a header says about a payment field. All its words count, those in brackets too: "Amount (in paise)" read as "Amount"
// pays a hundredfold, "Account No (Debit)" pays the company itself. One word that nobody vouches for makes a header doubtful.

import type { Field } from '../../../shared/issues.ts';
import { HEADER_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { canonical, fieldOfWords, tellingWords, wordsOf } from './field-names.ts';

/**
 * Shape: `doubtful` names the field but for `words`; `isPayers` when a word speaks of who pays; `inRupees` when one says rupees;
 * `spelling` is where a typing error is looked for.
 */
export type HeaderMeaning = About & (Named | Doubtful | { readonly kind: 'other' });

interface About {
  readonly words: ReadonlySet<string>;
  readonly spelling: string;
  readonly isPayers: boolean;
  readonly inRupees: boolean;
}
interface Named {
  readonly kind: 'names';
  readonly field: Field;
  readonly own: boolean;
}
interface Doubtful {
  readonly kind: 'doubtful';
  readonly field: Field;
  readonly doubt: string;
}

/** Fields of which a wrong column pays a wrong person or amount. */
export const DECISIVE: ReadonlySet<Field> = new Set(['upiId', 'accountNumber', 'ifsc', 'amount']);

/** What the header means. One that was cut may have said more. */
export function meaningOf(text: string): HeaderMeaning {
  const header = text.length < HEADER_MAX_CHARACTERS ? text : '';
  const { outside, inside } = splitBrackets(header);
  const all = wordsOf(header);
  const about = {
    words: new Set(all),
    isPayers: all.some((word) => PAYERS.has(word)),
    inRupees: header.includes('₹') || all.some((word) => RUPEES.has(word)),
  };
  const named = fieldOfWords(canonical(outside));
  const within = tellingWords(wordsOf(inside));
  if (named === null) return { spelling: canonical(header), ...about, ...(changedName(outside) ?? { kind: 'other' }) };
  if (isUnderstood(within, named.field, outside)) {
    return { spelling: canonical(outside), ...about, kind: 'names', ...named };
  }
  return { spelling: canonical(header), ...about, kind: 'doubtful', field: named.field, doubt: inside.trim() };
}

/** A name with a word before or behind it that changes it: `Annual Salary`, `Amount in lakhs`, `Debit A/C No`. */
function changedName(text: string): Doubtful | null {
  const words = wordsOf(text);
  const isChanging = (word: string): boolean => PAYERS.has(word) || CHANGES_AMOUNT.has(word);
  const field = fieldOfWords(tellingWords(words.filter((word) => !isChanging(word))).join(' '))?.field;
  const changing = words.filter(isChanging);
  if (field === undefined || changing.length === 0 || !isGuarded(field)) return null;
  const isChanged = field === 'amount' || changing.some((word) => PAYERS.has(word));
  return isChanged ? { kind: 'doubtful', field, doubt: changing.join(', ') } : null;
}

/** Whether the words in brackets leave the field what it is. */
function isUnderstood(within: readonly string[], field: Field, outside: string): boolean {
  if (within.length === 0 || !isGuarded(field)) return true;
  if (field === 'name') return !within.some((word) => PAYERS.has(word));
  const said = within.join(' ');
  const isAlias = (words: string): boolean => fieldOfWords(words)?.field === field;
  if (isAlias(said) || isAlias(`${canonical(outside)} ${said}`) || isAlias(`${said} ${canonical(outside)}`))
    return true;
  return within.every(
    (word) => HARMLESS.has(word) || (field === 'amount' ? isOfAmount(word, within) : isOfPayee(word)),
  );
}

/** The name stays local, but a payer's name beside each payment would mislead whoever confirms it. */
function isGuarded(field: Field): boolean {
  return DECISIVE.has(field) || field === 'name';
}

function isOfAmount(word: string, within: readonly string[]): boolean {
  if (AMOUNT_WORDS.has(word) || MONTHS.has(word) || /^20\d\d$/.test(word)) return true;
  if (!/^\d{1,2}$/.test(word)) return false;
  return within.some((other) => MONTHS.has(other) || other.startsWith('decimal'));
}

function isOfPayee(word: string): boolean {
  return PAYEE_WORDS.has(word) || /^\d{1,2}$/.test(word);
}

/** The text outside brackets and inside them; what stands in brackets alone is outside. */
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
  return wordsOf(outside).length > 0 ? { outside, inside } : { outside: text, inside: '' };
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}

const RUPEES = setOf('rs inr rupee rupees ₹');

/** Who pays: these columns are never those of a payee. */
const PAYERS = setOf(
  'debit debited dr source from remitter remitters remitting payer payers sender senders our own self company employer corporate originator funding ordering drawer razorpay razorpayx',
);

/** Another unit than rupees, or another amount than what is paid out now. */
const CHANGES_AMOUNT = setOf(
  `paise paisa ps lakh lakhs lac lacs crore crores cr thousand thousands hundred hundreds k 000 000s 00 1000 1000s million
   millions mn m billion bn percent usd us eur gbp jpy aed sgd dollar dollars euro euros pound pounds cent cents foreign fcy
   annual annually annum yearly year ctc lpa pa gross basic deduction deductions deducted tds tax before balance outstanding due total ytd
   quarterly weekly daily hourly previous last old arrear arrears advance recovery recovered loan pf esi hra gst budget withheld
   hold excluding including incl excl`,
);

/** Words in brackets that say how to fill a column in, not what it is. */
const HARMLESS = setOf(
  `optional required mandatory compulsory must as per bank banks passbook record records cheque only text format if any
   applicable available please enter fill correct exact full valid holder credit credited and or name number numbers numeric
   digits without spaces space the this`,
);
const PAYEE_WORDS = setOf(
  `savings saving sb current salary account branch code digit alphanumeric character characters char chars max min upto up
   leading zero zeros with eg e g ex example like imps neft rtgs upi vpa ifsc id cr gpay phonepe paytm bhim google pay rbi npci`,
);
const AMOUNT_WORDS = setOf(
  'month monthly current net final payable amount decimal decimals places figures comma commas indian rupee r two in salary',
);
const MONTHS = setOf(
  `jan january feb february mar march apr april may jun june jul july aug august sep sept september oct october nov november
   dec december`,
);
