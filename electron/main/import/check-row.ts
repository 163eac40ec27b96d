import type { Refused } from '../../../shared/failures.ts';
import { parseReference, type Reference } from '../../../shared/ids.ts';
import { AMOUNT_MAX_PAISE, DAY_MS, REMARK_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { type Message, msg } from '../../../shared/messages/message.ts';
import { type AmountProblem, formatRupees, type Paise, parseRupees, plainPaise } from '../../../shared/money.ts';
import {
  type BlockedRow,
  type CheckedRow,
  FIELDS,
  type Field,
  type Method,
  type MethodAnswer,
  type Payment,
  type WordAnswer,
} from '../../../shared/rows.ts';
import { checkPayee, type MethodAnswers } from './check-payee.ts';
import { readsAs } from './column-content.ts';
import type { DetailsSearch } from './details-beside.ts';
import { meaningOf } from './field-names.ts';
import { type IssueCode, refuseSheet } from './issues.ts';
import { isKnown, someKnown } from './known-words.ts';
import type { Columns } from './match-columns.ts';
import {
  findDifferingDeclarations,
  findDifferingTotals,
  type HeadingsAgainstPaying,
  type NoteRow,
  noteAgainstPaying,
  type PageLines,
  readLine,
} from './no-payment.ts';
import { isWholeEnd } from './open-end.ts';
import { fileAgainstPaying, findPayersNamed, type OtherColumns, titleAgainstPaying } from './other-columns.ts';
import type { OwnTexts } from './own-texts.ts';
import { findUnseen, hasEmoji, type MethodWord, methodWord, RowCells, trimSpaces } from './row-cells.ts';
import type { RowsBeside } from './rows-beside.ts';
import { findUnclearTexts, type MarkedRows } from './sheet-texts.ts';
import { countRounded, readNumber } from './shown-amount.ts';
import type { Branches } from './suggestions.ts';
import {
  CELL_FLAG,
  cellAddress,
  EPOCH_1900_DAYS,
  isPlainNumber,
  KIND,
  type Table,
  VALUE_MAX_CHARACTERS,
} from './table.ts';
import { otherUnitIn } from './units.ts';
import { payingRows } from './unknown-columns.ts';

/** The name stays on this machine; a longer one is from a wrong column. */
const NAME_MAX_CHARACTERS = 200;

/** Banks cut longer narrations; the gateway states no limit, so a longer one only warns. */
export const REMARK_USUAL_MAX_CHARACTERS = 30;

/** NPCI's usual ceiling for one IMPS transfer. The gateway states none, so a higher amount only warns. See DESIGN, Import. */
const IMPS_USUAL_MAX_PAISE = 50_000_000;

/** NPCI's usual ceiling for one UPI transfer. The gateway states none, so a higher amount only warns. See DESIGN, Import. */
const UPI_USUAL_MAX_PAISE = 10_000_000;

/**
 * How to read rows. `fillRemark` replaces empty remarks; `methods` gives the meaning of the sheet's own words for a method, and
 * `words` of those in columns about paying. `nowMs`: the time by which a date of payment is another day; null compares none.
 */
export interface RowRules {
  readonly columns: Columns;
  readonly fillRemark: string | null;
  readonly methods?: readonly MethodAnswer[];
  readonly words?: readonly WordAnswer[];
  readonly nowMs?: number | null;
  readonly includeHidden: boolean;
  readonly maxPayoutPaise: Paise | null;
}

/**
 * What the rows above mean for a row. `abovePaise`: the sum of all amounts above. The functions find the first row with the same
 * reference, the same person and amount, the same name and amount, or the same account under another name; they return the row
 * itself when there is none above it.
 */
export interface RowsAbove {
  readonly abovePaise: number;
  firstWithReference(row: number, reference: Reference): number;
  firstWithPayment(row: number, payment: Payment): number;
  firstWithName(row: number, payment: Payment): number;
  firstByOtherName(row: number, payment: Payment): number;
}

/** Facts about the whole sheet, used for each row. `secondHeader`: the row at which another table starts. */
interface SheetFindings {
  readonly fileName: string;
  readonly branches: Branches;
  readonly others: OtherColumns;
  readonly own: OwnTexts;
  readonly details: DetailsSearch;
  readonly rowsBeside: RowsBeside;
  readonly headings: HeadingsAgainstPaying;
  readonly pages: PageLines;
  readonly notes: readonly NoteRow[];
  readonly marked: MarkedRows;
  readonly coloured: ReadonlyMap<number, readonly Message[]>;
  readonly secondHeader: number;
}

/** Reads rows of one table. Its fields other than `cells` are about the last row read. */
export class RowReader {
  readonly cells: RowCells;
  /** The sheet's reference of the row, whatever else is wrong with the row. */
  reference: Reference | null = null;
  /** The row's payment if only the ceiling blocks it. */
  aboveCeiling: Payment | null = null;
  /** Whether it is a line that pays nobody, such as a total: it is left out and blocks nothing. */
  isNoPayment = false;
  /** What the row adds to the amounts above later rows, in paise. */
  amountPaise = 0;
  /** The sum of the amounts above that would make this row their total, in paise; NaN when it cannot be one. */
  totalPaise = Number.NaN;
  readonly #table: Table;
  readonly #rules: RowRules;
  readonly #answers: MethodAnswers;
  readonly #about: SheetFindings;

  constructor(table: Table, rules: RowRules, about: SheetFindings) {
    this.#table = table;
    this.#rules = rules;
    this.#about = about;
    this.cells = new RowCells(table, rules.columns);
    this.#answers = new Map((rules.methods ?? []).map(({ word, as }) => [methodWord(word), as]));
  }

  /** The fields whose cell in the last row read is a formula's result: a bit for each of FIELDS. */
  get formulaFields(): number {
    return this.cells.fieldsWith(CELL_FLAG.formula);
  }

  /** Reports a column of formulas once, at its header. */
  reportFormulas(field: Field, rowCount: number): void {
    this.cells.reportAt(-1, { code: 'formulaColumn', field, details: { rows: rowCount } });
  }

  /** Reports issues about whole columns at their headers. `file` is the table without what a person typed. */
  reportColumns(file: Table, methodWords: readonly MethodWord[]): void {
    const rows = this.#table.top?.rowsAbove ?? [];
    if (rows.length > 0) {
      const [only = 0] = rows;
      const details = {
        rows: rows.length === 1 ? msg('part.row', { row: only }) : msg('part.rows', { rows: rows.map(String) }),
      };
      this.cells.reportAt(-1, { code: 'rowsAboveHeader', field: null, details });
    }
    for (const { rowNumber, cells } of this.#table.top?.lines.slice(0, rows.length) ?? []) {
      const said = cells.map(titleAgainstPaying).find((one) => one !== null);
      if (said !== undefined && said !== null)
        this.cells.reportAt(-1, { code: 'titleSays', field: null, details: { row: rowNumber, said } });
    }
    const texts = findUnclearTexts(file, this.#rules.columns, {
      notes: this.#about.notes,
      nowMs: this.#rules.nowMs ?? null,
    });
    if (texts.length > 0) this.cells.reportAt(-1, { code: 'textsUnclear', field: null, details: { texts } });
    for (const column of this.#about.own.toRead)
      this.cells.reportAt(-1, { code: 'columnTexts', field: null, details: { ...column } });
    const saidInName = titleAgainstPaying(this.#table.sheet ?? '');
    if (saidInName !== null) this.cells.reportAt(-1, { code: 'sheetSays', field: null, details: { said: saidInName } });
    const saidInFile = fileAgainstPaying(this.#about.fileName, this.#rules.nowMs ?? null);
    if (saidInFile !== null) this.cells.reportAt(-1, { code: 'fileSays', field: null, details: { said: saidInFile } });
    const payers = findPayersNamed(this.#table, this.#rules.columns);
    if (payers !== null) this.cells.reportAt(-1, { code: 'payersNamed', field: null, details: { header: payers } });
    const asked = methodWords.filter(({ word }) => word !== '' && !this.#answers.has(word));
    const [first] = asked;
    if (first !== undefined) {
      const words = asked.map(({ word, rows }) => msg('part.wordInRows', { word, rows }));
      this.cells.reportAt(-1, { code: 'methodsAsked', field: 'paymentMethod', details: { words, word: first.word } });
    }
    const { open } = this.#about.others;
    const [asks] = open;
    if (asks !== undefined) {
      const words = open.map(({ column, word, rows, paise, words: count, like }) =>
        like.length > 0
          ? msg('part.anyWordInColumn', { column, count, like, rows, paise })
          : msg('part.wordInColumn', { column, word, rows, paise }),
      );
      const isInOthers =
        asks.like.length > 0 || open.some(({ column, word }) => word === asks.word && column !== asks.column);
      const word = isInOthers ? `${asks.column}:${asks.word}` : asks.word;
      this.cells.reportAt(-1, { code: 'wordsAsked', field: null, details: { words, word } });
    }
    const remark = this.#rules.fillRemark;
    if (remark !== null && countCharacters(remark) > REMARK_USUAL_MAX_CHARACTERS) {
      this.cells.reportAt(-1, { code: 'fillRemarkLong', field: null, details: { limit: REMARK_USUAL_MAX_CHARACTERS } });
    }
    this.#reportContents(file);
    this.#reportTotals(file);
    for (const field of FIELDS) {
      const column = this.#rules.columns[field];
      if (column === undefined) continue;
      const { header, doubt } = column;
      if (column.how === 'guessed') this.cells.reportAt(-1, { code: 'columnGuessed', field, details: { header } });
      if (doubt !== undefined) this.cells.reportAt(-1, { ...doubt, field });
      if (this.#table.hiddenColumns.has(column.index) && !this.#rules.includeHidden) {
        this.cells.reportAt(-1, { code: 'hiddenColumn', field, details: {} });
      }
    }
  }

  /** Reports what the cells of the amounts and accounts say against their column. */
  #reportContents(file: Table): void {
    const { rows, sheet, rowNumbers } = file;
    const { amount, accountNumber, ...others } = this.#rules.columns;
    if (amount !== undefined) {
      const rounded = countRounded(file, amount.index);
      if (rounded > 0) this.cells.reportAt(-1, { code: 'amountsRounded', field: 'amount', details: { rows: rounded } });
      const { header, index } = amount;
      // In the column of amounts, `5 lakh` names a unit too.
      const unit = otherUnitIn((rows[0]?.[index] ?? '').replace(/[\d.,]+/g, ' ')) ?? unitBelow(rows);
      if (unit !== null) {
        this.cells.reportAt(-1, { code: 'unitDoubtful', field: 'amount', details: { header, unit } });
      }
      const why = this.#whyNoAmounts(file, index);
      if (why !== null) {
        const details = { header, what: msg('what.rupees'), why, reading: readsAs([rows[0]?.[index] ?? '']) };
        this.cells.reportAt(-1, { code: 'columnDoubtful', field: 'amount', details });
      }
      const isFree = Object.entries(others).every(([field, { index: at }]) => at !== index + 1 || field === 'remark');
      if (sheet === null && isFree && accountNumber?.index !== index + 1 && areSplit(rows, index)) {
        const details = { header, what: msg('what.wholeAmount'), why: msg('why.split') };
        this.cells.reportAt(-1, { code: 'columnDoubtful', field: 'amount', details });
      }
    }
    for (const field of ['accountNumber', 'ifsc', 'upiId'] as const) {
      const column = this.#rules.columns[field];
      const run = column === undefined ? null : findFilledDown(rows, column.index, this.#rules.columns.name?.index);
      if (run === null) continue;
      const [from, to] = [rowNumbers[run.from] ?? 0, rowNumbers[run.to] ?? 0];
      this.cells.reportAt(-1, { code: 'filledDown', field, details: { from, to, field: msg(`field.${field}`) } });
    }
    for (const field of ['accountNumber', 'remark'] as const) {
      const column = this.#rules.columns[field];
      if (column === undefined || !areMobileNumbers(rows, column.index)) continue;
      const what = msg(field === 'remark' ? 'what.remark' : 'what.account');
      const details = { header: column.header, what, why: msg('why.mobileNumbers') };
      this.cells.reportAt(-1, { code: 'columnDoubtful', field, details });
    }
  }

  /** Why the numbers of a column are no amounts: they number another column, or days. Null where they may be. */
  #whyNoAmounts(file: Table, index: number): Message | null {
    const { rows, headers } = file;
    const paying = payingRows(file, this.#rules.columns).map((row) => rows[row] ?? []);
    if (paying.length < AMOUNTS_MIN) return null;
    const used = new Set(Object.values(this.#rules.columns).map((column) => column.index));
    const numbered = headers.findIndex((header, column) => {
      if (used.has(column) && column !== this.#rules.columns.reference?.index) return false;
      const first = paying[0]?.[column] ?? '';
      if (first === '' || digitsOf(first) !== paying[0]?.[index]) return false;
      return namesNumbers(header) && paying.every((cells) => digitsOf(cells[column] ?? '') === cells[index]);
    });
    if (numbered !== -1) return msg('why.sameNumbers', { column: headers[numbered] ?? '' });
    const isNext = (cells: readonly string[], at: number): boolean =>
      at === 0 || Number(cells[index]) - Number(paying[at - 1]?.[index]) === 1;
    if (paying.length >= COUNTED_UP_MIN && paying.every(isNext)) {
      // Where the names are numbered as well, the list numbers its rows.
      const name = this.#rules.columns.name?.index ?? -1;
      if (paying.some((cells) => numberOfName(cells[name] ?? '') === '')) return msg('why.countedUp');
    }
    const { nowMs = null } = this.#rules;
    const today = (nowMs ?? Number.NaN) / DAY_MS + EPOCH_1900_DAYS;
    const areDays = paying.every((cells) => {
      const text = cells[index] ?? '';
      return /^\d{5}$/.test(text) && Math.abs(Number(text) - today) <= DAYS_OF_A_YEAR;
    });
    return areDays ? msg('why.days') : null;
  }

  /** Compares the file's totals with its own rows: what a person leaves out or types does not count. */
  #reportTotals(file: Table): void {
    const cells = new RowCells(file, this.#rules.columns);
    const searched = { rowCount: Math.min(file.rows.length, this.#about.secondHeader), pages: this.#about.pages };
    for (const { rowNumber, said, is } of findDifferingDeclarations(cells, file, searched)) {
      this.cells.reportAt(-1, { code: 'declaredDiffers', field: 'amount', details: { row: rowNumber, said, is } });
    }
    for (const { row, totalPaise, abovePaise } of findDifferingTotals(cells, file.rows, searched)) {
      const details = { total: totalPaise, sum: abovePaise };
      this.cells.reportAt(row, { code: 'totalDiffers', field: 'amount', details, isOfSheet: true });
    }
  }

  /** The payment of a row; null when an error blocks it. */
  read(row: number, above: RowsAbove): Payment | null {
    const { cells } = this;
    this.reference = null;
    this.aboveCeiling = null;
    this.isNoPayment = false;
    this.amountPaise = 0;
    this.totalPaise = Number.NaN;
    cells.startRow(row);
    if (this.#table.hidden?.[row] === 1 && !this.#rules.includeHidden) cells.report('hiddenRow', null);
    const payment = this.#readPayment(row, above);
    if (payment === null || cells.blocked) return null;
    if (this.#about.others.reportWords(cells, row)) return null;
    if (row === this.#table.rows.length - 1) this.#reportOpenEnd(row);
    this.#comparePayment(row, payment, above);
    this.#about.details.report(cells, row, payment);
    this.#about.rowsBeside.report(cells, row, payment);
    this.#about.others.report(cells, row, payment);
    this.#about.own.report(cells, row);
    this.#reportAround(row);
    return payment;
  }

  /** Reports what is beside the row rather than in it: a heading above it, or a note at one of its cells. */
  #reportAround(row: number): void {
    const { notes, rowNumbers, sheet } = this.#table;
    const heading = this.#about.headings.of(row);
    if (heading !== null) {
      const details = { row: rowNumbers[heading.row] ?? 0, said: heading.said };
      this.cells.report('belowHeading', null, details);
    }
    const mark = this.#about.marked.of(row);
    if (mark !== null) this.cells.report('rowMarked', null, { ...mark });
    const colour = this.#about.coloured.get(row);
    if (colour !== undefined) this.cells.report('rowColoured', null, { colour });
    const column = notes?.get(row);
    if (column !== undefined) {
      const cell = cellAddress({ sheet, column, rowNumber: rowNumbers[row] ?? 0 });
      this.cells.report('noteThere', null, { cell });
    }
  }

  /** A text without a final line end may have been cut off, unless that cell was typed since. */
  #reportOpenEnd(row: number): void {
    const { openEnd, rows } = this.#table;
    if (openEnd === undefined || (rows[row]?.[openEnd.column] ?? '') !== openEnd.text) return;
    if (isWholeEnd(rows, openEnd)) return;
    const field = FIELDS.find((one) => this.#rules.columns[one]?.index === openEnd.column) ?? null;
    this.cells.report('lastLineOpen', openEnd.text.trim() === '' ? null : field);
  }

  /** Returns null when an error leaves the row's payment incomplete. */
  #readPayment(row: number, above: RowsAbove): Payment | null {
    const { cells } = this;
    if (row >= this.#about.secondHeader) return this.#reportSecondTable(row);
    if (this.#isNoPayment(row, above)) return null;
    if (cells.fieldsWith(CELL_FLAG.struck) !== 0) cells.report('struckRow', null);
    const beneficiary = checkPayee(cells, { answers: this.#answers, branches: this.#about.branches });
    const amountPaise = checkAmount(cells);
    const remark = checkRemark(cells, this.#rules.fillRemark);
    const reference = checkReference(cells);
    if (reference !== null) this.#compareReference(row, reference, above);
    const name = checkName(cells);
    if (amountPaise !== null) this.amountPaise = amountPaise;
    if (beneficiary === null || amountPaise === null) return null;
    const { maxPayoutPaise: ceilingPaise } = this.#rules;
    const wasBlocked = cells.blocked;
    checkLimits(cells, { amountPaise, method: beneficiary.method, ceilingPaise });
    if (remark === null) return null;
    const payment = { beneficiary, amountPaise, remark, reference, name };
    if (cells.blocked && !wasBlocked) this.aboveCeiling = payment;
    return payment;
  }

  #reportSecondTable(row: number): null {
    const header = this.#about.secondHeader;
    if (row === header) return this.cells.report('secondHeader', null);
    return this.cells.report('belowSecondHeader', null, { row: this.#table.rowNumbers[header] ?? 0 });
  }

  /** Reports a total, a note or a repeated header as one issue, not five. */
  #isNoPayment(row: number, { abovePaise }: RowsAbove): boolean {
    const { cells } = this;
    const amount = cells.raw('amount');
    // Nearly all amounts start with a digit; only the others are compared with the header.
    const first = amount.charCodeAt(0);
    if (!(first >= 0x30 && first <= 0x39) && amount !== '' && cells.repeatsHeader()) {
      cells.report('repeatedHeader', null);
      this.isNoPayment = true;
      return true;
    }
    const { code, details, totalPaise } = readLine(cells, this.#table.rows[row] ?? [], {
      abovePaise,
      rowsAbove: row,
      pages: this.#about.pages,
    });
    this.totalPaise = totalPaise;
    if (code === null) return false;
    cells.report(code, code === 'totalLine' || code === 'totalRow' ? 'amount' : null, details);
    this.isNoPayment = code !== 'totalRow';
    const isHeading = this.#about.headings.of(row)?.row === row && row + 1 < this.#table.rows.length;
    if (code === 'noteLine' && !isHeading && noteAgainstPaying(this.#table.rows[row] ?? [])) {
      cells.reportAt(row, { code: 'noteSays', field: null, details: {}, isOfSheet: true });
    }
    return true;
  }

  /** Using the same reference twice is an error of both rows. */
  #compareReference(row: number, reference: Reference, above: RowsAbove): void {
    this.reference = reference;
    const first = above.firstWithReference(row, reference);
    if (first !== row) this.reportRepeated(row, first);
  }

  /** Reports that another row has the same reference. */
  reportRepeated(row: number, other: number): void {
    const details = { row: this.#table.rowNumbers[other] ?? 0 };
    this.cells.reportAt(row, { code: 'referenceRepeated', field: 'reference', details });
  }

  #comparePayment(row: number, payment: Payment, above: RowsAbove): void {
    const field = payment.beneficiary.method === 'UPI' ? 'upiId' : 'accountNumber';
    const same = above.firstWithPayment(row, payment);
    const sameName = above.firstWithName(row, payment);
    const otherName = above.firstByOtherName(row, payment);
    const report = (code: IssueCode, first: number): void => {
      if (first !== row) this.cells.report(code, field, { row: this.#table.rowNumbers[first] ?? 0 });
    };
    report('samePayment', same);
    if (same === row) report('sameNameAndAmount', sameName);
    report('otherName', otherName);
  }
}

/** How many lines at the end of a sheet may say something about all of it. */
const NOTE_ROWS = 20;

/** Another unit named by a line below the table, which has no numbers; null for none. */
function unitBelow(rows: Table['rows']): string | null {
  for (const cells of rows.slice(-NOTE_ROWS)) {
    const texts = cells.filter((cell) => cell !== '');
    if (texts.length > 1 && texts.some((cell) => /^\s*[\d,.]+\s*$/.test(cell))) continue;
    for (const text of texts) {
      const unit = otherUnitIn(text);
      if (unit !== null) return unit;
    }
  }
  return null;
}

/** Whether a comma inside the amounts, such as 18,450, has split them in nearly all rows. */
function areSplit(rows: Table['rows'], column: number): boolean {
  let others = 0;
  for (const row of rows) {
    const isSplit = /^\s*\d{1,3}$/.test(row[column] ?? '') && /^\d{3}(?:\.\d{1,2})?\s*$/.test(row[column + 1] ?? '');
    if (!isSplit) others += 1;
    if (others * 10 > rows.length) return false;
  }
  return rows.length > 1;
}

/** Fewer amounts may be other numbers by chance. */
const AMOUNTS_MIN = 4;
/** So many amounts that rise one by one were made by dragging a cell. */
const COUNTED_UP_MIN = 8;
const DAYS_OF_A_YEAR = 366;

/** The number of a code such as `S70400`; any other text as it is. */
function digitsOf(text: string): string {
  return /^\p{L}{0,6}[-/ #]?(\d{2,12})$/u.exec(text.slice(0, VALUE_MAX_CHARACTERS))?.[1] ?? text;
}

/** Whether a header names numbers of things, such as orders or bills. */
function namesNumbers(header: string): boolean {
  const { words } = meaningOf(header);
  return someKnown(words, 'column', 'otherNumbers', 'document') || someKnown(words, 'money', 'neverMoney');
}

/** Fewer consecutive accounts of one branch may be chance. */
const FILLED_DOWN_MIN = 4;
/** So many digits fit exactly in a number, and no run counts past them. */
const COUNTED_DIGITS = 9;
/** An IFSC and a UPI ID with the number that is counted up. */
const COUNTED_IN_DETAILS = /^([A-Z]{4}0|[a-z][a-z._-]{2,40})(\d{1,6})(|@\S{1,40})$/i;
/** A shorter beginning may be one of many payees: only a longer run of it was dragged. */
const SHORT_BEGINNING = /^(?![A-Z]{4}0)[a-z._-]{3,6}\d/i;
const FILLED_DOWN_SHORT_MIN = 6;

/** The first run of rows whose account, IFSC or UPI ID is that of the row above plus one, as dragging a cell down produces. */
function findFilledDown(
  rows: Table['rows'],
  column: number,
  name: number | undefined,
): { readonly from: number; readonly to: number } | null {
  let from = 0;
  let before = '';
  for (let row = 0; row <= rows.length; row += 1) {
    const text = rows[row]?.[column] ?? '';
    const isDragged = followsOn(before, text) && (name === undefined || !isNumberedLike(text, rows[row]?.[name] ?? ''));
    if (row > 0 && !isDragged) {
      if (row - from >= (SHORT_BEGINNING.test(before) ? FILLED_DOWN_SHORT_MIN : FILLED_DOWN_MIN))
        return { from, to: row - 1 };
      from = row;
    }
    before = text;
  }
  return null;
}

/** Whether a detail has the number that its payee's name ends with: `flat 12` and `flat12@bank`. No dragged cell made it. */
function isNumberedLike(detail: string, name: string): boolean {
  const number = COUNTED_IN_DETAILS.exec(detail)?.[2];
  return number !== undefined && numberOfName(name) === number;
}

/** The number that a name ends with, in digits; empty where it has none. */
function numberOfName(name: string): string {
  return /\d{1,6}$/.exec(name.slice(-VALUE_MAX_CHARACTERS))?.[0] ?? '';
}

function followsOn(before: string, text: string): boolean {
  const [, one, number, end] = COUNTED_IN_DETAILS.exec(before) ?? [];
  if (one !== undefined) {
    const [, other, next, otherEnd] = COUNTED_IN_DETAILS.exec(text) ?? [];
    return one === other && end === otherEnd && Number(next) - Number(number) === 1;
  }
  if (text.length !== before.length || text.length < COUNTED_DIGITS || text.length > VALUE_MAX_CHARACTERS) return false;
  if (text.slice(0, -COUNTED_DIGITS) !== before.slice(0, -COUNTED_DIGITS)) return false;
  return Number(text.slice(-COUNTED_DIGITS)) - Number(before.slice(-COUNTED_DIGITS)) === 1;
}

/** Fewer rows may have ten-digit accounts by chance. */
const MOBILE_NUMBERS_MIN = 3;

/** Whether all accounts of a column have ten digits and start with 6 to 9, like Indian mobile numbers. */
function areMobileNumbers(rows: Table['rows'], column: number): boolean {
  let count = 0;
  for (const row of rows) {
    const text = row[column] ?? '';
    if (text === '') continue;
    if (!/^\s*[6-9]\d{9}\s*$/.test(text.slice(0, VALUE_MAX_CHARACTERS))) return false;
    count += 1;
  }
  return count >= MOBILE_NUMBERS_MIN;
}

/**
 * What a row asks for. `payment` is null when an error blocks it; `aboveCeiling` is the payment if only the ceiling blocks it;
 * `isNoPayment` marks a line that pays nobody.
 */
export interface Found {
  readonly payment: Payment | null;
  readonly aboveCeiling: Payment | null;
  readonly isNoPayment: boolean;
}

export function checkedRow(row: Omit<BlockedRow, 'kind'>, { payment, aboveCeiling, isNoPayment }: Found): CheckedRow {
  // Written out: a spread copy would reserve room for more fields, in every row of the file.
  const { rowNumber, source, hidden } = row;
  if (payment !== null) return { rowNumber, source, hidden, kind: 'payable', payment };
  if (isNoPayment) return { ...row, kind: 'blocked', isNoPayment };
  return aboveCeiling === null ? { ...row, kind: 'blocked' } : { ...row, kind: 'blocked', aboveCeiling };
}

const PROBLEMS: Readonly<Record<AmountProblem, IssueCode>> = {
  empty: 'amountEmpty',
  negative: 'amountNegative',
  zero: 'amountZero',
  scientific: 'amountScientific',
  grouping: 'amountGrouping',
  tooManyDecimals: 'amountDecimals',
  tooLarge: 'amountTooLarge',
  notAnAmount: 'amountShape',
};

/** The amount of the current row; null after reporting its issue. */
function checkAmount(cells: RowCells): Paise | null {
  const kind = cells.kind('amount');
  // A number's text is its shortest spelling. With at most two decimals, it names exactly the same number.
  if (kind === KIND.text || isPlainNumber(kind)) {
    const plain = plainPaise(cells.raw('amount'));
    if (plain !== null) {
      const shown = kind === KIND.whole ? 100 : kind === KIND.tenths ? 10 : 1;
      if (plain % shown !== 0) cells.report('amountShownWhole', 'amount');
      return plain;
    }
  }
  const isNumber = isPlainNumber(kind) || kind === KIND.zeroMask;
  const text = isNumber ? cells.raw('amount') : cells.text('amount');
  if (text === null) return null;
  const reading = isNumber ? readNumber(text, kind) : parseRupees(text);
  if (reading.kind === 'exact') {
    if (reading.cleaned) cells.report('amountCleaned', 'amount');
    return reading.paise;
  }
  if (reading.problem === 'notAnAmount' && cells.reportForeign('amount', text.replaceAll('₹', ''))) return null;
  return cells.report(PROBLEMS[reading.problem], 'amount', { limit: formatRupees(AMOUNT_MAX_PAISE) });
}

/** Reports an amount above the profile's ceiling, which no tick lifts, or above the method's usual limit, which needs a tick. */
function checkLimits(
  cells: RowCells,
  payment: { readonly amountPaise: Paise; readonly method: Method; readonly ceilingPaise: Paise | null },
): void {
  const { amountPaise, method, ceilingPaise } = payment;
  if (ceilingPaise !== null && amountPaise > ceilingPaise) {
    cells.report('aboveCeiling', 'amount', { limit: formatRupees(ceilingPaise) });
  }
  const usual = (method === 'UPI' ? UPI_USUAL_MAX_PAISE : IMPS_USUAL_MAX_PAISE) as Paise;
  if (amountPaise > usual) cells.report('aboveUsual', 'amount', { method, limit: formatRupees(usual) });
}

const DITTO_MAX_CHARACTERS = 15;

/** The remark, or the fill remark if it is empty; null after reporting its issue. */
function checkRemark(cells: RowCells, fillRemark: string | null): string | null {
  const text = cells.text('remark');
  if (text === null) return null;
  if (text === '') return fillRemark ?? cells.report('remarkMissing', 'remark');
  const seen = cells.seen('remark', text);
  if (seen === null) return null;
  if (hasEmoji(seen)) cells.report('remarkEmoji', 'remark');
  if (seen.length <= DITTO_MAX_CHARACTERS && isKnown(seen.toLowerCase(), 'ditto'))
    cells.report('remarkDitto', 'remark');
  const length = seen.length <= REMARK_USUAL_MAX_CHARACTERS ? seen.length : countCharacters(seen);
  if (length > REMARK_MAX_CHARACTERS) return cells.report('remarkTooLong', 'remark', { limit: REMARK_MAX_CHARACTERS });
  if (length > REMARK_USUAL_MAX_CHARACTERS)
    cells.report('remarkLong', 'remark', { limit: REMARK_USUAL_MAX_CHARACTERS });
  return seen;
}

/** The sheet's own reference; null when there is none, or after reporting its issue. */
function checkReference(cells: RowCells): Reference | null {
  const text = cells.text('reference');
  if (text === null || text === '') return null;
  const reference = parseReference(text);
  if (reference !== null && !(isPlainNumber(cells.kind('reference')) && text.includes('.'))) return reference;
  if (cells.reportForeign('reference', text)) return null;
  return cells.report(reference === null ? 'referenceShape' : 'notWhole', 'reference');
}

/** The payee's name, which stays on this machine; null when there is none, or after reporting its issue. */
function checkName(cells: RowCells): string | null {
  const text = cells.text('name');
  if (text === null || text === '') return null;
  const seen = cells.seen('name', text);
  if (seen === null || seen.length <= NAME_MAX_CHARACTERS || countCharacters(seen) <= NAME_MAX_CHARACTERS) return seen;
  return cells.report('nameTooLong', 'name', { limit: NAME_MAX_CHARACTERS });
}

/** The remark for all rows, trimmed; null for none. Refuses one that no row could carry. */
export function readFillRemark(
  text: string | null,
): { readonly kind: 'remark'; readonly remark: string | null } | Refused {
  const remark = trimSpaces(text ?? '');
  if (remark === '') return { kind: 'remark', remark: null };
  const unseen = findUnseen(remark);
  if (unseen?.kind === 'lineBreak') return refuseSheet('fillRemarkUnusable', { reason: msg('reason.lineBreak') });
  if (unseen !== null)
    return refuseSheet('fillRemarkUnusable', { reason: msg('reason.holds', { character: unseen.name }) });
  if (countCharacters(remark) > REMARK_MAX_CHARACTERS) {
    return refuseSheet('fillRemarkUnusable', { reason: msg('reason.tooLong', { limit: REMARK_MAX_CHARACTERS }) });
  }
  return { kind: 'remark', remark };
}

/** Counts code points: a surrogate pair is one character. */
function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
