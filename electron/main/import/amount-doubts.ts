// Reasons why an amount may not be in the rupees to pay: the sheet mentions another unit, or the amount is for one day.

import { type Message, msg } from '../../../shared/messages/message.ts';
import { DAYS_OF_A_MONTH } from './column-numbers.ts';
import type { HeaderMeaning } from './field-names.ts';
import { isKnown, someKnown } from './known-words.ts';
import { type Table, VALUE_MAX_CHARACTERS } from './table.ts';
import { otherUnitIn, unitAlone, unitOfWords } from './units.ts';

/** Another unit named in the rows above the header, the sheet's name, a note or right of the table; null for none. */
function unitAround(table: Table): string | null {
  const { top, sheet, noteUnit } = table;
  const above = top?.lines.slice(0, top.rowsAbove.length) ?? [];
  const said = above.flatMap(({ cells }) => cells);
  return unitAmong([...said, sheet ?? '', noteUnit ?? '', ...textsBeside(table)]);
}

/** So few cells under a header are notes beside the table, and so may be the header. */
const NOTES_BESIDE_MAX = 2;

/** The headers and cells of the columns that are as good as empty. */
function* textsBeside({ headers, rows }: Table): Generator<string> {
  for (const [column, header] of headers.entries()) {
    const filled: string[] = [];
    for (const cells of rows) {
      const cell = cells[column] ?? '';
      if (cell !== '') filled.push(cell);
      if (filled.length > NOTES_BESIDE_MAX) break;
    }
    const isBeside = filled.length < rows.length && filled.length <= NOTES_BESIDE_MAX;
    if (isBeside && header !== '') yield header;
    if (isBeside) yield* filled;
  }
}

/** Ids that Razorpay gives to payments, refunds, payouts, settlements, transfers and accounts. Its entities count in paise. */
const GATEWAY_ID = /^(?:pay|rfnd|pout|setl|trf|fa|cont|disp)_[A-Za-z0-9]+$/;
/** An export has its ids in the first rows already. */
const GATEWAY_ROWS = 5;

/** Whether the table is Razorpay's: its files counted in paise before they said "(in Rupees)". */
function countsPaise({ rows }: Table, meanings: readonly HeaderMeaning[]): boolean {
  const isNamed = meanings.some(({ words }) => {
    const has = (...all: readonly string[]): boolean => all.every((word) => words.has(word));
    return words.has('razorpay') || words.has('razorpayx') || has('fund', 'account', 'id') || has('payout', 'id');
  });
  return isNamed || rows.slice(0, GATEWAY_ROWS).some((cells) => cells.some((cell) => GATEWAY_ID.test(cell.trim())));
}

/** The first unit other than the rupee that a cell names; null for none. */
function unitAmong(cells: Iterable<string>, unitIn = otherUnitIn): string | null {
  for (const cell of cells) {
    const unit = unitIn(cell);
    if (unit !== null) return unit;
  }
  return null;
}

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

/** Whether a word is another currency than the rupee: its name or its code. */
function isOtherCurrency(word: string): boolean {
  return word !== 'inr' && (CURRENCIES.has(word) || unitOfWords(new Set([word])) !== null);
}

/** Whether a column of currencies names any but the rupee. */
function namesOtherCurrency(meaning: HeaderMeaning, cells: Iterable<string>): boolean {
  if (!someKnown(meaning.words, 'money', 'currency')) return false;
  for (const cell of cells) {
    const text = cell.length > VALUE_MAX_CHARACTERS ? null : cell.trim().toLowerCase();
    if (text === null || (text !== '' && !isKnown(text, 'currency', 'rupee'))) return true;
  }
  return false;
}

/** An amount column whose unit is checked. */
interface AmountColumn {
  readonly meaning: HeaderMeaning;
  readonly sample: readonly string[];
}

/** What the sheet, apart from the header, says about the unit of its amounts; null when it says nothing. */
export function otherUnitBeside(
  table: Table,
  meanings: readonly HeaderMeaning[],
  { meaning, sample }: AmountColumn,
): Message | null {
  const header = (column: number): string => table.headers[column] ?? '';
  if (countsPaise(table, meanings) && !meaning.inRupees && !sample.some(hasPaise)) return msg('why.razorpay');
  const unit = unitAround(table);
  if (unit !== null) return msg('why.unitAbove', { unit });
  const unitColumn = table.headers.findIndex((header) => isKnown(header.trim().toLowerCase(), 'unitColumn'));
  const cellUnit = unitColumn === -1 ? null : unitAmong(cellsOf(table, unitColumn), unitAlone);
  if (cellUnit !== null) return msg('why.unitInColumn', { column: header(unitColumn), unit: cellUnit });
  const rate = meanings.findIndex((other, index) => {
    if (!/\brate\b/i.test(header(index)) && !other.words.has('rate')) return false;
    if (someKnown(other.words, 'money', 'converted') || /\b(?:conv|roe)\b/i.test(header(index))) return true;
    return header(index)
      .toLowerCase()
      .split(/[^a-z]+/)
      .some(isOtherCurrency);
  });
  if (rate !== -1) return msg('why.otherCurrency', { column: header(rate) });
  const currency = meanings.findIndex((other, index) => namesOtherCurrency(other, cellsOf(table, index)));
  return currency === -1 ? null : msg('why.namesCurrencies', { column: header(currency) });
}

/** Whether an amount has a fraction, which a number of paise never has. */
function hasPaise(text: string): boolean {
  return /\d\.(?:\d[1-9]|[1-9]\d?)$/.test(text);
}

function* cellsOf(table: Table, column: number): Generator<string> {
  for (const cells of table.rows) yield cells[column] ?? '';
}

/** Nobody is paid fewer rupees for a day of work. */
const RUPEES_OF_A_DAY_MIN = 100;

/** Whether a column counts days of work and the amounts beside it pay one day each: as pay for all the days they are too low. */
export function countsDaysPaidEach(
  meaning: HeaderMeaning,
  { days, amounts }: { readonly days: readonly string[]; readonly amounts: readonly string[] },
): boolean {
  if (!someKnown(meaning.words, 'money', 'days') || days.length === 0 || days.length !== amounts.length) return false;
  return days.every((text, row) => {
    const [count, amount] = [Number(text), Number(amounts[row]?.replace(/[^\d.]/g, ''))];
    return count > 1 && count <= DAYS_OF_A_MONTH && amount / count < RUPEES_OF_A_DAY_MIN;
  });
}
