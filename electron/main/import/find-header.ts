// Finds the header line of a sheet. A company's name, a month or the payer's account may be above it, and it may take two lines,
// the upper one naming groups of columns. A line above the header is never read as a payment, so a person is asked when such a
// line looks like a payment or another header.

import type { Refused } from '../../../shared/failures.ts';
import { SHEET_MAX_COLUMNS } from '../../../shared/limits.ts';
import { type Message, msg } from '../../../shared/messages/message.ts';
import type { Field } from '../../../shared/rows.ts';
import { canonical, type HeaderMeaning, meaningOf } from './field-names.ts';
import { refuseSheet } from './issues.ts';
import { isKnown } from './known-words.ts';
import { isPayeeLike } from './shapes.ts';
import { HEADER_MAX_CHARACTERS, type SheetLine, type SheetTop, shownHeader } from './table.ts';
import type { SheetRange } from './xlsx-messages.ts';

/** How many filled lines to search for the header. */
export const HEADER_SEARCH_LINES = 50;

/** `headerLines`: the number of lines through the header; `cells`: its texts, joined if the header takes two lines. */
type HeaderFinding =
  | { readonly kind: 'found'; readonly headerLines: number; readonly cells: readonly string[]; readonly top: SheetTop }
  | (Refused & { readonly lines: readonly SheetLine[] });

/** `headerRow`: the row that a person named as the header, or its lower line; `merged`: the sheet's merged cells. */
interface HeaderSearch {
  readonly headerRow: number | null;
  readonly merged: readonly SheetRange[];
}

/** Finds the header among the first filled lines. There must be at least one. */
export function findHeader(lines: readonly SheetLine[], search: HeaderSearch): HeaderFinding {
  const finder = new HeaderFinder(lines, search.merged);
  const { headerRow } = search;
  if (headerRow === null) return finder.find();
  const index = lines.findIndex(({ rowNumber }) => rowNumber === headerRow);
  return index === -1 ? { ...refuseSheet('headerRowUnknown', { row: headerRow }), lines } : finder.at(index);
}

/** A line that could be the header. If the header takes two lines, `first` is the line above `last`. */
interface HeaderCandidate {
  readonly first: number;
  readonly last: number;
  readonly cells: readonly string[];
  readonly fields: ReadonlySet<Field>;
}

/** A header needs an amount, and somebody to pay it to. */
function isWhole({ fields }: HeaderCandidate): boolean {
  return fields.has('amount') && (fields.has('upiId') || fields.has('accountNumber') || fields.has('ifsc'));
}

/** With this many fields, a line above the header is a header too, not just words about the sheet. */
const RIVAL_FIELDS = 3;

class HeaderFinder {
  readonly #lines: readonly SheetLine[];
  readonly #merged: readonly SheetRange[];

  constructor(lines: readonly SheetLine[], merged: readonly SheetRange[]) {
    this.#lines = lines;
    this.#merged = merged;
  }

  find(): HeaderFinding {
    const start = this.#single(0);
    if (isWhole(start) && this.#covers(0)) {
      return this.#hasRivalBelow(start) ? this.#unclear(this.#bothNameColumns(0, 1)) : this.#found(start);
    }
    const candidates = this.#candidates();
    const whole = candidates.find(isWhole);
    if (whole !== undefined) return this.#unlessDoubtful(whole, candidates);
    // Without an amount or a payee, a person is asked for the columns: show the most likely line.
    const first = candidates[0] ?? start;
    const named = candidates.reduce((best, one) => (one.fields.size > best.fields.size ? one : best), first);
    if (named.fields.size > 1 || this.#covers(0)) return this.#found(named.fields.size > 1 ? named : start);
    return this.#found(candidates.find(({ last }) => this.#covers(last)) ?? start);
  }

  /** The header that ends with this line. */
  at(index: number): HeaderFinding {
    return this.#found(this.#double(index) ?? this.#single(index));
  }

  /** Lines without values, in order. A line below a group line is joined with it. */
  #candidates(): readonly HeaderCandidate[] {
    const candidates: HeaderCandidate[] = [];
    for (const [index, line] of this.#lines.entries()) {
      if (line.cells.some(isValue)) continue;
      const double = this.#double(index);
      if (double !== null && candidates.at(-1)?.last === index - 1 && !this.#covers(index - 1)) candidates.pop();
      candidates.push(double ?? this.#single(index));
    }
    return candidates;
  }

  #single(index: number): HeaderCandidate {
    const cells = this.#lines[index]?.cells ?? [];
    const fields = cells.some(isValue) ? new Set<Field>() : fieldsOf(cells);
    return { first: index, last: index, cells, fields };
  }

  /** This line joined with the group line above it; null when there is none. */
  #double(index: number): HeaderCandidate | null {
    const upper = this.#lines[index - 1];
    const lower = this.#lines[index];
    if (upper === undefined || lower === undefined || upper.rowNumber !== lower.rowNumber - 1) return null;
    if (upper.cells.some(isValue) || lower.cells.some(isValue)) return null;
    const groups = this.#groupsOver(upper, lower);
    if (groups === null) return null;
    const cells = joinLines({ upper: upper.cells, lower: lower.cells, groups });
    const double = { first: index - 1, last: index, cells, fields: fieldsOf(cells) };
    const isLost = !isWhole(double) && fieldsOf(lower.cells).size > double.fields.size;
    const isNeeded = hasRepeats(lower.cells) || groups.some((group) => meaningOf(group).isPayers);
    return isLost && !isNeeded ? null : double;
  }

  /** Each column's group, empty for none; null when the upper line is a title. */
  #groupsOver(upper: SheetLine, { cells: lower }: SheetLine): readonly string[] | null {
    const named = upper.cells.map(shownHeader).filter((cell) => cell !== '');
    if (named.some(isNoGroup)) return null;
    const width = Math.min(SHEET_MAX_COLUMNS, Math.max(upper.cells.length, lower.length));
    const isFilled = (column: number): boolean => (lower[column] ?? '').trim() !== '';
    const spans = this.#spansOf(upper);
    // If there are several net columns, each belongs to the group above it.
    const hasOneNet = lower.filter((cell) => isNet(cell)).length === 1;
    const groups = Array.from({ length: width }, () => '');
    let group = '';
    let isSpanning = false;
    for (let column = 0; column < width; column += 1) {
      const own = shownHeader(upper.cells[column] ?? '');
      if (spans !== null) group = spans.get(column) ?? own;
      else if (own !== '') group = isFilled(column) ? own : '';
      else if (!isFilled(column) || (hasOneNet && isNet(lower[column] ?? ''))) group = '';
      if (!isFilled(column)) {
        if (own !== '') isSpanning = true;
        continue;
      }
      groups[column] = group;
      if (group !== '' && group === groups[column - 1]) isSpanning = true;
    }
    if (!isSpanning) return null;
    return named.length > 1 || !isTitle(named[0] ?? '', { groups, isFilled }) ? groups : null;
  }

  /** The text of each column that a merged cell of the line covers; null when no cell is merged across columns. */
  #spansOf({ rowNumber, cells }: SheetLine): ReadonlyMap<number, string> | null {
    const spans = new Map<number, string>();
    for (const { firstRow, lastRow, firstColumn, lastColumn } of this.#merged) {
      if (firstRow > rowNumber - 1 || lastRow < rowNumber - 1 || firstColumn === lastColumn) continue;
      const text = shownHeader(cells[firstColumn] ?? '');
      for (let column = firstColumn; column <= lastColumn && column < SHEET_MAX_COLUMNS; column += 1) {
        spans.set(column, text);
      }
    }
    return spans.size === 0 ? null : spans;
  }

  /** Whether every column that is filled further down has a text in this line. */
  #covers(index: number): boolean {
    const cells = this.#lines[index]?.cells ?? [];
    return this.#lines.slice(index + 1).every((line) => {
      const filled = line.cells.flatMap((cell, column) => (cell.trim() === '' ? [] : [column]));
      return filled.length === 1 || filled.every((column) => (cells[column] ?? '').trim() !== '');
    });
  }

  #unlessDoubtful(header: HeaderCandidate, candidates: readonly HeaderCandidate[]): HeaderFinding {
    const payment = this.#lines.slice(0, header.first).find(({ cells }) => looksLikePayment(cells));
    const row = this.#rowOf(header);
    if (payment !== undefined) {
      return this.#unclear(msg('why.paymentAbove', { row, other: payment.rowNumber }));
    }
    const rival = candidates.find(({ fields, last }) => last < header.first && fields.size >= RIVAL_FIELDS);
    if (rival !== undefined) return this.#unclear(this.#bothNameColumns(rival.last, header.last));
    return this.#found(header);
  }

  /** Whether the line below a header is a different header, not a repetition. */
  #hasRivalBelow({ cells, last }: HeaderCandidate): boolean {
    const below = this.#single(last + 1);
    return isWhole(below) && below.cells.some((cell, column) => shownHeader(cell) !== shownHeader(cells[column] ?? ''));
  }

  #bothNameColumns(one: number, other: number): Message {
    const rowOf = (index: number): number => this.#lines[index]?.rowNumber ?? 0;
    return msg('why.twoHeaders', { one: rowOf(one), other: rowOf(other) });
  }

  #rowOf({ last }: HeaderCandidate): number {
    return this.#lines[last]?.rowNumber ?? 0;
  }

  #unclear(why: Message): HeaderFinding {
    return { ...refuseSheet('headerUnclear', { why }), lines: this.#lines };
  }

  #found({ first, last, cells }: HeaderCandidate): HeaderFinding {
    const numbers = this.#lines.map(({ rowNumber }) => rowNumber);
    const top = {
      lines: this.#lines,
      headerRows: numbers.slice(first, last + 1),
      rowsAbove: numbers.slice(0, first),
    };
    return { kind: 'found', headerLines: last + 1, cells, top };
  }
}

/** A group's name has at most this many words. */
const GROUP_WORDS_MAX = 5;

/** Whether a text above the header cannot name a group: a label with its value, a company, a sentence, an account. */
function isNoGroup(text: string): boolean {
  return /[:=]$|\d{5}/.test(text) || isKnown(text, 'above', 'company') || text.split(' ').length > GROUP_WORDS_MAX;
}

function isNet(header: string): boolean {
  return isKnown(header.trimStart(), 'netHeader');
}

/** Whether a line's only cell is a title of the whole table, rather than a group of some columns. */
function isTitle(
  text: string,
  { groups, isFilled }: { readonly groups: readonly string[]; readonly isFilled: (column: number) => boolean },
): boolean {
  if (isKnown(text, 'above', 'title') || /\b20\d\d\b/.test(text)) return true;
  const first = groups.findIndex((_, column) => isFilled(column));
  return groups[first] !== '' && !isKnown(text, 'above', 'payer');
}

/** Words of a group's name that say nothing about its columns. */
const EMPTY_WORDS = /\b(?:details?|information|info|particulars)\b/gi;

/** Joins two header lines: the lower text, prefixed with its group if that adds meaning. */
function joinLines({
  upper,
  lower,
  groups,
}: {
  readonly upper: readonly string[];
  readonly lower: readonly string[];
  readonly groups: readonly string[];
}): readonly string[] {
  const grouped = groups.map((group, column) => {
    const own = shownHeader(lower[column] ?? '');
    const said = shownHeader(group.replace(EMPTY_WORDS, ' '));
    if (own === '') return { short: shownHeader(upper[column] ?? ''), long: null };
    return { short: own, long: said === '' ? null : `${said} / ${own}` };
  });
  const counts = new Map<string, number>();
  for (const { short } of grouped) counts.set(short.toLowerCase(), (counts.get(short.toLowerCase()) ?? 0) + 1);
  return grouped.map(({ short, long }) => {
    if (long === null) return short;
    const isAlone = counts.get(short.toLowerCase()) === 1;
    return isAlone && canonical(long) === canonical(short) ? short : long;
  });
}

function hasRepeats(cells: readonly string[]): boolean {
  const words = cells.map((cell) => shownHeader(cell).toLowerCase()).filter((word) => word !== '');
  return new Set(words).size < words.length;
}

/** The fields that a line of headers names, including doubtful ones. */
export function fieldsOf(cells: readonly string[]): ReadonlySet<Field> {
  const fields = new Set<Field>();
  for (const cell of new Set(cells.slice(0, SHEET_MAX_COLUMNS))) {
    const isHeader = cell.length <= HEADER_MAX_CHARACTERS && cell.trim() !== '';
    const field = isHeader ? fieldOf(meaningOf(cell)) : null;
    if (field !== null) fields.add(field);
  }
  return fields;
}

function fieldOf(meaning: HeaderMeaning): Field | null {
  if (meaning.kind === 'other' || meaning.kind === 'repeats') return null;
  return meaning.kind === 'doubtful' && meaning.isPayers ? null : meaning.field;
}

const NUMBER = /^(?:₹|rs\.?|inr)?\s*-?[\d,]*\d(?:\.\d+)?(?:\s*\/-)?$/i;
/** Numbers that headers may contain too: days of a month, and years. */
const DAY_OR_YEAR = /^(?:\d{1,2}|(?:19|20)\d\d)$/;

/** Whether a cell looks like data: an amount, an account, an IFSC, a UPI ID. */
function isValue(cell: string): boolean {
  const text = cell.length > HEADER_MAX_CHARACTERS ? '' : cell.trim();
  return isPayeeLike(text) || (NUMBER.test(text) && !DAY_OR_YEAR.test(text));
}

/**
 * Cells under no header that may be ignored: serial numbers left of all headers, and words in a line of only words, such as a
 * signature. Any other cell means that the header is not this table's.
 */
export class UnheadedCells {
  readonly #firstColumn: number;
  readonly #serials = new Map<number, number>();
  #lastLine: { readonly key: unknown; readonly isOfWords: boolean } = { key: null, isOfWords: false };

  constructor(headers: readonly string[]) {
    this.#firstColumn = headers.findIndex((header) => header !== '');
  }

  /** Whether a cell may be there. Call in row order. `line` returns all cells of the row; `key` is the same for all of them. */
  allows(
    column: number,
    text: string,
    { key, line }: { readonly key: unknown; readonly line: () => Iterable<string> },
  ): boolean {
    const serial = (this.#serials.get(column) ?? 0) + 1;
    if (column < this.#firstColumn && text.trim() === String(serial)) {
      this.#serials.set(column, serial);
      return true;
    }
    if (this.#lastLine.key !== key) this.#lastLine = { key, isOfWords: isOfWords(line()) };
    return this.#lastLine.isOfWords;
  }
}

function isOfWords(cells: Iterable<string>): boolean {
  for (const cell of cells) if (/[\p{Nd}@]/u.test(cell)) return false;
  return true;
}

/** Whether a line has a payee and an amount without a label before them, unlike `Debit account: | 001234567`. */
function looksLikePayment(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const values = filled.filter(isValue);
  if (values.length < 2 || !values.some((text) => isPayeeLike(text))) return false;
  return filled.some((text, at) => isValue(text) && !isLabel(filled[at - 1] ?? ''));
}

function isLabel(text: string): boolean {
  if (/[:=-]$/.test(text)) return true;
  const meaning = meaningOf(text);
  return meaning.kind !== 'other' || meaning.isPayers;
}
