// Why an amount may not be the rupees to pay: another column that could be meant, another unit that the sheet speaks of.

import { type Message, msg } from '../../../shared/messages/message.ts';
import { type HeaderMeaning, PAID_FOR } from './field-names.ts';
import { type Table, VALUE_MAX_CHARACTERS } from './table.ts';
import { otherUnitIn, unitOfWords } from './units.ts';

/** Words of an amount that nothing is taken off any more. */
const FINAL = (
  'net payable payout refund reimbursable home hand transfer disbursement disbursed settlement ' +
  'approved sanctioned final'
).split(' ');
/** Words of another amount that may be the one to pay, or of what was paid of it already. */
const MAY_BE_FINAL = (
  'equivalent net payable disbursement disbursed approved sanctioned revised new correct corrected adjusted rounded final paid ' +
  'refunded settled cash cheque bank now transfer transferred part instalment installment'
).split(' ');
/** The same, beside an amount that does not say that nothing is taken off or added any more. */
const MAY_REPLACE = (
  'total grand refund payout transfer balance due outstanding actual interest principal bonus incentive arrear overtime ' +
  'cashback reward'
).split(' ');
const TAKEN_OFF = (
  'tds tax deduction deductions deducted advance recovery recovered loan adjustment pf epf esi esic lop penalty fine ' +
  'fee fees commission charges charge gst cess withheld hold retention discount less tcs penalties carry carried brought forward opening emi'
).split(' ');
/** Numbers that are no money, whatever else their header says. */
const NO_MONEY = (
  'day date year hour count quantity qty number id code rate percent status mode phone pin pincode age sr ' +
  'serial weight point name ifsc upi aadhaar aadhar uan pan micr present worked working'
).split(' ');
/** The same, unless the header says that it is taken off, or what is left: `Leave Deduction`, `Payable this Month`. */
const NO_MONEY_ALONE = 'month leave mobile absent attendance'.split(' ');
/** What an account says of its number, unless it says that it gets what is left: `Net Pay to Account`. */
const LEFT_TO_PAY = 'net payable final'.split(' ');
/** Who is named in what an employee pays back: `Deduction from Salary`, `Company Advance`. */
const PAYERS_OF_OTHERS = 'source from company'.split(' ');
const PAID_BACK = 'tds tax deduction deductions deducted recovery recovered advance'.split(' ');

/** What is taken off even a final amount where it stands behind it: what stands before it was taken off already. */
const TAKEN_OFF_BEHIND =
  'less recovery recoveries recovered hold withheld charge charges fee fees penalty penalties'.split(' ');

/** Whether a column could be paid instead of the amount, or takes something off it. */
export function isRival(amount: HeaderMeaning, other: HeaderMeaning, isBehind: boolean): boolean {
  const says = (words: readonly string[], { words: said }: HeaderMeaning): boolean =>
    words.some((word) => said.has(word) || said.has(`${word}s`));
  // A debit note is not the payer's: it lowers what is paid.
  const isNote = other.words.has('note') && (other.words.has('debit') || other.words.has('credit'));
  const isPaidBack = says(PAYERS_OF_OTHERS, other) && says(PAID_BACK, other);
  if ((other.isPayers && !isNote && !isPaidBack) || says(NO_MONEY, other)) return false;
  if (other.words.has('account') && !says(LEFT_TO_PAY, other)) return false;
  if (says(NO_MONEY_ALONE, other) && !says(TAKEN_OFF, other) && !says(LEFT_TO_PAY, other)) return false;
  // `Payment 2` is a part of what is paid.
  const isDetail = says(['detail', 'information', 'reference'], other);
  if (other.words.has('pay') && !isDetail && [...other.words].some((word) => /^\d$/.test(word))) return true;
  if (isNote || says(MAY_BE_FINAL, other) || (isBehind && says(TAKEN_OFF_BEHIND, other))) return true;
  if (!says(FINAL, amount)) {
    // A salary is paid with what else stands beside it, or without: the sheet does not say.
    const isForPart = [...PAID_FOR].some((word) => amount.words.has(word));
    if (isForPart || amount.words.has('salary') || says(MAY_REPLACE, other) || says(TAKEN_OFF, other)) return true;
  }
  // The same amount once more in another unit: which of them is rupees?
  return other.kind === 'doubtful' && other.field === 'amount' && unitOfWords(other.words) !== null && !amount.inRupees;
}

/** Another unit that the rows above the header, or the name of the sheet, speak of. */
function unitAbove({ top, sheet, noteUnit }: Table): string | null {
  const above = top?.lines.slice(0, top.rowsAbove.length) ?? [];
  const said = above.flatMap(({ cells }) => cells);
  return [...said, sheet ?? '', noteUnit ?? ''].map(otherUnitIn).find((unit) => unit !== null) ?? null;
}

/** Whether the headers are those of RazorpayX, whose files counted in paise before they said "(in Rupees)". */
function countsPaise(meanings: readonly HeaderMeaning[]): boolean {
  return meanings.some(({ words }) => {
    const has = (...all: readonly string[]): boolean => all.every((word) => words.has(word));
    return words.has('razorpay') || words.has('razorpayx') || has('fund', 'account', 'id') || has('payout', 'id');
  });
}

/** Columns that may say in what the amounts of their rows are counted. */
const UNIT_HEADER = /^(?:(?:amount )?units?|uom|in|denomination|scale)$/i;

/** The first other unit than the rupee that a cell names. */
function unitAmong(cells: Iterable<string>): string | null {
  for (const cell of cells) {
    const unit = otherUnitIn(cell);
    if (unit !== null) return unit;
  }
  return null;
}

const RUPEES = /^(?:inr|rs\.?|₹|(?:indian )?rupees?)?$/;

const CURRENCY = ['currency', 'ccy', 'curr', 'cur'] as const;

/** Whether a column of currencies names another than the rupee. */
function namesOtherCurrency({ words }: HeaderMeaning, cells: Iterable<string>): boolean {
  if (!CURRENCY.some((word) => words.has(word))) return false;
  for (const cell of cells) {
    if (cell.length > VALUE_MAX_CHARACTERS || !RUPEES.test(cell.trim().toLowerCase())) return true;
  }
  return false;
}

/** An amount column as its unit is looked for. */
interface AmountColumn {
  readonly meaning: HeaderMeaning;
  readonly sample: readonly string[];
}

/** What the sheet says of the unit of its amounts beside their header; null when it says nothing. */
export function otherUnitBeside(
  table: Table,
  meanings: readonly HeaderMeaning[],
  { meaning, sample }: AmountColumn,
): Message | null {
  const header = (column: number): string => table.headers[column] ?? '';
  if (countsPaise(meanings) && !meaning.inRupees && !sample.some(hasPaise)) return msg('why.razorpay');
  const unit = unitAbove(table);
  if (unit !== null) return msg('why.unitAbove', { unit });
  const unitColumn = table.headers.findIndex((header) => UNIT_HEADER.test(header.trim()));
  const cellUnit = unitColumn === -1 ? null : unitAmong(cellsOf(table, unitColumn));
  if (cellUnit !== null) return msg('why.unitInColumn', { column: header(unitColumn), unit: cellUnit });
  const rate = meanings.findIndex(({ words }) => words.has('rate') && CONVERTED.some((word) => words.has(word)));
  if (rate !== -1) return msg('why.otherCurrency', { column: header(rate) });
  const part = meanings.findIndex(({ words }) => words.has('percent') && PART_PAID.some((word) => words.has(word)));
  if (part !== -1) return msg('why.part', { column: header(part) });
  const currency = meanings.findIndex((other, index) => namesOtherCurrency(other, cellsOf(table, index)));
  return currency === -1 ? null : msg('why.namesCurrencies', { column: header(currency) });
}

/** What a percentage is of that says how much of an amount is paid. */
const PART_PAID = ['pay', 'payable', 'paid', 'release', 'released', 'disburse'] as const;

/** Of what a rate is that turns other money into rupees. */
const CONVERTED = ['fx', 'forex', 'exchange', 'conversion', 'currency'] as const;

/** Whether an amount has a fraction, which a count of paise never has. */
function hasPaise(text: string): boolean {
  return /\d\.(?:\d[1-9]|[1-9]\d?)$/.test(text);
}

function* cellsOf(table: Table, column: number): Generator<string> {
  for (const cells of table.rows) yield cells[column] ?? '';
}

/** Fewer rupees for a day of work than anybody is paid. */
const RUPEES_OF_A_DAY_MIN = 100;
const DAYS_OF_A_MONTH = 31;
const DAYS = ['day', 'days', 'attendance', 'present', 'worked', 'duties', 'shifts'] as const;
const DAYS_OFF = ['lop', 'lwp', 'leave', 'leaves', 'absent'] as const;

/** Whether a column counts days that were not worked, and no rupees that are taken off. */
export function countsDaysOff({ words }: HeaderMeaning, sample: readonly string[]): boolean {
  return DAYS_OFF.some((word) => words.has(word)) && sample.every((text) => Number(text) <= DAYS_OF_A_MONTH);
}

/** Whether a column counts the days of work of which the amounts beside it pay one each: nobody works for so little. */
export function countsDaysPaidEach(
  { words }: HeaderMeaning,
  { days, amounts }: { readonly days: readonly string[]; readonly amounts: readonly string[] },
): boolean {
  if (!DAYS.some((word) => words.has(word)) || days.length === 0 || days.length !== amounts.length) return false;
  return days.every((text, row) => {
    const [count, amount] = [Number(text), Number(amounts[row]?.replace(/[^\d.]/g, ''))];
    return count > 1 && count <= DAYS_OF_A_MONTH && amount / count < RUPEES_OF_A_DAY_MIN;
  });
}
