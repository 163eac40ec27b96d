import { msg } from '../../../shared/messages/message.ts';
import type { Beneficiary, Method, MethodAnswer } from '../../../shared/rows.ts';
import { digitsAtLeast, digitsAtMost, mergerOf } from './banks.ts';
import type { IssueCode } from './issues.ts';
import { isKnown } from './known-words.ts';
import { isShownWord, methodWord, type RowCells } from './row-cells.ts';
import { IFSC_SHAPE, UPI_SHAPE } from './shapes.ts';
import { type Branches, suggestIfsc } from './suggestions.ts';
import { isPlainNumber } from './table.ts';
import { nearHandles } from './upi-handles.ts';

const ACCOUNT_USUAL_MAX_DIGITS = 18;

/** Account numbers of Indian banks usually have 9 to 18 digits; other lengths cause a warning. */
const ACCOUNT_USUAL_MIN_DIGITS = 9;

/** In a number cell, fewer digits than this more likely mean lost zeros than a whole account number. */
const OF_A_NUMBER = 11;

const ACCOUNT_MAX_CHARACTERS = 20;

/** An account number outside these lengths is from a wrong column or has lost a digit: an error. */
const ACCOUNT_MIN_CHARACTERS = 5;

const EMAIL_SHAPE = /^[^@\s]+@[^@\s]+\.[A-Za-z]{2,}$/;
const LETTERS_AND_DIGITS = /^[A-Za-z0-9]+$/;
const DIGITS = /^\d+$/;
/** What banks and reports write in place of hidden digits. */
const MASKED = /[*•#]|x{3}|^x+\d/i;
const SCIENTIFIC = /^\d+(?:\.\d+)?[eE]\+?\d+$/;

/** By methodWord(). */
export type MethodAnswers = ReadonlyMap<string, MethodAnswer['as']>;

/** The payee of the current row; null after reporting its issues. */
export function checkPayee(
  cells: RowCells,
  { answers, branches }: { readonly answers: MethodAnswers; readonly branches: Branches },
): Beneficiary | null {
  const upi = cells.text('upiId');
  const account = cells.text('accountNumber');
  const ifsc = cells.text('ifsc');
  const filled = { upi: upi !== '', bank: account !== '' || ifsc !== '' };
  const { method, isAnswered } = checkMethod(cells, { filled, answers });
  // A person who said how the sheet's rows are paid has also said which details count.
  if (isAnswered && filled.upi && filled.bank) cells.report('detailsUnused', null, { method: method ?? '' });
  if (method === 'UPI') {
    if (filled.bank && !isAnswered) cells.report('bankDetailsOnUpi', account === '' ? 'ifsc' : 'accountNumber');
    const upiId = checkUpiId(cells, upi);
    return upiId === null ? null : { method, upiId };
  }
  if (method === null) return null;
  if (filled.upi && !isAnswered) cells.report('upiOnImps', 'upiId');
  const accountNumber = checkAccount(cells, { text: account, ifsc: ifsc ?? '', branches });
  const code = checkIfsc(cells, ifsc, branches);
  return accountNumber === null || code === null ? null : { method, accountNumber, ifsc: code };
}

interface MethodReading {
  readonly method: Method | null;
  /** Whether a person decided it for all such rows, rather than the row itself. */
  readonly isAnswered: boolean;
}

/** The method from the file, or the one a person gave for its word, or the only one that the details allow. */
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
    if (!isShownWord(word) && cells.reportForeign('paymentMethod', text)) return own(null);
    return own(cells.report('methodUnknown', 'paymentMethod'));
  }
  if (cells.hasColumn('paymentMethod')) return own(cells.report('methodMissing', 'paymentMethod'));
  if (filled.upi && filled.bank) return own(cells.report('methodUnclear', 'upiId'));
  if (filled.upi) return own('UPI');
  return own(filled.bank ? 'IMPS' : cells.report('payeeMissing', null));
}

function checkUpiId(cells: RowCells, text: string | null): string | null {
  if (text === null) return null;
  if (UPI_SHAPE.test(text)) {
    const handle = text.slice(text.indexOf('@') + 1);
    if (isKnown(handle.toLowerCase(), 'mailHandle')) return cells.report('upiEmail', 'upiId');
    const near = nearHandles(handle);
    if (near.length > 0) cells.report('upiHandle', 'upiId', { handles: near.map((handle) => `@${handle}`) });
    if (isPlaceholder(text)) cells.report('upiPlaceholder', 'upiId');
    return text;
  }
  if (text === '') return cells.report('upiMissing', 'upiId');
  if (cells.reportForeign('upiId', text)) return null;
  return cells.report(EMAIL_SHAPE.test(text) ? 'upiEmail' : 'upiShape', 'upiId');
}

/** The practice gateway's payees are named after how their payment ends, such as `pending@practice`. */
const PRACTICE_HANDLE = 'practice';

/** Whether a UPI ID was written in place of one: `test@upi`, `na@na`. */
function isPlaceholder(upiId: string): boolean {
  const [name = '', handle = ''] = upiId.toLowerCase().split('@');
  if (handle === PRACTICE_HANDLE) return false;
  return (
    name === handle ||
    /^(.)\1{2,}$/.test(name) ||
    isKnown(name.replace(/[._-]/g, ''), 'noUpiId') ||
    isKnown(name, 'noUpiId')
  );
}

/** So many zeros at the end come from a number shown as 1.23E+13, not from a bank. */
const ROUND = /0{7}$/;
/** Shorter numbers are shown in full. */
const ROUND_MIN_DIGITS = 12;

/** Fewer or more may be a bank's. */
const COUNTED = /^\d{10,16}$/;
/** One to three digits, three times or more: `1111111`, `121212121212`. */
const REPEATED = /^(?=\d{7})(\d{1,3})\1{2,}$/;

/** Whether digits were typed to have some: they repeat, or all of them count up or down. */
function isCounted(account: string): boolean {
  if (REPEATED.test(account)) return true;
  if (!COUNTED.test(account)) return false;
  const digits = [...account].map(Number);
  const [first = 0, second = 0] = digits;
  const step = (second - first + 10) % 10;
  const isEven = digits.every((digit, at) => at === 0 || digit === ((digits[at - 1] ?? 0) + step) % 10);
  return (step === 1 || step === 9) && isEven;
}

function checkAccount(
  cells: RowCells,
  { text, ifsc, branches }: { readonly text: string | null; readonly ifsc: string; readonly branches: Branches },
): string | null {
  if (text === null) return null;
  const isNumber = isPlainNumber(cells.kind('accountNumber'));
  const report = (code: IssueCode, details = {}): null => cells.report(code, 'accountNumber', details);
  const isSized = text.length >= ACCOUNT_MIN_CHARACTERS && text.length <= ACCOUNT_MAX_CHARACTERS;
  if (DIGITS.test(text) && isSized) {
    if (Number(text) === 0) return report('accountZeros');
    const digits = digitsAtLeast(ifsc) ?? 0;
    const most = digitsAtMost(ifsc) ?? ACCOUNT_MAX_CHARACTERS;
    // A number that begins with a zero has lost none.
    const lacks = (least: number): boolean => text.length < least && !text.startsWith('0');
    // Some banks show leading zeros that do not count.
    const isLong = text.length > most && text.replace(/^0+/, '').length > most;
    if (isLong) report('accountLong', { bank: branches.bankOf(ifsc) ?? msg('part.itsBank'), digits: most });
    if (lacks(digits)) report('accountShort', { bank: branches.bankOf(ifsc) ?? msg('part.itsBank'), digits });
    else if (!isLong && (text.length < ACCOUNT_USUAL_MIN_DIGITS || text.length > ACCOUNT_USUAL_MAX_DIGITS))
      report('accountUnusual');
    else if (isNumber && digits === 0 && lacks(OF_A_NUMBER)) report('accountShortNumber', { digits: OF_A_NUMBER });
    else if (isNumber) report('accountFromNumber');
    if (isCounted(text)) report('accountPlaceholder');
    else if (text.length >= ROUND_MIN_DIGITS && ROUND.test(text)) report('accountRound');
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

function checkIfsc(cells: RowCells, text: string | null, branches: Branches): string | null {
  if (text === null) return null;
  if (text === '') return cells.report('ifscMissing', 'ifsc');
  if (cells.reportForeign('ifsc', text)) return null;
  const upper = text.toUpperCase();
  if (IFSC_SHAPE.test(upper)) {
    if (upper !== text) cells.report('ifscCase', 'ifsc');
    const merger = mergerOf(upper);
    if (merger !== null) cells.report('ifscMerged', 'ifsc', merger);
    else if (!branches.isListed(upper)) reportUnlisted(cells, suggestIfsc(upper, branches));
    return upper;
  }
  const suggestion = suggestIfsc(upper, branches);
  if (suggestion === null) return cells.report('ifscShape', 'ifsc');
  const isLetterO = upper.replace(/^([A-Z]{4})O/, '$10') === suggestion;
  return cells.report(isLetterO ? 'ifscLetterO' : 'ifscSlip', 'ifsc', { suggestion });
}

function reportUnlisted(cells: RowCells, suggestion: string | null): void {
  if (suggestion === null) cells.report('ifscNotListed', 'ifsc');
  else cells.report('ifscDoubtful', 'ifsc', { suggestion });
}
