// Lines of a sheet that pay nobody: totals, signatures, notes, serial numbers prepared in advance. They are left out
// automatically and listed. A line with anything that may name a payee is never one of them. A line that only looks like a total
// is an error: it may be a payment whose account was forgotten.

import { type Message, msg } from '../../../shared/messages/message.ts';
import { parseRupees, plainPaise } from '../../../shared/money.ts';
import { FIELDS, type Field } from '../../../shared/rows.ts';
import { DECISIVE, meaningOf } from './field-names.ts';
import { fieldsOf } from './find-header.ts';
import type { Details } from './issues.ts';
import { isKnown, type KnownWord, knownIn, wordsOf } from './known-words.ts';
import type { Columns } from './match-columns.ts';
import { quoted } from './quoted.ts';
import { RowCells } from './row-cells.ts';
import { isRounded, readNumber } from './shown-amount.ts';
import {
  firstAtLeast,
  isPlainNumber,
  KIND,
  type SheetLine,
  shownHeader,
  type Table,
  VALUE_MAX_CHARACTERS,
} from './table.ts';
import { otherUnitIn } from './units.ts';

/** `totalPaise`: what the amounts above must add up to, if that decides what the line is; else NaN. */
interface LineReading {
  readonly code: 'explanationLine' | 'totalLine' | 'totalRow' | 'noteLine' | 'numberLine' | null;
  readonly details: Details;
  readonly totalPaise: number;
}

const PAYMENT: LineReading = { code: null, details: {}, totalPaise: Number.NaN };

/** `abovePaise`: the sum of the amounts above; `rowsAbove`: the number of rows above. */
interface LinePlace {
  readonly abovePaise: number;
  readonly rowsAbove: number;
  readonly pages: PageLines;
}

/** What a line is, if it is not a payment. */
export function readLine(cells: RowCells, line: readonly string[], place: LinePlace): LineReading {
  const { abovePaise, rowsAbove, pages } = place;
  if (rowsAbove === 0 && explainsColumns(cells)) return { ...PAYMENT, code: 'explanationLine' };
  if (hasPayee(cells)) {
    return totalWithPayee(cells, { abovePaise, rowsAbove });
  }
  const filled = line.map((cell) => shownText(cell)).filter((text) => text !== '');
  const amount = shownText(cells.raw('amount'));
  const totalPaise = paiseOfCell(cells) ?? Number.NaN;
  const isSum = isTotal(totalPaise, abovePaise);
  const isSubtotal = pages.subtotals.has(rowsAbove);
  const labelled = isSubtotal ? totalLine(amount) : totalOf(filled, { amount, isSum });
  if (labelled !== null) return labelled;
  if (pages.titles.has(rowsAbove)) return { ...PAYMENT, code: 'noteLine' };
  const hasDigits = amount.length <= VALUE_MAX_CHARACTERS && /\d/.test(amount);
  if (!hasDigits) {
    const mayBeNote = !isUnseen(cells, 'amount') && !cells.isFilled('reference');
    return (mayBeNote ? (noteOf(filled) ?? headingOf(cells, filled)) : null) ?? PAYMENT;
  }
  const saysTotal = filled.some((text) => text.length <= LABEL_MAX_CHARACTERS && isKnown(text, 'total'));
  if (saysTotal && cells.hasColumn('name') && !cells.isFilled('name')) return totalLine(amount);
  // With only one row above, it may be a second payment of the same amount.
  const isSumOfRows = isSum && rowsAbove > 1;
  if (isSumOfRows && (saysTotal || filled.length === 1)) return { ...totalLine(amount), totalPaise };
  // A named payee's amount equals the sum of the others only by chance.
  const isNamed = /\p{L}/u.test(shownText(cells.raw('name')));
  return { code: saysTotal || (isSum && !isNamed) ? 'totalRow' : null, details: {}, totalPaise };
}

/** Rows that belong to the layout of printed pages, by index: totals of the group above them, and repeated titles. */
export interface PageLines {
  readonly subtotals: ReadonlySet<number>;
  readonly titles: ReadonlySet<number>;
}

/** How Excel labels the subtotal of a group: `Ravi Total` below the rows of Ravi. */
const SUBTOTAL = /^(.+) (?:sub ?total|total|sum|count|average)$/i;
/** A subtotal of a group may stand below those of the groups within it. */
const SUBTOTALS_ABOVE_MAX = 5;

export function findPageLines({ rows, top }: Pick<Table, 'rows' | 'top'>, columns: Columns): PageLines {
  const payees = PAYEE_FIELDS.flatMap((field) => columns[field]?.index ?? []);
  const above = top?.lines.slice(0, top.rowsAbove.length).flatMap(({ cells }) => cells) ?? [];
  const titled = new Set(above.map(shownText).filter((text) => /\p{L}/u.test(text)));
  const lines = { subtotals: new Set<number>(), titles: new Set<number>() };
  for (let row = 1; row < rows.length; row += 1) {
    const line = rows[row] ?? [];
    if (payees.some((column) => (line[column] ?? '') !== '' && !titled.has(shownText(line[column] ?? '')))) continue;
    const isTitle = line.every((cell) => cell === '' || titled.has(shownText(cell)));
    if (isTitle && line.some((cell) => cell !== '')) lines.titles.add(row);
    else if (line.some((cell, column) => isSubtotalOf(cell, { column, row, rows }))) lines.subtotals.add(row);
  }
  return lines;
}

function isSubtotalOf(
  cell: string,
  { column, row, rows }: { readonly column: number; readonly row: number; readonly rows: Table['rows'] },
): boolean {
  const group = cell.length > LABEL_MAX_CHARACTERS ? undefined : SUBTOTAL.exec(cell.trim())?.[1]?.trim();
  if (group === undefined) return false;
  for (let back = 1; back <= SUBTOTALS_ABOVE_MAX; back += 1) {
    if (shownText(rows[row - back]?.[column] ?? '') === group) return true;
  }
  return false;
}

/** Whether the row below the header only explains how to fill in the columns: all its decisive cells are instructions. */
function explainsColumns(cells: RowCells): boolean {
  const filled = [...DECISIVE].map((field) => cells.raw(field).trim()).filter((text) => text !== '');
  return filled.length > 1 && filled.every(isInstruction);
}

/** A row with a payee whose name says total: the account above may have been filled down into the total row. */
function totalWithPayee(
  cells: RowCells,
  { abovePaise, rowsAbove }: { readonly abovePaise: number; readonly rowsAbove: number },
): LineReading {
  const name = cells.raw('name');
  if (rowsAbove < 2 || name.length > LABEL_MAX_CHARACTERS || !isKnown(name, 'total')) return PAYMENT;
  const totalPaise = paiseOfCell(cells) ?? Number.NaN;
  return { ...PAYMENT, code: isTotal(totalPaise, abovePaise) ? 'totalRow' : null, totalPaise };
}

/** Whether the amounts above add up to exactly this positive total. */
export function isTotal(totalPaise: number, abovePaise: number): boolean {
  return abovePaise > 0 && totalPaise === abovePaise;
}

/** A total in paise that differs from the sum of the rows above it. `row` is its index. */
interface DifferingTotal {
  readonly row: number;
  readonly totalPaise: number;
  readonly abovePaise: number;
}

/** More of them would not help a person. */
const DIFFERING_TOTALS_MAX = 5;

/**
 * The totals that differ from the rows above them: from all of those, or from those since an earlier total. Stops at an amount
 * that cannot be read. Searches the first `rowCount` rows.
 */
export function findDifferingTotals(
  cells: RowCells,
  rows: readonly (readonly string[])[],
  { rowCount, pages }: { readonly rowCount: number; readonly pages: PageLines },
): readonly DifferingTotal[] {
  // Totals have no payee, so trailing rows with a payee need not be searched.
  let end = rowCount;
  for (; end > 0; end -= 1) {
    cells.startRow(end - 1);
    if (!hasPayee(cells)) break;
  }
  const differing: DifferingTotal[] = [];
  /** Sums from which a total may count. Those brought forward come first, below zero, and are sorted once. */
  const startsPaise = [0];
  let areSorted = false;
  for (const { row, isTotal, paise, abovePaise, paymentsAbove, roundedAbove } of readAmounts(cells, rows, {
    rowCount: end,
    pages,
  })) {
    if (!isTotal && paise === null) return differing;
    if (!isTotal || paise === null || paise <= 0) continue;
    // A total above all payments was brought forward. A figure equal to the number of payments is a count, not a sum.
    if (paymentsAbove === 0) {
      startsPaise.push(-paise);
      continue;
    }
    if (!areSorted) startsPaise.sort((one, other) => one - other);
    areSorted = true;
    if (!isNearOne(startsPaise, abovePaise - paise, roundedAbove) && paise !== paymentsAbove * 100)
      differing.push({ row, totalPaise: paise, abovePaise });
    if (differing.length === DIFFERING_TOTALS_MAX) return differing;
    startsPaise.push(abovePaise);
  }
  return differing;
}

/** Whether one of the sums is this one, give or take half a paisa for each rounded amount and for the total itself. */
function isNearOne(ascending: readonly number[], sumPaise: number, rounded: number): boolean {
  const mayDifferBy = rounded === 0 ? 0 : (rounded + 1) / 2;
  const nearest = ascending[firstAtLeast(ascending, sumPaise - mayDifferBy)];
  return nearest !== undefined && nearest <= sumPaise + mayDifferBy;
}

/**
 * `paise` is null when the amount cannot be read. `abovePaise` and `paymentsAbove` cover all readable payments above, and
 * `roundedAbove` those of them that hold more decimals than the sheet shows.
 */
interface AmountLine {
  readonly row: number;
  readonly isTotal: boolean;
  readonly paise: number | null;
  readonly abovePaise: number;
  readonly paymentsAbove: number;
  readonly roundedAbove: number;
}

/** The payments and totals in the first `rowCount` rows, each with what is above it. */
function* readAmounts(
  cells: RowCells,
  rows: readonly (readonly string[])[],
  { rowCount, pages }: { readonly rowCount: number; readonly pages: PageLines },
): Generator<AmountLine, void> {
  let abovePaise = 0;
  let paymentsAbove = 0;
  let roundedAbove = 0;
  for (let row = 0; row < rowCount; row += 1) {
    cells.startRow(row);
    const { code } = readLine(cells, rows[row] ?? [], { abovePaise, rowsAbove: row, pages });
    if (code !== null && code !== 'totalLine') continue;
    const paise = paiseOfCell(cells);
    yield { row, isTotal: code !== null, paise, abovePaise, paymentsAbove, roundedAbove };
    if (code !== null || paise === null) continue;
    abovePaise += paise;
    paymentsAbove += 1;
    if (isRounded(cells.raw('amount'), cells.kind('amount'))) roundedAbove += 1;
  }
}

/** Lines above the header that declare a sum or a number of the rows below. */
const DECLARED_AMOUNT =
  /^(?:(?:grand|net|control|batch|file) )*total(?: (?:amount|value|payable|salary|net pay|payment|payout))?(?: ?\(?(?:in )?(?:rs\.?|inr|₹|rupees)\)?)? ?[:=-]?$/i;
/** What counts rows: `No. of employees`, `Total records:`. */
const COUNT =
  /^(?:(?:total )?(?:no\.?|nos\.?|number|count) of|total) (?:records?|rows?|transactions?|payments?|employees?|staff|persons|workers|members|beneficiaries|payees|entries) ?[:=-]?$/i;

interface DifferingDeclaration {
  readonly rowNumber: number;
  readonly said: Message;
  readonly is: Message;
}

/** The lines above the header whose declaration differs from the first `rowCount` rows. */
export function findDifferingDeclarations(
  cells: RowCells,
  file: Table,
  searched: { readonly rowCount: number; readonly pages: PageLines },
): readonly DifferingDeclaration[] {
  const declared = (file.top?.lines.slice(0, file.top.rowsAbove.length) ?? []).flatMap(declarationsOf);
  if (declared.length === 0) return [];
  let sumPaise = 0;
  let payments = 0;
  for (const { isTotal, paise } of readAmounts(cells, file.rows, searched)) {
    if (isTotal) continue;
    if (paise === null) return [];
    sumPaise += paise;
    payments += 1;
  }
  return declared.flatMap(({ rowNumber, isCount, amountPaise }): readonly DifferingDeclaration[] => {
    const count = amountPaise / 100;
    if (isCount ? count === payments : amountPaise === sumPaise) return [];
    const words = isCount
      ? { said: msg('part.payments', { count }), is: msg('part.payments', { count: payments }) }
      : { said: msg('part.rupees', { paise: amountPaise }), is: msg('part.rupees', { paise: sumPaise }) };
    return [{ rowNumber, ...words }];
  });
}

interface Declaration {
  readonly rowNumber: number;
  readonly isCount: boolean;
  readonly amountPaise: number;
}

/** What a line declares: a label followed by a number, in one or two cells. */
function declarationsOf({ rowNumber, cells }: SheetLine): readonly Declaration[] {
  const filled = cells
    .map((cell) => shownText(cell.slice(0, LABEL_MAX_CHARACTERS)).trim())
    .filter((cell) => cell !== '');
  const parts = filled.flatMap((cell) => /^(.*[:=])\s*(\S.*)$/.exec(cell)?.slice(1, 3) ?? [cell]);
  return parts.flatMap((label, at) => {
    const plain = label.replace(/\s+/g, ' ');
    const isCount = COUNT.test(plain);
    const reading = parseRupees(parts[at + 1] ?? '');
    if (reading.kind !== 'exact' || !(isCount || DECLARED_AMOUNT.test(plain))) return [];
    return [{ rowNumber, isCount, amountPaise: reading.paise }];
  });
}

/** The amount of the current row in paise, zero for none; null when it cannot be read. */
function paiseOfCell(cells: RowCells): number | null {
  const kind = cells.kind('amount');
  const text = shownText(cells.raw('amount'));
  if (kind !== KIND.text && !isPlainNumber(kind)) return null;
  const plain = plainPaise(text);
  if (plain !== null) return plain;
  if (!/\d/.test(text)) return 0;
  const reading = kind === KIND.text ? parseRupees(text) : readNumber(text, kind);
  if (reading.kind === 'exact') return reading.paise;
  return reading.problem === 'zero' ? 0 : null;
}

/** No sheet of payments has more rows without digits, and looking at each takes as long as reading it. */
const SECOND_HEADER_SEARCH_ROWS = 10_000;

/** The index of the first row that is a header of other columns, with another table below it; infinity for none. */
export function findSecondHeader(rows: readonly (readonly string[])[], columns: Columns): number {
  const decisive = [...DECISIVE].flatMap((field) => columns[field]?.index ?? []);
  let searched = 0;
  // Skips the row below the header: it may explain how to fill in the columns.
  for (let row = 1; row < rows.length && searched < SECOND_HEADER_SEARCH_ROWS; row += 1) {
    const line = rows[row] ?? [];
    if (decisive.some((column) => /^\d|\d{5}|@/.test((line[column] ?? '').slice(0, VALUE_MAX_CHARACTERS)))) continue;
    searched += 1;
    if (isOtherHeader(line, columns)) return row;
  }
  return Number.POSITIVE_INFINITY;
}

/** Whether a row names an amount and a payee as a header does, in other columns than this table's. */
function isOtherHeader(line: readonly string[], columns: Columns): boolean {
  const fields = fieldsOf(line);
  if (!fields.has('amount') || !PAYEE_FIELDS.some((field) => fields.has(field))) return false;
  return [...DECISIVE].some((field) => {
    const column = columns[field];
    const cell = column === undefined ? '' : shownHeader(line[column.index] ?? '');
    if (column === undefined || cell.toLowerCase() === column.header.toLowerCase()) return false;
    const meaning = meaningOf(cell);
    return meaning.kind !== 'names' || meaning.field !== field;
  });
}

const HEADING_WORDS_MAX = 10;

/** What a heading says against paying the rows below it; null for nothing. */
export function headingAgainstPaying(text: string): KnownWord<'heading'> | null {
  if (text.length > LABEL_MAX_CHARACTERS || /[@\p{Nd}]{5}/u.test(text)) return null;
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}'-]+/gu, ' ')
    .trim();
  if (words.split(' ').length > HEADING_WORDS_MAX) return null;
  const said = knownIn(words, 'heading');
  return said !== null && said.meaning !== 'notPaid' && isKnown(words, 'headingEnd', 'lifted') ? null : said;
}

/** Whether a line that pays nobody says that other rows must not be paid. */
export function noteAgainstPaying(cells: readonly string[]): boolean {
  return cells.some((cell) => cell.length <= VALUE_MAX_CHARACTERS && isKnown(cell, 'note'));
}

/** Headings among the rows that speak against paying the rows below, up to a heading that ends them. */
export class HeadingsAgainstPaying {
  /** `#starts`: the rows where a heading starts or an earlier one ends, ascending. `#said`: what each says, null for an end. */
  readonly #starts: number[] = [];
  readonly #said: ({ readonly row: number; readonly said: string } | null)[] = [];

  constructor(rows: readonly (readonly string[])[]) {
    for (let row = 0; row < rows.length; row += 1) {
      const text = onlyText(rows[row] ?? []);
      if (text === null) continue;
      const said = headingAgainstPaying(text) === null ? null : quoted(text);
      if (said === null && (this.#said.at(-1) ?? null) === null) continue;
      if (said === null && !isKnown(text, 'headingEnd')) continue;
      this.#starts.push(row);
      this.#said.push(said === null ? null : { row, said });
    }
  }

  /** The heading above a row; null for none. */
  of(row: number): { readonly row: number; readonly said: string } | null {
    return this.#said[firstAtLeast(this.#starts, row + 1) - 1] ?? null;
  }
}

/** A line below the header that pays nobody, by row index. `isReported`: a warning of its own says what is in it. */
export interface NoteRow {
  readonly row: number;
  readonly isReported: boolean;
}

/** The notes among the rows, which have neither a payee nor an amount. */
export function findNoteRows(
  table: Table,
  columns: Columns,
  { headings, pages }: { readonly headings: HeadingsAgainstPaying; readonly pages: PageLines },
): readonly NoteRow[] {
  const cells = new RowCells(table, columns);
  const notes: NoteRow[] = [];
  for (const [row, line] of table.rows.entries()) {
    cells.startRow(row);
    const amount = cells.raw('amount');
    const first = amount.charCodeAt(0);
    if ((first >= 0x30 && first <= 0x39) || amount.length > VALUE_MAX_CHARACTERS) continue;
    if (readLine(cells, line, { abovePaise: 0, rowsAbove: row, pages }).code !== 'noteLine') continue;
    const isTitle = pages.titles.has(row);
    const isHeading = headings.of(row)?.row === row && row + 1 < table.rows.length;
    notes.push({ row, isReported: isTitle || isHeading || noteAgainstPaying(line) });
  }
  return notes;
}

/** More spaces in a cell are not an accident. */
const BLANK_MAX_CHARACTERS = 10;

/** The text of a line with exactly one filled cell; null for any other line. */
function onlyText(cells: readonly string[]): string | null {
  let only: string | null = null;
  for (const cell of cells) {
    if (cell === '' || (cell.length <= BLANK_MAX_CHARACTERS && cell.trim() === '')) continue;
    if (only !== null) return null;
    only = cell;
  }
  return only === null || only.length > LABEL_MAX_CHARACTERS ? null : only.trim();
}

/** Whether a payee cell may name a payee: anything except words that name nobody. */
function mayNamePayee(cell: string): boolean {
  if (cell === '') return false;
  if (cell.length > VALUE_MAX_CHARACTERS) return true;
  // Nearly all payees contain an @ or a long number, and no note does.
  if (/@|\d{5}/.test(cell)) return true;
  const text = shownText(cell);
  if (text === '' || /^[-–—.]+$/.test(text) || isTotalLabel(text)) return false;
  return !isNote(text) && !isInstruction(text) && headingAgainstPaying(text) === null;
}

const PAYEE_FIELDS = ['upiId', 'accountNumber', 'ifsc'] as const;

/** Whether the current row has a cell that may name a payee. */
function hasPayee(cells: RowCells): boolean {
  for (const field of PAYEE_FIELDS) if (mayNamePayee(cells.raw(field)) || isUnseen(cells, field)) return true;
  return false;
}

/** Whether a cell without text still has content, such as a formula without a result. */
function isUnseen(cells: RowCells, field: Field): boolean {
  return cells.raw(field) === '' && cells.isFilled(field) && cells.kind(field) !== KIND.merged;
}

const TOTAL_LABELS = wordsOf('total');
const TOTAL_FILLERS = wordsOf('totalBeside');
const HEAD_COUNT = /^(?:head ?count|strength) ?[:=-]?$/i;
/** The running total at the end and the start of a page. */
const CARRIED =
  /(?<!\p{L})(?:[cb]\s*[/.]\s*[fdo](?!\p{L})\.?|(?:carried|brought) (?:over|forward|fwd|down)(?!\p{L}))/giu;
/** A grand total, or somebody's initials: only the sum tells. */
const GRAND_TOTAL_INITIALS = /^g\s*[./]?\s*t\.?$/i;
/** `T O T A L` */
const SPACED_WORD = /(?<!\p{L})\p{L}(?:[ .]\p{L}){3,}(?!\p{L})/gu;
/** A total's label is short; longer cells are not searched for one. */
const LABEL_MAX_CHARACTERS = 200;

/** The line as a total if all of its words are a total's; else null. */
function totalOf(
  filled: readonly string[],
  { amount, isSum }: { readonly amount: string; readonly isSum: boolean },
): LineReading | null {
  const words = filled.filter((text) => text !== amount && /\p{L}/u.test(text));
  const isLabel = (text: string): boolean => isTotalLabel(text) || (isSum && GRAND_TOTAL_INITIALS.test(text));
  return words.length > 0 && words.every(isLabel) ? totalLine(amount) : null;
}

function totalLine(amount: string): LineReading {
  const reading = parseRupees(amount);
  const sum = reading.kind === 'exact' ? msg('part.total', { sum: reading.paise }) : '';
  return { code: 'totalLine', details: { sum }, totalPaise: Number.NaN };
}

function isTotalLabel(text: string): boolean {
  if (text.length > LABEL_MAX_CHARACTERS) return false;
  const label = text.replace(/ ?\d{1,6}$/, '');
  if (COUNT.test(label) || HEAD_COUNT.test(label)) return true;
  const words = text
    .replace(CARRIED, ' total ')
    .replace(SPACED_WORD, (spaced) => spaced.replace(/[ .]/g, ''))
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
  return (
    words.some((word) => TOTAL_LABELS.has(word)) &&
    words.every((word) => TOTAL_LABELS.has(word) || TOTAL_FILLERS.has(word) || /^\d{1,6}$/.test(word))
  );
}

/** How notes and signatures begin. */
const NOTES = [
  /^(?:prepared|checked|verified|approved|authori[sz]ed|certified|passed|reviewed|received|signed|entered)\s+by\b/i,
  /^(?:authori[sz]ed\s+)?signator(?:y|ies)\b/i,
  /^(?:authori[sz]ed |receiver'?s |director'?s |manager'?s )?signature\b/i,
  /^notes?\s*[:.-]/i,
  /^(?:date|place|remarks?|department|dept|branch|location|section|unit|division|cost cent(?:er|re))\s*:/i,
  /^page\s+\d+/i,
  /^(?:strictly |(?:strictly )?private (?:and|&) )?confidential\b/i,
  /^end\b(?: of (?:the )?(?:report|file|statement|list|sheet|page)\b)?[\s*.–-]*$/i,
  /^(?:with )?(?:thanks|thank you|thanking you|regards)\b[\s&,\p{L}]{0,20}$/iu,
  /^e\.? ?& ?o\.? ?e\b/i,
  /^(?:this is an? )?(?:computer|system)[ -]generated\b/i,
  /^(?:amount )?in words\b/i,
  /^(?:rupees|rs\.?|inr)\s+\p{L}.*\bonly\b/iu,
  /^for\s.+\b(?:pvt|private|ltd|limited|llp|company)\b/i,
] as const;
/** A cell with this many words is a sentence, not a name. */
const SENTENCE_WORDS = 8;

/** Instructions in the line below a header. Another unit than the rupee does not count: it changes what is paid. */
const INSTRUCTION =
  /^\(?(?:mandatory|optional|conditional|required|text|numeric|alphanumeric|(?:in )?(?:rs\.?|inr|rupees|₹))\)?\*?$|^(?:text|char|varchar|number|numeric|alphanumeric|decimal)\s*\(\s*\d+(?:\s*,\s*\d+)?\s*\)$|^(?:please )?(?:enter|mention)\s/i;

function isInstruction(text: string): boolean {
  return text.length <= LABEL_MAX_CHARACTERS && INSTRUCTION.test(text);
}

function isNote(text: string): boolean {
  if (text.length > VALUE_MAX_CHARACTERS) return false;
  const bare = text.replace(/^[\s(*–-]+/, '');
  return NOTES.some((note) => note.test(bare));
}

/**
 * A line without an amount that has nothing in the columns that are read, or starts like a note, or is a single sentence or
 * number. A line that may change the unit of all amounts is never left out.
 */
function noteOf(filled: readonly string[]): LineReading | null {
  if (filled.some((text) => otherUnitIn(text) !== null)) return null;
  const [first] = filled;
  if (first === undefined || isNote(first) || filled.every(isInstruction)) return { ...PAYMENT, code: 'noteLine' };
  if (filled.length > 1) return null;
  if (headingAgainstPaying(first) !== null) return { ...PAYMENT, code: 'noteLine' };
  if (isKnown(first.toLowerCase(), 'signer') || isOfSigners(first) || first.split(/\s+/).length >= SENTENCE_WORDS)
    return { ...PAYMENT, code: 'noteLine' };
  return /^\d{1,6}[.)]?$/.test(first) ? { ...PAYMENT, code: 'numberLine' } : null;
}

/** Signatures that were typed into one cell with wide gaps: `Cashier          Manager`. */
function isOfSigners(text: string): boolean {
  if (text.length > VALUE_MAX_CHARACTERS) return false;
  const signers = text
    .toLowerCase()
    .split(/\s{3,9}/)
    .filter((one) => one.trim() !== '');
  return signers.length > 1 && signers.some((one) => isKnown(one.trim(), 'signer'));
}

/** A single word in a column that is not read, such as the department of the rows below. */
function headingOf(cells: RowCells, filled: readonly string[]): LineReading | null {
  const isAlone = filled.length === 1 && !/\d/.test(filled[0] ?? '') && otherUnitIn(filled[0] ?? '') === null;
  const isRead = FIELDS.some((field) => cells.isFilled(field));
  return isAlone && !isRead && cells.hasColumn('name') ? { ...PAYMENT, code: 'noteLine' } : null;
}

/** The cell without outer spaces, cut to the length that is looked at. */
function shownText(cell: string): string {
  return cell.length > VALUE_MAX_CHARACTERS ? cell.slice(0, VALUE_MAX_CHARACTERS + 1) : cell.trim();
}
