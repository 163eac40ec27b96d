// In: one row of a table at a time. Out: the trimmed text of a field's cell, or an issue that says why it is not a text.
// The row checks report through here, so that an issue always names its row and cell. A plain clean cell must cost almost nothing.
// This file must never change a text other than by the decorations it reports.

import type { Field, Issue } from '../../../shared/issues.ts';
import { EXACT_NUMBER_MAX_DIGITS, VALUE_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { plainSpaces, trimSpaces } from './characters.ts';
import { FIELD_WORDS } from './field-names.ts';
import type { Columns } from './match-columns.ts';
import { issueWords, type IssueCode } from './sentences.ts';
import { KIND, cellAddress, type Table } from './table.ts';

type Details = Readonly<Record<string, string | number>>;

const EQUALS = 0x3d;
const APOSTROPHE = 0x27;
const TILDE = 0x7e;

/** The cells of the current row, and the issues of all rows. Its life is the check of one table. */
export class RowCells {
  readonly issues: Issue[] = [];
  /** Whether the current row has an error. */
  blocked = false;
  readonly #table: Table;
  readonly #columns: Columns;
  readonly #width: number;
  #row = 0;
  #cells: readonly string[] = [];

  constructor(table: Table, columns: Columns) {
    this.#table = table;
    this.#columns = columns;
    this.#width = table.headers.length;
  }

  startRow(row: number): void {
    this.#row = row;
    this.#cells = this.#table.rows[row] ?? [];
    this.blocked = false;
  }

  /** The cell as it is in the file. */
  raw(column: number): string {
    return this.#cells[column] ?? '';
  }

  kind(column: number): number {
    const { kinds } = this.#table;
    return kinds === null || column < 0 ? KIND.text : (kinds[this.#row * this.#width + column] ?? KIND.text);
  }

  /** Whether the cell holds anything at all, a formula without a result included. */
  isFilled(column: number): boolean {
    if (column < 0) return false;
    const raw = this.raw(column);
    if (raw === '') return this.kind(column) !== KIND.text;
    return this.kind(column) !== KIND.text || raw.length > VALUE_MAX_CHARACTERS || trimSpaces(raw) !== '';
  }

  /** The trimmed text of a cell; empty when there is none; null when it is no text, which is then an issue. */
  text(field: Field, column: number): string | null {
    if (column < 0) return '';
    const raw = this.#cells[column] ?? '';
    if (this.#table.kinds !== null && this.kind(column) !== KIND.text) return this.#readOdd(field, column);
    if (raw === '') return '';
    if (raw.length > VALUE_MAX_CHARACTERS) {
      this.report('valueTooLong', field, { limit: VALUE_MAX_CHARACTERS });
      return null;
    }
    const first = raw.charCodeAt(0);
    const last = raw.charCodeAt(raw.length - 1);
    const plain = first > APOSTROPHE && first <= TILDE && first !== EQUALS && last > 0x20 && last <= TILDE;
    return plain ? raw : this.#readDecorated(field, raw);
  }

  /** A text that needs a closer look: spaces around it, an apostrophe in front, an exporter's ="...". */
  #readDecorated(field: Field, raw: string): string | null {
    let text = trimSpaces(raw);
    if (text !== raw && text !== '') this.report('trimmed', field);
    if (this.#table.sheet === null) {
      const quoted = /^="([^"]*)"$/.exec(text)?.[1];
      if (quoted !== undefined) {
        this.report('quotedText', field);
        text = trimSpaces(quoted);
      } else if (text.startsWith("'") && text.length > 1) {
        this.report('apostrophe', field);
        text = trimSpaces(text.slice(1));
      }
    }
    if (!text.startsWith('=')) return text;
    this.report('formulaText', field);
    return null;
  }

  /** A number is a text when it shows the digits it holds. */
  #readOdd(field: Field, column: number): string | null {
    const code = this.#codeOfKind(this.kind(column), this.raw(column));
    if (code === null) return this.raw(column);
    this.report(code, field);
    return null;
  }

  #codeOfKind(kind: number, raw: string): IssueCode | null {
    switch (kind) {
      case KIND.number:
      case KIND.whole:
        return /[eE]/.test(raw) || raw.replace(/^-|\./g, '').length > EXACT_NUMBER_MAX_DIGITS ? 'digitsLost' : null;
      case KIND.zeroMask:
        return 'maskedNumber';
      case KIND.unusual:
        return 'unusualNumber';
      case KIND.date:
        return 'dateCell';
      case KIND.boolean:
        return 'booleanCell';
      case KIND.error:
        return 'errorCell';
      case KIND.merged:
        return 'mergedCell';
      case KIND.linked:
        return 'linkDiffers';
      default:
        return 'formulaCell';
    }
  }

  /** The text with no-break spaces as plain ones, which is a notice. */
  withPlainSpaces(field: Field, text: string): string {
    const plain = plainSpaces(text);
    if (plain !== text) this.report('spacesPlain', field);
    return plain;
  }

  /** Adds an issue about the current row. An error blocks it. */
  report(code: IssueCode, field: Field | null, details: Details = {}): void {
    this.reportAt(this.#row, { code, field, details });
  }

  /** Adds an issue about any row, the header being row -1. */
  reportAt(
    row: number,
    what: { readonly code: IssueCode; readonly field: Field | null; readonly details: Details },
  ): void {
    const { sheet, rowNumbers, headerRowNumber } = this.#table;
    const rowNumber = row < 0 ? headerRowNumber : (rowNumbers[row] ?? 0);
    const fieldWords = what.field === null ? {} : { field: FIELD_WORDS[what.field], option: what.field };
    const { severity, message, cure } = issueWords(what.code, { ...fieldWords, ...what.details });
    const column = what.field === null ? undefined : this.#columns[what.field]?.index;
    const cell = column === undefined ? null : cellAddress({ sheet, column, rowNumber });
    if (severity === 'error' && row === this.#row) this.blocked = true;
    this.issues.push({ row: rowNumber, cell, field: what.field, code: what.code, severity, message, cure });
  }
}
