// In: the method, UPI ID, account number and IFSC cells of the current row. Out: who is paid, or issues that say why it is unclear.
// This file must never choose between two payees, nor repair an identifier beyond the case of an IFSC.

import {
  ACCOUNT_MAX_CHARACTERS,
  ACCOUNT_MIN_CHARACTERS,
  ACCOUNT_USUAL_MAX_DIGITS,
  ACCOUNT_USUAL_MIN_DIGITS,
} from '../../../shared/limits.ts';
import type { Field } from '../../../shared/issues.ts';
import type { Beneficiary, Method } from '../../../shared/rows.ts';
import { findForeign } from './characters.ts';
import type { RowCells } from './row-cells.ts';
import type { IssueCode } from './sentences.ts';
import { isPlainNumber } from './table.ts';

/** Columns by field, -1 where the file has none. */
export interface PayeeColumns {
  readonly paymentMethod: number;
  readonly upiId: number;
  readonly accountNumber: number;
  readonly ifsc: number;
}
export type IsListed = (ifsc: string) => boolean;

/** NPCI's characters: a name, one @, the bank's handle. */
const UPI_SHAPE = /^[\w.-]{2,256}@[A-Za-z][A-Za-z0-9]{1,63}$/;
const EMAIL_SHAPE = /^[^@\s]+@[^@\s]+\.[A-Za-z]{2,}$/;
const IFSC_SHAPE = /^[A-Z]{4}0[A-Z0-9]{6}$/;
const LETTERS_AND_DIGITS = /^[A-Za-z0-9]+$/;
const DIGITS = /^\d+$/;
/** What banks and reports write in place of the digits that they hide. */
const MASKED = /[*•]|x{3}/i;
const SCIENTIFIC = /^\d+(?:\.\d+)?[eE]\+?\d+$/;

/** Who the current row pays. Errors: null, with its issues reported. */
export function checkPayee(cells: RowCells, columns: PayeeColumns, isListed: IsListed): Beneficiary | null {
  const upi = cells.text('upiId', columns.upiId);
  const account = cells.text('accountNumber', columns.accountNumber);
  const ifsc = cells.text('ifsc', columns.ifsc);
  const method = checkMethod(cells, columns.paymentMethod, { upi: upi !== '', bank: account !== '' || ifsc !== '' });
  if (method === 'UPI') {
    if (account !== '' || ifsc !== '') cells.report('bankDetailsOnUpi', account === '' ? 'ifsc' : 'accountNumber');
    const upiId = checkUpiId(cells, upi);
    return upiId === null ? null : { method, upiId };
  }
  if (method === null) return null;
  if (upi !== '') cells.report('upiOnImps', 'upiId');
  const accountNumber = checkAccount(cells, account, { column: columns.accountNumber, ifsc: ifsc ?? '' });
  const code = checkIfsc(cells, ifsc, isListed);
  return accountNumber === null || code === null ? null : { method, accountNumber, ifsc: code };
}

/** The method the file gives, or the only one the details allow. */
function checkMethod(
  cells: RowCells,
  column: number,
  filled: { readonly upi: boolean; readonly bank: boolean },
): Method | null {
  if (column < 0) {
    if (filled.upi && filled.bank) cells.report('methodUnclear', 'upiId');
    else if (filled.upi) return 'UPI';
    else if (filled.bank) return 'IMPS';
    else cells.report('payeeMissing', null);
    return null;
  }
  const text = cells.text('paymentMethod', column);
  if (text === 'UPI' || text === 'IMPS') return text;
  if (text === null) return null;
  if (text === '') {
    cells.report('methodMissing', 'paymentMethod');
    return null;
  }
  const upper = text.toUpperCase();
  const foreign = findForeign(text);
  if (foreign !== null) cells.report('strangeCharacter', 'paymentMethod', { character: foreign });
  else if (upper === 'UPI' || upper === 'IMPS') {
    cells.report('methodCase', 'paymentMethod');
    return upper;
  } else cells.report('methodUnknown', 'paymentMethod');
  return null;
}

function checkUpiId(cells: RowCells, text: string | null): string | null {
  if (text === null || UPI_SHAPE.test(text)) return text;
  if (text === '') cells.report('upiMissing', 'upiId');
  else if (!reportForeign(cells, 'upiId', text))
    cells.report(EMAIL_SHAPE.test(text) ? 'upiEmail' : 'upiShape', 'upiId');
  return null;
}

function checkAccount(
  cells: RowCells,
  text: string | null,
  { column, ifsc }: { readonly column: number; readonly ifsc: string },
): string | null {
  if (text === null) return null;
  const isNumber = isPlainNumber(cells.kind(column));
  const report = (code: IssueCode, details = {}): void => cells.report(code, 'accountNumber', details);
  if (DIGITS.test(text) && text.length >= ACCOUNT_MIN_CHARACTERS && text.length <= ACCOUNT_MAX_CHARACTERS) {
    if (isZeros(text)) {
      report('accountZeros');
      return null;
    }
    const digits = digitsExpected(text, { ifsc, isNumber });
    if (text.length < ACCOUNT_USUAL_MIN_DIGITS || text.length > ACCOUNT_USUAL_MAX_DIGITS) report('accountUnusual');
    else if (digits !== null) report('accountShort', { digits });
    else if (isNumber) report('accountFromNumber');
    return text;
  }
  if (text === '') report('accountMissing');
  else if (isNumber && text.includes('.')) report('notWhole');
  else if (SCIENTIFIC.test(text)) report('scientificText');
  else if (MASKED.test(text)) report('accountMasked');
  else if (reportForeign(cells, 'accountNumber', text)) return null;
  else if (
    !LETTERS_AND_DIGITS.test(text) ||
    text.length < ACCOUNT_MIN_CHARACTERS ||
    text.length > ACCOUNT_MAX_CHARACTERS
  ) {
    report('accountShape');
  } else {
    report('accountUnusual');
    return text;
  }
  return null;
}

function isZeros(text: string): boolean {
  return Number(text) === 0;
}

function checkIfsc(cells: RowCells, text: string | null, isListed: IsListed): string | null {
  if (text === null) return null;
  if (text === '') {
    cells.report('ifscMissing', 'ifsc');
    return null;
  }
  if (reportForeign(cells, 'ifsc', text)) return null;
  const upper = text.toUpperCase();
  if (IFSC_SHAPE.test(upper)) {
    if (upper !== text) cells.report('ifscCase', 'ifsc');
    if (!isListed(upper)) cells.report('ifscNotListed', 'ifsc');
    return upper;
  }
  const withZero = upper.replace(/^([A-Z]{4})O/, '$10');
  if (IFSC_SHAPE.test(withZero)) cells.report('ifscLetterO', 'ifsc', { suggestion: withZero });
  else cells.report('ifscShape', 'ifsc');
  return null;
}

function reportForeign(cells: RowCells, field: Field, text: string): boolean {
  const character = findForeign(text);
  if (character === null) return false;
  cells.report('strangeCharacter', field, { character });
  return true;
}

/**
 * How many digits the account numbers of a bank have at least, so that one whose leading zeros a spreadsheet dropped is noticed.
 * Banks publish no such list and merged banks kept old numbers: each figure is the shortest that a source names, and only warns.
 */
const DIGITS_AT_LEAST: Readonly<Record<string, number>> = {
  // Source: the bank's page or two lists that agree, of banksforyou.com/bank-account-number-digits (A), pricemint.in
  // bank-account-number (B), paisabazaar.com/banking/bank-account-number (C), bankutils.xyz bank-account-number-format (D).
  SBIN: 11, // A, B, C, D
  HDFC: 14, // C, D; lemonn.co.in hdfc-bank-account-number-format
  ICIC: 12, // C, D
  UTIB: 15, // paisabazaar.com/banking/axis-bank-account-number: 15 for old and new ones
  BARB: 14, // A, B
  BKID: 15, // A, B
  CNRB: 13, // A, B
  CBIN: 10, // A, B
  MAHB: 11, // A, B
  PSIB: 14, // A, B
  FDRL: 14, // lemonn.co.in federal-bank-account-number-format
  // 16 and 13 by A and B; accounts of the banks that were merged into them are shorter.
  PUNB: 13,
  UBIN: 11,
  IOBA: 13,
  UCBA: 11,
  KVBL: 16, // A
  IDFB: 10, // idfcfirstbank.com how-to-find-bank-account-number says 11; older ones have 10
};

/** Fewer digits than this in a cell that holds a number are more often lost zeros than a whole account number. */
const OF_A_NUMBER = 11;

/**
 * The digits that the account lacks to be as long as its bank's shortest; null when it is long enough. One that begins with a
 * zero has lost none. Shape: `isNumber` for a cell that cannot hold leading zeros.
 */
function digitsExpected(account: string, { ifsc, isNumber }: { ifsc: string; isNumber: boolean }): number | null {
  if (account.startsWith('0')) return null;
  const bank = ifsc.slice(0, 4).toUpperCase();
  const least =
    (Object.hasOwn(DIGITS_AT_LEAST, bank) ? DIGITS_AT_LEAST[bank] : undefined) ?? (isNumber ? OF_A_NUMBER : 0);
  return account.length < least ? least : null;
}
