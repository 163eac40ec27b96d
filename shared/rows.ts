// What a spreadsheet becomes once it is read: columns, checked rows and their issues. A wrong value never throws; an issue
// describes it.

import type { Reference, Sha256 } from './ids.ts';
import type { Message } from './messages/message.ts';
import type { Paise } from './money.ts';

export const METHODS = ['UPI', 'IMPS'] as const;
export type Method = (typeof METHODS)[number];

/** How to pay rows whose method is another word, such as NEFT, or empty for rows without one. `unpaid` leaves them out. */
export interface MethodAnswer {
  readonly word: string;
  readonly as: Method | 'unpaid';
}

/**
 * Whether rows with this word in a column about paying, such as `pd` under Status, are paid; `unpaid` leaves them out. Without a
 * column, it is about the word in any.
 */
export interface WordAnswer {
  readonly column: string;
  readonly word: string;
  readonly as: 'pay' | 'unpaid';
}

/** Who is paid. `upiId` is as in the file, compared without case; `accountNumber` keeps its zeros; `ifsc` is in upper case. */
export type Beneficiary =
  | { readonly method: 'UPI'; readonly upiId: string }
  | { readonly method: 'IMPS'; readonly accountNumber: string; readonly ifsc: string };

/** Who is paid, for people: the UPI ID, or the account and its IFSC. */
export function payToText(beneficiary: Beneficiary): string {
  return beneficiary.method === 'UPI' ? beneficiary.upiId : `${beneficiary.accountNumber} ${beneficiary.ifsc}`;
}

/** One intention to pay one person once, exactly as the file means it. `name` never leaves this machine. */
export interface Payment {
  readonly beneficiary: Beneficiary;
  readonly amountPaise: Paise;
  readonly remark: string;
  readonly reference: Reference | null;
  readonly name: string | null;
}

/** `source` holds the row's cells as text, one per header, in file order. `hidden`: the sheet hides this row. */
export type CheckedRow = PayableRow | BlockedRow;
export interface PayableRow {
  readonly kind: 'payable';
  readonly rowNumber: number;
  readonly payment: Payment;
  readonly source: readonly string[];
  readonly hidden: boolean;
}
/**
 * `aboveCeiling`: what it would pay, where only a profile's ceiling blocks it. `isNoPayment`: a line that pays nobody, such as
 * a total; its notice says which, and it blocks nothing.
 */
export interface BlockedRow {
  readonly kind: 'blocked';
  readonly rowNumber: number;
  readonly source: readonly string[];
  readonly hidden: boolean;
  readonly aboveCeiling?: Payment;
  readonly isNoPayment?: true;
}

/** How a column was matched to a field: by its header, an earlier choice, its content, or the person. */
export type ColumnHow = 'exact' | 'remembered' | 'guessed' | 'given';
/** `doubt`: what speaks against a column that a person chose anyway. Each new file shows it again. */
export interface ColumnMatch {
  readonly header: string;
  readonly index: number;
  readonly how: ColumnHow;
  readonly doubt?: ColumnDoubt;
}
export interface ColumnDoubt {
  readonly code: 'unitDoubtful' | 'columnDoubtful';
  readonly details: Message['params'];
}

/** A sheet of a workbook. A hidden one is read only when it is named. */
export interface SheetName {
  readonly name: string;
  readonly hidden: boolean;
}

export interface FileFacts {
  readonly name: string;
  readonly sizeBytes: number;
  readonly sha256: Sha256;
}

/** A file that was read completely: every row is in `rows`, every finding in `issues`. */
export interface CheckedFile {
  readonly file: FileFacts;
  readonly sheet: string | null;
  readonly headers: readonly string[];
  readonly columns: Readonly<Partial<Record<Field, ColumnMatch>>>;
  readonly rows: readonly CheckedRow[];
  readonly issues: readonly Issue[];
  readonly payableCount: number;
  readonly totalPaise: Paise;
  /** Hidden in the sheet but would be paid: payable rows, and columns matched to a field. */
  readonly hiddenRowCount: number;
  readonly hiddenColumnCount: number;
}

/** A person's edits, by row index from 0 in the sheet's table. `cells`: new text by field. `excluded`: rows left out. */
export interface Edits {
  readonly cells: ReadonlyMap<number, ReadonlyMap<Field, string>>;
  readonly excluded: ReadonlySet<number>;
}

export const NO_EDITS: Edits = { cells: new Map(), excluded: new Set() };

/** error: the row cannot be paid. warning: it needs a tick. notice: a value was read after removing decoration. */
export type Severity = 'error' | 'warning' | 'notice';

/** The payment fields that a column can be matched to. */
export const FIELDS = [
  'paymentMethod',
  'upiId',
  'accountNumber',
  'ifsc',
  'amount',
  'remark',
  'reference',
  'name',
] as const;
export type Field = (typeof FIELDS)[number];

export type Door = 'window' | 'commandLine';

/**
 * One thing wrong with one row. `row` is the number the person sees in the sheet; `cell` looks like `Sheet1!D17` (CSV: `D17`),
 * null when no single cell is to blame.
 */
export interface Issue {
  /** True for an issue about the paid rows that was found in an unpaid one, such as a total. */
  readonly isOfSheet?: true;
  readonly row: number;
  readonly cell: string | null;
  readonly field: Field | null;
  readonly code: string;
  readonly severity: Severity;
  readonly message: Message;
  readonly cure: Message;
}

/** Issues of rows that a person left out: there is nothing to fix. */
export const LEFT_OUT: ReadonlySet<string> = new Set(['leftOut', 'hiddenLeftOut', 'methodUnpaid', 'wordUnpaid']);

/** Why a file, an option or a profile was refused as a whole; nothing was changed. */
export interface Refusal {
  readonly code: string;
  readonly message: Message;
  readonly cure: Message;
}

export const FIELD_WORDS: Readonly<Record<Field, string>> = {
  paymentMethod: 'Payment method',
  upiId: 'UPI ID',
  accountNumber: 'Account number',
  ifsc: 'IFSC',
  amount: 'Amount',
  remark: 'Remark',
  reference: 'Reference',
  name: 'Name',
};

/** In lower case, with the dot. */
export const SPREADSHEET_ENDINGS: readonly string[] = ['.csv', '.xlsx'];

const ACCOUNT_SHOWN_CHARACTERS = 4;

/** Keeps the length and the last four characters, for screens and prints that others see. Never for what is stored or sent. */
export function maskAccount(account: string): string {
  const hidden = account.length - ACCOUNT_SHOWN_CHARACTERS;
  return hidden <= 0 ? account : `${'•'.repeat(hidden)}${account.slice(-ACCOUNT_SHOWN_CHARACTERS)}`;
}
