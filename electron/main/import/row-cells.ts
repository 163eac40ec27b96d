import { INDIAN_JOINERS, isPlain } from '../../../shared/deceptive-name.ts';
import { type Message, type MessageCode, msg } from '../../../shared/messages/message.ts';
import { type ColumnMatch, FIELDS, type Field, type Issue, METHODS } from '../../../shared/rows.ts';
import { type Details, type IssueCode, issueWords } from './issues.ts';
import type { Columns } from './match-columns.ts';
import { cellAddress, KIND, kindOf, SHEET_DIGITS, shownHeader, type Table, VALUE_MAX_CHARACTERS } from './table.ts';

const EQUALS = 0x3d;
const APOSTROPHE = 0x27;
const TILDE = 0x7e;

/** The cells of the current row, and the issues of all rows. One instance per check of a table. */
export class RowCells {
  readonly issues: Issue[] = [];
  /** Whether the current row has an error. */
  blocked = false;
  readonly #table: Table;
  readonly #columns: Columns;
  readonly #at: Readonly<Record<Field, number>>;
  #row = 0;
  #cells: readonly string[] = [];

  constructor(table: Table, columns: Columns) {
    this.#table = table;
    this.#columns = columns;
    const at = (field: Field): number => columns[field]?.index ?? -1;
    this.#at = {
      paymentMethod: at('paymentMethod'),
      upiId: at('upiId'),
      accountNumber: at('accountNumber'),
      ifsc: at('ifsc'),
      amount: at('amount'),
      remark: at('remark'),
      reference: at('reference'),
      name: at('name'),
    };
  }

  startRow(row: number): void {
    this.#row = row;
    this.#cells = this.#table.rows[row] ?? [];
    this.blocked = false;
  }

  hasColumn(field: Field): boolean {
    return this.#at[field] >= 0;
  }

  /** The cell as in the file; empty when the file has no such column. */
  raw(field: Field): string {
    const column = this.#at[field];
    return column < 0 ? '' : (this.#cells[column] ?? '');
  }

  kind(field: Field): number {
    const { kinds, headers } = this.#table;
    const column = this.#at[field];
    return kinds === null || column < 0 ? KIND.text : kindOf(kinds[this.#row * headers.length + column] ?? KIND.text);
  }

  /** The fields whose cell is filled and has this CELL_FLAG: a bit for each, in the order of FIELDS. */
  fieldsWith(flag: number): number {
    const { kinds, headers } = this.#table;
    if (kinds === null) return 0;
    let fields = 0;
    for (const [place, field] of FIELDS.entries()) {
      const column = this.#at[field];
      if (column < 0 || ((kinds[this.#row * headers.length + column] ?? 0) & flag) === 0) continue;
      if (this.raw(field) !== '') fields |= 1 << place;
    }
    return fields;
  }

  /** Whether the cell contains anything, including a formula without a result. */
  isFilled(field: Field): boolean {
    const raw = this.raw(field);
    return this.kind(field) !== KIND.text || raw.length > VALUE_MAX_CHARACTERS || trimSpaces(raw) !== '';
  }

  /** Whether the row repeats the header under every column. */
  repeatsHeader(): boolean {
    return Object.values(this.#columns).every(({ index, header }) => {
      const cell = this.#cells[index] ?? '';
      return cell.length <= VALUE_MAX_CHARACTERS && shownHeader(cell) === header;
    });
  }

  /** The trimmed text of a cell; empty when there is none; null after reporting that it is not text. */
  text(field: Field): string | null {
    const raw = this.raw(field);
    if (this.#table.kinds !== null && this.kind(field) !== KIND.text) return this.#readOdd(field, raw);
    if (raw === '') return '';
    if (raw.length > VALUE_MAX_CHARACTERS) return this.report('valueTooLong', field, { limit: VALUE_MAX_CHARACTERS });
    const first = raw.charCodeAt(0);
    const last = raw.charCodeAt(raw.length - 1);
    const plain = first > APOSTROPHE && first <= TILDE && first !== EQUALS && last > 0x20 && last <= TILDE;
    return plain ? raw : this.#readDecorated(field, raw);
  }

  /** Reads a text that needs a closer look: spaces around it, an apostrophe in front, or an exporter's ="...". */
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
    return text.startsWith('=') ? this.report('formulaText', field) : text;
  }

  /** A number counts as text if it shows exactly the digits it holds. */
  #readOdd(field: Field, raw: string): string | null {
    const code = this.#codeOfKind(this.kind(field), raw);
    return code === null ? raw : this.report(code, field);
  }

  #codeOfKind(kind: number, raw: string): IssueCode | null {
    switch (kind) {
      case KIND.number:
      case KIND.whole:
      case KIND.tenths:
      case KIND.hundredths:
        return /[eE]/.test(raw) || raw.replace(/^-|\./g, '').length > SHEET_DIGITS ? 'digitsLost' : null;
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

  /** The text with plain spaces, which reports a notice; null after reporting an invisible character as an error. */
  seen(field: Field, text: string): string | null {
    if (isPlain(text)) return text;
    const plain = plainSpaces(text);
    if (plain !== text) this.report('spacesPlain', field);
    const unseen = findUnseen(plain);
    if (unseen === null) return plain;
    if (unseen.kind === 'lineBreak') return this.report('lineBreak', field);
    return this.report('strangeCharacter', field, { character: unseen.name });
  }

  /** Adds an issue about the current row. An error blocks it. Returns null, for the caller to return as the missing value. */
  report(code: IssueCode, field: Field | null, details: Details = {}): null {
    this.reportAt(this.#row, { code, field, details });
    return null;
  }

  /** Reports the first character that an identifier cannot contain. Returns whether there is one. */
  reportForeign(field: Field, text: string): boolean {
    const character = findForeign(text);
    if (character === null) return false;
    this.report('strangeCharacter', field, { character });
    return true;
  }

  /** Adds an issue about any row; the header is row -1. */
  reportAt(
    row: number,
    what: {
      readonly code: IssueCode;
      readonly field: Field | null;
      readonly details: Details;
      readonly isOfSheet?: true;
    },
  ): void {
    const { sheet, rowNumbers, headerRowNumber } = this.#table;
    const rowNumber = row < 0 ? headerRowNumber : (rowNumbers[row] ?? 0);
    const fieldWords = what.field === null ? {} : { field: msg(`field.${what.field}`), option: what.field };
    const { severity, ...words } = issueWords(what.code, { ...fieldWords, ...what.details });
    const column = what.field === null ? undefined : this.#columns[what.field]?.index;
    const cell = column === undefined ? null : cellAddress({ sheet, column, rowNumber });
    if (severity === 'error' && row === this.#row) this.blocked = true;
    const issue = { row: rowNumber, cell, field: what.field, code: what.code, severity, ...words };
    this.issues.push(what.isOfSheet === true ? { ...issue, isOfSheet: true } : issue);
  }
}

/** Whether a row has an amount and a payee. */
export function mayPay(cells: readonly string[], { amount, upiId, accountNumber }: Columns): boolean {
  return isFilledIn(cells, amount) && (isFilledIn(cells, upiId) || isFilledIn(cells, accountNumber));
}

function isFilledIn(cells: readonly string[], column: ColumnMatch | undefined): boolean {
  return column !== undefined && (cells[column.index] ?? '') !== '';
}

/** Trims the spaces that spreadsheets and web pages leave around a text; keeps zero-width characters. */
export function trimSpaces(text: string): string {
  // A loop, because a regular expression ending in `+$` retries at every inner space, which takes minutes for a long run of them.
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
  if (code < 0xa0) return false;
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

/** The text with plain spaces instead of those that only look alike. */
export function plainSpaces(text: string): string {
  return text.replace(/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, ' ');
}

const LINE_BREAK = /[\n\r\u0085\u2028\u2029]/;
/** Controls, format characters (bidi, zero-width), unassigned and private ones, lone surrogates, the replacement character. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\u115f\u1160\u3164\uffa0\ufffc\ufffd]/u;
/** Invisible parts of emoji. */
const EMOJI_JOINTS = /\u200d(?=\p{Extended_Pictographic})|[\u{e0020}-\u{e007f}]/gu;
const EMOJI = /\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}]|\u20e3|\ufe0f/u;

/** What prevents a free text (a remark, a name) from being sent unchanged; null for nothing. */
export function findUnseen(
  text: string,
): { readonly kind: 'lineBreak' } | { readonly kind: 'character'; readonly name: Message } | null {
  if (isPlain(text)) return null;
  if (LINE_BREAK.test(text)) return { kind: 'lineBreak' };
  const seen = text.replace(INDIAN_JOINERS, '').replace(EMOJI_JOINTS, '');
  const [character] = UNSEEN.exec(seen) ?? [];
  return character === undefined ? null : { kind: 'character', name: nameCharacter(character) };
}

export function hasEmoji(text: string): boolean {
  return !isPlain(text) && EMOJI.test(text.replace(/[©®™]/g, ''));
}

/** The first character that an identifier (an account, a UPI ID) cannot contain because it is not plain ASCII; null for none. */
function findForeign(text: string): Message | null {
  if (isPlain(text)) return null;
  const [character] = text.match(/[^\x20-\x7e]/u) ?? [];
  return character === undefined ? null : nameCharacter(character);
}

type NameOf<Code> = Code extends `character.${infer Name}` ? Name : never;
type CharacterName = NameOf<MessageCode>;

const NAMES: Readonly<Record<string, CharacterName>> = {
  '\t': 'tab',
  '\n': 'lineBreak',
  '\r': 'lineBreak',
  '\u00a0': 'noBreakSpace',
  '\u00ad': 'softHyphen',
  '\u200b': 'zeroWidthSpace',
  '\u200c': 'nonJoiner',
  '\u200d': 'joiner',
  '\u200e': 'leftToRightMark',
  '\u200f': 'rightToLeftMark',
  '\u202a': 'leftToRightEmbedding',
  '\u202b': 'rightToLeftEmbedding',
  '\u202d': 'leftToRightOverride',
  '\u202e': 'rightToLeftOverride',
  '\u2060': 'wordJoiner',
  '\ufeff': 'byteOrderMark',
  '\ufffd': 'unreadable',
};

function nameCharacter(character: string): Message {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return msg(`character.${NAMES[character] ?? kindOfCharacter(character)}`, { code });
}

function kindOfCharacter(character: string): CharacterName {
  if (/\p{Nd}/u.test(character)) return 'foreignDigit';
  if (/\p{L}/u.test(character)) return 'foreignLetter';
  if (/\p{Zs}/u.test(character)) return 'unusualSpace';
  if (/\p{Cc}/u.test(character)) return 'control';
  if (/[\p{Cf}\p{Cn}\p{Co}\p{Cs}]/u.test(character)) return 'invisible';
  return 'unusual';
}

// The sheet's own words for the payment method, such as NEFT or COD. A person says once per file what each word means.

/** A word of the method column that is not one of our methods. */
export interface MethodWord {
  readonly word: string;
  readonly rows: number;
}

/** A column with more words is not a column of methods. */
const WORDS_ASKED_MAX = 20;

/** Words that may be shown and asked about: a few words without the digits of an account or look-alike letters. */
const SHOWN = /^(?!(?:.*\p{Nd}){4})(?:[A-Z][A-Z0-9 ()./&+_-]*|[^\p{ASCII}][^A-Z]*)$/u;
const SHOWN_MAX_CHARACTERS = 40;

/** A method word for comparing: upper case, with single spaces. */
export function methodWord(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toUpperCase();
}

export function isShownWord(word: string): boolean {
  return word.length <= SHOWN_MAX_CHARACTERS && SHOWN.test(word);
}

/** The words to ask a person about, most frequent first. The empty word: rows that leave the payment method unclear. */
export function findMethodWords(table: Table, columns: Columns): readonly MethodWord[] {
  const rows = new Map<string, number>();
  for (const cells of table.rows) {
    const word = wordOf(cells, columns);
    if (word !== null) rows.set(word, (rows.get(word) ?? 0) + 1);
  }
  const words = [...rows].map(([word, count]) => ({ word, rows: count }));
  return words.toSorted((left, right) => right.rows - left.rows).slice(0, WORDS_ASKED_MAX);
}

const isMethod = (text: string): boolean => METHODS.some((method) => method === text);

/** Null when nothing must be asked about a row. */
function wordOf(cells: readonly string[], { paymentMethod, upiId, accountNumber, ifsc }: Columns): string | null {
  const isUpi = isFilledIn(cells, upiId);
  const isBank = isFilledIn(cells, accountNumber) || isFilledIn(cells, ifsc);
  if (!isUpi && !isBank) return null;
  const cell = paymentMethod === undefined ? '' : (cells[paymentMethod.index] ?? '');
  if (isMethod(cell) || cell.length > VALUE_MAX_CHARACTERS) return null;
  const word = methodWord(cell);
  // A repeated header is not a payment row.
  if (paymentMethod !== undefined && word === methodWord(paymentMethod.header)) return null;
  if (word === '') return paymentMethod !== undefined || (isUpi && isBank) ? '' : null;
  return isMethod(word) || !isShownWord(word) ? null : word;
}
