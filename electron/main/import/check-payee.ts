import type { Beneficiary, Method, MethodAnswer } from '../../../shared/rows.ts';
import { methodWord } from './method-words.ts';
import type { RowCells } from './row-cells.ts';
import type { IssueCode } from './sentences.ts';
import { isPlainNumber } from './table.ts';

const ACCOUNT_USUAL_MAX_DIGITS = 18;

/** Account numbers of Indian banks are usually 9 to 18 digits; others warn. */
const ACCOUNT_USUAL_MIN_DIGITS = 9;

const ACCOUNT_MAX_CHARACTERS = 20;

/** An account number outside these lengths is a wrong column or a lost digit: an error. */
const ACCOUNT_MIN_CHARACTERS = 5;

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

/** By `methodWord`. */
export type MethodAnswers = ReadonlyMap<string, MethodAnswer['as']>;

/** Who the current row pays. Errors: null, with its issues reported. */
export function checkPayee(
  cells: RowCells,
  { answers, isListed }: { readonly answers: MethodAnswers; readonly isListed: IsListed },
): Beneficiary | null {
  const upi = cells.text('upiId');
  const account = cells.text('accountNumber');
  const ifsc = cells.text('ifsc');
  const filled = { upi: upi !== '', bank: account !== '' || ifsc !== '' };
  const { method, isAnswered } = checkMethod(cells, { filled, answers });
  // Whoever said how the sheet's rows are paid has said which of the details count.
  if (isAnswered && filled.upi && filled.bank) cells.report('detailsUnused', null, { method: method ?? '' });
  if (method === 'UPI') {
    if (filled.bank && !isAnswered) cells.report('bankDetailsOnUpi', account === '' ? 'ifsc' : 'accountNumber');
    const upiId = checkUpiId(cells, upi);
    return upiId === null ? null : { method, upiId };
  }
  if (method === null) return null;
  if (filled.upi && !isAnswered) cells.report('upiOnImps', 'upiId');
  const accountNumber = checkAccount(cells, { text: account, ifsc: ifsc ?? '' });
  const code = checkIfsc(cells, ifsc, isListed);
  return accountNumber === null || code === null ? null : { method, accountNumber, ifsc: code };
}

interface MethodReading {
  readonly method: Method | null;
  /** Whether a person said it for all such rows, rather than the row itself. */
  readonly isAnswered: boolean;
}

/** The method the file gives, the one a person gave for its word, or the only one the details allow. */
function checkMethod(
  cells: RowCells,
  {
    filled,
    answers,
  }: { readonly filled: { readonly upi: boolean; readonly bank: boolean }; readonly answers: MethodAnswers },
): MethodReading {
  const own = (method: Method | null): MethodReading => ({ method, isAnswered: false });
  const text = cells.text('paymentMethod');
  if (text === 'UPI' || text === 'IMPS' || text === null) return own(text);
  const upper = text.toUpperCase();
  if (upper === 'UPI' || upper === 'IMPS') {
    cells.report('methodCase', 'paymentMethod');
    return own(upper);
  }
  const word = methodWord(text);
  const answer = answers.get(word);
  if (answer === 'unpaid') return own(cells.report('methodUnpaid', 'paymentMethod'));
  if (answer !== undefined) {
    if (word !== '') cells.report('methodAnswered', 'paymentMethod', { word, method: answer });
    return { method: answer, isAnswered: true };
  }
  if (text !== '') {
    if (cells.reportForeign('paymentMethod', text)) return own(null);
    return own(cells.report('methodUnknown', 'paymentMethod'));
  }
  if (cells.hasColumn('paymentMethod')) return own(cells.report('methodMissing', 'paymentMethod'));
  if (filled.upi && filled.bank) return own(cells.report('methodUnclear', 'upiId'));
  if (filled.upi) return own('UPI');
  return own(filled.bank ? 'IMPS' : cells.report('payeeMissing', null));
}

function checkUpiId(cells: RowCells, text: string | null): string | null {
  if (text === null || UPI_SHAPE.test(text)) return text;
  if (text === '') return cells.report('upiMissing', 'upiId');
  if (cells.reportForeign('upiId', text)) return null;
  return cells.report(EMAIL_SHAPE.test(text) ? 'upiEmail' : 'upiShape', 'upiId');
}

function checkAccount(
  cells: RowCells,
  { text, ifsc }: { readonly text: string | null; readonly ifsc: string },
): string | null {
  if (text === null) return null;
  const isNumber = isPlainNumber(cells.kind('accountNumber'));
  const report = (code: IssueCode, details = {}): null => cells.report(code, 'accountNumber', details);
  const isSized = text.length >= ACCOUNT_MIN_CHARACTERS && text.length <= ACCOUNT_MAX_CHARACTERS;
  if (DIGITS.test(text) && isSized) {
    if (Number(text) === 0) return report('accountZeros');
    const digits = digitsExpected(text, { ifsc, isNumber });
    if (text.length < ACCOUNT_USUAL_MIN_DIGITS || text.length > ACCOUNT_USUAL_MAX_DIGITS) report('accountUnusual');
    else if (digits !== null) report('accountShort', { digits });
    else if (isNumber) report('accountFromNumber');
    return text;
  }
  if (text === '') return report('accountMissing');
  if (isNumber && text.includes('.')) return report('notWhole');
  if (SCIENTIFIC.test(text)) return report('scientificText');
  if (MASKED.test(text)) return report('accountMasked');
  if (cells.reportForeign('accountNumber', text)) return null;
  if (!LETTERS_AND_DIGITS.test(text) || !isSized) return report('accountShape');
  report('accountUnusual');
  return text;
}

function checkIfsc(cells: RowCells, text: string | null, isListed: IsListed): string | null {
  if (text === null) return null;
  if (text === '') return cells.report('ifscMissing', 'ifsc');
  if (cells.reportForeign('ifsc', text)) return null;
  const upper = text.toUpperCase();
  if (IFSC_SHAPE.test(upper)) {
    if (upper !== text) cells.report('ifscCase', 'ifsc');
    if (!isListed(upper)) cells.report('ifscNotListed', 'ifsc');
    return upper;
  }
  const suggestion = upper.replace(/^([A-Z]{4})O/, '$10');
  return IFSC_SHAPE.test(suggestion)
    ? cells.report('ifscLetterO', 'ifsc', { suggestion })
    : cells.report('ifscShape', 'ifsc');
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
