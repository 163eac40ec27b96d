// How people call the payment fields: in headers, in options, and in our sentences. All words of a header count, those
// in brackets too: "Amount (in paise)" read as "Amount" pays a hundredfold, "Account No (Debit)" pays the company
// itself. One word that nobody vouches for makes a header doubtful: closeness and content are judged elsewhere.
import { FIELDS, type Field, type Refusal } from '../../../shared/rows.ts';
import { HEADER_MAX_CHARACTERS } from './table.ts';

/** Other names in canonical words (see `canonical`). The first of each field is its own name and wins over the others. */
export const ALIASES: Readonly<Record<Field, readonly string[]>> = {
  paymentMethod: namesOf(
    `pay method, method, mode, pay mode, mode pay, txn mode, mode txn, transfer mode, mode transfer, txn type,
     transfer type, pay type, payout mode, payout method`,
  ),
  upiId: namesOf(
    `upi id, upi, vpa, upi vpa, vpa id, upi address, upi handle, vpa address, virtual pay address, upi id vpa`,
  ),
  accountNumber: namesOf(
    `account number, account, bank account number, bank account, credit account number, credit account,
     account number credit, sb account number, saving account number, savings account number, salary account number,
     number account, खाता संख्या`,
  ),
  ifsc: namesOf(
    `ifsc, ifsc code, ifs code, bank ifsc, bank ifsc code, branch ifsc, branch ifsc code, ifsc number,
     ifsc code bank, bank branch ifsc, neft ifsc, imps ifsc`,
  ),
  amount: namesOf(
    `amount, net pay, net salary, net amount, pay amount, amount pay, payable, net payable, amount payable,
     payable amount, salary, salary amount, net pay amount, txn amount, transfer amount, amount transfer, take home,
     net take home, refund amount, amount refund, payout amount, राशि`,
  ),
  remark: namesOf(
    `remark, narration, note, notes, purpose, description, pay remark, txn remark, particulars, comment, comments,
     pay description, pay narration, txn narration, narration remark, remark narration, message, purpose pay, टिप्पणी`,
  ),
  reference: namesOf(
    `reference, reference number, reference id, udf1, udf 1, order id, order number, unique id, client reference,
     client reference id, client reference number, merchant reference, merchant reference id, pay reference,
     payout reference, txn reference, txn reference number, unique reference, unique reference number, your reference`,
  ),
  name: namesOf(
    `name, payee, full name, payee name, account name, account holder, account holder name, holder name,
     name account holder, name payee, नाम`,
  ),
};

function namesOf(text: string): readonly string[] {
  return text.split(/,\s+/);
}

/** One spelling of a word, and the others that stand for it. */
const SPELLINGS: Readonly<Record<string, string>> = {
  account: 'ac acc acct accounts',
  'account number': 'acno accno acctno accountno accountnumber',
  'bank account': 'bankaccount',
  number: 'no nos num nbr',
  amount: 'amt',
  remark: 'remarks',
  'upi id': 'upiid',
  'vpa id': 'vpaid',
  'ifsc code': 'ifsccode',
  reference: 'ref',
  'reference number': 'refno',
  'reference id': 'refid',
  txn: 'tran trans transaction',
  pay: 'payment payments pymt pmt',
  'pay method': 'paymentmethod',
  'pay mode': 'paymentmode paymode',
  'net pay': 'netpay',
  'net salary': 'netsalary',
  'net amount': 'netamount',
  'net payable': 'netpayable',
  payee: 'bene benef beneficiary recipient receiver employee emp staff vendor supplier customer creditor',
  'payee name': 'beneficiaryname employeename',
  refund: 'refunds',
  'order id': 'orderid',
};
const SPELLING_OF = new Map(
  Object.entries(SPELLINGS).flatMap(([words, others]) => others.split(' ').map((other) => [other, words] as const)),
);
const DROPPED: ReadonlySet<string> = new Set(['the', 'of', 'for', 'to', 'in', 'rs', 'inr', 'rupees', 'payee']);

/** Signs that say as much as a word; the rupee's says nothing that is not meant anyway. */
const SIGNS: Readonly<Record<string, string>> = {
  $: ' usd ',
  '€': ' eur ',
  '£': ' gbp ',
  '¥': ' jpy ',
  '%': ' percent ',
};

/** All words of a header, each in one spelling. */
function wordsOf(text: string): readonly string[] {
  return text
    .slice(0, HEADER_MAX_CHARACTERS)
    .replace(/[$€£¥%]/g, (sign) => SIGNS[sign] ?? ' ')
    .replace(/\ba\s?[./]\s?c\b/gi, 'ac')
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .flatMap((word) => (SPELLING_OF.get(word) ?? word).split(' '));
}

/** The words without those that say nothing beside others. */
function significantWords(words: readonly string[]): readonly string[] {
  return words.filter((word) => !DROPPED.has(word));
}

/** A text's words in one spelling: `Bene A/C No. Rs.` and `beneficiaryAccountNumber` are both `account number`. */
export function canonical(text: string): string {
  const words = wordsOf(text);
  const significant = significantWords(words);
  return (significant.length > 0 ? significant : words).join(' ');
}

const FIELD_OF_ALIAS = new Map(FIELDS.flatMap((field) => ALIASES[field].map((alias) => [alias, field] as const)));

/** The field that these canonical words name exactly, and whether they are its own name. */
function fieldOfWords(words: string): { readonly field: Field; readonly own: boolean } | null {
  const field = FIELD_OF_ALIAS.get(words);
  return field === undefined ? null : { field, own: ALIASES[field][0] === words };
}

/** Reads a field's name as a person types it in an option: any alias, any case. Errors: null when it names none. */
export function parseFieldName(text: string): Field | null {
  const same = FIELDS.find((field) => field.toLowerCase() === text.trim().toLowerCase());
  return same ?? fieldOfWords(canonical(text))?.field ?? null;
}

export interface NamedColumn {
  readonly field: string;
  readonly header: string;
}

export type NamedColumns =
  | { readonly kind: 'map'; readonly map: Readonly<Partial<Record<Field, string>>> }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Reads the columns a person named for fields, as typed: `IFSC Code` for `ifsc`, `upi_id` or `UPI ID`. Errors: refused for a word that is no field, and for a field named twice. */
export function readNamedColumns(columns: readonly NamedColumn[]): NamedColumns {
  const map: Partial<Record<Field, string>> = {};
  for (const { field: word, header } of columns) {
    const field = parseFieldName(word);
    if (field === null) return refuse(`There is no field called ${word}.`);
    if (map[field] !== undefined) return refuse(`The field ${field} is given two columns.`);
    map[field] = header;
  }
  return { kind: 'map', map };
}

function refuse(message: string): NamedColumns {
  return { kind: 'refused', refusal: { code: 'unknownField', message, cure: `The fields are ${FIELDS.join(', ')}.` } };
}

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
  const within = significantWords(wordsOf(inside));
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
  const field = fieldOfWords(significantWords(words.filter((word) => !isChanging(word))).join(' '))?.field;
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
