// How people call the payment fields: in headers, in options, and in our sentences. In: a header or an option's text.
// Out: the field it names exactly. This file must never guess: closeness and content are judged elsewhere.

import { FIELDS, type Field, type Refusal } from '../../../shared/issues.ts';
import { HEADER_MAX_CHARACTERS } from '../../../shared/limits.ts';

/** The field as our sentences call it. */
export const FIELD_WORDS: Readonly<Record<Field, string>> = {
  paymentMethod: 'payment method',
  upiId: 'UPI ID',
  accountNumber: 'account number',
  ifsc: 'IFSC',
  amount: 'amount',
  remark: 'remark',
  reference: 'reference',
  name: 'name',
};

/** Other names in canonical words (see `canonical`). The first of each field is its own name and wins over the others. */
export const ALIASES: Readonly<Record<Field, readonly string[]>> = {
  paymentMethod: [
    'pay method',
    'method',
    'mode',
    'pay mode',
    'mode pay',
    'txn mode',
    'mode txn',
    'transfer mode',
    'mode transfer',
    'txn type',
    'transfer type',
    'pay type',
    'payout mode',
    'payout method',
  ],
  upiId: [
    'upi id',
    'upi',
    'vpa',
    'upi vpa',
    'vpa id',
    'upi address',
    'upi handle',
    'vpa address',
    'virtual pay address',
    'upi id vpa',
  ],
  accountNumber: [
    'account number',
    'account',
    'bank account number',
    'bank account',
    'credit account number',
    'credit account',
    'account number credit',
    'sb account number',
    'saving account number',
    'savings account number',
    'salary account number',
    'number account',
    'खाता संख्या',
  ],
  ifsc: [
    'ifsc',
    'ifsc code',
    'ifs code',
    'bank ifsc',
    'bank ifsc code',
    'branch ifsc',
    'branch ifsc code',
    'ifsc number',
    'ifsc code bank',
    'bank branch ifsc',
    'neft ifsc',
    'imps ifsc',
  ],
  amount: [
    'amount',
    'net pay',
    'net salary',
    'net amount',
    'pay amount',
    'amount pay',
    'payable',
    'net payable',
    'amount payable',
    'payable amount',
    'salary',
    'salary amount',
    'net pay amount',
    'txn amount',
    'transfer amount',
    'amount transfer',
    'take home',
    'net take home',
    'refund amount',
    'amount refund',
    'payout amount',
    'राशि',
  ],
  remark: [
    'remark',
    'narration',
    'note',
    'notes',
    'purpose',
    'description',
    'pay remark',
    'txn remark',
    'particulars',
    'comment',
    'comments',
    'pay description',
    'pay narration',
    'txn narration',
    'narration remark',
    'remark narration',
    'message',
    'purpose pay',
    'टिप्पणी',
  ],
  reference: [
    'reference',
    'reference number',
    'reference id',
    'udf1',
    'udf 1',
    'order id',
    'order number',
    'unique id',
    'client reference',
    'client reference id',
    'client reference number',
    'merchant reference',
    'merchant reference id',
    'pay reference',
    'payout reference',
    'txn reference',
    'txn reference number',
    'unique reference',
    'unique reference number',
    'your reference',
  ],
  name: [
    'name',
    'payee',
    'full name',
    'payee name',
    'account name',
    'account holder',
    'account holder name',
    'holder name',
    'name account holder',
    'name payee',
    'नाम',
  ],
};

const WORDS_AS: Readonly<Record<string, string>> = {
  ac: 'account',
  acc: 'account',
  acct: 'account',
  accounts: 'account',
  acno: 'account number',
  accno: 'account number',
  acctno: 'account number',
  accountno: 'account number',
  accountnumber: 'account number',
  bankaccount: 'bank account',
  no: 'number',
  nos: 'number',
  num: 'number',
  nbr: 'number',
  amt: 'amount',
  remarks: 'remark',
  upiid: 'upi id',
  vpaid: 'vpa id',
  ifsccode: 'ifsc code',
  ifs: 'ifs',
  ref: 'reference',
  refno: 'reference number',
  refid: 'reference id',
  txn: 'txn',
  tran: 'txn',
  trans: 'txn',
  transaction: 'txn',
  payment: 'pay',
  payments: 'pay',
  pymt: 'pay',
  pmt: 'pay',
  paymentmethod: 'pay method',
  paymentmode: 'pay mode',
  paymode: 'pay mode',
  netpay: 'net pay',
  netsalary: 'net salary',
  netamount: 'net amount',
  netpayable: 'net payable',
  bene: 'payee',
  benef: 'payee',
  beneficiary: 'payee',
  recipient: 'payee',
  receiver: 'payee',
  employee: 'payee',
  emp: 'payee',
  staff: 'payee',
  vendor: 'payee',
  supplier: 'payee',
  customer: 'payee',
  creditor: 'payee',
  beneficiaryname: 'payee name',
  employeename: 'payee name',
  refunds: 'refund',
  orderid: 'order id',
};
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
export function wordsOf(text: string): readonly string[] {
  return text
    .slice(0, HEADER_MAX_CHARACTERS)
    .replace(/[$€£¥%]/g, (sign) => SIGNS[sign] ?? ' ')
    .replace(/\ba\s?[./]\s?c\b/gi, 'ac')
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .flatMap((word) => (WORDS_AS[word] ?? word).split(' '));
}

/** The words without those that say nothing beside others. */
export function tellingWords(words: readonly string[]): readonly string[] {
  return words.filter((word) => !DROPPED.has(word));
}

/** A text's words in one spelling: `Bene A/C No. Rs.` and `beneficiaryAccountNumber` are both `account number`. */
export function canonical(text: string): string {
  const words = wordsOf(text);
  const telling = tellingWords(words);
  return (telling.length > 0 ? telling : words).join(' ');
}

const FIELD_OF_ALIAS = new Map(FIELDS.flatMap((field) => ALIASES[field].map((alias) => [alias, field] as const)));

/** The field that these canonical words name exactly, and whether they are its own name. */
export function fieldOfWords(words: string): { readonly field: Field; readonly own: boolean } | null {
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
