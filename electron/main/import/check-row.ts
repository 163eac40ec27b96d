import type { Refused } from '../../../shared/failures.ts';
import { parseReference, type Reference } from '../../../shared/ids.ts';
import { AMOUNT_MAX_PAISE, REMARK_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { msg } from '../../../shared/messages/message.ts';
import {
  type AmountProblem,
  formatRupees,
  type Paise,
  parseRupees,
  plainPaise,
  rupeesFromDouble,
} from '../../../shared/money.ts';
import {
  type BlockedRow,
  type CheckedRow,
  FIELDS,
  type Field,
  type Method,
  type MethodAnswer,
  type Payment,
} from '../../../shared/rows.ts';
import { checkPayee, type MethodAnswers } from './check-payee.ts';
import { type IssueCode, refuseSheet } from './issues.ts';
import type { Columns } from './match-columns.ts';
import {
  findDifferingDeclarations,
  findDifferingTotals,
  type HeadingsAgainstPaying,
  noteAgainstPaying,
  readLine,
} from './no-payment.ts';
import { type OtherColumns, titleAgainstPaying } from './other-columns.ts';
import { findUnseen, hasEmoji, type MethodWord, methodWord, RowCells, trimSpaces } from './row-cells.ts';
import type { Branches } from './suggestions.ts';
import { CELL_FLAG, cellAddress, isPlainNumber, KIND, type Table, VALUE_MAX_CHARACTERS } from './table.ts';
import { otherUnitIn } from './units.ts';

/** The beneficiary's name stays local; longer is a wrong column. */
const NAME_MAX_CHARACTERS = 200;

/** Banks cut longer narrations; the gateway states no limit, so it warns. */
export const REMARK_USUAL_MAX_CHARACTERS = 30;

/** NPCI's usual ceiling for one IMPS transfer; the gateway states none, so it warns. Source: DESIGN, Import. */
const IMPS_USUAL_MAX_PAISE = 50_000_000;

/** NPCI's usual ceiling for one UPI transfer; the gateway states none, so it warns. Source: DESIGN, Import. */
const UPI_USUAL_MAX_PAISE = 10_000_000;

/** How rows are read. Shape: `fillRemark` stands in for empty remarks; `methods` for the sheet's own words for a method. */
export interface RowRules {
  readonly columns: Columns;
  readonly fillRemark: string | null;
  readonly methods?: readonly MethodAnswer[];
  readonly includeHidden: boolean;
  readonly maxPayoutPaise: Paise | null;
}

/**
 * What the rows above mean for a row.
 * Shape: `abovePaise` all amounts above it; the first row with the same reference, the same person and amount, the same name
 * and amount, or the same account by another name: the row itself when there is none above it.
 */
export interface RowsAbove {
  readonly abovePaise: number;
  firstWithReference(row: number, reference: Reference): number;
  firstWithPayment(row: number, payment: Payment): number;
  firstWithName(row: number, payment: Payment): number;
  firstByOtherName(row: number, payment: Payment): number;
}

/** Reads rows of one table. Its fields beside `cells` are about the row that was read last. */
export class RowReader {
  readonly cells: RowCells;
  /** Its reference as the sheet has it, whatever else is wrong with it. */
  reference: Reference | null = null;
  /** What it would pay where the ceiling alone blocks it. */
  aboveCeiling: Payment | null = null;
  /** Whether it is a line that pays nobody, such as a total: it is left out and blocks nothing. */
  isNoPayment = false;
  /** What it adds to the amounts above later rows. Units: paise. */
  amountPaise = 0;
  /** What the amounts above it would have to be for it to be their total; NaN when it is none. Units: paise. */
  totalPaise = Number.NaN;
  readonly #table: Table;
  readonly #rules: RowRules;
  readonly #branches: Branches;
  readonly #answers: MethodAnswers;
  readonly #others: OtherColumns;
  readonly #headings: HeadingsAgainstPaying;
  /** From this row on the rows are another table's. */
  readonly #secondHeader: number;

  constructor(
    table: Table,
    rules: RowRules,
    {
      branches,
      others,
      headings,
      secondHeader,
    }: {
      readonly branches: Branches;
      readonly others: OtherColumns;
      readonly headings: HeadingsAgainstPaying;
      readonly secondHeader: number;
    },
  ) {
    this.#table = table;
    this.#rules = rules;
    this.#branches = branches;
    this.cells = new RowCells(table, rules.columns);
    this.#answers = new Map((rules.methods ?? []).map(({ word, as }) => [methodWord(word), as]));
    this.#others = others;
    this.#headings = headings;
    this.#secondHeader = secondHeader;
  }

  /** The columns whose cell in the row that was read last is a formula's result. Shape: a bit for each of FIELDS. */
  get formulaFields(): number {
    return this.cells.fieldsWith(CELL_FLAG.formula);
  }

  /** A column of formulas is said once, at its header. */
  reportFormulas(field: Field, rowCount: number): void {
    this.cells.reportAt(-1, { code: 'formulaColumn', field, details: { rows: rowCount } });
  }

  /** What is to be said about whole columns stands at their headers. Shape: `file` without what was typed. */
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
    const saidInName = titleAgainstPaying(this.#table.sheet ?? '');
    if (saidInName !== null) this.cells.reportAt(-1, { code: 'sheetSays', field: null, details: { said: saidInName } });
    const asked = methodWords.filter(({ word }) => word !== '' && !this.#answers.has(word));
    const [first] = asked;
    if (first !== undefined) {
      const words = asked.map(({ word, rows }) => msg('part.wordInRows', { word, rows }));
      this.cells.reportAt(-1, { code: 'methodsAsked', field: 'paymentMethod', details: { words, word: first.word } });
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

  /** What the cells of the amounts and of the accounts say against their column. */
  #reportContents({ rows, sheet, rowNumbers }: Table): void {
    const { amount, accountNumber, ...others } = this.#rules.columns;
    if (amount !== undefined) {
      const { header, index } = amount;
      const unit = otherUnitIn(rows[0]?.[index] ?? '') ?? unitBelow(rows);
      if (unit !== null) {
        this.cells.reportAt(-1, { code: 'unitDoubtful', field: 'amount', details: { header, unit } });
      }
      const isFree = Object.entries(others).every(([field, { index: at }]) => at !== index + 1 || field === 'remark');
      if (sheet === null && isFree && accountNumber?.index !== index + 1 && areSplit(rows, index)) {
        const details = { header, what: msg('what.wholeAmount'), why: msg('why.split') };
        this.cells.reportAt(-1, { code: 'columnDoubtful', field: 'amount', details });
      }
    }
    const run = accountNumber === undefined ? null : findFilledDown(rows, accountNumber.index);
    if (run !== null) {
      const [from, to] = [rowNumbers[run.from] ?? 0, rowNumbers[run.to] ?? 0];
      this.cells.reportAt(-1, { code: 'filledDown', field: 'accountNumber', details: { from, to } });
    }
    if (accountNumber !== undefined && areMobileNumbers(rows, accountNumber.index)) {
      const { header } = accountNumber;
      const details = { header, what: msg('what.account'), why: msg('why.mobileNumbers') };
      this.cells.reportAt(-1, { code: 'columnDoubtful', field: 'accountNumber', details });
    }
  }

  /** The totals that the file has, against its own rows: what a person leaves out or types changes neither. */
  #reportTotals(file: Table): void {
    const cells = new RowCells(file, this.#rules.columns);
    const rowCount = Math.min(file.rows.length, this.#secondHeader);
    for (const { rowNumber, said, is } of findDifferingDeclarations(cells, file, rowCount)) {
      this.cells.reportAt(-1, { code: 'declaredDiffers', field: 'amount', details: { row: rowNumber, said, is } });
    }
    for (const { row, totalPaise, abovePaise } of findDifferingTotals(cells, file.rows, rowCount)) {
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
    if (row === this.#table.rows.length - 1) this.#reportOpenEnd(row);
    this.#comparePayment(row, payment, above);
    this.#others.report(cells, row, payment);
    this.#reportAround(row);
    return payment;
  }

  /** What stands beside the row, rather than in it: a heading above it, a note at one of its cells. */
  #reportAround(row: number): void {
    const { notes, rowNumbers, sheet } = this.#table;
    const heading = this.#headings.of(row);
    if (heading !== null) {
      const details = { row: rowNumbers[heading.row] ?? 0, said: heading.said };
      this.cells.report('belowHeading', null, details);
    }
    const column = notes?.get(row);
    if (column !== undefined) {
      const cell = cellAddress({ sheet, column, rowNumber: rowNumbers[row] ?? 0 });
      this.cells.report('noteThere', null, { cell });
    }
  }

  /** A text that ends without a line end may be cut off, unless that cell was typed since. */
  #reportOpenEnd(row: number): void {
    const { openEnd, rows } = this.#table;
    if (openEnd === undefined || (rows[row]?.[openEnd.column] ?? '') !== openEnd.text) return;
    const field = FIELDS.find((one) => this.#rules.columns[one]?.index === openEnd.column) ?? null;
    this.cells.report('lastLineOpen', openEnd.text.trim() === '' ? null : field);
  }

  /** Null when the row has an error that leaves its payment incomplete. */
  #readPayment(row: number, above: RowsAbove): Payment | null {
    const { cells } = this;
    if (row >= this.#secondHeader) return this.#reportSecondTable(row);
    if (this.#isNoPayment(row, above)) return null;
    if (cells.fieldsWith(CELL_FLAG.struck) !== 0) cells.report('struckRow', null);
    const beneficiary = checkPayee(cells, { answers: this.#answers, branches: this.#branches });
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
    const header = this.#secondHeader;
    if (row === header) return this.cells.report('secondHeader', null);
    return this.cells.report('belowSecondHeader', null, { row: this.#table.rowNumbers[header] ?? 0 });
  }

  /** A total, a note or a repeated header is one issue, not five. */
  #isNoPayment(row: number, { abovePaise }: RowsAbove): boolean {
    const { cells } = this;
    const amount = cells.raw('amount');
    // Amounts start with a digit nearly always; only others are compared with the header.
    const first = amount.charCodeAt(0);
    if (!(first >= 0x30 && first <= 0x39) && amount !== '' && cells.repeatsHeader()) {
      cells.report('repeatedHeader', null);
      this.isNoPayment = true;
      return true;
    }
    const { code, details, totalPaise } = readLine(cells, this.#table.rows[row] ?? [], {
      abovePaise,
      rowsAbove: row,
    });
    this.totalPaise = totalPaise;
    if (code === null) return false;
    cells.report(code, code === 'totalLine' || code === 'totalRow' ? 'amount' : null, details);
    this.isNoPayment = code !== 'totalRow';
    const isHeading = this.#headings.of(row)?.row === row && row + 1 < this.#table.rows.length;
    if (code === 'noteLine' && !isHeading && noteAgainstPaying(this.#table.rows[row] ?? [])) {
      cells.reportAt(row, { code: 'noteSays', field: null, details: {}, isOfSheet: true });
    }
    return true;
  }

  /** The same reference twice is an error of both rows. */
  #compareReference(row: number, reference: Reference, above: RowsAbove): void {
    this.reference = reference;
    const first = above.firstWithReference(row, reference);
    if (first !== row) this.reportRepeated(row, first);
  }

  /** The row's reference is also that of another. */
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

/** Lines at the end of a sheet that may say something of the whole of it. */
const NOTE_ROWS = 20;

/** Another unit than the rupee that a line below the table speaks of, alone in its row. */
function unitBelow(rows: Table['rows']): string | null {
  for (const cells of rows.slice(-NOTE_ROWS)) {
    const [text = '', ...others] = cells.filter((cell) => cell !== '');
    const unit = others.length === 0 ? otherUnitIn(text) : null;
    if (unit !== null) return unit;
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

/** Fewer accounts of one branch may follow on each other by chance. */
const FILLED_DOWN_MIN = 4;
/** Digits that a number holds exactly, and more than any run counts through. */
const COUNTED_DIGITS = 9;

/** The first rows of which each has the account of the row above plus one, as dragging a cell down makes it. */
function findFilledDown(rows: Table['rows'], column: number): { readonly from: number; readonly to: number } | null {
  let from = 0;
  let before = '';
  for (let row = 0; row <= rows.length; row += 1) {
    const text = rows[row]?.[column] ?? '';
    if (row > 0 && !followsOn(before, text)) {
      if (row - from >= FILLED_DOWN_MIN) return { from, to: row - 1 };
      from = row;
    }
    before = text;
  }
  return null;
}

function followsOn(before: string, text: string): boolean {
  if (text.length !== before.length || text.length < COUNTED_DIGITS || text.length > VALUE_MAX_CHARACTERS) return false;
  if (text.slice(0, -COUNTED_DIGITS) !== before.slice(0, -COUNTED_DIGITS)) return false;
  return Number(text.slice(-COUNTED_DIGITS)) - Number(before.slice(-COUNTED_DIGITS)) === 1;
}

/** Fewer rows may have accounts of ten digits by chance. */
const MOBILE_NUMBERS_MIN = 3;

/** Whether all accounts of a column are ten digits of which the first is 6 to 9, as Indian mobile numbers are. */
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
 * What a row asks for. Shape: `payment` null when an error blocks it; `aboveCeiling` the payment if that is the ceiling alone;
 * `isNoPayment` for a line that pays nobody.
 */
export interface Found {
  readonly payment: Payment | null;
  readonly aboveCeiling: Payment | null;
  readonly isNoPayment: boolean;
}

export function checkedRow(row: Omit<BlockedRow, 'kind'>, { payment, aboveCeiling, isNoPayment }: Found): CheckedRow {
  // Spelt out: a copy of the row would keep room for what is added to it, in every row of the file.
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

/** The amount of the current row. Errors: null, with its issue reported. */
function checkAmount(cells: RowCells): Paise | null {
  const kind = cells.kind('amount');
  // A number's text is its shortest spelling: with two decimals at most, that spelling names the very same number.
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
  const reading = isNumber ? rupeesFromDouble(Number(text)) : parseRupees(text);
  if (reading.kind === 'exact') {
    if (reading.cleaned) cells.report('amountCleaned', 'amount');
    return reading.paise;
  }
  if (reading.problem === 'notAnAmount' && cells.reportForeign('amount', text.replaceAll('₹', ''))) return null;
  return cells.report(PROBLEMS[reading.problem], 'amount', { limit: formatRupees(AMOUNT_MAX_PAISE) });
}

/** Reports an amount past the profile's ceiling, which no tick lifts, or past the method's usual limit, which needs one. */
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

/** The remark, or the one given for all rows where it is empty. Errors: null, with its issue reported. */
function checkRemark(cells: RowCells, fillRemark: string | null): string | null {
  const text = cells.text('remark');
  if (text === null) return null;
  if (text === '') return fillRemark ?? cells.report('remarkMissing', 'remark');
  const seen = cells.seen('remark', text);
  if (seen === null) return null;
  if (hasEmoji(seen)) cells.report('remarkEmoji', 'remark');
  const length = seen.length <= REMARK_USUAL_MAX_CHARACTERS ? seen.length : countCharacters(seen);
  if (length > REMARK_MAX_CHARACTERS) return cells.report('remarkTooLong', 'remark', { limit: REMARK_MAX_CHARACTERS });
  if (length > REMARK_USUAL_MAX_CHARACTERS)
    cells.report('remarkLong', 'remark', { limit: REMARK_USUAL_MAX_CHARACTERS });
  return seen;
}

/** The sheet's own reference, null where it has none. Errors: null too, with its issue reported. */
function checkReference(cells: RowCells): Reference | null {
  const text = cells.text('reference');
  if (text === null || text === '') return null;
  const reference = parseReference(text);
  if (reference !== null && !(isPlainNumber(cells.kind('reference')) && text.includes('.'))) return reference;
  if (cells.reportForeign('reference', text)) return null;
  return cells.report(reference === null ? 'referenceShape' : 'notWhole', 'reference');
}

/** The payee's name, which stays on this machine. Errors: null, with its issue reported. */
function checkName(cells: RowCells): string | null {
  const text = cells.text('name');
  if (text === null || text === '') return null;
  const seen = cells.seen('name', text);
  if (seen === null || seen.length <= NAME_MAX_CHARACTERS || countCharacters(seen) <= NAME_MAX_CHARACTERS) return seen;
  return cells.report('nameTooLong', 'name', { limit: NAME_MAX_CHARACTERS });
}

/** The remark for all rows, trimmed; null for none. Errors: a refusal for one that no row could carry. */
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

/** Letters as a person counts them, pairs of surrogates being one. */
function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
