// Which texts beside the rows are harmless: titles, companies, addresses, periods, signatures. Fails closed: whatever is not
// understood as harmless is shown to a person, because the words that speak against paying are without end.

import { monthOf } from '../../../shared/months.ts';
import { parseAmountWords } from './amount-words.ts';
import { isKnown, wordsOf } from './known-words.ts';
import { headingAgainstPaying, noteAgainstPaying } from './no-payment.ts';
import { titleAgainstPaying } from './other-columns.ts';
import { otherUnitIn } from './units.ts';

const PLAIN = new Set([...wordsOf('harmless', 'word'), ...wordsOf('harmless', 'place')]);
const COMPANY = wordsOf('harmless', 'company');
const LEGAL_FORMS = wordsOf('above', 'company');
const ADDRESS = wordsOf('harmless', 'address');
const OF_SENTENCE = wordsOf('sentence', 'word');

/** A longer text is a letter. */
const TEXT_MAX_CHARACTERS = 300;
/** Of a longer cell not even the spaces are counted. */
const CELL_READ_MAX_CHARACTERS = 1_000;
const COMPANY_WORDS_MAX = 9;
const ADDRESS_WORDS_MAX = 16;
const VALUE_WORDS_MAX = 10;
const CODE_MAX_CHARACTERS = 40;
const CODE_DIGITS_MIN = 4;
const CODE_LETTERS_MAX = 4;

/** A date, or a day of a month: the second only where its word is one. */
const DAY =
  /\b\d{1,4}\s?[-/.]\s?(?:\d{1,2}|[a-z]{3,9})\s?[-/.,]\s?\d{2,4}\b|\b\d{1,2}(?:st|nd|rd|th)?[ -]([\p{L}\p{M}]{2,9})/giu;
const NUMBER = /\b(?:q[1-4]|\d{1,2}(?:st|nd|rd|th)|\d{1,2}:\d\d(?::\d\d)?\s*(?:[ap]m)?|\d[\d,]*(?:\.\d+)?)\b/giu;
/** `A/c No. 12`, `Sl. No.`, `No. of employees`: here "no" is no denial. */
const NO_OF =
  /\b(a\/?c|account|sr|sl|s|serial|ref|reference|voucher|batch|bill|employee|emp|file|order|phone|ph|mobile|tel|contact|regn?|page|code|cheque|chq|letter|plot|flat|house|shop|h|d)\.?\s*nos?\b\.?|\bnos?\.?\s+of\b|\bnos\b\.?/giu;
const FROM_TO =
  /\b(?:from|to|till|upto|on|at|of|dated|dt)\s*(?=\d)|\b(?:as|dated|generated|printed|report|created|downloaded|exported)\s+(?:on|at|of)\b/giu;
/** A day beside a word for paying may be the day of paying, unless it ends or dates a period. */
const PAYS =
  /\b(?:pay|payment|payments|payout|payouts|release|transfer|transfers|disbursement|remittance|effective|due|value)\b/i;
const PERIOD = /\b(?:as (?:on|at|of)|dated|period|from|generated|printed|report|statement|register)\b/i;
const DAY_RANGE = /\b\d{1,2}\s*(?:-|–|to)\s*\d{1,2}\s+\p{L}{3}/u;
const PAYS_AMOUNT = /\bpay\s+(?:rs\.?|inr|₹)?\s*\d/i;

/** How a letter to a bank begins. */
const TO_MANAGER = /^to,? ?the (?:branch |chief )?manager\b(.*)$/i;
const EMAIL = /^[^@\s]{1,100}@[^@\s]{1,100}\.[a-z]{2,10}$/i;
const PATTERNS = [
  /^page\s*(?:no\.?\s*)?\d*(?:\s*(?:of|\/)\s*\d*)?$/i,
  /^(?:this )?(?:is )?(?:an? )?(?:computer|system|electronically)[ -]generated[^.]{0,60}(?:signature|stamp|seal)?[^.]{0,20}\.?$/i,
  /^(?:all )?(?:amounts?|figures|values|salary|salaries|payments?)?\s{0,3}(?:are )?\(?\s{0,3}in\s{1,3}(?:rs\.?|inr|₹|rupees|indian rupees)\s{0,3}\)?\.?(?: only)?$/i,
  /^(?:please |kindly )?(?:debit|transfer from) our (?:account|a\/c)(?: (?:no\.?|number))?[\s:]*[\dx*-]*(?: and credit the (?:following|below|above)?[a-z ]{0,40}(?:accounts?|list|beneficiaries|employees|vendors|suppliers|workers|staff|payees|persons|parties))?\.?$/i,
  /^signature(?: with| and| &)? date$/i,
  /^[-*\s]*end of (?:the )?(?:report|file|statement|list|page|sheet)[-*\s]*$/i,
  /^(?:e\.? ?& ?o\.? ?e\.?|errors and omissions excepted)$/i,
  /^(?:debit |our |payer |remitter )?(?:account|a\/c)\.?(?: (?:no\.?|number))?[ :-]*[\dx*]{6,}$/i,
  /^(?:our )?(?:ref|reference|letter|voucher|file|batch|cheque|chq)\.?(?: ?(?:no\.?|number))?[ :.-]+[\w/-]*\d[\w/-]*$/i,
  /^(?:https?:\/\/|www\.)\S+$/i,
  /^\(?(?:mandatory|optional|conditional|required|numeric|alphanumeric|text|max(?:imum)? (?:length )?\d+ ?(?:characters|digits|chars)?)\)?\*?$/i,
  /^(?:please )?(?:enter|mention|specify)\s[^.!]{0,80}$/i,
] as const;
/** A title of payments that are due says no more than one of payments. */
const TO_BE_PAID =
  /^((?:list|statement|details) of )?pending (?=(?:payments?|payouts?|salar(?:y|ies)|wages|bills|refunds|reimbursements)\b)/i;
/** When salaries are paid each month, in words that otherwise say that something was paid. */
const PAID_MONTHLY =
  /^(?:notes?\s*[:.-]\s*)?(?:salar(?:y|ies)|wages)?\s*(?:are |is )?paid by the \d{1,2}(?:st|nd|rd|th)(?: of (?:each|every|the) month)?\.?$/i;
const SIGNED_BY =
  /^(?:prepared|made|checked|verified|reviewed|approved|authori[sz]ed|certified|passed|received|signed|entered|submitted|compiled|sanctioned)(?:\s*(?:&|and|\/)\s*\w+)?\s+by\b\s*[:.-]*\s*(.*)$/iu;
/** When and by whom a file was made. */
const MADE = /^(?:report )?(?:printed|generated|exported|downloaded|created)((?:\s+(?:on|at|by)\s).{1,60})$/i;
const LABELLED = /^([^:=|]{2,40}?)\s*(?:[:=|]|\s[-–]\s|:-)\s*[-–]?\s*(.*)$/u;

/** A line between ornaments: `*** Salary ***`. */
const ORNAMENTED = /^[*=–-]{2}.{0,1000}[*=–-]{2}$/u;
const ORNAMENTS = /^[*=–-]+|(?<![*=–-])[*=–-]+$/gu;

/** Whether a text can change nothing about what is paid. */
export function isHarmless(text: string): boolean {
  if (text.length > CELL_READ_MAX_CHARACTERS) return !/[\p{L}\p{N}]/u.test(text);
  const shown = text
    .replace(/[\s_]+/g, ' ')
    .trim()
    .replace(TO_BE_PAID, '$1')
    .replace(/\bM\/s\b\.?/gi, 'Messrs')
    .replace(/^[*#•] ?(?=(?:this is an? )?(?:computer|system)[ -]generated\b)/i, '')
    .replace(ORNAMENTED, (inner) => inner.replace(ORNAMENTS, '').trim());
  if (!/[\p{L}\p{N}]/u.test(shown) || PAID_MONTHLY.test(shown)) return true;
  if (shown.length > TEXT_MAX_CHARACTERS || /[%→⇒!]|\*\s*\p{L}/u.test(shown) || speaksAgainst(shown)) return false;
  if (PATTERNS.some((pattern) => pattern.test(shown)) || isAmountInWords(shown)) return true;
  const addressee = TO_MANAGER.exec(shown)?.[1];
  if (addressee !== undefined) return isNamedValue(addressee);
  const made = MADE.exec(shown)?.[1];
  if (made !== undefined) return isNamedValue(made.replace(/\b(?:on|at|by|from)\b/gi, ' '));
  const signer = SIGNED_BY.exec(shown)?.[1];
  if (signer !== undefined) return isNamedValue(signer);
  if (isOfPlainWords(shown) || isCompany(shown) || isAddress(shown)) return true;
  const [, label = '', value = ''] = LABELLED.exec(shown) ?? [];
  return label !== '' && isLabelled(label, value);
}

/** The same of a sheet's name, which may be that of a branch or of whoever made it. */
export function isHarmlessName(name: string): boolean {
  return isHarmless(name) || isNamedValue(name.replace(/[\s_]+/g, ' ').trim());
}

/** How a label ends. */
export const LABEL_END = /[:=]\s{0,9}-?\s{0,9}$/;

const IN_WORDS = /^(?:amount )?(?:in words ?:? ?)?(?=(?:rupees|rs\.?|inr)\s)/i;

function isAmountInWords(text: string): boolean {
  return IN_WORDS.test(text) && parseAmountWords(text.replace(IN_WORDS, '')) !== null;
}

/** Whether a cell is only the label of the cell beside it. */
export function isLabelAlone(text: string): boolean {
  if (text.length > TEXT_MAX_CHARACTERS) return false;
  const label = plainLabel(text.replace(/\s{0,9}[:=-]{1,9}\s{0,9}$/, ''));
  return LABEL_END.test(text) || isKnown(label, 'harmless', 'label', 'nameLabel', 'weighed');
}

/** Whether a text starts a signature: whoever stands below it signs. */
export function isSignature(text: string): boolean {
  return SIGNED_BY.test(text.trim()) || /\bsign(?:ature|ator(?:y|ies)|ed)?\b/i.test(text);
}

/** Whether a text may be the name of a signer. */
export function mayBeName(text: string): boolean {
  return /^\p{Lu}[\p{L}\p{M}.' ]{1,40}$/u.test(text.trim()) && !speaksAgainst(text) && !isOfSentence(wordsIn(text));
}

function speaksAgainst(text: string): boolean {
  if (titleAgainstPaying(text) !== null || noteAgainstPaying([text])) return true;
  // A title names people who left or are not yet confirmed in other ways than these words.
  return headingAgainstPaying(text) !== null || otherUnitIn(text) !== null || isKnown(text, 'remark');
}

function isOfPlainWords(text: string): boolean {
  const lower = text.toLowerCase();
  if (PAYS_AMOUNT.test(lower) && !/\bpay\s+20\d\d\b/.test(lower)) return false;
  const days = [...lower.matchAll(DAY)].filter(([, word]) => mayBeMonth(word)).length;
  if (days === 1 && !DAY_RANGE.test(lower) && PAYS.test(lower) && !PERIOD.test(lower)) return false;
  const rest = lower
    .replace(/\ba\/c\b/g, 'account')
    .replace(/\bm\/s\b\.?/g, 'ms')
    .replace(/\bs\/d\b\.?/g, 'sd')
    .replace(/\bw\/e\b/g, 'week')
    .replace(/\bex-? ?gratia\b/g, 'exgratia')
    .replace(/\bno\.?\s*(?=\d)/g, ' ')
    .replace(/\bnew delhi\b/g, 'delhi')
    .replace(/\bhalf[ -]yearly\b/g, 'yearly')
    .replace(/^to\b,?(?=.*\b(?:manager|bank|branch|sir)\b)/g, ' ')
    .replace(NO_OF, ' $1 ')
    .replace(FROM_TO, ' ')
    .replace(/\bof (?:each|every)\b/g, ' ')
    .replace(DAY, withoutDay)
    .replace(/(?:\bto\b|\btill\b|[-–])\s*$/u, ' ')
    .replace(NUMBER, ' ')
    .replace(/^\s*(?:date|dt|dated)\b/, ' ')
    .replace(
      /\bto (?=employees|staff|vendors|workers|suppliers|beneficiaries|contractors|partners|farmers|doctors|teachers|guest|faculty)/g,
      ' ',
    )
    .replace(/\b(?:in (?=rs|inr|rupees|words|figures))/g, ' ')
    .replace(/\bcustomers?(?= (?:refund|cashback|reward|payout)s?\b)/g, ' ');
  if (/\p{Nd}{7}/u.test(rest)) return false;
  return wordsIn(rest).every(
    (word) => PLAIN.has(word) || monthOf(word) !== null || /^(?:s|[iv]|[ivx]{2,6})$/.test(word),
  );
}

function mayBeMonth(word: string | undefined): boolean {
  return word === undefined || monthOf(word) !== null;
}

function withoutDay(day: string, word: string | undefined): string {
  return mayBeMonth(word) ? ' ' : day;
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
}

function isOfSentence(words: readonly string[]): boolean {
  return words.some((word) => OF_SENTENCE.has(word));
}

/** A name with a word of companies, and no word of a sentence. Without its legal form it is written in capitals. */
function isCompany(text: string): boolean {
  const words = wordsIn(text);
  if (words.length > COMPANY_WORDS_MAX || isOfSentence(words) || !words.some((word) => COMPANY.has(word))) return false;
  if (words.some((word) => LEGAL_FORMS.has(word))) return true;
  const others = text.match(/\p{L}[\p{L}\p{M}.']*/gu) ?? [];
  return others.every((word) => PLAIN.has(word.toLowerCase()) || !/^\p{Ll}/u.test(word));
}

const ORDINAL = /\b\d{1,2}(?:st|nd|rd|th)\b/gi;

function isAddress(text: string): boolean {
  // The "st" of `1st` is no street.
  const words = wordsIn(text.replace(ORDINAL, ' '));
  if (words.length > ADDRESS_WORDS_MAX || isOfSentence(words) || !/[\d,;]/.test(text)) return false;
  const isPlace = words.some((word) => ADDRESS.has(word) || isKnown(word, 'harmless', 'place'));
  return isPlace && !/\p{Nd}{7}/u.test(text);
}

function plainLabel(label: string): string {
  return label
    .toLowerCase()
    .replace(/a\/c/g, 'account')
    .replace(/[.'()]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The label of a day of paying. */
const PAYS_WHEN = /\b(?:pay\w*|release|transfer|disbursement|remittance|due|value|effective|credit)\b.*\bdate$/;

function isLabelled(label: string, value: string): boolean {
  const plain = plainLabel(label);
  if (isKnown(plain, 'harmless', 'weighed')) return value.trim() === '' || isHarmless(value);
  if (isKnown(plain, 'harmless', 'nameLabel') || /^name of \p{L}+$/u.test(plain)) return isNamedValue(value);
  const isNumbered = /^(.+) (?:no|number|id|code|date)$/.exec(plain)?.[1];
  if (isNumbered !== undefined && !PAYS_WHEN.test(plain) && isOfPlainWords(isNumbered)) return isValue(value);
  if (isKnown(plain, 'harmless', 'label'))
    return isValue(value) || (/ (?:code|id)$/.test(plain) && isIdentifier(value));
  return isHarmless(label) && isHarmless(value);
}

function isValue(value: string): boolean {
  return isHarmless(value.replace(/\.(?:xlsx?|csv|txt)$/i, '')) || isCode(value) || EMAIL.test(value.trim());
}

/** `ACME01`, which says no more than who the payer is. */
function isIdentifier(value: string): boolean {
  return /^[A-Z]{2,12}\d{1,12}$/.test(value.trim()) && !isOfSentence(wordsIn(value));
}

/** A value with a digit and no word of its own: `SAL/NOV/003`, `27ABCDE1234F1Z5`. */
function isCode(value: string): boolean {
  const words = wordsIn(value);
  const digits = value.match(/\d/g)?.length ?? 0;
  if (digits === 0 || value.length > CODE_MAX_CHARACTERS || isOfSentence(words) || speaksAgainst(value)) return false;
  const isOneToken = digits >= CODE_DIGITS_MIN && !value.trim().includes(' ');
  return isOneToken || words.every((word) => word.length < CODE_LETTERS_MAX || PLAIN.has(word));
}

/** A value that may be the name of somebody or something: whatever is not plain in it starts with a capital or has no case. */
function isNamedValue(value: string): boolean {
  if (isValue(value)) return true;
  const names = value.replace(DAY, withoutDay).match(/\p{L}[\p{L}\p{M}.']*/gu) ?? [];
  if (names.length > VALUE_WORDS_MAX || isOfSentence(wordsIn(value)) || speaksAgainst(value)) return false;
  return names.every((name) => !/^\p{Ll}/u.test(name) || PLAIN.has(name.toLowerCase().replace(/\.$/, '')));
}

/** Words of a sentence that no header of an empty column has. */
const NO_COLUMN =
  /\b(?:not|do|don'?t|never|hold|held|stop|till|until|after|before|already|done|later|next|previous|cash|cancel\w*|is|are|was|will|be|only|all|to)\b/i;

/** A longer one with a full stop is a sentence. */
const HEADER_WORDS_MAX = 3;

/** Whether the header of a column without any value is a column's, rather than a note to the right of the table. */
export function isColumnHeader(header: string): boolean {
  const words = wordsIn(header.replace(/([a-z])([A-Z])/g, '$1 $2'));
  const isOfColumns = words.length > 0 && words.every((word) => isKnown(word, 'harmless', 'column'));
  if (/^paid (?:on|by|date)$/i.test(header) || isOfColumns) return true;
  if (speaksAgainst(header) || NO_COLUMN.test(header.replace(/\b(?:if any|to be filled)\b/gi, ''))) return false;
  if (/!$|[^.]\.$/.test(header) && words.length > HEADER_WORDS_MAX) return false;
  if (isHarmless(header) || /^(?!x\d)\p{L}{1,4}[ _.-]?\d{1,4}$|^\p{L}{1,2}$|_/u.test(header)) return true;
  return words.some((word) => isKnown(word, 'harmless', 'column') || isKnown(word, 'column', 'aside'));
}
